"""Why blocks are kept or dropped: where the blocks are, and what is written of them."""

from __future__ import annotations

import io
import json
from xml.etree.ElementTree import Element

import numpy as np
import pytest
from rich.console import Console

from pagecore import (
    Choice,
    Document,
    Page,
    Site,
    Wrapper,
    apply,
    extract,
    learn,
    method,
    parse,
)
from pagecore.choice import Part
from pagecore.explain.explanation import MAX_TEXT, VERSION, explain_wrapper
from pagecore.explain.reasons import (
    MAX_BLOCKS,
)
from pagecore.fit import Fit
from pagecore.models.model import Model
from tests.core.test_pages import PAGES
from tests.explain.small_models import by_text, make_model
from tests.growth import count_calls

STORY = "It was a dark and stormy night, and the rain fell on the harbour in torrents."
HTML = (
    "<title>Night</title><nav><a href=/>Home</a></nav><p>It was a <b>dark</b> and stormy night,"
    "<br>and the rain fell on the harbour in torrents.</p><img src=a.png><p>Two</p>"
)


def test_the_summary_counts_words() -> None:
    for html, counted in (("<p>one", "1 word"), ("<p>one two", "2 words")):
        actual = extract(html, method="balance").explain().summary
        assert actual == f"balance: 1 of 1 blocks kept, {counted}"


# ---------------------------------------------------------------- blocks


def test_every_block_is_explained() -> None:
    blocks = extract(HTML).explain().blocks
    assert [block.index for block in blocks] == [0, 1, 2, 3, 4]
    assert [block.text for block in blocks] == ["Night", "Home", STORY, "", "Two"]
    title, _, story, image, _ = blocks
    assert not title.kept
    assert title.reason == "dropped: it is metadata, script or style, but written as the title"
    assert image.reason.endswith(
        ": it has no words; it is kept or dropped with the blocks around it"
    )
    assert HTML.encode()[story.start : story.stop].decode() == (
        "It was a <b>dark</b> and stormy night,<br>and the rain fell on the harbour in torrents."
    )
    assert story.xpath == "/html/body/p[1]/text()[1]"


def test_a_caption_is_written_with_its_image() -> None:
    page = parse("<p>one two<figure><img src=a.png><figcaption>A boat</figcaption></figure><p>x")
    content = page.visible & ~page.under(int(page.is_tag("figcaption").argmax()))
    document = Document([Part(page, Choice.of(page, content))], "some")
    assert "A boat" in document.markdown()
    caption = by_text(document)["A boat"]
    assert (caption.kept, caption.reason) == (False, "dropped: 0.00, but written with its image")
    without = Document([Part(page, Choice.of(page, content & ~page.is_tag("img")))], "some")
    assert by_text(without)["A boat"].reason == "dropped: 0.00"


def test_what_a_form_offers_is_said_to_be_that() -> None:
    blocks = by_text(extract(f"<p>{STORY}</p><select><option>Norway</select>"))
    assert blocks["Norway"].reason == "dropped: it is an option of a form"


def test_blocks_are_kept_as_the_text_has_them() -> None:
    document = extract(HTML)
    kept = [block.text for block in document.explain().blocks if block.kept and block.text]
    assert " ".join(kept) == " ".join(document.text.split())


def test_a_choice_against_the_odds_reports_where_the_cut_is() -> None:
    doubtful = make_model(("words", 4.5, [0.0, 0.0]), ("words", 4.5, [-1.0, -0.1]))
    document = extract("<p>one two three four five six</p>" * 99, model=doubtful)
    block = document.explain().blocks[0]
    assert block.reason.startswith("kept: 0.48, where 0.48 is enough on this page")


