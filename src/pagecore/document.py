"""What an extraction gives: chosen rows of pages, rendered when asked for."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from pagecore.choice import Choice
from pagecore.page import Page, PageWarning
from pagecore.write.text import plain_text


class Part(NamedTuple):
    """A page and what was chosen of it."""

    page: Page
    choice: Choice


class Document:
    """The content of a page. Most have one part; joined pages and embedded content have more."""

    def __init__(self, parts: list[Part], method: str) -> None:
        """Use `extract`."""
        self.parts = tuple(parts)
        self.method = method

    @cached_property
    def text(self) -> str:
        """The content as plain text."""
        return "\n\n".join(filter(None, (plain_text(*part) for part in self.parts)))

    @property
    def page(self) -> Page:
        """The page of the first part."""
        return self.parts[0].page

    @property
    def choice(self) -> Choice:
        """The choice of the first part."""
        return self.parts[0].choice

    @cached_property
    def warnings(self) -> tuple[PageWarning, ...]:
        """What was odd about the pages."""
        return tuple(warning for part in self.parts for warning in part.page.warnings)

    def __repr__(self) -> str:
        return f"<Document by {self.method}: {len(self.text)} characters>"
