"""Markdown and clean HTML of a page for each construct, as they should be, and the round trip.

`python -m tests.write.test_markup` puts what the writers make of the pages into `expected/`, to be
read before it is committed.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from markdown_it import MarkdownIt

from pagecore import Choice, Document, parse
from pagecore.choice import Part
from tests.write.roundtrip import find_differences, find_lost_words

FOLDER = Path(__file__).parents[1] / "pages"
EXPECTED = Path(__file__).parent / "expected"
PAGES = sorted(FOLDER.glob("*.html"))
CONSTRUCTS = [path for path in PAGES if path.stem.startswith("write-")]


def whole(path: Path) -> Document:
    """A page of which everything that is shown is chosen."""
    page = parse(path.read_bytes(), url="https://page.example/folder/page.html")
    return Document([Part(page, Choice.of(page, page.visible))], "all")


@pytest.mark.parametrize("path", CONSTRUCTS, ids=lambda path: path.stem)
def test_markdown_and_html_are_as_expected(path: Path) -> None:
    document = whole(path)
    assert document.markdown(title=False) + "\n" == (EXPECTED / f"{path.stem}.markdown").read_text(
        "utf-8"
    )
    assert document.html(title=False) + "\n" == (EXPECTED / f"{path.stem}.html").read_text("utf-8")


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_markdown_comes_back_as_the_same_elements(path: Path) -> None:
    assert find_differences(whole(path)) == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_no_word_is_lost(path: Path) -> None:
    assert find_lost_words(whole(path)) == []


@pytest.mark.parametrize(
    "html",
    [
        "<dl><dt>Name *<dd>x</dl>",
        "<dl><dt>* Name<dd>x</dl>",
        "<dl><dt>**<dd>x</dl>",
        "<p>**<br>** x<br>*",
        "<p>*a<br>*b*",
    ],
)
def test_stars_of_texts_stay_stars(html: str) -> None:
    page = parse(html)
    document = Document([Part(page, Choice.of(page, page.visible))], "all")
    rendered = parse(MarkdownIt().render(document.markdown(title=False)))
    assert "".join(rendered.text(0).split()) == "".join(page.text(0).split())


def shown(html: str) -> Document:
    """A page of which everything that is shown is chosen."""
    page = parse(html)
    return Document([Part(page, Choice.of(page, page.visible))], "all")


ENVIRONMENTS = [
    # what it shows           page                                                    Markdown
    ("an environment",        "<p>\\begin{equation} e = mc^2 \\end{equation}</p>",
     "$$\\begin{equation} e = mc^2 \\end{equation}$$"),
    ("one in a sentence",     "<p>a \\begin{align*} x &amp;= 1 \\\\ y &amp;= 2 \\end{align*} b</p>",
     "a\n\n$$\\begin{align*} x &= 1 \\\\ y &= 2 \\end{align*}$$\n\nb"),
    ("one over two lines",    "<p>\\begin{gather}a<br>b\\end{gather}</p>",
     "$$\\begin{gather}a b\\end{gather}$$"),
    ("no formula",            "<p>\\begin{proof} x \\end{proof}</p>",
     "\\begin{proof} x \\end{proof}"),
    ("without an end",        "<p>\\begin{align} x</p>",               "\\begin{align} x"),
    ("in code",               "<pre>\\begin{align}x\\end{align}</pre>",
     "```\n\\begin{align}x\\end{align}\n```"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("html", "markdown"),
    [case[1:] for case in ENVIRONMENTS],
    ids=[case[0] for case in ENVIRONMENTS],
)
def test_environments_of_tex_are_formulas(html: str, markdown: str) -> None:
    assert shown(f"<script src=MathJax.js></script>{html}").markdown() == markdown


LABELS = [
    # what it shows         page                                                       language
    ("on the frame",        "<p>a<div><p>yaml<button>Copy</button></p><pre>b</pre></div>", "yaml"),
    ("in a header",         "<p>a<div class=code-header><b>yaml</b></div><pre>b</pre>", "yaml"),
    ("beside a button",     "<p>a<div>yaml<button>Copy</button></div><pre>b</pre>",     "yaml"),
    ("before buttons",      "<p>a<div>Python</div><div><b>Copy</b><b>Edit</b></div><pre>b</pre>",
     "python"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("html", "language"), [case[1:] for case in LABELS], ids=[case[0] for case in LABELS]
)
def test_labels_of_code_name_its_language(html: str, language: str) -> None:
    assert shown(html).markdown() == f"a\n\n```{language}\nb\n```"


LABELLED_CODE = '<code class="language-yaml">name: x\nvalue: y</code>'
INSIDE = {
    "a span and a button": f"<pre><span>yaml</span><button>Copy</button>{LABELLED_CODE}</pre>",
    "blocks": f"<pre><div>yaml</div><div>{LABELLED_CODE}</div></pre>",
    "a frame": "<pre><div><div>yaml<button>Copy code</button></div>"
    f"<div>{LABELLED_CODE}</div></div></pre>",
    "the only name": "<pre><div>yaml</div><code>name: x\nvalue: y</code></pre>",
}


@pytest.mark.parametrize("name", INSIDE)
def test_labels_inside_code_are_not_code(name: str) -> None:
    assert shown(f"<p>a{INSIDE[name]}").markdown() == "a\n\n```yaml\nname: x\nvalue: y\n```"


def test_words_of_code_are_not_labels() -> None:
    for html in (
        "<pre>yaml <code>b</code></pre>",
        "<pre><b>yaml</b> <code>b</code></pre>".replace("</code>", "</code> <i>c</i>"),
        "<pre><b>yaml</b> <code>b</code> <code>c</code></pre>",
    ):
        assert "\nyaml b" in shown(f"<p>a{html}").markdown()


def test_a_label_that_is_not_chosen_names_the_language() -> None:
    page = parse("<p>a<div><div>yaml</div><pre>b</pre></div>")
    chosen = page.visible & np.array([page.text(row) != "yaml" for row in range(len(page))])
    choice = Choice.of(page, chosen & (page.tag == 0))
    assert Document([Part(page, choice)], "all").markdown() == "a\n\n```yaml\nb\n```"


if __name__ == "__main__":
    EXPECTED.mkdir(exist_ok=True)
    for one in CONSTRUCTS:
        document = whole(one)
        (EXPECTED / f"{one.stem}.markdown").write_text(
            document.markdown(title=False) + "\n", "utf-8"
        )
        (EXPECTED / f"{one.stem}.html").write_text(document.html(title=False) + "\n", "utf-8")
