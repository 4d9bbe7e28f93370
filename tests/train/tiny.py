"""A tiny corpus to learn from: twelve pages of six sites, in two types."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pagecore.train.default import DefaultTrainer
from pagecore.train.settings import Settings

#: Learns in a second.
QUICK = DefaultTrainer(Settings(parts=2, first_trees=6, trees=6, type_trees=5, confidence_trees=5))

STORY = (
    "The harbour was rebuilt in two summers, and the ferries came back in the third.",
    "Nobody had expected that: the quay had been closed for longer than most remember.",
    "Since then the market is held there again, on the first Sunday of every month.",
)
MENU = "".join(f"<li><a href=/{name}>{name}</a>" for name in ("Home", "News", "Sport", "Contact"))


def rows() -> list[dict[str, str]]:
    """The pages with their gold, as the layout `plain` has them."""
    calls = []
    for at in range(12):
        story = [f"{line} Number {at} and {n}." for n, line in enumerate(STORY * (1 + at % 3))]
        item = "article" if at % 2 else "forum"
        body = "".join(f"<div class={item}><p>{line}</p></div>" for line in story)
        html = (
            f"<title>Page {at}</title><nav><ul class=menu>{MENU}</ul></nav>"
            f"<main class=content><h1>Harbour {at}</h1>{body}</main>"
            f"<footer class=footer><p>Imprint of site {at // 2}<p>All rights reserved</footer>"
        )
        gold = "\n".join([f"Harbour {at}", *story])
        group = f"site{at // 2}.example"
        calls.append(
            {"id": f"p{at}", "html": html, "text": gold, "page_type": item, "group": group}
        )
    return calls


def write_corpus(path: Path) -> Path:
    """Write the corpus, one file of JSON lines."""
    path.write_text("\n".join(map(json.dumps, rows())), encoding="utf-8")
    return path


def needs_catboost() -> None:
    """Leave out the tests that learn, where CatBoost is not installed."""
    pytest.importorskip("catboost", reason="catboost is not installed (extra train)")
