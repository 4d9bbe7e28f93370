"""Measured figures of methods and other extractors, with their provenance.

`figures.json` is written by the programs in `tools/` and `bench/` of the repository. Each entry has
`figures`, the measured values, and `provenance`: the command, the date, the digests of the corpora
and the model, the versions of other packages and, for times, the machine. `python -m tools.render`
renders the entries into the documents; `pagecore methods` shows those of methods.
"""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any, Final, TypeAlias

__all__ = ["FILE", "Entries", "load_figures", "published_figures"]

FILE: Final = Path(__file__).with_name("figures.json")

#: By name, each with `figures` and `provenance`.
Entries: TypeAlias = dict[str, dict[str, Any]]


def load_figures(path: Path = FILE) -> Entries:
    """Read all entries of a file of figures."""
    entries: Entries = json.loads(path.read_text(encoding="utf-8"))
    return entries


def published_figures(method: str, family: str = "page") -> dict[tuple[str, str], float]:
    """Return the published figures of a method with its defaults by collection and metric, such as
    `("wcxb", "words")`; empty where none is published."""
    rows = _load_shipped().get("quality", {}).get("figures", [])
    own = [
        row
        for row in rows
        if row["kind"] == "method"
        and (row["name"], row["family"]) == (method, family)
        # A method whose paper prints values also has a row with other values.
        and row.get("is_default", True)
    ]
    return {
        (figure["pages"], figure["metric"]): figure["value"]
        for row in own[:1]
        for figure in row["figures"]
    }


@functools.cache
def _load_shipped() -> Entries:
    return load_figures()
