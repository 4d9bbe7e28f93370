"""How the methods of each family take part in an evaluation. A family names its function here.

Each function runs a method on the items of a corpus and yields an output for each, in their order.
A page on which the method raises is a failure with its reason.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from pagecore.apply import apply
from pagecore.corpora.corpus import GoldPost, Item
from pagecore.document import Document
from pagecore.errors import PagecoreError, WrapperError
from pagecore.extract import extract, parse_html
from pagecore.find_records import records
from pagecore.learn import learn
from pagecore.listing import Listing
from pagecore.measure.output import Output
from pagecore.page import Page
from pagecore.page.page_file import load_page
from pagecore.posts import posts
from pagecore.registry import Method
from pagecore.segment import segment
from pagecore.thread import Thread
from pagecore.wrapper import Wrapper

#: Maximum number of pages that a wrapper is learned from.
MAX_LEARNED: Final = 20

#: Columns of records with addresses of the markup, not texts of the page.
ADDRESS_COLUMNS: Final = ("link", "image")

#: Fields of an `Output`, and a function that computes more of them after the clock has stopped.
Fields: TypeAlias = tuple[Mapping[str, Any], Callable[[], Mapping[str, Any]] | None]


def extract_pages(
    method: Method, items: Sequence[Item], options: Mapping[str, Any]
) -> Iterator[Output]:
    """Extract the content of each page, with all quotations, as the gold of `forums` has them.
    The time is measured from bytes to text; `python -m bench` measures the rest."""
    for item in items:

        def work(page: Page, item: Item = item) -> Fields:
            return _read(extract(page, method=method.name, quotes=True, **options), item)

        yield _run(item, work, method)


def extract_with_each(
    method: Method, item: Item, every: Sequence[Mapping[str, Any]]
) -> Iterator[Output]:
    """Extract the content of a page with each of several options, as `extract_pages` does, but
    parse it once, and take the steps once for equal choices; the outputs have the text only."""
    page = _load_rendered(item, method) or parse_html(item.html(), item.url, item.encoding)
    texts: dict[tuple[object, ...], str] = {}
    for options in every:

        def work(options: Mapping[str, Any] = options) -> Fields:
            choice = method(page, **options)
            # What the steps read of the choice of a method that estimates no confidence.
            key = (choice.content.tobytes(), *choice.types.items(), choice.done)
            if key not in texts:
                document = extract(page, method=method.name, quotes=True, **options)
                if choice.confidence is not None or not document.text or len(document.parts) > 1:
                    # If nothing is chosen, the options also decide what is read from data.
                    return {"text": document.text}, None
                texts[key] = document.text
            return {"text": texts[key]}, None

        yield _time(item, work)


def segment_pages(
    method: Method, items: Sequence[Item], options: Mapping[str, Any]
) -> Iterator[Output]:
    """Cut each page into segments."""

    def work(page: Page) -> Fields:
        ids = segment(page, method=method.name, **options).ids
        return {"segments": ids, "is_rendered": page.layout is not None}, None

    return (_run(item, work, method) for item in items)


def find_posts(
    method: Method, items: Sequence[Item], options: Mapping[str, Any]
) -> Iterator[Output]:
    """Find the posts of each page."""

    def work(page: Page) -> Fields:
        thread = posts(page, method=method.name, **options)
        return {}, lambda: _write_posts(page, thread)

    return (_run(item, work, method) for item in items)


def find_posts_with_each(
    method: Method, item: Item, every: Sequence[Mapping[str, Any]]
) -> Iterator[Output]:
    """Find the posts of a page with each of several options, as `find_posts` does, but parse it
    once, and run the methods that the method builds on once for equal options of theirs."""
    page = _load_rendered(item, method) or _parse(item)
    known: dict[tuple[object, ...], dict[str, Any]] = {}
    for options in every:

        def work(options: Mapping[str, Any] = options) -> Fields:
            checked = method.check_options(options)
            key = tuple(checked.get(name) for names in method.passes.values() for name in names)
            if key not in known:
                known[key] = method.run_used(page, checked)
            thread = method.run_with(page, known[key], checked)
            return {}, lambda: _write_posts(page, thread)

        yield _time(item, work)


def find_items(
    method: Method, items: Sequence[Item], options: Mapping[str, Any]
) -> Iterator[Output]:
    """Find the items of each page."""

    def work(page: Page) -> Fields:
        listing = records(page, method=method.name, **options)
        return {}, lambda: _write_records(listing)

    return (_run(item, work, method) for item in items)


def learn_sites(
    method: Method, items: Sequence[Item], options: Mapping[str, Any]
) -> Iterator[Output]:
    """Learn a wrapper from every second page of each site and apply it to the others, then the
    other way round, so that no page is measured with a wrapper that was learned from it. If the
    wrapper does not fit a page, the default extractor extracts it, as in `apply`. The option
    `steps` is for `apply`, the others are for `learn`."""
    options = dict(options)
    steps = options.pop("steps", None)
    groups: dict[str, list[Item]] = {}
    for item in items:
        groups.setdefault(item.group or item.id, []).append(item)
    place = {
        item.id: (item.group or item.id, at % 2)
        for of in groups.values()
        for at, item in enumerate(of)
    }
    learned: dict[tuple[str, int], Wrapper | BaseException] = {}
    for item in items:
        group, half = place[item.id]
        if (group, half) not in learned:
            learned[group, half] = _learn(method, groups[group][1 - half :: 2], options)
        wrapper = learned[group, half]

        def work(page: Page, item: Item = item, wrapper: Any = wrapper) -> Fields:
            if isinstance(wrapper, BaseException):
                raise wrapper
            return _read(apply(wrapper, page, steps=steps, quotes=True), item)

        yield _run(item, work)


def _learn(
    method: Method, items: Sequence[Item], options: Mapping[str, Any]
) -> Wrapper | BaseException:
    """Learn a wrapper, or return the error that makes all its pages fail."""
    if not items:
        return WrapperError("its site has no other page to learn from")
    try:
        return learn(map(_parse, items[:MAX_LEARNED]), method=method.name, **options)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - as in _run
        return error


def _run(item: Item, work: Callable[[Page], Fields], method: Method | None = None) -> Output:
    """Run a method on a page, and time it without the reading of the file. A method that needs a
    layout gets the rendered page, if there is one; its time is without the rendering."""
    try:
        source = item.html()
        rendered = None if method is None else _load_rendered(item, method)
    except (OSError, PagecoreError) as error:
        return Output(item.id, "", 0.0, _describe_error(error))
    if rendered is not None:
        return _time(item, lambda: work(rendered))
    return _time(item, lambda: work(parse_html(source, item.url, item.encoding)))


def _load_rendered(item: Item, method: Method) -> Page | None:
    """Read the rendered page of an item, if a method needs its layout and there is one."""
    if "layout" not in method.needs or item.rendered is None:
        return None
    return load_page(item.rendered)


def _time(item: Item, work: Callable[[], Fields]) -> Output:
    """Do some work on a page and time it; an error is a failure of the page."""
    fields: dict[str, Any] = {}
    error, cpu_ms = None, None
    began = time.process_time_ns()
    try:
        timed, more = work()
        cpu_ms = (time.process_time_ns() - began) / 1e6
        fields = {**timed, **(more() if more is not None else {})}
    except KeyboardInterrupt:
        raise
    except BaseException as raised:  # noqa: BLE001 - a method may raise anything, even a Rust panic or an exit, and each is a failure of this page
        error = _describe_error(raised)
    if cpu_ms is None:
        cpu_ms = (time.process_time_ns() - began) / 1e6
    return Output(item.id, fields.pop("text", ""), cpu_ms, error, **fields)


def _describe_error(raised: BaseException) -> str:
    # Even `str(error)` may raise; the formatting of tracebacks handles that.
    words = traceback.format_exception_only(raised)[-1].partition(": ")[2].split()
    return ": ".join(filter(None, ["raised", type(raised).__name__, " ".join(words)]))


def _parse(item: Item) -> Page:
    return parse_html(item.html(), item.url, item.encoding)


def _read(document: Document, item: Item) -> Fields:
    """The fields of a document. HTML is written only if the gold has it."""

    def more() -> dict[str, Any]:
        about = document.metadata
        return {
            "html": document.html(title=False) if item.gold.html is not None else None,
            "title": about.title,
            "author": "; ".join(about.authors) or None,
            "date": about.date,
            "confidence": document.confidence,
            "page_types": document.page_types or None,
        }

    return {"text": document.text}, more


def _write_records(listing: Listing) -> dict[str, Any]:
    """The items of the main group as rows of cells. The addresses of links and images are left out,
    because the gold has only texts."""
    table = listing.records
    columns = [name for name in table.columns if name not in ADDRESS_COLUMNS]
    rows = (tuple(item[name].text if name in item else "" for name in columns) for item in table)
    return {"records": tuple(rows)}


def _write_posts(page: Page, thread: Thread) -> dict[str, Any]:
    """The posts in the form of the gold."""
    texts = thread.texts(page)
    written = [
        GoldPost(text, post.author, post.date, post.link, post.author_link)
        for text, post in zip(texts, thread.posts, strict=True)
    ]
    return {"posts": tuple(written), "text": "\n".join(texts)}
