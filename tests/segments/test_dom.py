"""DOM segments: an element that cuts, and the text between two of them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagecore import Page, parse, segment
from pagecore.segments.dom import TAGS, dom
from tests.segments.texts import texts_of
from tests.trees import pages

CASES = [
    # what it shows              page                                         segments
    ("paragraphs",               "<p>a<p>b",                                  ["a", "b"]),
    ("a heading and its text",   "<h2>a</h2><p>b",                            ["a", "b"]),
    ("free text between",        "a<p>b</p>c<p>d</p>",                        ["a", "b", "c", "d"]),
    ("inline elements",          "<p>a <b>b</b> c",                           ["a b c"]),
    ("a list is one",            "<ul><li>a<li>b</ul>",                       ["a b"]),
    ("an ol is no cut",          "<ol><li>a<li>b</ol>c",                      ["a b c"]),
    ("a table is one",           "<table><tr><td>a<td>b</table>",             ["a b"]),
    ("but not with paragraphs",  "<table><tr><td><p>a</p><td><p>b</table>",   ["a", "b"]),
    ("a list in a list",         "<ul><li>a<ul><li>b</ul><li>c</ul>",         ["a", "b", "c"]),
    ("divs do not cut",          "<div>a</div><div>b</div>",                  ["a b"]),
    ("the title",                "<title>t</title>a",                         ["t", "a"]),
    ("media are segments too",   "<p><img></p><p>a",                          ["", "a"]),
    ("nothing to cut",           "<p></p><ul></ul>",                          []),
]  # fmt: skip


@pytest.mark.parametrize(("shows", "html", "segments"), CASES, ids=[case[0] for case in CASES])
def test_known_segments(shows: str, html: str, segments: list[str]) -> None:
    page = parse(html)
    segmentation = dom(page)
    assert texts_of(page, segmentation) == segments
    assert (segmentation.parent == -1).all()


CONTAINERS = [
    ("blocks",                "<div>a</div><div>b</div>",                 ["a", "b"]),
    ("paragraphs of one",     "<div><p>a<p>b</div><div>c</div>",          ["a b", "c"]),
    ("an inner one parts it", "<div>a<div>b</div>c</div>",                ["a", "b", "c"]),
    ("cells",                 "<table><tr><td>a<td>b</table>",            ["a", "b"]),
    ("the title",             "<title>t</title>a",                        ["t", "a"]),
    ("cells of a heading",    "<table><tr><th>a<th>b</table>",            ["a", "b"]),
    ("sections",              "<nav>a</nav><main><section>b</section>c</main>", ["a", "b", "c"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("shows", "html", "segments"), CONTAINERS, ids=[case[0] for case in CONTAINERS]
)
def test_known_segments_of_containers(shows: str, html: str, segments: list[str]) -> None:
    page = parse(html)
    assert texts_of(page, segment(page, method="dom", cut="containers")) == segments


@pytest.mark.parametrize(
    ("cut", "tag"),
    [
        *(("paragraphs", tag) for tag in ["p", "h1", "h2", "h3", "h4", "h5", "h6"]),
        *(
            ("containers", tag)
            for tag in ["div", "section", "article", "aside", "nav", "header", "footer", "main"]
        ),
    ],
)
def test_every_element_that_cuts(cut: str, tag: str) -> None:
    page = parse(f"a<{tag}>b</{tag}>c")
    assert texts_of(page, dom(page, cut=cut)) == ["a", "b", "c"]
    (other,) = set(TAGS) - {cut}
    assert texts_of(page, dom(page, cut=other)) == ["a b c"]


def test_it_is_what_segment_does_unless_asked_otherwise() -> None:
    page = parse("<p>a<p>b")
    assert segment(page).ids.tolist() == dom(page).ids.tolist()
    assert segment(page).evidence["cuts"][page.tag == 0].tolist() == [1, 2]


@given(page=pages(), cut=st.sampled_from(list(TAGS)))
def test_agrees_with_definition(page: Page, cut: str) -> None:
    segmentation = dom(page, cut=cut)
    label, labels, ends = 0, [], set()
    for row in range(len(page)):
        is_cut = page.name(row) in TAGS[cut]
        if is_cut or row in ends:
            label += 1
        if is_cut:
            ends.add(int(page.end[row]))
        labels.append(label)
    # Texts and media count; a medium around text is where its text is.
    counted = (page.block >= 0) & (segmentation.ids >= 0)
    leaves = np.flatnonzero(counted & (page.below(counted, how="count") == 1))
    seen: dict[int, int] = {}
    for row in leaves.tolist():
        assert seen.setdefault(labels[row], int(segmentation.ids[row])) == segmentation.ids[row]
    assert len(set(seen.values())) == len(seen) == len(segmentation)
