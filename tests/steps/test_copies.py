"""What stands more than once in a page comes out once, whatever method chose it, and `explain` says
of what it is a duplicate."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pagecore import Document, extract, parse
from pagecore.choice import ONLY_COPY, Choice
from pagecore.registry import methods

PAGES = Path(__file__).parents[1] / "pages"
PARAGRAPHS = ("When the ice", "The road is measured", "In 1987 a lorry", "Since then")

#: How blocks begin that have to come out once, by the page.
ONCE = {
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
    return extract((PAGES / f"{name}.html").read_bytes(), method=method)


def check_reasons(document: Document) -> None:
    blocks = document.explain().blocks
    copies = document.choice.copies
    assert copies
    for copy, of in copies.items():
        assert blocks[copy].reason == f"dropped: duplicate of block {of}"
        assert blocks[of].kept
        assert blocks[copy].text == blocks[of].text


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


@pytest.mark.parametrize("method", [method.name for method in methods("page")])
@pytest.mark.parametrize("name", [*ONCE, "twice-images"])
def test_no_method_gives_anything_twice(name: str, method: str) -> None:
    text = by(method, name).text
    assert all(text.count(begin) <= 1 for begin in ONCE.get(name, PARAGRAPHS))


def test_what_a_copy_alone_says_is_kept() -> None:
    text = page("twice-for-printing").text
    for line in ("Printed from lake-gazette.example/roads/ice", "All rights reserved."):
        assert text.count(line) == 1


def test_what_stands_under_the_title_is_kept() -> None:
    document = page("twice-print-first")
    title = next(b.number for b in document.explain().blocks if b.xpath.endswith("/h1/text()[1]"))
    assert all(copy < title < of for copy, of in document.choice.copies.items())


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
    again = Choice(choice.content, choice.score).once(document.page)
    assert again.copies == {}
    assert (again.content == choice.content).all()


def test_the_step_and_the_core_find_the_same() -> None:
    for name in [*ONCE, "twice-images"]:
        document = page(name)
        choice, blocks = document.choice, document.page.block
        leaves = document.page.end == np.arange(1, len(blocks) + 1)
        before = (choice.content & leaves) | (np.isin(blocks, list(choice.copies)) & leaves)
        again = Choice.of(document.page, before).once(document.page)
        assert again.copies == choice.copies, name


def test_what_was_chosen_of_a_copy_alone_is_put_in_where_the_rest_is() -> None:
    names = ("a", "b", "c")
    texts = [" ".join(f"{name}{n}" for n in range(20)) for name in names]
    story = "".join(f"<p>{text}</p>" for text in texts)
    found = parse(f"<div>{story}</div><p>more</p><div>{story}</div>")
    leaves = np.isin(found.block, [0, 1, 3, 5, 6])
    choice = Choice.of(found, leaves).once(found)
    assert choice.copies == {5: 1, 6: 2}
    assert choice.overruled == {2: ONLY_COPY}
    assert set(found.block[choice.content].tolist()) - {-1} == {0, 1, 2, 3}


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
def test_what_is_meant_to_come_again_is_no_copy(html: str) -> None:
    found = parse(html)
    choice = Choice.of(found, found.visible).once(found)
    assert choice.copies == {}
