"""The commands `pagecore segment` and `pagecore posts`: write the pieces of pages.

Both run a `PiecesTask` of `pagecore.batch.tasks`, which calls the verb of the family.
"""

from __future__ import annotations

from typing import Any

import click

from pagecore.batch.tasks import PIECE_FORMATS, PiecesTask
from pagecore.cli.batch import run_batch
from pagecore.cli.messages import debug_option
from pagecore.cli.options import (
    find_page_sources,
    make_limits,
    method_options,
    read_settings,
    reading_options,
    writing_options,
)
from pagecore.cli.output import open_sink
from pagecore.registry import SEGMENT, THREAD, Family, find_method
from pagecore.sources.read import Reading

to_option = click.option(
    "--to",
    type=click.Choice(list(PIECE_FORMATS)),
    metavar="FORMAT",
    default="table",
    show_default=True,
    help="Output format: table, jsonl (one JSON object per line), or html for a browser.",
)


@click.command("segment")
@click.argument("pages", metavar="PAGE...", nargs=-1, required=True)
@to_option
@writing_options
@method_options(SEGMENT)
@reading_options
@debug_option
def segment_command(**options: Any) -> None:
    """Divide pages into segments.

    PAGE is a file, a folder (all *.html, *.htm and *.xhtml files, including
    subfolders), a URL, or - for standard input. Each segment is shown with its
    text, its XPath and its position in the source.
    """
    _run_family(SEGMENT, **options)


@click.command("posts")
@click.argument("pages", metavar="PAGE...", nargs=-1, required=True)
@to_option
@writing_options
@method_options(THREAD)
@reading_options
@debug_option
def posts_command(**options: Any) -> None:
    """Find the posts of forum threads, comments or questions.

    PAGE is a file, a folder (all *.html, *.htm and *.xhtml files, including
    subfolders), a URL, or - for standard input. Each post is shown with its
    text, author, date and link, its XPath and its position in the source.
    """
    _run_family(THREAD, **options)


def _run_family(
    family: Family,
    *,
    pages: tuple[str, ...],
    to: str,
    output: str | None,
    method: str,
    settings: tuple[str, ...],
    url: str | None,
    seconds: float,
    pause: float,
    private: bool,
    jobs: int,
    max_seconds: float | None,
    max_memory: float | None,
) -> None:
    sources = find_page_sources(pages, url)
    parameters = read_settings(method, settings, None, family)
    name = find_method(method, family.name).full_name
    task = PiecesTask(name, to, parameters, Reading(url, seconds, private, pause))
    limits = make_limits(max_seconds, max_memory)
    run_batch(task, sources, open_sink(to, output, sources), jobs, limits)
