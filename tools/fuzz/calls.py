"""Calls of the package on a fuzzed page: every verb, writer, method and option, by the registry.

Each call yields all that it got, and raises `InvalidOutputError` if a result is not what the
documents promise. Options are drawn with the random generator of the case, so that a case gives the
same calls every time.
"""

from __future__ import annotations

import json
import math
import pickle
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from html import escape
from itertools import zip_longest
from random import Random
from typing import Any, Final, TypeAlias, overload
from xml.etree import ElementTree

import numpy as np

import pagecore
from pagecore import errors
from pagecore.batch.record import process_source
from pagecore.batch.tasks import FORMATS, ExtractTask
from pagecore.document import Document
from pagecore.explain.drawn_segments import draw_segments
from pagecore.explain.explanation import FILTERS, render_table
from pagecore.methods.undrawn import find_undrawn
from pagecore.models import model
from pagecore.page.page_file import pack_page, unpack_page
from pagecore.pagination.next_page import find_next_page
from pagecore.pagination.page_links import find_page_links
from pagecore.registry import Method, Parameter, list_methods
from pagecore.sources.containers import read_container
from pagecore.sources.read import HasManyPages, ReadOptions, read_raw_page
from pagecore.sources.source import Source
from pagecore.steps.pipeline import STEPS
from pagecore.write.chunks import write_chunk_lines
from tools.fuzz.layouts import add_random_layout
from tools.fuzz.mutations import HOSTILE_VALUES, mutate
from tools.fuzz.packers import PACKERS

_FRAGMENTS: Final = (None, None, None, "td", "select", "svg path", "template", "math mi", "x-y")
_ENCODINGS: Final = (None, None, "utf-8", "shift_jis", "utf-16le", "nonsense", "\u00e9")
_UNSAFE: Final = frozenset(
    ("script", "style", "iframe", "object", "embed", "form", "input", "base", "meta", "link")
)
_SCHEMES: Final = ("javascript:", "vbscript:", "data:text", "file:")
#: Values that have an address.
_ADDRESSES: Final = ("href", "src", "cite", "poster")

#: The most sources that are read of one file, because containers may hold containers.
_MAX_SOURCES: Final = 20
#: For methods that compare links with the pages behind them.
_LINKED: Final = {"https://site.example/": "<p>Home", "https://site.example/a": "<h1>News</h1>"}


class InvalidOutputError(AssertionError):
    """A result that is not what the documents promise."""


@dataclass(frozen=True)
class Case:
    """A page to fuzz, another page of the same run, and the seed of the options."""

    html: bytes
    other: bytes
    seed: int

    def draw_url(self, random: Random) -> str | None:
        """Return no URL, an ordinary one, or a hostile one."""
        ordinary = "https://site.example/2024/05/06/story?page=1"
        hostile = random.choice(HOSTILE_VALUES)
        return random.choice((None, ordinary, ordinary, hostile, f"https://site.example/{hostile}"))


#: Takes a case and a random generator; yields what it got.
Call: TypeAlias = Callable[[Case, Random], Iterator[object]]


def call_parse(case: Case, random: Random) -> Iterator[object]:
    """Parse with any options, and read the page in every way."""
    limits = {} if random.random() < 0.6 else {
        "max_bytes": random.choice((1, 100, 5000)), "max_rows": random.choice((1, 2, 50)),
        "max_attribute": random.choice((1, 50)), "max_depth": random.choice((8, 20)),
        "max_formatting": random.choice((1, 4)),
    }  # fmt: skip
    html: Any = case.html
    if random.random() < 0.2:
        html = case.html.decode("utf-8", "surrogateescape")
    page = pagecore.parse(
        html, url=case.draw_url(random), encoding=random.choice(_ENCODINGS),
        fragment=random.choice(_FRAGMENTS), **limits,
    )  # fmt: skip
    yield from (
        getattr(page, name).tobytes() for name in ("parent", "end", "start", "stop", "hidden")
    )
    yield page.warnings, page.base, page.links, page.encoding
    yield page.text(), page.text(page.visible), page.render(page.visible)
    yield page.xpaths(range(min(len(page), 50)))
    yield [page.attributes(row) for row in range(min(len(page), 50))]
    yield [
        None if inner is None else len(inner)
        for inner in map(page.embedded_page, range(min(len(page), 200)))
    ]
    _check(pickle.loads(pickle.dumps(page)) == page, "a page that was pickled is another")


