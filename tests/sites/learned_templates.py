"""Templates that `rtdm` learns from pages of the tests, and how to read them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import numpy as np

from pagecore import Page, learn, parse
from pagecore._core import Tree
from pagecore.page import Mask
from pagecore.page.trees import build_tree
from pagecore.sites.rtdm import TemplateTree

WORDS = [
    "anchor", "baker", "canal", "drizzle", "engine", "ferry", "garden", "harbour", "island",
    "jacket", "kettle", "lantern",
]  # fmt: skip


FOOT = "<footer>Imprint</footer>"


def learn_template(pages: Sequence[str | bytes | Page], **options: Any) -> TemplateTree:
    """The template that the method learns from pages."""
    body = learn(list(pages), method="rtdm", classes="one", **options).body
    assert isinstance(body, TemplateTree)
    return body


def read_columns(tree: Tree) -> tuple[list[int], list[int], list[int]]:
    """The parents, labels and rows of the nodes of a tree."""
    return (
        np.frombuffer(tree.parent, np.int32).tolist(),
        np.frombuffer(tree.label, np.uint64).tolist(),
        np.frombuffer(tree.row, np.uint32).tolist(),
    )


def list_names(pages: Sequence[str | Page]) -> dict[int, str]:
    """What the labels of pages stand for: elements, and texts in quotes."""
    names = {}
    for page in (parse(page) if isinstance(page, str) else page for page in pages):
        _, labels, rows = read_columns(build_tree(page, "shown", "text"))
        for row, label in zip(rows, labels, strict=True):
            is_text = page.tag[row] == 0
            names[label] = f"'{page.text(row).strip()}'" if is_text else page.name(row)
    return names


def write_template(template: TemplateTree, pages: Sequence[str | Page]) -> str:
    """The template below `body`, such as `p('Posted' .) footer('Imprint')`."""
    names, tree = list_names(pages), template.tree
    parents, labels, _ = read_columns(tree)

    def write(node: int) -> str:
        sign = tree.wildcards[node]
        below = " ".join(write(child) for child, of in enumerate(parents) if of == node)
        name = names[labels[node]] if sign == " " else sign
        return f"{name}({below})" if below else name

    return write(0).removeprefix("html(body(").removesuffix("))")


def read_texts(page: str | Page, rows: Mask | Callable[[Page], Mask]) -> list[str]:
    """The texts of some rows of a page."""
    parsed = parse(page) if isinstance(page, str) else page
    chosen = rows(parsed) if callable(rows) else rows
    found = np.flatnonzero(chosen & (parsed.tag == 0))
    return [parsed.text(int(row)).strip() for row in found]


STORY = (
    "<header><b>Courier</b><a>News</a><a>Sport</a></header><main><h1>{title}</h1>"
    "<p>by {author}</p>{text}</main>{links}<footer>Contact<a>Imprint</a></footer>"
)


def make_story(number: int) -> str:
    """A page of a paper. The paragraphs have as many words in common with each other as with the
    menu, so that only places in the tree tell them apart."""
    text = "".join(f"<p>News {at} of Sport {number}</p>" for at in range(2 + number % 3))
    links = "<nav><a>Sport</a></nav>" if number % 2 else ""
    return STORY.format(title=f"Day {number}", author="Contact", text=text, links=links)


def make_site(random: Random) -> list[Page]:
    """Pages that share some of their structure and words, each with a word of its own."""

    def write(depth: int) -> str:
        parts = []
        for _ in range(random.randint(1, 3)):
            tag = random.choice(("div", "section", "b"))
            inside = write(depth - 1) if depth and random.random() < 0.6 else ""
            parts.append(f"<{tag}>{random.choice(WORDS[:4])}{inside}</{tag}>")
        return "".join(parts)

    fixed = [write(2) for _ in range(3)]
    pages = []
    for number in range(random.randint(2, 5)):
        parts = []
        for part in fixed:
            if random.random() < 0.8:
                parts.append(part if random.random() < 0.6 else f"<div>{write(1)}</div>")
            if random.random() < 0.4:
                parts.append(write(1))
        pages.append(parse(f"<i>Menu</i>{''.join(parts)}<i>{WORDS[5 + number]}</i>"))
    return pages
