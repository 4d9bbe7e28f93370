"""The commands: `python -m tools.listing_judgements sheet` and `count`."""

from __future__ import annotations

import subprocess
from pathlib import Path

import click

from pagecore.corpora import load
from tools.listing_judgements.answers import count_judgements, read_judgements, write_judgements
from tools.listing_judgements.sheet import N_PAGES, SEED, draw_pages, write_sheets
from tools.options import Refusal, Tool, data_option, figures_option, path_option
from tools.record import describe_run, record

ROOT = Path(__file__).resolve().parents[2]
#: The file that holds the judgements.
JUDGEMENTS = "docs/listing-judgements.tsv"


@click.group()
def main() -> None:
    """Prepare and count judgements."""


@main.command(cls=Tool)
@click.argument("folder", type=click.Path(path_type=Path))
@data_option
@click.option("--pages", "n_pages", default=N_PAGES, show_default=True, help="Number of pages.")
@click.option("--seed", default=SEED, show_default=True, help="Random seed.")
@click.option("--readers", default="first,second", show_default=True, help="Comma-separated.")
@click.option("--without", multiple=True, type=int, help="Seed of pages to leave out.")
def sheet(
    folder: Path, data: Path, n_pages: int, seed: int, readers: str, without: tuple[int, ...]
) -> None:
    """Draw pages, and write what readers need to judge their records."""
    if is_tracked(folder):
        raise Refusal(f"{folder} is in the repository; the pages of others do not belong there")
    items = draw_pages(load("wcxb", data / "wcxb").items, n_pages, seed, without)
    write_sheets(folder, items, readers.split(","))
    click.echo(f"{len(items)} pages in {folder}; the instructions are in {folder / 'README.md'}")


@main.command(cls=Tool)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
@figures_option
@path_option("--to", JUDGEMENTS, "The file that holds the judgements of all readers.")
def count(files: tuple[Path, ...], figures: Path, to: Path) -> None:
    """Count the judgements of all readers, and record the figures."""
    rows = read_judgements(files)
    counted = count_judgements(rows)
    write_judgements(to, rows)
    for question, figures_of in counted["questions"].items():
        click.echo(f"{question}: {figures_of}")
    for case in counted["disagreements"]:
        click.echo(f"disagreement: {case}")
    run = describe_run(f"python -m tools.listing_judgements count {JUDGEMENTS}")
    record("listing judgements", counted, provenance=run, path=figures)


def is_tracked(folder: Path) -> bool:
    """Whether git would track files of a folder: it is in the repository, and not ignored."""
    if ROOT not in folder.resolve().parents:
        return False
    command = ["git", "-C", str(ROOT), "check-ignore", "--quiet", str(folder.resolve())]
    return subprocess.run(command, check=False).returncode != 0


if __name__ == "__main__":
    main()
