"""The method `coreex`: every count, ratio and rule, and the whole of it as plain loops."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagecore import Page, extract, parse
from pagecore.methods.coreex import classify_page, coreex, read_best
from tests.rows import find_row, find_rows, text_row
from tests.trees import child_lists, markup, nested

STORY = "It was a dark and stormy night and the rain fell on the harbour in torrents"
MORE = "At the end of the quay where the ferries had once left a lamp was still burning"
BOTH = f"{STORY} {MORE}"
MENU = "<ul><li><a href=/a>Home</a><li><a href=/b>News</a><li><a href=/c>Sport</a></ul>"
BUSY = f"<p>{STORY} <a href=/>dark</a> <a href=/>night</a></p>"

CASES = [
    # what it shows               page                                              text
    ("story alone",               f"<p>{STORY}",                                    STORY),
    ("nothing",                   "",                                               ""),
    ("nothing shown",             f"<p hidden>{STORY}</p>",                         ""),
    ("only links",                MENU,                                             ""),
    ("story beside a menu",       f"<div>{MENU}</div><p>{STORY}",                   STORY),
    ("children with links between", f"<div><p>{STORY}{MENU}<p>{MORE}</div>",
     f"{STORY}\n\n{MORE}"),
    ("link directly in the best", f"<p>{STORY} <a href=/>more</a> {MORE}",          BOTH),
    ("link inside a child",
     f"<div>{MENU}<p>{BOTH} <a href=/>more</a></p><p>{BOTH}</div>{MENU}",
     f"{BOTH} more\n\n{BOTH}"),
    ("hidden word",               f"<p>{STORY} <i hidden>not this</i> {MORE}",      BOTH),
    ("anchor that leads nowhere", f"<p>{STORY} <a name=x>{MORE}</a>",               BOTH),
]  # fmt: skip


@pytest.mark.parametrize(
    ("html", "text"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_what_is_kept(html: str, text: str) -> None:
    # One link a word weighs more than much text by the paper's weights; here text counts too.
    assert extract(f"<body>{html}", method="coreex", text_weight=0.3).text == text


# ---------------------------------------------------------------- counts


def test_words_are_added_up_and_a_link_is_one_word() -> None:
    page = parse("<div>one two <a href=/>three <b>four</b> five</a> <p>six</p></div>")
    evidence = coreex(page).evidence
    text, links = evidence["textCnt"], evidence["linkCnt"]
    assert text[text_row(page, "one two")] == 2
    assert text[find_row(page, "p")] == 1
    assert (text[find_row(page, "a")], links[find_row(page, "a")]) == (1, 1)
    for inside in ("three", "four", "five"):
        assert text[text_row(page, inside)] == 0
    assert text[find_row(page, "b")] == 0
    assert (text[find_row(page, "div")], links[find_row(page, "div")]) == (4, 1)


def test_anchor_without_href_is_an_inner_node() -> None:
    page = parse("<p><a name=here>one two</a></p>")
    evidence = coreex(page).evidence
    assert evidence["textCnt"][find_row(page, "a")] == 2
    assert evidence["linkCnt"][0] == 0


def test_link_in_a_link_counts_once() -> None:
    page = parse("<a href=/>one <table><td><a href=/>two</a></table></a> three")
    assert len(find_rows(page, "a")) == 2
    evidence = coreex(page).evidence
    assert (evidence["textCnt"][0], evidence["linkCnt"][0]) == (2, 1)


def test_hidden_rows_count_nothing() -> None:
    page = parse("<div>one <span hidden>two <a href=/>three</a></span></div>")
    evidence = coreex(page).evidence
    assert (evidence["textCnt"][0], evidence["linkCnt"][0]) == (1, 0)


# ---------------------------------------------------------------- the set of good children


@pytest.mark.parametrize(("threshold", "in_set"), [(0.74, 4), (0.75, 0), (1.0, 0)])
def test_child_has_to_exceed_the_threshold(threshold: float, in_set: int) -> None:
    page = parse("<div><p>one two three <a href=/>four</a></p></div>")
    evidence = coreex(page, threshold=threshold).evidence
    assert evidence["childRatio"][find_row(page, "p")] == 3 / 4
    assert evidence["setTextCnt"][find_row(page, "div")] == in_set
    assert evidence["setLinkCnt"][find_row(page, "div")] == in_set / 4


def test_child_without_text_or_of_links_alone_is_not_in_the_set() -> None:
    page = parse("<div><p></p><img><p><a href=/>one</a></p>two</div>")
    evidence = coreex(page, threshold=0.0).evidence
    assert [evidence["childRatio"][row] for row in find_rows(page, "p", "img")] == [0, 0, 0]
    assert evidence["setTextCnt"][find_row(page, "div")] == 1


# ---------------------------------------------------------------- the score

TWO = "<div>one two <a href=/>three</a><p>four five <a href=/>six</a></p></div><a href=/>seven</a>"


def test_score_of_the_set() -> None:
    page = parse(TWO)
    evidence = coreex(page, ratio_weight=0.8, text_weight=0.2, threshold=0.5).evidence
    # The page has 7 words; of the div the first text and the paragraph are in the set.
    assert evidence["score"][find_row(page, "p")] == pytest.approx(0.8 * 2 / 2 + 0.2 * 2 / 7)
    assert evidence["score"][find_row(page, "div")] == pytest.approx(0.8 * 4 / 5 + 0.2 * 5 / 7)
    assert evidence["share of pageText"][find_row(page, "div")] == pytest.approx(5 / 7)
    assert evidence["score"][find_row(page, "div") + 1] == 0


def test_score_of_the_node() -> None:
    page = parse(TWO)
    evidence = coreex(page, ratio_weight=0.8, text_weight=0.2, variant="node").evidence
    assert evidence["score"][find_row(page, "p")] == pytest.approx(0.8 * 2 / 3 + 0.2 * 3 / 7)
    assert evidence["score"][find_row(page, "div")] == pytest.approx(0.8 * 4 / 6 + 0.2 * 6 / 7)
    assert evidence["score"][text_row(page, "one two")] == pytest.approx(0.8 + 0.2 * 2 / 7)
    assert evidence["score"][text_row(page, "seven")] == 0


def test_weights_are_the_paper_s() -> None:
    page = parse(TWO)
    score = coreex(page).evidence["score"]
    assert score[find_row(page, "p")] == pytest.approx(0.99 + 0.01 * 2 / 7)


def test_set_gathers_what_a_node_cannot() -> None:
    html = f"<div><p>{STORY}</p>{MENU}<p>{MORE}</p></div>"
    assert extract(html, method="coreex").text == f"{STORY}\n\n{MORE}"
    assert extract(html, method="coreex", variant="node").text == MORE


def test_node_is_kept_with_its_links() -> None:
    html = f"<p>{STORY} <a href=/>more</a> {MORE}</p>{MENU * 5}"
    assert extract(html, method="coreex", text_weight=0.3).text == BOTH
    node = extract(html, method="coreex", text_weight=0.3, variant="node")
    assert node.text == f"{STORY} more {MORE}"


def test_page_of_links_has_content_by_node_alone() -> None:
    html = "<p><a href=/a>Home</a> <a href=/b>News</a></p>"
    assert extract(html, method="coreex").text == ""
    assert extract(html, method="coreex", variant="node").text == "Home News"
    assert extract(html, method="coreex", variant="node", text_weight=0.0).text == ""


def test_score_of_a_text_is_that_of_the_element_around() -> None:
    page = parse(f"<div>{BUSY}</div><section>{MORE}</section>{MENU}")
    choice = coreex(page, ratio_weight=0.2, text_weight=0.6)
    score = choice.evidence["score"]
    assert choice.score[text_row(page, STORY)] == np.float32(score[find_row(page, "p")] / 0.8)
    assert choice.score[text_row(page, "News")] == 0


def test_score_of_what_is_kept_is_that_of_the_best() -> None:
    page = parse(f"<div><p>{BOTH} <a href=/>more</a></p>{STORY}</div>{MENU}")
    choice = coreex(page, ratio_weight=0.4, text_weight=0.4)
    score = choice.evidence["score"]
    assert score[find_row(page, "p")] < score.max()
    for kept in (BOTH, "more", STORY):
        assert choice.score[text_row(page, kept)] == np.float32(score.max() / 0.8)


# ---------------------------------------------------------------- ties


def test_of_equal_scores_the_larger_text_wins() -> None:
    html = f"<div>one two <a href=/>x</a></div><div>{STORY} <a href=/>x</a></div>"
    assert extract(html, method="coreex", text_weight=0.0).text == STORY


def test_of_equal_texts_the_deeper_element_wins() -> None:
    page = parse(f"<div><section>{STORY}<img></section></div>")
    choice = coreex(page)
    score = choice.evidence["score"]
    assert score[find_row(page, "div")] == score[find_row(page, "section")] == score.max()
    # The picture is no good child of the section, though it is below a good child of the div.
    assert not choice.content[find_row(page, "img")]


def test_of_equal_elements_the_first_wins() -> None:
    html = f"{BUSY}<p>{STORY[::-1]} <a href=/>dark</a> <a href=/>night</a></p>"
    assert extract(html, method="coreex").text == STORY


# ---------------------------------------------------------------- articles and listings


def test_article_is_distinguished_from_a_listing() -> None:
    article = extract(f"{MENU}<div><p>{STORY}<p>{MORE}</div>", method="coreex")
    listing = extract(f"{MENU * 20}<p>{STORY}", method="coreex")
    assert article.page_types == {"article": 1, "listing": 0}
    assert listing.page_types == {"listing": 1, "article": 0}
    assert "; page type article (1.00)" in article.explain().summary


def test_page_of_links_is_a_listing_and_an_empty_one_is_nothing() -> None:
    assert extract(MENU, method="coreex").page_type == "listing"
    assert extract("<p>!", method="coreex").page_type is None


def test_best_score_and_its_share() -> None:
    # Twelve words of a div that has two links, and four more links.
    page = parse(f"<div>{'word ' * 12}<a href=/>a</a><a href=/>b</a></div>" + "<a href=/>c</a>" * 4)
    evidence = coreex(page).evidence
    score, share = read_best(evidence)
    assert share == pytest.approx(12 / 18)
    assert score == pytest.approx((0.99 + 0.03 * 12 / 18) / 1.02)
    assert read_best(evidence, text_weight=0.01)[0] == pytest.approx(0.99 + 0.01 * 12 / 18)


def test_kind_has_weights_of_its_own() -> None:
    """By the paper's weights one text without a link beats ten paragraphs with a link each."""
    text = " ".join(["word"] * 60)
    page = parse("<div>" + f"<p>{text} <a href=/>x</a></p>" * 10 + "</div>")
    printed = coreex(page)
    assert extract(page, method="coreex").text == text
    assert read_best(printed.evidence, text_weight=0.01)[1] < 0.1
    # But the page is an article, for the paragraphs together are nearly all of it.
    assert printed.types == {"article": 1.0, "listing": 0.0}
    assert read_best(printed.evidence)[1] == 1.0
    for others in ({"text_weight": 0.3}, {"ratio_weight": 0.5}, {"variant": "node"}):
        assert coreex(page, **others).types == printed.types