def test_a_method_without_a_model_gives_its_evidence() -> None:
    page = parse("<p>one two</p><div>three")
    paragraphs = page.above(page.is_tag("p")) >= 0
    evidence = {"chars": page.chars, "purity": np.full(len(page), 1 / 3)}
    choice = Choice.of(page, paragraphs, evidence=evidence)
    blocks = by_text(Document([Part(page, choice)], "tide"))
    assert blocks["one two"].reason == "kept: 1.00; chars=7, purity=0.3333"
    assert blocks["three"].reason == "dropped: 0.00; chars=5, purity=0.3333"
    assert blocks["three"].reasons == ()


def test_a_changed_block_keeps_the_evidence_of_the_method() -> None:
    page = parse("<p>one two</p><p>three")
    chosen = Choice.of(page, np.ones(len(page)), evidence={"chars": page.chars})
    choice = chosen.drop(page, page.spread(np.array([True, False])), "copies", "duplicate of block")
    document = Document([Part(page, choice)], "tide")
    first, second = document.explain().blocks
    assert (first.reason, first.evidence) == ("dropped: duplicate of block", "1.00; chars=7")
    assert (second.reason, second.evidence) == ("kept: 1.00; chars=5", "1.00; chars=5")
    lines = [line.strip() for line in drawn(document)]
    assert lines.index("copies: duplicate of block") == lines.index("chars=7") - 1
    known = json.loads(document.explain().json())["blocks"][0]
    assert (known["reason"], known["evidence"]) == (first.reason, first.evidence)
    for html in document.explain().html().split("<details")[1:2]:
        assert "removed by copies: duplicate of block" in html
        assert html.count("1.00; chars=7") == 2


def test_a_changed_block_keeps_the_reasons_of_a_model() -> None:
    small_model = make_model(("words", 4.5, [-1.0, 1.0]), ("words", 4.5, [-1.0, 1.0]))
    story = "".join(f"<p>{' '.join(f'{name}{n}' for n in range(20))}</p>" for name in "abc")
    html = f"<div class=phone>{story}</div><p>between them</p><div>{story}</div>"
    blocks = extract(html, model=small_model).explain().blocks
    copies = [block for block in blocks if "duplicate of block" in block.reason]
    assert copies
    for block in copies:
        assert block.evidence.startswith(f"{block.score:.2f}; for: how many words it has")
        assert block.evidence not in block.reason


@pytest.mark.usefixtures("own_registry")
def test_a_wrapper_is_not_explained_by_a_page_method_of_the_same_name() -> None:
    class KeepAllBody:
        """Keeps everything."""

        @classmethod
        def read(cls, elements: object) -> KeepAllBody:
            return cls()

        def write(self) -> list[Element]:
            return []

        def fit(self, page: Page) -> Fit:
            return Fit(1, "it fits everything")

        def content(self, page: Page) -> Choice:
            return Choice.of(page, np.ones(len(page)), evidence={"chars": page.chars})

        def fields(self, page: Page) -> None:
            return None

    @method("balance", paper="Toy 2026", family="site", body=KeepAllBody)
    def learn_nothing(site: Site) -> Wrapper:
        """Learn nothing."""
        return Wrapper("balance", KeepAllBody())

    document = apply(learn(["<p>one"], method="balance"), "<p>one two")
    assert document.method == "site/balance"
    assert json.loads(document.json())["method"] == "site/balance"
    (block,) = document.explain().blocks
    assert (block.evidence, block.reasons) == ("1.00; chars=7", ())


def test_blocks_of_all_parts() -> None:
    page = parse("<p>one</p><p>two")
    part = Part(page, Choice.of(page, np.ones(len(page))))
    blocks = Document([part, part], "tide").explain().blocks
    assert [(block.part, block.index) for block in blocks] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert blocks[0].reason == "kept: 1.00"


def test_long_texts_are_cut() -> None:
    (block,) = extract("<p>" + "word   \n" * 9000).explain().blocks
    assert len(block.text) <= MAX_TEXT
    assert block.text.endswith("word word…")
    # Where a word ends at the cut there is more all the same.
    for text, shown in (("a" * 80 + " b", "a" * 79 + "…"), ("a" * 80 + " ", "a" * 80)):
        (block,) = Document([whole(f"<p>{text}")], "tide").explain().blocks
        assert block.text == shown
    (block,) = extract("<p>" + "<b>a</b>" * 70).explain().blocks
    assert block.text == "a" * 70


