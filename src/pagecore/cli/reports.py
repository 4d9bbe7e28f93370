"""Reports that are a table, JSON or a web page: the options of the commands, and the output."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

import click

from pagecore.batch.record import Record
from pagecore.cli.messages import print_result
from pagecore.errors import BadOption
from pagecore.explain.explanation import render_table

if TYPE_CHECKING:
    from pagecore.batch.sinks import FileSink
    from pagecore.sources.source import Source

#: The formats of a report, by the extension of their files.
_FORMATS: Final = {".txt": "table", ".json": "json", ".html": "html", ".htm": "html"}

report_format_option = click.option(
    "--to",
    type=click.Choice(list(dict.fromkeys(_FORMATS.values()))),
    metavar="FORMAT",
    help="Output format: table, json, or html for a browser (default: by the extension of -o, else "
    "table).",
)


class Report(Protocol):
    """What a command reports."""

    def table(self, only: str | None = None) -> Any:
        """Return a table for a terminal of 80 columns."""

    def json(self) -> str:
        """Return the report as JSON."""

    def html(self) -> str:
        """Return the report as a web page."""


def choose_report_format(to: str | None, output: str | None) -> str:
    """Return the format of the option --to, or that of the extension of -o, or `table`."""
    suffix = "" if output is None else Path(output).suffix.lower()
    return _FORMATS.get(suffix, "table") if to is None else to


def check_only(only: str | None, to: str) -> None:
    """Raise `BadOption` if --only was passed for another format than the table."""
    if only is not None and to != "table":
        raise BadOption(f"--only has no effect with --to {to}; remove it")


def write_report(
    report: Report, to: str, only: str | None, source: Source, target: FileSink | None
) -> None:
    """Write a report.

    Args:
        report: the report.
        to: the format, from the option --to.
        only: what the table is limited to, from the option --only.
        source: the page.
        target: the file, from the option -o; None for standard output.
    """
    if to == "table":
        in_colour = target is None and sys.stdout.isatty()
        written = render_table(report.table(only), in_colour=in_colour)
    else:
        written = report.json() if to == "json" else report.html()
    if target is not None:
        target.write(Record(source, written))
    elif to == "table":
        # The table has colours, and replaces control characters of the page itself.
        click.echo(written, color=True)
    else:
        print_result(written)
