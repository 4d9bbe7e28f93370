"""The bounds of the shipped model's own figures: cross-validated, as its file tells them.

    make gate ACCEPT="why the bounds change"

reads the model's file and rewrites `figures.json`. A bound that is eased keeps the old value, the
date and the reason until it is again where it was before it was first eased. A figure that the file
no longer tells stays as retired, with date and reason.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pagecore.models.model import Model, load
from tests.gate import pins

FILE = Path(__file__).with_name("figures.json")
#: How far from the figure a bound is set: it is an alarm and not a target.
ROOM = 0.005
#: Languages that the figure of all others leaves out.
LARGEST = ("de", "en")


@dataclass
class Bound:
    """What a figure must reach, or must not pass."""

    figure: str
    bound: float
    #: True for what may not be more, as errors are.
    ceiling: bool = False
    #: Of the model whose figure it was set by.
    model: str = ""
    #: Every easing that is not made good yet: from what, when and why.
    eased: list[pins.Easing] = field(default_factory=list)
    #: When and why it was given up; None where it holds.
    retired: dict[str, str] | None = None

    def is_kept(self, value: float) -> bool:
        """Whether a figure is on the right side."""
        return not pins.is_worse(value, self.bound, ceiling=self.ceiling)

    def broken(self, value: float) -> str:
        """What to say of a figure that does not keep it."""
        kind = "ceiling" if self.ceiling else "floor"
        return (
            f"{self.figure}: {value:.4f}, {kind} {self.bound:.4f} (set by model {self.model}); if "
            f'the new model is worth it: make gate ACCEPT="why"'
        )


def list_figures(metadata: Mapping[str, Any]) -> dict[str, tuple[float, bool]]:
    """The figures of a model that are pinned, and whether each is a ceiling."""
    return {
        f"{way['folds']}, {corpus}: {name}": (value, ceiling)
        for way in metadata["validation"]
        for corpus, figures in way["corpora"].items()
        for name, value, ceiling in _of_corpus(figures, whole=way is metadata["validation"][0])
    }


def _of_corpus(figures: Mapping[str, Any], whole: bool) -> Iterator[tuple[str, float, bool]]:
    yield "F1", figures["f1"], False
    # Over collections some page types and languages have no pages to learn from.
    if not whole:
        return
    for name, figure in figures.get("page_type", {}).items():
        yield f"F1 of {name}", figure["f1"], False
    languages = figures.get("language", {})
    others = [language for name, language in languages.items() if name not in LARGEST]
    if others and len(others) < len(languages):
        pages = sum(other["pages"] for other in others)
        mean = sum(other["f1"] * other["pages"] for other in others) / pages
        yield f"F1 of languages but {' and '.join(LARGEST)}", round(mean, 4), False
    if "type_accuracy" in figures:
        yield "page types told right", figures["type_accuracy"], False
    for key, name in (("left_in", "snippets left in"), ("calibration_error", "calibration error")):
        if key in figures:
            yield name, figures[key], True


def read() -> list[Bound]:
    """The bounds as they are pinned."""
    return [Bound(**entry) for entry in json.loads(FILE.read_bytes())]


def digest(model: Model) -> str:
    """16 hex digits over the model's file."""
    return hashlib.sha256(model.core.write()).hexdigest()[:16]


def accept(reason: str, model: Model) -> list[Bound]:
    """Set the bounds by a model's figures, and write them."""
    known = {old.figure: old for old in read()} if FILE.exists() else {}
    bounds = []
    for figure, (value, ceiling) in list_figures(model.metadata).items():
        room = ROOM if ceiling else -ROOM
        new = Bound(figure, round(value + room, 4), ceiling, digest(model))
        if old := known.pop(figure, None):
            new.eased = pins.history(old.eased, old.bound, new.bound, reason, ceiling=ceiling)
        bounds.append(new)
    return pins.write(FILE, bounds, known.values(), reason)


def shown(bound: Bound) -> str:
    """A bound as a line."""
    return f"{bound.figure}: {'at most' if bound.ceiling else 'at least'} {bound.bound}"


if __name__ == "__main__":
    sys.exit(pins.command("tests.gate.figures", lambda reason: accept(reason, load()), shown))
