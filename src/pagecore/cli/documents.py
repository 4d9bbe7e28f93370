"""The document of a page that a command is given, with the next pages of its article."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from pagecore.cli.sources import Reading, Source, at, file_at, read
from pagecore.document import Document
from pagecore.errors import BadInput
from pagecore.extract import extract
from pagecore.joined import joined
from pagecore.page import Page
from pagecore.pages import follow


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


def _next(source: Source, reading: Reading, url: str) -> Page:
    """The next page of an article; of a file that knows no URL one beside it."""
    if source.is_url or reading.url is not None:
        return read(Source(url), replace(reading, url=None))
    path = file_at(url)
    if not path.resolve().is_relative_to(Path(source.place).resolve().parent):
        raise BadInput(f"{url}: it is in another folder")
    return read(Source(str(path)), reading)
