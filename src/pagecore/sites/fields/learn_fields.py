"""Learn the fields of a site: align some pages, find the columns, and name them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from pagecore.errors import WrapperError
from pagecore.page import Page
from pagecore.site import Site
from pagecore.sites.fields.aligned_tree import AlignedTree
from pagecore.sites.fields.columns import (
    find_columns,
    includes_label,
    is_labelled,
)
from pagecore.sites.fields.names import LABELLED, find_unmatched, name_columns
from pagecore.sites.fields.rules import MAX_FIELDS, MAX_NODES, Field, FieldRules
from pagecore.sites.fields.text_tree import TextTree
from pagecore.sites.fields.titles import LearnedPage

#: Limit of the pages that are aligned.
MAX_PAGES: Final = 5
#: Nodes on a single page are dropped if this many pages are aligned.
_MIN_PAGES: Final = 3
#: Limit of the notes on labelled values that are no field.
_MAX_UNMATCHED: Final = 20
#: Limit of the pages whose links are read.
_MAX_LINKING: Final = 200


def learn_fields(site: Site, numbers: Sequence[int]) -> tuple[FieldRules, list[str]]:
    """Learn the fields of pages of one template; also return remarks on what was left out.

    Args:
        site: the pages of the template.
        numbers: the pages to choose from, by their places. At most `MAX_PAGES` of them are aligned:
            those with labelled values, then others at equal distances.

    Raises:
        WrapperError: the aligned tree has more nodes than a wrapper can hold.
    """
    chosen = _choose_pages(site, numbers)
    selected = site.select(chosen)
    pages = _add_link_texts(
        site, [LearnedPage(page, _read_values(site, page)) for page in selected]
    )
    trees = [TextTree.of(page.page) for page in pages]
    aligned = AlignedTree.of(trees[0])
    for tree in trees[1:]:
        aligned = aligned.add(tree)
    maps = [aligned.align(tree) for tree in trees]
    known = [page.values for page in pages]
    columns = find_columns(aligned, trees, maps, known)
    template_texts = _read_template_texts(trees, maps)
    n_columns = len(columns)
    is_known = {column.node for column in columns if is_labelled(column.values, known)}
    columns = [
        column for at, column in enumerate(columns) if at < MAX_FIELDS or column.node in is_known
    ]
    names = name_columns(columns, aligned, template_texts, pages)
    labelled = {node for node, name in names.items() if name.reason == LABELLED}
    columns.sort(key=lambda column: column.node not in labelled)
    kept, places = _drop_rare(aligned, labelled, len(trees))
    if len(kept) > MAX_NODES:
        raise WrapperError(
            f"nothing was learned: the aligned pages have {len(kept)} nodes, more than {MAX_NODES}"
        )
    fields = [
        Field(
            places[column.node],
            *names[column.node],
            column.sign,
            column.kind,
            with_label=column.node in labelled and includes_label(column.values, known),
        )
        for column in columns
        if column.node in places
    ][:MAX_FIELDS]
    unmatched = [
        f"{selected.name(at, page.page)}: no text of the page is a field for {value}"
        for at, page in enumerate(pages)
        for value in find_unmatched(columns, names, at, page.values)
    ]
    notes = unmatched[:_MAX_UNMATCHED]
    if len(unmatched) > len(notes):
        notes.append(f"{len(unmatched) - len(notes)} more values are no field")
    if not fields:
        notes.append("no fields were found: no text of the pages varies in one place")
    if not aligned.is_complete:
        notes.append("the pages are too large to be aligned completely; fields may be missing")
    n_left_out = n_columns - len(fields)
    if n_left_out:
        notes.append(
            f"fields left out, which are on a single page or after the first {MAX_FIELDS}: "
            f"{n_left_out}"
        )
    return FieldRules(kept, tuple(fields)), notes


def _read_values(site: Site, page: Page) -> Mapping[str, Sequence[str]]:
    return {} if site.values is None else site.values(page)


def _choose_pages(site: Site, numbers: Sequence[int]) -> list[int]:
    """Choose the pages to align: those with labelled values first, then at equal distances."""
    labelled: list[int] = []
    if site.values is not None:
        selected = zip(numbers, site.select(numbers), strict=True)
        labelled = [number for number, page in selected if site.values(page)][:MAX_PAGES]
    others = [number for number in numbers if number not in labelled]
    n_others = min(MAX_PAGES - len(labelled), len(others))
    last = len(others) - 1
    spread = {others[round(at * last / max(n_others - 1, 1))] for at in range(n_others)}
    return sorted({*labelled, *spread})


def _read_template_texts(
    trees: Sequence[TextTree], maps: Sequence[Mapping[int, int]]
) -> dict[int, str]:
    """Return the texts that are the same on two pages or more, and on all that have them, by their
    nodes. Texts in links are left out: they name other pages."""
    texts: dict[int, list[str]] = {}
    for tree, of_page in zip(trees, maps, strict=True):
        in_link = tree.page.above(tree.page.is_tag("a")) >= 0
        for node, other in of_page.items():
            text = tree.texts[other]
            if text is not None and not in_link[tree.rows[other]]:
                texts.setdefault(node, []).append(text)
    return {node: of[0] for node, of in texts.items() if len(of) > 1 and len(set(of)) == 1}


def _add_link_texts(site: Site, pages: Sequence[LearnedPage]) -> list[LearnedPage]:
    """Add the texts of links to each page on the other pages of the site, of all page classes:
    lists name the pages that they link to."""
    if not any(page.page.url for page in pages):
        return list(pages)
    texts = site.read_link_texts(_MAX_LINKING)
    return [
        replace(page, link_texts=frozenset(texts.get(page.page.url or "", ()))) for page in pages
    ]


def _drop_rare(
    tree: AlignedTree, labelled: Iterable[int], n_pages: int
) -> tuple[AlignedTree, dict[int, int]]:
    """Drop the nodes that only one of several pages has, unless a labelled column is below them;
    also return the new place of each node."""
    if n_pages < _MIN_PAGES:
        return tree.drop_nodes(())
    kept = set()
    for column in labelled:
        node = column
        while node >= 0:
            kept.add(node)
            node = tree.nodes[node].parent
    return tree.drop_nodes(
        number for number, node in enumerate(tree.nodes) if node.n_pages == 1 and number not in kept
    )
