"""The command `pagecore records`: write the repeated items of pages as tables."""

from __future__ import annotations

import click

from pagecore.batch.listing_items import RECORD_FORMATS, RecordsTask
from pagecore.cli.batch import run_batch
from pagecore.cli.messages import debug_option
from pagecore.cli.options.batch import BatchOptions, batch_options
from pagecore.cli.options.method import MethodOptions, method_options
from pagecore.cli.options.places import PlaceOptions, find_page_sources, place_options
from pagecore.cli.options.reading import read_options
from pagecore.cli.pieces import to_option
from pagecore.registry import LISTING, find_method
from pagecore.sources.read import ReadOptions


@click.command("records")
@place_options
@to_option(
    RECORD_FORMATS,
    "Output format: table, csv, jsonl (one JSON object per item), or parquet. The columns of csv "
    "and parquet are those of all pages.",
)
@click.option(
    "--group",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    metavar="N",
    help="Write this group of items; 1 is the main one, and the table lists all.",
)
@batch_options
@method_options(LISTING)
@read_options
@debug_option
def records_command(
    places: PlaceOptions,
    to: str,
    group: int,
    batch_options: BatchOptions,
    method_options: MethodOptions,
    read_options: ReadOptions,
) -> None:
    """Write the repeated items of pages as tables.

    PAGE is a file, a folder with all pages in it and below, a URL, or - for
    standard input. WARC files, feeds and sitemaps give all their pages. Items
    are search results, products, entries of an index or rows of a table. Each
    has its title, link, image, price, date, rating and texts as far as they
    are there.
    """
    sources = find_page_sources(places, read_options, output=batch_options.output)
    parameters = method_options.read_parameters(LISTING)
    chosen = find_method(method_options.method, LISTING.name)
    task = RecordsTask(chosen.name, to, group, parameters, read_options)
    run_batch(task, sources, to, batch_options)
