"""A step: its name, what it does in words, and the function from parts to parts."""

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

    #: By which it is switched off, and which its log entries have.
    name: str
    run: Callable[[Parts, Request], Parts]
    #: What it does, in a sentence for the documents.
    about: str


@dataclass(frozen=True, slots=True)
class Request:
    """What a caller asked for, as far as steps need to know."""

    #: The method with its options.
    method: Callable[[Page], Choice]
    #: The steps to take, in their order.
    steps: tuple[Step, ...]
    #: Whether reader comments are content; None leaves that to the method.
    comments: bool | None = None
    #: From a source and its URL to the page and the choice of the method, where it can do both.
    from_html: Callable[[Html, str | None], tuple[Page, Choice]] | None = None

    def choose(self, page: Page) -> Choice:
        """The choice of the method; steps that it takes itself are undone where they are off."""
        return self.undo_steps(page, self.method(page))

    def undo_steps(self, page: Page, choice: Choice) -> Choice:
        """A choice of the method without the steps that it takes itself and that are off."""
        for name in choice.done:
            if not self.takes(name):
                choice = choice.undo(page, name)
        return choice

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the steps to take."""
        return tuple([step.name for step in self.steps])

    def takes(self, name: str) -> bool:
        """Whether a step is taken."""
        return any(step.name == name for step in self.steps)
