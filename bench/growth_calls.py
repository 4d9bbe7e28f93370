"""The calls whose growth is measured: every verb, writer, option, step and method once, pairs of
writers and methods, explanations, and what reads the links of a page.

What a call works on is prepared outside of the clock. Each call gets a page of its own, so that it
pays for the lazy columns that it uses.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from types import MappingProxyType
from typing import Any

import numpy as np

import pagecore
from pagecore import Choice, Document, Page, Wrapper
from pagecore.choice import Part
from pagecore.errors import WrapperError
from pagecore.explain.explanation import Explanation, render_table
from pagecore.page.images import find_images
from pagecore.pagination.next_page import find_next_page
from pagecore.pagination.page_links import find_page_links
from pagecore.pagination.same_article import PageLink, find_difference
from pagecore.registry import LISTING, PAGE, SEGMENT, SITE, THREAD, Method, list_methods
from pagecore.steps.pipeline import STEPS
from pagecore.write.chunks import write_chunk_lines

URL = "https://a.example/article/page/1"
#: The methods whose choices are written, besides the default.
WRITTEN_METHODS = ("cetr", "econ")
#: The depth to which pages are parsed whose writers are measured, the most that there can be.
MAX_DEPTH = 65_536
#: The same for the writers whose output has the path of each block, which is as long as it is deep.
USUAL_DEPTH = 512
#: Options of `parse`; limits are low, so that most of a page is left out.
PARSE_OPTIONS = {
    "url": URL,
    "encoding": "windows-1251",
    "fragment": "div",
    "max_bytes": 10_000,
    "max_rows": 1000,
    "max_attribute": 100,
    "max_depth": 50,
    "max_formatting": 5,
}


class Subject:
    """A page of a shape in one size, and what the calls need of it."""

    def __init__(self, source: bytes) -> None:
        """Keep the source; everything else is made when it is asked for."""
        self.source = source
        self._documents: dict[str, Document] = {}

    @cached_property
    def _parsed(self) -> Page:
        return pagecore.parse(self.source, url=URL)

    def parse(self) -> Page:
        """Return the page without any column that was read before."""
        page = self._parsed
        return Page(page._table, page.url, page._options)

    def extract(self, method: str) -> Document:
        """Return the document of a method, on a page of its own."""
        document = self._documents.get(method)
        if document is None:
            document = pagecore.extract(self._parsed, method=method)
            self._documents[method] = document
        parts = [
            Part(Page(page._table, page.url, page._options, origin=page.origin), choice)
            for page, choice in document.parts
        ]
        return Document(parts, document.method, document.options, document.steps)

    def choose_all(self, max_depth: int) -> Document:
        """Return a document of everything that is visible, parsed to a depth."""
        page = pagecore.parse(self.source, url=URL, max_depth=max_depth)
        return Document([Part(page, Choice.of(page, page.visible))], "all")

    @cached_property
    def explanation(self) -> Explanation:
        """The explanation of the default method; it computes nothing but what it writes."""
        return self.extract(PAGE.default).explain()


@dataclass(frozen=True)
class Call:
    """A name, what is prepared of a subject, and what is measured."""

    name: str
    prepare: Callable[[Subject], Any]
    run: Callable[[Any], object]


def list_calls() -> list[Call]:
    """Return the calls that are measured on every shape at every size."""
    return [
        Call("parse", _get_source, pagecore.parse),
        Call("extract", _get_source, pagecore.extract),
        *_list_method_calls(),
        *_list_writer_calls(),
        *_list_explain_calls(),
        *_list_page_calls(),
        *_list_wrapper_calls(),
    ]


def list_variants() -> list[Call]:
    """Return calls that do the work of others in part, or on fewer rows: single options and steps,
    and the writers for other methods."""
    return [*_list_option_calls(), *_list_pairs()]


def list_writers_of_all() -> list[Call]:
    """Return the writers, for documents in which everything is chosen."""
    deep: list[tuple[str, Callable[[Document], str]]] = [
        ("markdown", Document.markdown),
        ("html", Document.html),
        ("xml", Document.xml),
    ]
    shallow: list[tuple[str, Callable[[Document], str]]] = [
        ("text", lambda document: document.to_text(images=True, links=True)),
        ("json", Document.json),
        ("chunks", lambda document: write_chunk_lines(document.chunks(50, overlap=20), URL)),
    ]
    return [
        Call(f"{name} of all", partial(Subject.choose_all, max_depth=depth), write)
        for depth, writers in ((MAX_DEPTH, deep), (USUAL_DEPTH, shallow))
        for name, write in writers
    ]


def _get_source(subject: Subject) -> bytes:
    return subject.source


def _list_method_calls() -> list[Call]:
    """Return each method that needs nothing but pages."""
    return [
        Call(
            f"{_get_verb(method).__name__} {method.full_name}",
            partial(_make_subject, method),
            partial(_run_method, method),
        )
        for method in list_methods()
        if not method.needs
    ]


def _get_verb(method: Method) -> Callable[..., object]:
    """Return the verb that runs a method alone: `content` does not read metadata, as `extract`."""
    return pagecore.content if method.family is PAGE else method.family.verbs[0]


def _make_subject(method: Method, subject: Subject) -> object:
    return method.family.make_subject(subject.parse())


def _run_method(method: Method, subject: Any) -> object:
    options = {"steps": ()} if method.family is PAGE else {}
    # A page may have nothing to learn from; what it took to see that counts.
    with contextlib.suppress(*method.family.may_raise):
        return _get_verb(method)(subject, method=method.name, **options)
    return None


def _list_option_calls() -> list[Call]:
    parsed: list[dict[str, Any]] = [{name: value} for name, value in PARSE_OPTIONS.items()]
    extracted: list[dict[str, Any]] = [{"comments": True}, {"comments": False}, {"quotes": True}]
    extracted += [{"steps": (step.name,), "method": "econ"} for step in STEPS]
    calls = [
        *(_call_with_options(pagecore.parse, _get_source, options) for options in parsed),
        *(_call_with_options(pagecore.extract, Subject.parse, options) for options in extracted),
    ]
    pages = Call(
        "extract pages=",
        lambda subject: (subject.parse(), subject.parse()),
        lambda pages: pagecore.extract(pages[0], pages=[pages[1]]),
    )
    site = Call(
        "extract site=",
        lambda subject: subject.parse(),
        lambda page: pagecore.extract(page, site=[page] * 3),
    )
    return [*calls, pages, site]


def _call_with_options(
    verb: Callable[..., object], prepare: Callable[[Subject], Any], options: dict[str, Any]
) -> Call:
    named = " ".join(f"{name}={value}" for name, value in options.items())
    return Call(f"{verb.__name__} {named}", prepare, partial(verb, **options))


#: The writers, some with options that add to the output.
WRITERS: Mapping[str, Callable[[Document], object]] = MappingProxyType(
    {
        "text": lambda document: document.text,
        "text with title": lambda document: document.to_text(title=True),
        "text with images, links": lambda document: document.to_text(images=True, links=True),
        "text without tables": lambda document: document.to_text(tables=False),
        "markdown": Document.markdown,
        "html": Document.html,
        "json": Document.json,
        "to_dict": Document.to_dict,
        "xml": Document.xml,
        "chunks": lambda document: write_chunk_lines(document.chunks(), URL),
        "chunks of few words with overlap": lambda document: write_chunk_lines(
            document.chunks(20, overlap=10), URL
        ),
    }
)


def _list_writer_calls() -> list[Call]:
    calls = _write_by(PAGE.default)
    calls += [
        Call(name, partial(_extract_by, PAGE.default), write)
        for name, write in (
            ("markdown with front_matter", lambda document: document.markdown(front_matter=True)),
            ("json with fields", lambda document: document.json(fields=["title", "markdown"])),
        )
    ]
    metadata = Call("metadata", partial(_extract_by, "econ"), lambda document: document.metadata)
    language = Call("language", partial(_extract_by, "econ"), lambda document: document.language)
    return [*calls, metadata, language]


def _write_by(method: str) -> list[Call]:
    return [
        Call(f"{name} of {method}", partial(_extract_by, method), write)
        for name, write in WRITERS.items()
    ]


def _list_pairs() -> list[Call]:
    """Return pairs of writers and methods, and the writers without what can be left out."""
    bare: dict[str, Any] = {"title": False, "tables": False, "images": False, "links": False}
    unmarked: dict[str, Any] = {"tables": False, "images": False, "links": False}
    writers: dict[str, Callable[[Document], object]] = {
        "markdown without title, tables, images, links": lambda written: written.markdown(**bare),
        "html without title, tables, images, links": lambda written: written.html(**bare),
        "json without title, tables, images, links": lambda written: written.json(**bare),
        "to_dict without title, tables, images, links": lambda written: written.to_dict(**bare),
        "xml without title, tables, images, links": lambda written: written.xml(**bare),
        "json with readings": lambda written: written.json(readings=True),
        "chunks with readings": lambda written: write_chunk_lines(
            written.chunks(readings=True), URL
        ),
        "chunks without tables, images, links": lambda written: write_chunk_lines(
            written.chunks(**unmarked), URL
        ),
    }
    return [
        *(call for method in WRITTEN_METHODS for call in _write_by(method)),
        *(Call(name, partial(_extract_by, PAGE.default), write) for name, write in writers.items()),
    ]


def _extract_by(method: str, subject: Subject) -> Document:
    return subject.extract(method)


def _list_explain_calls() -> list[Call]:
    def explain(subject: Subject) -> Any:
        return subject.explanation

    def draw(family: Any, subject: Subject) -> Any:
        page = subject.parse()
        result = family.verbs[0](page)
        return family.explain(page, result, family.default)

    segments, posts = partial(draw, SEGMENT), partial(draw, THREAD)
    return [
        Call("explain", partial(_extract_by, PAGE.default), Document.explain),
        Call("explain of econ", partial(_extract_by, "econ"), Document.explain),
        Call("explain as table", explain, lambda shown: render_table(shown.table())),
        Call("explain as json", explain, lambda shown: shown.json()),
        Call("explain as html", explain, lambda shown: shown.html()),
        Call("explain segments", Subject.parse, lambda page: _explain(SEGMENT, page)),
        Call("explain posts", Subject.parse, lambda page: _explain(THREAD, page)),
        Call("explain items", Subject.parse, lambda page: _explain(LISTING, page)),
        Call("segments as table", segments, lambda shown: render_table(shown.table())),
        Call("segments as html", segments, lambda shown: shown.html()),
        Call("posts as json", posts, lambda shown: shown.json_lines(page=URL)),
        Call("posts as html", posts, lambda shown: shown.html()),
    ]


def _explain(family: Any, page: Page) -> object:
    return family.explain(page, family.verbs[0](page), family.default)


def _list_page_calls() -> list[Call]:
    """Return what reads links, images, paths and pages inside."""
    return [
        Call("links", Subject.parse, Page.links),
        Call("images", Subject.parse, find_images),
        Call("xpaths", Subject.parse, lambda page: "".join(page.xpaths(range(len(page))))),
        Call("next page", Subject.parse, find_next_page),
        Call("page links", Subject.parse, lambda page: find_page_links(page, URL)),
        Call("same article", Subject.parse, _compare_pages),
        Call("inner pages", Subject.parse, _read_inner_pages),
    ]


def _compare_pages(page: Page) -> str:
    return find_difference(page, pagecore.parse(b"<title>word 3</title>"), PageLink(2, "2"))


def _read_inner_pages(page: Page) -> list[Page | None]:
    carriers = np.flatnonzero(page.is_tag("script", "iframe"))[:1].tolist()
    return [page.embedded_page(row) for row in carriers]


def _list_wrapper_calls() -> list[Call]:
    wrapper = _learn_wrapper()

    def apply(page: Page, **options: Any) -> str:
        return pagecore.apply(wrapper, page, **options).text

    return [
        Call("apply", Subject.parse, apply),
        _call_with_options(apply, Subject.parse, {"comments": True}),
        _call_with_options(apply, Subject.parse, {"steps": ()}),
        _call_with_options(apply, Subject.parse, {"quotes": True}),
        Call(
            "explain wrapper",
            Subject.parse,
            lambda page: SITE.explain(page, wrapper, wrapper.method),
        ),
        Call("cut", _get_source, partial(_cut, wrapper)),
    ]


def _learn_wrapper() -> Wrapper:
    """Learn a wrapper for pages whose content has a class that posts of some shapes have too."""
    page = (
        b'<ul><li>Home</ul><div class="post">' + b"<p>A long paragraph of a text. " * 20 + b"</div>"
    )
    return pagecore.learn([page] * 3, method=SITE.default)


def _cut(wrapper: Wrapper, source: bytes) -> object:
    with contextlib.suppress(WrapperError):
        return wrapper.cut(source)
    return None
