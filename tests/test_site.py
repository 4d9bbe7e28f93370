"""A site: the same pages as often as one goes through them, whatever they were given as."""

from __future__ import annotations

import itertools
import pickle
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pagecore import Page, Site, learn, method, parse
from pagecore.errors import BadInput, BadOption, WrapperError

HTML = ["<p>one", "<p>two", "<p>three"]


def texts(site: Site) -> list[str]:
    return [page.text() for page in site]


def opened() -> Iterator[bytes]:
    """Opens the pages anew."""
    return (html.encode() for html in HTML)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "below").mkdir()
    for name, html in zip(("a.html", "below/b.HTM", "c.xhtml"), HTML, strict=True):
        (tmp_path / name).write_text(html, "utf-8")
    (tmp_path / "notes.txt").write_text("<p>four", "utf-8")
    return tmp_path


GIVEN: dict[str, Callable[[Path], Any]] = {
    "a list": lambda _: HTML,
    "a tuple of pages": lambda _: tuple(map(parse, HTML)),
    "a folder": lambda path: path,
    "the name of a folder": str,
    "a function that opens an iterator": lambda _: opened,
    "an iterator": lambda _: iter(HTML),
    "an iterator of other bytes": lambda _: map(memoryview, opened()),
    "a site": lambda _: Site.of(iter(HTML)),
}


@pytest.mark.parametrize("value", GIVEN)
def test_pages_can_be_gone_through_more_than_once(value: str, folder: Path) -> None:
    site = Site.of(GIVEN[value](folder))
    assert texts(site) == texts(site) == ["one", "two", "three"]
    # Two that go through it do not disturb each other, and one may stop.
    pairs = [(a.text(), b.text()) for a, b in itertools.product(site, site)]
    assert len(pairs) == 9
    assert next(iter(site)).text() == "one"
    copy = pickle.loads(pickle.dumps(site))
    assert texts(copy) == ["one", "two", "three"]


def test_iterator_is_read_once_and_no_further_than_asked() -> None:
    read: list[str] = []

    def pages() -> Iterator[str]:
        for html in HTML:
            read.append(html)
            yield html

    site = Site.of(pages())
    assert read == []
    assert next(iter(site)).text() == "one"
    assert read == HTML[:1]
    assert texts(site) == texts(site)
    assert read == HTML


def test_iterator_is_kept_compressed() -> None:
    page = parse("<p>" + "word " * 100_000)
    site = Site.of(iter([page] * 3))
    assert [len(page.text()) for page in site] == [500_000] * 3
    assert len(pickle.dumps(site.open_pages._packed)) < 10_000  # type: ignore[attr-defined]  # A private attribute of the subclass.


@pytest.mark.parametrize("pages", ["<p>one", b"<p>one", parse("<p>one"), None, 3])
def test_one_page_is_not_a_site(pages: Any) -> None:
    with pytest.raises(BadOption, match="expected a folder, a list of pages"):
        Site.of(pages)


def test_misspelt_folder_is_named() -> None:
    with pytest.raises(
        BadOption, match=r"^pages='articels/': there is no such folder; expected a "
    ):
        Site.of("articels/")
    with pytest.raises(BadOption, match=r"^pages is a single page: expected a folder, a list"):
        Site.of("<p>articels/")


