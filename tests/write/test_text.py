"""The plain-text writer: chosen rows as a person would copy them from the screen."""

from __future__ import annotations

import re
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagecore import Choice, Document, Page, extract, parse
from pagecore.choice import Part
from pagecore.errors import BadOption
from pagecore.write.text import render_text
from tests.rows import text_row
from tests.trees import pages


def written(html: str) -> str:
    """The text of a page of which everything is chosen."""
    page = parse(html)
    return render_text(page, Choice.of(page, np.ones(len(page), np.bool_)))


CASES = [
    # what it shows                page                                            text
    ("nothing",                    "",                                             ""),
    ("white space alone",          "<p> </p>\n<p>&nbsp;</p>",                      ""),
    ("one text",                   "one",                                          "one"),
    ("paragraphs",                 "<p>one</p><p>two</p>",                         "one\n\ntwo"),
    ("divisions",                  "<div>one</div><div>two</div>",                 "one\ntwo"),
    ("division in division",       "<div><div>one</div></div><div>two</div>",      "one\ntwo"),
    ("heading",                    "<h2>one</h2>two",                              "one\n\ntwo"),
    ("paragraph in a quotation",   "<blockquote><p>one</p></blockquote>two",       "one\n\ntwo"),
    ("rule",                       "one<hr>two",                                   "one\n\ntwo"),
    ("empty blocks",               "<p>one</p><p></p><div></div><p>two</p>",       "one\n\ntwo"),
    ("inline tags",                "<p>o<b>n</b>e <i>two</i></p>",                 "one two"),
    ("inline tags without spaces", "<b>one</b><b>two</b>",                         "onetwo"),
    ("links side by side",         "<a href=/>one</a><a href=/>two</a>",           "one two"),
    ("buttons side by side",       "<button>one</button><button>two</button>",     "one two"),
    ("word and number apart",      "<span>Year</span><span>2013</span>",           "Year 2013"),
    ("number and word apart",      "<span>6</span><x-unit>km</x-unit>",            "6 km"),
    ("two words apart",            "<span>new</span><span>Offers</span>",          "new Offers"),
    ("one word in two",            "<span>T</span><span>here</span>",              "There"),
    ("number behind its word",     "H<span>2</span>O",                             "H2O"),
    ("apart around an empty one",  "<span>one</span><i></i><span>Two</span>",      "oneTwo"),
    ("apart deeper inside",        "<a><b>one</b></a><a><b>Two</b></a>",           "one Two"),
    ("space inside a tag",         "<b>one </b><i> two</i>",                       "one two"),
    ("own elements are inline",    "<x-y>one</x-y>two",                            "onetwo"),
    ("runs of white space",        "<p>\n one\t\r\n  two \n</p>",                  "one two"),
    ("no-break space",             "<p>one&nbsp;two&nbsp; six</p>",                "one two six"),
    ("soft hyphen",                "<p>un&shy;der&shy;stand</p>",                  "understand"),
    ("zero-width space and mark",  "<p>one\u200btwo\ufeff</p>",                    "onetwo"),
    ("entities",                   "<p>&lt;b&gt; &amp; &eacute;</p>",              "<b> & é"),
    ("numbers of a list",          "<ol><li>one<li>two</ol>", "1. one\n2. two"),
    ("a list from five",           "<ol start=5><li>one<li>two</ol>", "5. one\n6. two"),
    ("a list counted down",        "<ol reversed><li>one<li>two</ol>", "2. one\n1. two"),
    ("an own number",              "<ol><li>one<li value=9>two</ol>", "1. one\n9. two"),
    ("letters",                    "<ol type=a><li>one<li>two</ol>", "a. one\nb. two"),
    ("Roman numerals",             "<ol type=I start=4><li>one</ol>",              "IV. one"),
    ("a list in a list",           "<ol><li>one<ul><li>two</ul><li>six</ol>",
                                                                        "1. one\n  - two\n2. six"),
    ("a list without numbers",     "<ol style=list-style:none><li>one</ol>",       "- one"),
    ("quotation marks",            "<p>a <q>one <q>two</q></q>.", "a “one ‘two’”."),
    ("German quotation marks",     "<html lang=de><p><q>eins</q>", "„eins“"),
    ("no quotation marks twice",   "<p>“<q>one</q>” <q>«two»</q>",                 "“one” «two»"),
    ("box of a task",              "<li><input type=checkbox> one",                "- [ ] one"),
    ("box of a done task",         "<li><input type=checkbox checked>one",         "- [x] one"),
    ("reading of a word",          "<ruby>潮<rp>(</rp><rt>しお</rt></ruby>の花",   "潮の花"),
    ("permalink",                  "<h2>one<a href=#x>¶</a></h2>",                 "one"),
    ("permalink in brackets",      "<h2>one [<a href=#x>link</a>] two</h2>",       "one two"),
    ("brackets in a heading",      "<h2>one [<a href=/x>two</a>]</h2>",            "one [two]"),
    ("header of code",             "<div class=code-header><b>yaml</b></div><pre>one</pre>", "one"),
    ("language and button",        "<div>yaml</div><div>Copy</div><pre>one</pre>", "one"),
    ("language without a button",  "<div>yaml</div><pre>one</pre>six",   "one\n\nsix"),
    ("language in a paragraph",    "a<p>yaml</p><pre>one</pre>",         "a\n\none"),
    ("button in a heading",        "<h2>one<button>Copy link</button></h2>",        "one"),
    ("link in a heading",          "<h2>one<a href=/p#x>Permalink</a></h2>",        "one"),
    ("message in a heading",       "<h2>one <span>Copied!</span></h2>",             "one"),
    ("numerals by style",          "<ol style='list-style-type: lower-roman'><li>one<li>two</ol>",
                                                                       "i. one\nii. two"),
    ("announcement of code",       "<p>Bash:<p>Copy<pre>one</pre>six",   "Bash:\n\none\n\nsix"),
    ("button in code",             "<pre><button>Copy</button>one</pre>",           "one"),
    ("button after code",          "<pre><code>one<b class=copy-btn>Copy</b></code></pre>", "one"),
    ("a word of the code",         "<pre><code><b>copy</b> one</code></pre>",       "copy one"),
    ("label of code",              "<div>Copy</div><pre>one</pre>",                "one"),
    ("MathML",                     "<math><msup><mi>x</mi><mn>2</mn></msup></math>", "x^2"),
    ("a note",                     "<p>a<sup><a href=#n>1</a></sup><p id=n>b c",
     "a[1]\n\n[1] b c"),
    ("line break",                 "<p>one<br>two</p>",                            "one\ntwo"),
    ("blank line of code",         "<pre><div>1</div><div><br></div>a</pre>",      "1\n\na"),
    ("block inside of code",       "<pre>a<p>b</p>c</pre>",                        "a\nb\nc"),
    ("table inside of code",       "<p>a<pre><table><tr><td>b</td><td>c</td></tr></table></pre>",
     "a\n\nb\nc"),
    ("numbered table in code",     "<pre><table><tr><td>1<td>a\n<tr><td>2<td>b\n</table></pre>c",
     "a\nb\n\nc"),
    ("table in code in a cell",
     "<table><tr><td><pre><table><tr><td>a</table></pre><td>b</table>",            "a\tb"),
    ("lines of a heading",         "<h1>a<br><br>b</h1>",                          "a\n\nb"),
    ("formula on its own",         "a <math display=block><annotation encoding=application/x-tex>b"
     "</annotation></math> c",     "a b c"),
    ("numbers of lines",           "<pre><i>8</i>a\n<i>9</i>b</pre>",              "a\nb"),
    ("numbers that do not count",  "<pre><i>8</i>a\n<i>8</i>b</pre>",              "8a\n8b"),
    ("number of a single line",    "<pre><i>1</i>a</pre>",                         "1a"),
    ("numbers beside code",        "<table><tr><td>1<br>2<td><code>a<br>b</code>", "a\nb"),
    ("number in a table",          "<table><tr><td>1<td><code>a</code></table>",   "1\ta"),
    ("image of a formula",         "a <img class=latex alt='$x^2$'>.",             "a x^2."),
    ("script of a formula",        "a<script type=math/tex>b</script>",            "ab"),
    ("line break, white space",    "<p>one <br>\n two</p>",                        "one\ntwo"),
    ("two line breaks",            "<p>one<br><br>two</p>",                        "one\n\ntwo"),
    ("many line breaks",           "<p>one<br><br><br><br>two</p>",                "one\n\ntwo"),
    ("line break at the ends",     "<p><br>one<br></p><p>two</p>",                 "one\n\ntwo"),
    ("script and style",           "<p>one<script>x</script><style>y</style></p>", "one"),
    ("image",                      "<p>one<img alt=x>two</p>",                     "onetwo"),
    ("list",                       "<ul><li>one</li> <li>two</li></ul>",           "- one\n- two"),
    ("list between paragraphs",    "<p>a</p><ul><li>b<li>c</ul><p>d</p>",
     "a\n\n- b\n- c\n\nd"),
    ("paragraph in an item",       "<ul><li><p>one</p></li></ul>",                 "- one"),
    ("empty item",                 "<ul><li></li><li>one</ul>",                    "- one"),
    ("item without a list",        "<li>one<li>two",                               "- one\n- two"),
    ("nested list",                "<ul><li>a<ul><li>b<li>c</ul><li>d</ul>",
     "- a\n  - b\n  - c\n- d"),
    ("list deep in a list",        "<ul><li>a<ol><li>b<ul><li>c</ul></ol></ul>e",
     "- a\n  1. b\n    - c\n\ne"),
    ("definitions",                "<dl><dt>a<dd>b<dt>c<dd>d</dl>",                "a\nb\nc\nd"),
    ("table",                      "<table><tr><td>a<td>b<tr><td>c<td>d</table>",  "a\tb\nc\td"),
    ("empty cells keep places",    "<table><tr><td>a<td><td>c<tr><td><td>b</table>", "a\t\tc\n\tb"),
    ("cell of several lines",      "<table><tr><td>a<br>b<td>c</table>",           "a\nb\nc"),
    ("break in a data table",      "<table><tr><td>a<br>b<td>c<tr><td>d<td>e</table>",
                                                                                   "a b\tc\nd\te"),
    ("blocks in a data table",
     "<table><tr><th>a<th>b<tr><td><p>c<p>d<td><div>e</div><div>f</div></table>",
                                                                               "a\tb\nc d\te f"),
    ("list in a data table",       "<table><tr><th>a<th>b<tr><td><ul><li>c<li>d</ul><td>e</table>",
                                                                              "a\tb\n- c - d\te"),
    ("code in a data table",       "<table><tr><th>a<th>b<tr><td><pre>c\nd</pre><td>e</table>",
                                                                                "a\tb\nc d\te"),
    ("empty lines in a data table", "<table><tr><th>a<th>b<tr><td><br>c<br><br><td>d</table>x",
                                                                              "a\tb\nc\td\n\nx"),
    ("layout table in a data table",
     "<table><tr><th>a<th>b<tr><td>c<table><tr><td>d<td>e</table>f<td>g</table>",
                                                                           "a\tb\nc d e f\tg"),
    ("data table in a layout table",
     "<table><tr><td>a<table><tr><th>b<th>c<tr><td>d<br>e<td>f</table></table>",
                                                                        "a\nb\tc\nd e\tf"),
    ("code of one line in a cell", "<table><tr><td><pre>a\n</pre><td>b</table>",   "a\tb"),
    ("items of paragraphs",        "<ul><li><p>a</p><li><p>b</p></ul>",            "- a\n- b"),
    ("cell behind a text",         "<template>one<td>two</template>",              "one\ttwo"),
    ("code at the end",            "<pre>a\n b\n\n</pre>",                         "a\n b"),
    ("headings of a table",        "<table><tr><th>a<th>b<tr><td>c<td>d</table>",  "a\tb\nc\td"),
    ("white space in a table",     "<table>\n<tr>\n<td> a </td>\n<td> b </td>\n</tr>\n</table>",
     "a\tb"),
    ("caption",                    "<table><caption>a</caption><tr><td>b<td>c</table>",
     "a\nb\tc"),
    ("paragraphs in cells",        "<table><tr><td><p>a</p></td><td><p>b</p></td></tr></table>",
     "a\tb"),
    ("table between paragraphs",   "<p>a</p><table><tr><td>b<td>c</table><p>d</p>",
     "a\n\nb\tc\n\nd"),
    ("preformatted",               "<pre>a\n b\tc\n\nd</pre>",                     "a\n b\tc\n\nd"),
    ("code with colours",          "<pre><code><b>if</b> a:\n    <i>b</i>\n</code></pre>c",
     "if a:\n    b\n\nc"),
    ("first line of code indented", "<p>a</p><pre>  b\n  c</pre>",                 "a\n\n  b\n  c"),
    ("code is kept to the letter", "<pre>a&nbsp;b&shy;c</pre>",                    "a\xa0b\xadc"),
    ("line break in code",         "<pre>a<br>  b</pre>",                          "a\n  b"),
    ("blocks of code",             "<pre>a</pre><pre>b</pre>",                     "a\n\nb"),
    ("code in a sentence",         "<p>one <code>two\n  six</code></p>",           "one two six"),
    ("not ASCII",                  "<p>漢字 😀 größe</p>",                         "漢字 😀 größe"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("html", "text"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_text_of_a_page(html: str, text: str) -> None:
    assert written(f"<body>{html}") == text


def test_only_what_is_chosen_is_written() -> None:
    page = parse("<p>one <b>two</b></p><ul><li>six<li>ten</ul>")
    leaves = np.zeros(len(page), np.bool_)
    assert render_text(page, Choice.of(page, leaves)) == ""
    leaves[[text_row(page, "two"), text_row(page, "ten")]] = True
    assert render_text(page, Choice.of(page, leaves)) == "two\n\n- ten"


def test_writer_does_not_ask_whether_it_is_hidden() -> None:
    assert written("<p hidden>one") == "one"


def test_indent_is_bounded() -> None:
    text = written("".join(f"<ul><li>{i}" for i in range(100)))
    lines = text.split("\n")
    assert [line.strip("- ") for line in lines] == [str(i) for i in range(100)]
    assert max(len(line) - len(line.lstrip()) for line in lines) == 16


LEFT_OUT = [
    # what it shows          page                                    left out  text
    ("blank texts",          "<p>a<b>b</b> <i>c</i>",                " ",      "ab c"),
    ("a mark in a sentence", "<p>one<sup>[1]</sup>two",              "[1]",    "one two"),
    ("a block",              "one<p>x</p>two",                       "x",      "one\ntwo"),
    ("a cell",               "<table><tr><td>a<td>x<td>c</table>",   "x",      "a\t\tc"),
    ("the first cell",       "<table><tr><td>x<td>b</table>",        "x",      "b"),
    ("what nobody sees",     "<p>one<i hidden>x</i>two",             "x",      "onetwo"),
    ("a line break",         "<p>one<b><br></b>two",                 "x",      "one\ntwo"),
    ("a break in an anchor", "<p>one <a name=x><br></a> two",        "x",      "one\ntwo"),
    ("two line breaks",      "<p>one<i><br><br></i>two",             "x",      "one\n\ntwo"),
    ("a hidden line break",  "<p>one<i hidden><br></i>two",          "x",      "onetwo"),
    ("a break beside words", "<p>one<i>x<br></i>two",                "x",      "one two"),
    ("a line end of code",   "<pre>one<i><br></i>two</pre>",         "x",      "one\ntwo"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("html", "left_out", "text"),
    [case[1:] for case in LEFT_OUT],
    ids=[case[0] for case in LEFT_OUT],
)
def test_words_stay_apart_around_what_is_left_out(html: str, left_out: str, text: str) -> None:
    page = parse(html)
    chosen = np.array([page.text(row) != left_out for row in range(len(page))])
    assert render_text(page, Choice.of(page, chosen & (page.tag == 0))) == text


@given(page=pages(), random=st.randoms(use_true_random=False))
def test_every_character_that_is_chosen_is_written(page: Page, random: Random) -> None:
    chosen = np.array([random.random() < 0.5 for _ in range(len(page))])
    choice = Choice.of(page, chosen & (page.tag == 0))
    invisible = str.maketrans("", "", "-\u00ad\u200b\ufeff")
    letters = "".join(render_text(page, choice).translate(invisible).split())
    assert letters == "".join(page.text(choice.content).translate(invisible).split())


def test_line_ends_are_not_counted_again_and_again() -> None:
    # Once they were, and this page took minutes.
    assert written("<pre>x" + "<div>\n</div>" * 300_000) == "x"


# ---------------------------------------------------------------- rendering options

URL = "https://a.example/b/"

IMAGES = [
    # what it shows        page                                             text with images
    ("a line of its own",  "<p>one</p><img src=a alt=x><p>two</p>",
     "one\n\n[x] <URLa>\n\ntwo"),
    ("inside a text",      "<p>one<img src=a alt=x>two</p>",                "one\n[x] <URLa>\ntwo"),
    ("without a text",     "<p>one<img src=a></p>",                         "one\n<URLa>"),
    ("without an address", "<p>one<img src=data:x alt=x></p>",              "one\n[x]"),
    ("without either",     "<p>one<img src=data:x></p>",                    "one"),
    ("one twice",          "<p>one<img src=a alt=x><img src=a>two</p>",     "one\n[x] <URLa>\ntwo"),
    ("texts alone, twice", "<img alt=x><img alt=x>",                        "[x]\n[x]"),
    ("before a line end",  "<p><img src=a><br>one</p>",                     "<URLa>\n\none"),
    ("two",                "<img src=a><img src=b>",                        "<URLa>\n<URLb>"),
    ("in an item",         "<ul><li><img src=a>one<li>two</ul>",            "- <URLa>\none\n- two"),
    ("in a cell",          "<table><tr><td>one<img src=a><td>two</table>",  "one <URLa>\ttwo"),
    ("alone in a cell",    "<table><tr><td><img src=a><td>two</table>",     "<URLa>\ttwo"),
    ("its caption",        "<figure><img src=a><figcaption>one</figure>",   "<URLa>\none"),
]  # fmt: skip

LINKS = [
    # what it shows        page                                             text with links
    ("in a sentence",      "<p>one <a href=a>two</a> six",                  "one two <URLa> six"),
    ("before a mark",      "<p><a href=a>two</a>, six",                     "two <URLa>, six"),
    ("before a word",      "<p><a href=a>two</a>six",                       "two <URLa> six"),
    ("side by side",       "<a href=a>one</a><a href=b>two</a>",
     "one <URLa> two <URLb>"),
    ("white space inside", "<p><a href=a> two </a> six",                    "two <URLa> six"),
    ("around blocks",      "<a href=a><h2>one</h2><p>two</p></a>six",
     "one\n\ntwo <URLa>\n\nsix"),
    ("in cells",           "<table><tr><td><a href=a>one</a><td>two</table>", "one <URLa>\ttwo"),
    ("in an item",         "<ul><li><a href=a>one</a><li>two</ul>",         "- one <URLa>\n- two"),
    ("without a text",     "<p>one<a href=a><img src=b alt=x></a>two",      "onetwo"),
    ("empty",              "<p>one<a href=a></a>two",                       "onetwo"),
    ("inside the page",    "<p><a href=#x>one</a> two",                     "one two"),
    ("the page itself",    "<p><a href>one</a> two",                        "one two"),
    ("of an app",          "<p><a href=whatsapp:x>one</a> two",             "one two"),
    ("over two blocks",    "<a href=a><div>one</div><div>two</div></a><a href=b>six</a>",
     "one\ntwo <URLa>\nsix <URLb>"),
    ("nowhere",            "<p><a href=javascript:x>one</a> <a>two</a>",    "one two"),
    ("its own address",    f"<p><a href=a>{URL}a</a>",                      "URLa"),
    ("in code",            "<pre>a <a href=b>b</a> c</pre>",                "a b c"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<ruby>潮<rp>(</rp><rt>しお</rt></ruby>の花", "潮(しお)の花"),
        ("<ruby><rb>漢<rb>字<rtc><rt>かん<rt>じ</rtc></ruby>の", "漢字(かんじ)の"),
        ("<ruby>漢字<rtc>kanji</rtc></ruby>", "漢字(kanji)"),
        ("<ruby><rb>東</rb><rb>京</rb><rt>とう</rt><rt>きょう</rt></ruby>の", "東京(とうきょう)の"),
        ("<ruby>東<rt>とう</rt>京<rp>(</rp><rt>きょう</rt></ruby>", "東(とう)京(きょう)"),
    ],
)
def test_readings_are_written_where_asked_for(html: str, text: str) -> None:
    assert everything(html).to_text(readings=True) == text


def everything(html: str) -> Document:
    page = parse(html, url=URL)
    return Document([Part(page, Choice.of(page, np.ones(len(page), np.bool_)))], "tide")


@pytest.mark.parametrize(
    ("html", "text"), [case[1:] for case in IMAGES], ids=[case[0] for case in IMAGES]
)
def test_images_are_written_where_asked_for(html: str, text: str) -> None:
    document = everything(f"<body>{html}")
    assert document.to_text(images=True) == text.replace("URL", URL)
    assert "<" not in document.text


@pytest.mark.parametrize(
    ("html", "text"), [case[1:] for case in LINKS], ids=[case[0] for case in LINKS]
)
def test_links_are_written_where_asked_for(html: str, text: str) -> None:
    document = everything(f"<body>{html}")
    assert document.to_text(links=True) == text.replace("URL", URL)
    assert "<" not in document.text


def test_only_chosen_links_and_images_are_written() -> None:
    page = parse("<p>one <a href=a>two</a><img src=b></p><p><a href=c>six</a><img src=d>", url=URL)
    choice = Choice.of(page, page.under(int(np.flatnonzero(page.is_tag("p"))[0])))
    text = render_text(page, choice, images=True, links=True)
    assert text == f"one two <{URL}a>\n<{URL}b>"


def test_a_linked_image_has_its_own_address() -> None:
    text = everything("<p>one</p><a href=a><img src=b alt=x></a>").to_text(images=True, links=True)
    assert text == f"one\n\n[x] <{URL}b>"


TABLES = [
    # what it shows     page                                                       text without
    ("data",            "<p>a</p><table><tr><th>b<tr><td>c</table><p>d</p>",       "a\n\nd"),
    ("its caption",     "<p>a</p><table><caption>b</caption><tr><td>c</table>",    "a"),
    ("layout",          "<table><tr><td>a<tr><td>b</table>",                       "a\nb"),
    ("data in layout",  "<table><tr><td>a<table><tr><th>b</table></table>",        "a"),
    ("none",            "<p>a</p><p>b</p>",                                        "a\n\nb"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("html", "text"), [case[1:] for case in TABLES], ids=[case[0] for case in TABLES]
)
def test_tables_of_data_are_left_out_where_asked_for(html: str, text: str) -> None:
    document = everything(html)
    assert document.to_text(tables=False) == text
    assert document.to_text(tables=True) == document.text


INVISIBLE = str.maketrans("", "", "-\u00ad\u200b\ufeff")


def letters(text: str) -> str:
    return "".join(text.translate(INVISIBLE).split())


@given(page=pages(), random=st.randoms(use_true_random=False))
def test_rendering_never_changes_what_is_chosen(page: Page, random: Random) -> None:
    page = parse(bytes(page.source), url=URL)
    chosen = np.array([random.random() < 0.7 for _ in range(len(page))])
    choice = Choice.of(page, chosen)
    document = Document([Part(page, choice)], "tide")
    before = choice.content.tobytes()
    default = document.text
    assert default == render_text(page, choice) == document.to_text()
    noted = document.to_text(images=True, links=True)
    # Less what is written beside rows, it is the same text.
    assert letters(re.sub(r"\[a( b)?\]|<[a-z]+:[^>]*>", "", noted)) == letters(default)
    in_tables = page.above(page.data_tables) >= 0
    without = document.to_text(tables=False)
    assert letters(without) == letters(page.text(choice.content & ~in_tables))
    assert document.choice is choice
    assert choice.content.tobytes() == before


def test_rendering_options_are_not_options_of_the_choice() -> None:
    for option in ("tables", "images", "links"):
        with pytest.raises(BadOption, match=option):
            extract("<p>one", **{option: True})  # type: ignore[arg-type]  # What is tested.


def test_notes_are_written_in_linear_time() -> None:
    # By a search for the note of each row it would take minutes.
    html = "<p>" + "<a href=a>x</a> " * 60_000 + "<a href=a>" * 500
    assert everything(html).to_text(images=True, links=True).count("<") == 60_000
