"""The default extractor may not fall below the floors of `floors.json`.

    python -m tests.gate.test_default

measures anew and writes the floors, a hundredth below the measured figures, with a digest of the
pages and their gold, so that neither moves unseen. The measure is word F1: precision and recall of
the multiset of words, by page, then the mean of all pages.
"""

from __future__ import annotations

import hashlib
import json
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pagecore import extract
from tests import corpora

FILE = Path(__file__).with_name("floors.json")
BELOW_MEASURED = 0.01

Gold = tuple[bytes, str]


def wcxb(folder: Path) -> Iterator[Gold]:
    """300 pages of all types, drawn with a seed; pages without gold text are left out."""
    paths = sorted((folder / "dev" / "ground-truth").glob("*.json"))
    for path in random.Random(16).sample(paths, 300):
        text = json.loads(path.read_bytes())["ground_truth"].get("main_content")
        if text:
            yield (folder / "dev" / "html" / f"{path.stem}.html").read_bytes(), text


def fundus(folder: Path) -> Iterator[Gold]:
    """All pages of the newer snapshots: news in 25 languages, which WCXB does not have."""
    for line in (folder / "gold.jsonl").read_text("utf-8").splitlines():
        gold = json.loads(line)
        yield (folder / "html" / f"{gold['id']}.html").read_bytes(), gold["text"]


#: Runs of word characters; in Fundus a character of a script without spaces is a word of its own.
ALONE = r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff"
WORD = {"wcxb": re.compile(r"\w+"), "fundus": re.compile(rf"[{ALONE}]|[^\W{ALONE}]+")}
PAGES: dict[str, Callable[[Path], Iterator[Gold]]] = {"wcxb": wcxb, "fundus": fundus}


def word_f1(found: Counter[str], gold: Counter[str]) -> float:
    """The harmonic mean of precision and recall of two multisets."""
    both = (found & gold).total()
    return 2 * both / (found.total() + gold.total()) if both else 0.0


def measured(name: str, folder: Path) -> dict[str, object]:
    """What `floors.json` holds of a corpus, with the measured figure for the floor."""
    digest = hashlib.sha256()
    scores = []
    for html, gold in PAGES[name](folder):
        digest.update(b"%d %d " % (len(html), len(gold)) + html + gold.encode())
        texts = (extract(html).text, gold)
        scores.append(word_f1(*(Counter(WORD[name].findall(text.lower())) for text in texts)))
    word = sum(scores) / len(scores)
    return {"pages": len(scores), "digest": digest.hexdigest()[:16], "word F1": round(word, 4)}


@pytest.mark.parametrize("name", PAGES)
def test_default_is_not_below_its_floor(
    name: str, corpus: Callable[[str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    floor = json.loads(FILE.read_bytes())["default"][name]
    figures = measured(name, corpus(name))
    with capsys.disabled():
        print(f"\n{name}: {figures}, floor {floor['word F1']}")
    assert (figures["pages"], figures["digest"]) == (floor["pages"], floor["digest"])
    assert figures["word F1"] >= floor["word F1"]


@pytest.mark.parametrize(
    ("found", "gold", "score"),
    [("a b", "a b", 1.0), ("a a b", "a b c", 2 / 3), ("a", "b", 0.0), ("", "", 0.0)],
)
def test_word_f1(found: str, gold: str, score: float) -> None:
    assert word_f1(Counter(found.split()), Counter(gold.split())) == pytest.approx(score)


def main() -> int:
    """Write the floors, with what is there of the other methods."""
    floors = json.loads(FILE.read_bytes()) if FILE.exists() else {}
    floors["default"] = {name: measured(name, corpora.corpus(name)) for name in PAGES}
    for name, figures in floors["default"].items():
        print(name, figures)
        figures["word F1"] = round(figures["word F1"] - BELOW_MEASURED, 4)
    FILE.write_text(json.dumps(floors, indent=2) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
