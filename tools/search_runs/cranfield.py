"""BM25 on the Cranfield collection, as a check against published figures."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from pagecore.errors import BadInput
from pagecore.search.analysis import find_terms, split_terms
from pagecore.search.bm25 import BODY, Collection, score_bm25
from tools.search_runs.measures import describe, measure_run
from tools.search_runs.rankings import rank

DEPTH: Final = 1000
#: The grade of references of no interest; some published figures count them as relevant.
NO_INTEREST: Final = -1
_FILES: Final = ("docs.jsonl", "queries.jsonl", "qrels.jsonl")


def measure_cranfield(folder: Path) -> tuple[dict[str, Any], str]:
    """Measure BM25 with and without stemming, by the relevant grades and by all judgements.

    Returns:
        The figures, and the digest of the files.
    """
    try:
        contents = [(folder / name).read_bytes() for name in _FILES]
    except FileNotFoundError as error:
        raise BadInput(
            f"{error.filename}: no such file; run: make data CORPORA=cranfield"
        ) from error
    documents, queries, judgements = (
        [json.loads(line) for line in content.splitlines()] for content in contents
    )
    relevant = {
        "grades 1 to 4": [of for of in judgements if of["grade"] != NO_INTEREST],
        "all judgements": judgements,
    }
    rows = []
    for analysis, language in (("stems without stop words", "en"), ("words", None)):
        run = rank_documents(documents, queries, language)
        for name, judged in relevant.items():
            answers = collect_answers(queries, judged)
            values = describe(measure_run(run, answers))
            rows.append({"name": f"{analysis}, {name}", "n_relevant": len(judged), **values})
    figures = {"documents": len(documents), "queries": len(queries), "rows": rows}
    return figures, hashlib.sha256(b"".join(contents)).hexdigest()[:16]


def rank_documents(
    documents: Sequence[Mapping[str, str]],
    queries: Sequence[Mapping[str, str]],
    language: str | None,
) -> dict[str, list[str]]:
    """Rank the documents for each query by their text, which begins with the title."""
    terms = split_terms([document["text"] for document in documents], language)
    collection = Collection({BODY: of} for of in terms)
    run = {}
    for query in queries:
        counts = Counter(find_terms(query["text"], language))
        weights = {term: float(n) for term, n in counts.items()}
        order = rank(score_bm25(collection.count(weights), weights))[:DEPTH]
        run[query["id"]] = [documents[at]["id"] for at in order.tolist()]
    return run


def collect_answers(
    queries: Sequence[Mapping[str, str]], judgements: Sequence[Mapping[str, Any]]
) -> dict[str, list[str]]:
    """The relevant documents of each query."""
    answers: dict[str, list[str]] = {query["id"]: [] for query in queries}
    for judgement in judgements:
        answers[judgement["query"]].append(judgement["doc"])
    return answers
