"""The text of a feed: its encoding is detected as that of a page, and wrong declarations are
reported."""

from __future__ import annotations

import re
from typing import Final

from pagecore.page import PageWarning
from pagecore.page.parse import parse

#: An XML declaration, at the start of a document.
DECLARATION: Final = re.compile(r"\A<\?xml\s[^>]{0,1000}>")
_DECLARED: Final = re.compile(
    rb"\A[\s\xef\xbb\xbf]{0,1000}<\?xml\s[^>]{0,200}?encoding\s{0,9}=\s{0,9}[\"']([^\"'>]{1,40})[\"']"
)
#: Bytes of a feed that its encoding is detected in.
_HEAD: Final = 100_000
_MARKS: Final = (b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf")


def decode_feed(content: bytes) -> tuple[str, tuple[PageWarning, ...]]:
    """Decode a feed.

    Returns:
        The text, and warnings about a wrong or unknown declaration and about invalid bytes.
    """
    encoding = "utf-8" if _is_mostly_utf8(content) else parse(content[:_HEAD]).encoding
    try:
        text = content.decode(encoding, errors="replace")
    except LookupError:
        # Python lacks an encoding of the web.
        encoding = "utf-8"
        text = content.decode(errors="replace")
    declared = _DECLARED.match(content)
    warnings = []
    if declared is not None and not content.isascii() and not content.startswith(_MARKS):
        label = declared[1].decode("ascii", errors="replace")
        warnings += _check_declaration(label, encoding)
    if n_invalid := text.count("\ufffd") - content.count("\ufffd".encode()):
        message = f"{n_invalid} invalid bytes of the encoding {encoding} were replaced by U+FFFD"
        warnings.append(PageWarning("encoding-contradicted", message, -1, -1, n_invalid))
    return text.lstrip("\ufeff"), tuple(warnings)


def _is_mostly_utf8(content: bytes) -> bool:
    """Whether bytes are UTF-8 with few errors. A damaged character does not make another
    encoding of the rest."""
    if content.isascii() or content.startswith(_MARKS[:2]) or b"\0" in content[:_HEAD]:
        return False
    text = content.decode(errors="replace")
    n_wide = sum(not sign.isascii() for sign in text)
    return 5 * text.count("\ufffd") <= n_wide


def _check_declaration(label: str, encoding: str) -> list[PageWarning]:
    page = parse(b"", encoding=label)
    if any(warning.code == "encoding-unknown" for warning in page.warnings):
        message = f"the feed declares the unknown encoding {label!r}; it was read as {encoding}"
        return [PageWarning("encoding-unknown", message, -1, -1, 1)]
    if page.encoding != encoding:
        message = f"the feed declares the encoding {label!r}, but its bytes are {encoding}"
        return [PageWarning("encoding-declared-otherwise", message, -1, -1, 1)]
    return []
