"""The report of a run: one HTML page with plots, a diff for each bad page, and the raw results."""

from __future__ import annotations

import os
from collections.abc import Sequence
from html import escape
from pathlib import Path

from pagecore import __version__
from pagecore.errors import BadOption
from pagecore.evaluate.diff_page import name_file, remove_pages, write_diff_page
from pagecore.evaluate.html import write_page
from pagecore.evaluate.marks import escape_surrogates
from pagecore.evaluate.parquet import write_parquet
from pagecore.evaluate.report_section import write_section
from pagecore.evaluate.summary import find_worst, summarise_results
from pagecore.measure.run import Results
from pagecore.store import write_file


def write_report(
    every: Sequence[Results],
    folder: str | Path,
    *,
    bad_pages: int = 50,
    seed: int = 0,
    command: str | None = None,
) -> Path:
    """Write the report of a run into a folder and return the path of its first page.

    Args:
        every: the results, one per corpus.
        folder: created if missing. It then has `index.html`, `pages/` and `results.parquet`. Pages
            of an earlier report are removed; other files are left alone.
        bad_pages: number of the worst pages of each contender to show beside their gold.
        seed: random seed of the run and of the intervals.
        command: the command of the run, for the report.
    """
    folder = prepare_folder(folder)
    remove_pages(folder / "pages")
    sections = [_write_origin(seed, command)]
    for results in every:
        table = summarise_results(results, seed=seed)
        # No page of a held-out test set is shown.
        count = bad_pages if results.corpus.shown else 0
        worst = {line.name: find_worst(results, line.name, count) for line in table}
        for pages in worst.values():
            for page in pages:
                path = folder / name_file(results, page)
                path.parent.mkdir(parents=True, exist_ok=True)
                _write_file(path, write_diff_page(results, page))
        sections.append(write_section(results, table, worst))
    names = ", ".join(results.corpus.name for results in every)
    index = folder / "index.html"
    _write_file(index, write_page(f"pagecore evaluate: {names}", "\n".join(sections)))
    write_parquet(every, folder / "results.parquet", seed=seed, command=command)
    return index


def prepare_folder(folder: str | Path) -> Path:
    """Create the folder of a report if it is missing; `BadOption` if it cannot be written to."""
    folder = Path(folder)
    shown = escape_surrogates(str(folder))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        is_file = folder.exists() and not folder.is_dir()
        why = "it is a file" if is_file else f"it cannot be created: {error.strerror}"
        raise BadOption(f"the report needs a folder, not {shown}: {why}") from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise BadOption(f"the report needs a folder, not {shown}: it cannot be written to")
    return folder


def _write_origin(seed: int, command: str | None) -> str:
    by_command = "" if command is None else f": <code>{escape(command)}</code>"
    return f"<p>Made by pagecore {escape(__version__)} with seed {seed}{by_command}</p>"


def _write_file(path: Path, page: str) -> None:
    # An id may be a file name, which need not be valid text.
    write_file(path, escape_surrogates(page))
