"""A family: a kind of method, with the functions that run, check, evaluate and explain its methods.

Many of these functions are in layers that may import the registry but not the other way round. A
family therefore refers to them by their import path, `module:name`, and imports the module on
first access.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeAlias, TypeVar

from pagecore.errors import BadInput, BadOption, NeedsBrowser, PagecoreError

if TYPE_CHECKING:
    from pagecore.page import Page, PageWarning
    from pagecore.registry.method import Method

T = TypeVar("T")

#: Attributes of a page or site that a method may need: the error if it is missing, and the remedy.
NEEDS: Final[Mapping[str, tuple[type[PagecoreError], str]]] = {
    "layout": (
        NeedsBrowser,
        "this page has none: render it with pagecore.browse, on the command line with --browse or "
        "`pagecore browse PAGE -o page.npz` (which need pip install 'pagecore[browse]' and "
        "Chromium), or add a layout with page.with_layout(layout)",
    ),
    "feed": (
        BadInput,
        "this site has none: pass it as Site.of(pages, feed=feed), or with --feed FILE on the "
        "command line",
    ),
}


class AnyExplanation(Protocol):
    """The explanation of a result of any family."""

    @property
    def warnings(self) -> tuple[PageWarning, ...]:
        """Warnings about the page and about the result."""

    def table(self, only: str | None = None) -> Any:
        """Return a table for a terminal of 80 columns."""

    def json(self) -> str:
        """Return the explanation as JSON."""

    def html(self) -> str:
        """Return the explanation as a web page."""


#: Takes the argument and the result of a method; yields each broken rule of the contract with a
#: description.
Check: TypeAlias = "Callable[[Any, Any], Iterator[tuple[str, str]]]"
#: Takes a method, the items of a corpus and options of the method; yields an output for each item.
Contend: TypeAlias = "Callable[[Method, Sequence[Any], Mapping[str, Any]], Iterator[Any]]"


class LazyImport(Generic[T]):
    """An attribute of a family that is declared by one or several import paths, `module:name`, and
    imported on access."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __set__(self, family: Family, path: str | tuple[str, ...]) -> None:
        family.__dict__[self._name] = path

    def __get__(self, family: Family | None, owner: type) -> T:
        if family is None:
            # Without this, the dataclass would take the descriptor for a default value.
            raise AttributeError(self._name)
        value: Any = _import_all(family.__dict__[self._name])
        return value  # type: ignore[no-any-return]  # A test accesses all attributes.


def import_path(path: str) -> Any:
    """Import an object by its path, `module:name`."""
    module, _, name = path.partition(":")
    return getattr(importlib.import_module(module), name)


def _import_all(path: Any) -> Any:
    """Import an object or a tuple of objects; an object that is not a path is returned as it is."""
    if isinstance(path, tuple):
        return tuple(map(_import_all, path))
    return import_path(path) if isinstance(path, str) else path


@dataclass(frozen=True, eq=False)
class Family:
    """A kind of method."""

    name: str
    _: KW_ONLY
    #: A short description of its methods.
    about: str
    #: The folder of the package with its methods, one file each.
    folder: str
    #: The method that the verbs use by default.
    default: str
    #: The type that its methods take, and the type of their results.
    takes: LazyImport[type] = LazyImport()
    gives: LazyImport[type] = LazyImport()
    #: The functions that take a method of this family by name; the first one runs it.
    verbs: LazyImport[tuple[Callable[..., Any], ...]] = LazyImport()
    #: Checks a result; the contract tests run it.
    check: LazyImport[Check] = LazyImport()
    #: Runs a method for `evaluate` and for sweeps.
    contend: LazyImport[Contend] = LazyImport()
    #: The fields of an `Output` that `contend` fills; metrics of these fields can score a method.
    outputs: tuple[str, ...]
    #: The metric of each corpus that methods are measured on. Parameters are swept on those corpora
    #: that may be used for training.
    corpora: Mapping[str, str]
    #: The same for methods that need a layout: corpora with rendered pages. Without any, those
    #: above.
    rendered_corpora: Mapping[str, str] = field(default_factory=dict)
    #: Number of folds of a sweep over these corpora; None for one fold per site.
    n_folds: int | None = None
    #: `explain(page, result, method)` explains the result of the first verb for a page; `method` is
    #: the name of the method.
    explain: LazyImport[Callable[[Page, Any, str], AnyExplanation]] = LazyImport()
    #: `draw(page, result)` draws the evidence of a method's result as SVG, for the documents.
    draw: LazyImport[Callable[[Page, Any], str]] = LazyImport()
    #: The generated sections in the documentation of a method, and the page in `examples/` that is
    #: drawn there.
    sections: tuple[str, ...] = ("parameters", "quality", "sweep")
    example: str = "article.html"
    #: Errors that a method may raise for pages without anything to find.
    may_raise: tuple[type[PagecoreError], ...] = ()
    #: Whether its methods return wrappers, and declare the class of their bodies.
    has_body: bool = False

    def make_subject(self, page: Page) -> Any:
        """Return what the methods take, for a single page: the page, or a site of this page."""
        takes: Any = self.takes
        return page if isinstance(page, takes) else takes.of([page])

    def check_need(self, subject: Any, need: str, method: str) -> None:
        """Raise an error with the remedy if a page or site lacks what a method needs."""
        if getattr(subject, need, None) is None:
            error, remedy = NEEDS[need]
            raise error(f"method {method!r} needs a {need}, but {remedy}")

    def check_need_exists(self, need: str, method: str) -> None:
        """Raise `BadOption` if the pages or sites of this family can never have what a method
        declares to need."""
        known = [name for name in NEEDS if hasattr(self.takes, name)]
        if need not in known:
            accepted = " or ".join(known) or "nothing"
            raise BadOption(
                f"method {method!r} needs {need!r}, but a {self.name} method can need {accepted}"
            )

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<Family {self.name}>"
