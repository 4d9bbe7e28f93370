"""Wrappers: rules that a method learned from a site, stored as XML and validated before use.

    <wrapper version="1" method="hybrid" site="courier.example" date="2026-11-15">
      ... the rules of the method ...
    </wrapper>

The envelope is the same for all methods. The method defines the body, and is registered with the
class that reads it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Protocol, TypeVar
from xml.etree import ElementTree

from pagecore.choice import Choice, check_choice
from pagecore.errors import BadInput, BadOption, PagecoreError, WrapperError, show_value
from pagecore.fit import Fit
from pagecore.page import Page, expect_page
from pagecore.page.core_table import check_text
from pagecore.records import Records, check_records
from pagecore.registry import find_method
from pagecore.site import Site, parse_host

VERSION: Final = "1"
#: Size limit of a wrapper file.
MAX_BYTES: Final = 4 << 20

T = TypeVar("T")

_ATTRIBUTES: Final = ("version", "method", "site", "date")


class Body(Protocol):
    """The body of a wrapper: the rules that a method learned.

    The class of a method's body also has a class method `read`, which takes the elements that
    `write` returns, and raises `WrapperError` if they are invalid.

    A body that can cut the content out of a source without parsing it also has a method `cut`. It
    takes the source and its encoding or None, and returns the source of the content as UTF-8, or
    None if the rules do not fit the page. One that can cut it out of the source of a parsed page
    also has a method `cut_page`, which takes a page, and returns the same. One that weighs the
    words of a page also has a method `weights`, which takes a page, and returns the weight of each
    word, or None.

    A body with fields other than the content also has the names of its `columns`, and a method
    `describe_columns` that returns what each was recognised by.

    A body that can hold less also has a method `shorten`. It takes a share, from 0 to 1, and
    returns a body with about this share of the rules, the most frequent. A body whose rules are
    sums over pages also has a method `add_pages`, which takes a site of pages that the rules fit,
    and returns a body with these pages.
    """

    def write(self) -> Iterable[ElementTree.Element]:
        """Return the elements that `read` reads."""

    def fit(self, page: Page) -> Fit:
        """Return how well the rules fit a page."""

    def content(self, page: Page) -> Choice | None:
        """Choose the content of a page; None if the rules do not fit the page."""

    def fields(self, page: Page) -> Records | None:
        """Return the items of a page with their fields; None if the rules do not fit the page."""


@dataclass(frozen=True)
class Wrapper:
    """Rules learned from the pages of a site, which locate the content of other pages."""

    #: The name of the site method.
    method: str
    body: Body
    #: The host of the pages; empty if it is unknown.
    site: str = ""
    #: The date of learning, as passed to `learn`.
    date: str = ""
    #: Remarks on pages that yielded no rule; not stored in the file.
    notes: tuple[str, ...] = field(default=(), compare=False)
    #: The names of the pages of each page class, in the order of the notes; those that were learned
    #: from, or added by an update. Not stored in the file.
    page_names: tuple[tuple[str, ...], ...] = field(default=(), compare=False, repr=False)

    def __post_init__(self) -> None:
        """Check the types; the body is the method's own."""
        for name in ("method", "site", "date"):
            value = getattr(self, name)
            if not isinstance(value, str):
                raise BadInput(f"{name}={show_value(value)}: expected a text")

    def content(self, page: Page) -> Choice:
        """Choose the content of a page.

        Raises:
            WrapperError: the wrapper does not fit the page.
        """
        return self._expect_fit(self.body.content(expect_page("Wrapper.content", page)), page)

    def fits(self, page: Page) -> Fit:
        """Return how well the wrapper fits a page: a score and a reason; false if it does not."""
        return self.body.fit(expect_page("Wrapper.fits", page))

    def fields(self, page: Page) -> Records:
        """Return the items of a page with their fields: `content`, and those of the method.

        Raises:
            WrapperError: the wrapper does not fit the page.
        """
        return self._expect_fit(self.body.fields(expect_page("Wrapper.fields", page)), page)

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the fields that were learned; empty if only the content was."""
        return tuple(getattr(self.body, "columns", ()))

    def cut(self, source: bytes, encoding: str | None = None) -> bytes:
        """Cut the content out of a source without parsing it; returns UTF-8.

        Args:
            source: the page.
            encoding: the charset of the HTTP header, if it is known.

        Raises:
            WrapperError: the wrapper does not fit the page, or its method needs a parsed page.
        """
        # A test with `isinstance` for a protocol would take half as long as the cut.
        cut: Callable[[bytes, str | None], bytes | None] | None = getattr(self.body, "cut", None)
        if cut is None:
            raise WrapperError(
                f"a wrapper of the method {self.method!r} needs a parsed page: use content(page)"
            )
        if not isinstance(source, (bytes, bytearray, memoryview)):
            raise BadInput(f"Wrapper.cut takes the bytes of a page, not {type(source).__name__}")
        if encoding is not None:
            check_text("encoding", encoding)
        return self._expect_fit(cut(bytes(source), encoding))

    def cut_page(self, page: Page) -> bytes:
        """Cut the content out of the source of a parsed page; returns UTF-8.

        Raises:
            WrapperError: the wrapper does not fit the page, or its method has no pieces of the
                source.
        """
        cut: Callable[[Page], bytes | None] | None = getattr(self.body, "cut_page", None)
        if cut is None:
            raise WrapperError(
                f"a wrapper of the method {self.method!r} has no pieces of the source: use "
                "content(page)"
            )
        return self._expect_fit(cut(expect_page("Wrapper.cut_page", page)), page)

    def weights(self, page: Page) -> dict[str, float]:
        """Return the weight of each word of a page, the highest first, if the method weighs words.

        Raises:
            WrapperError: the wrapper does not fit the page, or its method weighs no words.
        """
        weigh: Callable[[Page], dict[str, float] | None] | None
        weigh = getattr(self.body, "weights", None)
        if weigh is None:
            raise WrapperError(
                f"a wrapper of the method {self.method!r} weighs no words; learn one with the "
                "method 'cst'"
            )
        return self._expect_fit(weigh(expect_page("Wrapper.weights", page)), page)

    def _expect_fit(self, result: T | None, page: Page | None = None) -> T:
        """Return the result of the body, or raise `WrapperError` if there is none."""
        if result is None:
            site = f" of {self.site}" if self.site else ""
            reason = "" if page is None else f": {self.body.fit(page).reason}"
            raise WrapperError(
                f"the wrapper{site} ({self.method}) does not fit the page{reason}; learn it again "
                "if it fits few pages"
            )
        return result

    # ------------------------------------------------------------ as XML

    def xml(self) -> str:
        """Return the content of the wrapper's file.

        Raises:
            WrapperError: the wrapper contains characters that XML does not allow, or is larger
                than a file may be.
        """
        from pagecore.store.xml_elements import UNWRITABLE

        if UNWRITABLE.search(self.site + self.date):
            raise WrapperError(
                f"site={show_value(self.site)}, date={show_value(self.date)}: expected characters "
                "that XML allows"
            )
        root = ElementTree.Element("wrapper", version=VERSION, method=self.method)
        root.set("site", self.site)
        root.set("date", self.date)
        root.extend(self.body.write())
        ElementTree.indent(root)
        xml = ElementTree.tostring(root, encoding="unicode") + "\n"
        if unwritable := UNWRITABLE.search(xml):
            around = xml[max(0, unwritable.start() - 40) : unwritable.end() + 20]
            raise WrapperError(
                f"the wrapper contains {show_value(around)}: expected characters that XML allows"
            )
        if (n_bytes := len(xml.encode())) > MAX_BYTES:
            raise WrapperError(
                f"the wrapper has {n_bytes} bytes, but its file may have {MAX_BYTES}; learn it "
                "from pages of one template"
            )
        return xml

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the wrapper to a file, as a whole; an existing file is replaced.

        Raises:
            WrapperError: the file cannot be written.
        """
        # Imported here, because few programs write wrappers.
        from pagecore.store import write_file

        try:
            write_file(Path(path), self.xml())
        except (PagecoreError, TypeError) as error:
            raise WrapperError(
                f"{show_value(path, 200)}: the wrapper cannot be written: {error}"
            ) from None

    @classmethod
    def read(cls, content: bytes | str, source: str = "a wrapper in memory") -> Wrapper:
        """Read and validate a wrapper.

        Args:
            content: the content of its file.
            source: the name of the wrapper in messages.

        Raises:
            WrapperError: the content is not a valid wrapper of this version.
        """
        try:
            return _read(content)
        except WrapperError as error:
            raise WrapperError(f"{source}: {error}") from None

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Wrapper:
        """Read a wrapper from a file.

        Raises:
            WrapperError: the file cannot be read, or is not a valid wrapper.
        """
        if not isinstance(path, (str, os.PathLike)):
            raise WrapperError(
                f"wrapper={show_value(path)}: expected a Wrapper, or the path of its file"
            )
        try:
            with open(path, "rb") as file:
                return cls.read(file.read(MAX_BYTES + 1), str(path))
        except (OSError, ValueError) as error:
            # A path with characters that no file system allows is a ValueError.
            reason = getattr(error, "strerror", None) or error
            raise WrapperError(f"{path}: the wrapper cannot be read: {reason}") from None

    def matches_site(self, url: str | None) -> bool:
        """Whether a page may belong to the wrapper's site; True for a page without a URL."""
        host = "" if url is None else parse_host(check_text("url", url)).removeprefix("www.")
        own = self.site.removeprefix("www.")
        return not host or not own or f".{host}".endswith(f".{own}") or own.endswith(f".{host}")


