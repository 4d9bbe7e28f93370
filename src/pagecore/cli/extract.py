"""The command `pagecore extract`: write the content of pages, in several formats."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

import click

from pagecore.batch.documents import drop_following_pages
from pagecore.batch.tasks import FORMATS, ApplyTask, ExtractTask
from pagecore.cli.batch import run_batch, show_reading
from pagecore.cli.messages import debug_option, print_message, report_error
from pagecore.cli.options.batch import BatchOptions, batch_options
from pagecore.cli.options.method import MethodOptions, method_options
from pagecore.cli.options.places import PlaceOptions, find_page_sources, place_options
from pagecore.cli.options.reading import follow_options, read_options
from pagecore.cli.options.steps import step_options
from pagecore.cli.options.store import expect_store, store_option
from pagecore.cli.options.writers import (
    FormatName,
    check_writer_options,
    choose_format,
    writer_options,
)
from pagecore.cli.source_pages import SourcePages
from pagecore.errors import BadOption
from pagecore.learn import learn
from pagecore.registry import PAGE
from pagecore.sources.find_sources import MARKUP_KINDS, FolderOptions, find_sources
from pagecore.sources.read import ReadOptions
from pagecore.wrapper_store import WrapperStore


@click.command("extract")
@place_options
@click.option(
    "--to",
    type=FormatName(list(FORMATS)),
    metavar="FORMAT",
    help="Output format (default: by the extension of -o, else text): text (or txt), markdown (or "
    "md), html, json (one document, or a line for each of several pages), jsonl (always lines, "
    "each with the name of the page), chunks or xml.",
)
@batch_options
@method_options(PAGE, with_model=True)
@store_option
@click.option(
    "--site",
    type=click.Path(file_okay=False, exists=True),
    metavar="FOLDER",
    help="Folder with other pages of the site. The texts that they share and the places of their "
    "content correct the default extractor.",
)
@step_options
@writer_options
@follow_options
@read_options
@debug_option
def extract_command(
    places: PlaceOptions,
    to: str | None,
    batch_options: BatchOptions,
    method_options: MethodOptions,
    store: WrapperStore | None,
    site: str | None,
    step_options: dict[str, Any],
    writer_options: dict[str, Any],
    max_pages: int,
    read_options: ReadOptions,
) -> None:
    """Write the content of pages.

    PAGE is a file, a folder with all pages in it and below, a URL, or - for
    standard input. WARC files, feeds and sitemaps give all their pages. A page
    that fails is reported, and the others are written. The exit code is then 1,
    or 2 if all pages failed. JSON of several pages is one line per page, which
    begins with the name of the page; -o FILE.jsonl writes all lines to one
    file. With --store, the wrapper of a page's host extracts its content if it
    fits the page.
    """
    if store is not None:
        if site is not None:
            raise BadOption("--site and --store exclude each other; pass one of them")
        expect_store(store)
    to = choose_format(to, batch_options.output)
    sources = find_page_sources(places, read_options, output=batch_options.output)
    check_writer_options(to, writer_options)
    extract_options = {
        "method": method_options.method,
        **step_options,
        **method_options.read_parameters(),
    }
    task: ExtractTask | ApplyTask
    if site is None:
        task = ExtractTask(
            to, writer_options, extract_options, read_options, max_pages, store=store
        )
    else:
        _check_site_options(
            method_options, extract_options.keys() - {"method", *step_options}, max_pages
        )
        wrapper = _learn_site(site, read_options, is_stdout_free=batch_options.output is not None)
        task = ApplyTask(wrapper, to, writer_options, step_options, read_options)
    if max_pages > 1:
        first_pages = drop_following_pages(
            sources.sources,
            read_options,
            max_pages,
            jobs=batch_options.jobs,
            limits=batch_options.limits,
        )
        sources = replace(sources, sources=first_pages)
    run_batch(task, sources, to, batch_options)


def _check_site_options(
    method_options: MethodOptions, parameters: Collection[str], max_pages: int
) -> None:
    if method_options.method != PAGE.default or parameters or max_pages > 1:
        raise BadOption(
            "--site corrects the default extractor on single pages; remove --method, --set, "
            "--favor, --model and --follow"
        )


def _learn_site(folder: str, read_options: ReadOptions, *, is_stdout_free: bool) -> bytes:
    """Learn the evidence of the pages in a folder; report pages that cannot be read."""
    listing = find_sources([folder], FolderOptions(kinds=MARKUP_KINDS))
    for error in listing.errors:
        report_error(error)
    sources = list(listing.sources)
    with show_reading(len(sources), is_stdout_free=is_stdout_free) as bar:
        pages = SourcePages(sources, read_options, bar)
        wrapper = learn(pages, method=PAGE.default, names=pages.names)
    for note in wrapper.notes:
        print_message(note)
    return wrapper.xml().encode()
