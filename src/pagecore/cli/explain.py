"""The command `pagecore explain`: why each block of a page was kept or dropped."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pagecore.batch.documents import read_document
from pagecore.batch.record import Record
from pagecore.batch.sinks import File
from pagecore.cli.messages import debug_option, show, tell
from pagecore.cli.options import (
    choosing_options,
    following_options,
    parameters_of,
    reading_options,
    step_options,
)
from pagecore.errors import BadOption
from pagecore.explain import SIDES, WIDTH
from pagecore.sources.read import Reading
from pagecore.sources.source import Source

if TYPE_CHECKING:
    from rich.console import RenderableType


@click.command("explain")
@click.argument("place", metavar="PAGE")
@click.option(
    "--to",
    type=click.Choice(["table", "json", "html"]),
    metavar="FORMAT",
    default="table",
    show_default=True,
    help="Output format: table, json, or html for a browser.",
)
@click.option("-o", "where", metavar="FILE", help="Output file (default: standard output).")
@click.option(
    "--only",
    type=click.Choice(SIDES),
    metavar="kept|dropped|doubtful",
    help="Show only these blocks in the table.",
)
@choosing_options
@step_options
@following_options
@reading_options
@debug_option
def explain_command(
    place: str,
    to: str,
    where: str | None,
    only: str | None,
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
) -> None:
    """Show why each block of a page was kept or dropped.

    PAGE is a file, a URL, or - for standard input. Each block is shown with
    its score, the reasons, its XPath and its position in the source.
    """
    if only is not None and to != "table":
        raise BadOption(f"--only has no effect with --to {to}; remove it")
    source = Source(place)
    target = None if where is None else File(Path(where), [source])
    choosing = {
        "method": method,
        "comments": comments,
        "steps": steps,
        **parameters_of(method, given, model),
    }
    reading = Reading(url, seconds, private, pause)
    document = read_document(source, reading, choosing, limit if following else 1)
    explanation = document.explain()
    if to == "table":
        written = _drawn(explanation.table(only), in_colour=where is None and sys.stdout.isatty())
    else:
        written = explanation.json() if to == "json" else explanation.html()
    if target is not None:
        target.write(Record(source, written))
    elif to == "table":
        # It has colours, and no controls of the page.
        click.echo(written, color=True)
    else:
        show(written)
    if to != "table":
        for warning in document.warnings:
            tell(f"{source}: {warning.code}: {warning.message}")


def _drawn(table: RenderableType, *, in_colour: bool) -> str:
    """A table as text. It is written by whoever writes all else, who knows what may go wrong."""
    from rich.console import Console

    console = Console(width=WIDTH, force_terminal=in_colour, file=io.StringIO())
    with console.capture() as captured:
        console.print(table)
    return "\n".join(line.rstrip() for line in captured.get().splitlines())
