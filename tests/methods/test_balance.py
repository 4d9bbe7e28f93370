"""The method `balance`: what it keeps and what it leaves out."""

from __future__ import annotations

import numpy as np
import pytest

from pagecore import extract, parse
from pagecore.methods.balance import balance
from tests.rows import find_row, text_row

STORY = "It was a dark and stormy night, and the rain fell on the harbour in torrents."
MORE = "At the end of the quay, where the ferries had once left, a lamp was still burning."
HEADED = f"Night\n\n{STORY}"
ITEM = "<div><a href=/>Sale</a><p>One new bolt.</div>"
MENU = "<ul><li><a href=/a>Home</a><li><a href=/b>News</a><li><a href=/c>Sport</a></ul>"

CASES = [
    # what it shows            page                                              text
    ("story alone",            f"<p>{STORY}",                                    STORY),
    ("nothing",                "",                                               ""),
    ("nothing shown",          f"<p hidden>{STORY}</p><script>{STORY}</script>", ""),
    ("story beside a menu",    f"<nav>{MENU}</nav><p>{STORY}",                   STORY),
    ("menu without nav",       f"<div>{MENU}</div><div><p>{STORY}</p></div>",    STORY),
    ("two paragraphs",         f"<div><p>{STORY}<p>{MORE}</div>",
     f"{STORY}\n\n{MORE}"),
    ("footer",                 f"<p>{STORY}</p><footer><p>{MORE}</p></footer>",  STORY),
    ("aside inside",           f"<div><p>{STORY}<aside>{MORE}</aside></div>",    STORY),
    ("form",                   f"<p>{STORY}</p><form>Search {MENU}</form>",      STORY),
    ("page in a form",         f"<form><div>{MENU}</div><p>{STORY}</form>",      STORY),
    ("role",                   f"<p>{STORY}</p><div role=Dialog>{MORE}</div>",   STORY),
    ("heading above",          f"<h1>Night</h1><div><p>{STORY}</div>",           HEADED),
    ("heading in the header",  f"<header><h1>Night</h1></header><p>{STORY}",     HEADED),
    ("link in a sentence",     f"<p>{STORY} <a href=/>More</a>.",                f"{STORY} More."),
    ("hidden word",            f"<p>{STORY} <i hidden>not this</i> {MORE}",      f"{STORY} {MORE}"),
    ("line break",             f"<p>{STORY}<br>{MORE}",
     f"{STORY}\n{MORE}"),
    ("noscript instead",       f"<p>Loading</p><noscript><p>{STORY}</noscript>", STORY),
    ("noscript beside",        f"<p>{STORY}</p><noscript><p>Please, scripts",    STORY),
    ("only furniture",         f"<nav><p>{STORY}</nav><p>One.",                  "One."),
    ("only links",             f"<nav>{MENU}</nav><p><a href=/>All of it</a>",   "All of it"),
    ("overview",               f"<div>{ITEM * 3}</div><section>{ITEM * 3}</section>",
     "\n\n".join(["Sale\n\nOne new bolt."] * 6)),
    ("overview in main",       f"<div>{ITEM}</div><main>{ITEM * 3}</main><div>{ITEM}</div>",
     "\n\n".join(["Sale\n\nOne new bolt."] * 3)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("html", "text"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_what_is_kept(html: str, text: str) -> None:
    assert extract(f"<body>{html}", method="balance").text == text


def test_evidence_of_a_small_page() -> None:
    page = parse("<nav>one two</nav><p>one two six <a href=/>ten</a></p>")
    choice = balance(page, link_cost=2.0, block_cost=1.5, furniture_cost=3.0)
    gain = choice.evidence["gain"]
    # Two words less the cost of a block, against it as furniture; four, of which one is linked.
    assert gain[text_row(page, "one two")] == -3.0 * (2 - 1.5)
    assert gain[text_row(page, "one two six")] == 4 - 2.0 * 1 - 1.5
    total = choice.evidence["balance"]
    assert total[find_row(page, "nav")] == -1.5
    assert total[find_row(page, "p")] == 0.5
    assert total[0] == -1.0


def test_score_rises_with_gain() -> None:
    page = parse(f"<p>{STORY}<p>one<p><a href=/>one two six ten</a>")
    choice = balance(page)
    gain, score = choice.evidence["gain"], choice.score
    texts = np.flatnonzero(page.tag == 0)
    assert (np.argsort(gain[texts]) == np.argsort(score[texts])).all()
    assert ((score >= 0) & (score <= 1)).all()
    assert score[text_row(page, STORY)] > 0.5 > score[text_row(page, "one two six ten")]


def test_of_equal_elements_the_innermost_is_taken() -> None:
    page = parse(f"<div><section><p>{STORY}</p></section></div>")
    total = balance(page).evidence["balance"]
    assert total[find_row(page, "p")] == total.max() == total[0]
