"""The command `pagecore apply`: the content of pages, by what was learned of their site."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import click

from pagecore.apply import apply, other_site
from pagecore.cli.each import Given, Made, each, made
from pagecore.cli.extract import FORMATS, accepted, written
from pagecore.cli.given import reading_options, rendering_options, writing_options
from pagecore.cli.messages import debug_option, is_debug
from pagecore.cli.sources import Got, Reading, Source, get
from pagecore.document import Document
from pagecore.errors import BadOption, WrapperError
from pagecore.page import PageWarning
from pagecore.wrapper import MAX_BYTES, Wrapper

SOURCE = "source"


@click.command("apply")
@click.argument("wrapper", metavar="WRAPPER")
@click.argument("pages", metavar="PAGE...", nargs=-1, required=True)
@click.option(
    "--to",
    type=click.Choice([SOURCE, *FORMATS]),
    metavar="FORMAT",
    default=SOURCE,
    show_default=True,
    help="source is what was cut out as it stands in the page; or text, markdown, html, json or "
    "xml of it.",
)
@writing_options
@rendering_options
@reading_options
@debug_option
def apply_command(
    wrapper: str,
    pages: tuple[str, ...],
    to: str,
    where: str | None,
    url: str | None,
    seconds: float,
    pause: float,
    private: bool,
    jobs: int,
    **rendering: bool | None,
) -> None:
    """Write the content of pages by a wrapper that was learned.

    WRAPPER is a file that pagecore learn wrote. PAGE is a file, a folder, a
    URL, or - for standard input. Where the wrapper does not fit a page, the
    default extractor takes its place, and a line says so. A page that fails is
    named, and the others are written: the exit code is 1, or 2 where no page
    could be read.
    """
    # What is wrong with it is told before a page is read.
    Wrapper.load(wrapper)
    pages_given = Given.of(pages, url)
    if to == SOURCE and any(value is not None for value in rendering.values()):
        raise BadOption("--to source is as it stands in the page; leave out what changes it")
    options = {} if to == SOURCE else accepted(to, rendering)
    # A wrapper travels to other processes as the file has it, and is read once in each.
    work = Work(_content(wrapper), to, options, Reading(url, seconds, private, pause), is_debug())
    each(work, pages_given, pages_given.output(to, where), jobs)


@dataclass(frozen=True)
class Work:
    """What is done with every page."""

    wrapper: bytes
    to: str
    rendering: dict[str, bool]
    reading: Reading
    is_debug: bool

    def __call__(self, source: Source) -> Made:
        return made(source, self._made, is_debug=self.is_debug)

    def _made(self, source: Source) -> tuple[str, tuple[PageWarning, ...]]:
        known, got = _wrapper(self.wrapper), get(source, self.reading)
        if self.to == SOURCE:
            try:
                piece = known.cut(got.content, got.charset).decode()
            except WrapperError:
                # What takes its place has nothing as it stands in the page.
                document = _document(known, got)
                return document.html(), document.warnings
            notes = () if known.is_of(got.url) else (other_site(known, got.url),)
            return piece, notes
        document = _document(known, got)
        return written(document, self.to, self.rendering), document.warnings


def _content(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read(MAX_BYTES + 1)


@functools.lru_cache(1)
def _wrapper(content: bytes) -> Wrapper:
    return Wrapper.read(content)


def _document(known: Wrapper, got: Got) -> Document:
    return apply(known, got.content, got.url, got.charset)
