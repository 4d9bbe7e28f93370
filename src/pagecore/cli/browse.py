"""The command `pagecore browse`: render a page, and keep its source and layout."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from pagecore.browse import name_saved_page
from pagecore.cli.messages import debug_option, print_message
from pagecore.cli.options.batch import overwrite_option
from pagecore.cli.options.browsing import BROWSE_OPTIONS, make_browse_options
from pagecore.cli.options.groups import group_options
from pagecore.cli.options.reading import page_options
from pagecore.errors import BadInput, BadOption
from pagecore.page.page_file import pack_page
from pagecore.sources.kinds import FileKind
from pagecore.sources.read import ReadOptions, read_raw_page
from pagecore.sources.source import STDIN, Source
from pagecore.store import refuse_existing, write_file


@click.command("browse")
@click.argument("place", metavar="PAGE")
@click.option("-o", "output", metavar="FILE", help="Output file, such as page.npz.")
@click.option("--screenshot", metavar="FILE", help="Write a picture of the whole page, as PNG.")
@overwrite_option
@group_options("browse_values", dict, *BROWSE_OPTIONS)
@page_options
@debug_option
def browse_command(
    place: str,
    output: str | None,
    screenshot: str | None,
    overwrite: bool,
    browse_values: dict[str, Any],
    read_options: ReadOptions,
) -> None:
    """Render a page in a browser, and keep its source and layout.

    PAGE is a file, a URL, or - for standard input. The output file holds the
    document as rendered and the boxes, fonts and colours of all its rows. All
    commands take it as a page. Scripts do not run, and nothing but the page
    itself is fetched, unless --scripts and --network allow it.
    """
    from pagecore.visual.browse_page import browse_page
    from pagecore.visual.pool import BrowserPool

    if output is None and screenshot is None:
        raise BadOption("pass -o FILE.npz, --screenshot FILE.png, or both")
    if os.path.isdir(place):
        raise BadOption(f"{place}: browse takes one page, not a folder; pass a file, a URL or -")
    for path in filter(None, (output, screenshot)):
        if not overwrite:
            refuse_existing(Path(path))
    options = make_browse_options(browse_values, allow_private=read_options.allow_private)
    source = Source(place)
    raw_page = read_raw_page(source, read_options)
    if raw_page.rendered is not None or raw_page.kind is not FileKind.HTML:
        kind = FileKind.RENDERED if raw_page.rendered is not None else raw_page.kind
        raise BadInput(f"{source}: this is {kind.value}, not an HTML page")
    is_file = not source.is_url and place != STDIN
    with BrowserPool(executable=options.executable) as pool:
        browsed = browse_page(
            raw_page,
            options,
            pool,
            place=name_saved_page(Path(place) if is_file else None, options.files),
            screenshot=screenshot is not None,
        )
    if output is not None:
        write_file(Path(output), pack_page(browsed.page))
    if screenshot is not None:
        write_file(Path(screenshot), browsed.screenshot or b"")
    for warning in browsed.page.warnings:
        print_message(f"{source}: {warning.code}: {warning.message}")
