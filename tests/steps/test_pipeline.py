"""The pipeline: the list of steps, their order, switching them off, and the log."""

from __future__ import annotations

import json
from collections import Counter
from html import escape
from pathlib import Path
from typing import Any

import pytest

from pagecore import Document, content, extract, parse
from pagecore.choice import WHOLE_PAGE
from pagecore.errors import BadOption
from pagecore.registry import find_method, list_methods
from pagecore.steps import pipeline
from pagecore.steps.pipeline import STEPS, describe_steps, exclude_steps, select_steps
from pagecore.steps.step import Parts, Request, Step
from tests.layouts import add_layout

PAGES = Path(__file__).parents[1] / "pages"
NAMES = ("copies", "articles", "walls", "embedded", "notes", "comments", "quotes")
EVERY = pytest.mark.parametrize("name", [path.stem for path in sorted(PAGES.glob("*.html"))])

STORY = "It was a dark and stormy night, and the rain fell on the quay in torrents. " * 4
SAID = "I have always liked the harbour at low tide, when the boats lie in the mud."

#: A page for each step that changes it, and the keywords that this needs.
CHANGED = {
    "copies": ((PAGES / "twice-for-phones.html").read_text("utf-8"), {"method": "balance"}),
    "articles": (
        "<title>The harbour of the north</title>"
        + "".join(
            f"<div class=post><h1>The {name}</h1><time>1 May</time><p>{STORY * 2}</div>"
            for name in ("harbour of the north", "wind", "rain")
        ),
        {"method": "balance"},
    ),
    "notes": (
        f"<article><p>{STORY}<sup><a href=#n>1</a></sup></article><p id=n>On the quay.",
        {"method": "balance"},
    ),
    "walls": (
        "<title>Sign in</title><p>Members only.</p><div role=dialog aria-modal=true>"
        + "".join(f"<p>We use cookies to count our readers, as rule {n} has it." for n in range(4)),
        {},
    ),
    "embedded": (
        "<title>The harbour of the north</title><div id=root></div>"
        '<script type="application/ld+json">{"articleBody": "The harbour of the north. '
        + STORY + '"}</script>',
        {},
    ),
    "comments": (
        f"<article><p>{STORY}</article><ol class=comment-list><li class=comment><p>{SAID}</ol>",
        {"method": "balance", "comments": False},
    ),
    "quotes": (
        f"<div><p>{SAID}</div><div><blockquote><p>{SAID}</blockquote><p>{STORY}</div>",
        {"method": "balance"},
    ),
}  # fmt: skip


def test_the_steps_in_their_order() -> None:
    assert tuple(step.name for step in STEPS) == NAMES
    assert extract(f"<p>{STORY}").steps == NAMES
    assert select_steps(None) is STEPS


def test_steps_run_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[str] = []

    def step(name: str) -> Step:
        def run(parts: Parts, request: Request) -> Parts:
            ran.append(name)
            return (*parts, *parts)

        return Step(name, run, "")

    monkeypatch.setattr(pipeline, "STEPS", (step("one"), step("two")))
    first, *others = extract("<p>one").parts
    assert others == [first] * 3
    assert ran == ["one", "two"]
    assert len(extract(parse("<p>one"), steps=["two"]).parts) == 2
    assert len(extract("<p>one", steps=()).parts) == 1
    assert ran == ["one", "two", "two"]


@pytest.mark.parametrize("name", CHANGED)
def test_a_step_changes_a_page_and_says_so(name: str) -> None:
    html, keywords = CHANGED[name]
    document = extract(html, **keywords)  # type: ignore[arg-type]  # Keywords by name.
    assert name in {change.step for _, change in document.changes}
    without = extract(html, **keywords, steps=exclude_steps([name]))  # type: ignore[arg-type]  # The keywords are those of extract.
    assert without.steps == tuple(step for step in NAMES if step != name)
    assert name not in {change.step for _, change in without.changes}
    assert without.text != document.text
    # Alone it changes the page as well.
    alone = extract(html, **keywords, steps=[name])  # type: ignore[arg-type]  # The keywords are those of extract.
    assert {change.step for _, change in alone.changes} <= {name, alone.method}
    assert name in {change.step for _, change in alone.changes}


