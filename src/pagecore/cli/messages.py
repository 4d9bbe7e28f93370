"""Results on standard output, and messages on standard error, one line each."""

from __future__ import annotations

import re
import sys
import traceback
from typing import Final

import click

from pagecore.errors import PagecoreError
from pagecore.store import make_printable

#: Accepted before and after the command; `is_debug` looks for it.
debug_option = click.option(
    "--debug", is_flag=True, expose_value=False, help="Show the traceback of an error."
)


#: Control characters that a terminal would obey: all but tab and line feed.
_CONTROLS: Final = re.compile(r"[\0-\x08\x0b-\x1f\x7f-\x9f]")
#: Characters for private use, which stand for the start and the end of marked text.
MARK_START: Final = "\ue000"
MARK_END: Final = "\ue001"


def print_result(text: str) -> None:
    """Write text from a page to standard output; on a terminal, replace control characters."""
    # With color=True, click does not remove text that looks like colour codes.
    click.echo(_replace_controls(text) if sys.stdout.isatty() else text, color=True)


def print_marked(text: str) -> None:
    """Write text from a page to standard output, with the parts between `MARK_START` and `MARK_END`
    in bold on a terminal, and between asterisks elsewhere."""
    start, end = ("\x1b[1m", "\x1b[0m") if sys.stdout.isatty() else ("**", "**")
    shown = _replace_controls(text) if sys.stdout.isatty() else text
    click.echo(shown.replace(MARK_START, start).replace(MARK_END, end), color=True)


def _replace_controls(text: str) -> str:
    return _CONTROLS.sub("\ufffd", text)


def report_error(error: PagecoreError) -> None:
    """Write an error to standard error, with --debug after its traceback."""
    if is_debug():
        traceback.print_exception(error)
    print_message(str(error))


def print_message(line: str) -> None:
    """Write a line to standard error."""
    click.echo(f"pagecore: {_replace_controls(make_printable(line))}", err=True)


def is_debug() -> bool:
    """Whether tracebacks were asked for."""
    return "--debug" in sys.argv
