"""The body of a wrapper for several page classes: the rules of each, and how to choose the class.

    <classes names="post entry">
      <class pages="35" paths="…" shares="…"> … the rules of the method … </class>
    </classes>

`names` are the classes of elements that count in an outline. `paths` and `shares` are the profile
of a page class, as base64.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Iterable, Sequence
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

    #: Number of pages that the rules were learned from.
    n_pages: int
    profile: Profile
    body: Any


@dataclass(frozen=True)
class ClassedBody:
    """The rules of several page classes; those of the class that a page is most similar to are
    used."""

    #: The classes of elements that count in an outline.
    names: frozenset[str]
    #: The largest one first.
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
                raise WrapperError(f"{TAG!r} has an unknown element {child.tag!r}")
            check_element(child, ("pages", "paths", "shares"))
            n_pages = child.get("pages", "")
            if not n_pages.isascii() or not n_pages.isdecimal() or not 0 < len(n_pages) < 10:
                raise WrapperError(f"pages={show_value(n_pages)}: expected an integer, 1 or more")
            classes.append(PageClass(int(n_pages), _read_profile(child), read_body(list(child))))
        return cls(frozenset(element.get("names", "").split()), tuple(classes))

    def write(self) -> Iterable[Element]:
        """Return the element `classes`."""
        root = Element(TAG, names=" ".join(sorted(self.names)))
        for page_class in self.classes:
            element = Element("class", pages=str(page_class.n_pages))
            element.set("paths", _encode(page_class.profile.paths.astype("<u8").tobytes()))
            element.set("shares", _encode(page_class.profile.shares.tobytes()))
            element.extend(page_class.body.write())
            root.append(element)
        return [root]

    def find_class(self, page: Page) -> tuple[int, float]:
        """Return the place of the class that a page is most similar to, and the similarity."""
        paths = Outline.of(page).paths(self.names)
        scores = [page_class.profile.compare(paths) for page_class in self.classes]
        best = int(np.argmax(scores))
        return best, scores[best]

    def fit(self, page: Page) -> Fit:
        """Return how well the rules of a page's class fit the page."""
        number, similarity = self.find_class(page)
        place = f"page class {number + 1} of {len(self.classes)}, similarity {similarity:.2f}"
        if similarity < MIN_SIMILARITY:
            return Fit(similarity, f"it is like no page class; the nearest is {place}")
        fit: Fit = self.classes[number].body.fit(page)
        return Fit(fit.score, f"{place}: {fit.reason}")

    def content(self, page: Page) -> Choice | None:
        """Choose the content by the rules of the page's class."""
        body = self._find_body(page)
        content: Choice | None = None if body is None else body.content(page)
        return content

    def fields(self, page: Page) -> Records | None:
        """Return the items and fields by the rules of the page's class."""
        body = self._find_body(page)
        records: Records | None = None if body is None else body.fields(page)
        return records

    def _find_body(self, page: Page) -> Any | None:
        number, similarity = self.find_class(page)
        return self.classes[number].body if similarity >= MIN_SIMILARITY else None

    @property
    def cut(self) -> Any:
        """Cut the content out of a source without parsing it, if the method can: the rules of the
        largest class that fit decide."""
        cuts = [page_class.body.cut for page_class in self.classes]

        def cut(source: bytes, encoding: str | None) -> bytes | None:
            return next(
                (found for of_class in cuts if (found := of_class(source, encoding)) is not None),
                None,
            )

        return cut


def describe_classes(groups: Sequence[Sequence[str]], n_shown: int = 3) -> list[str]:
    """Describe the page classes of a site, a line each: the number of pages, and some of them."""
    lines = []
    for number, pages in enumerate(groups, start=1):
        listed = ", ".join(pages[:n_shown])
        rest = f" and {len(pages) - n_shown} more" if len(pages) > n_shown else ""
        count = "1 page" if len(pages) == 1 else f"{len(pages)} pages"
        lines.append(f"page class {number}: {count}: {listed}{rest}")
    return lines


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
