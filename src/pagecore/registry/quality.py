"""The published figures of methods, as `pagecore methods` shows them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

#: What methods reach on labelled pages, written by `pagecore evaluate --write-quality`.
QUALITY: Final = Path(__file__).parent.parent / "methods" / "quality.json"


def quality(name: str) -> dict[str, float]:
    """The published figures of a method, by corpus and metric; empty where it has none yet."""
    known: dict[str, dict[str, float]] = json.loads(QUALITY.read_text(encoding="utf-8"))
    return known.get(name, {})
