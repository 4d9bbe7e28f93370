"""Options that the programs of this repository share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from pagecore.figures import FILE

F = TypeVar("F", bound=Callable[..., Any])


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
