"""The document of a page that a command is given, with the next pages of its article."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from pagecore.cli.sources import Reading, Source, at, file_at, read
from pagecore.document import Document
from pagecore.errors import BadInput
from pagecore.extract import extract
from pagecore.page import Page
from pagecore.pagination.merge import joined
from pagecore.pagination.next_page import follow


def document_of(
    source: Source, reading: Reading, choosing: Mapping[str, Any], limit: int
) -> Document:
    """The content of a page.

    Args:
        source: where it is.
        reading: how it is read.
        choosing: keywords of `extract`.
        limit: pages of an article, at most; 1 reads no more than the page.
    """
    page = read(source, reading)
    if limit == 1:
        return extract(page, **choosing)
    others, ended = follow(page, partial(_next, source, reading), limit, at(source))
    return joined([extract(one, **choosing) for one in (page, *others)], ended)


def firsts(sources: Sequence[Source], reading: Reading, limit: int) -> list[Source]:
    """The pages less those in folders that are joined to another of them: an article comes out
    once. What is at its limit of pages begins another."""
    joined_to: dict[int, set[Path]] = {}
    for source in sources:
        if source.folder is not None:
            joined_to[source.number] = _behind(source, reading, limit)
    behind = set().union(*joined_to.values())
    paths = {number: Path(sources[number].place).resolve() for number in joined_to}
    begin = [number for number in joined_to if paths[number] not in behind]
    left = set().union(*(joined_to[number] for number in begin))
    kept = [source for source in sources if paths.get(source.number) not in left]
    return [replace(source, number=number) for number, source in enumerate(kept)]


def _behind(source: Source, reading: Reading, limit: int) -> set[Path]:
    """The files that are joined to a page."""
    asked: list[Path] = []

    def following(url: str) -> Page:
        page = _next(source, reading, url)
        asked.append(file_at(url).resolve())
        return page

    try:
        pages, _ = follow(read(source, reading), following, limit, at(source))
    except BadInput:
        # It is told when the page itself is read.
        return set()
    return set(asked[: len(pages)])


def _next(source: Source, reading: Reading, url: str) -> Page:
    """The next page of an article; of a file that knows no URL one beside it."""
    if source.is_url or reading.url is not None:
        return read(Source(url, is_again=True), replace(reading, url=None))
    path = file_at(url)
    if not path.resolve().is_relative_to(Path(source.place).resolve().parent):
        raise BadInput(f"{url}: it is in another folder")
    return read(Source(str(path)), reading)