def test_share_is_that_of_the_element_which_won() -> None:
    page = parse(f"<p>one two <a href=/>x</a></p><p>{STORY} <a href=/>x</a></p>")
    evidence = coreex(page, threshold=1.0).evidence
    assert read_best(evidence) == (0.0, 0.0)
    evidence = coreex(page, threshold=0.95).evidence
    assert read_best(evidence, text_weight=0.0) == (1.0, 16 / 20)


@pytest.mark.parametrize(
    ("score", "share", "kind"),
    [
        (0.9, 0.5, "article"),
        (0.9, 0.4, "listing"),
        (0.8, 0.5, "listing"),
        (0.85, 0.45, "article"),
    ],
)
def test_kind_needs_score_and_share(score: float, share: float, kind: str) -> None:
    assert classify_page(score, share, min_score=0.85, min_share=0.45) == kind


@pytest.mark.parametrize(
    ("score", "share", "kind"),
    [(0.0, 0.5, "article"), (1.0, 0.49, "listing"), (0.0, 1.0, "article")],
)
def test_kind_by_the_shipped_thresholds(score: float, share: float, kind: str) -> None:
    assert classify_page(score, share) == kind


# ---------------------------------------------------------------- the definition


def coreex_by_definition(
    page: Page, ratio_weight: float, text_weight: float, threshold: float, variant: str
) -> tuple[list[float], list[bool]]:
    """Scores and content, row by row."""
    n = len(page)
    children = child_lists(page)
    text, links = [0] * n, [0] * n

    def is_link(row: int) -> bool:
        return page.name(row) == "a" and page.get(row, "href") is not None

    def in_link(row: int) -> bool:
        above = int(page.parent[row])
        return above >= 0 and (is_link(above) or in_link(above))

    for row in reversed(range(n)):
        if page.hidden[row] or in_link(row):
            continue
        if is_link(row):
            text[row] = links[row] = 1
        elif page.name(row) == "#text":
            text[row] = int(page.words[row])
        else:
            text[row] = sum(text[child] for child in children[row])
            links[row] = sum(links[child] for child in children[row])

    def ratio(words: int, linked: int) -> float:
        return (words - linked) / words if words else 0.0

    good = [ratio(*pair) > threshold for pair in zip(text, links, strict=True)]
    score, counted = [0.0] * n, [0] * n
    for row in range(n):
        words, linked = text[row], links[row]
        if variant == "set":
            words = sum(text[child] for child in children[row] if good[child])
            linked = sum(links[child] for child in children[row] if good[child])
        counted[row] = words
        if words:
            score[row] = ratio_weight * ratio(words, linked) + text_weight * (words / text[0])
    best = max(range(n), key=lambda row: (score[row], counted[row], page.depth[row], -row))
    kept = [best] if variant == "node" else [row for row in children[best] if good[row]]
    leaves = [
        row
        for above in kept
        for row in range(above, int(page.end[above]))
        if score[best] > 0 and page.visible[row] and not children[row]
    ]
    content = [any(row <= leaf < page.end[row] for leaf in leaves) for row in range(n)]
    return score, content


linked = nested().map(lambda html: html.replace("<span>", "<a href=x>").replace("</span>", "</a>"))


@given(
    html=st.one_of(markup(), linked),
    ratio_weight=st.sampled_from((0.99, 0.5, 0.0)),
    text_weight=st.sampled_from((0.01, 0.5, 0.0)),
    threshold=st.sampled_from((0.9, 0.5, 0.0)),
    variant=st.sampled_from(("set", "node")),
)
def test_agrees_with_the_definition(
    html: str, ratio_weight: float, text_weight: float, threshold: float, variant: str
) -> None:
    page = parse(html)
    choice = coreex(
        page,
        ratio_weight=ratio_weight,
        text_weight=text_weight,
        threshold=threshold,
        variant=variant,
    )
    score, content = coreex_by_definition(page, ratio_weight, text_weight, threshold, variant)
    assert choice.evidence["score"].tolist() == score
    assert choice.content.tolist() == content
