"""Small corpora, written for one test each."""

from __future__ import annotations

import json
import re
from pathlib import Path

from pagecore.corpora import Corpus


def write_corpus(folder: Path, files: dict[str, object]) -> Path:
    """Write files: bytes and texts as they are, a list as JSON lines, an object as JSON."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, list):
            content = "".join(
                f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in content
            )
        elif isinstance(content, dict):
            content = json.dumps(content)
        path.write_bytes(content if isinstance(content, bytes) else str(content).encode())
    return folder


def problems(corpus: Corpus) -> list[tuple[str, str]]:
    """Where the problems are, and how each begins."""
    return [
        (problem.where, re.split(":|; | is also ", problem.what)[0]) for problem in corpus.problems
    ]


def ids(corpus: Corpus) -> list[str]:
    """The ids of the pages that can be used."""
    return [item.id for item in corpus.items]
