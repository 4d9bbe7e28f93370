"""Quality of methods and other extractors: the short table of README, and the full one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from pagecore.figures import Entries
from pagecore.measure.known_metrics import METRICS
from pagecore.registry import FAMILIES, PAGE
from tools.render.markdown import (
    describe_pages,
    wrap_text,
    write_caption,
    write_number,
    write_table,
)

#: The columns of README's table: collections, and what they are called there.
SUMMARY: Final = {
    "wcxb": "WCXB",
    "fundus": "Fundus",
    "aeb": "AEB",
    "readability": "Readability",
}
#: The method that README's table shows.
OWN: Final = "default"
#: The call of the bench whose time is shown beside a contender, where the names differ.
CALL_OF: Final = {OWN: "pagecore.extract", "turbohtml": "turbohtml main_text"}

Figure = Mapping[str, Any]


def render_summary(entries: Entries) -> str:
    """README's table: the default beside the best peers and those whose speed is measured."""
    entry = entries["quality"]
    speed = {row["call"]: row["cpu_ms"] for row in entries["speed"]["figures"]}
    rows = [row for row in entry["figures"] if row["name"] == OWN or row["kind"] == "peer"]
    best = {_find_best(rows, collection) for collection in SUMMARY}
    shown = [row for row in rows if row["name"] in {OWN, *best} or _name_call(row["name"]) in speed]
    shown.sort(key=lambda row: (row["name"] != OWN, -_find_value(row, "wcxb")))
    cells = [
        [
            "**pagecore**" if row["name"] == OWN else row["name"],
            *(write_number(_find_figure(row, collection).get("value")) for collection in SUMMARY),
            write_number(speed.get(_name_call(row["name"])), 2),
        ]
        for row in shown
    ]
    own = next(row for row in shown if row["name"] == OWN)
    validated = [name for name in SUMMARY if "validated" in _find_figure(own, name)]
    about = (
        f"F1 of words (of 4-grams on AEB) and CPU time; pagecore cross-validated on "
        f"{_join_names(SUMMARY[name] for name in validated)}; measured on "
        f"{own['provenance']['date']}, {entries['speed']['provenance']['machine']}. "
        "[All methods, peers, intervals and commands](docs/figures.md)."
    )
    headings = ["", *SUMMARY.values(), "ms/page"]
    return write_table(headings, cells) + "\n" + wrap_text(about)


def render_full(entries: Entries) -> str:
    """All methods and peers with intervals, and how each row was measured."""
    entry = entries["quality"]
    parts = []
    every = sorted(entry["figures"], key=lambda row: list(FAMILIES).index(row["family"]))
    for family in dict.fromkeys(row["family"] for row in every):
        rows = [row for row in every if row["family"] == family]
        titles = {of["pages"]: METRICS[of["metric"]].title for row in rows for of in row["figures"]}
        collections = sorted(titles.items(), key=lambda named: _rank_collection(named[0], family))
        for kinds, heading in ((("method",), f"{family} method"), (("peer", "recorded"), "peer")):
            of_kind = [row for row in rows if row["kind"] in kinds]
            if of_kind:
                parts.append(_write_full_table(of_kind, collections, heading))
    parts.append(
        wrap_text(
            "Parentheses contain the 95 % interval, by bootstrap over pages. A cell is empty if "
            "the figure was not measured, or if it is not published because the method was "
            "developed on these pages and not cross-validated." + _note_missing_intervals(every)
        )
    )
    parts.append("\n".join([*_list_runs(every), *_list_corpora(every)]) + "\n")
    parts.append("\n".join(_list_notes(every)) + "\n")
    return "\n".join(parts)


def _note_missing_intervals(rows: Sequence[Mapping[str, Any]]) -> str:
    if all("interval" in figure for row in rows for figure in row["figures"]):
        return ""
    return " Figures without an interval were measured before intervals were recorded."