def call_extract(case: Case, random: Random) -> Iterator[object]:
    """Extract with any page method and option, and write in every format."""
    method = _draw_method("page", random)
    document = pagecore.extract(
        case.html, case.draw_url(random), method=method.name,
        comments=random.choice((None, True, False)), quotes=random.random() < 0.5,
        pages=() if random.random() < 0.8 else [case.other, case.html],
        steps=random.choice((None, None, _draw_steps(random))), **_draw_options(method, random),
    )  # fmt: skip
    yield from _write_all(document, random)
    yield from _split(document, random)
    explanation = document.explain()
    yield json.loads(explanation.json()), explanation.html()
    yield render_table(explanation.table(random.choice((None, *FILTERS))))
    copy = pickle.loads(pickle.dumps(document))
    _check(copy.text == document.text, "a document that was pickled has another text")


def call_page_methods(case: Case, random: Random) -> Iterator[object]:
    """Run a method of each family that takes a page, check the result, explain and draw it."""
    page = pagecore.parse(case.html, url=case.draw_url(random))
    for family in ("page", "segment", "thread", "listing"):
        method = _draw_method(family, random)
        result = method(page, **_draw_options(method, random))
        broken = list(method.family.check(page, result))
        _check(not broken, f"{method.full_name}: {broken}")
        if family != "page":
            pieces: Any = method.family.explain(page, result, method.name)
            lines = pieces.json_lines().splitlines()
            yield [json.loads(line) for line in lines], pieces.html(), render_table(pieces.table())
            yield result.records.texts() if family == "listing" else result.texts(page)
        yield method.family.draw(page, result)
        _check_same(pickle.loads(pickle.dumps(result)), result)


def call_layouts(case: Case, random: Random) -> Iterator[object]:
    """Run every verb on a page with a random layout, and the methods that need one; write the page
    as a file, and read that again, also after mutations."""
    received = pagecore.parse(case.html, url=case.draw_url(random))
    page = add_random_layout(received, random)
    for family in ("page", "segment", "thread"):
        method = _draw_method(family, random, needs_layout=True)
        if method is not None:
            result = method(page, **_draw_options(method, random))
            broken = list(method.family.check(page, result))
            _check(not broken, f"{method.full_name}: {broken}")
            if family == "segment":
                yield draw_segments(page, result)
    document = pagecore.extract(page, favor=random.choice(("precision", "balanced", "recall")))
    yield document.text, document.changes, document.explain().html()
    _check_undrawn(pagecore.extract(page, steps=()))
    try:
        content = pack_page(page)
    except errors.BadInput:
        # A source with characters that UTF-8 does not have.
        return
    _check(unpack_page(content).layout == page.layout, "a layout that was written is another")
    yield _attempt(unpack_page, mutate(content, case.other, random))
    yield _attempt(pagecore.parse(case.other).with_layout, page.layout)


def call_sites(case: Case, random: Random) -> Iterator[object]:
    """Learn from pages, write and read the wrapper, and apply it, also after mutations."""
    method = _draw_method("site", random)
    pages = [case.html, case.html, mutate(case.html, case.other, random), case.other]
    wrapper = pagecore.learn(
        [pagecore.parse(page, url=case.draw_url(random)) for page in pages], method=method.name,
        feed=_make_feed(case.html) if "feed" in method.needs else None,
        **_draw_options(method, random),
    )  # fmt: skip
    xml = wrapper.xml()
    yield xml
    _check(pagecore.Wrapper.read(xml) == wrapper, "a wrapper that was written is another")
    for html in (case.html, pages[2]):
        yield pagecore.apply(wrapper, html, case.draw_url(random)).text
        page = pagecore.parse(html)
        if wrapper.fits(page):
            yield [[(name, item[name].text) for name in item] for item in wrapper.fields(page)]
        yield _attempt(wrapper.cut, html)
    changed = mutate(xml.encode(), xml.encode(), random)
    other = _attempt(pagecore.Wrapper.read, changed)
    if isinstance(other, pagecore.Wrapper):
        yield pagecore.apply(other, case.html).text, _attempt(other.cut, case.html)