def check_wrapper(site: Site, result: object) -> Iterator[tuple[str, str]]:
    """Check the result of a site method; yield each broken rule with a description.

    The wrapper must survive writing and reading, and work on the pages that it was learned from.
    """
    if not isinstance(result, Wrapper):
        yield "result", f"expected a Wrapper, not {type(result).__name__}"
        return
    if Wrapper.read(result.xml()) != result:
        yield "result", "the wrapper differs after writing and reading"
    for page in site:
        is_fit, records = bool(result.fits(page)), result.body.fields(page)
        if is_fit != (records is not None):
            yield "result", "content and fields disagree whether the wrapper fits"
        if is_fit:
            yield from check_choice(page, result.content(page))
        if records is not None:
            yield from (("result", problem) for problem in check_records(page, records))


class _Builder(ElementTree.TreeBuilder):
    """Builds elements, and refuses document types, which could define entities."""

    def doctype(self, name: str, pubid: str | None, system: str | None) -> None:
        raise WrapperError(
            "not a wrapper: document types are not allowed; expected a file that "
            "`pagecore learn` wrote"
        )


def _read(content: bytes | str) -> Wrapper:
    if not isinstance(content, (bytes, str)):
        raise WrapperError(f"expected bytes or str, not {type(content).__name__}")
    if len(content) > MAX_BYTES:
        raise WrapperError(f"not a wrapper: the file is larger than {MAX_BYTES} bytes")
    # Imported here, as below, because few programs read wrappers.
    from pagecore.store.xml_elements import check_element

    parser = ElementTree.XMLParser(target=_Builder())
    try:
        parser.feed(content)
        root = parser.close()
    except (ElementTree.ParseError, LookupError, ValueError) as error:
        raise WrapperError(f"not a wrapper: invalid XML: {str(error)[:200]}") from None
    if root.tag != "wrapper":
        raise WrapperError(
            f"not a wrapper: the root element is {show_value(root.tag)}; expected a file that "
            "`pagecore learn` wrote"
        )
    check_element(root, _ATTRIBUTES)
    if root.get("version") != VERSION:
        raise WrapperError(
            f"the wrapper has version {show_value(root.get('version'))}, but this version of "
            f"pagecore reads {VERSION!r}; learn it again"
        )
    try:
        method = find_method(root.get("method", ""), "site")
    except BadOption as error:
        raise WrapperError(str(error)) from None
    elements = list(root)
    if len(elements) == 1 and elements[0].tag == "classes":
        from pagecore.classes.body import ClassedBody

        body: Body = ClassedBody.read(elements[0], method.body.read)
    else:
        body = method.body.read(elements)
    return Wrapper(method.name, body, root.get("site", ""), root.get("date", ""))
