"""Tasks: functions from a source to its record. A task is sent to each worker once.

`ExtractTask` calls `extract` (by way of `documents.py`), `ApplyTask` calls `apply`, and
`PiecesTask` calls `segment` or `posts`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Final

from pagecore.apply import apply
from pagecore.batch.documents import read_document
from pagecore.batch.record import Record, Task
from pagecore.document import Document
from pagecore.errors import WrapperError
from pagecore.explain.drawn_segments import draw_segments
from pagecore.explain.explanation import render_table
from pagecore.extract import warn_of_other_site
from pagecore.metadata.dates import prepare_dates
from pagecore.models.model import load
from pagecore.page import Page, PageWarning
from pagecore.page.address import drop_address_warnings
from pagecore.registry import PAGE, find_method
from pagecore.sources.read import (
    RawPage,
    ReadOptions,
    parse_raw_page,
    read_page,
    read_raw_page,
)
from pagecore.sources.source import Source
from pagecore.wrapper import Wrapper
from pagecore.wrapper_store import WrapperStore
from pagecore.write.chunks import write_chunk_lines
from pagecore.write.json import metadata_to_dict
from pagecore.write.posts import write_posts

#: Formats of a document, with the extension of their files.
FORMATS: Final = {
    "text": ".txt", "markdown": ".md", "html": ".html", "json": ".json", "jsonl": ".jsonl",
    "chunks": ".jsonl", "xml": ".xml",
}  # fmt: skip
#: Formats with lines of JSON, which one file may hold for all pages.
LINES: Final = ("jsonl", "chunks")
#: Short names of formats.
SHORT_FORMATS: Final = {"md": "markdown", "txt": "text"}
#: Formats of segments and posts, with the extension of their files.
PIECE_FORMATS: Final = {"table": ".txt", "json": ".json", "jsonl": ".jsonl", "html": ".html"}
#: Formats of posts, which can also be written as a text.
POST_FORMATS: Final = {**PIECE_FORMATS, "markdown": ".md"}
#: Drawings of segments on a rendered page.
DRAWING_FORMATS: Final = {"svg": ".svg", "png": ".png"}
#: The format of `apply` that cuts out the unchanged source of the content and runs no steps.
SOURCE: Final = "source"

#: Formats that include metadata.
_WITH_METADATA: Final = ("json", "jsonl", "chunks", "xml")
#: Text before the content, so that browsers use the right encoding.
_PREFIXES: Final = {"html": '<!DOCTYPE html>\n<meta charset="utf-8">\n'}


@dataclass(frozen=True)
class ExtractTask(Task):
    """Extract the content of a source and write it in a format."""

    to: str = "text"
    #: Options of the writer.
    writer_options: Mapping[str, Any] = field(default_factory=dict)
    #: Keywords of `extract`.
    extract_options: Mapping[str, Any] = field(default_factory=dict)
    read_options: ReadOptions = field(default_factory=ReadOptions)
    #: Maximum number of pages of an article to read and merge.
    max_pages: int = 1
    with_metadata: bool = False
    #: Wrappers to use for the pages that they fit.
    store: WrapperStore | None = None

    def make_record(self, source: Source) -> Record:
        document = read_document(
            source, self.read_options, self.extract_options, self.max_pages, self.store
        )
        metadata = metadata_to_dict(document.metadata) if self.with_metadata else None
        return _make_record(source, document, self.to, self.writer_options, metadata)

    def prepare(self) -> None:
        load_method(self.extract_options.get("method") or PAGE.default)
        if self.with_metadata or _needs_dates(self.to, self.writer_options):
            prepare_dates()


@dataclass(frozen=True)
class ApplyTask(Task):
    """Apply a wrapper to a source and write the content in a format, or as unchanged source."""

    #: The content of the wrapper's file, which each worker reads once.
    wrapper: bytes
    to: str = "text"
    #: Options of the writer.
    writer_options: Mapping[str, Any] = field(default_factory=dict)
    #: Keywords of `apply`.
    apply_options: Mapping[str, Any] = field(default_factory=dict)
    read_options: ReadOptions = field(default_factory=ReadOptions)

    def make_record(self, source: Source) -> Record:
        wrapper, raw_page = read_wrapper(self.wrapper), read_raw_page(source, self.read_options)
        if self.to == SOURCE:
            return _cut_content(wrapper, source, raw_page, self.read_options)
        page = parse_raw_page(raw_page, self.read_options)
        document = apply(wrapper, page, **self.apply_options)
        return _make_record(source, document, self.to, self.writer_options)

    def prepare(self) -> None:
        read_wrapper(self.wrapper)
        # The fallback for pages that the wrapper does not fit.
        load_method(PAGE.default)
        if _needs_dates(self.to, self.writer_options):
            prepare_dates()


@dataclass(frozen=True)
class PiecesTask(Task):
    """Find the segments or posts of a source and write them in a format."""

    #: The method with its family, such as `segment/dom`.
    method: str
    to: str = "table"
    #: Parameters of the method.
    parameters: Mapping[str, Any] = field(default_factory=dict)
    read_options: ReadOptions = field(default_factory=ReadOptions)
    #: A picture of the page, as PNG, for the format `svg`.
    screenshot: bytes | None = None
    #: Other keywords of the verb.
    verb_options: Mapping[str, Any] = field(default_factory=dict)

    def make_record(self, source: Source) -> Record:
        method = find_method(self.method)
        page = read_page(source, self.read_options)
        # The verb is `segment` or `posts`; the pieces come from `explain/pieces.py`.
        run_verb = method.family.verbs[0]
        result = run_verb(page, method=method.name, **self.verb_options, **self.parameters)
        pieces = method.family.explain(page, result, method.name)
        if self.to == "svg":
            drawing = draw_segments(page, result, screenshot=self.screenshot)
            return Record(source, drawing, pieces.warnings)
        if self.to == "markdown":
            return Record(source, write_posts(page, result), pieces.warnings)
        return Record(source, write_pieces(pieces, self.to, source), pieces.warnings)

    def prepare(self) -> None:
        find_method(self.method)


def _make_record(
    source: Source,
    document: Document,
    to: str,
    writer_options: Mapping[str, Any],
    metadata: Mapping[str, Any] | None = None,
) -> Record:
    if to == "chunks":
        lines = write_chunk_lines(document.chunks(**writer_options), str(source))
        return Record(source, lines, document.warnings, metadata)
    content = write_document(document, to, writer_options)
    warnings = _drop_needless(document.warnings, to, writer_options)
    record = Record(source, content, warnings, metadata)
    return replace(record, content=record.json_line()) if to == "jsonl" else record


def _drop_needless(
    warnings: tuple[PageWarning, ...], to: str, writer_options: Mapping[str, Any]
) -> tuple[PageWarning, ...]:
    """Drop the warning about the addresses of links if the output has no addresses."""
    if to != "text" or writer_options.get("links") or writer_options.get("images"):
        return warnings
    return drop_address_warnings(warnings)


def _needs_dates(to: str, writer_options: Mapping[str, Any]) -> bool:
    return to in _WITH_METADATA or "front_matter" in writer_options


def load_method(name: str) -> None:
    """Import a page method, and load its shipped model if it has one."""
    method = find_method(name, PAGE.name)
    if method.trainer is not None:
        load(method=method.name)


def write_pieces(pieces: Any, to: str, source: Source) -> str:
    """Write segments or posts in a format; each line of JSON includes the name of the page."""
    if to == "jsonl":
        lines: str = pieces.json_lines(page=str(source))
        return lines
    if to == "json":
        return str(pieces.json())
    return render_table(pieces.table()) if to == "table" else str(pieces.html())


def _cut_content(
    wrapper: Wrapper, source: Source, raw_page: RawPage, read_options: ReadOptions
) -> Record:
    """Cut the content out of a source, without parsing it if the rules are strings; extract it if
    the wrapper does not fit or its method cannot cut."""
    try:
        content = wrapper.cut(raw_page.content, raw_page.charset).decode()
    except WrapperError:
        return _cut_page(wrapper, source, parse_raw_page(raw_page, read_options))
    return Record(source, content, _warn_of_site(wrapper, raw_page.url))


def _cut_page(wrapper: Wrapper, source: Source, page: Page) -> Record:
    """Cut the content out of the source of a parsed page, or write clean HTML with a warning."""
    try:
        content = wrapper.cut_page(page).decode()
    except WrapperError as error:
        document = apply(wrapper, page)
        warnings = document.warnings
        if document.method != PAGE.default:
            message = f"clean HTML was written, not the source: {error}"
            warnings = (*warnings, PageWarning("content-not-cut", message, -1, -1, 1))
        return Record(source, document.html(), warnings)
    return Record(source, content, (*page.warnings, *_warn_of_site(wrapper, page.url)))


def _warn_of_site(wrapper: Wrapper, url: str | None) -> tuple[PageWarning, ...]:
    return () if wrapper.matches_site(url) else (warn_of_other_site(wrapper, url),)


@lru_cache(1)
def read_wrapper(content: bytes) -> Wrapper:
    """Read the content of a wrapper's file; the same content only once."""
    return Wrapper.read(content)


def write_document(document: Document, to: str, writer_options: Mapping[str, Any]) -> str:
    """Write a document in a format other than chunks."""
    content: str = find_writer(document, to)(**writer_options)
    return _PREFIXES.get(to, "") + content


def find_writer(document: Document | type[Document], to: str) -> Callable[..., Any]:
    """Return the method of a document, or of the class, that writes a format, or makes chunks."""
    return {
        "text": document.to_text,
        "markdown": document.markdown,
        "html": document.html,
        "json": document.json,
        "jsonl": document.json,
        "chunks": document.chunks,
        "xml": document.xml,
    }[to]
