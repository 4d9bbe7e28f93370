"""Rendered pages of corpora: `.npz` files that a browser wrote, in `layouts/NAME` beside the folder
of the corpus.

`index.jsonl` in that folder has a line for each page, with its `id` and `file`.
"""

from __future__ import annotations

import json
from pathlib import Path


def find_rendered(corpus: Path, name: str) -> dict[str, Path]:
    """Find the rendered pages of a corpus, by the ids of their items; pages without one are left
    out, and so are lines that cannot be read.

    Args:
        corpus: the folder of the corpus.
        name: the name of its format.
    """
    folder = corpus.resolve().parent / "layouts" / name
    try:
        lines = (folder / "index.jsonl").read_text("utf-8").splitlines()
    except OSError:
        return {}
    rendered = {}
    for line in lines:
        try:
            record = json.loads(line)
            page_id, file = str(record["id"]), folder / str(record["file"])
        except (ValueError, KeyError, TypeError):
            continue
        if file.resolve().is_relative_to(folder.resolve()) and file.is_file():
            rendered[page_id] = file
    return rendered
