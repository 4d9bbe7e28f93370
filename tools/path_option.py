"""Options of what measures and writes documents: where corpora lie, and what is written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


def path_option(flag: str, default: Path | str, told: str) -> Callable[[F], F]:
    """An option for a path."""
    kind = click.Path(path_type=Path)
    return click.option(flag, type=kind, default=Path(default), show_default=True, help=told)


data_option: Final = path_option("--data", ".data", "The folder of the corpora.")