def call_batch(case: Case, random: Random) -> Iterator[object]:
    """Make the record of a source, as the command line does."""
    place = random.choice(("page.html", "-", "..html", "https://site.example/a"))
    task = ExtractTask(
        to=random.choice((*FORMATS,)), with_metadata=True, max_pages=1,
        extract_options={"method": _draw_method("page", random).name},
    )  # fmt: skip
    record = process_source(task, Source(place, content=case.html), with_trace=True)
    if record.failure is not None:
        is_known = hasattr(errors, record.failure.type)
        _check(is_known, f"{record.failure.type} in a record:\n{record.failure.trace}")
    elif task.to == "json":
        json.loads(record.json_line())
    yield record.content, record.warnings, record.metadata


def call_pagination(case: Case, random: Random) -> Iterator[object]:
    """Find the next page."""
    page = pagecore.parse(case.html, url=case.draw_url(random))
    yield find_next_page(page, number=random.choice((None, 1, 2, 10**9)))
    yield find_page_links(page)


def call_models(case: Case, random: Random) -> Iterator[object]:
    """Read a changed model, which the checksum refuses."""
    shipped = model.shipped_path("hybrid").read_bytes()
    yield _attempt(model.read, mutate(shipped[:4000], case.html, random) + shipped[4000:])


def call_sources(case: Case, random: Random) -> Iterator[object]:
    """Read a damaged file of any kind, and the pages in it."""
    content = random.choice(PACKERS)(case.html)
    if random.random() < 0.8:
        content = mutate(content, case.other, random)
    name = random.choice(("page.html", "page", "a.xml", "a.warc.gz", "a.mhtml", "a.txt"))
    pending = [Source(name, content=content)]
    n_read = 0
    while pending and n_read < _MAX_SOURCES:
        n_read += 1
        source = pending.pop()
        try:
            raw_page = read_raw_page(source, ReadOptions())
            yield raw_page.kind, raw_page.url, raw_page.charset, len(raw_page.content)
        except HasManyPages as error:
            for item in read_container(error.source, ReadOptions()):
                yield item
                if isinstance(item, Source) and item.content is not None:
                    pending.append(item)


CALLS: Final[Mapping[str, Call]] = {
    "parse": call_parse,
    "extract": call_extract,
    "methods": call_page_methods,
    "layouts": call_layouts,
    "sites": call_sites,
    "batch": call_batch,
    "pagination": call_pagination,
    "sources": call_sources,
    "models": call_models,
}


def run_call(name: str, case: Case) -> list[object]:
    """Run a call; an error of the package is a result too."""
    results: list[object] = []
    try:
        for result in CALLS[name](case, Random(f"{case.seed} {name}")):
            results.append(result)
    except errors.PagecoreError as error:
        results.append((type(error).__name__, str(error)))
    return results


def _write_all(document: Document, random: Random) -> Iterator[object]:
    names = ("title", "tables", "images", "links", "readings")
    flags: dict[str, Any] = {name: random.random() < 0.5 for name in names}
    written = document.json(**flags)
    _check(json.loads(written) == document.to_dict(**flags), "the JSON differs from to_dict")
    yield written, document.json(fields=("title", "markdown"))
    markdown = document.markdown(**flags, front_matter=random.random() < 0.5)
    html = document.html(**flags)
    check_html(html)
    xml = document.xml(**flags)
    ElementTree.fromstring(xml)
    yield document.text, document.to_text(**flags), markdown, html, xml
    yield (
        document.metadata,
        document.data,
        document.title,
        document.language,
        document.warnings,
        repr(document),
    )
    yield document.wall, document.page_types, document.changes, document.rows.tolist()
    confidence = document.confidence
    _check(confidence is None or 0 <= confidence <= 1, f"a confidence of {confidence}")


