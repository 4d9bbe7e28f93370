"""The command `pagecore extract`: the content of pages, in several formats."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import replace

import click

from pagecore.batch.documents import drop_following_pages
from pagecore.batch.tasks import FORMATS, ExtractTask, writer_name
from pagecore.cli.messages import debug_option
from pagecore.cli.options import (
    choosing_options,
    find_pages,
    following_options,
    limits_of,
    parameters_of,
    reading_options,
    rendering_options,
    step_options,
    writing_options,
)
from pagecore.cli.output import open_sink
from pagecore.cli.reporting import run_batch
from pagecore.document import Document
from pagecore.errors import BadOption
from pagecore.sources.read import Reading


@click.command("extract")
@click.argument("pages", metavar="PAGE...", nargs=-1, required=True)
@click.option(
    "--to",
    type=click.Choice(list(FORMATS)),
    metavar="FORMAT",
    default="text",
    show_default=True,
    help="Output format: text, markdown, html, json or xml.",
)
@writing_options
@choosing_options
@step_options
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
    steps: tuple[str, ...] | None,
    following: bool,
    limit: int,
    url: str | None,
    seconds: float,
    pause: float,
    private: bool,
    jobs: int,
    max_seconds: float | None,
    max_memory: float | None,
    **rendering: bool | None,
) -> None:
    """Write the content of pages.

    PAGE is a file, a folder (all *.html, *.htm and *.xhtml files, including
    subfolders), a URL, or - for standard input. A page that fails is reported,
    and the others are written. The exit code is then 1, or 2 if all pages
    failed. JSON of several pages is one line per page:
    {"page": ..., "document": ...}.
    """
    sources = find_pages(pages, url)
    reading = Reading(url, seconds, private, pause)
    task = ExtractTask(
        to,
        accepted(to, rendering),
        {
            "method": method,
            "comments": comments,
            "steps": steps,
            **parameters_of(method, given, model),
        },
        reading,
        limit if following else 1,
    )
    if task.max_pages > 1:
        firsts = drop_following_pages(sources.sources, reading, limit)
        sources = replace(sources, sources=firsts)
    limits = limits_of(max_seconds, max_memory)
    run_batch(task, sources, open_sink(to, where, sources), jobs, limits)


def accepted(to: str, rendering: Mapping[str, bool | None]) -> dict[str, bool]:
    """The rendering options that are given, each of which the format's writer has to know."""
    writer = getattr(Document, writer_name(to))
    given = {name: value for name, value in rendering.items() if value is not None}
    known = inspect.signature(writer).parameters
    for name in given:
        if name not in known:
            raise BadOption(f"--{name} has no effect with --to {to}; remove it")
    return given
