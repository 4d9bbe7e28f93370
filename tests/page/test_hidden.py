"""Hidden rows and their reasons, and the block-level element around each row."""

from __future__ import annotations

import numpy as np
import pytest

from pagecore import parse
from tests.rows import find_row, find_rows, text_row

TEXTS = [
    # what it shows                 page                                                     why
    ("plain text",                  "<p>x",                                                  0),
    ("title",                       "<title>x</title>",                                      1),
    ("title of a drawing",          "<svg><title>x</title></svg>",                           1),
    ("description of a drawing",    "<svg><desc>x</desc></svg>",                             1),
    ("label in a drawing",          "<svg><text>x</text></svg>",                             0),
    ("annotation of a formula",     "<math><annotation>x</annotation></math>",               1),
    ("script",                      "<script>x</script>",                                    2),
    ("style",                       "<style>x</style>",                                      2),
    ("style of a drawing",          "<svg><style>x</style></svg>",                           2),
    ("template",                    "<template>x</template>",                                3),
    ("template, further down",      "<template><p><b>x</b></p></template>",                  3),
    ("shadow root",                 "<div><template shadowrootmode=open>x</template></div>", 0),
    ("template in a shadow root",   "<template shadowrootmode=open><template>x",             3),
    ("noscript",                    "<body><noscript>x</noscript>",                          4),
    ("noscript, further down",      "<body><noscript><p>x</p></noscript>",                   4),
    ("attribute",                   "<p hidden>x",                                           5),
    ("attribute with a value",      "<p HIDDEN=until-found>x",                               5),
    ("attribute further up",        "<div hidden><p><b>x</b></p></div>",                     5),
    ("another attribute",           "<p data-hidden aria-hidden=true>x",                     0),
    ("display",                     "<p style='display:none'>x",                             6),
    ("display, one of several",     "<p style='color:red; Display : NONE !important'>x",     6),
    ("visibility",                  "<p style='visibility:hidden;'>x",                       6),
    ("the last declaration holds",  "<p style='display:none;display:block'>x",              0),
    ("an important one before it",  "<p style='display:none!important;display:block'>x",    6),
    ("a semicolon in an address",   "<p style='background:url(x;display:none)'>x",          0),
    ("another display",             "<p style='display:block'>x",                            0),
    ("another property",            "<p style='x-display:none'>x",                           0),
    ("only a word of a value",      "<p style='--a: display none'>x",                        0),
    ("closed details",              "<details>x</details>",                                  7),
    ("closed details, a paragraph", "<details><summary>a</summary><p>x</p></details>",       7),
    ("open details",                "<details open>x</details>",                             0),
    ("summary",                     "<details><summary>x</summary>a</details>",              0),
    ("summary behind a text",       "<details>a<summary>x</summary></details>",              0),
    ("second summary",              "<details><summary>a</summary><summary>x</summary>",     7),
    ("summary further down",        "<details><div><summary>x</summary></div></details>",    7),
    ("summary of a hidden details", "<details hidden><summary>x</summary></details>",        5),
    ("summary in closed details",   "<details><details><summary>x</summary>",                7),
    ("closed dialog",               "<dialog><p>x</p></dialog>",                             7),
    ("open dialog",                 "<dialog open>x</dialog>",                               0),
    ("button",                      "<button>x</button>",                                    8),
    ("select",                      "<select><option>x</select>",                            8),
    ("textarea",                    "<textarea>x</textarea>",                                8),
    ("label",                       "<label>x</label>",                                      0),
    ("button in a heading",         "<h2><button>x</button></h2>",                           0),
    ("button below a heading",      "<h2><span><button><b>x</b></button></span></h2>",       0),
    ("button in a summary",         "<details open><summary><button>x</button></summary>",   0),
    ("heading in a button",         "<button><h2>x</h2></button>",                           8),
    ("textarea in a heading",       "<h2><textarea>x</textarea></h2>",                       8),
    ("hidden button in a heading",  "<h2><button hidden>x</button></h2>",                    5),
    ("iframe",                      "<iframe>x</iframe>",                                    9),
    ("object",                      "<object>x</object>",                                    9),
    ("video",                       "<video><p>x</p></video>",                               9),
    ("audio",                       "<audio>x</audio>",                                      9),
    ("canvas",                      "<canvas>x</canvas>",                                    9),
    ("brackets around ruby",        "<ruby>a<rp>x</rp><rt>b</rt></ruby>",                    9),
    # The innermost reason wins.
    ("script in noscript",          "<body><noscript><script>x</script></noscript>",         2),
    ("hidden in noscript",          "<body><noscript><p hidden>x</p></noscript>",            5),
    ("noscript in hidden",          "<div hidden><noscript>x</noscript></div>",              4),
    ("button in hidden",            "<div hidden><button>x</button></div>",                  8),
    ("style in display:none",       "<div style=display:none><style>x</style></div>",        2),
    # The content of details and of a fallback has a reason only while the element is shown.
    ("details in noscript",         "<body><noscript><details>x</details></noscript>",       4),
    ("fallback in hidden",          "<div hidden><video>x</video></div>",                    5),
    ("shown again is not shown",    "<div hidden><details open>x</details></div>",           5),
]  # fmt: skip


