"""`python -m tools.known_items`: build the known-item collection beside the corpora."""

from __future__ import annotations

import json
from pathlib import Path

import click

from tools.known_items.build import Limits, build_collection
from tools.known_items.collection import FOLDER, write_collection
from tools.known_items.pages import PARTS, load_pages
from tools.options import Tool, data_option


@click.command(cls=Tool)
@click.option(
    "--part", "parts", type=click.Choice(list(PARTS)), multiple=True, help="All parts without it."
)
@click.option(
    "--queries", "n_queries", default=400, show_default=True, help="Queries of each kind, at most."
)
@click.option("--seed", default=0, show_default=True, help="Random seed.")
@data_option
def main(parts: tuple[str, ...], n_queries: int, seed: int, data: Path) -> None:
    """Build the collection."""
    for part in parts or PARTS:
        # There are few styled pages, so each has several queries.
        limits = Limits(per_kind=n_queries, per_page=3 if part == "styled" else 1, seed=seed)
        collection, about = build_collection(part, load_pages(part, data), limits, click.echo)
        digest = write_collection(collection, data / FOLDER / part, about)
        click.echo(json.dumps(about, indent=1))
        click.echo(f"{part}: digest {digest}")


if __name__ == "__main__":
    main()
