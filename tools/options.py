"""Options that the programs of this repository share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from pagecore.errors import PagecoreError
from pagecore.figures import FILE

F = TypeVar("F", bound=Callable[..., Any])


class Refusal(click.ClickException):
    """Nothing could be done."""

    exit_code = 2


class Tool(click.Command):
    """A command that ends with a message, not with a traceback, if its input is at fault."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except PagecoreError as error:
            raise Refusal(str(error)) from None


def path_option(flag: str, default: Path | str, help: str) -> Callable[[F], F]:
    """An option for a path."""
    kind = click.Path(path_type=Path)
    return click.option(flag, type=kind, default=Path(default), show_default=True, help=help)


data_option: Final = path_option("--data", ".data", "The folder of the corpora.")
figures_option: Final = click.option(
    "--figures",
    type=click.Path(path_type=Path),
    default=FILE,
    help="The file to record figures in; the package's own without it.",
)


def count_options(names: str) -> Callable[[F], F]:
    """The options of a program that counts faults on corpora: their names, the column to record,
    and the step between pages."""

    def decorate(command: F) -> F:
        options = (
            click.option(
                "--corpora", "names", default=names, show_default=True, help="Comma-separated."
            ),
            click.option("--label", default="now", show_default=True, help="The column to record."),
            click.option(
                "--step",
                default=1,
                show_default=True,
                help="Take every N-th page, without a record.",
            ),
            data_option,
            figures_option,
        )
        for option in reversed(options):
            command = option(command)
        return command

    return decorate
