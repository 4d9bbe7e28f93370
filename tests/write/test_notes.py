"""Notes in Markdown: references and definitions, and texts of notes that are no markup."""

from __future__ import annotations

import pytest
from markdown_it import MarkdownIt
from mdit_py_plugins.footnote import footnote_plugin
from selectolax.lexbor import LexborHTMLParser

from tests.write.rendered import RENDERERS
from tests.write.test_markdown_safety import whole

#: Texts of notes that parsers without notes would read as the target of a link, or as markup.
#: Each is also a note that parsers with notes show.
HOSTILE = [
    "javascript:alert(1)",
    "javascript:alert(1) 'x'",
    'javascript:alert(1) "x"',
    "javascript:alert(1) (x)",
    "javascript:alert(1)<br>(x)",
    "&lt;javascript:alert(1)>",
    "&lt;script>alert(1)&lt;/script> x",
    "[x](javascript:alert(1)) y",
    "x [^1]: javascript:alert(1)",
    "&lt;b> # x",
    "これは注です",
    "https://e.example/",
    "<a href=https://e.example/>e</a>",
    "<code>ferry</code>",
    "ferry<br>boat",
    "Ferries <i>(all)</i>",
    "Ferries (all)",
    "Ferries (all).",
    "&lt; 5 > 'x'",
    "<sup>x</sup> 'y'",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_texts_of_notes_are_no_markup(text: str) -> None:
    document = whole(f"<p>a<sup><a href=#n>1</a></sup> b</p><p id=n>{text}</p>")
    markdown = document.markdown()
    for render in RENDERERS.values():
        rendered = render(markdown)
        assert 'href="javascript' not in rendered
        assert "<script" not in rendered
        assert "<b>" not in rendered


@pytest.mark.parametrize("text", HOSTILE)
def test_a_reference_has_its_note(text: str) -> None:
    document = whole(f"<p>a<sup><a href=#n>1</a></sup> b</p><p id=n>{text}</p>")
    note = "".join(document.text.partition("\n\n[1] ")[2].split())
    markdown = document.markdown()
    assert "a[^1] b" in markdown
    assert "\n[^1]: " in markdown
    for name, render in RENDERERS.items():
        body = LexborHTMLParser(render(markdown)).body
        assert body is not None
        # None takes the note for the definition of a link, of which nothing is shown.
        assert note in "".join(body.text().split()), name
        is_note = bool(body.css("section.footnotes li"))
        assert is_note == name.startswith("cmark")
        assert is_note or "a[^1] b" in body.text()


def test_plain_notes_have_no_marks_of_escaping() -> None:
    for text in ("See the log.", "See (p. 4).", 'See "Tides" and others.'):
        document = whole(f"<p>a<sup><a href=#n>1</a></sup> b</p><p id=n>{text}</p>")
        assert document.markdown().endswith(f"\n[^1]: {text}")


def test_notes_without_text_have_no_references() -> None:
    page = "<p>a<sup><a href=#n>1</a></sup> b</p><p id=n><a href=#m>↩</a></p><p>c</p>"
    document = whole(page)
    assert document.markdown() == "a[1] b\n\nc"
    assert "note-1" not in document.html()
    assert "note-1" not in document.xml()


#: Footnotes as docutils and Sphinx write them, by version, and as older pages do.
REFERENCE = '<a class="footnote-reference brackets" href="#id2" id="id1">{}</a>'
DOCUTILS = {
    "aside": (
        REFERENCE.format("<span class=fn-bracket>[</span>1<span class=fn-bracket>]</span>"),
        '<aside class="footnote-list brackets"><aside class="footnote brackets" id="id2">'
        "<span class=label><span class=fn-bracket>[</span><a role=doc-backlink href=#id1>1</a>"
        "<span class=fn-bracket>]</span></span>\n<p>The <i>tide</i> table.</p></aside></aside>",
    ),
    "aside, several references": (
        REFERENCE.format("<span class=fn-bracket>[</span>1<span class=fn-bracket>]</span>"),
        '<aside class="footnote brackets" id=id2><span class=label>[1]</span><span class=backrefs>'
        "(<a href=#id1>1</a>,<a href=#id3>2</a>)</span>\n<p>The <i>tide</i> table.</p></aside>",
    ),
    "dl": (
        REFERENCE.format("1"),
        '<dl class="footnote brackets">\n<dt class=label id=id2><span class=brackets>'
        "<a class=fn-backref href=#id1>1</a></span></dt>\n"
        "<dd><p>The <i>tide</i> table.</p>\n</dd>\n</dl>",
    ),
    "table": (
        REFERENCE.format("[1]"),
        '<table class="docutils footnote" id=id2><colgroup><col class=label /><col /></colgroup>\n'
        "<tbody><tr><td class=label><a class=fn-backref href=#id1>[1]</a></td>"
        "<td>The <i>tide</i> table.</td></tr>\n</tbody>\n</table>",
    ),
    "table, several references": (
        REFERENCE.format("[1]"),
        "<table class=footnote id=id2><tbody><tr><td class=label>[1]</td><td><em>("
        "<a class=fn-backref href=#id1>1</a>, <a class=fn-backref href=#id3>2</a>)</em> "
        "The <i>tide</i> table.</td></tr></tbody></table>",
    ),
    "rows": (
        "<sup><a href=#id2>1</a></sup>",
        "<table><tr><td><a name=id2></a>1.<td>The <i>tide</i> table.</table>",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", DOCUTILS)
def test_footnotes_of_docutils(name: str) -> None:
    reference, note = DOCUTILS[name]
    document = whole(f"<p>a {reference} b</p>{note}<p>c</p>")
    assert document.text.split("\n\n") == ["a [1] b", "[1] The tide table.", "c"]
    assert document.markdown() == "a [^1] b\n\n[^1]: The *tide* table.\n\nc"
    assert '<p id="note-1">[1] The <em>tide</em> table.</p>' in document.html()
    assert '<note n="1" xml:id="note-1">[1] The <hi' in document.xml()


def test_lists_and_tables_with_other_entries_are_no_notes() -> None:
    reference = "<p>a <sup><a href=#n>1</a></sup> b</p>"
    for rest in (
        "<dl><dt id=n>1<dd>one<dt>Tide<dd>two</dl>",
        "<table><tr id=n><td>1<td>one<tr><td>2<td>two</table>",
    ):
        assert "[^1]" not in whole(reference + rest).markdown()


def test_references_without_a_note_stay_links() -> None:
    document = whole("<p>a<sup><a href=#n>1</a></sup> b</p><p>[^1] c</p>")
    assert "<sup>[1](https://page.example/folder/page.html#n)</sup>" in document.markdown()
    assert "\\[^1] c" in document.markdown()


def test_notes_have_blocks() -> None:
    notes = (
        "<ol><li id=n><p>a<ul><li>b<li>c</ul><li id=o><pre>d\n  e</pre>"
        "<li id=p><blockquote>f</blockquote><li id=q><p>g<p>h</ol>"
    )
    marks = "".join(
        f"<sup><a href=#{name}>{at}</a></sup>" for at, name in enumerate("nopq", start=1)
    )
    document = whole(f"<p>x{marks} y</p>{notes}")
    assert document.text == ("x[1][2][3][4] y\n\n[1] a\n  - b\n  - c\n[2] d\n  e\n[3] f\n[4] g\nh")
    rendered = LexborHTMLParser(
        MarkdownIt("commonmark").use(footnote_plugin).render(document.markdown())
    )
    items = rendered.css("li.footnote-item")
    assert [item.css_matches("ul") for item in items] == [True, False, False, False]
    assert [item.css_matches("pre") for item in items] == [False, True, False, False]
    assert [item.css_matches("blockquote") for item in items] == [False, False, True, False]
    assert len(items[3].css("p")) == 2
    assert rendered.css("pre")[0].text() == "d\n  e\n"


def test_a_list_may_have_other_items_beside_notes() -> None:
    notes = "<ol><li id=n>a<li>b<li id=o>c</ol>"
    page = f"<p>x<sup><a href=#n>1</a></sup> y<sup><a href=#o>3</a></sup></p>{notes}"
    assert whole(page).text == "x[1] y[3]\n\n[1] a\n2. b\n[3] c"
    # Most items are not notes, so the list is a list.
    page = f"<p>x<a href=#n>[1]</a></p>{notes}"
    assert whole(page).text == "x[1]\n\n1. a\n2. b\n3. c"


def test_a_section_that_a_mark_leads_to_is_no_note() -> None:
    section = "<section id=ref-a><h2>A</h2><p>b</section>"
    assert whole(f"<p>x <a href=#ref-a>1</a></p>{section}").text == "x 1\n\nA\n\nb"


FORMS = {
    "Asciidoctor": (
        "<sup class=footnote>[<a id=_footnoteref_1 href=#_footnotedef_1>1</a>]</sup>",
        "<div class=footnote id=_footnotedef_1><a href=#_footnoteref_1>1</a>. The tide.</div>",
    ),
    "an arrow in brackets": (
        "<sup><a href=#identifier_0_12>1</a></sup>",
        "<ol><li id=identifier_0_12 class=footnote>The tide. "
        "[<a href=#r class=footnote-back-link>↩</a>]</li></ol>",
    ),
    "words back": (
        "<sup><a href=#n>1</a></sup>",
        "<ol><li id=n>The tide. <a href=#r>Back to text</a></li></ol>",
    ),
    "a paragraph of an item": (
        "<sup><a href=#ref-CR1>1</a></sup>",
        "<ol><li><p id=ref-CR1>The tide.</p></li></ol>",
    ),
    "brackets outside": ("[<a href=#B1>1</a>]", "<ol><li id=B1>The tide.</li></ol>"),
}


@pytest.mark.parametrize("name", FORMS)
def test_forms_of_notes(name: str) -> None:
    reference, note = FORMS[name]
    document = whole(f"<p>a{reference} b</p>{note}")
    assert document.markdown() == "a[^1] b\n\n[^1]: The tide."
    assert document.text == "a[1] b\n\n[1] The tide."


def test_the_note_of_a_paragraph_is_its_item() -> None:
    item = "<li><p id=ref-CR1>The tide.</p><p><a href=/scholar>Scholar</a></p></li>"
    page = f"<p>a<sup><a href=#ref-CR1>1</a></sup> b</p><ol>{item}</ol>"
    assert whole(page).text == "a[1] b\n\n[1] The tide.\nScholar"


def test_a_second_reference_has_the_mark_of_the_note() -> None:
    second = '<sup class="footnote-ref"><a href="#fn1" id="fnref1:1">[1:1]</a></sup>'
    page = f"<p>a<sup><a href=#fn1>[1]</a></sup> b{second}</p><ol><li id=fn1>the tide</ol>"
    assert whole(page).markdown() == "a[^1] b[^1]\n\n[^1]: the tide"


def test_several_marks_have_no_commas() -> None:
    notes = "<ol><li id=B1>tide one<li id=B2>tide two<li id=B3>tide three</ol>"
    links = [f"<a href=#B{at}>{at}</a>" for at in (1, 2, 3)]
    definitions = "\n\n[^1]: tide one\n\n[^2]: tide two\n\n[^3]: tide three"
    for reference, want in (
        (f"<sup>{', '.join(links)}</sup>", "[^1][^2][^3]"),
        (f"<sup>[{','.join(links)}]</sup>", "[^1][^2][^3]"),
        (f" [{', '.join(links)}]", " [^1][^2][^3]"),
        (f" [{links[0]},{links[1]}–{links[2]}]", " [^1][^2]–[^3]"),
    ):
        markdown = whole(f"<p>a{reference} b</p>{notes}").markdown()
        assert markdown == f"a{want} b{definitions}", reference


def test_brackets_with_other_words_stay() -> None:
    page = "<p>a [<a href=#B1>1</a>, p. 4] b</p><ol><li id=B1>one</ol>"
    assert "p. 4] b" in whole(page).text


MARKS = [
    # what it shows         reference                                note             label  mark
    ("a word and a number", "<sup><a href=#cite_note-1>[note 1]</a></sup>",
     "<ol><li id=cite_note-1><b><a href=#r>^</a></b> the tide</ol>",          "note-1",  "note 1"),
    ("a letter",            "<sup><a href=#cite_note-a>[a]</a></sup>",
     "<ol><li id=cite_note-a><b><a href=#r>^</a></b> the tide</ol>",          "a",       "a"),
    ("a star",              "<a href=#n>*</a>", "<p id=n>* the tide",              "star",    "*"),
    ("two daggers",         "<sup><a href=#n>††</a></sup>", "<p id=n>††the tide",  "dagger2", "††"),
    ("a citation",          "<a href=#n>[Smith99]</a>",
     "<div id=n><span>[<a href=#r>Smith99</a>]</span><p>the tide</div>",      "Smith99", "Smith99"),
    ("one in a table",      "<a href=#n>[Smith99]</a>",
     "<table id=n><tr><td>[Smith99]<td>the tide</table>",                     "Smith99", "Smith99"),
    ("a number as text",    "<a href=#n>[1]</a>", "<p id=n>[1] the tide",          "1",       "1"),
    ("without a link",      "<sup>1</sup>", "<p><sup>1</sup> the tide",        "1",       "1"),
    ("by its id",           "<sup>1</sup>", "<ol><li id=fn1>the tide</ol>",    "1",       "1"),
    ("of a saved page",     "<sup><a href=https://page.example/saved#n>[1]</a></sup>",
     "<ol><li id=n><a href=https://page.example/saved#r>^</a> the tide</ol>",  "1",       "1"),
    ("with a stop",         "<a href=#n>[1]</a>", "<p id=n>1. the tide",           "1",       "1"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("reference", "note", "label", "mark"), [case[1:] for case in MARKS], ids=[c[0] for c in MARKS]
)
def test_marks_of_notes(reference: str, note: str, label: str, mark: str) -> None:
    document = whole(f"<p>a {reference} b</p>{note}")
    assert document.markdown() == f"a [^{label}] b\n\n[^{label}]: the tide"
    assert document.text == f"a [{mark}] b\n\n[{mark}] the tide"
    assert f'<a href="#note-{label}">[{mark}]</a>' in document.html()
    assert f'xml:id="note-{label}"' in document.xml()


@pytest.mark.parametrize(
    "page",
    [
        "<p>a <a href=#n>[Tides]</a></p><p id=n>winds",
        "<p>a <a href=#n>Smith99</a></p><p id=n>[Smith99] tide",
        "<p>a <a href=#n>[see note 1]</a></p><p id=n>tide",
    ],
)
def test_other_links_are_no_marks(page: str) -> None:
    assert "[^" not in whole(page).markdown()


def test_numbers_of_a_note_are_no_marks() -> None:
    page = "<p>a <a href=#n>[1]</a> b</p><p id=n>{}"
    for text in ("1 tide", "1.5 metres", "10. May"):
        assert whole(page.format(text)).text == f"a [1] b\n\n[1] {text}"


def test_notes_with_one_mark_have_names_of_their_own() -> None:
    note = "<p>a<a href=#{0}>*</a></p><p id={0}>* the {0}"
    markdown = whole(note.format("tide") + note.format("wind")).markdown()
    assert markdown == "a[^star]\n\n[^star]: the tide\n\na[^star-b]\n\n[^star-b]: the wind"
