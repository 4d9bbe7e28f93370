"""Read a source, and optionally the following pages of its article, and extract the document."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from pagecore.apply import extract_from_store
from pagecore.batch.limits import Limits
from pagecore.batch.record import Record, Task
from pagecore.batch.workers import process_sources
from pagecore.document import Document
from pagecore.errors import BadInput
from pagecore.extract import extract, keep_all
from pagecore.page import Page
from pagecore.pagination.merge import merge_pages
from pagecore.pagination.next_page import follow_pages
from pagecore.sources.kinds import FileKind
from pagecore.sources.read import ReadOptions, parse_raw_page, read_page, read_raw_page
from pagecore.sources.source import Source, path_of_url
from pagecore.wrapper_store import WrapperStore


def read_document(
    source: Source,
    read_options: ReadOptions,
    extract_options: Mapping[str, Any],
    max_pages: int = 1,
    store: WrapperStore | None = None,
) -> Document:
    """Read a source and extract its content.

    Args:
        source: the page.
        read_options: options for reading it.
        extract_options: keywords of `extract`.
        max_pages: maximum number of pages of an article to read and merge, including the first.
        store: wrappers to use for the pages that they fit.
    """
    raw_page = read_raw_page(source, read_options)
    page = parse_raw_page(raw_page, read_options)
    if raw_page.kind is not FileKind.HTML:
        return keep_all(page)
    extract_page = extract if store is None else partial(extract_from_store, store)
    if max_pages == 1:
        return extract_page(page, **extract_options)
    read_next = partial(_read_next, source, read_options)
    others, warning = follow_pages(page, read_next, max_pages, _find_url(source, page))
    return merge_pages([extract_page(part, **extract_options) for part in (page, *others)], warning)


def drop_following_pages(
    sources: Sequence[Source],
    read_options: ReadOptions,
    max_pages: int,
    *,
    jobs: int = 1,
    limits: Limits = Limits(),  # noqa: B008 - it never changes
) -> list[Source]:
    """Drop the pages in folders that are merged with an earlier page, so that an article is written
    once. A page beyond the limit starts another article.

    Args:
        sources: all pages.
        read_options: options for reading them.
        max_pages: maximum number of pages of an article.
        jobs: number of worker processes.
        limits: limits per page.
    """
    in_folders = [
        source for source in sources if source.folder is not None and not source.is_container
    ]
    task = FollowTask(read_options, max_pages)
    merged: dict[int, set[str]] = {}
    for record in process_sources(task, in_folders, jobs=jobs, limits=limits):
        # The error of a page is reported when the page itself is processed.
        following = json.loads(record.content) if record.failure is None else []
        merged[record.source.index] = set(following)
    following_pages = set().union(*merged.values())
    paths = {index: str(Path(sources[index].place).resolve()) for index in merged}
    first_pages = [index for index in merged if paths[index] not in following_pages]
    dropped = set().union(*(merged[index] for index in first_pages))
    kept = [source for source in sources if paths.get(source.index) not in dropped]
    return [replace(source, index=index) for index, source in enumerate(kept)]


@dataclass(frozen=True)
class FollowTask(Task):
    """Find the files that are merged with a page; the content of the record is a JSON list."""

    read_options: ReadOptions
    #: Maximum number of pages of an article.
    max_pages: int

    def make_record(self, source: Source) -> Record:
        visited: list[str] = []

        def read_next(url: str) -> Page:
            page = _read_next(source, self.read_options, url)
            visited.append(str(path_of_url(url).resolve()))
            return page

        page = read_page(source, self.read_options)
        pages, _ = follow_pages(page, read_next, self.max_pages, _find_url(source, page))
        return Record(source, json.dumps(visited[: len(pages)]))


def _find_url(source: Source, page: Page) -> str | None:
    """Return the URL of a page that has none itself; None if its URL is too long."""
    is_too_long = any(warning.code == "limit-url" for warning in page.warnings)
    return None if is_too_long else source.place_url


def _read_next(source: Source, read_options: ReadOptions, url: str) -> Page:
    """Read the next page of an article; for a file without a URL, a file beside it."""
    if source.name_in_container is not None:
        raise BadInput(f"{url}: pages of WARC files are not merged")
    if source.is_url or read_options.url is not None or source.url is not None:
        return read_page(Source(url, needs_pause=True), replace(read_options, url=None))
    if not url.startswith("file:"):
        # The file of a stranger must not decide what is fetched.
        raise BadInput(f"{url}: the next page of a saved page is fetched only with --url")
    path = path_of_url(url)
    try:
        is_beside = path.resolve().is_relative_to(Path(source.place).resolve().parent)
    except (OSError, RuntimeError, ValueError) as error:
        # A page may link to a name that no file system allows, or to a link to itself.
        raise BadInput(f"{url}: {error}") from error
    if not is_beside:
        raise BadInput(f"{url}: the file is in another folder")
    return read_page(Source(str(path)), read_options)
