"""Call the core's parser: check its arguments, and return the core's table of a page."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, SupportsIndex, TypeAlias, TypeVar

import numpy as np

from pagecore import _core
from pagecore.errors import BadInput, BadOption, show_value

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

#: Surrogates, which UTF-8 cannot encode.
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def check_text(name: str, word: object) -> str:
    """Return a `str` that the core can read, or raise `BadOption`."""
    # Most names are ASCII, which is faster to check.
    if not isinstance(word, str) or not (word.isascii() or _SURROGATE.search(word) is None):
        raise BadOption(f"{name}={show_value(word, 200)}: expected a str without surrogates")
    return word


def check_word(name: str, word: object, words: Sequence[str]) -> str:
    """Return a `str` that is one of these words, or raise `BadOption`, which lists them."""
    if not isinstance(word, str) or word not in words:
        raise BadOption(f"{name}={show_value(word)}: expected {list_words(words)}")
    return word


def list_words(words: Sequence[str]) -> str:
    """List words for a message: `'a', 'b' or 'c'`."""
    *others, last = map(repr, words)
    return f"{', '.join(others)} or {last}" if others else last


def check_flags(**flags: object) -> None:
    """Raise `BadOption` unless all values are True or False."""
    for name, value in flags.items():
        if not isinstance(value, (bool, np.bool_)):
            raise BadOption(f"{name}={show_value(value)}: expected True or False")


def check_limits(**limits: SupportsIndex) -> dict[str, int]:
    """Return the limits of `parse` as integers, or raise `BadOption` for one out of bounds."""
    # Most callers use the defaults.
    if {*map(type, limits.values())} == {int} and limits == _DEFAULTS:
        return _DEFAULTS
    checked = {}
    for name, value in limits.items():
        _, least, greatest = LIMITS[name]
        try:
            checked[name] = least - 1 if isinstance(value, bool) else operator.index(value)
        except TypeError:
            checked[name] = least - 1
        if not least <= checked[name] <= greatest:
            raise BadOption(f"{name}={show_value(value)}: expected integer, {least} to {greatest}")
    return checked


def default_options() -> dict[str, Any]:
    """Return the default options of `parse`."""
    return {"encoding": None, "fragment": None, **_DEFAULTS}


def parse_table(
    html: Html, options: dict[str, Any], *, decoded: tuple[str, str] | None = None
) -> _core.Table:
    """Parse a page into the core's table.

    Args:
        html: the page.
        options: checked options of `parse`.
        decoded: the encoding of a page that is decoded already, and how it was detected.
    """
    try:
        return call_with_source(partial(_core.parse, decoded=decoded), html, options)
    except ValueError as error:
        fragment = options["fragment"]
        raise BadOption(
            f"fragment={show_value(fragment, 200)}: {error}, as in 'td' or 'svg path'"
        ) from None


def call_with_source(call: Callable[..., T], html: Html, options: dict[str, Any]) -> T:
    """Call a function of the core that parses a page.

    Args:
        call: takes the source and the options.
        html: the page.
        options: checked options of `parse`.
    """
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
        # A pair of surrogates becomes its character; a lone one cannot be encoded as UTF-8.
        assert isinstance(html, str)
        repaired = html.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        return call_with_source(call, repaired, options)
