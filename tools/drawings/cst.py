"""CST: the compressed structure tree of a site, with the importance of its nodes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from pagecore.choice import Choice
from pagecore.explain.svg import draw_line, draw_rect, fit_text
from pagecore.learn import learn
from pagecore.page.counts import format_count
from pagecore.sites.element_nodes import find_element_nodes, read_style
from pagecore.sites.structure_tree import StructureTree
from tools.drawings.example_sites import SITE_FAILURE, ExampleSite, load_site
from tools.drawings.examples import Example, name_element, read_text
from tools.drawings.outcomes import Outcome
from tools.drawings.sheet import BLUE, FAINT, MARGIN, RULE, SMALL, TEXT, WIDTH, Sheet

#: Height of a row, indentation of a level, and width of a bar of importance, in pixels.
ROW, INDENT, BAR = 20, 14, 78
#: Where the texts and the columns begin.
SAMPLE, PAGES, STYLES, NODE, PATH = 190, 524, 578, 606, 720
#: Number of words whose weights are listed.
N_WORDS = 7


class Place(NamedTuple):
    """An element of the drawn page, in the tree."""

    row: int
    depth: int
    name: str
    #: The text of an element without child elements; empty for others.
    text: str
    #: Number of pages that have the node, and of its styles.
    pages: int
    styles: int
    node: float
    path: float
    outcome: Outcome


def draw(name: str) -> str:
    """Draw the tree of a site."""
    site = load_site(name)
    tree, choice = learn_site(site)
    example = site.example
    sheet = Sheet(
        f"CST on {example.title}: the compressed structure tree", is_failure=name == SITE_FAILURE
    )
    sheet.note(
        "The trees of the pages are merged from the root down: children of elements with equal "
        "presentation style are one node. The importance of a node (NodeImp) is the entropy of its "
        "styles or, for a leaf, 1 less the mean entropy of its words. PathImp joins those from the "
        f"root down. Texts with a PathImp of {tree.threshold:g} or more are content."
    )
    sheet.legend()
    varied = find_varied(site)
    sheet.heading(f"1. The presentation styles of {name_element(example.page, varied)}")
    _draw_styles(sheet, site, tree, varied, float(choice.evidence["NodeImp"][varied]))
    sheet.heading("2. The nodes of one page in the tree")
    _draw_tree(sheet, list(list_places(site, choice)))
    sheet.heading("3. The weights of its words: occurrences × PathImp")
    _draw_weights(sheet, tree, example)
    sheet.note(example.describe_result(choice))
    return sheet.write()


def caption(name: str) -> str:
    """Say what the drawing of a site shows."""
    site = load_site(name)
    _, choice = learn_site(site)
    f1 = site.example.score(choice).f1
    page, varied = site.example.page, find_varied(site)
    about = (
        f"`{name_element(page, varied)}` has another number of paragraphs from page to page, so "
        f"its importance is {choice.evidence['NodeImp'][varied]:.2f}, and so is at least that of "
        "all below it. Header and footer are the same on all pages, and have the importance 0."
    )
    if name != SITE_FAILURE:
        return f"{about} Word F1 {f1:.2f}."
    return (
        "A failure. The list of other stories is in one place, but has other stories on each page. "
        "Their words vary as much as those of the article, so they are as important. Word F1 "
        f"{f1:.2f}."
    )


def learn_site(site: ExampleSite) -> tuple[StructureTree, Choice]:
    """Learn the tree of a site, and choose the content of the drawn page."""
    wrapper = learn(list(site.pages), method="cst", classes="one")
    if not isinstance(wrapper.body, StructureTree):
        raise TypeError(f"expected a StructureTree, not {type(wrapper.body).__name__}")
    return wrapper.body, wrapper.content(site.example.page)


def find_varied(site: ExampleSite) -> int:
    """Find the element of the article."""
    page = site.example.page
    return int(np.flatnonzero(page.has_class("story"))[0])


def list_places(site: ExampleSite, choice: Choice) -> Iterator[Place]:
    """List the visible elements of the drawn page, in document order."""
    classes = ("story", "date", "latest")
    page = site.example.page
    every = [find_element_nodes(of, classes) for of in site.pages]
    own = find_element_nodes(page, classes)
    for row in np.flatnonzero(page.visible & (page.tag != 0)).tolist():
        styles = [
            int(nodes.styled_key[at])
            for nodes in every
            for at in np.flatnonzero(nodes.key == own.key[row]).tolist()
        ]
        texts = np.flatnonzero((page.parent == row) & (page.tag == 0) & page.visible)
        is_leaf = bool(texts.size) and not read_style(page, row)
        at = int(texts[0]) if is_leaf else row
        yield Place(
            row,
            int(page.depth[row]),
            name_element(page, row),
            read_text(page, row) if is_leaf else "",
            len(styles),
            len(set(styles)),
            float(choice.evidence["NodeImp"][at]),
            float(choice.evidence["PathImp"][at]),
            site.example.name_outcome(choice, page.under(row)),
        )


def _draw_styles(
    sheet: Sheet, site: ExampleSite, tree: StructureTree, varied: int, importance: float
) -> None:
    name = name_element(site.example.page, varied)
    counts: dict[str, int] = {}
    for page in site.pages:
        row = int(np.flatnonzero(page.has_class("story"))[0])
        parts = (
            f"{tag}{''.join(f'.{value}' for _, value in sorted(attributes))}"
            for tag, attributes in read_style(page, row, tree.classes)
        )
        style = f"⟨{', '.join(parts)}⟩"
        counts[style] = counts.get(style, 0) + 1
    sheet.y += 6
    for style, n in counts.items():
        sheet.text(MARGIN + 54, sheet.y + 14, format_count(n, "page"), anchor="end", bold=True)
        sheet.text(MARGIN + 66, sheet.y + 14, fit_text(style, 600, TEXT))
        sheet.y += ROW
    shares = " ".join(
        f"− {n / len(site.pages):.1f} log {n / len(site.pages):.1f}" for n in counts.values()
    )
    entropy = (
        f"NodeImp({name}) = {shares} = {importance:.2f}, logarithms to the base {len(site.pages)}"
    )
    sheet.text(MARGIN, sheet.y + 16, entropy.replace("= − ", "= −"), fill=BLUE)
    sheet.y += 22


def _draw_tree(sheet: Sheet, places: list[Place]) -> None:
    sheet.y += 14
    for x, title, anchor in (
        (SAMPLE, "text", ""),
        (PAGES, "pages", "end"),
        (STYLES, "styles", "end"),
        (NODE, "NodeImp", ""),
        (PATH, "PathImp", ""),
    ):
        sheet.text(x, sheet.y, title, size=SMALL, fill=FAINT, anchor=anchor)
    sheet.y += 6
    for place in places:
        _draw_place(sheet, place)
    sheet.y += 4


def _draw_place(sheet: Sheet, place: Place) -> None:
    y, colour = sheet.y, place.outcome.ink
    if place.text:
        shade = place.outcome.shade
        sheet.add(draw_rect(SAMPLE - 6, y, PAGES - 36 - SAMPLE, ROW - 2, fill=shade))
        sample = fit_text(place.text, PAGES - 48 - SAMPLE, TEXT)
        sheet.text(SAMPLE, y + 14, sample, fill=colour)
    x = MARGIN + INDENT * place.depth
    sheet.text(x, y + 14, fit_text(place.name, SAMPLE - 10 - x, TEXT, bold=True), bold=True)
    sheet.text(PAGES, y + 14, str(place.pages), anchor="end")
    styles = "" if place.text else str(place.styles)
    sheet.text(STYLES, y + 14, styles, anchor="end")
    for left, value in ((NODE, place.node), (PATH, place.path)):
        sheet.add(draw_rect(left, y + 4, BAR, ROW - 10, fill="#f6f8fa", stroke=RULE))
        sheet.add(draw_rect(left, y + 4, BAR * value, ROW - 10, fill=BLUE))
        sheet.text(left + BAR + 4, y + 14, f"{value:.2f}", size=SMALL)
    sheet.add(draw_line(MARGIN, y + ROW, WIDTH - MARGIN, y + ROW, stroke="#eaeef2"))
    sheet.y += ROW


def _draw_weights(sheet: Sheet, tree: StructureTree, example: Example) -> None:
    weights = list(tree.weigh_terms(example.page).items())
    heaviest = ", ".join(f"{word} {weight:.2f}" for word, weight in weights[:N_WORDS])
    lightest = ", ".join(f"{word} {weight:.2f}" for word, weight in weights[-N_WORDS:])
    sheet.note(f"Heaviest: {heaviest}. Lightest: {lightest}.")