def test_folder_without_pages(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no pages in this folder"):
        list(Site.of(tmp_path))
    with pytest.raises(BadInput, match="nowhere"):
        list(Site.of(tmp_path / "nowhere"))


def test_page_that_is_none() -> None:
    with pytest.raises(BadInput, match="bytes or str, not NoneType"):
        list(Site.of([None]))  # type: ignore[list-item]  # That is what is tested.


class Shared:
    """Pages that can be iterated once, because each iteration continues the same iterator."""

    def __init__(self) -> None:
        self.pages = opened()

    def __iter__(self) -> Iterator[bytes]:
        return self.pages


class Reopened:
    """Pages that are no list, but can be iterated again."""

    def __iter__(self) -> Iterator[bytes]:
        return opened()


@pytest.mark.parametrize("kind", ["an iterable", "a function", "a function of parts"])
def test_pages_that_end_after_one_iteration_are_refused(kind: str) -> None:
    shared = opened()
    pages: Any = {
        "an iterable": Shared(),
        "a function": lambda: shared,
        "a function of parts": lambda: map(bytes, shared),
    }[kind]
    site = Site.of(pages)
    assert texts(site) == ["one", "two", "three"]
    with pytest.raises(BadInput, match="pass a list, an iterator, or a function that opens a new"):
        texts(site)


def test_other_iterables_are_opened_again() -> None:
    site = Site.of(Reopened())
    assert texts(site) == texts(site) == ["one", "two", "three"]
    assert texts(pickle.loads(pickle.dumps(site))) == ["one", "two", "three"]
    # A site without pages is not one whose pages are gone.
    empty: Site = Site.of(lambda: iter(()))
    assert texts(empty) == texts(empty) == []


def test_list_is_copied() -> None:
    pages = list(HTML)
    site = Site.of(pages)
    pages.clear()
    assert texts(site) == ["one", "two", "three"]


@pytest.mark.parametrize("convert", [bytes, bytearray, memoryview])
def test_other_file_types_are_refused(convert: Callable[[bytes], Any]) -> None:
    pages: list[Any] = [b"<p>one", convert(b"%PDF-1.7 ...")]
    with pytest.raises(BadInput, match="page 2: this is a PDF, not an HTML page"):
        list(Site.of(pages))
    with pytest.raises(BadInput, match=r"two\.html: this is a PDF, not an HTML page"):
        learn(pages, names=["one.html", "two.html"])


# ---------------------------------------------------------------- what is known about it


def test_host_is_that_of_the_first_page_with_a_url() -> None:
    pages = [parse(HTML[0]), *(parse(HTML[1], url=f"https://{host}.example/") for host in "ab")]
    site = Site.of(pages)
    assert site.host == "a.example"
    # Of the pages after it nothing is known yet.
    assert list(site.hosts) == ["a.example"]
    assert len(list(site)) == 3
    assert list(site.hosts) == ["a.example", "b.example"]
    assert Site.of(pages, host="c.example").host == "c.example"
    assert Site.of(HTML).host == ""
    assert Site.of([parse("", url="http://[")]).host == ""
    assert Site.of([parse("", url="about:blank")]).host == ""


def test_pages_are_read_for_the_host_once() -> None:
    opened: list[int] = []

    def open_pages() -> list[Page]:
        opened.append(1)
        return [parse(HTML[0], url="https://a.example/")]

    site = Site.of(open_pages)
    assert (site.host, site.host) == ("a.example", "a.example")
    assert len(opened) == 1


def test_labels_have_a_value_for_every_row() -> None:
    site = Site.of(HTML, labels=lambda page: page.is_tag("p"))
    assert site.labels is not None
    assert [site.labels(page).sum() for page in site] == [1, 1, 1]
    wrong = Site.of(HTML, labels=lambda page: np.ones(2)).labels
    assert wrong is not None
    with pytest.raises(BadInput, match=r"labels has the shape \(2,\)"):
        wrong(parse(HTML[0]))


def test_site_keeps_what_is_not_given_anew() -> None:
    site = Site.of(HTML, feed=b"<rss/>", host="a.example")
    again = Site.of(site, host="b.example")
    assert (again.feed, again.host, site.host) == (b"<rss/>", "b.example", "a.example")


def test_the_feed_is_read_with_its_url() -> None:
    pytest.importorskip("feedparser")
    rss = b'<rss version="2.0"><channel><item><link>x</link></item></channel></rss>'
    pages = [parse(HTML[0], url="https://a.example/")]
    site = Site.of(pages, feed=rss, feed_url="https://a.example/b/feed.xml")
    feed = site.read_feed()
    assert [entry.url for entry in feed.entries] == ["https://a.example/b/x"]
    assert feed.warnings == ()
    # Another feed has another URL.
    assert Site.of(site, feed=rss).feed_url is None
    other = Site.of(pages, feed=rss, feed_url="https://b.example/feed.xml").read_feed()
    assert [warning.code for warning in other.warnings] == ["feed-of-another-site"]


def test_a_site_without_a_feed_or_with_an_empty_one() -> None:
    with pytest.raises(BadInput, match=r"the site has no feed: pass it as Site\.of"):
        Site.of(HTML).read_feed()
    pytest.importorskip("feedparser")
    empty = b'<rss version="2.0"><channel><title>T</title></channel></rss>'
    with pytest.raises(WrapperError, match="the feed has no entries"):
        Site.of(HTML, feed=empty).read_feed()


# ---------------------------------------------------------------- learn


def test_method_may_go_through_the_pages_twice(own_registry: object) -> None:
    passes: list[list[str]] = []

    @method("twice", paper="Example 2009", family="site", body=object)
    def twice(site: Site) -> Any:
        """Learn nothing."""
        passes.append(texts(site))
        passes.append(texts(site))
        raise NotImplementedError

    with pytest.raises(NotImplementedError):
        learn(iter(HTML), method="twice")
    assert passes == [["one", "two", "three"]] * 2


def test_what_is_given_to_learn_reaches_the_method(own_registry: object) -> None:
    sites: list[Site] = []

    @method("seen", paper="Example 2009", family="site", needs=("feed",), body=object)
    def seen(site: Site) -> Any:
        """Learn nothing."""
        sites.append(site)
        raise NotImplementedError

    def label(page: Page) -> Any:
        return page.is_tag("p")

    with pytest.raises(NotImplementedError):
        learn(HTML, method="seen", labels=label, host="a.example", feed=b"<rss/>")
    (site,) = sites
    assert (site.host, site.feed) == ("a.example", b"<rss/>")
    assert site.labels is not None
    with pytest.raises(BadInput, match="'seen' needs a feed"):
        learn(HTML, method="seen")


def test_a_selection_of_a_selection_has_the_names_and_hosts_of_its_pages() -> None:
    urls = [f"https://{name}.example/" for name in "abcd"]
    site = Site.of([parse("<p>x", url=url) for url in urls], names=list("ABCD"))
    assert len(list(site)) == 4
    part = site.select([1, 2, 3]).select([0, 2])
    pages = list(part)
    assert [part.name(at, page) for at, page in enumerate(pages)] == ["B", "D"]
    assert part.hosts == ("b.example", "d.example")
    assert len(site.hosts) == 4


def test_pages_without_a_url_are_looked_through_once() -> None:
    n_opened = 0

    def open_pages() -> list[str]:
        nonlocal n_opened
        n_opened += 1
        return HTML

    site = Site.of(open_pages)
    assert len(list(site)) == len(HTML)
    assert (site.host, site.hosts, n_opened) == ("", (), 1)
    # Without an iteration before, that takes one.
    assert (Site.of(open_pages).host, n_opened) == ("", 2)
