"""How the methods of a family take part in an evaluation."""

from __future__ import annotations

from pagecore.corpora.corpus import Gold, Item
from pagecore.measure.contenders import OwnMethod

STORY = " ".join(f"The boat {n} went out at six and came back at nine." for n in range(9))
VERSIONS = "".join(f"<div class={name}><p>{STORY}</p></div>" for name in ("phone", "desktop"))


def texts(items: list[Item], steps: tuple[str, ...] | None) -> list[str]:
    outputs = list(OwnMethod("site/hybrid", "1", {"least_words": 9}, steps=steps).run(items))
    assert [output.error for output in outputs] == [None] * len(items)
    return [output.text for output in outputs]


def test_steps_follow_the_wrappers_of_site_methods() -> None:
    page = f"<div id=menu><a href=/>Home</a></div><div id=text>{VERSIONS}</div>".encode()
    items = [Item(name, page, Gold(STORY), group="tide.example") for name in ("a", "b")]
    assert [text.count(STORY) for text in texts(items, None)] == [1, 1]
    assert [text.count(STORY) for text in texts(items, ())] == [2, 2]
