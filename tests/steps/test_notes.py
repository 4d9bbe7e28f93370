"""The step `notes`: notes follow their references into the content."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pagecore import Choice, extract, parse
from pagecore.choice import COPIES, Change
from pagecore.steps.notes import NOTES, REFERRED, follow_references

PAGE = Path(__file__).parents[1] / "pages" / "notes.html"

#: Enough words for a note beside them.
YES = "yes " * 100

CASES = [
    # what it shows        text that is chosen                   the rest                    follows
    ("a raised number",    "<sup><a href=#n>1</a></sup>",  "<p id=n>note</p>", True),
    ("in brackets",        "<a href=#n>[a]</a>",           "<ol><li id=n>note</li></ol>", True),
    ("an anchor inside",   "<a href=#fn1>1</a>",           "<p><a name=fn1></a>note</p>", True),
    ("a class",            "<a class=footnote-reference href=#n>1</a>", "<p id=n>note</p>", True),
    ("a role",             "<a role=doc-noteref href=#n>1</a>", "<p id=n>note</p>", True),
    ("an aside in one",    "<a href=#n>[1]</a>",  "<aside><aside id=n>[1]<p>note</aside>", True),
    ("a definition",       "<a href=#n>[1]</a>",           "<dl><dt id=n>1<dd>note</dl>", True),
    ("a term",             "<a href=#n>[1]</a>",           "<dl><dt id=n>x<dd>note</dl>", False),
    ("beside its mark",    "<a href=#n>[1]</a>",  "<table id=n><td>[1]<td>note</table>", True),
    ("a word",             "<a href=#n>one</a>",           "<p id=n>note</p>", False),
    ("a plain number",     "<a href=#n>1</a>",             "<p id=n>note</p>", False),
    ("nowhere",            "<sup><a href=#m>1</a></sup>",  "<p id=n>note</p>", False),
    ("a bibliography",     "<a href=#cite-1>[1]</a>",      "<p id=cite-1>note</p>", False),
    ("a large part",       "<sup><a href=#n>1</a></sup>",  f"<p id=n>{'note ' * 90}</p>", True),
    ("a section",          "<sup><a href=#n>1</a></sup>",  f"<p id=n>{'note ' * 300}</p>", False),
    ("a part is chosen",   "<sup><a href=#n>1</a></sup>",  "<div id=n><p>a b<pre>note</pre></div>",
                                                                              True),
    ("a star",             "<a href=#n>*</a>",             "<p id=n>* note</p>", True),
    ("of MediaWiki",       "<sup><a href=#cite_note-1>[nb 1]</a></sup>",
                           "<ol><li id=cite_note-1>note</ol>", True),
    ("a citation",         "<a href=#n>[Ann99]</a>",       "<p id=n>[Ann99] note</p>", True),
    ("in a table",         "<sup><a href=#n>1</a></sup>",  "<table><td id=n>note</table>", False),
]  # fmt: skip


@pytest.mark.parametrize(
    ("mark", "rest", "follows"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_notes_follow_their_references(mark: str, rest: str, follows: bool) -> None:
    page = parse(f"<p>{YES}{mark}</p>{rest}")
    leaves = page.leaves & np.array(
        ["note" not in page.text(row) for row in range(len(page))], np.bool_
    )
    before = Choice.of(page, leaves)
    after = follow_references(page, before)
    assert ("note" in page.render(after.content)) == follows
    assert [(change.kept, change.step, change.reason) for change in after.changes] == [
        (True, NOTES, REFERRED)
    ] * follows


def test_notes_above_their_reference_do_not_follow() -> None:
    page = parse(f"<p id=n>note</p><p>{YES}<sup><a href=#n>1</a></sup></p>")
    leaves = page.leaves & np.array(["note" not in page.text(row) for row in range(len(page))])
    choice = Choice.of(page, leaves)
    assert follow_references(page, choice) is choice


def test_removed_blocks_stay_removed() -> None:
    page = parse(f"<p>{YES}<sup><a href=#n>1</a></sup></p><p id=n>note</p>")
    leaves = page.leaves & np.array(["note" not in page.text(row) for row in range(len(page))])
    choice = Choice.of(page, leaves)
    removed = Change(1, False, COPIES, "duplicate of block 0")
    changed = Choice(choice.content, choice.score, changes=(removed,))
    assert "note" not in page.render(follow_references(page, changed).content)


def test_footnotes_of_an_article_are_written_as_notes() -> None:
    document = extract(PAGE.read_bytes())
    assert "[1] Minutes of the council, volume nine, page 12." in document.text
    markdown = document.markdown()
    assert "to the boats.[^1]" in markdown
    assert "[^2]: The road has a number today, and a bus." in markdown
    assert NOTES not in {change.step for _, change in extract(PAGE.read_bytes(), steps=()).changes}


@pytest.mark.parametrize(("kind", "follows"), [("article", True), ("product", False)])
def test_conditions_of_an_offer_do_not_follow(kind: str, follows: bool) -> None:
    page = parse(f"<p>{YES}<sup><a href=#n>1</a></sup></p><p id=n>{'note ' * 30}</p>")
    leaves = page.leaves & np.array(["note" not in page.text(row) for row in range(len(page))])
    choice = replace(Choice.of(page, leaves), types={kind: 0.9, "forum": 0.1})
    assert ("note" in page.render(follow_references(page, choice).content)) == follows
