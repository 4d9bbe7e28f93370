"""An index of the tokens of a page: where texts, months and addresses are (table 2)."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property
from itertools import product
from typing import Final

from pagecore.sites.feed_rules.tokens import Token

_MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June", "July", "August", "September"),
    *("October", "November", "December"),
)
#: A text with a date has at most so many characters.
MAX_DATE: Final = 60
#: Addresses are sorted by so many characters, from the sign after the scheme on.
_MAX_ADDRESS: Final = 200
_SCHEME: Final = re.compile("://")
_WORDS: Final = re.compile(r"\w+")


class TokenIndex:
    """The tokens of a page, with what the rules ask of them, computed once for all entries."""

    def __init__(self, tokens: list[Token]) -> None:
        """Look at tokens."""
        self.tokens = tokens
        self._months: dict[str, list[int]] = {}

    @cached_property
    def texts(self) -> dict[str, list[int]]:
        """The places of each text."""
        places: dict[str, list[int]] = {}
        for at, token in enumerate(self.tokens):
            if not token.name:
                places.setdefault(token.text, []).append(at)
        return places

    def find_month(self, month: str) -> list[int]:
        """Return the texts that have a month, as `2005-07`, in the first format that any has."""
        if month not in self._months:
            self._months[month] = self._search_month(month[:4], int(month[5:7]))
        return self._months[month]

    def _search_month(self, year: str, month: int) -> list[int]:
        name = _MONTHS[month - 1]
        forms = [(name[:3], year), (name, year), (str(month), year[2:]), (f"{month:02}", year[2:])]
        for has_parts, form in product((_has_words, _has_parts), forms):
            places = [at for at, text in self._short_texts if has_parts(text, form)]
            if places:
                return places
        return []

    @cached_property
    def _short_texts(self) -> list[tuple[int, str]]:
        return [
            (at, token.text)
            for at, token in enumerate(self.tokens)
            if not token.name and len(token.text) <= MAX_DATE
        ]

    def find_link(self, url: str) -> list[int]:
        """Return the tags that contain an address."""
        sign = _SCHEME.search(url)
        if sign is None:
            return []
        rest = url[sign.start() : sign.start() + _MAX_ADDRESS]
        at = bisect_left(self._addresses, (rest, -1))
        places: set[int] = set()
        while at < len(self._addresses) and self._addresses[at][0].startswith(rest):
            place = self._addresses[at][1]
            if place not in places and url in self.tokens[place].text:
                places.add(place)
            at += 1
        return sorted(places)

    @cached_property
    def _addresses(self) -> list[tuple[str, int]]:
        """What follows the scheme of each address in a tag, and the place of the tag, sorted."""
        return sorted(
            (token.text[sign.start() : sign.start() + _MAX_ADDRESS], at)
            for at, token in enumerate(self.tokens)
            if token.name
            for sign in _SCHEME.finditer(token.text)
        )


def _has_words(text: str, words: Sequence[str]) -> bool:
    own = set(_WORDS.findall(text))
    return all(word in own for word in words)


def _has_parts(text: str, parts: Sequence[str]) -> bool:
    return all(part in text for part in parts)