@pytest.mark.parametrize("method", [method.name for method in list_methods("page")])
@EVERY
def test_the_log_reports_every_block_that_was_changed(name: str, method: str) -> None:
    """What the bare method chose, and then the log, is what the pipeline chose."""
    page = add_layout(find_method(method), parse((PAGES / f"{name}.html").read_bytes()))
    for comments in (None, True, False):
        bare = content(page, method=method, steps=())
        choice = content(page, method=method, comments=comments)
        kept = page.blocks_with(bare.content)
        for change in choice.changes[len(bare.changes) :]:
            assert change.step in NAMES
            assert change.reason
            if change.block == WHOLE_PAGE:
                assert change.step == "walls"
            else:
                kept[change.block] = change.kept
        assert (kept == page.blocks_with(choice.content)).all()


@EVERY
def test_without_steps_a_method_is_bare(name: str) -> None:
    source = parse((PAGES / f"{name}.html").read_bytes())
    for method in list_methods("page"):
        if method.name == "default":
            continue
        page = add_layout(method, source)
        document = extract(page, method=method.name, steps=())
        assert (document.choice.content == method(page).content).all()
        assert (document.steps, document.changes, document.wall) == ((), [], None)
        assert len(document.parts) == 1


def test_order_is_that_of_the_pipeline() -> None:
    assert extract(f"<p>{STORY}", steps=["comments", "copies", "comments"]).steps == (
        "copies",
        "comments",
    )


UNKNOWN = [
    (
        "tide",
        r"there is no step 'tide'; expected one of: copies, articles, walls, embedded, notes, com",
    ),
    (3, r"there is no step 3; expected one of: copies"),
]


@pytest.mark.parametrize(("name", "message"), UNKNOWN)
def test_unknown_names_list_the_known_ones(name: Any, message: str) -> None:
    with pytest.raises(BadOption, match=message):
        extract(f"<p>{STORY}", steps=["copies", name])
    with pytest.raises(BadOption, match=message):
        content(parse(f"<p>{STORY}"), steps=[name])
    with pytest.raises(BadOption, match=message):
        exclude_steps([name])


@pytest.mark.parametrize("steps", ["copies", 1, True])
def test_what_steps_may_be(steps: Any) -> None:
    with pytest.raises(BadOption, match=r"^steps=.*: expected a list of these names: copies"):
        extract(f"<p>{STORY}", steps=steps)


def test_no_parameter_of_a_method_is_called_as_a_keyword() -> None:
    for method in list_methods("page"):
        assert "steps" not in method.parameters


def test_every_step_has_a_description() -> None:
    described = dict(describe_steps())
    assert tuple(described) == NAMES
    assert described == {step.name: step.about for step in STEPS}
    assert all(described.values())


# ---------------------------------------------------------------- explain


def extract_page(name: str) -> Document:
    html, keywords = CHANGED[name]
    return extract(html, **keywords)  # type: ignore[arg-type]  # Keywords by name.


@pytest.mark.parametrize("name", CHANGED)
def test_explain_shows_the_log(name: str) -> None:
    document = extract_page(name)
    explanation = document.explain()
    changes = [change for _, change in document.changes if change.step == name]
    facts = [change.reason for change in changes if change.block == WHOLE_PAGE]
    counts = Counter(change.kept for change in changes if change.block != WHOLE_PAGE)
    for is_kept, word in ((True, "added"), (False, "removed")):
        facts += [f"{counts[is_kept]} {word}"] if counts[is_kept] else []
    assert f"{name} ({', '.join(facts)})" in explanation.step_summary
    assert escape(explanation.step_summary) in explanation.html()
    logged = [{"part": part, **change._asdict()} for part, change in document.changes]
    assert json.loads(explanation.json())["changes"] == logged
    assert json.loads(explanation.json())["steps"] == list(NAMES)
    shown = [(block.part, change) for block in explanation.blocks for change in block.changes]
    assert sorted(shown) == sorted(log for log in document.changes if log[1].block != WHOLE_PAGE)
    last = {(part, change.block): change for part, change in document.changes}
    for block in explanation.blocks:
        if (change := last.get((block.part, block.index))) is not None:
            assert block.reason == f"{'kept' if change.kept else 'dropped'}: {change.reason}"


def test_explain_without_steps() -> None:
    assert extract(f"<p>{STORY}", steps=()).explain().step_summary == "steps: none"
    plain = extract(f"<p>{STORY}").explain()
    assert plain.step_summary == f"steps: {', '.join(NAMES)}"
