"""Quotations of posts that the page also has."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pagecore import Choice, extract, parse
from pagecore.errors import BadOption
from pagecore.steps.quotes import LEFT_OUT, QUOTES, find_quotations, remove_quotes
from tests.growth import FACTOR, check_linear

FIRST = "The cranes came back to the marshes in the third week of March."
OTHER = "Nobody here has ever seen a stork at this time of the year, have you?"
REPLY = "I saw them too, from the train."


def keep(html: str) -> str:
    """The text that is left of a page that is all content."""
    page = parse(html)
    choice = remove_quotes(page, Choice.of(page, page.visible))
    return page.render(choice.content).strip()


CASES = [
    # what it shows          page                                                        kept
    ("a quoted post",        f"<p>{FIRST}<div><blockquote>{FIRST}</blockquote>{REPLY}</div>",
                             f"{FIRST}\n\n{REPLY}"),
    ("with its author",      f"<p>{FIRST}<div><blockquote><b>Ann wrote:</b> {FIRST}</blockquote>"
                             f"{REPLY}</div>", f"{FIRST}\n\n{REPLY}"),
    ("a part of a post",     f"<p>{OTHER} {FIRST} {OTHER}<blockquote>{FIRST}</blockquote>",
                             f"{OTHER} {FIRST} {OTHER}"),
    ("by a class",           f"<p>{FIRST}<div class='bbCodeBlock bbCodeBlock--quote'>{FIRST}</div>"
                             f"<p>{REPLY}", f"{FIRST}\n\n{REPLY}"),
    ("above a reply",        f"<p>{FIRST}<div component=post/parent><i>Ann</i><p>{FIRST}</div>"
                             f"<p>{REPLY}", f"{FIRST}\n\n{REPLY}"),
    ("a quote in a quote",   f"<p>{FIRST}<p>{OTHER}<blockquote><blockquote>{FIRST}</blockquote>"
                             f"{OTHER}</blockquote><p>{REPLY}", f"{FIRST}\n\n{OTHER}\n\n{REPLY}"),
    ("before the post",      f"<blockquote>{FIRST}</blockquote><p>{FIRST}", FIRST),
    ("of another page",      f"<p>{FIRST}<blockquote>{OTHER}</blockquote>", f"{FIRST}\n\n{OTHER}"),
    ("quoted twice",         f"<blockquote>{OTHER}</blockquote><blockquote>{OTHER}</blockquote>",
                             f"{OTHER}\n\n{OTHER}"),
    ("more than the post",   f"<p>{FIRST}<blockquote>{FIRST} {OTHER} {OTHER}</blockquote>",
                             f"{FIRST}\n\n{FIRST} {OTHER} {OTHER}"),
    ("too short",            "<p>I agree with you.<blockquote>I agree.</blockquote>",
                             "I agree with you.\n\nI agree."),
    ("no quotation",         f"<p>{FIRST}<div class=js-selectToQuote>{FIRST}</div>",
                             f"{FIRST}\n\n{FIRST}"),
    ("lines of a mail",      f"<p>{FIRST}<p>ann wrote:<p>&gt; {FIRST}<p>{REPLY}",
                             f"{FIRST}\n\n{REPLY}"),
    ("lines in a paragraph", f"<p>{FIRST}<p>On 3 May Ann wrote:<br>&gt; {FIRST[:30]}<br>&gt; <b>"
                             f"{FIRST[30:]}</b><br>{REPLY}", f"{FIRST}\n\n{REPLY}"),
    ("lines of another page", f"<p>{FIRST}<p>ann wrote:<p>&gt; {OTHER}",
                             f"{FIRST}\n\nann wrote:\n\n> {OTHER}"),
    ("lines after a text",   f"<p>{FIRST}<p>{OTHER}<p>&gt; {FIRST}", f"{FIRST}\n\n{OTHER}"),
    ("the whole page",       f"<body class=quote><p>{FIRST}", FIRST),
]  # fmt: skip


@pytest.mark.parametrize(
    ("html", "kept"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_quotations(html: str, kept: str) -> None:
    assert keep(html) == kept


def test_the_outermost_quotation() -> None:
    page = parse("<blockquote><p>a<blockquote>b</blockquote></blockquote><p>c")
    outer = int(np.flatnonzero(page.is_tag("blockquote"))[0])
    quotations = find_quotations(page)
    assert set(quotations[page.is_tag("blockquote")].tolist()) == {outer}
    assert quotations[-1] == -1


THREAD = (
    "<title>Cranes</title><h1>Cranes</h1>"
    f"<div class=post><p>{FIRST} {OTHER}</div>"
    f"<div class=post><blockquote><p>{FIRST} {OTHER}</blockquote><p>{REPLY} {REPLY[::-1]}</div>"
)


@pytest.mark.parametrize("method", ["default", "balance"])
def test_quotes_are_kept_if_asked(method: str) -> None:
    without = extract(THREAD, method=method, steps=("quotes",))
    kept = extract(THREAD, method=method, steps=("quotes",), quotes=True)
    assert without.text.count(FIRST) == 1
    assert kept.text.count(FIRST) == 2
    assert REPLY in without.text
    changes = [change for change in without.choice.changes if change.step == QUOTES]
    assert [(change.kept, change.reason) for change in changes] == [(False, LEFT_OUT)]


def test_articles_repeat_sentences_on_purpose() -> None:
    page = parse(f"<p>{FIRST}<blockquote>{FIRST}</blockquote>")
    article = replace(Choice.of(page, page.visible), types={"article": 0.9, "forum": 0.1})
    assert remove_quotes(page, article) is article
    comment = f"<li class=comment><p>{OTHER}<li class=comment><blockquote>{OTHER}</blockquote>a"
    page = parse(f"<p>{FIRST}<blockquote>{FIRST}</blockquote><ol id=comments>{comment}</ol>")
    article = replace(Choice.of(page, page.visible), types={"article": 0.9, "forum": 0.1})
    text = page.render(remove_quotes(page, article).content)
    assert (text.count(FIRST), text.count(OTHER)) == (2, 1)


def test_what_quotes_may_be() -> None:
    with pytest.raises(BadOption, match="quotes='all': expected True or False"):
        extract(THREAD, quotes="all")  # type: ignore[arg-type]  # Wrong on purpose.


def test_time_is_linear() -> None:
    def search(n: int) -> None:
        keep(f"<p>{FIRST}" + f"<blockquote>{FIRST}" * n + f"<p>{OTHER}" * n)

    check_linear(search, 40, 40 * FACTOR)
