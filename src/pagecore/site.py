"""A site: pages that a site method can iterate as often as it needs to."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from pagecore.errors import BadInput, BadOption, WrapperError, show_value
from pagecore.page import Html, Mask, Page, parse
from pagecore.page.columns import check_mapping, check_numbers
from pagecore.page.core_table import check_text
from pagecore.page.urls import split_url
from pagecore.sources.kinds import check_is_feed, check_is_page
from pagecore.sources.page_openers import SelectedPages, make_opener

if TYPE_CHECKING:
    from pagecore.sources.feed import Feed

#: A function from a page to the mask of its content rows.
Labels: TypeAlias = Callable[[Page], npt.ArrayLike]
#: A function from a page to the values that the user labelled, by the name of their field.
Values: TypeAlias = Callable[[Page], "Mapping[str, str | Sequence[str]] | None"]
#: Names that no field may have, because tables of fields have such columns.
RESERVED_NAMES: Final = ("page", "fallback", "error")
#: Length limit of the name of a field, in characters.
_MAX_NAME: Final = 200
#: Limits of the links of a page whose texts are kept, and of their length in characters.
_MAX_LINKS: Final = 1000
_MAX_LINK_CHARS: Final = 300
#: Stands for the address of a site that is not known; no host has this name.
UNKNOWN_URL: Final = "http://page.invalid/"
#: The types that `Site.of` accepts.
Pages: TypeAlias = (
    "Site | Iterable[Html | Page] | Callable[[], Iterable[Html | Page]] | str | os.PathLike[str]"
)


@dataclass(frozen=True, eq=False)
class Site:
    """The pages of a site, with its feed, labels and host. Use `Site.of`.

    Each iteration parses the pages again, unless they were passed as parsed pages, so that a site
    of any size can be used.
    """

    #: Opens an iteration, starting at the first page.
    open_pages: Callable[[], Iterable[Html | Page]] = field(repr=False)
    #: The feed of the site, as received.
    feed: bytes | None = None
    #: The URL of the feed, to resolve its links; None if it is not known.
    feed_url: str | None = None
    #: A function from a page to the mask of its content rows, if there are labels.
    labels: Callable[[Page], Mask] | None = field(default=None, repr=False)
    #: A function from a page to its known values by field, if there are any.
    values: Callable[[Page], Mapping[str, Sequence[str]]] | None = field(default=None, repr=False)
    #: The host that was passed; None to use that of the pages.
    declared_host: str | None = None
    #: Names of the pages for messages, such as those of their files.
    names: Sequence[str] = field(default=(), repr=False)
    #: The places of the pages in the whole site that they were selected from.
    numbers: tuple[int, ...] | None = field(default=None, repr=False)
    #: The site that the pages were selected from; None if this is the whole site.
    whole: Site | None = field(default=None, repr=False)
    _hosts: dict[str, None] = field(default_factory=dict, repr=False)
    #: The texts of links by URL, once they were read.
    _link_texts: list[dict[str, set[str]]] = field(default_factory=list, repr=False)

    @classmethod
    def of(
        cls,
        pages: Pages,
        *,
        feed: bytes | None = None,
        feed_url: str | None = None,
        labels: Labels | None = None,
        values: Values | None = None,
        host: str | None = None,
        names: Sequence[str] = (),
    ) -> Site:
        """Make a site from pages.

        Args:
            pages: a list of pages, parsed or not; a folder (all `*.html`, `*.htm` and `*.xhtml`
                files, including subfolders, by name); a function that opens an iterator over pages;
                an iterator, which is read once and kept compressed; or a site, whose feed, labels
                and host are replaced by the other arguments. A function may have a method
                `open_some(numbers)`, which opens an iterator over some of the pages; else all are
                opened for each page class.
            feed: the feed of the site, as received.
            feed_url: the URL of the feed, to resolve its links.
            labels: a function from a page to the mask of its content rows.
            values: a function from a page to known values of its fields, such as
                `{"price": "9 €"}`; None or an empty mapping for pages without known values.
            host: the host of the pages; by default that of the first page with a URL.
            names: names of the pages for messages, such as those of their files; by default their
                URLs or numbers.

        Raises:
            BadOption: an argument is not one of these.
            BadInput: the feed is a web page, a PDF or another file type; or, during iteration, the
                folder cannot be read, a page is a PDF or another file type, or the pages cannot be
                iterated twice.
        """
        site = pages if isinstance(pages, Site) else cls(make_opener(pages))
        if feed is not None:
            site = replace(site, feed=_check_feed(feed), feed_url=None)
        if feed_url is not None:
            site = replace(site, feed_url=check_text("feed_url", feed_url))
        if labels is not None:
            if not callable(labels):
                raise BadOption(
                    f"labels={show_value(labels)}: expected a function from a page to a mask"
                )
            site = replace(site, labels=partial(_label_page, labels))
        if values is not None:
            if not callable(values):
                raise BadOption(
                    f"values={show_value(values)}: expected a function from a page to a mapping"
                )
            site = replace(site, values=partial(_read_values, values))
        if host is not None:
            site = replace(site, declared_host=check_text("host", host))
        # A list of names may be filled while the pages are iterated.
        return site if names == () else replace(site, names=names)

    def __iter__(self) -> Iterator[Page]:
        for at, html in enumerate(self.open_pages()):
            if isinstance(html, (bytes, bytearray, memoryview)):
                check_is_page(html, f"{self._name(at, None)}: ")
            page = html if isinstance(html, Page) else parse(html)
            if page.url is not None:
                self._hosts[parse_host(page.url)] = None
            yield page
        # None of the pages has a URL, so nobody needs to look again.
        if not self._hosts:
            self._hosts[""] = None

    def select(self, numbers: Iterable[int]) -> Site:
        """Return the site with some of its pages only, by their places in the iteration. Others
        are not read, unless the pages come from a function that cannot skip pages."""
        chosen = tuple(sorted(numbers))
        selected = SelectedPages(self.open_pages, chosen)
        # The pages of a selection are named like those of the whole site.
        known = self.numbers
        numbers = chosen if known is None else tuple(known[at] for at in chosen)
        return replace(
            self, open_pages=selected, numbers=numbers, whole=self.whole or self, _hosts={}
        )

    def name(self, at: int, page: Page) -> str:
        """Return the name of a page for messages; `at` is its place in the iteration."""
        return self._name(at, page.url)

    def _name(self, at: int, url: str | None) -> str:
        number = at if self.numbers is None else self.numbers[at]
        if number < len(self.names):
            return self.names[number]
        return url or f"page {number + 1}"

    def read_link_texts(self, n_pages: int) -> dict[str, set[str]]:
        """Return the texts of the links on the first pages of the whole site, by their URL. They
        are read once; links of a page to itself do not count.

        Args:
            n_pages: number of pages to read, the first time.
        """
        whole = self.whole or self
        if not whole._link_texts:
            texts: dict[str, set[str]] = {}
            for page in islice(whole, n_pages):
                for link in page.links()[:_MAX_LINKS]:
                    if link.url != page.url and len(link.text) <= _MAX_LINK_CHARS:
                        texts.setdefault(link.url, set()).add(link.text)
            whole._link_texts.append(texts)
        return whole._link_texts[0]

    def read_feed(self) -> Feed:
        """Read the feed of the site. Its warnings also say if it is of another site.

        Relative links are resolved against the URL of the feed, or else against that of the first
        page that has one.

        Raises:
            BadInput: the site has no feed, or the feed cannot be read.
            WrapperError: the feed has no entries.
            NeedsExtra: feedparser is not installed, which reads RSS and Atom.
        """
        # Imported here, because few programs read feeds.
        from pagecore.sources.feed import Feed

        if self.feed is None:
            raise BadInput("the site has no feed: pass it as Site.of(pages, feed=feed)")
        addresses = (page.address for page in self if page.address is not None)
        address = next(addresses, None)
        feed = Feed.read(self.feed, self.feed_url or address)
        is_placed = any(entry.url for entry in feed.entries) or not feed.entries
        if address is None and not is_placed:
            # Relative links of a site whose address is not known: their paths are enough.
            feed = Feed.read(self.feed, UNKNOWN_URL)
        if not feed.entries:
            raise WrapperError("nothing was learned: the feed has no entries")
        warning = feed.check_site(address)
        return feed if warning is None else replace(feed, warnings=(*feed.warnings, warning))

    @property
    def host(self) -> str:
        """The host of the pages; empty if it is unknown."""
        if self.declared_host is not None:
            return self.declared_host
        # Iterates until a page has a URL.
        if not self._hosts:
            next((page for page in self if page.url is not None), None)
        return next(iter(self._hosts), "")

    @property
    def hosts(self) -> tuple[str, ...]:
        """The hosts of the pages that were iterated so far."""
        return tuple(name for name in self._hosts if name)


def _check_feed(feed: object) -> bytes:
    if not isinstance(feed, (bytes, bytearray, memoryview)):
        raise BadOption(f"feed={show_value(feed)}: expected the bytes of a feed")
    check_is_feed(feed, "feed: ")
    return bytes(feed)


def _label_page(labels: Labels, page: Page) -> Mask:
    """Call the labels of a site, and check the mask that they return."""
    return check_numbers("labels", labels(page), len(page)).astype(np.bool_)


def check_values(mapping: object) -> dict[str, tuple[str, ...]]:
    """Check known values of a page, by field; raise `BadInput` if they are invalid."""
    checked = {}
    for name, value in check_mapping("values", mapping).items():
        texts = (value,) if isinstance(value, str) else value
        if not isinstance(texts, (list, tuple)) or not all(isinstance(of, str) for of in texts):
            raise BadInput(
                f"values: {name}={show_value(value)}: expected a text or a list of texts"
            )
        is_name = isinstance(name, str) and 0 < len(name) <= _MAX_NAME and name.isprintable()
        if not is_name or name != name.strip() or "," in name or name in RESERVED_NAMES:
            raise BadInput(
                f"values: {show_value(name)}: expected the name of a field: 1 to {_MAX_NAME} "
                f"printable characters without a comma, and not {' or '.join(RESERVED_NAMES)}"
            )
        checked[name] = tuple(texts)
    return checked


def _read_values(values: Values, page: Page) -> dict[str, tuple[str, ...]]:
    """Call the values of a site, and check the mapping that they return."""
    mapping = values(page)
    return {} if mapping is None else check_values(mapping)


def parse_host(url: str) -> str:
    """Return the host of a URL; empty if it has none."""
    return split_url(url).hostname or ""