@pytest.mark.parametrize(("html", "why"), [case[1:] for case in TEXTS], ids=[c[0] for c in TEXTS])
def test_why_a_text_is_hidden(html: str, why: int) -> None:
    page = parse(html)
    assert page.hidden[text_row(page, "x")] == why


ELEMENTS = [
    # what it shows              page                              the element          why
    ("root",                     "<p>x",                           "html",              0),
    ("head",                     "<p>x",                           "head",              1),
    ("body",                     "<p>x",                           "body",              0),
    ("meta",                     "<meta charset=utf-8>",           "meta",              1),
    ("link in the body",         "<body><link rel=next href=/>",   "link",              1),
    ("input",                    "<input>",                        "input",             8),
    ("closed details itself",    "<details>x</details>",           "details",           0),
    ("closed dialog itself",     "<dialog>x</dialog>",             "dialog",            7),
    ("video itself",             "<video>x</video>",               "video",             0),
    ("image in a closed dialog", "<dialog><img></dialog>",         "img",               7),
    ("shadow root itself",       "<p><template shadowrootmode=open>", "template",       0),
    ("template itself",          "<template>",                     "template",          3),
]  # fmt: skip


@pytest.mark.parametrize(
    ("html", "name", "why"), [case[1:] for case in ELEMENTS], ids=[case[0] for case in ELEMENTS]
)
def test_why_an_element_is_hidden(html: str, name: str, why: int) -> None:
    page = parse(html)
    assert page.hidden[find_row(page, name)] == why


def test_copy_is_hidden_like_its_original() -> None:
    page = parse("<p><b hidden>x<p>y")
    assert page.hidden[find_rows(page, "b")].tolist() == [5, 5]
    assert page.hidden[text_row(page, "y")] == 5


def test_visible_is_not_hidden() -> None:
    page = parse("<p>a<p hidden>b")
    # html, head, body, p, a, p, b
    assert page.visible.tolist() == [True, False, True, True, True, False, False]
    assert page.visible.dtype == np.bool_
    assert page.hidden.dtype == np.uint8


def test_shown_is_zero_where_hidden() -> None:
    page = parse("<p>abc<p hidden>defg")
    assert page.shown(page.chars).tolist() == [0, 0, 0, 0, 3, 0, 0]
    assert page.shown(page.chars).dtype == np.int32
    assert page.shown(np.full(7, 0.5)).tolist() == [0.5, 0, 0.5, 0.5, 0.5, 0, 0]
    assert page.shown(page.tag == 0).dtype == np.bool_


OWNERS = [
    # what it shows             page                                        owner of the text x
    ("paragraph",               "<div><p>x</p></div>",                      "p"),
    ("inline elements between", "<p><b><a href=/>x</a></b></p>",            "p"),
    ("unknown element",         "<section><x-card>x</x-card></section>",    "section"),
    ("behind a block",          "<div><span><p>a</p>x</span></div>",        "div"),
    ("block inside inline",     "<div><span><p>x</p></span></div>",         "p"),
    ("item",                    "<ul><li>x</ul>",                           "li"),
    ("cell",                    "<table><td>x</table>",                     "td"),
    ("body",                    "x",                                        "body"),
    ("drawing",                 "<p><svg><text>x</text></svg>",             "p"),
    ("summary",                 "<details><summary>x</summary></details>",  "summary"),
    ("put before a table",      "<div><table>x</table></div>",              "div"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("html", "owner"), [case[1:] for case in OWNERS], ids=[case[0] for case in OWNERS]
)
def test_owner_of_a_text(html: str, owner: str) -> None:
    page = parse(html)
    assert page.name(int(page.owner[text_row(page, "x")])) == owner


def test_owner_of_every_row() -> None:
    page = parse("<div>a<span>b<p>c</p></span></div>")
    # html, head, body, div, a, span, b, p, c
    assert page.owner.tolist() == [0, 1, 2, 3, 3, 3, 3, 7, 7]
    assert page.owner.dtype == np.int32


def test_root_of_a_fragment_owns_what_no_block_does() -> None:
    page = parse("x<b>y</b>", fragment="span")
    assert page.owner.tolist() == [0, 0, 0, 0]
