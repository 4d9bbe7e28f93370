"""Counts of texts, and blocks: maximal runs of inline content."""

from __future__ import annotations

import numpy as np
import pytest

from pagecore import Page, parse

TEXTS = [
    # what it shows            text                  chars words punctuation
    ("two words",              "one two",            7,    2,    0),
    ("runs of white space",    "  one \n\t two. ",   10,   2,    1),
    ("apostrophe and comma",   "don't, stop",        11,   3,    2),
    ("underscore",             "stop_here",          9,    1,    0),
    ("decimal",                "3.14",               4,    2,    1),
    ("no-break space",         "a\u00a0\u00a0 b",    3,    2,    0),
    ("entity of it",           "a&nbsp;b",           3,    2,    0),
    ("ideographic space",      "漢字\u3000漢字",     5,    2,    0),
    ("white space alone",      " \n\u00a0&nbsp;",    0,    0,    0),
    ("Chinese pairs",          "漢字漢字",           4,    2,    0),
    ("Chinese, odd",           "漢字漢",             3,    2,    0),
    ("Japanese with Latin",    "漢字と Web サイト。", 12,  5,    1),
    ("Latin inside Chinese",   "Web漢字3D",          7,    3,    0),
    ("Thai pairs",             "ภาษาไทย",            7,    4,    0),
    ("Korean has spaces",      "한국어 단어",        6,    2,    0),
    ("Hindi vowel signs",      "नमस्ते दुनिया",          13,   2,    0),
    ("combining accent",       "e\u0301te\u0301",    5,    1,    0),
    ("dashes and quotes",      "“a” — b",            7,    2,    3),
    ("currency is no mark",    "$5",                 2,    1,    0),
    ("astral character",       "a 😀",               3,    1,    0),
    ("entities are decoded",   "a&amp;b&lt;",        4,    2,    1),
    ("line ends are one",      "a\r\nb",             3,    2,    0),
]  # fmt: skip


@pytest.mark.parametrize(("text", "chars", "words", "punctuation"), [c[1:] for c in TEXTS],
                         ids=[case[0] for case in TEXTS])  # fmt: skip
def test_counts_of_a_text(text: str, chars: int, words: int, punctuation: int) -> None:
    page = parse(f"<p>{text}</p>")
    assert (page.chars[4], page.words[4], page.punctuation[4]) == (chars, words, punctuation)


def test_only_texts_count_and_scripts_do_not() -> None:
    page = parse("<p>one<script>two three</script><style>four</style>")
    # html, head, body, p, one, script, its text, style, its text
    for column in (page.chars, page.words, page.punctuation):
        assert column.dtype == np.int32
    assert page.chars.tolist() == [0, 0, 0, 0, 3, 0, 0, 0, 0]
    assert page.words.tolist() == [0, 0, 0, 0, 1, 0, 0, 0, 0]
    assert (page.text_start == page.text_stop).tolist() == [True] * 4 + [False] + [True] * 4


def runs(page: Page) -> list[str]:
    """The text of every block, exactly as it stands."""
    return [page.text(page.block == block) for block in range(len(page.blocks))]


