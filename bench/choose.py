"""Writes bench/pages.txt: `python -m bench.choose`. The same corpora give the same list.

Each group (a page type of WCXB, or another corpus) gives its share by a systematic sample: its
pages in order of size, every k-th of them from a seeded start, so that the sample has small and
large pages as the group has them. Without this the few pages above a megabyte, drawn or not,
would decide the mean.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

from .pages import PAGE_LIST, ROOT

SEED = 16
N_WCXB = 210
N_OF_A_TYPE = 14
N_OTHER = {"fundus": 40, "forums": 25, "readability": 25}


def main() -> None:
    """Write the list from the corpora in `.data`, or in the folder that is named."""
    data = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / ".data"
    names = choose(data)
    head = f"# {len(names)} real pages, relative to .data; written by python -m bench.choose."
    PAGE_LIST.write_text("\n".join([head, *names]) + "\n", encoding="utf-8")
    print(f"{PAGE_LIST.name}: {len(names)} pages")


def choose(data: Path) -> list[str]:
    """Return the names of the chosen pages, sorted."""
    draw = random.Random(SEED)
    chosen: list[Path] = []
    groups = by_type(data)
    n_pages = sum(map(len, groups.values()))
    for pages in groups.values():
        share = max(N_OF_A_TYPE, round(N_WCXB * len(pages) / n_pages))
        chosen += systematic(pages, share, draw)
    for corpus, share in N_OTHER.items():
        chosen += systematic(others(data, corpus), share, draw)
    return sorted(path.relative_to(data).as_posix() for path in chosen)


def systematic(paths: list[Path], n: int, draw: random.Random) -> list[Path]:
    """Return n of the paths, evenly spread over their order by size."""
    ordered = sorted(paths, key=lambda path: (path.stat().st_size, path.as_posix()))
    step = len(ordered) / n
    start = draw.random() * step
    return [ordered[int(start + k * step)] for k in range(n)]


def by_type(data: Path) -> dict[str, list[Path]]:
    """Return the pages of WCXB's development set by page type."""
    groups: dict[str, list[Path]] = {}
    for metadata in ("metadata.json", "metadata-overlap.json"):
        files = json.loads((data / "wcxb" / metadata).read_text(encoding="utf-8"))["files"]
        for page_id, facts in sorted(files.items()):
            path = data / "wcxb/dev/html" / f"{page_id}.html"
            groups.setdefault(facts["page_type"], []).append(path)
    return dict(sorted(groups.items()))


def others(data: Path, corpus: str) -> list[Path]:
    """Return all pages of a corpus that is laid out by file."""
    if corpus == "readability":
        return sorted((data / corpus).glob("*/source.html"))
    pages = {path.name: path for path in sorted((data / corpus / "html").glob("*.html"))}
    # Of the threads that an XML serialiser wrote, html5/ has the form an HTML parser can read.
    pages |= {path.name: path for path in sorted((data / corpus / "html5").glob("*.html"))}
    return list(pages.values())


if __name__ == "__main__":
    main()
