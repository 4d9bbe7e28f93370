"""Tables of 80 columns, a progress bar, and figures beside their targets."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from rich import box
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

WIDTH = 80


class Section(Protocol):
    """What a part of the bench returns: its figures, how they are shown, what they miss."""

    def show(self, console: Console) -> None:
        """Print the figures."""

    def faults(self) -> list[str]:
        """Return what a strict run fails for, each in a sentence."""

    def record(self) -> dict[str, object]:
        """Return everything measured, ready for JSON."""


@dataclass(frozen=True)
class Verdict:
    """A figure beside its target; the figure should not be above it.

    `spread` is how far the figure moved from round to round, `aim` what we would like to reach.
    """

    what: str
    figure: float
    target: float
    aim: float | None = None
    spread: str = ""

    @property
    def met(self) -> bool:
        """Whether the target is met."""
        return self.figure <= self.target


def show_verdicts(verdicts: list[Verdict], console: Console) -> None:
    """Print figures beside their targets, a row each."""
    if not verdicts:
        return
    shown = table("", "", "figure", "by round", "target", "aim", "")
    for verdict in verdicts:
        shown.add_row(
            verdict.what,
            f"[bold]{verdict.figure:.3g}[/bold]",
            verdict.spread,
            f"≤ {verdict.target:g}",
            f"{verdict.aim:g}" if verdict.aim is not None else "",
            "[green]met[/green]" if verdict.met else "[red]missed[/red]",
        )
    console.print(shown)


def table(title: str, *columns: str, padding: int = 1) -> Table:
    """Return an empty table whose first column is of words and whose others are of figures."""
    built = Table(
        title=title or None,
        box=box.SIMPLE_HEAD,
        title_justify="left",
        title_style="bold",
        padding=(0, padding),
        pad_edge=False,
    )
    built.add_column(columns[0], overflow="fold")
    for column in columns[1:]:
        built.add_column(column, justify="right", no_wrap=True)
    return built


@contextmanager
def progress(console: Console, what: str, total: int) -> Iterator[Progress]:
    """Show a bar for one part of the bench; `bar.advance(bar.task_ids[0])` moves it."""
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeElapsedColumn(),
        console=console,
        transient=True,
    )
    with bar:
        bar.add_task(what, total=total)
        yield bar
