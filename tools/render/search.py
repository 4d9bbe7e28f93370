"""Figures of block-based search, for docs/search-figures.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bench.search import ENTRY as COST_ENTRY
from pagecore.figures import Entries
from tools.render.markdown import wrap_text, write_caption, write_lead, write_number, write_table
from tools.search_figures import CRANFIELD_ENTRY, name_entry
from tools.search_runs.measures import MEASURES
from tools.search_runs.runs import ALPHAS, EXTRACTED, WHOLE

#: What the claims say, by the name in the figures.
CLAIMS: Final = {
    "extraction": "Extracted content is ahead of whole pages.",
    "combination": "The combination is ahead of pages alone and of segments alone.",
    "expansion": "Expansion from segments is ahead of expansion from pages.",
    "gain of expansion": "Expansion from segments is ahead of no expansion.",
    "comb": "`comb` is ahead of the other segmentations.",
}
#: Figures of others on Cranfield with all judgements: the analysis, MAP, and where they are from.
PUBLISHED: Final = (
    (
        "Lucene with an analyser of their own",
        0.425,
        "[lucene-search-engine](https://github.com/nating/lucene-search-engine)",
    ),
    ("reference run of a course, in the same table", 0.375, "the same"),
)


def render_headline(entries: Entries) -> str:
    """What extraction alone changes."""
    rows = []
    for part in ("web", "styled"):
        figures = entries[name_entry(part)]["figures"]
        (claim,) = [of for of in figures["claims"] if of["claim"] == "extraction"]
        extracted, whole = claim["map"]
        n_queries = sum(figures["queries"].values())
        cells = [part, n_queries, write_number(whole), write_number(extracted)]
        rows.append([*cells, write_lead(claim), judge(claim)])
    head = ["part", "queries", "MAP, whole pages", "MAP, extracted content", "difference (95 %)"]
    return write_table([*head, "extraction is"], rows)


def render_runs(entries: Entries, part: str) -> str:
    """All rankings of a part of the collection."""
    entry = entries[name_entry(part)]
    rows = [
        [
            _name_run(row["name"]),
            *(write_number(row[name]) for name in MEASURES),
            write_lead(row["lead"]) if row["lead"] else "",
        ]
        for row in entry["figures"]["rows"]
    ]
    table = write_table(["ranking", *MEASURES, "MAP against whole pages (95 %)"], rows)
    return table + "\n" + wrap_text(_describe(entry))


def render_kinds(entries: Entries, part: str) -> str:
    """MAP by kind of query."""
    figures = entries[name_entry(part)]["figures"]
    kinds = list(figures["rows"][0]["kinds"])
    head = ["ranking", *(f"{kind} ({figures['queries'][kind]})" for kind in kinds)]
    rows = [
        [_name_run(row["name"]), *(write_number(row["kinds"][kind]) for kind in kinds)]
        for row in figures["rows"]
        if "from" not in row["name"]
    ]
    return write_table(head, rows)


def render_sweep(entries: Entries, part: str) -> str:
    """MAP of combinations by `alpha`, in-sample, and the values that were chosen."""
    rows = [
        [
            _name_run(row["name"]),
            *(write_number(value) for value in row["map_by_alpha"]),
            " ".join(f"{alpha:.1f}" for alpha in row["alphas"]),
        ]
        for row in entries[name_entry(part)]["figures"]["combinations"]
    ]
    return write_table(["combination", *map(str, ALPHAS), "chosen for each fold"], rows)


def render_claims(entries: Entries) -> str:
    """Every comparison that a claim is about, and what follows."""
    rows = []
    for part in ("web", "styled"):
        for claim in entries[name_entry(part)]["figures"]["claims"]:
            first, second = map(_name_run, (claim["first"], claim["second"]))
            means = [write_number(value) for value in claim["map"]]
            cells = [claim["claim"], part, first, second, *means]
            rows.append([*cells, write_lead(claim), judge(claim)])
    head = ["claim", "part", "first", "second", "MAP", "MAP", "difference (95 %)", "first is"]
    return write_table(head, rows, left=(0, 1, 2, 3))


def render_verdicts(entries: Entries) -> str:
    """Each claim in one line: how often the first ranking is ahead, behind, or neither."""
    rows = []
    for claim, words in CLAIMS.items():
        for part in ("web", "styled"):
            found = [
                judge(of)
                for of in entries[name_entry(part)]["figures"]["claims"]
                if of["claim"] == claim
            ]
            if found:
                counts = [found.count(word) for word in ("ahead", "behind", "level")]
                rows.append([words, part, *counts, decide(found)])
    return write_table(["claim", "part", "ahead", "behind", "level", "verdict"], rows, left=(0, 1))


def render_cranfield(entries: Entries) -> str:
    """BM25 on Cranfield, beside the figures of others."""
    entry = entries[CRANFIELD_ENTRY]
    rows = [
        [row["name"], row["n_relevant"], *(write_number(row[name]) for name in MEASURES)]
        for row in entry["figures"]["rows"]
    ]
    empty = [""] * (len(MEASURES) - 1)
    rows += [
        [f"{analysis} ({source})", "1837", write_number(value), *empty]
        for analysis, value, source in PUBLISHED
    ]
    table = write_table(["BM25", "relevant", *MEASURES], rows)
    return table + "\n" + wrap_text(write_caption(entry["provenance"]))


def render_cost(entries: Entries) -> str:
    """What an index costs, beside one of whole pages."""
    entry = entries[COST_ENTRY]
    figures = entry["figures"]
    head = ["index", "documents/s", "CPU ms per document", "peak memory MiB", "index MiB"]
    rows = [
        [
            name,
            f"{figures[key]['documents_per_s']:.0f}",
            write_number(figures[key]["cpu_ms"], 2),
            f"{figures[key]['peak_mib']:.0f}",
            f"{figures[key]['index_mib']:.0f}",
        ]
        for key, name in (("blocks", "`pagecore index`"), ("whole", "whole pages, tantivy alone"))
    ]
    searches = [
        [
            name,
            search,
            *(f"{of[key]:.1f}" for key in ("p50_ms", "p95_ms", "cpu_p50_ms", "cpu_p95_ms")),
        ]
        for key, name in (("blocks", "`pagecore search`"), ("whole", "whole pages, tantivy alone"))
        for search, of in figures[key]["searches"].items()
    ]
    size = (
        f"{figures['documents']} documents of {figures['pages_mib']:.0f} MiB, "
        f"{figures['jobs']} worker processes, {figures['queries']} queries. The process that "
        f"searched had {figures['search_mib']:.0f} MiB."
    )
    caption = wrap_text(f"{size} {write_caption(entry['provenance'])}")
    timed = ["index", "ranking", "p50 ms", "p95 ms", "CPU p50 ms", "CPU p95 ms"]
    return f"{write_table(head, rows)}\n{write_table(timed, searches, left=(0, 1))}\n{caption}"


def judge(claim: Mapping[str, Any]) -> str:
    """Whether the first ranking is ahead of the second, by the 95 % interval."""
    if claim["low"] > 0:
        return "ahead"
    return "behind" if claim["high"] < 0 else "level"


def decide(found: Sequence[str]) -> str:
    """What comparisons say about a claim that needs all of them."""
    if set(found) == {"ahead"}:
        return "confirmed"
    if "ahead" in found:
        return "holds in part"
    return "refuted" if "behind" in found else "not shown"


def _name_run(name: str) -> str:
    names = {WHOLE: "whole pages", EXTRACTED: "extracted content"}
    first, mark, rest = name.partition(",")
    pages, joined, segments = first.partition(" and ")
    return names.get(pages, pages) + joined + segments + mark + rest


def _describe(entry: Mapping[str, Any]) -> str:
    figures = entry["figures"]
    queries = ", ".join(f"{n} {kind}" for kind, n in figures["queries"].items())
    segments = ", ".join(f"{name} {n}" for name, n in figures["segments"].items())
    caption = write_caption(entry["provenance"])
    return f"Queries: {queries}. Segments: {segments}. {caption}"