def _rank_collection(collection: str, family: str) -> tuple[int, str]:
    """Where a collection stands in a table: in the order of the corpora of the family, all pages of
    a corpus before those of one type."""
    corpora = list(FAMILIES[family].corpora)
    corpus = collection.partition(" ")[0]
    return corpora.index(corpus) if corpus in corpora else len(corpora), collection


def _write_full_table(
    rows: Sequence[Mapping[str, Any]], collections: Sequence[tuple[str, str]], heading: str
) -> str:
    first = collections[0][0]
    ordered = sorted(rows, key=lambda row: (-_find_value(row, first), row["name"]))
    headings = [heading, *(f"{pages}, {title}" for pages, title in collections)]
    cells = [
        [
            f"{row['name']} {row['version']}",
            *(_write_cell(_find_figure(row, name)) for name, _ in collections),
        ]
        for row in ordered
    ]
    return write_table(headings, cells)


def _write_cell(figure: Figure) -> str:
    if "interval" not in figure:
        return write_number(figure.get("value"))
    low, high = figure["interval"]
    return f"{figure['value']:.3f} ({low:.3f}–{high:.3f})"


def _list_runs(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """How the rows were measured, an item for each run."""
    runs: dict[str, list[str]] = {}
    for row in rows:
        run = {name: about for name, about in row["provenance"].items() if name != "corpora"}
        # Peers that were measured one by one are one item.
        run["command"] = run["command"].replace(f"--peers {row['name']} ", "--peers NAME ")
        runs.setdefault(write_caption(run), []).append(_name_row(row))
    return [wrap_text(f"- {', '.join(names)}: {about}").rstrip() for about, names in runs.items()]


def _list_corpora(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """The pages that the rows were measured on, an item for all corpora."""
    corpora: dict[str, Mapping[str, Any]] = {}
    for row in rows:
        corpora |= row["provenance"].get("corpora", {})
    pages = [describe_pages(name, about) for name, about in corpora.items()]
    return [wrap_text(f"- Corpora: {'; '.join(pages)}.").rstrip()] if pages else []


def _name_row(row: Mapping[str, Any]) -> str:
    """A name that no other row has: two families may have a method of one name."""
    return row["name"] if row["family"] == PAGE.name else f"{row['family']}/{row['name']}"


def _list_notes(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """What to know about single figures, an item each."""
    validated: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        origins: dict[str, list[str]] = {}
        for figure in row["figures"]:
            if "validated" in figure:
                of = figure["validated"]
                how = f"{of['folds']} (folds `{of['digest']}`, {_format_origin(of['origin'])})"
                origins.setdefault(how, []).append(figure["pages"])
        for how, pages in origins.items():
            validated.setdefault((_join_names(pages), how), []).append(_name_row(row))
    notes = [
        f"- {_join_names(names)} on {pages}: cross-validated {how}."
        for (pages, how), names in validated.items()
    ]
    if any(row["name"] == "justext" for row in rows):
        notes.append("- justext uses English stop words for pages in all languages.")
    for row in rows:
        for of in row["provenance"].get("shared_hosts", []):
            notes.append(
                f"- {of['shared']} of the {of['pages']} pages of {of['corpus']} are from hosts "
                f"that also have pages in {_join_names(of['with'])}."
            )
    return [wrap_text(note).rstrip() for note in dict.fromkeys(notes)]


def _format_origin(origin: str) -> str:
    """`model DIGEST` with the digest as code."""
    kind, _, digest = origin.partition(" ")
    return f"{kind} `{digest}`" if digest else kind


def _find_figure(row: Mapping[str, Any], collection: str) -> Figure:
    return next((of for of in row["figures"] if of["pages"] == collection), {})


def _find_value(row: Mapping[str, Any], collection: str) -> float:
    return float(_find_figure(row, collection).get("value", -1.0))


def _find_best(rows: Sequence[Mapping[str, Any]], collection: str) -> str:
    peers = [row for row in rows if row["kind"] == "peer"]
    best: str = max(peers, key=lambda row: _find_value(row, collection))["name"]
    return best


def _name_call(name: str) -> str:
    return CALL_OF.get(name, name)


def _join_names(names: Iterable[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
