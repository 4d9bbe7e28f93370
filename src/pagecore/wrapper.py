"""Wrappers: what a method has learned of a site, as XML that is checked whole before it is used.

    <wrapper version="1" method="hybrid" site="courier.example" made="2026-11-15">
      ... what the method has learned ...
    </wrapper>

The envelope is the same for all methods. What is inside belongs to the method, which is registered
with the class that reads it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol, Self, TypeVar, runtime_checkable
from urllib.parse import urlsplit
from xml.etree import ElementTree

from pagecore.choice import Choice, check_choice
from pagecore.errors import BadOption, WrapperError
from pagecore.page import Page
from pagecore.records import Records, check_records
from pagecore.registry import method_named
from pagecore.site import Site

if TYPE_CHECKING:
    import os

VERSION: Final = "1"
#: No wrapper is larger.
MAX_BYTES: Final = 4 << 20

#: Characters that no XML can hold.
UNWRITABLE: Final = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")

T = TypeVar("T")

_ATTRIBUTES: Final = ("version", "method", "site", "made")


class Body(Protocol):
    """What a method has learned."""

    @classmethod
    def read(cls, elements: Iterable[ElementTree.Element]) -> Self:
        """Read it; `WrapperError` says what is wrong."""

    def write(self) -> Iterable[ElementTree.Element]:
        """The elements that `read` reads."""

    def content(self, page: Page) -> Choice | None:
        """The content of a page; None where what was learned does not fit it."""

    def fields(self, page: Page) -> Records | None:
        """The items of a page with their fields; None where what was learned does not fit it."""


@runtime_checkable
class CutsBody(Body, Protocol):
    """A body that can cut the content out of a source without a parse."""

    def cut(self, source: bytes, encoding: str | None) -> bytes | None:
        """The content as it stands in a source, as UTF-8; None where what was learned does not fit
        it."""


@dataclass(frozen=True)
class Wrapper:
    """What was learned of a site."""

    method: str
    body: Body
    #: The host that the pages are of; empty where that is not known.
    site: str = ""
    #: When it was learned; who learns says so.
    made: str = ""
    #: What was not learned, in words; no part of the file.
    notes: tuple[str, ...] = field(default=(), compare=False)

    def content(self, page: Page) -> Choice:
        """The content of a page.

        Raises:
            WrapperError: what was learned does not fit the page.
        """
        return self._fitting(self.body.content(page))

    def fits(self, page: Page) -> bool:
        """Whether what was learned fits a page."""
        return self.body.content(page) is not None

    def fields(self, page: Page) -> Records:
        """The items of a page with their fields: `content`, and what else the method has learned.

        Raises:
            WrapperError: what was learned does not fit the page.
        """
        return self._fitting(self.body.fields(page))

    def cut(self, source: bytes, encoding: str | None = None) -> bytes:
        """The content as it stands in a source, as UTF-8, cut out without a parse.

        Args:
            source: the page.
            encoding: the charset of its HTTP header, where that is known.

        Raises:
            WrapperError: what was learned does not fit the page, or the method has to parse.
        """
        if not isinstance(self.body, CutsBody):
            raise WrapperError(
                f"a wrapper of the method {self.method!r} needs a parsed page: use content(page)"
            )
        return self._fitting(self.body.cut(source, encoding))

    def _fitting(self, found: T | None) -> T:
        if found is None:
            of = f" of {self.site}" if self.site else ""
            raise WrapperError(f"the wrapper{of} ({self.method}) does not fit the page")
        return found

    # ------------------------------------------------------------ as XML

    def xml(self) -> str:
        """The wrapper as it is kept in a file.

        Raises:
            WrapperError: site or day have characters that XML cannot hold.
        """
        if UNWRITABLE.search(self.site + self.made):
            raise WrapperError(f"site={self.site!r}, made={self.made!r}: XML cannot hold that")
        root = ElementTree.Element("wrapper", version=VERSION, method=self.method)
        root.set("site", self.site)
        root.set("made", self.made)
        root.extend(self.body.write())
        ElementTree.indent(root)
        return ElementTree.tostring(root, encoding="unicode") + "\n"

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write it to a file."""
        Path(path).write_text(self.xml(), encoding="utf-8")

    @classmethod
    def read(cls, content: bytes | str, source: str = "a wrapper in memory") -> Wrapper:
        """Read a wrapper; what is not as it should be is an error.

        Args:
            content: the whole file.
            source: what to call it in messages.

        Raises:
            WrapperError: it is no wrapper, of another version, or tampered with.
        """
        try:
            return _read(content)
        except WrapperError as error:
            raise WrapperError(f"{source}: {error}") from None

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Wrapper:
        """Read a wrapper from a file.

        Raises:
            WrapperError: it cannot be read, or is not what it should be.
        """
        try:
            with open(path, "rb") as file:
                return cls.read(file.read(MAX_BYTES + 1), str(path))
        except (OSError, ValueError) as error:
            # A path may hold what no file system takes, and that is a ValueError.
            told = getattr(error, "strerror", None) or error
            raise WrapperError(f"{path}: the wrapper cannot be read: {told}") from None

    def is_of(self, url: str | None) -> bool:
        """Whether a page may be of the wrapper's site; one without a URL may be."""
        host = _host(url or "")
        own = self.site.removeprefix("www.")
        return not host or not own or f".{host}".endswith(f".{own}") or own.endswith(f".{host}")


