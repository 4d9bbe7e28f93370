"""Text that a browser does not draw, and the default extractor."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from pagecore import Page, extract, parse
from pagecore.methods.default import UNDRAWN, default
from pagecore.methods.undrawn import find_undrawn, has_scripts, measure_drawn
from pagecore.page.tags import TEXT
from tests.drawn_pages import draw

STORY = "<p>High water is at six in the morning, and again at half past six in the evening.</p>" * 4
SECRET = "<p undrawn>Nobody sees these words about boats, sails, anchors and the old harbour.</p>"
PAGE = f"<title>Tides</title><article><h1>Tides of the harbour</h1>{STORY}{SECRET}{STORY}</article>"


def show(html: str, quality: float = 1.0) -> Page:
    """The page with a layout in which all is drawn but what has the attribute `undrawn`."""
    return draw(f"<html box='0 0 800 900'>{html}", quality=quality)


def find_texts(page: Page) -> list[str]:
    assert page.layout is not None
    return [page.text(row).strip() for row in np.flatnonzero(find_undrawn(page, page.layout))]


CASES = [
    # what it shows             page                                              undrawn
    ("one paragraph",           "<p>a</p><p undrawn>b</p>",                       ["b"]),
    ("part of a paragraph",     "<p>a <b undrawn>b</b></p>",                      ["b"]),
    ("blank text",              "<p>a</p><p undrawn> </p>",                       []),
    ("answer in a closed box",  "<details><summary>a</summary><p undrawn>b</details>", []),
    ("scripts that did not run", "<script>1</script><p undrawn>b</p><p>a",        []),
    ("data in a script",        "<script type=text/json>1</script><p undrawn>b</p><p>a", ["b"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("html", "undrawn"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_undrawn(html: str, undrawn: list[str]) -> None:
    assert find_texts(show(html)) == undrawn


def test_layouts_that_are_not_reliable_hide_nothing() -> None:
    assert find_texts(show("<p>a</p><p undrawn>b</p>", quality=0.49)) == []


def test_scripts_that_ran_leave_what_is_hidden_hidden() -> None:
    page = show("<script>1</script><p undrawn>b</p><p>a")
    assert page.layout is not None
    seen = page.with_layout(replace(page.layout, has_run_scripts=True))
    assert find_texts(seen) == ["b"]


@pytest.mark.parametrize(
    ("script", "runs"),
    [
        ("<script>", True),
        ("<script src=a.js>", True),
        ("<script type=module>", True),
        ("<script type=' text/JavaScript'>", True),
        ("<script type=''>", True),
        ("<script type='application/ld+json'>", False),
        ("<script type='text/template'>", False),
        ("<p>", False),
    ],
)
def test_scripts(script: str, runs: bool) -> None:
    assert has_scripts(parse(f"<script type='text/x-a'></script>{script}")) is runs


def test_share_that_is_drawn() -> None:
    page = show("<p>aaa<b undrawn>b</b></p><p undrawn>c</p><img>")
    assert page.layout is not None
    shares = measure_drawn(page, find_undrawn(page, page.layout))
    assert shares.tolist() == [0.75, 0.0, 1.0]


def test_default_drops_what_is_not_drawn() -> None:
    page = show(PAGE)
    document = extract(page)
    assert "Nobody" in extract(parse(PAGE)).text
    assert "Nobody" not in document.text
    assert document.text.count("High water") == extract(parse(PAGE)).text.count("High water")
    assert [change.reason for _, change in document.changes] == [UNDRAWN]
    choice = document.choice
    texts = np.flatnonzero(page.tag == TEXT)
    row = next(row for row in texts if page.text(row).startswith("Nobody"))
    assert (choice.evidence["drawn"][row], choice.content[row]) == (0, False)
    # The score is still that of the model.
    assert choice.score[row] == default(parse(page.source)).score[row]


@pytest.mark.parametrize("secret", ["", SECRET])
def test_no_step_may_add_what_is_not_drawn(secret: str) -> None:
    page = show(f"<nav undrawn>menu</nav>{PAGE.replace(SECRET, secret)}")
    choice = default(page)
    everything = choice.change(page, page.leaves, "tide", "all of it")
    texts = " ".join(page.text(row) for row in np.flatnonzero(everything.content & page.leaves))
    assert "High water" in texts
    assert "menu" not in texts
    assert "Nobody" not in texts


def test_default_is_the_same_if_all_is_drawn() -> None:
    page = show(PAGE.replace(" undrawn", ""))
    seen, unseen = default(page), default(parse(page.source))
    assert seen.content.tolist() == unseen.content.tolist()
    assert seen.score.tolist() == unseen.score.tolist()
    assert (seen.changes, seen.confidence) == (unseen.changes, unseen.confidence)
    assert "drawn" in seen.evidence
    assert "drawn" not in unseen.evidence


def test_page_that_is_hidden_as_a_whole_is_kept_with_a_warning() -> None:
    document = extract(show(PAGE.replace("<article", "<article undrawn")))
    assert document.text == extract(parse(PAGE)).text
    assert "content-not-drawn" in [warning.code for warning in document.warnings]


@pytest.mark.parametrize("favor", ["precision", "balanced", "recall"])
def test_columns_are_read_only(favor: Any) -> None:
    choice = default(show(PAGE), favor=favor)
    for column in (choice.content, choice.score, *choice.evidence.values()):
        assert not column.flags.writeable