def _split(document: Document, random: Random) -> Iterator[object]:
    """Split a document into chunks, and check what is promised of all of them."""
    max_length = random.choice((1, 2, 7, 40, 300))
    names = ("tables", "images", "links", "readings")
    options: dict[str, Any] = {name: random.random() < 0.5 for name in names}
    overlap = random.randrange(max_length // 2 + 1)
    chunks = document.chunks(max_length, overlap=overlap, **options)
    yield [json.loads(line) for line in write_chunk_lines(chunks, "page").splitlines()]
    _check(len({chunk.id for chunk in chunks}) == len(chunks), "two chunks with one id")
    for chunk in chunks:
        n_bytes = len(document.parts[chunk.part].page.source)
        _check(0 <= chunk.start < chunk.stop <= n_bytes, f"a chunk at {chunk.start}:{chunk.stop}")
        _check(
            bool(chunk.text[chunk.n_repeated_chars :].strip()), "a chunk without a text of its own"
        )


def check_html(html: str) -> None:
    """Check that HTML has no script, no style, no handler of events and no unsafe address."""
    page = pagecore.parse(html, fragment="div")
    for row in range(1, len(page)):
        if page.name(row) in _UNSAFE:
            raise InvalidOutputError(f"<{page.name(row)}> in the HTML")
        for name, value in page.attributes(row).items():
            _check(not name.startswith("on") and name != "style", f"{name}={value!r} in the HTML")
            if name in _ADDRESSES:
                address = "".join(char for char in value if char > " ").lower()
                _check(not address.startswith(_SCHEMES), f"{name}={value!r} in the HTML")


def _make_feed(html: bytes) -> bytes:
    """Make a feed whose entries are blocks of a page, each with the next one as its text."""
    page = pagecore.parse(html, url="https://fuzz.example/")
    lines = [line for line in page.block_beginnings(300)[:60] if line]
    links = [link.url for link in page.links()[: len(lines)]]
    items = "".join(
        f"<item><title>{escape(title)}</title><link>{escape(link)}</link><pubDate>22 Jul 2005 16:24"
        f"</pubDate><description>{escape(escape(text))}</description></item>"
        for title, text, link in zip_longest(lines, lines[1:], links, fillvalue="x")
    )
    return f"<rss version='2.0'><channel>{items}</channel></rss>".encode(errors="replace")


def _check_undrawn(document: Document) -> None:
    """Check that a document has no text that is not drawn, unless most of it is not."""
    page, choice = document.parts[0]
    if page.layout is None or any(of.code == "content-not-drawn" for of in document.warnings):
        return
    undrawn = choice.content & find_undrawn(page, page.layout)
    _check(not undrawn.any(), "text that is not drawn is content")


@overload
def _draw_method(family: str, random: Random) -> Method: ...


@overload
def _draw_method(family: str, random: Random, *, needs_layout: bool) -> Method | None: ...


def _draw_method(family: str, random: Random, *, needs_layout: bool = False) -> Method | None:
    """Draw a method of the package, if there is one; tests register others."""
    methods = [
        method for method in list_methods(family) if ("layout" in method.needs) == needs_layout
    ]
    own_methods = [own for own in methods if own.function.__module__.startswith("pagecore.")]
    return random.choice(own_methods) if own_methods else None


def _draw_steps(random: Random) -> tuple[str, ...]:
    return tuple(step.name for step in STEPS if random.random() < 0.5)


def _draw_options(method: Method, random: Random) -> dict[str, Any]:
    """Draw values of some parameters; most methods run with their defaults."""
    if random.random() < 0.5:
        return {}
    names = [name for name in method.parameters if random.random() < 0.4]
    options = {name: _draw_value(method.parameters[name], random) for name in names}
    if any(method.needs_pages(name, value) for name, value in options.items()):
        options["linked"] = _LINKED
    return options


def _draw_value(parameter: Parameter, random: Random) -> Any:
    if isinstance(parameter.default, bool):
        return random.random() < 0.5
    if parameter.default is None or parameter.bounds is None:
        return parameter.default
    if isinstance(parameter.default, str):
        return random.choice(parameter.bounds)
    least, greatest = map(float, parameter.bounds)
    greatest = min(greatest, 1e6 if math.isinf(greatest) else greatest)
    within = random.choice((least, greatest, random.uniform(least, greatest), least * 2 + 1))
    value = max(least, min(greatest, within))
    return int(value) if isinstance(parameter.default, int) else value


def _attempt(function: Callable[..., object], *arguments: object) -> object:
    """Return the result of a function, or the error of the package that it raised."""
    try:
        return function(*arguments)
    except errors.PagecoreError as error:
        return type(error).__name__, str(error)


def _check(holds: bool, message: str) -> None:
    if not holds:
        raise InvalidOutputError(message)


def _check_same(copy: Any, result: Any) -> None:
    """Check that a result is the same after pickling."""
    for column in fields(result):
        values = (_describe_value(getattr(item, column.name)) for item in (copy, result))
        _check(next(values) == next(values), f"{column.name} of a pickled {type(result).__name__}")


def _describe_value(value: Any) -> str:
    if isinstance(value, np.ndarray):
        return f"{value.dtype} {value.shape} {value.tobytes()!r}"
    if isinstance(value, Mapping):
        return str({name: _describe_value(item) for name, item in value.items()})
    return repr(value)
