"""Descriptions that a product page has twice are kept once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pagecore import Choice, Page, parse
from pagecore.choice import COPIES
from pagecore.steps.descriptions import drop_repeated_descriptions
from tests.growth import FACTOR, check_linear

TEXT = "The <b>boat</b> is seven metres long, " + " ".join(f"part {at}," for at in range(10))
FULL = f"<div class=full><p>{TEXT}</p><p>It was built in a yard by the sea.</p></div>"

CASES = [
    # what it shows         page                                               paragraphs left
    ("a summary",           f"<div class=summary><p>{TEXT}</p></div>{FULL}",                1),
    ("below",               f"{FULL}<div class=summary><p>{TEXT}</p></div>",                1),
    ("other white space",   f"<section>{TEXT.replace(' ', '  ')}</section>{FULL}",          1),
    ("the same markup",     f"<div class=full><p>{TEXT}</p></div>{FULL}",                   2),
    ("other words",         f"<p>{TEXT.replace('seven', 'eight')}</p>{FULL}",               2),
    ("a quotation",         f"<blockquote>{TEXT}</blockquote>{FULL}",                       2),
    ("cells",               f"<table><tr><td class=a>{TEXT}<td>{TEXT}</table>",             2),
    ("lines",               f"<p>{TEXT.replace(',', ',<br>')}</p>" * 2,                     2),
    ("short",               "<p>seven metres</p><div>seven metres</div>",                   2),
]  # fmt: skip


def choose(body: str, kind: str) -> tuple[Page, Choice]:
    page = parse(body)
    return page, replace(Choice.of(page, page.visible), types={"article": 0.3, kind: 0.6})


@pytest.mark.parametrize(("body", "left"), [case[1:] for case in CASES], ids=[c[0] for c in CASES])
def test_a_description_is_kept_once(body: str, left: int) -> None:
    page, choice = choose(body, "product")
    after = drop_repeated_descriptions(page, choice)
    assert page.render(after.content).count(" metres") == left
    assert len(after.changes) == 2 - left
    for change in after.changes:
        assert (change.kept, change.step) == (False, COPIES)
        assert change.reason.startswith("duplicate of block ")


def test_the_full_description_stays() -> None:
    page, choice = choose(f"<div class=summary><p>{TEXT}</p></div>{FULL}", "product")
    after = drop_repeated_descriptions(page, choice)
    assert [(change.block, change.reason) for change in after.changes] == [
        (0, "duplicate of block 1")
    ]


def test_other_pages_repeat_texts_on_purpose() -> None:
    page, choice = choose(CASES[0][1], "service")
    assert drop_repeated_descriptions(page, choice) is choice
    bare = replace(choice, types={})
    assert drop_repeated_descriptions(page, bare) is bare


def test_time_is_linear() -> None:
    def drop(n: int) -> None:
        drop_repeated_descriptions(*choose(f"<p>{TEXT}</p><div>{TEXT}</div>" * n, "product"))

    check_linear(drop, 20, 20 * FACTOR)
