"""The core's table of a page: what may be asked of the parser, and how it is asked."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from functools import partial
from typing import Any, Final, SupportsIndex, TypeAlias, TypeVar

from pagecore import _core
from pagecore.errors import BadInput, BadOption

Html: TypeAlias = bytes | bytearray | memoryview | str
T = TypeVar("T")

#: The limits of `parse`: default, least and greatest value.
LIMITS: Final = {
    "max_bytes": (64 * 2**20, 1, 2**31 - 1),
    "max_rows": (4_000_000, 1, 2**31 - 1),
    "max_attribute": (2**20, 1, 2**31 - 1),
    "max_depth": (512, 8, 2**16),
    "max_formatting": (64, 1, 2**16),
}

_DEFAULTS: Final = {name: default for name, (default, _, _) in LIMITS.items()}

#: Halves of characters, which UTF-8 does not have.
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def checked_word(name: str, word: object) -> str:
    """A word that the core can read."""
    if not isinstance(word, str) or _SURROGATE.search(word):
        raise BadOption(f"{name}={word!r}: expected a str of whole characters")
    return word


def checked_limits(**limits: SupportsIndex) -> dict[str, int]:
    """Limits of `parse`, within their bounds."""
    # Most callers leave them as they are.
    if limits == _DEFAULTS and {*map(type, limits.values())} == {int}:
        return _DEFAULTS
    checked = {}
    for name, value in limits.items():
        _, least, greatest = LIMITS[name]
        is_whole = hasattr(value, "__index__") and not isinstance(value, bool)
        if not is_whole or not least <= operator.index(value) <= greatest:
            raise BadOption(f"{name}={value!r}: expected a whole number from {least} to {greatest}")
        checked[name] = operator.index(value)
    return checked


def default_options() -> dict[str, Any]:
    """The options of `parse` where the caller gives none."""
    return {"encoding": None, "fragment": None, **_DEFAULTS}


def table_of(html: Html, options: dict[str, Any], **known: Any) -> _core.Table:
    """Parse a page with checked options."""
    try:
        return call_with_source(partial(_core.parse, **known), html, options)
    except ValueError as error:
        fragment = options["fragment"]
        raise BadOption(f"fragment={fragment!r}: {error}, as in 'td' or 'svg path'") from None


def call_with_source(call: Callable[..., T], html: Html, options: dict[str, Any]) -> T:
    """Call a function of the core that parses a page, with checked options."""
    if isinstance(html, (bytearray, memoryview)):
        html = bytes(html)
    elif not isinstance(html, (bytes, str)):
        raise BadInput(
            f"a page is bytes or str, not {type(html).__name__}; read a file with "
            "open(path, 'rb').read()"
        )
    try:
        return call(html, **options)
    except UnicodeEncodeError:
        # Lone surrogates have no UTF-8; pairs of them are the character they make.
        assert isinstance(html, str)
        whole = html.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        return call_with_source(call, whole, options)
