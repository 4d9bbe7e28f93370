"""The floors: figures that a method may not fall below, pinned with the corpus they are of.

    make gate ACCEPT="why the floors change"

measures anew and rewrites `floors.json`. A floor that is lowered keeps the old value, the date and
the reason, and the gate prints them; one that is raised starts anew.
"""

from __future__ import annotations

import datetime
import json
import sys
from dataclasses import asdict, dataclass, field
from pathlib import Path

from pagecore import __version__
from pagecore.evaluate import corpora as layouts
from pagecore.evaluate.contenders import OwnMethod
from pagecore.evaluate.run import measure
from tests import corpora

FILE = Path(__file__).with_name("floors.json")
#: How far below the measured figure a floor is set: machines and versions differ in nothing that
#: matters, but a floor is an alarm and not a target.
BELOW = 0.005


@dataclass
class Floor:
    """What a method must reach on a corpus."""

    method: str
    corpus: str
    #: The metric whose main figure it is: the corpus' own.
    metric: str = ""
    #: Of the corpus; a change of pages or gold is seen by it.
    digest: str = ""
    pages: int = 0
    floor: float = 0.0
    #: Whether the method was made on these pages; such a floor is an alarm, and published nowhere.
    in_sample: bool = False
    lowered: list[dict[str, str | float]] = field(default_factory=list)


#: What is pinned, method and corpus; `floors.json` has the figures.
PINNED = (("default", "wcxb"), ("default", "fundus"), ("default", "aeb"))


def read() -> list[Floor]:
    """The floors as they are pinned."""
    return [Floor(**entry) for entry in json.loads(FILE.read_bytes())]


def measured(method: str, corpus: str) -> Floor:
    """A method's figure on a corpus, in the form of a floor."""
    pages = layouts.load(corpus, corpora.corpus(corpus))
    contender = OwnMethod(method, __version__)
    results = measure(pages, [contender], metrics=(), metric=pages.metric)
    rows = results.rows(method, pages.metric)
    return Floor(
        method,
        corpus,
        pages.metric,
        pages.digest,
        len(rows),
        round(results.main.value(rows), 4),
        in_sample=contender.in_sample(pages),
    )


def accept(reason: str) -> list[Floor]:
    """Measure anew, and write the floors."""
    known = {(old.method, old.corpus): old for old in read()} if FILE.exists() else {}
    floors = []
    for method, corpus in PINNED:
        new = measured(method, corpus)
        new.floor = round(new.floor - BELOW, 4)
        old = known.get((method, corpus))
        if old is not None and new.floor < old.floor:
            today = datetime.datetime.now(datetime.UTC).date().isoformat()
            change: dict[str, str | float] = {"from": old.floor, "date": today, "reason": reason}
            new.lowered = [*old.lowered, change]
        floors.append(new)
    FILE.write_text(json.dumps([asdict(floor) for floor in floors], indent=2) + "\n", "utf-8")
    return floors


def main() -> int:
    """`python -m tests.gate.floors REASON` rewrites the floors."""
    if len(sys.argv) != 2 or not sys.argv[1].strip():
        print('usage: python -m tests.gate.floors "why the floors change"', file=sys.stderr)
        return 2
    for floor in accept(sys.argv[1].strip()):
        print(f"{floor.method} on {floor.corpus}: {floor.metric} at least {floor.floor}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
