"""The commands `pagecore segment` and `pagecore posts`: write the pieces of pages.

Both run a `PiecesTask` of `pagecore.batch.tasks`, which calls the verb of the family.
"""

from __future__ import annotations

from typing import Any

import click

from pagecore.batch.tasks import PIECE_FORMATS, PiecesTask
from pagecore.cli.batch import run_batch
from pagecore.cli.messages import debug_option
from pagecore.cli.options.batch import BatchOptions, batch_options
from pagecore.cli.options.method import MethodOptions, method_options
from pagecore.cli.options.places import PlaceOptions, find_page_sources, place_options
from pagecore.cli.options.reading import read_options
from pagecore.registry import SEGMENT, THREAD, Family, find_method
from pagecore.sources.read import ReadOptions

to_option = click.option(
    "--to",
    type=click.Choice(list(PIECE_FORMATS)),
    metavar="FORMAT",
    default="table",
    show_default=True,
    help="Output format: table, jsonl (one JSON object per line), or html for a browser.",
)


@click.command("segment")
@place_options
@to_option
@batch_options
@method_options(SEGMENT)
@read_options
@debug_option
def segment_command(**options: Any) -> None:
    """Divide pages into segments.

    PAGE is a file, a folder with all pages in it and below, a URL, or - for
    standard input. WARC files, feeds and sitemaps give all their pages. Each
    segment is shown with its text, its XPath and its position in the source.
    """
    _run_family(SEGMENT, **options)


@click.command("posts")
@place_options
@to_option
@batch_options
@method_options(THREAD)
@read_options
@debug_option
def posts_command(**options: Any) -> None:
    """Find the posts of forum threads, comments or questions.

    PAGE is a file, a folder with all pages in it and below, a URL, or - for
    standard input. WARC files, feeds and sitemaps give all their pages. Each
    post is shown with its text, author, date and link, its XPath and its
    position in the source.
    """
    _run_family(THREAD, **options)


def _run_family(
    family: Family,
    *,
    places: PlaceOptions,
    to: str,
    batch_options: BatchOptions,
    method_options: MethodOptions,
    read_options: ReadOptions,
) -> None:
    sources = find_page_sources(places, read_options, output=batch_options.output)
    parameters = method_options.read_parameters(family)
    name = find_method(method_options.method, family.name).full_name
    run_batch(PiecesTask(name, to, parameters, read_options), sources, to, batch_options)
