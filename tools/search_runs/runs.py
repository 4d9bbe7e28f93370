"""All rankings of all queries of a collection, by name."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from pagecore.search.analysis import find_terms
from pagecore.search.combine import COMBINATIONS
from tools.known_items.collection import Collection
from tools.search_runs.rankings import (
    DEPTH,
    EXPANSIONS,
    N_CANDIDATES,
    Numbers,
    PageIndex,
    Query,
    SegmentIndex,
    Vector,
    combine,
    expand,
    rank,
)
from tools.search_runs.texts import IndexedTexts

#: The weights of the ranking by pages that are tried.
ALPHAS: Final = tuple(round(0.1 * step, 1) for step in range(11))
#: The rankings by pages: all that a page shows, and what the default extractor keeps.
WHOLE, EXTRACTED = "whole", "extracted"
#: The segmentation whose pages are the extracted content; the others divide the whole page.
CONTENT: Final = "content"
#: The end of the names of segmentations with headings.
HEADINGS: Final = "+headings"

#: Segmentation, way to combine, and alpha.
Combination: TypeAlias = tuple[str, str, float]


@dataclass
class Runs:
    """The pages of each ranking, best first, by the name of the run and the query."""

    plain: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    combined: dict[Combination, dict[str, list[str]]] = field(default_factory=dict)


def name_pages(segmentation: str) -> str:
    """The ranking by pages that a segmentation belongs to."""
    return EXTRACTED if segmentation.startswith(CONTENT) else WHOLE


def add_headings(segmentation: str) -> str:
    """The name of a segmentation whose segments count with the headings above them."""
    return segmentation + HEADINGS


def run_queries(collection: Collection, texts: Mapping[str, IndexedTexts]) -> Runs:
    """Rank the pages of a collection for all of its queries in all ways.

    Args:
        collection: the queries.
        texts: the indexed pages by segmentation; `dom` and `content` are needed.
    """
    pages = {WHOLE: PageIndex(texts["dom"]), EXTRACTED: PageIndex(texts[CONTENT])}
    segments = {name: SegmentIndex(of) for name, of in texts.items()}
    segments |= {
        add_headings(name): SegmentIndex(of, with_headings=True) for name, of in texts.items()
    }
    languages = {page.id: page.language for page in collection.pages}
    ids = [page.id for page in collection.pages]
    plain: defaultdict[str, dict[str, list[str]]] = defaultdict(dict)
    combined: defaultdict[Combination, dict[str, list[str]]] = defaultdict(dict)
    for query in collection.queries:
        terms = Counter(find_terms(query.text, languages[query.page]))
        weights = {term: float(n) for term, n in terms.items()}
        scores = {name: index.score(weights) for name, index in pages.items()}
        for name, order in _rank_pages(weights, scores, pages):
            plain[name][query.id] = [ids[at] for at in order[:DEPTH].tolist()]
        for segmentation, index in segments.items():
            base = name_pages(segmentation)
            for key, order in _rank_segments(
                weights, scores[base], pages[base], segmentation, index
            ):
                top = [ids[at] for at in order[:DEPTH].tolist()]
                if isinstance(key, str):
                    plain[key][query.id] = top
                else:
                    combined[key][query.id] = top
    return Runs(dict(plain), dict(combined))


def _rank_pages(
    query: Query, scores: Mapping[str, Vector], pages: Mapping[str, PageIndex]
) -> Iterator[tuple[str, Numbers]]:
    """Rankings by pages, and those after expansion from the best pages."""
    for name, index in pages.items():
        yield name, rank(scores[name])
        chosen = index.choose_texts(scores[name])
        for expansion in EXPANSIONS:
            expanded = expand(query, *chosen, expansion, index.postings)
            yield name_expanded(name, expansion), rank(index.score(expanded))


def _rank_segments(
    query: Query, scores: Vector, pages: PageIndex, segmentation: str, index: SegmentIndex
) -> Iterator[tuple[str | Combination, Numbers]]:
    """Rankings by segments, by pages and segments, and by pages after expansion from the best
    segments."""
    candidates = rank(scores)[:N_CANDIDATES]
    best, numbers, segment_scores = index.score(query, candidates)
    yield name_segments(segmentation), candidates[rank(best)]
    for combination in COMBINATIONS:
        for alpha in ALPHAS:
            order = combine(candidates, scores[candidates], best, alpha, combination)
            yield (segmentation, combination, alpha), order
    chosen = index.choose_texts(numbers, segment_scores)
    for expansion in EXPANSIONS:
        expanded = expand(query, *chosen, expansion, index.bodies, numbers)
        name = name_expanded(name_pages(segmentation), expansion, segmentation)
        yield name, rank(pages.score(expanded))


def name_segments(segmentation: str) -> str:
    """The name of the ranking by the best segments."""
    return f"{segmentation} segments"


def name_expanded(pages: str, expansion: str, segmentation: str | None = None) -> str:
    """The name of a ranking after expansion from segments, or from pages."""
    source = "pages" if segmentation is None else name_segments(segmentation)
    return f"{pages}, {expansion} from {source}"
