"""How the methods of a family take part in an evaluation."""

from __future__ import annotations

from typing import Any

import pytest

from pagecore import Document, extract
from pagecore.corpora.corpus import Gold, Item
from pagecore.measure.contenders import OwnMethod
from pagecore.measure.run_families import extract_with_each
from pagecore.registry import find_method
from tools.sweep import list_combinations

PAGE = "<div id=menu><a href=/>Home</a></div><div id=text>{}</div>"
STORY = " ".join(f"The boat {n} went out at six and came back at nine." for n in range(9))
VERSIONS = "".join(f"<div class={name}><p>{STORY}</p></div>" for name in ("phone", "desktop"))


def count_stories(steps: tuple[str, ...] | None) -> int:
    """How often the text of a page has its story, which the page has twice; the wrapper is learned
    from another page."""
    items = [
        Item(name, PAGE.format(inside).encode(), Gold(STORY), group="tide.example")
        for name, inside in (("once", f"<p>{STORY}</p>"), ("twice", VERSIONS))
    ]
    outputs = list(OwnMethod("site/hybrid", "1", {"min_words": 9}, steps=steps).run(items))
    assert [output.error for output in outputs] == [None, None]
    return outputs[1].text.count(STORY)


def test_steps_follow_the_wrappers_of_site_methods() -> None:
    assert count_stories(None) == 1
    assert count_stories(()) == 2


def test_other_files_fail_as_they_do_in_extract() -> None:
    pdf = Item("a", b"%PDF-1.7\n<p>" + STORY.encode(), Gold(STORY))
    (output,) = OwnMethod("default", "1").run([pdf])
    assert output.text == ""
    assert output.error is not None
    assert output.error.startswith("raised: BadInput: this is a PDF")


ARTICLE = "<nav><a href=/>Home</a></nav><p>One two three four five six.</p><p>Seven eight nine."
#: Nothing is shown, and the text is in the data.
SHELL = (
    '<div id=app></div><script type="application/ld+json">{"@type": "Article", "headline": "Tides",'
    f' "articleBody": "{"The tide rises and falls twice a day. " * 12}"}}</script>'
)


@pytest.mark.parametrize("html", [ARTICLE, SHELL, "", ARTICLE * 2])
@pytest.mark.parametrize("name", ["kmib", "econ", "coreex", "cetr", "default"])
def test_outputs_with_each_of_several_options(html: str, name: str) -> None:
    """They are those of the pages one by one."""
    method = find_method(name)
    every = list_combinations(method)[:20] if method.sweep else [{}, {"favor": "recall"}]
    item = Item("a", html.encode(), Gold(text="One"))
    texts = [output.text for output in extract_with_each(method, item, every)]
    assert texts == [next(method.family.contend(method, [item], of)).text for of in every]


def test_options_that_fail_leave_the_others_alone() -> None:
    item = Item("a", ARTICLE.encode(), Gold(text="One"))
    wrong, right = extract_with_each(find_method("kmib"), item, [{"feature": "API"}, {"k": 1}])
    assert wrong.error is not None
    assert wrong.error.startswith("raised: BadOption: feature='API'")
    assert right.error is None
    assert right.text


def test_equal_choices_are_written_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def count(*arguments: Any, **options: Any) -> Document:
        calls.append(options)
        return extract(*arguments, **options)

    monkeypatch.setattr("pagecore.measure.run_families.extract", count)
    item = Item("a", ARTICLE.encode(), Gold(text="One"))
    every = [{"merge": merge / 10} for merge in range(10)]
    assert len({output.text for output in extract_with_each(find_method("kmib"), item, every)}) == 1
    assert len(calls) == 1