def test_paths_are_those_of_single_rows() -> None:
    page = parse("<p>a<b>b</b>c<x:y>d</x:y><p>e<svg><title>f</title></svg><x'y\"z>g")
    rows = list(range(len(page)))
    assert page._table.xpaths(rows) == [page.xpath(row) for row in rows]


def test_a_page_of_many_siblings_is_explained_in_linear_time() -> None:
    # By a walk over all siblings for each of them it would take a minute.
    part = whole("<p>a</p>" * 50_000)
    assert len(Document([part], "tide").explain().blocks) == MAX_BLOCKS
    assert len(part.page.xpaths(part.page.blocks.first.tolist())) == 50_000


def whole(html: str) -> Part:
    page = parse(html)
    return Part(page, Choice.of(page, np.ones(len(page))))


# ---------------------------------------------------------------- written


PLACES = [
    # bytes                                   note
    ("<p>é".encode(),                         ""),
    (b"<p>e",                                 ""),
    ("<p>é".encode("utf-8-sig"),              "do not count the byte order mark"),
    ("<p>é".encode("utf-16"),                 "not into the file, which is utf-16le"),
    ("<meta charset=shift_jis><h1>潮".encode("shift_jis"), "not into the file, which is shift_jis"),
]  # fmt: skip


@pytest.mark.parametrize(("html", "message"), PLACES)
def test_places_say_what_they_are_of(html: bytes, message: str) -> None:
    explanation = extract(html, method="balance").explain()
    assert message in explanation.offset_note
    assert bool(message) == bool(explanation.offset_note)
    console = Console(file=io.StringIO(), width=200)
    with console.capture() as captured:
        console.print(explanation.table())
    # All of the sentence is told where there is one.
    for written in (captured.get(), explanation.html()):
        assert explanation.offset_note in written
        assert ("byte offsets" in written) == bool(message)
    page = explanation.parts[0].page
    assert json.loads(explanation.json())["encodings"] == [page.encoding]


def test_json_has_all_of_it() -> None:
    document = extract(HTML)
    explanation = document.explain()
    read = json.loads(explanation.json())
    assert (read["method"], read["confidence"]) == ("default", document.confidence)
    assert (read["schema_version"], read["urls"]) == (VERSION, [None])
    assert [warning["code"] for warning in read["warnings"]] == [
        warning.code for warning in document.warnings
    ]
    assert read["page_types"] == document.page_types
    assert [block["text"] for block in read["blocks"]] == [b.text for b in explanation.blocks]
    story = read["blocks"][2]
    assert set(story["reasons"][0]) == {"side", "feature", "meaning", "value", "log_odds"}
    for reason in story["reasons"]:
        assert (reason["side"] == "for") == (reason["log_odds"] > 0)


def drawn(document: Document, only: str | None = None) -> list[str]:
    """The lines of the table."""
    console = Console(width=80, file=io.StringIO())
    with console.capture() as captured:
        console.print(document.explain().table(only))
    return [line.rstrip() for line in captured.get().splitlines()]


def test_table_fits_a_terminal() -> None:
    long = Document([whole(f"<p>{'[b]' * 60}")], "tide")
    deep = Document([whole("<div>" * 200 + "deep")], "tide")
    for document in (extract(HTML), long, deep):
        assert max(map(len, drawn(document))) <= 80
    first, steps, blank, heading, block, *_, place = drawn(long)
    assert first == "tide: 1 of 1 blocks kept, 60 words"
    assert (steps, blank) == ("steps: none", "")
    assert heading.split() == ["block", "score", "text,", "reason,", "place"]
    # Marks of rich's are none in a text.
    assert block.startswith("    0  +   1.00  [b][b][b]")
    assert place == f"{' ' * 17}/html/body/p/text()[1], bytes 3 to 183"


