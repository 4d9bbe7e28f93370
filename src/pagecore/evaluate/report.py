"""The report of a run: one HTML page with plots, a diff for each bad page, and the raw results."""

from __future__ import annotations

import os
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Final

from pagecore import __version__
from pagecore.errors import BadOption
from pagecore.evaluate.diff_page import name_file, remove_pages, write_diff_page
from pagecore.evaluate.html import write_page
from pagecore.evaluate.marks import escape_surrogates
from pagecore.evaluate.parquet import write_parquet
from pagecore.evaluate.report_section import write_section
from pagecore.evaluate.summary import find_worst, summarise_results
from pagecore.measure.run import Results
from pagecore.store import create_subfolder, make_printable, refuse_existing, write_file

INDEX: Final = "index.html"
PAGES: Final = "pages"
RAW_RESULTS: Final = "results.parquet"


def write_report(
    every: Sequence[Results],
    folder: str | Path,
    *,
    bad_pages: int = 50,
    seed: int = 0,
    command: str | None = None,
    overwrite: bool = False,
) -> Path:
    """Write the report of a run into a folder and return the path of its first page.

    Args:
        every: the results, one per corpus.
        folder: created if missing. It then has `index.html`, `pages/` and `results.parquet`.
        bad_pages: number of the worst pages of each contender to show beside their gold.
        seed: random seed of the run and of the intervals.
        command: the command of the run, for the report.
        overwrite: replace an earlier report in the folder; other files are left alone.

    Raises:
        BadOption: the folder has a report already, or cannot be written to.
        PagecoreError: a file cannot be written.
    """
    folder = prepare_folder(folder, overwrite=overwrite)
    remove_pages(folder / PAGES)
    sections = [_write_origin(seed, command)]
    for results in every:
        table = summarise_results(results, seed=seed)
        # No page of a held-out test set is shown.
        count = bad_pages if results.corpus.shown else 0
        worst = {line.name: find_worst(results, line.name, count) for line in table}
        for pages in worst.values():
            for page in pages:
                name = name_file(results, page)
                create_subfolder(folder, name.parent)
                _write_file(folder / name, write_diff_page(results, page))
        sections.append(write_section(results, table, worst))
    names = ", ".join(results.corpus.name for results in every)
    index = folder / INDEX
    _write_file(index, write_page(f"pagecore evaluate: {names}", "\n".join(sections)))
    write_parquet(every, folder / RAW_RESULTS, seed=seed, command=command)
    return index


def prepare_folder(folder: str | Path, *, overwrite: bool = False) -> Path:
    """Create the folder of a report if it is missing.

    Raises:
        BadOption: it cannot be written to, or it has a report already that is not to be replaced.
    """
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
    if not overwrite:
        refuse_existing(folder / INDEX)
        refuse_existing(folder / RAW_RESULTS)
        if os.path.lexists(folder / PAGES):
            raise BadOption(
                f"output {make_printable(folder / PAGES)} exists; pass --overwrite to replace the "
                "pages of a report, or another folder"
            )
    return folder


def _write_origin(seed: int, command: str | None) -> str:
    by_command = "" if command is None else f": <code>{escape(command)}</code>"
    return f"<p>Made by pagecore {escape(__version__)} with seed {seed}{by_command}</p>"


def _write_file(path: Path, page: str) -> None:
    # An id may be a file name, which need not be valid text.
    write_file(path, escape_surrogates(page))
