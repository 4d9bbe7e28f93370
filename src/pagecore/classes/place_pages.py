"""Place new pages among the page classes of a wrapper, to update it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pagecore.classes.body import ClassedBody, PageClass, list_pages
from pagecore.classes.outline import Outline, find_common_classes
from pagecore.classes.profile import Profile
from pagecore.site import Site


@dataclass(frozen=True)
class PlacedPages:
    """New pages, and the page class of each."""

    #: The classes; of a wrapper without classes, one.
    body: ClassedBody
    #: Names of the pages, for notes.
    names: list[str]
    #: The class of each page: the one whose rules fit it, or else the one that it is most similar
    #: to; -1 if it is like none.
    numbers: list[int]
    is_fit: list[bool]

    def list_fitting(self, number: int) -> list[str]:
        """Return the names of the pages that the rules of a class fit."""
        return [self.names[at] for at in self.list_numbers(number)]

    def list_numbers(self, number: int) -> list[int]:
        """Return the places of the pages that the rules of a class fit."""
        pairs = enumerate(zip(self.numbers, self.is_fit, strict=True))
        return [at for at, (of_page, is_fit) in pairs if of_page == number and is_fit]

    def find_replaced(self) -> set[int]:
        """Return the classes whose rules do not fit half of their new pages, or more."""
        return {
            number
            for number in set(self.numbers) - {-1}
            if 2 * len(self.list_fitting(number)) <= self.numbers.count(number)
        }

    def find_unexplained(self) -> list[int]:
        """Return the pages to learn from: those that no rules fit, and those of classes whose rules
        are to be replaced."""
        replaced = self.find_replaced()
        return [
            at
            for at, (number, is_fit) in enumerate(zip(self.numbers, self.is_fit, strict=True))
            if not is_fit or number in replaced
        ]

    def describe_kept(self, number: int) -> str:
        """Describe a class that keeps its rules."""
        fitting = self.list_fitting(number)
        n_other = self.numbers.count(number) - len(fitting)
        if not fitting and not n_other:
            return "kept; no new page is like it"
        verb = "does" if n_other == 1 else "do"
        other = f"; {n_other} like it {verb} not fit" if n_other else ""
        return f"kept; it fits {list_pages(fitting) if fitting else 'no new page'}{other}"

    def describe_replaced(self, number: int) -> str:
        """Describe a class whose rules are replaced."""
        n_pages = self.numbers.count(number)
        n_other = n_pages - len(self.list_fitting(number))
        return (
            f"page class {number + 1} of the old wrapper: replaced, because its rules do not fit "
            f"{n_other} of {n_pages} new pages like it"
        )


def place_pages(body: Any, site: Site) -> PlacedPages:
    """Place the pages of a site among the classes of a wrapper's body.

    A body without classes becomes a class. Its profile is that of the pages that it fits. If it
    fits none, the class has no profile.
    """
    names: list[str] = []
    numbers: list[int] = []
    fits: list[bool] = []
    outlines: list[Outline] = []
    for at, page in enumerate(site):
        names.append(site.name(at, page))
        if isinstance(body, ClassedBody):
            number, fit = body.place(page)
        else:
            fit = body.fit(page)
            number = 0 if fit else -1
            if fit:
                outlines.append(Outline.of(page))
        numbers.append(number)
        fits.append(bool(fit))
    if not isinstance(body, ClassedBody):
        common = find_common_classes(outlines)
        paths = [outline.paths(common) for outline in outlines]
        profile = Profile.of(paths) if paths else Profile.empty()
        body = ClassedBody(common, (PageClass(0, profile, body),))
    return PlacedPages(body, names, numbers, fits)
