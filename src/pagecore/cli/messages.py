"""What a command tells beside what it writes: one line for each thing, on standard error."""

from __future__ import annotations

import sys
import traceback

import click

from pagecore.errors import PagecoreError

#: Accepted before and after the command; `report` looks for it.
debug_option = click.option(
    "--debug", is_flag=True, expose_value=False, help="Show the traceback of an error."
)


def report(error: PagecoreError) -> None:
    """Tell an error."""
    if is_debug():
        traceback.print_exception(error)
    tell(str(error))


def tell(line: str) -> None:
    """Tell a line."""
    click.echo(f"pagecore: {readable(line)}", err=True)


def readable(text: str) -> str:
    """A text that may name a file, whose name may be no text."""
    return text.encode(errors="surrogateescape").decode(errors="replace")


def is_debug() -> bool:
    return "--debug" in sys.argv
