"""A small index for tests, built without the command."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pagecore import parse
from pagecore.search.index import SearchIndex, open_index
from pagecore.search.writer import create_index

MENU = "<nav><a href=/>Home</a> <a href=/boats>Boats</a> <a href=/contact>Contact us</a></nav>"


def make_page(
    title: str, *paragraphs: str, headings: Mapping[int, str] | None = None, language: str = "en"
) -> str:
    """A page with a menu; `headings` has those before some paragraphs, by their numbers."""
    parts = [f"<h1>{title}</h1>"]
    for number, paragraph in enumerate(paragraphs):
        if number in (headings or {}):
            parts.append(f"<h2>{(headings or {})[number]}</h2>")
        parts.append(f"<p>{paragraph}</p>")
    return (
        f"<!DOCTYPE html><html lang={language}><title>{title}</title><body>{MENU}"
        f"<article>{''.join(parts)}</article></body></html>"
    )


LAKE = (
    "The lake lies between two hills, and its water is clear enough to count the stones on the "
    "ground. In the spring the meadows around it are under water for some weeks every year."
)
BOAT = (
    "Old boats are kept in a long shed on the eastern shore. A carpenter repairs them in winter, "
    "when the lake is frozen and nobody can sail, and sells some of them in the spring."
)
ROAD = (
    "The road over the hills was built a hundred years ago. It is narrow, and two carts cannot "
    "pass each other, so that drivers have to ring a bell before every bend of the road."
)
BREAD = (
    "Bread is baked in a stone oven behind the mill every Saturday. The baker takes the flour "
    "from the mill, and the wood from the forest that belongs to the village."
)
GERMAN = (
    "Die Häuser am See sind aus Holz gebaut, und die meisten stehen auf Pfählen. Im Frühjahr "
    "steht das Wasser so hoch, dass die Bewohner mit dem Boot zur Arbeit fahren müssen."
)
JAPANESE = (
    "湖の水位は春になると高くなり、岸の小さな家は水に囲まれる。夏には水が引いて、子どもたちは"
    "浜で遊ぶことができる。冬の湖は静かで、白い鳥だけが水の上に残っている。"
)

PAGES = {
    "https://www.example.org/lake": make_page(
        "The lake", LAKE, BOAT, ROAD, headings={1: "Boats and sheds", 2: "How to get there"}
    ),
    "https://www.example.org/boats": make_page("Boats for sale", BOAT, BOAT.replace("Old", "New")),
    "https://news.example.com/bread": make_page("Bread from the mill", BREAD),
    "https://news.example.com/road": make_page("A narrow road", ROAD, BREAD),
    "https://see.example.de/": make_page("Häuser am See", GERMAN, language="de"),
    "https://mizu.example.jp/": make_page("湖の春", JAPANESE, language="ja"),
}


def build_index(
    path: Path, pages: Mapping[str, str] = PAGES, segment: str = "content", **parameters: Any
) -> SearchIndex:
    """Index pages, and open the index."""
    with create_index(path, segment=segment, **parameters) as writer:
        for url, html in pages.items():
            writer.add_page(parse(html, url=url))
    return open_index(path)
