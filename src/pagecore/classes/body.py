"""The body of a wrapper for several page classes: the rules of each, and how to choose the class.

    <classes names="post entry">
      <class pages="35" paths="…" shares="…"> … the rules of the method … </class>
    </classes>

`names` are the classes of elements that count in an outline; a class that was learned later has its
own. `paths` and `shares` are the profile of a page class, as base64. A class without a profile is
from a wrapper that had no classes before it was updated.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final
from xml.etree.ElementTree import Element

import numpy as np

from pagecore.choice import Choice
from pagecore.classes.outline import Outline
from pagecore.classes.profile import Profile
from pagecore.errors import WrapperError, show_value
from pagecore.fit import Fit
from pagecore.page import Page
from pagecore.page.counts import format_count
from pagecore.records import Records
from pagecore.store.xml_elements import check_element

#: The element that the body consists of.
TAG: Final = "classes"
#: A page that is less similar to every class belongs to none.
MIN_SIMILARITY: Final = 0.3
MAX_CLASSES: Final = 1000


@dataclass(frozen=True)
class PageClass:
    """Pages of a site that share a template, and the rules that a method learned from them."""

    #: Number of pages that the rules were learned from; 0 if it is unknown.
    n_pages: int
    profile: Profile
    body: Any
    #: The classes of elements that count in its profile; None for those of the wrapper.
    names: frozenset[str] | None = None


@dataclass(frozen=True)
class ClassedBody:
    """The rules of several page classes; those of the class that a page is most similar to are
    used."""

    #: The classes of elements that count in an outline.
    names: frozenset[str]
    #: The one with the most pages first; after an update, with the most of the new pages.
    classes: tuple[PageClass, ...]

    @classmethod
    def read(cls, element: Element, read_body: Callable[[list[Element]], Any]) -> ClassedBody:
        """Read the element `classes`; `read_body` reads the rules of a class."""
        check_element(element, ("names",))
        if not 0 < len(element) <= MAX_CLASSES:
            raise WrapperError(
                f"{TAG!r} contains {len(element)} classes: expected 1 to {MAX_CLASSES}"
            )
        classes = []
        for child in element:
            if child.tag != "class":
                raise WrapperError(f"{TAG!r} has an unknown element {show_value(child.tag)}")
            own_names = child.get("names")
            attributes = ("pages", "paths", "shares")
            check_element(child, attributes if own_names is None else (*attributes, "names"))
            n_pages = child.get("pages", "")
            if not n_pages.isascii() or not n_pages.isdecimal() or not 0 < len(n_pages) < 10:
                raise WrapperError(f"pages={show_value(n_pages)}: expected an integer, 0 or more")
            names = None if own_names is None else frozenset(own_names.split())
            profile, body = _read_profile(child), read_body(list(child))
            classes.append(PageClass(int(n_pages), profile, body, names))
        return cls(frozenset(element.get("names", "").split()), tuple(classes))

    def write(self) -> Iterable[Element]:
        """Return the element `classes`."""
        root = Element(TAG, names=" ".join(sorted(self.names)))
        for page_class in self.classes:
            element = Element("class", pages=str(page_class.n_pages))
            if page_class.names is not None:
                element.set("names", " ".join(sorted(page_class.names)))
            element.set("paths", _encode(page_class.profile.paths.astype("<u8").tobytes()))
            element.set("shares", _encode(page_class.profile.shares.tobytes()))
            element.extend(page_class.body.write())
            root.append(element)
        return [root]

    def find_class(self, page: Page) -> tuple[int, float]:
        """Return the place of the class that a page is most similar to, and the similarity."""
        outline = Outline.of(page)
        paths = {
            names: outline.paths(names)
            for names in {self.find_class_names(of) for of in self.classes}
        }
        scores = [of.profile.compare(paths[self.find_class_names(of)]) for of in self.classes]
        best = int(np.argmax(scores))
        return best, scores[best]

    def place(self, page: Page) -> tuple[int, Fit]:
        """Return the place of the class whose rules are used for a page, and how well they fit it;
        -1 for a page that is like no class."""
        best, similarity = self.find_class(page)
        place = f"page class {best + 1} of {len(self.classes)}, similarity {similarity:.2f}"
        if similarity >= MIN_SIMILARITY:
            fit: Fit = self.classes[best].body.fit(page)
            chosen = best, Fit(fit.score, f"{place}: {fit.reason}")
        else:
            chosen = -1, Fit(similarity, f"it is like no page class; the nearest is {place}")
        if not chosen[1]:
            for number in self._list_without_profile():
                fit = self.classes[number].body.fit(page)
                if fit:
                    place = f"page class {number + 1} of {len(self.classes)}"
                    return number, Fit(fit.score, f"{place}: {fit.reason}")
        return chosen

    def fit(self, page: Page) -> Fit:
        """Return how well the rules of a page's class fit the page."""
        return self.place(page)[1]

    def content(self, page: Page) -> Choice | None:
        """Choose the content by the rules of the page's class."""
        return next(self._run(page, "content"), None)

    def fields(self, page: Page) -> Records | None:
        """Return the items and fields by the rules of the page's class."""
        return next(self._run(page, "fields"), None)

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the fields of all classes."""
        names = (name for of in self.classes for name in getattr(of.body, "columns", ()))
        return tuple(dict.fromkeys(names))

    @property
    def weights(self) -> Callable[[Page], dict[str, float] | None]:
        """Weigh the words of a page by the rules of its class, if the method can."""
        if not all(hasattr(page_class.body, "weights") for page_class in self.classes):
            raise AttributeError("the method weighs no words")
        return lambda page: next(self._run(page, "weights"), None)

    def _run(self, page: Page, verb: str) -> Iterator[Any]:
        """Yield the results of the rules that fit: those of the page's class, then those of classes
        without a profile."""
        best, similarity = self.find_class(page)
        numbers = [best] if similarity >= MIN_SIMILARITY else []
        for number in [*numbers, *self._list_without_profile()]:
            result = getattr(self.classes[number].body, verb)(page)
            if result is not None:
                yield result

    def _list_without_profile(self) -> list[int]:
        return [number for number, of in enumerate(self.classes) if not of.profile.paths.size]

    def find_class_names(self, page_class: PageClass) -> frozenset[str]:
        """Return the classes of elements that count in the profile of a class."""
        return self.names if page_class.names is None else page_class.names

    @property
    def cut(self) -> Any:
        """Cut the content out of a source without parsing it, if the method can: the rules of the
        largest class that fit decide."""
        cuts = [page_class.body.cut for page_class in self.classes]

        def cut(source: bytes, encoding: str | None) -> bytes | None:
            return next(
                (
                    content
                    for cut_class in cuts
                    if (content := cut_class(source, encoding)) is not None
                ),
                None,
            )

        return cut


def describe_classes(groups: Sequence[Sequence[str]], n_shown: int = 3) -> list[str]:
    """Describe the page classes of a site, a line each: the number of pages, and some of them."""
    return [
        f"page class {number}: {list_pages(pages, n_shown)}"
        for number, pages in enumerate(groups, start=1)
    ]


def list_pages(names: Sequence[str], n_shown: int = 3) -> str:
    """Return the number of pages, and the names of some."""
    listed = ", ".join(names[:n_shown])
    rest = f" and {len(names) - n_shown} more" if len(names) > n_shown else ""
    return f"{format_count(len(names), 'page')}: {listed}{rest}"


def _encode(content: bytes) -> str:
    return base64.b64encode(content).decode("ascii")


def _read_profile(element: Element) -> Profile:
    try:
        paths, shares = (
            base64.b64decode(element.get(name, ""), validate=True) for name in ("paths", "shares")
        )
    except (binascii.Error, ValueError):
        raise WrapperError("'class' has paths or shares that are not base64") from None
    if len(paths) != 8 * len(shares):
        raise WrapperError("'class' has not as many shares as paths")
    profile = Profile(
        np.frombuffer(paths, "<u8").astype(np.uint64), np.frombuffer(shares, np.uint8)
    )
    is_sorted = bool((profile.paths[1:] > profile.paths[:-1]).all())
    if not is_sorted or (profile.shares > 100).any():
        raise WrapperError("'class' has paths out of order, or shares over 100")
    return profile
