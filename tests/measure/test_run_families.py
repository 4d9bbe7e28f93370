"""How the methods of a family take part in an evaluation."""

from __future__ import annotations

from pagecore.corpora.corpus import Gold, Item
from pagecore.measure.contenders import OwnMethod

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
