"""`python -m tools.render`: write the generated documents from the measured figures."""

from __future__ import annotations

from pathlib import Path

import click

from pagecore.figures import load_figures
from tools.options import Tool, figures_option, path_option
from tools.render import render_documents


@click.command(cls=Tool)
@path_option("--root", ".", "The folder of the repository.")
@figures_option
def main(root: Path, figures: Path) -> None:
    """Write the generated documents and parts of documents."""
    for path, text in render_documents(load_figures(figures), root).items():
        if not path.is_file() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")
            click.echo(str(path))


if __name__ == "__main__":
    main()
