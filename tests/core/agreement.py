"""How far we agree with lexbor on the corpus pages, and what the differences come from.

    python -m tests.core.agreement [CORPUS…]

A page is compared as the sequence of depth and tag or text of its rows, comments and doctypes and
the content of templates left out; lexbor is given our source, so that the decoding is the same.
Rows that differ are counted under their cause, with the first examples of each.
"""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pagecore import Page, parse
from tests.core.lexbor import Row, align, lexbor_outline, our_outline

ROOT = Path(__file__).resolve().parents[2]

CORPORA = ("wcxb", "fundus", "readability", "forums", "segments")


def corpus_pages(name: str, folder: Path) -> list[Path]:
    """The pages of a corpus, in a fixed order."""
    if name == "segments":
        gold = (folder / "gold.jsonl").read_text("utf-8").splitlines()
        entries = [json.loads(line) for line in gold]
        paths = {entry[key] for entry in entries for key in ("page", "html") if entry[key]}
        return sorted(folder / path for path in paths)
    pattern = {"wcxb": "dev/html/*.html", "readability": "*/source.html"}.get(name, "html/*.html")
    return sorted(folder.glob(pattern))


@dataclass
class Difference:
    """Rows at one place that the two parsers do not share."""

    cause: str
    ours: list[Row]
    theirs: list[Row]
    before: list[Row]


@dataclass
class TreeComparison:
    """One page compared. `rows` is the length of the longer side."""

    rows: int
    agreed: int
    texts: int
    texts_agreed: int
    differences: list[Difference] = field(default_factory=list)


def compare(html: bytes) -> TreeComparison:
    """Compare the two parsers' rows of one page."""
    page = parse(html)
    ours, theirs = our_outline(page), lexbor_outline(bytes(page.source))
    hunks = align(ours, theirs)
    lost = sum(hunk.b - hunk.a for hunk in hunks)
    comparison = TreeComparison(
        max(len(ours), len(theirs)), len(ours) - lost, *_texts(ours, theirs)
    )
    for hunk in hunks:
        before = ours[max(0, hunk.a - 3) : hunk.a]
        place = Difference("", ours[hunk.a : hunk.b], theirs[hunk.c : hunk.d], before)
        place.cause = next((cause for cause, holds in CAUSES if holds(page, place)), "other")
        comparison.differences.append(place)
    return comparison


def _texts(ours: Sequence[Row], theirs: Sequence[Row]) -> tuple[int, int]:
    """How many texts there are, and how many are the same, wherever in the tree they hang."""
    mine = [what for _, what in ours if what[0] == '"']
    other = [what for _, what in theirs if what[0] == '"']
    lost = sum(hunk.b - hunk.a for hunk in align(mine, other))
    return max(len(mine), len(other)), len(mine) - lost


def _beyond_depth(page: Page, place: Difference) -> bool:
    return any(warning.code == "limit-depth" for warning in page.warnings)


def _in_textarea(page: Page, place: Difference) -> bool:
    return bool(place.before) and place.before[-1][1] == "<textarea>"


def _lost_image(page: Page, place: Difference) -> bool:
    return not place.theirs and {what for _, what in place.ours} == {"<img>"}


# What a difference comes from: the first that holds. tests/core/test_lexbor.py has one of each.
CAUSES: list[tuple[str, Callable[[Page, Difference], bool]]] = [
    ("beyond our limit of depth, which lexbor does not have", _beyond_depth),
    ("lexbor opens formatting elements anew inside a textarea", _in_textarea),
    ("lexbor loses an image that is put before a table", _lost_image),
]


def compare_all(folders: Mapping[str, Path]) -> TreeComparison:
    """Compare all pages of the corpora, print what differs, cause by cause, and give the total."""
    total = TreeComparison(0, 0, 0, 0)
    n_pages = 0
    rows_by_cause: Counter[str] = Counter()
    places_by_cause: Counter[str] = Counter()
    examples: dict[str, list[str]] = defaultdict(list)
    for name, folder in folders.items():
        part = TreeComparison(0, 0, 0, 0)
        paths = corpus_pages(name, folder)
        for path in paths:
            comparison = compare(path.read_bytes())
            for side in (part, total):
                side.rows += comparison.rows
                side.agreed += comparison.agreed
                side.texts += comparison.texts
                side.texts_agreed += comparison.texts_agreed
            for difference in comparison.differences:
                rows_by_cause[difference.cause] += max(len(difference.ours), len(difference.theirs))
                places_by_cause[difference.cause] += 1
                if len(examples[difference.cause]) < 3:
                    examples[difference.cause].append(
                        f"    {path.relative_to(folder.parent)}\n"
                        f"      behind {_short(difference.before)}\n"
                        f"      ours   {_short(difference.ours)}\n"
                        f"      lexbor {_short(difference.theirs)}"
                    )
        n_pages += len(paths)
        print(f"{name}: {len(paths)} pages, {_share(part)}")
    print(f"all: {n_pages} pages, {_share(total)}")
    if n_pages and not rows_by_cause:
        print("no difference")
    for cause, count in rows_by_cause.most_common():
        print(f"\n{cause}: {count} rows at {places_by_cause[cause]} places")
        print("\n".join(examples[cause]))
    return total


def _share(part: TreeComparison) -> str:
    rows, texts = max(part.rows, 1), max(part.texts, 1)
    return (
        f"{part.agreed} of {part.rows} rows agree ({100 * part.agreed / rows:.3f} %), "
        f"{part.texts_agreed} of {part.texts} texts ({100 * part.texts_agreed / texts:.3f} %)"
    )


def _short(rows: Sequence[Row]) -> str:
    shown = [f"{depth} {what[:40]!r}" for depth, what in rows[:4]]
    return ", ".join(shown) + (f", … {len(rows) - 4} more" if len(rows) > 4 else "")


if __name__ == "__main__":
    here = {name: ROOT / ".data" / name for name in sys.argv[1:] or CORPORA}
    for name in [name for name, folder in here.items() if not folder.is_dir()]:
        print(f"{name}: not here, left out")
        del here[name]
    compare_all(here)
