"""The method `econ`: every rule on a page that it alone decides, and the whole as plain loops."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagecore import Page, extract, parse
from pagecore.methods.econ import BLANKS, MARKS, econ
from pagecore.registry import find_method
from tests.rows import find_row, find_rows, text_row
from tests.trees import child_lists, nested, row_text, soup

STORY = "It was a dark and stormy night, and the rain fell on the harbour in torrents."
MORE = "At the end of the quay, a lamp."
BOTH = f"{STORY}\n\n{MORE}"
MENU = "<ul><li><a href=/a>Home</a><li><a href=/b>News</a></ul>"

CASES = [
    # what it shows            page                                               text
    ("story alone",            f"<p>{STORY}",                                     STORY),
    ("nothing",                "",                                                ""),
    ("nothing shown",          f"<p hidden>{STORY}</p>",                          ""),
    ("no period or comma",     "<p>One two three<p>Four!",                        ""),
    ("story beside a menu",    f"{MENU}<div><p>{STORY}<p>{MORE}</div>",           BOTH),
    ("noise without marks",    f"<div><p>{STORY}<ul><li>Share</ul><p>{MORE}</div>",
     BOTH),
    ("noise with marks",       f"<p>{STORY}</p><footer>Ltd.</footer>",
     f"{STORY}\n\nLtd."),
    ("hidden marks",           f"<p>{STORY}</p><p>One <i hidden>two.</i>",        STORY),
    ("title above",            f"<h1>Night</h1><div>{STORY}</div>",               STORY),
]  # fmt: skip


@pytest.mark.parametrize(
    ("html", "text"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_what_is_kept(html: str, text: str) -> None:
    assert extract(f"<body>{html}", method="econ", join="inline", wrappers="all").text == text


# ---------------------------------------------------------------- Joint-para


def punc_num(html: str, text: str, join: str = "inline") -> int:
    """The periods and commas of the text-para that a text is part of."""
    page = parse(html)
    return int(econ(page, join=join).evidence["punc-num"][text_row(page, text)])


@pytest.mark.parametrize(
    ("html", "count"),
    [
        ("<div>one<b>two.</b></div>", 1),
        ("<div>one<br>two.<br><br>three.</div>", 2),
        ("<div>one<i><b>two,</b></i><a href=/>three.</a></div>", 2),
        ("<div>one<script>a.b</script>two.</div>", 1),
        ("<div>one<div hidden>.</div>two.</div>", 1),
        ("<div>one<p>two.</div>", 0),
        ("<div>one<hr>two.</div>", 0),
        ("<div>one</div>two.", 0),
        ("<div>one<ul><li>two.</ul></div>", 0),
        ("<div>one<span><div>x</div>two.</span></div>", 0),
        ("<div>one 3.14 and 1,000,000.</div>", 4),
        ("<div>one! two? three; four: five</div>", 0),
    ],
)
def test_neighbours_under_one_parent_are_one_text(html: str, count: int) -> None:
    page = parse(html)
    actual = econ(page, join="inline").evidence["punc-num"]
    (first,) = [row for row in find_rows(page, "#text") if row_text(page, row).startswith("one")]
    assert actual[first] == count


def test_paragraphs_join_when_asked_to() -> None:
    html = f"<div><p>Subhead</p><p>{STORY}</p><h2>Heading</h2><p>{MORE}</p></div>"
    assert punc_num(html, "Subhead", "inline") == 0
    assert punc_num(html, "Subhead", "paragraphs") == 2
    assert punc_num(html, "Heading", "paragraphs") == 0
    assert punc_num(html, MORE, "paragraphs") == 2
    inline = extract(html, method="econ", join="inline", wrappers="all")
    joined = extract(html, method="econ", join="paragraphs", wrappers="all")
    assert inline.text == BOTH
    assert joined.text == f"Subhead\n\n{STORY}\n\n{MORE}"
    # They do by default.
    assert punc_num(html, "Subhead", str(find_method("econ").parameters["join"].default)) == 2


def test_items_of_a_list_do_not_join() -> None:
    html = f"<ul><li>Item</li><li>{STORY}</li></ul>"
    assert punc_num(html, "Item", "paragraphs") == 0
    assert extract(html, method="econ").text == f"- {STORY}"


def test_text_without_marks_is_pruned_with_all_its_rows() -> None:
    page = parse(f"<div><p>{STORY}</p><div>Share <b>this</b><img></div></div>")
    content = econ(page).content
    assert content[text_row(page, STORY)]
    assert not content[
        [text_row(page, "Share"), text_row(page, "this"), find_row(page, "img")]
    ].any()


@pytest.mark.parametrize("mark", [*".,。，、．،۔।։።၊။។།"])
def test_mark_of_any_script_counts(mark: str) -> None:
    assert punc_num(f"<p>字{mark}字 x</p>", f"字{mark}字 x") == 1
    assert extract(f"<p>字{mark}字</p><p>字", method="econ", join="inline").text == f"字{mark}字"


def test_marks_are_those_that_unicode_calls_so() -> None:
    # Version 3.2, which every Python has; later ones add scripts.
    known = unicodedata.ucd_3_2_0
    for point in range(0x10000):
        mark = chr(point)
        is_punctuation = known.category(mark).startswith("P")
        if is_punctuation and re.search(r"\b(FULL STOP|COMMA|DANDA)\b", known.name(mark)):
            assert mark in MARKS, known.name(mark)
    for mark in MARKS:
        assert unicodedata.category(mark) == "Po"
    assert len(set(MARKS)) == len(MARKS)


def test_blanks_are_those_of_unicode() -> None:
    # Python takes four separators of files and records for blanks too.
    actual = {chr(point) for point in range(0x110000) if chr(point).isspace()}
    assert set(BLANKS) == actual - set("\x1c\x1d\x1e\x1f")


# ---------------------------------------------------------------- Extract-news


def nodes(html: str, join: str = "inline", wrappers: str = "all") -> tuple[str, str]:
    """The ids, or else the names, of the snippet-node and the summary-node."""
    page = parse(html)
    evidence = econ(page, join=join, wrappers=wrappers).evidence
    actual = []
    for name in ("snippet-node", "summary-node"):
        (row,) = evidence[name].nonzero()[0].tolist()
        actual.append(page.get(row, "id") or page.name(row))
    return actual[0], actual[1]


@pytest.mark.parametrize(
    ("html", "snippet"),
    [
        ("<p id=a>one, two<p id=b>one, three", "b"),
        ("<p id=a>one, two<p id=b>one two three four five", "a"),
        ("<p id=a>one, <b>two</b> three<p id=b>one, two three", "a"),
        ("<p id=a>one,       two<p id=b>one, three", "b"),
        ("<p id=a>one, two<p id=b>two, one", "a"),
        ("<p id=a>one, <b>two</b>!<p id=b>one, <b>two</b>!", "a"),
        ("<p id=a><b id=c>one, two three</b><p id=b>one, two", "c"),
        ("<div id=a>one, two three<p id=b>one, two</p>one</div>", "a"),
    ],
)
def test_walk_begins_at_the_longest_text_with_marks(html: str, snippet: str) -> None:
    """Length is that of the whole text, without blanks; the first of equal ones is taken. The walk
    begins at an element: a text is never a node that wraps a text, and its parent wraps the same,
    so that a walk from a text would always end at once."""
    assert nodes(html)[0] == snippet


def test_joined_paragraphs_begin_further_up() -> None:
    html = f"<p id=a>{STORY}</p><div id=b><p>{STORY[:40]}<p>{STORY[:60]}</div>"
    assert nodes(html, "inline")[0] == "a"
    assert nodes(html, "paragraphs")[0] == "b"


@pytest.mark.parametrize(
    ("html", "summary"),
    [
        # More periods and commas: up.
        (f"<main id=a><div id=b><p>{STORY}<p>{MORE}</div>{MENU}</main>", "b"),
        (f"<main id=a><div id=b><p>{STORY}</div><p>{MORE}</main>{MENU}", "a"),
        # The first parent with more text but no more marks ends the walk, whatever is further up.
        (f"<main><div id=a><p>{STORY}</p></div><h2>x</h2></main><p>{MORE}", "a"),
        (f"<main><div><p id=a>{STORY}</p><h2>x</h2></div><p>{MORE}</p></main><h2>y</h2>", "a"),
        # No end: the body.
        (f"<div><p>{STORY}</div><p>{MORE}", "body"),
        (f"<p>{STORY}", "body"),
        # A wrapper that adds no text is no end.
        (f"<div id=a><div><p><span>{STORY}</span></p><img></div><p>{MORE}</div>{MENU}", "a"),
        # Hidden text is no text.
        (f"<div id=a><div><p>{STORY}</p><p hidden>x</p></div><p>{MORE}</div>{MENU}", "a"),
        # Pruned text counts as text: it stands beside the child, and ends the walk.
        (f"<div><p id=a>{STORY}</p><p>x</p></div><p>{MORE}", "a"),
    ],
)
def test_walk_ends_where_only_noise_is_added(html: str, summary: str) -> None:
    assert nodes(html)[1] == summary


GAIN = f"<div id=d><div id=c><div id=b><p id=a><span>{STORY}</span></p></div>{{}}</div></div>{MENU}"

BARE = f"<main id=b><p id=a>{STORY}</p></main>"
NOISE = f"<div><p id=a>{STORY}</p><h2>x</h2></div><p>{MORE}"
AT_ONCE = f"<div id=b><p id=a>{STORY}<b>{MORE}</b></p></div>{MENU}"
SIBLINGS = f"<div id=b><p id=a>{STORY}</p><h2>Subhead</h2><p>{MORE}</p></div>{MENU}"
LATER = f"<main id=c><div id=b><p id=a>{STORY}</p><ul><li>{MORE}</ul></div></main>{MENU}"

WRAPPERS = [
    # what it shows             page                        none     until-gain  all
    ("wrappers before a gain",  GAIN.format(f"<p>{MORE}"),  "span",  "c",        "d"),
    ("wrappers only",           BARE,                       "a",     "body",     "body"),
    ("noise before a gain",     NOISE,                      "a",     "a",        "a"),
    ("the whole text at once",  AT_ONCE,                    "a",     "b",        "b"),
    ("a wrapper after a gain",  LATER,                      "b",     "b",        "c"),
    ("a gain at once",          SIBLINGS,                   "b",     "b",        "b"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("html", "none", "until_gain", "every"),
    [case[1:] for case in WRAPPERS],
    ids=[case[0] for case in WRAPPERS],
)
def test_wrappers_that_the_walk_passes_over(
    html: str, none: str, until_gain: str, every: str
) -> None:
    """As printed, the first distance of 0 ends the walk, also at a parent with the same text."""
    assert nodes(html, wrappers="none")[1] == none
    assert nodes(html, wrappers="until-gain")[1] == until_gain
    assert nodes(html, wrappers="all")[1] == every


def test_default_ends_at_the_first_distance_of_0_as_printed() -> None:
    page = parse(GAIN.format(f"<p>{MORE}"))
    assert econ(page).content.tolist() == econ(page, wrappers="none").content.tolist()
    assert extract(page, method="econ").text == STORY


@pytest.mark.parametrize("join", ["inline", "paragraphs"])
def test_walk_goes_on_from_a_paragraph_with_a_single_text(join: str) -> None:
    """The walk does not end between a text and its own element."""
    assert extract(SIBLINGS, method="econ", join=join, wrappers="none").text == BOTH


def test_distance_is_what_the_parent_has_more() -> None:
    page = parse("<div><p>one, two.</p><p>three.</p></div>")
    evidence = econ(page).evidence
    node, distance = evidence["node-punc-num"], evidence["distance"]
    paragraphs = find_rows(page, "p")
    assert node[paragraphs].tolist() == [2, 1]
    assert node[find_row(page, "div")] == node[0] == 3
    assert distance[paragraphs].tolist() == [1, 2]
    assert distance[find_row(page, "div")] == distance[0] == 0


def test_fragment_without_a_body_is_taken_whole() -> None:
    page = parse(f"<p>{STORY}</p>{MORE}", fragment="div")
    choice = econ(page)
    assert choice.evidence["summary-node"][0]
    assert choice.content[text_row(page, MORE)]


# ---------------------------------------------------------------- the definition


def econ_by_definition(page: Page, join: str, wrappers: str) -> list[bool]:
    """Content, row by row."""
    children = child_lists(page)
    joining = {"p"} if join == "paragraphs" else set()

    def pieces(row: int) -> Iterator[int | None]:
        """The shown leaves, and None where a block-level element begins or ends."""
        if page.hidden[row]:
            return
        cuts = bool(page.owner[row] == row) and page.name(row) not in joining
        yield from [None] * cuts
        if not children[row]:
            yield row
        for child in children[row]:
            yield from pieces(child)
        yield from [None] * cuts

    def shown(row: int) -> str:
        """The text below a row that is shown, without blanks."""
        rows = range(row, int(page.end[row]))
        texts = [row_text(page, at) for at in rows if page.tag[at] == 0 and page.visible[at]]
        return "".join("".join(texts).split())

    def marks(text: str) -> int:
        return sum(text.count(mark) for mark in MARKS)

    paras: list[list[int]] = [[]]
    for piece in pieces(0):
        if piece is None:
            paras.append([])
        else:
            paras[-1].append(piece)
    texts = ["".join(shown(row) for row in para) for para in paras]
    longest = max(range(len(paras)), key=lambda at: len(texts[at]) if marks(texts[at]) else 0)
    if not marks(texts[longest]):
        return [False] * len(page)
    wrapped = [row for row in paras[longest] if shown(row)]
    node = int(page.parent[wrapped[0]])
    while page.end[node] <= wrapped[-1]:
        node = int(page.parent[node])
    has_gained = False
    while node:
        above = int(page.parent[node])
        distance = marks(shown(above)) - marks(shown(node))
        is_passed = wrappers == "all" or (wrappers == "until-gain" and not has_gained)
        if distance == 0 and not (is_passed and shown(above) == shown(node)):
            break
        has_gained |= distance > 0
        node = above
    kept = [
        row
        for para, text in zip(paras, texts, strict=True)
        for row in para
        if marks(text) and node <= row < page.end[node]
    ]
    return [any(row <= leaf < page.end[row] for leaf in kept) for row in range(len(page))]


dotted = st.one_of(soup(), nested()).map(
    lambda html: html.replace("page", "page, page.").replace("表", "表。表").replace("<br>", "<p>x")
)


@given(
    html=dotted,
    join=st.sampled_from(("inline", "paragraphs")),
    wrappers=st.sampled_from(("all", "until-gain", "none")),
)
def test_agrees_with_the_definition(html: str, join: str, wrappers: str) -> None:
    page = parse(html)
    expected = econ_by_definition(page, join, wrappers)
    assert econ(page, join=join, wrappers=wrappers).content.tolist() == expected