def check_wrapper(site: Site, result: object) -> Iterator[tuple[str, str]]:
    """Yield each rule that the result of a site method breaks, with what is wrong: it can be read
    again, and answers for the pages that it was learned from."""
    if not isinstance(result, Wrapper):
        yield "result", f"expected a Wrapper, not {type(result).__name__}"
        return
    if Wrapper.read(result.xml()) != result:
        yield "result", "what is read of its file is another wrapper"
    for page in site:
        is_fit, records = result.fits(page), result.body.fields(page)
        if is_fit != (records is not None):
            yield "result", "content and fields do not agree whether it fits"
        if is_fit:
            yield from check_choice(page, result.content(page))
        if records is not None:
            yield from (("result", problem) for problem in check_records(page, records))


class _Builder(ElementTree.TreeBuilder):
    """Builds elements, and takes no document type: entities come by these."""

    def doctype(self, name: str, pubid: str | None, system: str | None) -> None:
        raise WrapperError("it declares a document type, which no wrapper has")


def _read(content: bytes | str) -> Wrapper:
    if len(content) > MAX_BYTES:
        raise WrapperError(f"it has more than {MAX_BYTES} bytes")
    parser = ElementTree.XMLParser(target=_Builder())
    try:
        parser.feed(content)
        root = parser.close()
    except (ElementTree.ParseError, LookupError, ValueError) as error:
        raise WrapperError(f"it is no XML: {error}") from None
    if root.tag != "wrapper":
        raise WrapperError(f"it is no wrapper: its element is {root.tag!r}")
    check(root, _ATTRIBUTES)
    if root.get("version") != VERSION:
        raise WrapperError(
            f"it is of version {root.get('version')!r}, and this pagecore reads {VERSION!r}"
        )
    try:
        method = method_named(root.get("method", ""), "site")
    except BadOption as error:
        raise WrapperError(str(error)) from None
    body: Body = method.body.read(list(root))
    return Wrapper(method.name, body, root.get("site", ""), root.get("made", ""))


def _host(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:
        return ""


def check(element: ElementTree.Element, attributes: Iterable[str]) -> None:
    """Refuse an element that lacks an attribute, has another, or has text of its own."""
    names = list(attributes)
    for name in names:
        if name not in element.attrib:
            raise WrapperError(f"{element.tag!r} lacks the attribute {name!r}")
    for name in element.attrib:
        if name not in names:
            raise WrapperError(f"{element.tag!r} has an unknown attribute {name!r}")
    texts = [element.text, *(child.tail for child in element)]
    if any(text and not text.isspace() for text in texts):
        raise WrapperError(f"{element.tag!r} has text in it, which nothing reads")
