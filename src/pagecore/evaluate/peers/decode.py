"""From bytes to a string, for peers that read strings and leave the encoding to their caller."""

from __future__ import annotations

import codecs
import re

#: How far into a page the standard looks for a declared encoding.
PRESCAN_BYTES = 1024
DECLARED = re.compile(rb"""<meta[^>]+?charset\s*=\s*["']?\s*([\w.:-]+)""", re.IGNORECASE)

#: Labels that browsers read as a larger encoding than the one Python has under that name.
READ_AS = {
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "tis-620": "cp874",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
}
BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def decoded(html: bytes) -> str:
    """The page as a string.

    A byte order mark decides, then whether the bytes are UTF-8, then what the page declares, then
    it is Windows-1252. UTF-8 comes before the declaration, because saved pages often declare what
    they no longer are.
    """
    for mark, encoding in BYTE_ORDER_MARKS:
        if html.startswith(mark):
            return html[len(mark) :].decode(encoding, "replace")
    try:
        return html.decode("utf-8")
    except UnicodeDecodeError:
        return html.decode(_declared(html) or "cp1252", "replace")


def _declared(html: bytes) -> str | None:
    found = DECLARED.search(html, 0, PRESCAN_BYTES)
    if found is None:
        return None
    try:
        name = codecs.lookup(found[1].decode("ascii")).name
    except (LookupError, UnicodeDecodeError):
        return None
    # A declaration that can be read is in an encoding that holds ASCII, whatever it says.
    if name.startswith(("utf-16", "utf-32")):
        return "utf-8"
    return READ_AS.get(name, name)
