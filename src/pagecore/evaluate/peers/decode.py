"""Decode pages, for peers that take strings and leave the encoding to their caller."""

from __future__ import annotations

import codecs
import re

#: The first bytes of a page, in which the standard looks for a declared encoding.
PRESCAN_BYTES = 1024
DECLARED = re.compile(rb"""<meta[^>]+?charset\s*=\s*["']?\s*([\w.:-]+)""", re.IGNORECASE)

#: Labels that browsers take for a larger encoding than Python does.
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


def decode_page(html: bytes) -> str:
    """Decode a page.

    A byte order mark goes first, then UTF-8 if the bytes are valid, then the declared encoding,
    then Windows-1252. UTF-8 comes before the declaration, because saved pages often declare an
    encoding that they no longer have.
    """
    for mark, encoding in BYTE_ORDER_MARKS:
        if html.startswith(mark):
            return html[len(mark) :].decode(encoding, "replace")
    try:
        return html.decode("utf-8")
    except UnicodeDecodeError:
        return html.decode(_find_declared(html) or "cp1252", "replace")


def _find_declared(html: bytes) -> str | None:
    match = DECLARED.search(html, 0, PRESCAN_BYTES)
    if match is None:
        return None
    try:
        name = codecs.lookup(match[1].decode("ascii")).name
    except (LookupError, UnicodeDecodeError):
        return None
    # The declaration itself was read as ASCII, so the page is not in UTF-16 or UTF-32.
    if name.startswith(("utf-16", "utf-32")):
        return "utf-8"
    return READ_AS.get(name, name)
