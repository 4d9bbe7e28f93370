"""`python -m tools.drawings`: write the drawings of the methods."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from tools.drawings import METHODS, SEGMENT_METHODS, SITE_METHODS, THREAD_METHODS, make_drawings
from tools.options import Refusal, Tool, path_option

#: The methods that have drawings.
NAMES: Final = (*METHODS, *SEGMENT_METHODS, *THREAD_METHODS, *SITE_METHODS)


@click.command(cls=Tool)
@path_option("--folder", "docs/methods", "The folder of the drawings.")
@click.option("--only", type=click.Choice(NAMES), help="One method; all without it.")
@click.option("--check", is_flag=True, help="Write nothing, and fail if a drawing is out of date.")
def main(folder: Path, only: str | None, check: bool) -> None:
    """Write the drawings of the methods, and print the names of those that changed."""
    changed = []
    for name in [only] if only else NAMES:
        for drawing in make_drawings(name):
            path = folder / drawing.file
            if not path.is_file() or path.read_text("utf-8") != drawing.svg:
                changed.append(str(path))
                if not check:
                    path.write_text(drawing.svg, "utf-8")
    for changed_path in changed:
        click.echo(changed_path)
    if check and changed:
        raise Refusal("these drawings are out of date; run: python -m tools.drawings")


if __name__ == "__main__":
    main()
