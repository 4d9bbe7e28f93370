"""The command `pagecore`: a skin over the verbs, in the same words."""

from __future__ import annotations

import os
import sys
from typing import Any, NoReturn

import click

from pagecore import __version__
from pagecore.cli.apply import apply_command
from pagecore.cli.evaluate import evaluate_command
from pagecore.cli.explain import explain_command
from pagecore.cli.extract import extract_command
from pagecore.cli.learn import learn_command
from pagecore.cli.messages import debug_option, report, tell
from pagecore.cli.methods import methods_command
from pagecore.cli.pieces import posts_command, segment_command
from pagecore.cli.train import train_command
from pagecore.errors import PagecoreError

#: Exit codes: nothing could be done, interrupted, who reads the output went away; the last two as
#: shells have them.
NOTHING_DONE, INTERRUPTED, UNREAD = 2, 130, 141


class _Unread(Exception):  # noqa: N818 - it ends a command, and is no error of it
    """Whoever read the output went away."""


class _Commands(click.Group):
    """Commands. A pipe that nobody reads would end them with click's code 1, as failed pages do."""

    def invoke(self, context: click.Context) -> Any:
        try:
            return super().invoke(context)
        except BrokenPipeError as error:
            raise _Unread from error


@click.group(
    cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80}
)
@click.version_option(__version__)
@debug_option
def pagecore() -> None:
    """Extract the main content of web pages."""


pagecore.add_command(methods_command)
pagecore.add_command(extract_command)
pagecore.add_command(segment_command)
pagecore.add_command(posts_command)
pagecore.add_command(explain_command)
pagecore.add_command(learn_command)
pagecore.add_command(apply_command)
pagecore.add_command(debug_option(evaluate_command))
pagecore.add_command(debug_option(train_command))


def main() -> NoReturn:
    """Run the command, with one clear line for every error."""
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
        tell(_in_one_line(error))
        sys.exit(NOTHING_DONE)
    except _Unread:
        _forget_output()
        sys.exit(UNREAD)
    except PagecoreError as error:
        report(error)
        sys.exit(NOTHING_DONE)
    except OSError as error:
        # What is read has its own words; this is a disk that is full, for example.
        unwritten = PagecoreError(f"standard output: {error.strerror}")
        unwritten.__cause__ = error
        report(unwritten)
        _forget_output()
        sys.exit(NOTHING_DONE)
    sys.exit(0)


def _forget_output() -> None:
    """Python would try to write the rest once more when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _in_one_line(error: click.ClickException) -> str:
    """What was not understood, and who tells more."""
    said = " ".join(error.format_message().split()).rstrip(".")
    context = error.ctx if isinstance(error, click.UsageError) else None
    return said if context is None else f"{said}; see {context.command_path} --help"
