"""The floors: figures that a method may not fall below, pinned with the corpus they are of.

    make gate ACCEPT="why the floors change"

measures anew and rewrites `floors.json`. A floor that is lowered keeps the old value, the date and
the reason, and the gate prints them until it is again where it was before it was first lowered. A
floor that is no longer pinned stays in the file as retired, with date and reason.
"""

from __future__ import annotations

import functools
import json
import sys
from dataclasses import dataclass, field
from pathlib import Path

from pagecore import __version__
from pagecore import corpora as layouts
from pagecore.corpora.corpus import Corpus
from pagecore.measure.contenders import OwnMethod
from pagecore.measure.run import measure
from pagecore.page import Page
from pagecore.registry import list_methods
from tests import packed
from tests.gate import pins

FILE = Path(__file__).with_name("floors.json")
#: How far below the measured figure a floor is set: machines and versions differ in nothing that
#: matters, but a floor is an alarm and not a target.
BELOW = 0.005


@dataclass
class Floor:
    """What a method must reach on a corpus."""

    method: str
    corpus: str
    #: The metric whose main figure it is.
    metric: str = ""
    #: Of the corpus; a change of pages or gold is seen by it.
    digest: str = ""
    pages: int = 0
    floor: float = 0.0
    #: Whether the method was made on these pages; such a floor is an alarm, and published nowhere.
    in_sample: bool = False
    #: Every lowering that is not made good yet: from what, when and why.
    lowered: list[pins.Easing] = field(default_factory=list)
    #: When and why it was given up; None where it holds.
    retired: dict[str, str] | None = None

    @property
    def key(self) -> tuple[str, str, str]:
        """What it is a floor of: method, corpus and metric."""
        return self.method, self.corpus, self.metric


def pinned() -> list[tuple[str, str, str]]:
    """List the floors as method, corpus and metric: every method that needs only a page, on the
    corpora of its family. `python -m tools.wrapper_quality` measures wrappers."""
    return [
        (method.short_name, corpus, metric)
        for method in list_methods()
        if method.family.takes is Page and not method.needs
        for corpus, metric in method.corpora.items()
    ]


def read() -> list[Floor]:
    """The floors as they are pinned."""
    return [Floor(**entry) for entry in json.loads(FILE.read_bytes())]


@functools.cache
def _pages(corpus: str) -> Corpus:
    return layouts.load(corpus, packed.corpus(corpus))


def measured(method: str, corpus: str, metric: str) -> Floor:
    """A method's figure on a corpus, in the form of a floor."""
    pages = _pages(corpus)
    contender = OwnMethod(method, __version__)
    results = measure(pages, [contender], metrics=(), metric=metric)
    rows = results.rows(method, metric)
    return Floor(
        method,
        corpus,
        metric,
        pages.digest,
        len(rows),
        round(results.main.value(rows), 4),
        in_sample=contender.in_sample(pages),
    )


def accept(reason: str) -> list[Floor]:
    """Measure anew, and write the floors."""
    known = {old.key: old for old in read()} if FILE.exists() else {}
    floors = []
    for key in pinned():
        new = measured(*key)
        new.floor = round(new.floor - BELOW, 4)
        # One that was retired is taken up where it was left.
        if old := known.pop(key, None):
            new.lowered = pins.history(old.lowered, old.floor, new.floor, reason)
        floors.append(new)
    return pins.write(FILE, floors, known.values(), reason)


def shown(floor: Floor) -> str:
    """A floor as a line."""
    return f"{floor.method} on {floor.corpus}: {floor.metric} at least {floor.floor}"


if __name__ == "__main__":
    sys.exit(pins.command("tests.gate.floors", accept, shown))