RUNS = [
    # what it shows                  page                                         blocks
    ("inline tags do not cut",       "<p>one <b>two</b> <a href=/>six</a>.",      ["one two six."]),
    ("unknown tags neither",         "<p>a<x-y>b</x-y>c",                         ["abc"]),
    ("nor a comment",                "<p>a<!-- c -->b",                           ["ab"]),
    ("nor a script",                 "<p>a<script>x</script>b",                   ["ab"]),
    ("nor a place to break",         "<p>a<wbr>b",                                ["ab"]),
    ("a block-level start",          "a<p>b",                                     ["a", "b"]),
    ("a block-level end",            "<p>a</p>b",                                 ["a", "b"]),
    ("an empty block-level element", "a<div></div>b",                             ["a", "b"]),
    ("a rule",                       "a<hr>b",                                    ["a", "b"]),
    ("inline tag around blocks",     "<span>a<div>b</div>c</span>",               ["a", "b", "c"]),
    ("link around blocks",           "<a href=/><h2>a</h2><p>b</p></a>",          ["a", "b"]),
    ("items",                        "<ul><li>a<li>b<ul><li>c</ul></ul>",         ["a", "b", "c"]),
    ("cells",                        "<table><tr><td>a<td>b</table>",             ["a", "b"]),
    ("one line break",               "<p>a<br>b",                                 ["ab"]),
    ("two line breaks",              "<p>a<br><br>b",                             ["a", "b"]),
    ("more of them",                 "<p>a<br><br><br>b",                         ["a", "b"]),
    ("white space between them",     "<p>a<br> \n <br>b",                         ["a", "b"]),
    ("tags between them",            "<p>a<b><br></b><i><br>b</i>",               ["a", "b"]),
    ("a text between them",          "<p>a<br>b<br>c",                            ["abc"]),
    ("an image between them",        "<p>a<br><img><br>b",                        ["ab"]),
    ("two before and behind",        "<p><br><br>a<br><br>",                      ["a"]),
    ("white space between tags",     "<p><b>a</b> <i>b</i></p>",                  ["a b"]),
    ("white space alone",            "<p> </p> <div>\n</div>",                    []),
    ("no text at all",               "<div><p></p></div>",                        []),
    ("an image alone",               "<p><img></p><p>a",                          ["", "a"]),
    ("put before its table",         "<table>a<td>b</table>",                     ["a", "b"]),
    ("the title is one too",         "<title>a</title>b",                         ["a", "b"]),
    ("a hidden word",                "<p>a <i hidden>x</i> b",                    ["a  b", "x"]),
    ("a hidden word first",          "<p><i hidden>x</i>a",                       ["x", "a"]),
    ("hidden words of one sentence", "<p>a<i hidden>x</i>b<i hidden>y</i>c",      ["abc", "xy"]),
    ("hidden for two reasons",       "<p>a<i hidden>x</i><button>y</button>b",    ["ab", "x", "y"]),
    ("hidden line breaks",           "<p>a<i hidden><br><br></i>b",               ["ab"]),
    ("fallback of a video",          "<p>a<video>x</video>b",                     ["ab", "x"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("html", "expected"), [case[1:] for case in RUNS], ids=[case[0] for case in RUNS]
)
def test_what_is_a_block(html: str, expected: list[str]) -> None:
    assert runs(parse(html)) == expected


def test_columns_of_a_block() -> None:
    page = parse("<p>One <a href=/>two, three</a>. <a>Four</a><br>five<img>")
    # 3 p, 4 One, 5 a, 6 two, three, 7 the stop, 8 a, 9 Four, 10 br, 11 five, 12 img
    blocks = page.blocks
    assert len(blocks) == 1
    assert blocks.first.tolist() == [4]
    assert blocks.last.tolist() == [12]
    assert blocks.owner.tolist() == [3]
    assert blocks.chars.tolist() == [4 + 10 + 2 + 4 + 4]
    assert blocks.words.tolist() == [5]
    assert blocks.punctuation.tolist() == [2]
    # An `a` without href is no link.
    assert blocks.link_chars.tolist() == [10]
    assert blocks.link_words.tolist() == [2]
    assert blocks.lines.tolist() == [2]
    assert blocks.media.tolist() == [1]
    assert blocks.hidden.tolist() == [0]
    assert page.block[[4, 6, 7, 9, 11, 12]].tolist() == [0] * 6
    assert page.block[[0, 1, 2, 3, 5, 8]].tolist() == [-1] * 6
    assert repr(blocks) == "<1 blocks>"


def test_link_around_blocks_links_them_all() -> None:
    page = parse("<a href=/><h2>One</h2><p>two <b>six</b></p></a><p>four")
    assert page.blocks.link_chars.tolist() == [3, 7, 0]
    assert page.blocks.link_words.tolist() == [1, 2, 0]


LINES = [
    # what it shows            page                             lines of each block
    ("none",                   "<p>a",                          [1]),
    ("between",                "<p>a<br>b<br>c",                [3]),
    ("before",                 "<p><br>a",                      [1]),
    ("behind",                 "<p>a<br></p>",                  [1]),
    ("across inline tags",     "<p><b>a<br></b><i>b</i>",       [2]),
    ("before an image",        "<p>a<br><img>",                 [2]),
    ("in each of two blocks",  "<p>a<br>b<br><br>c<br>d",       [2, 2]),
    ("beside a hidden word",   "<p>a<br><i hidden>x</i>b",      [2, 1]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("html", "lines"), [case[1:] for case in LINES], ids=[case[0] for case in LINES]
)
def test_lines_of_blocks(html: str, lines: list[int]) -> None:
    assert parse(html).blocks.lines.tolist() == lines


MEDIA = [
    # what it shows                page                                              media
    ("image",                      "<p><img></p>",                                   [1]),
    ("image of several",           "<picture><source><img></picture>",               [1]),
    ("video, audio",               "<p><video></video><audio></audio></p>",          [2]),
    ("iframe",                     "<iframe src=/></iframe>",                        [1]),
    ("canvas",                     "<canvas></canvas>",                              [1]),
    ("drawing",                    "<svg><path/></svg>",                             [1]),
    ("drawing in a drawing",       "<svg><svg><path/></svg></svg>",                  [1]),
    ("drawing in an own element",  "<x-icon><svg></svg></x-icon>",                   [1]),
    ("formula",                    "<math><mi>x</mi></math>",                        [1]),
    ("parted by a block",          "<p><img><p><img><img>",                          [1, 2]),
    ("none",                       "<p>a",                                           [0]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("html", "media"), [case[1:] for case in MEDIA], ids=[case[0] for case in MEDIA]
)
def test_media_of_blocks(html: str, media: list[int]) -> None:
    assert parse(html).blocks.media.tolist() == media


def test_block_of_an_image_has_no_words() -> None:
    page = parse("<p><img></p><p>a")
    assert page.blocks.words.tolist() == [0, 1]
    assert page.blocks.chars.tolist() == [0, 1]
    assert page.block.tolist() == [-1, -1, -1, -1, 0, -1, 1]


def test_hidden_of_blocks() -> None:
    page = parse("<title>t</title><p>a <i hidden>x</i> <button>y</button> b")
    assert page.blocks.hidden.tolist() == [1, 0, 5, 8]
    assert page.blocks.hidden.dtype == np.uint8


def test_columns_of_blocks_are_read_only() -> None:
    blocks = parse("<p>a").blocks
    for name in (
        "first", "last", "owner", "chars", "words", "punctuation", "link_chars", "link_words",
        "lines", "media", "hidden",
    ):  # fmt: skip
        column = getattr(blocks, name)
        assert column.shape == (1,)
        assert column.dtype == (np.uint8 if name == "hidden" else np.int32)
        with pytest.raises(ValueError, match="read-only"):
            column[0] = 7
        with pytest.raises(AttributeError):
            setattr(blocks, name, column)


# ---------------------------------------------------------------- spread


def test_spread_carries_blocks_to_rows() -> None:
    page = parse("<p>a <b>b</b><p>c")
    # html, head, body, p, a, b, b, p, c
    assert page.spread([7, 9]).tolist() == [0, 0, 0, 0, 7, 0, 7, 0, 9]
    assert page.spread(page.blocks.words, fill=-1).tolist() == [-1] * 4 + [2, -1, 2, -1, 1]
    assert page.spread([0.5, 1.5], fill=np.nan)[[4, 8]].tolist() == [0.5, 1.5]


SPREADS = [
    # what it shows         column                                 fill     type
    ("integers",            np.array([3], np.int32),               -1,      np.int32),
    ("reals",               np.array([0.5], np.float32),           0,       np.float32),
    ("a mask",              np.array([True]),                      0,       np.bool_),
    ("a mask, its own fill", np.array([False]),                    True,    np.bool_),
    ("integers and NaN",    np.array([3], np.int32),               np.nan,  np.float64),
    ("digests",             np.array([2**64 - 1], np.uint64),      0,       np.uint64),
]  # fmt: skip


@pytest.mark.parametrize(
    ("column", "fill", "dtype"), [case[1:] for case in SPREADS], ids=[case[0] for case in SPREADS]
)
def test_spread_keeps_values_and_their_type(
    column: np.ndarray, fill: float, dtype: type[np.generic]
) -> None:
    page = parse("<p>a")
    spread = page.spread(column, fill=fill)
    assert spread.dtype == dtype
    assert spread[4] == column[0]
    assert np.array_equal(spread[:4], np.full(4, fill), equal_nan=True)
