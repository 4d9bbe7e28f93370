"""A step of the pipeline, and the request that steps work on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from pagecore.choice import Choice, Part
from pagecore.page import Html, Page

Parts: TypeAlias = tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the pipeline."""

    #: The name by which it is switched off, and which is in its log entries.
    name: str
    run: Callable[[Parts, Request], Parts]
    #: A description for the documents.
    about: str


@dataclass(frozen=True, slots=True)
class Request:
    """The arguments of a call to `extract` that steps need."""

    #: The method with its options.
    method: Callable[[Page], Choice]
    #: The steps to run, in order.
    steps: tuple[Step, ...]
    #: Whether to include reader comments; None leaves this to the method.
    comments: bool | None = None
    #: Whether to keep quotations of posts that the page also has.
    quotes: bool = False
    #: Parses a source and runs the method in one call, if the method can do that.
    from_html: Callable[[Html, str | None], tuple[Page, Choice]] | None = None
    #: The method for content that a page carries as data, which is never rendered; None if the
    #: method needs no layout.
    method_for_data: Callable[[Page], Choice] | None = None

    def choose(self, page: Page) -> Choice:
        """Run the method on a page."""
        return self.undo_steps(page, self.method(page))

    def choose_from_data(self, page: Page) -> Choice:
        """Run a method on content that a page carries as data."""
        method = self.method if self.method_for_data is None else self.method_for_data
        return self.undo_steps(page, method(page))

    def undo_steps(self, page: Page, choice: Choice) -> Choice:
        """Undo the steps that the method did itself but that are switched off."""
        for name in choice.done:
            if not self.takes(name):
                choice = choice.undo(page, name)
        return choice

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the steps to run."""
        return tuple([step.name for step in self.steps])

    def takes(self, name: str) -> bool:
        """Whether the step of this name runs."""
        return any(step.name == name for step in self.steps)
