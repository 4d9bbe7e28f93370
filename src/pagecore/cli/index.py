"""The command `pagecore index`: make a search index of pages, add to it, and delete from it."""

from __future__ import annotations

from pathlib import Path

import click

from pagecore.cli.batch import run_batch
from pagecore.cli.messages import debug_option, print_message
from pagecore.cli.options.batch import BatchOptions, worker_options
from pagecore.cli.options.method import read_settings, setting_option
from pagecore.cli.options.places import PlaceOptions, find_page_sources, place_options
from pagecore.cli.options.reading import read_options
from pagecore.errors import BadOption
from pagecore.page.counts import format_count
from pagecore.registry import SEGMENT
from pagecore.search.index_pages import IndexSink, IndexTask
from pagecore.search.manifest import Manifest
from pagecore.search.page_record import DEFAULT_SEGMENTS
from pagecore.search.writer import PageWriter
from pagecore.sources.read import ReadOptions


@click.command("index")
@place_options
@click.option("--out", metavar="INDEX", required=True, help="Folder of the index.")
@click.option(
    "--segment",
    default=DEFAULT_SEGMENTS,
    show_default=True,
    metavar="METHOD",
    help="Segment method that divides the pages: content (what the default extractor keeps), dom, "
    "fixed, vips or comb (whole pages; the last two need rendered pages).",
)
@setting_option
@click.option(
    "--delete",
    "deleted",
    metavar="URL",
    multiple=True,
    help="Delete the page of this URL. Repeatable.",
)
@click.option(
    "--update", is_flag=True, help="Index pages again that the index has (default: keep them)."
)
@click.option("--overwrite", is_flag=True, help="Delete the index first, and make it again.")
@worker_options
@read_options
@debug_option
def index_command(
    places: PlaceOptions,
    out: str,
    segment: str,
    settings: tuple[str, ...],
    deleted: tuple[str, ...],
    update: bool,
    overwrite: bool,
    batch_options: BatchOptions,
    read_options: ReadOptions,
) -> None:
    """Make a search index of pages, or add pages to one.

    PAGE is a file, a folder with all pages in it and below, a URL, or - for
    standard input. WARC files, JSON lines, feeds and sitemaps give all their
    pages. A page replaces an earlier page of the same URL. A file that has
    changed is indexed again. An interrupted command continues when it is
    repeated.
    """
    if deleted:
        if places.pages or places.files_from or places.manifest:
            raise BadOption("--delete takes no pages; delete first, then index others")
        _delete(Path(out), deleted)
        return
    sources = find_page_sources(places, read_options, output=out)
    parameters = read_settings(segment, settings, family=SEGMENT)
    task = IndexTask(segment, parameters, read_options)
    writer = PageWriter(Path(out), Manifest(segment, parameters), overwrite=overwrite)
    with writer:
        sink = IndexSink(writer, update=update)
        run_batch(task, sources, "index", batch_options, sink, "--update indexes them again")


def _delete(path: Path, urls: tuple[str, ...]) -> None:
    """Delete pages, and report URLs that the index does not have."""
    with PageWriter.open(path) as writer:
        missing = [url for url in urls if not writer.delete(url)]
    for url in missing:
        print_message(f"{url}: the index has no page of this URL")
    print_message(f"deleted {format_count(len(urls) - len(missing), 'page')}")