def test_table_has_what_is_reported_of_each_block() -> None:
    document = extract(HTML)
    lines = drawn(document)
    assert lines[0] == document.explain().summary
    whole_table = " ".join(" ".join(lines).split())
    for block in document.explain().blocks:
        assert f"{block.xpath}, bytes {block.start} to {block.stop}" in whole_table
        for reason in block.reasons:
            assert reason.words in whole_table


def test_table_of_some_blocks() -> None:
    document = extract(HTML)
    blocks = document.explain().blocks
    for only in ("kept", "dropped", "doubtful"):
        numbers = [line.split()[0] for line in drawn(document, only) if line[:5].strip().isdigit()]
        assert numbers == [str(block.index) for block in blocks if block.matches(only)]


def test_table_reports_warnings_and_parts() -> None:
    part = whole("<p>one")
    lines = drawn(Document([part, part], "tide"))
    assert lines[2].startswith("no-content: the page shows almost no text")
    assert [line.split()[0] for line in lines if " + " in line] == ["1.0", "2.0"]


def test_doubtful_blocks_have_scores_near_the_middle() -> None:
    scores = [0.0, 0.2, 0.25, 0.5, 0.75, 0.8, 1.0]
    page = parse("".join(f"<p>{score}" for score in scores))
    column = np.zeros(len(page))
    column[page.blocks.first] = scores
    choice = Choice.of(page, column >= 0.5, score=column)
    blocks = Document([Part(page, choice)], "tide").explain().blocks
    assert [block.text for block in blocks if block.is_doubtful] == ["0.25", "0.5", "0.75"]


def test_explanations_are_counted() -> None:
    page = parse("<p>a</p><div>b")
    choice = Choice.of(page, page.above(page.is_tag("p")) >= 0)
    explanation = Document([Part(page, choice)], "tide").explain()
    assert repr(explanation) == "<Explanation of tide: 1 of 2 blocks kept>"


def test_explanation_of_many_blocks_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pagecore.explain.reasons.MAX_BLOCKS", 30)
    monkeypatch.setattr("pagecore.explain.explanation.MAX_BLOCKS", 30)
    calls = count_calls(monkeypatch, Model, "contributions")
    document = extract("<p>some words of a text here</p>" * 100)
    explanation = document.explain()
    assert [block.index for block in explanation.blocks] == list(range(30))
    assert explanation.counts[1] == 100
    assert explanation.summary.startswith(f"default: {explanation.counts[0]} of 100 blocks")
    warning = explanation.warnings[-1]
    assert (warning.code, warning.count) == ("limit-explained", 70)
    assert [columns.shape[1] for _, _, columns, _ in calls] == [30, 30]
    assert explanation.html().count("<details") == 30
    assert len(json.loads(explanation.json())["blocks"]) == 30


def test_first_blocks_are_explained_as_without_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    page = parse(PAGES[0].read_bytes())
    all_blocks = extract(page).explain().blocks
    monkeypatch.setattr("pagecore.explain.reasons.MAX_BLOCKS", 5)
    monkeypatch.setattr("pagecore.explain.explanation.MAX_BLOCKS", 5)
    some = extract(page).explain().blocks
    assert [(block.text, block.score, block.kept) for block in some] == [
        (block.text, block.score, block.kept) for block in all_blocks[:5]
    ]


def test_a_wrapper_that_does_not_fit_is_explained() -> None:
    story = "<p>" + "The tide came in and the harbour filled with boats. " * 3
    page = parse(f"<div class=story>{story}{story}</div>")
    wrapper = learn([page], method="hybrid", min_words=500)
    explanation = explain_wrapper(page, wrapper, "site/hybrid")
    assert not any(block.kept for block in explanation.blocks)
    assert [warning.code for warning in explanation.warnings] == ["wrapper-does-not-fit"]
