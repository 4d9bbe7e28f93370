"""Faults of the text: how whole parts of a page are counted, and that gold decides."""

from __future__ import annotations

import pytest

from pagecore import Choice, extract, parse
from pagecore.choice import Part
from pagecore.corpora.corpus import Gold
from pagecore.document import Document
from tools.text_faults.__main__ import CLASSES, count_faults
from tools.text_faults.output import Output
from tools.text_faults.parts import (
    count_near_copies,
    count_notes,
    count_other_articles,
    count_repeats,
)

LONG = "When the ice on the lake is thirty centimetres thick the road over it opens for ten weeks."
REST = " ".join(f"word{number}" for number in range(120))
TWICE = f"<p>{LONG}</p><p>{REST}</p><p>{LONG}</p>"
NOTE = f"<p>{REST}<sup><a href=#n>1</a></sup></p><table><tr><td id=n>A note in a table</table>"
ARTICLES = "".join(
    f"<article><h1>{title}</h1><p>{title} {REST}</p></article>" for title in ("Ice", "Fire")
)
WHOLE = f"<p>{REST}</p>" * 2


def document(html: str) -> Document:
    return extract(html, method="balance", steps=())


CASES = [
    # class                 page      gold                               places, faults
    (count_repeats,        TWICE,    None,                              (3, 1)),
    (count_repeats,        TWICE,    Gold(text=f"{LONG} {REST}"),       (3, 1)),
    (count_repeats,        TWICE,    Gold(text=f"{LONG} {LONG}"),       (3, 0)),
    (count_near_copies,    WHOLE,    None,                              (1, 1)),
    (count_near_copies,    WHOLE,    Gold(text=REST),                   (1, 1)),
    (count_near_copies,    WHOLE,    Gold(text=f"{REST} {REST}"),       (1, 0)),
    (count_other_articles, ARTICLES, None,                              (2, 1)),
    (count_other_articles, ARTICLES, Gold(text="Ice alone"),            (2, 1)),
    (count_other_articles, ARTICLES, Gold(text=f"Ice Fire {REST}"),     (2, 0)),
    (count_other_articles, ARTICLES, Gold(page_type="list"),            (2, 0)),
]  # fmt: skip


@pytest.mark.parametrize(("count", "html", "gold", "want"), CASES)
def test_gold_decides(count: object, html: str, gold: Gold | None, want: tuple[int, int]) -> None:
    assert callable(count)
    assert count(Output(document(html), gold)) == want


@pytest.mark.parametrize(
    ("gold", "faults"), [(None, 1), (Gold(text="A note in a table"), 1), (Gold(text="no"), 0)]
)
def test_notes_that_the_gold_lacks_are_no_faults(gold: Gold | None, faults: int) -> None:
    page = parse(NOTE)
    choice = Choice.of(page, page.above(page.is_tag("table")) < 0)
    lost = Document((Part(page, choice),), "balance", {}, ())
    assert count_notes(Output(lost, gold)) == (1, faults)


def test_counts_have_what_the_gold_decided() -> None:
    counts = count_faults([(document(TWICE), Gold(text=f"{LONG} {LONG}"))])
    assert list(counts) == list(CLASSES)
    assert counts["repeated blocks"] == {
        "places": 3,
        "faults": 0,
        "pages": 1,
        "faulty pages": 0,
        "in gold": 1,
    }
