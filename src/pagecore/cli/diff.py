"""The command `pagecore diff`: show what differs between two pages."""

from __future__ import annotations

import os
from pathlib import Path

import click

from pagecore.batch.sinks import FileSink
from pagecore.cli.messages import debug_option, print_message
from pagecore.cli.options.batch import output_option, overwrite_option
from pagecore.cli.options.reading import fetch_options
from pagecore.cli.reports import (
    check_only,
    choose_report_format,
    report_format_option,
    write_report,
)
from pagecore.errors import BadOption
from pagecore.explain import explain_difference
from pagecore.explain.difference import STATUSES
from pagecore.match import match
from pagecore.sources.find_sources import find_sources
from pagecore.sources.read import ReadOptions, read_page


@click.command("diff")
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@report_format_option
@output_option
@overwrite_option
@click.option(
    "--only",
    type=click.Choice(STATUSES),
    metavar="|".join(STATUSES),
    help="Show only these blocks in the table.",
)
@fetch_options
@debug_option
def diff_command(
    first: str,
    second: str,
    to: str | None,
    output: str | None,
    overwrite: bool,
    only: str | None,
    read_options: ReadOptions,
) -> None:
    """Show what differs between two pages.

    A and B are files or URLs; one of them may be - for standard input. The
    visible blocks of B are shown in their order, and between them the blocks
    that only A has. Each is unchanged, changed, removed or added, with its
    XPath and its position in the source of each page. In the table, removed
    words are written as [-word-], and added ones as {+word+}.
    """
    to = choose_report_format(to, output)
    check_only(only, to)
    for place in (first, second):
        if os.path.isdir(place):
            raise BadOption(f"{place}: diff takes two pages, not folders; pass files, URLs or -")
    sources = find_sources([first, second]).sources
    target = None if output is None else FileSink(Path(output), sources, overwrite=overwrite)
    a, b = (read_page(source, read_options) for source in sources)
    names = (str(sources[0]), str(sources[1]))
    difference = explain_difference(a, b, match(a, b, rows="shown", labels="text"), names)
    write_report(difference, to, only, sources[1], target)
    if to != "table":
        named = {"A": f"{names[0]}: ", "B": f"{names[1]}: "}
        for letter, warning in difference.all_warnings:
            print_message(f"{named.get(letter, '')}{warning.code}: {warning.message}")
