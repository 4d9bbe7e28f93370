"""RTDM: two aligned pages, the template of all, and the data and the body of one page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from pagecore._core import Tree
from pagecore.choice import Choice
from pagecore.explain.svg import draw_line, draw_rect, fit_text
from pagecore.learn import learn
from pagecore.page import Page
from pagecore.page.trees import build_tree
from pagecore.sites.rtdm import TemplateTree
from tools.drawings.example_sites import SITE_FAILURE, ExampleSite, load_site
from tools.drawings.examples import name_element
from tools.drawings.sheet import BLACK, BLUE, FAINT, MARGIN, RULE, SMALL, TEXT, WIDTH, Sheet

#: Height of a row, indentation of a level, and width of a bar, in pixels.
ROW, INDENT, BAR = 18, 13, 110
#: Width of a drawn page, where the second one begins, and where the signs between them are.
PAGE = 376
SECOND, SIGN = WIDTH - MARGIN - PAGE, WIDTH / 2
#: Space for the name of an element; its text begins after it.
NAME = 118
#: The columns of the last part.
SAMPLE, DATA, SHARE = 190, 620, 650
#: Colours behind what differs.
VARIED = "#ddf4ff"
#: What wildcards stand for.
MEANINGS = {".": "one subtree", "?": "one or none", "+": "many", "*": "any number"}


class Line(NamedTuple):
    """An element with its text, or a text or wildcard that is not alone in its element."""

    node: int
    depth: int
    #: The name of the element; empty if there is none.
    name: str
    #: A text or a wildcard.
    text: str
    is_wildcard: bool = False


def draw(name: str) -> str:
    """Draw the template of a site."""
    site = load_site(name)
    template, choice = learn_site(site)
    example = site.example
    sheet = Sheet(
        f"RTDM on {example.title}: the template of aligned trees", is_failure=name == SITE_FAILURE
    )
    sheet.note(
        "The trees of the pages are aligned from the root down, at the least number of inserted, "
        "deleted and replaced nodes. What all pages have is template; wildcards stand for the "
        "rest. Texts of a page that are not in the template are data. The body is the data in "
        f"the lowest element that has {template.share:.0%} of their characters."
    )
    sheet.legend()
    _draw_pair(sheet, site.pages[0], example.page)
    sheet.heading(f"2. The template of all {len(site.pages)} pages")
    _draw_template(sheet, template.tree, site.pages)
    sheet.heading("3. The data of the second page, and its body")
    _draw_data(sheet, site, choice)
    sheet.note(example.describe_result(choice))
    return sheet.write()


def caption(name: str) -> str:
    """Say what the drawing of a site shows."""
    site = load_site(name)
    template, choice = learn_site(site)
    page, f1 = site.example.page, site.example.score(choice).f1
    article = int(np.flatnonzero(page.has_class("story"))[0])
    share = measure_shares(page, choice)[article]
    body = name_element(page, find_drawn_body(choice))
    if name != SITE_FAILURE:
        return (
            "Header and footer are the same on all pages, so they are template. The number of "
            "paragraphs differs: the wildcard `*` stands for those that some pages do not have. "
            f"`{body}` has {share:.0%} of the characters of the data, so it is the body. Word F1 "
            f"{f1:.2f}."
        )
    return (
        "A failure. The list of other stories differs from page to page too, so its texts are "
        f"data. The article has {share:.0%} of the characters, less than {template.share:.0%}. The "
        f"lowest element with as many is `{body}`, so the list is kept. Word F1 {f1:.2f}."
    )


def learn_site(site: ExampleSite) -> tuple[TemplateTree, Choice]:
    """Learn the template of a site, and choose the content of the drawn page."""
    wrapper = learn(list(site.pages), method="rtdm", classes="one")
    if not isinstance(wrapper.body, TemplateTree):
        raise TypeError(f"expected a TemplateTree, not {type(wrapper.body).__name__}")
    return wrapper.body, wrapper.content(site.example.page)


def find_drawn_body(choice: Choice) -> int:
    """Find the element around the body."""
    return int(np.flatnonzero(choice.evidence["body"])[0])


def measure_shares(page: Page, choice: Choice) -> list[float]:
    """Measure the share of the characters of the data that each row has."""
    n_chars = page.below(np.where(choice.evidence["data"], page.chars, 0))
    return [float(n) / max(1, int(n_chars[0])) for n in n_chars.tolist()]


# ---------------------------------------------------------------- trees as lines


def list_lines(tree: Tree, names: dict[int, str], texts: dict[int, str]) -> Iterator[Line]:
    """List the lines of a tree below `html`.

    Args:
        tree: a tree or a template.
        names: the names of elements, by label.
        texts: the texts, by label.
    """
    parents = np.frombuffer(tree.parent, np.int32).tolist()
    labels = np.frombuffer(tree.label, np.uint64).tolist()
    children: list[list[int]] = [[] for _ in parents]
    depths: list[int] = []
    for node, above in enumerate(parents):
        depths.append(0 if above < 0 else depths[above] + 1)
        if above >= 0:
            children[above].append(node)

    def read(node: int) -> str:
        sign = tree.wildcards[node].strip()
        return sign or texts.get(labels[node], "")

    for node, above in enumerate(parents):
        if above < 0 or (read(node) and children[above] == [node]):
            continue
        of = children[node]
        only = of[0] if len(of) == 1 and read(of[0]) else node
        is_wildcard = tree.wildcards[only] != " "
        name = "" if only == node and read(node) else names[labels[node]]
        yield Line(node, depths[node] - 1, name, read(only), is_wildcard)


def list_labels(pages: Sequence[Page]) -> tuple[dict[int, str], dict[int, str]]:
    """List what the labels of pages stand for: the names of elements, and texts."""
    names: dict[int, str] = {}
    texts: dict[int, str] = {}
    for page in pages:
        tree = build_tree(page, "shown", "text")
        rows = np.frombuffer(tree.row, np.uint32).tolist()
        for row, label in zip(rows, np.frombuffer(tree.label, np.uint64).tolist(), strict=True):
            if page.tag[row] == 0:
                texts[label] = " ".join(page.text(row).split())
            else:
                names[label] = page.name(row)
    return names, texts


def pair_lines(
    first: Sequence[Line], second: Sequence[Line], pairs: dict[int, int]
) -> Iterator[tuple[Line | None, Line | None]]:
    """Bring the lines of two pages together, in document order.

    Args:
        first: the lines of a page.
        second: those of the other page.
        pairs: the nodes of the other page that nodes of the page are mapped to.
    """
    places = {line.node: at for at, line in enumerate(second)}
    done = 0
    for line in first:
        at = places.get(pairs.get(line.node, -1))
        if at is None:
            yield line, None
            continue
        yield from ((None, other) for other in second[done:at])
        yield line, second[at]
        done = at + 1
    yield from ((None, other) for other in second[done:])


# ---------------------------------------------------------------- parts


def _draw_pair(sheet: Sheet, *pages: Page) -> None:
    trees = [build_tree(page, "shown", "text") for page in pages]
    distance, _, a, b = trees[0].align(
        trees[1], delete=1, insert=1, replace=1, epsilon=np.inf, max_cells=1 << 20
    )
    sheet.heading(
        f"1. Two pages, aligned: {distance:g} edits, {len(trees[0])} and {len(trees[1])} nodes"
    )
    pairs = dict(
        zip(
            np.frombuffer(a, np.uint32).tolist(),
            np.frombuffer(b, np.uint32).tolist(),
            strict=True,
        )
    )
    labels = list_labels(pages)
    first, second = (list(list_lines(tree, *labels)) for tree in trees)
    sheet.y += 4
    for left, right in pair_lines(first, second, pairs):
        is_same = left is not None and right is not None and left.text == right.text
        sign, colour = ("=", FAINT) if is_same else ("≠", BLUE)
        for line, x in ((left, MARGIN), (right, SECOND)):
            if not is_same:
                sheet.add(draw_rect(x, sheet.y, PAGE, ROW - 2, fill=VARIED))
            if line is not None:
                _draw_line(sheet, line, x, PAGE)
        sheet.text(SIGN, sheet.y + 13, sign, fill=colour, anchor="middle", bold=True)
        sheet.y += ROW


def _draw_line(sheet: Sheet, line: Line, left: float, width: float, colour: str = BLACK) -> None:
    x = left + 4 + INDENT * line.depth
    y = sheet.y + 13
    if line.name:
        sheet.text(x, y, fit_text(line.name, NAME, TEXT, bold=True), bold=True)
    if not line.text:
        return
    x = left + NAME if line.name else x
    sheet.text(x, y, fit_text(line.text, left + width - 4 - x, TEXT), fill=colour)


def _draw_template(sheet: Sheet, tree: Tree, pages: Sequence[Page]) -> None:
    sheet.y += 4
    for line in list_lines(tree, *list_labels(pages)):
        if line.is_wildcard:
            sheet.add(draw_rect(MARGIN, sheet.y, PAGE, ROW - 2, fill=VARIED))
            meaning = MEANINGS[line.text]
            sheet.text(MARGIN + NAME + 60, sheet.y + 13, meaning, size=SMALL, fill=BLUE)
        _draw_line(sheet, line, MARGIN, PAGE, BLUE if line.is_wildcard else BLACK)
        sheet.y += ROW


def _draw_data(sheet: Sheet, site: ExampleSite, choice: Choice) -> None:
    page = site.example.page
    shares, body = measure_shares(page, choice), find_drawn_body(choice)
    tree = build_tree(page, "shown", "text")
    rows = np.frombuffer(tree.row, np.uint32).tolist()
    sheet.y += 14
    for x, title, anchor in (
        (SAMPLE, "text", ""),
        (DATA, "data", "end"),
        (SHARE, "share of the data", ""),
    ):
        sheet.text(x, sheet.y, title, size=SMALL, fill=FAINT, anchor=anchor)
    sheet.y += 6
    for line in list_lines(tree, *list_labels([page])):
        row, y = rows[line.node], sheet.y
        if line.text:
            outcome = site.example.name_outcome(choice, page.under(row))
            shade, width = outcome.shade, DATA - 40 - SAMPLE
            sheet.add(draw_rect(SAMPLE - 6, y, width, ROW - 2, fill=shade))
            sample = fit_text(line.text, width - 12, TEXT)
            sheet.text(SAMPLE, y + 13, sample, fill=outcome.ink)
        x = MARGIN + INDENT * line.depth
        name = name_element(page, row) if line.name else ""
        if row == body:
            name = f"{name}: body"
        colour = BLUE if row == body else BLACK
        if name:
            sheet.text(
                x, y + 13, fit_text(name, SAMPLE - 10 - x, TEXT, bold=True), bold=True, fill=colour
            )
        n_chars = int(page.chars[page.under(row) & (choice.evidence["data"] > 0)].sum())
        sheet.text(DATA, y + 13, str(n_chars), anchor="end")
        sheet.add(draw_rect(SHARE, y + 3, BAR, ROW - 9, fill="#f6f8fa", stroke=RULE))
        sheet.add(draw_rect(SHARE, y + 3, BAR * shares[row], ROW - 9, fill=BLUE))
        sheet.text(SHARE + BAR + 6, y + 13, f"{shares[row]:.2f}", size=SMALL)
        sheet.add(draw_line(MARGIN, y + ROW - 1, WIDTH - MARGIN, y + ROW - 1, stroke="#eaeef2"))
        sheet.y += ROW
    sheet.y += 4
