"""A family: a kind of method, and what everything that goes over methods needs to know about it.

Much of that stands in layers to the right of the registry: how a method is evaluated, how its
evidence is shown. A family names such a part by its place, `module:name`; the module is imported
when the part is first asked for.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeAlias, TypeVar

from pagecore.errors import BadInput, BadOption, NeedsBrowser, PagecoreError

if TYPE_CHECKING:
    from pagecore.page import Page, PageWarning
    from pagecore.registry.method import Method

T = TypeVar("T")

#: What a method may need of a page or site, as an attribute of it: the error where it is missing,
#: and how to meet the need.
NEEDS: Final[Mapping[str, tuple[type[PagecoreError], str]]] = {
    "layout": (
        NeedsBrowser,
        "this page has none: add the layout of the rendered page with page.with_layout(layout)",
    ),
    "feed": (BadInput, "this site has none: give it with Site.of(pages, feed=feed)"),
}


class Explanation(Protocol):
    """What `explain` shows of a result."""

    @property
    def warnings(self) -> tuple[PageWarning, ...]:
        """What was odd about the page, and about the result."""

    def table(self, only: str | None = None) -> Any:
        """A table for a terminal of 80 columns."""

    def json(self) -> str:
        """All of it as JSON."""

    def html(self) -> str:
        """A page to look at in a browser."""


#: From what a method took and gave to each rule of the contract that the result breaks, with what
#: is wrong.
Check: TypeAlias = "Callable[[Any, Any], Iterator[tuple[str, str]]]"
#: From a method, the items of a corpus and options of the method to an output for each item.
Contend: TypeAlias = "Callable[[Method, Sequence[Any], Mapping[str, Any]], Iterator[Any]]"


class Part(Generic[T]):
    """A part of a family that is named by its place, or by several."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __set__(self, family: Family, place: str | tuple[str, ...]) -> None:
        family.__dict__[self._name] = place

    def __get__(self, family: Family | None, owner: type) -> T:
        if family is None:
            # So that the part has no default.
            raise AttributeError(self._name)
        part: Any = _import_part(family.__dict__[self._name])
        return part  # type: ignore[no-any-return]  # A test asks for all parts of all families.


def import_place(place: str) -> Any:
    """Import what stands at a place, `module:name`."""
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(module), name)


def _import_part(place: Any) -> Any:
    """What stands at a place, or at several; what is no place is the part itself."""
    if isinstance(place, tuple):
        return tuple(map(_import_part, place))
    return import_place(place) if isinstance(place, str) else place


@dataclass(frozen=True, eq=False)
class Family:
    """A kind of method."""

    name: str
    _: KW_ONLY
    #: What its methods do, in a few words.
    about: str
    #: The folder of the package that its methods are in, a file each.
    folder: str
    #: The method that the verbs use when none is named.
    default: str
    #: The type that its methods are called with, and the type of their results.
    takes: Part[type] = Part()
    gives: Part[type] = Part()
    #: The functions that take a method of this family by name, first the one that runs it.
    verbs: Part[tuple[Callable[..., Any], ...]] = Part()
    #: What every result must satisfy; the contract tests run it.
    check: Part[Check] = Part()
    #: How `evaluate` and sweeps run a method.
    contend: Part[Contend] = Part()
    #: The parts of an `Output` that this gives; a metric that compares one of them can score it.
    outputs: tuple[str, ...]
    #: The corpora that methods are measured on, each with its metric. Parameters are swept on those
    #: that may be trained on.
    corpora: Mapping[str, str]
    #: How many folds a sweep splits the sites of these corpora into; None for a fold for each.
    n_folds: int | None = None
    #: `explain(page, result, method)` explains what the first verb gave for a page, by a method of
    #: that name.
    explain: Part[Callable[[Page, Any, str], Explanation]] = Part()
    #: `draw(page, result)` draws the evidence of a method's result as SVG, for the documents.
    draw: Part[Callable[[Page, Any], str]] = Part()
    #: The generated sections of a method's page in the documents, and the example page in
    #: `examples/` that is drawn there.
    sections: tuple[str, ...] = ("parameters", "quality", "sweep")
    example: str = "article.html"
    #: What a method may raise where pages have nothing for it.
    may_raise: tuple[type[PagecoreError], ...] = ()
    #: Whether its methods make wrappers, and declare the class of what these hold.
    has_body: bool = False

    def subject(self, page: Page) -> Any:
        """A page as what the family takes: itself, or a site of this page alone."""
        takes: Any = self.takes
        return page if isinstance(page, takes) else takes.of([page])

    def check_need(self, subject: Any, need: str, method: str) -> None:
        """Raise an error that says how to meet a need, where a page or site does not meet it."""
        if getattr(subject, need, None) is None:
            error, remedy = NEEDS[need]
            raise error(f"method {method!r} needs a {need}, and {remedy}")

    def check_need_exists(self, need: str, method: str) -> None:
        """Raise `BadOption` for a need that what the family takes can never meet."""
        known = [name for name in NEEDS if hasattr(self.takes, name)]
        if need not in known:
            there_are = " or ".join(known) or "nothing"
            raise BadOption(
                f"method {method!r} needs {need!r}, but a {self.name} method can need {there_are}"
            )

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<Family {self.name}>"
