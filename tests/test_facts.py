"""Facts with one definition and several users: the users agree."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pagecore import Choice, Document, _core, extract, parse
from pagecore.choice import Part
from pagecore.corpora.labels import align_gold, normalise_words
from pagecore.metadata import read_metadata
from pagecore.models.model import Model, load, read
from pagecore.page.confidence import DOUBTFUL_CONFIDENCE, FEW_WORDS, limit_confidence
from pagecore.page.judging import decide
from pagecore.steps.comments import drop_comments
from pagecore.steps.walls import judge_part
from pagecore.train.write_model import pack_model
from tests.core.test_pages import PAGES
from tests.forests import forest

STORY = "The tide came in at noon, and the boats in the harbour rose with it."

# ---------------------------------------------------------------- base URL

BASES = [
    # what it shows      head                                                          base
    ("declared",         "<base href=/right/>",                                        "right/"),
    ("in a template",    "<template><base href=/wrong/></template>",                   "d/"),
    ("both",             "<template><base href=/wrong/></template><base href=/right/>", "right/"),
    ("not a URL",        "<base href=http://[>",                                       "d/"),
]  # fmt: skip


@pytest.mark.parametrize(("head", "base"), [case[1:] for case in BASES])
def test_links_metadata_and_writers_use_one_base(head: str, base: str) -> None:
    head += "<link rel=canonical href=a><meta property=og:image content=i>"
    page = parse(f"{head}<p><a href=b>one</a><img src=c>", url="https://a.example/d/")
    base = f"https://a.example/{base}"
    assert page.base == base
    assert page.resolve_url("b") == f"{base}b"
    assert [link.url for link in page.links()] == [f"{base}b"]
    metadata = read_metadata(page)
    assert (metadata.url, metadata.image) == (f"{base}a", f"{base}i")
    markdown = page.render(page.visible, "markdown", images=True, links=True)
    assert markdown == f"[one]({base}b) ![]({base}c)"


# ---------------------------------------------------------------- JSON of scripts

LINKED = f'"@type": "Article", "headline": "Tides", "articleBody": "{STORY}"'


@pytest.mark.parametrize(
    "text",
    [
        f"{{{LINKED},}}",
        f"{{/* on tides */ {LINKED} // the end\n}}",
        f"//<![CDATA[\n{{{LINKED}}}\n//]]>",
        f"<!-- {{{LINKED}}} -->",
        f'{{"@type": "WebSite"}} {{{LINKED}}}',
        f'{{"description": "a\nb\tc", {LINKED}}}',
        f'{{"description": "the "best" tide", {LINKED}}}',
        f'{{{LINKED}, "author": {{"name": "Ann',
    ],
)
@pytest.mark.parametrize("kind", ["application/ld+json", "Application/LD+JSON; charset=utf-8"])
def test_metadata_and_embedded_content_read_the_same_json_ld(text: str, kind: str) -> None:
    page = parse(f'<script type="{kind}">{text}</script>')
    metadata = read_metadata(page)
    assert (metadata.types, metadata.title) == (("Article",), "Tides")
    (row,) = np.flatnonzero(page.is_tag("script"))
    inner = page.embedded_page(int(row))
    assert inner is not None
    assert inner.text().strip() == STORY


def test_a_trailing_comma_loses_neither_article_nor_metadata() -> None:
    body = " ".join([STORY] * 12)
    linked = f'{{"@type": "Article", "headline": "Tides", "articleBody": "{body}",}}'
    document = extract(
        f"<title>Tides</title><div id=root></div><script type=application/ld+json>{linked}</script>"
    )
    assert document.text.split() == body.split()
    assert document.metadata.types == ("Article",)


def test_a_charset_changes_nothing_about_linked_data() -> None:
    linked = (
        f'{{"@type": "Article", "headline": "Tides", "articleBody": "{" ".join([STORY] * 12)}"}}'
    )
    documents = [
        extract(f'<title>Tides</title><script type="application/ld+json{more}">{linked}</script>')
        for more in ("", "; charset=utf-8")
    ]
    plain, with_charset = [(d.text, d.confidence, d.page_type, d.metadata.title) for d in documents]
    assert plain == with_charset
    assert plain[0].startswith(STORY)


# ---------------------------------------------------------------- comment sections

NAMES = [
    # value                  names comments
    ("comments",             True),
    ("comment-list",         True),
    ("div-comment-12",       True),
    ("c-comments__item",     True),
    ("kommentare",           True),
    ("comment-count-badge",  False),
    ("commentary",           False),
    ("story",                False),
]  # fmt: skip


@pytest.mark.parametrize(
    ("attribute", "name", "is_section"),
    [
        *[("class", *case) for case in NAMES],
        *[("id", *case) for case in NAMES],
        ("role", "comment", True),
        ("role", "comments", False),
        ("itemtype", "https://schema.org/Comment", True),
        ("itemtype", "https://schema.org#UserComments", True),
        ("itemtype", "Comment", True),
        ("itemtype", "https://schema.org/Commentary", False),
        ("itemtype", "https://schema.org/LiveComment", False),
    ],
)
def test_metadata_and_the_step_know_the_same_comment_sections(
    attribute: str, name: str, is_section: bool
) -> None:
    page = parse(
        "<meta property=og:type content=article><title>Tides</title><h1>Tides</h1>"
        f"<div {attribute}={name}><time datetime=2021-03-04>4 March</time></div>"
        + f"<p>{STORY}</p>"
        * 4
    )
    section = np.flatnonzero(page.match_attribute(attribute, name.__eq__))
    assert (page.comment_kind[section] > 0).tolist() == [is_section]
    assert read_metadata(page).published == (None if is_section else "2021-03-04")
    kept = drop_comments(page, Choice.of(page, page.visible & page.leaves)).content
    assert kept[section].tolist() == [not is_section]


# ---------------------------------------------------------------- data tables

CELLS = "<tr><td>1<td>2<tr><td>3<td>4"
TABLES = [
    # what it shows      table                                                     holds data
    ("cells",            f"<table>{CELLS}</table>",                                True),
    ("headings",         "<table><tr><th>a<th>b<tr><td>1<td>2</table>",            True),
    ("a layout",         f"<table><tr><td>{f'{STORY} ' * 5}</table>",                    False),
    ("a role",           f"<table role=presentation>{CELLS}</table>",              False),
    ("one around",       f"<table><tr><td>a<td><table>{CELLS}</table></table>",    False),
]  # fmt: skip


@pytest.mark.parametrize(("html", "is_data"), [case[1:] for case in TABLES])
def test_writers_and_options_know_the_same_data_tables(html: str, is_data: bool) -> None:
    page = parse(f"<p>{STORY}</p>{html}")
    outer = int(np.flatnonzero(page.is_tag("table"))[0])
    assert bool(page.data_tables[outer]) == is_data
    document = Document([Part(page, Choice.of(page, page.visible & page.leaves))], "all")
    n_data = int(page.data_tables.sum())
    assert len(json.loads(document.json())["tables"]) == n_data
    assert document.markdown().count("| ---") >= n_data > 0 or n_data == 0
    inside = page.above(page.data_tables) >= 0
    left = page.count_words(page.visible & ~inside)
    assert len(document.to_text(tables=False).split()) == left
    assert len(document.markdown(tables=False).replace("|", "").replace("---", "").split()) == left


# ---------------------------------------------------------------- texts of blocks


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_texts_of_blocks_have_the_same_words_for_all_users(path: Path) -> None:
    page = parse(path.read_bytes())
    texts = page.block_texts()
    aligned = align_gold(page, "\n".join(texts))
    rows = zip(texts, page.block_lines(), page.block_beginnings(10**6), aligned.words, strict=True)
    for text, shown, begins, labelled in rows:
        assert text.split() == shown.split() == begins.split()
        assert not labelled or labelled == normalise_words(text)


# ---------------------------------------------------------------- confidence of few words


def _accept_all() -> Model:
    """A model that is sure of every block."""
    slots = load().array("near names").shape
    return read(
        pack_model(
            {"features": _core.features_digest()},
            {"blocks": forest(bias=6.0), "context": forest(bias=6.0)},
            {"near names": np.zeros(slots), "far names": np.zeros(slots)},
        )
    )


@pytest.mark.parametrize("n_words", [1, 5, FEW_WORDS - 1, FEW_WORDS, FEW_WORDS + 1])
def test_extractor_step_and_warning_doubt_the_same_choices(n_words: int) -> None:
    page = parse("<article><p>" + " ".join(f"word{n}" for n in range(n_words)) + "</article>")
    decision = decide(page, _accept_all().core, beta=1.0)
    is_few = n_words < FEW_WORDS
    assert decision.confidence == (DOUBTFUL_CONFIDENCE if is_few else pytest.approx(1.0, abs=0.01))
    choice = Choice.of(page, page.visible & page.leaves)
    part = judge_part(Part(page, replace(choice, confidence=0.99)))
    assert (
        part.choice.confidence
        == limit_confidence(0.99, n_words)
        == (DOUBTFUL_CONFIDENCE if is_few else 0.99)
    )
    # The step leaves what the extractor has limited already.
    again = judge_part(Part(page, replace(choice, confidence=decision.confidence)))
    assert again.choice.confidence == decision.confidence
    codes = Counter(warning.code for warning in Document([part], "all").warnings)
    assert codes == ({"no-content": 1} if is_few else {})
