"""The command `pagecore extract`: the content of pages, in several formats."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import click

from pagecore.cli.documents import document_of, firsts
from pagecore.cli.each import Given, Made, each, made
from pagecore.cli.given import (
    choosing_options,
    following_options,
    parameters_of,
    reading_options,
    rendering_options,
    writing_options,
)
from pagecore.cli.messages import debug_option, is_debug
from pagecore.cli.sources import Reading, Source
from pagecore.document import Document
from pagecore.errors import BadOption
from pagecore.page import PageWarning

#: What a document can be written as.
FORMATS: Final = ("text", "markdown", "html", "json", "xml")


@click.command("extract")
@click.argument("pages", metavar="PAGE...", nargs=-1, required=True)
@click.option(
    "--to",
    type=click.Choice(FORMATS),
    metavar="FORMAT",
    default="text",
    show_default=True,
    help="text, markdown, html, json or xml.",
)
@writing_options
@choosing_options
@rendering_options
@following_options
@reading_options
@debug_option
def extract_command(
    pages: tuple[str, ...],
    to: str,
    where: str | None,
    method: str,
    given: tuple[str, ...],
    model: str | None,
    comments: bool | None,
    following: bool,
    limit: int,
    url: str | None,
    seconds: float,
    pause: float,
    private: bool,
    jobs: int,
    **rendering: bool | None,
) -> None:
    """Write the content of pages.

    PAGE is a file, a folder (all *.html, *.htm and *.xhtml in it and below), a
    URL, or - for standard input. A page that fails is named, and the others are
    written: the exit code is 1, or 2 where no page could be read. Of several
    pages, JSON is a line each: {"page": ..., "document": ...}.
    """
    pages_given = Given.of(pages, url)
    reading = Reading(url, seconds, private, pause)
    work = Work(
        to,
        accepted(to, rendering),
        {"method": method, "comments": comments, **parameters_of(method, given, model)},
        reading,
        limit if following else 1,
        is_debug(),
    )
    if work.limit > 1:
        sources = firsts(pages_given.sources, reading, limit)
        pages_given = replace(pages_given, sources=sources)
    each(work, pages_given, pages_given.output(to, where), jobs)


def accepted(to: str, rendering: Mapping[str, bool | None]) -> dict[str, bool]:
    """The rendering options that are given, each of which the format's writer has to know."""
    writer = getattr(Document, _WRITERS.get(to, to))
    given = {name: value for name, value in rendering.items() if value is not None}
    known = inspect.signature(writer).parameters
    for name in given:
        if name not in known:
            raise BadOption(f"--{name} does nothing for --to {to}; leave it out")
    return given


#: Names of writers of `Document` that are not those of their formats.
_WRITERS: Final = {"text": "to_text"}
#: What a file needs before what its writer gives: HTML that a browser opens, its encoding.
_BEFORE: Final = {"html": '<!DOCTYPE html>\n<meta charset="utf-8">\n'}


# ---------------------------------------------------------------- one page


@dataclass(frozen=True)
class Work:
    """What is done with every page."""

    to: str
    rendering: dict[str, bool]
    choosing: dict[str, Any]
    reading: Reading
    #: Pages of an article, at most.
    limit: int
    is_debug: bool

    def __call__(self, source: Source) -> Made:
        return made(source, self._made, is_debug=self.is_debug)

    def _made(self, source: Source) -> tuple[str, tuple[PageWarning, ...]]:
        document = document_of(source, self.reading, self.choosing, self.limit)
        return written(document, self.to, self.rendering), document.warnings


def written(document: Document, to: str, rendering: Mapping[str, bool]) -> str:
    """A document in a format."""
    content: str = getattr(document, _WRITERS.get(to, to))(**rendering)
    return _BEFORE.get(to, "") + content
