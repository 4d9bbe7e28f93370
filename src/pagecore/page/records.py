"""Small records that a page hands out: its warnings, and its table of attributes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pagecore.page.columns import Array


@dataclass(frozen=True, slots=True)
class PageWarning:
    """What was odd about a page; `docs/data-model.md` lists the codes."""

    code: str
    message: str
    row: int
    offset: int
    count: int


class AttrTable(NamedTuple):
    """All attributes of a page, in the order of the source, and the names by number."""

    row: Array
    name: Array
    start: Array
    stop: Array
    names: tuple[str, ...]
