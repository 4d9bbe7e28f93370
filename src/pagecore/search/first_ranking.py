"""The first ranking: queries of tantivy over the terms of whole pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from pagecore.search.options import SearchOptions
from pagecore.search.query import LanguageQuery
from pagecore.search.schema import TEXT_FIELDS, read_day

if TYPE_CHECKING:
    from tantivy import Occur, Query, Schema


def build_query(schema: Schema, queries: Sequence[LanguageQuery], options: SearchOptions) -> Query:
    """Build the query for the first ranking: for each language its terms, and the filters."""
    from tantivy import Occur, Query

    by_language = [
        Query.boolean_query(list(_build_clauses(schema, query, options.fields)))
        for query in queries
    ]
    parts = [(Occur.Must, Query.boolean_query([(Occur.Should, query) for query in by_language]))]
    parts += [
        (Occur.Must, Query.const_score_query(of, 0)) for of in _build_filters(schema, options)
    ]
    return Query.boolean_query(parts)


def _build_clauses(
    schema: Schema, query: LanguageQuery, fields: Mapping[str, float]
) -> Iterator[tuple[Occur, Query]]:
    """Build the clauses for the pages of some languages."""
    from tantivy import Occur, Query

    languages = Query.term_set_query(schema, "language", list(query.languages))
    yield Occur.Must, Query.const_score_query(languages, 0)
    terms = [
        (
            Occur.Should,
            Query.boost_query(Query.term_query(schema, name, term, "freq"), weight * fields[name]),
        )
        for term, weight in query.weights.items()
        for name in TEXT_FIELDS
        if fields.get(name, 0.0) > 0
    ]
    yield Occur.Must, Query.boolean_query(terms)
    for phrase in query.phrases:
        yield Occur.Must, Query.const_score_query(_build_sequence(schema, phrase), 0)
    for excluded in query.excluded:
        yield Occur.MustNot, _build_sequence(schema, excluded)


def _build_sequence(schema: Schema, terms: Sequence[str]) -> Query:
    """Build the query for terms that follow each other in a field."""
    from tantivy import Occur, Query

    return Query.boolean_query(
        [
            (
                Occur.Should,
                Query.term_query(schema, name, terms[0], "freq")
                if len(terms) == 1
                else Query.phrase_query(schema, name, list(terms)),
            )
            for name in TEXT_FIELDS
        ]
    )


def _build_filters(schema: Schema, options: SearchOptions) -> Iterator[Query]:
    from tantivy import FieldType, Query

    if options.site is not None:
        yield Query.term_query(schema, "host", options.site.lower(), "basic")
    if options.page_type is not None:
        yield Query.term_query(schema, "page_type", options.page_type, "basic")
    if options.date_from is not None or options.date_to is not None:
        yield Query.range_query(
            schema,
            "day",
            FieldType.Integer,
            lower_bound=0 if options.date_from is None else read_day(options.date_from),
            upper_bound=99_991_231 if options.date_to is None else read_day(options.date_to),
        )
