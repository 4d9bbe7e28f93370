"""The command `pagecore`: one command per verb, and the exit codes.

Each command is in a module of this folder. It reads its options (`options.py`), runs a task of
`pagecore.batch` on all pages (`batch.py`), and writes the records to a sink (`output.py`).
"""

from __future__ import annotations

import os
import sys
from typing import Any, NoReturn

import click

from pagecore import __version__
from pagecore.cli.apply import apply_command
from pagecore.cli.browse import browse_command
from pagecore.cli.diff import diff_command
from pagecore.cli.evaluate import evaluate_command
from pagecore.cli.exit_codes import INTERRUPTED, NOTHING_DONE, OUTPUT_CLOSED
from pagecore.cli.explain import explain_command
from pagecore.cli.extract import extract_command
from pagecore.cli.index import index_command
from pagecore.cli.learn import learn_command
from pagecore.cli.messages import debug_option, print_message, report_error
from pagecore.cli.methods import methods_command
from pagecore.cli.pieces import posts_command, segment_command
from pagecore.cli.records import records_command
from pagecore.cli.search import search_command
from pagecore.cli.train import train_command
from pagecore.errors import PagecoreError


class _OutputClosed(Exception):  # noqa: N818 - it ends a command, but is not an error
    """The reader of standard output closed it."""


class _Commands(click.Group):
    """A group that reports closed output; click would exit with 1, the code for failed pages."""

    def invoke(self, context: click.Context) -> Any:
        try:
            return super().invoke(context)
        except BrokenPipeError as error:
            raise _OutputClosed from error


@click.group(
    cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80}
)
@click.version_option(__version__)
@debug_option
def pagecore() -> None:
    """Extract the main content of web pages."""


pagecore.add_command(methods_command)
pagecore.add_command(extract_command)
pagecore.add_command(browse_command)
pagecore.add_command(segment_command)
pagecore.add_command(posts_command)
pagecore.add_command(records_command)
pagecore.add_command(explain_command)
pagecore.add_command(diff_command)
pagecore.add_command(learn_command)
pagecore.add_command(apply_command)
pagecore.add_command(index_command)
pagecore.add_command(search_command)
pagecore.add_command(debug_option(evaluate_command))
pagecore.add_command(debug_option(train_command))


def main() -> NoReturn:
    """Run the command; print every error in one line, and exit."""
    if sys.stdout is None:
        click.echo("pagecore: standard output is closed", err=True)
        sys.exit(NOTHING_DONE)
    try:
        pagecore(prog_name="pagecore", standalone_mode=False)
    except click.exceptions.Abort:
        sys.exit(INTERRUPTED)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        sys.exit(NOTHING_DONE)
    except click.ClickException as error:
        print_message(_format_error(error))
        sys.exit(NOTHING_DONE)
    except _OutputClosed:
        _discard_output()
        sys.exit(OUTPUT_CLOSED)
    except PagecoreError as error:
        report_error(error)
        sys.exit(NOTHING_DONE)
    except OSError as error:
        # Errors in reading are BadInput, so this one is about the output, such as a full disk.
        output_error = PagecoreError(f"standard output: {error.strerror}")
        output_error.__cause__ = error
        report_error(output_error)
        _discard_output()
        sys.exit(NOTHING_DONE)
    sys.exit(0)


def _discard_output() -> None:
    """Redirect standard output to nowhere; Python would write the rest of its buffer at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _format_error(error: click.ClickException) -> str:
    """Format a usage error in one line, with the command that shows the help."""
    message = " ".join(error.format_message().split()).rstrip(".")
    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is None:
        return message
    # A question, such as "Did you mean 'extract'?", ends its sentence.
    link = " See" if message.endswith(("?", "?)")) else "; see"
    return f"{message}{link} {context.command_path} --help"
