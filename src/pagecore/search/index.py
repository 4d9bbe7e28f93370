"""An index that is open for searches: rank pages or chunks for a query."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from pagecore.errors import BadOption, SearchError, show_value
from pagecore.search.analysis import TermDigests, digest_texts, find_marks
from pagecore.search.bm25 import Statistics
from pagecore.search.candidates import count_parts, score_pages, score_parts
from pagecore.search.combine import order_pages
from pagecore.search.damage import FILE_LIST, report_damage, require_file_list, require_tantivy
from pagecore.search.expand import expand_by_offer_weight, expand_by_rm3
from pagecore.search.feedback import Segments, choose_pages, choose_segments
from pagecore.search.first_ranking import build_query
from pagecore.search.hits import ChunkHit, Hit
from pagecore.search.manifest import read_manifest
from pagecore.search.options import MAX_CANDIDATES, SearchOptions, check_integer
from pagecore.search.query import LanguageQuery, analyse_query, read_query
from pagecore.search.schema import TEXT_FIELDS, make_schema, name_length, read_digests, read_stored
from pagecore.store import make_printable

if TYPE_CHECKING:
    from tantivy import Searcher

Vector = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]


def open_index(path: str | os.PathLike[str]) -> SearchIndex:
    """Open an index for searches.

    Args:
        path: the folder that `pagecore index` has written.

    Raises:
        BadOption: the folder does not exist, or is not an index.
        SearchError: the index is damaged, or has another format.
        NeedsExtra: tantivy is not installed.
    """
    if not isinstance(path, (str, os.PathLike)):
        raise BadOption(f"path={show_value(path)}: expected the path of an index")
    return SearchIndex(Path(path))


class SearchIndex:
    """An index. It shows the pages of the last commit before it was opened."""

    def __init__(self, path: Path) -> None:
        """Use `pagecore.search.open`."""
        self.path = path
        self.manifest = read_manifest(path)
        require_tantivy()
        from tantivy import Index, Query

        require_file_list(path)
        if not (path / FILE_LIST).exists():
            raise SearchError(
                f"index {make_printable(path)} has no pages; repeat the `pagecore index` command "
                "that began it"
            )
        with report_damage(path):
            self._schema = make_schema()
            self._searcher: Searcher = Index(self._schema, path=str(path), reuse=True).searcher()
            summaries: dict[str, Any] = {
                "languages": {"terms": {"field": "language", "size": 10_000}},
                **{name: {"avg": {"field": name_length(name)}} for name in TEXT_FIELDS},
            }
            found = self._searcher.aggregate(Query.all_query(), summaries)
            #: The number of pages by language.
            self.languages: dict[str, int] = {
                str(of["key"]): int(of["doc_count"]) for of in found["languages"]["buckets"]
            }
            self._mean_lengths = {name: float(found[name]["value"] or 0) for name in TEXT_FIELDS}

    def __len__(self) -> int:
        """Return the number of pages."""
        return sum(self.languages.values())

    def search(self, query: str, *, limit: int = 10, **options: Any) -> list[Hit]:
        """Search for pages.

        Args:
            query: words, `"phrases in quotation marks"`, and `-words` that must not occur.
            limit: the most results.
            options: the fields of `SearchOptions`: `rank`, `expand`, `k1`, `b`, `alpha`, `site`
                and others.

        Returns:
            The pages with their best segments, the best page first.

        Raises:
            BadInput: the query is empty, too long, or has an unmatched quotation mark.
            BadOption: an option is unknown, or its value is not accepted.
            SearchError: the index is damaged.
        """
        check_integer("limit", limit, MAX_CANDIDATES)
        ranked = self._rank(query, _make_options(options))
        order, scores = ranked.order(ranked.best_scores)
        return [
            _make_hit(
                ranked.records[at], int(ranked.best_places[at]), float(scores[at]), ranked.terms
            )
            for at in order[:limit].tolist()
        ]

    def search_chunks(self, query: str, *, limit: int = 10, **options: Any) -> list[ChunkHit]:
        """Search for chunks of pages, for quotations and language models.

        The arguments are those of `search`. Chunks are ranked like segments, by their own words and
        by their pages. Of chunks with the same words, only the best is returned.
        """
        check_integer("limit", limit, MAX_CANDIDATES)
        ranked = self._rank(query, _make_options(options), with_chunks=True)
        counted = count_parts(
            [len(chunks) for chunks in ranked.chunks],
            [record["language"] for record in ranked.records],
            ranked.queries,
            lambda language, pages: digest_texts(
                [
                    text
                    for page in pages
                    for chunk in ranked.chunks[page]
                    for text in (chunk["text"], "\n".join(chunk["heading_path"]))
                ],
                language or None,
            ),
        )
        chunk_scores = score_parts(counted, ranked.options)
        # A chunk without a term of the query is no answer, even on a page with all of them.
        matching = np.flatnonzero(chunk_scores > 0)
        owners, places = counted.owners[matching], counted.places[matching]
        parts = replace(ranked, page_scores=ranked.page_scores[owners])
        order, scores = parts.order(chunk_scores[matching])
        hits: dict[str, ChunkHit] = {}
        for at in order.tolist():
            if len(hits) == limit:
                break
            chunk = ranked.chunks[owners[at]][places[at]]
            if chunk["digest"] not in hits:
                record = ranked.records[owners[at]]
                hits[chunk["digest"]] = _make_chunk_hit(
                    record, chunk, float(scores[at]), ranked.terms
                )
        return list(hits.values())

    def _rank(self, text: str, options: SearchOptions, *, with_chunks: bool = False) -> _Ranked:
        """Rank the candidates of a query, which is expanded if the options say so."""
        query = read_query(text)
        languages = self.languages if options.language is None else {options.language: 1}
        queries = analyse_query(query, languages or {"": 1})
        with report_damage(self.path):
            ranked = self._rank_terms(queries, options, with_chunks=with_chunks)
            if options.expand == "none":
                return ranked
            expanded = [self._expand(query, ranked) for query in queries]
            # The words to mark stay those of the query.
            return replace(
                self._rank_terms(expanded, options, with_chunks=with_chunks), terms=ranked.terms
            )

    def _rank_terms(
        self, queries: Sequence[LanguageQuery], options: SearchOptions, *, with_chunks: bool
    ) -> _Ranked:
        result = self._searcher.search(
            build_query(self._schema, queries, options), options.candidates, count=False
        )
        documents = [self._searcher.doc(address) for _, address in result.hits]
        records = [read_stored(document, "record") for document in documents]
        chunks = [read_stored(of, "chunks") for of in documents] if with_chunks else []
        digests = [read_digests(document, "part_digests") for document in documents]
        titles = [read_digests(document, "title_digests") for document in documents]
        counted = count_parts(
            [len(record["segments"]) for record in records],
            [record["language"] for record in records],
            queries,
            lambda _, pages: TermDigests.join([digests[page] for page in pages]),
        )
        page_scores = score_pages(counted, titles, self._find_statistics, options)
        part_scores = score_parts(counted, options)
        best_scores, best_places = counted.find_best(part_scores)
        terms = {name: [*query.weights] for query in queries for name in query.languages}
        return _Ranked(
            options,
            queries,
            records,
            chunks,
            page_scores,
            Segments(counted.owners, counted.places, part_scores, digests),
            best_scores,
            best_places,
            terms,
        )

    def _find_statistics(self, terms: Sequence[str]) -> Statistics:
        n_with_term = self._count_pages_with(terms)
        return Statistics(
            len(self), np.array([n_with_term[term] for term in terms], float), self._mean_lengths
        )

    def _count_pages_with(self, terms: Iterable[str]) -> dict[str, int]:
        """Count the pages that have each term; deleted pages may count until files are merged."""
        count: Callable[[str, str], int] = self._searcher.doc_freq
        return {
            term: min(max(count(name, term) for name in TEXT_FIELDS), len(self)) for term in terms
        }

    def _expand(self, query: LanguageQuery, ranked: _Ranked) -> LanguageQuery:
        """Add the terms of the best segments, or of the best pages, to a query."""
        options = ranked.options
        if options.expand_from == "block":
            texts = choose_segments(query, ranked.records, ranked.segments, options.expand_texts)
        else:
            texts = choose_pages(query, ranked.records, ranked.page_scores, options.expand_texts)
        if not texts.terms:
            return query
        if options.expand == "rm3":
            weights = expand_by_rm3(
                query.weights, texts.terms, texts.scores, n_terms=options.expand_terms
            )
        else:
            weights = expand_by_offer_weight(
                query.weights,
                texts.terms,
                texts.count_texts_with or self._count_pages_with,
                texts.n_texts or len(self),
                n_terms=options.expand_terms,
                weights=options.expand_weights,
            )
        return replace(query, weights=weights)


@dataclass(frozen=True, eq=False)
class _Ranked:
    """The candidates of a query with their scores."""

    options: SearchOptions
    queries: Sequence[LanguageQuery]
    records: list[dict[str, Any]]
    #: The chunks of each page, if they were asked for.
    chunks: list[list[dict[str, Any]]]
    page_scores: Vector
    segments: Segments
    #: The score of the best segment of each page, and its place in the page.
    best_scores: Vector
    best_places: Numbers
    #: The terms to mark by language.
    terms: dict[str, list[str]]

    def order(self, part_scores: Vector) -> tuple[Numbers, Vector]:
        """Order pages or parts of pages by `rank`; return their numbers, the best first, and the
        score of each.

        Args:
            part_scores: of the best segment of each page, or of each part.
        """
        if self.options.rank == "combined":
            order, sums = order_pages(
                self.page_scores,
                part_scores,
                alpha=self.options.alpha,
                combination=self.options.combine,
            )
            # A low sum of ranks is good, but a score should be high.
            return order, 1 / sums if self.options.combine == "rank" else sums
        scores = self.page_scores if self.options.rank == "document" else part_scores
        other = part_scores if self.options.rank == "document" else self.page_scores
        return np.lexsort((-other, -scores)), scores


def _make_options(options: dict[str, Any]) -> SearchOptions:
    unknown = set(options) - set(SearchOptions.__dataclass_fields__)
    if unknown:
        known = ", ".join(["limit", *SearchOptions.__dataclass_fields__])
        raise BadOption(f"search() has no keyword {min(unknown)!r}; it has: {known}")
    return SearchOptions(**options)


def _make_hit(record: dict[str, Any], place: int, score: float, terms: dict[str, list[str]]) -> Hit:
    language = record["language"]
    segment = record["segments"][place] if place >= 0 else {}
    text = segment.get("text", "")
    return Hit(
        url=record["url"],
        title=record["title"],
        score=score,
        text=text,
        marks=tuple(find_marks(text, terms.get(language, []), language or None)),
        heading_path=tuple(segment.get("heading_path", ())),
        xpath=segment.get("xpath", ""),
        language=language,
        date=record["date"],
        page_type=record["page_type"],
    )


def _make_chunk_hit(
    record: dict[str, Any], chunk: dict[str, Any], score: float, terms: dict[str, list[str]]
) -> ChunkHit:
    language, text = record["language"], chunk["text"]
    return ChunkHit(
        id=chunk["id"],
        url=record["url"],
        title=record["title"],
        score=score,
        text=text,
        markdown=chunk["markdown"],
        marks=tuple(find_marks(text, terms.get(language, []), language or None)),
        heading_path=tuple(chunk["heading_path"]),
        digest=chunk["digest"],
        language=language,
        date=record["date"],
        page_type=record["page_type"],
        authors=tuple(record["authors"]),
        site=record["site"],
    )
