"""The command `pagecore extract`: write the content of pages, in several formats."""

from __future__ import annotations

from dataclasses import replace

import click

from pagecore.batch.documents import drop_following_pages
from pagecore.batch.tasks import FORMATS, ExtractTask
from pagecore.cli.batch import run_batch
from pagecore.cli.messages import debug_option
from pagecore.cli.options import (
    check_rendering,
    choosing_options,
    find_page_sources,
    following_options,
    make_limits,
    read_settings,
    read_steps,
    reading_options,
    rendering_options,
    step_options,
    writing_options,
)
from pagecore.cli.output import open_sink
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
@choosing_options()
@step_options
@rendering_options
@following_options
@reading_options
@debug_option
def extract_command(
    pages: tuple[str, ...],
    to: str,
    output: str | None,
    method: str,
    settings: tuple[str, ...],
    model: str | None,
    comments: bool | None,
    without: str | None,
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
    sources = find_page_sources(pages, url)
    reading = Reading(url, seconds, private, pause)
    task = ExtractTask(
        to,
        check_rendering(to, rendering),
        {
            "method": method,
            "comments": comments,
            "steps": read_steps(without),
            **read_settings(method, settings, model),
        },
        reading,
        limit if following else 1,
    )
    if task.max_pages > 1:
        first_pages = drop_following_pages(sources.sources, reading, limit)
        sources = replace(sources, sources=first_pages)
    limits = make_limits(max_seconds, max_memory)
    run_batch(task, sources, open_sink(to, output, sources), jobs, limits)
