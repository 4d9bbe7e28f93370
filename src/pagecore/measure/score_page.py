"""How each metric scores a page: from gold and output to a row of numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from pagecore.corpora.corpus import Item
from pagecore.measure.gold import read_metadata
from pagecore.measure.metric import NAN, Row, Scope
from pagecore.measure.output import Output
from pagecore.metrics import grams, metadata, posts, records, segments, snippets, structure
from pagecore.page import parse
from pagecore.page.page_file import load_page


def score_texts(score: Callable[[str, str], Row]) -> Callable[[Item, Output, Scope], Row | None]:
    """Turn a function that compares two texts into one that scores a page."""

    def score_page(item: Item, output: Output, scope: Scope) -> Row | None:
        is_scored = item.in_means and "text" in scope.parts
        gold = item.gold.text if is_scored else None
        return None if gold is None else score(gold, output.text)

    return score_page


def score_grams(gold: str, text: str) -> Row:
    """Precision and recall of 4-grams."""
    counts = grams.count_grams(gold, text)
    return counts.precision, counts.recall


def score_snippets(item: Item, output: Output, scope: Scope) -> Row | None:
    """Counts of required and forbidden snippets that the output has and lacks."""
    required, forbidden = item.gold.required_snippets, item.gold.forbidden_snippets
    if not item.in_means or "text" not in scope.parts or not (required or forbidden):
        return None
    counts = snippets.count_snippets(required, forbidden, output.text)
    return counts.tp, counts.fp, counts.fn, counts.tn


def score_posts(item: Item, output: Output, scope: Scope) -> Row | None:
    """Counts of matched posts, and of their fields that are right."""
    gold = item.gold.posts
    if gold is None or not item.in_means or "posts" not in scope.parts:
        return None
    counts = posts.count_posts(gold, output.posts or (), unspaced=True, url=item.url)
    return counts.matched, counts.n_output, counts.n_gold, *counts.right, *counts.in_gold


def score_records(item: Item, output: Output, scope: Scope) -> Row | None:
    """Counts of matched items, and of their cells that are right."""
    gold = item.gold.records
    if gold is None or not item.in_means or "records" not in scope.parts:
        return None
    return tuple(records.count_records(gold, output.records or ()))


#: The metadata fields, each with the function that compares gold and output.
FIELDS: Final[dict[str, Callable[..., metadata.FieldCounts]]] = {
    "title": metadata.compare_title,
    "author": metadata.compare_authors,
    "date": metadata.compare_date,
}


def score_metadata(item: Item, output: Output, scope: Scope) -> Row | None:
    """Counts of fields that are right and that are invented."""
    gold = read_metadata(item)
    is_known = any(gold.values())
    # A page without gold text may have a title; a page without any gold forbids nothing.
    if not (is_known or item.in_means) or not scope.fields or not scope.parts & FIELDS.keys():
        return None
    row: list[float] = []
    n_right = n_in_gold = 0
    for name, compare in FIELDS.items():
        counts = compare(gold[name], getattr(output, name))
        n_right, n_in_gold = n_right + counts.right, n_in_gold + counts.in_gold
        is_scored = name in scope.fields and name in scope.parts
        values = (counts.right, counts.in_gold, counts.invented, counts.not_in_gold)
        row += values if is_scored else (NAN,) * 4
    return n_right, n_in_gold, *row


def score_segments(item: Item, output: Output, scope: Scope) -> Row | None:
    """B-cubed precision, recall and F1 of the rows, on the fine and on the coarse level."""
    gold = item.gold.segments
    if gold is None or not item.in_means or "segments" not in scope.parts:
        return None
    if output.is_rendered and item.rendered is not None:
        page = load_page(item.rendered)
    else:
        page = parse(item.html(), url=item.url, encoding=item.encoding)
    ids = np.full(len(page), -1) if output.segments is None else output.segments
    row: list[float] = []
    for level in (2, 1):
        labels, weights = segments.label_rows(page, gold, level)
        row += segments.bcubed(labels, ids, weights) or (NAN,) * 3
    return tuple(row)


def score_structure(item: Item, output: Output, scope: Scope) -> Row | None:
    """F1 of the elements of each kind; NaN for kinds that neither gold nor output has."""
    gold = item.gold.html
    if gold is None or not item.in_means or "html" not in scope.parts:
        return None
    kept = structure.score_structure(gold, output.html or "", item.gold.html_url or item.url)
    return tuple(kept[kind].f1 if kind in kept else NAN for kind in structure.KINDS)
