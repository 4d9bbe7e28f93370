"""Text that a page has more than once is kept once, for every method, and `explain` names the
original."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pagecore import Document, Page, content, extract, parse
from pagecore.choice import COPIES, ONLY_COPY, Change, Choice
from pagecore.page import Mask
from pagecore.page.copies import Copies, find_copies
from pagecore.registry import find_method, list_methods
from pagecore.steps.copies import remove_copies
from tests.layouts import add_layout
from tests.log import list_copies, list_inside

PAGES = Path(__file__).parents[1] / "pages"
PARAGRAPHS = ("When the ice", "The road is measured", "In 1987 a lorry", "Since then")

#: How blocks begin that have to come out once, by the page.
ONCE = {
    "four-times": PARAGRAPHS,
    "twice-other-middle": PARAGRAPHS,
    "twice-for-phones": PARAGRAPHS,
    "twice-for-printing": PARAGRAPHS,
    "twice-in-carousel": (
        "When the ice",
        "Where the ice is thin",
        "The plough goes out",
        "Of the timber",
        "In 1987 a lorry",
    ),
    "twice-lead": PARAGRAPHS,
    "twice-print-first": PARAGRAPHS,
    "twice-side-by-side": PARAGRAPHS,
    "twice-with-adverts": PARAGRAPHS,
    "twice-with-table": (*PARAGRAPHS, "| Mon | 6 to 20 |", "| Sat | 8 to 18 |"),
}
#: The texts of images that have to come out once.
IMAGES = (
    "The road over the ice",
    "Timber on the beach",
    "A red flag by the road",
    "The plough",
    "The ferry in May",
)

FAVORS = ("precision", "balanced", "recall")
#: Those that choose paragraphs of these pages, and no lines or terms.
OTHERS = ("balance", "coreex", "kmib")


def page(name: str, favor: str = "balanced") -> Document:
    return extract((PAGES / f"{name}.html").read_bytes(), favor=favor)


def by(method: str, name: str) -> Document:
    page = parse((PAGES / f"{name}.html").read_bytes())
    return extract(add_layout(find_method(method), page), method=method)


def check_reasons(document: Document) -> None:
    blocks = document.explain().blocks
    copies = list_copies(document.choice)
    assert copies
    for copy, original in copies.items():
        assert blocks[copy].reason == f"dropped: duplicate of block {original}"
        assert blocks[original].kept
        assert blocks[copy].text == blocks[original].text


@pytest.mark.parametrize("favor", FAVORS)
@pytest.mark.parametrize("name", ONCE)
def test_what_stands_several_times_comes_out_once(name: str, favor: str) -> None:
    text = page(name, favor).markdown()
    assert [text.count(begin) for begin in ONCE[name]] == [1] * len(ONCE[name])


@pytest.mark.parametrize("method", OTHERS)
@pytest.mark.parametrize("name", ONCE)
def test_it_comes_out_once_by_every_method(name: str, method: str) -> None:
    document = by(method, name)
    text = document.text
    begins = [begin for begin in ONCE[name] if "|" not in begin]
    assert [text.count(begin) for begin in begins] == [1] * len(begins)
    check_reasons(document)


@pytest.mark.parametrize("method", [method.name for method in list_methods("page")])
@pytest.mark.parametrize("name", [*ONCE, "twice-images"])
def test_no_method_gives_anything_twice(name: str, method: str) -> None:
    text = by(method, name).text
    assert all(text.count(begin) <= 1 for begin in ONCE.get(name, PARAGRAPHS))


def test_what_a_copy_alone_says_is_kept() -> None:
    text = page("twice-for-printing").text
    for line in ("Printed from lake-gazette.example/roads/ice", "All rights reserved."):
        assert text.count(line) == 1


@pytest.mark.parametrize(
    ("name", "middles"),
    [
        ("twice-other-middle", ["A word from our sponsor"]),
        ("four-times", ["A word", "Tuesday", "app"]),
    ],
)
@pytest.mark.parametrize("method", ["default", "balance"])
def test_another_middle_goes_with_its_version(name: str, middles: list[str], method: str) -> None:
    document = by(method, name)
    text = document.text
    assert text.count("Gauge at the pier, Monday") == 1
    assert not any(middle in text for middle in middles)
    blocks = document.explain().blocks
    inside = list_inside(document.choice)
    assert len(inside) == len(middles)
    for block, original in inside.items():
        why = f"dropped: inside a duplicate of the text around block {original}"
        assert blocks[block].reason == why
        assert blocks[original].kept
    warning = next(item for item in document.warnings if item.code == "copies-differ")
    assert warning.count == len(middles)
    assert str(len(middles)) in warning.message


@pytest.mark.parametrize("method", ["default", *OTHERS])
def test_short_texts_for_devices_come_out_once(method: str) -> None:
    document = by(method, "twice-by-device")
    begins = (*PARAGRAPHS, "The road is open from", "Ask at the pier house")
    assert [document.text.count(begin) for begin in begins] == [1] * len(begins)
    check_reasons(document)


def test_what_is_inside_stays_where_the_step_is_off() -> None:
    document = extract((PAGES / "twice-other-middle.html").read_bytes(), steps=())
    assert "A word from our sponsor" in document.text
    assert "copies-differ" not in {warning.code for warning in document.warnings}
    assert "copies-differ" not in {warning.code for warning in page("twice-for-phones").warnings}


def test_what_stands_under_the_title_is_kept() -> None:
    document = page("twice-print-first")
    title = next(b.index for b in document.explain().blocks if b.xpath.endswith("/h1/text()[1]"))
    assert all(copy < title < item for copy, item in list_copies(document.choice).items())


@pytest.mark.parametrize("favor", FAVORS)
@pytest.mark.parametrize("name", ONCE)
def test_duplicates_are_explained(name: str, favor: str) -> None:
    check_reasons(page(name, favor))


@pytest.mark.parametrize("method", ["default", "balance"])
def test_images_come_out_once(method: str) -> None:
    document = by(method, "twice-images")
    text = document.markdown()
    assert [text.count(image) for image in IMAGES] == [1] * len(IMAGES)
    check_reasons(document)


@pytest.mark.parametrize("name", [*ONCE, "twice-images"])
def test_default_leaves_nothing_to_the_step(name: str) -> None:
    document = page(name)
    choice = document.choice
    again = remove_copies(document.page, Choice(choice.content, choice.score))
    assert again.changes == ()
    assert (again.content == choice.content).all()


def test_the_step_and_the_core_find_the_same() -> None:
    for name in [*ONCE, "twice-images"]:
        document = page(name)
        choice, blocks = document.choice, document.page.block
        removed = [*list_copies(choice), *list_inside(choice)]
        before = choice.content | np.isin(blocks, removed)
        again = remove_copies(document.page, Choice.of(document.page, before))
        assert list_copies(again) == list_copies(choice), name
        assert (again.content == choice.content).all(), name


def test_what_was_chosen_of_a_copy_alone_is_put_in_where_the_rest_is() -> None:
    names = ("a", "b", "c")
    texts = [" ".join(f"{name}{n}" for n in range(20)) for name in names]
    story = "".join(f"<p>{text}</p>" for text in texts)
    page = parse(f"<div>{story}</div><p>more</p><div>{story}</div>")
    leaves = np.isin(page.block, [0, 1, 3, 5, 6])
    choice = remove_copies(page, Choice.of(page, leaves))
    assert choice.changes == (
        Change(5, False, COPIES, "duplicate of block 1"),
        Change(6, False, COPIES, "duplicate of block 2"),
        Change(2, True, COPIES, ONLY_COPY),
    )
    assert set(page.block[choice.content].tolist()) - {-1} == {0, 1, 2, 3}


SONG = "<br>".join(f"we sing line number {n} of it" for n in range(6))


@pytest.mark.parametrize(
    "html",
    [
        f"<p>{SONG}</p><p>a verse of the song</p><p>{SONG}</p>",
        "<table>" + "<tr><td>yes, with all of it<td>yes, with all of it" * 10 + "</table>",
        "<ul>" + "<li>add some more salt and stir it again" * 10 + "</ul>",
    ],
    ids=["chorus", "cells", "items"],
)
def test_what_is_meant_to_come_again_is_not_a_copy(html: str) -> None:
    page = parse(html)
    choice = remove_copies(page, Choice.of(page, page.visible))
    assert choice.changes == ()


def test_the_log_goes_on() -> None:
    document = page("twice-for-phones")
    first = Change(0, False, "tide", "for a test")
    before = replace(content(document.page, steps=()), changes=(first,), done=("tide",))
    after = remove_copies(document.page, before)
    assert after.changes[0] == first
    assert len(after.changes) > 1
    assert after.done == ("tide", COPIES)
    # Also where there is nothing to take out.
    parsed = parse("<p>one")
    alone = replace(Choice.of(parsed, parsed.visible), changes=(first,), done=("tide",))
    assert remove_copies(parsed, alone).changes == (first,)
    assert remove_copies(parsed, alone).done == ("tide", COPIES)


# ---------------------------------------------------------------- once, and switched off


def test_copies_are_not_looked_for_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []

    def watch(page: Page, leaves: Mask) -> Copies:
        looked.append(len(page))
        return find_copies(page, leaves)

    monkeypatch.setattr("pagecore.steps.copies.find_copies", watch)
    document = page("twice-for-phones")
    assert document.choice.done == (COPIES,)
    assert looked == []
    other = by("balance", "twice-for-phones")
    assert other.choice.done == (COPIES,)
    assert len(looked) == 1
    assert remove_copies(other.page, other.choice) is other.choice


@pytest.mark.parametrize("method", ["default", *OTHERS])
@pytest.mark.parametrize("name", [*ONCE, "twice-images"])
def test_copies_stay_where_the_step_is_off(name: str, method: str) -> None:
    page = parse((PAGES / f"{name}.html").read_bytes())
    choice = content(page, method=method, steps=())
    assert COPIES not in choice.done
    assert all(change.step != COPIES for change in choice.changes)
    # Taking the step afterwards gives what the pipeline gives.
    assert (remove_copies(page, choice).content == content(page, method=method).content).all()
    copied = list_copies(content(page, method=method))
    assert not copied or page.blocks_with(choice.content)[list(copied)].all()
