"""What a command shows on standard output, and what it tells beside that: one line for each thing,
on standard error."""

from __future__ import annotations

import re
import sys
import traceback
from typing import Final

import click

from pagecore.errors import PagecoreError
from pagecore.sources.source import printable

#: Accepted before and after the command; `report` looks for it.
debug_option = click.option(
    "--debug", is_flag=True, expose_value=False, help="Show the traceback of an error."
)


#: What drives a terminal: all controls but the tabulator and the end of a line.
_CONTROLS: Final = re.compile(r"[\0-\x08\x0b-\x1f\x7f-\x9f]")


def show(text: str) -> None:
    """Write to standard output what comes from a page, as it is; a terminal must not be driven by
    a page, and gets a mark for each control."""
    # Elsewhere click would leave out what it takes for colours.
    click.echo(_harmless(text) if sys.stdout.isatty() else text, color=True)


def _harmless(text: str) -> str:
    return _CONTROLS.sub("\ufffd", text)


def report(error: PagecoreError) -> None:
    """Tell an error."""
    if is_debug():
        traceback.print_exception(error)
    tell(str(error))


def tell(line: str) -> None:
    """Tell a line."""
    click.echo(f"pagecore: {_harmless(printable(line))}", err=True)


def is_debug() -> bool:
    return "--debug" in sys.argv
