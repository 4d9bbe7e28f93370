"""The core's table of a page: what may be asked of the parser, and how it is asked."""

from __future__ import annotations

import re
from typing import Any, Final, TypeAlias

from pagecore import _core
from pagecore.errors import BadInput, BadOption

Html: TypeAlias = bytes | bytearray | memoryview | str

#: The limits of `parse`: default, least and greatest value.
LIMITS: Final = {
    "max_bytes": (64 * 2**20, 1, 2**31 - 1),
    "max_rows": (4_000_000, 1, 2**31 - 1),
    "max_attribute": (2**20, 1, 2**31 - 1),
    "max_depth": (512, 8, 2**16),
    "max_formatting": (64, 1, 2**16),
}

#: Halves of characters, which UTF-8 does not have.
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def check(words: dict[str, str | None], limits: dict[str, int]) -> None:
    """Refuse options of `parse` that are not what they should be."""
    for name, word in words.items():
        if word is not None and (not isinstance(word, str) or _SURROGATE.search(word)):
            raise BadOption(f"{name}={word!r}: expected a str of whole characters, or None")
    for name, value in limits.items():
        _, least, greatest = LIMITS[name]
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= greatest:
            raise BadOption(f"{name}={value!r}: expected a whole number from {least} to {greatest}")


def table_of(html: Html, options: dict[str, Any], **known: Any) -> _core.Table:
    """Parse a page with checked options."""
    if isinstance(html, (bytearray, memoryview)):
        html = bytes(html)
    elif not isinstance(html, (bytes, str)):
        raise BadInput(
            f"a page is bytes or str, not {type(html).__name__}; read a file with "
            "open(path, 'rb').read()"
        )
    try:
        return _core.parse(html, **options, **known)
    except UnicodeEncodeError:
        # Lone surrogates have no UTF-8; pairs of them are the character they make.
        assert isinstance(html, str)
        whole = html.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        return table_of(whole, options, **known)
    except ValueError as error:
        fragment = options["fragment"]
        raise BadOption(f"fragment={fragment!r}: {error}, as in 'td' or 'svg path'") from None
