"""Quality of methods and other extractors: the short table of README, and the full one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from pagecore.figures import Entries
from pagecore.registry import FAMILIES, PAGE
from tools.render.markdown import caption, describe_pages, number, table, wrap

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
    best = {_best(rows, collection) for collection in SUMMARY}
    shown = [row for row in rows if row["name"] in {OWN, *best} or _call(row["name"]) in speed]
    shown.sort(key=lambda row: (row["name"] != OWN, -_value(row, "wcxb")))
    cells = [
        [
            "**pagecore**" if row["name"] == OWN else row["name"],
            *(number(_figure(row, collection).get("value")) for collection in SUMMARY),
            number(speed.get(_call(row["name"])), 2),
        ]
        for row in shown
    ]
    own = next(row for row in shown if row["name"] == OWN)
    validated = [name for name in SUMMARY if "validated" in _figure(own, name)]
    about = (
        f"F1 of words (of 4-grams on AEB) and CPU time; pagecore cross-validated on "
        f"{_listed(SUMMARY[name] for name in validated)}; measured on "
        f"{own['provenance']['date']}, {entries['speed']['provenance']['machine']}. "
        "[All methods, peers, intervals and commands](docs/figures.md)."
    )
    headings = ["", *SUMMARY.values(), "ms/page"]
    return table(headings, cells) + "\n" + wrap(about)


def render_full(entries: Entries) -> str:
    """All methods and peers with intervals, and how each row was measured."""
    entry = entries["quality"]
    parts = []
    every = sorted(entry["figures"], key=lambda row: list(FAMILIES).index(row["family"]))
    for family in dict.fromkeys(row["family"] for row in every):
        rows = [row for row in every if row["family"] == family]
        titles = {of["pages"]: of["title"] for row in rows for of in row["figures"]}
        collections = sorted(titles.items(), key=lambda named: _place(named[0], family))
        for kinds, heading in ((("method",), f"{family} method"), (("peer", "recorded"), "peer")):
            of_kind = [row for row in rows if row["kind"] in kinds]
            if of_kind:
                parts.append(_full_table(of_kind, collections, heading))
    parts.append(
        wrap(
            "In parentheses the 95 % interval, by bootstrap over pages. An empty cell is a figure "
            "that is not published, because the method was developed on these pages and not "
            "cross-validated, or that was not measured."
        )
    )
    parts.append("\n".join([*_runs(every), *_corpora(every)]) + "\n")
    parts.append("\n".join(_notes(every)) + "\n")
    return "\n".join(parts)


def _place(collection: str, family: str) -> tuple[int, str]:
    """Where a collection stands in a table: in the order of the corpora of the family, all pages of
    a corpus before those of one type."""
    corpora = list(FAMILIES[family].corpora)
    corpus = collection.partition(" ")[0]
    return corpora.index(corpus) if corpus in corpora else len(corpora), collection


def _full_table(
    rows: Sequence[Mapping[str, Any]], collections: Sequence[tuple[str, str]], heading: str
) -> str:
    first = collections[0][0]
    ordered = sorted(rows, key=lambda row: (-_value(row, first), row["name"]))
    headings = [heading, *(f"{pages}, {title}" for pages, title in collections)]
    cells = [
        [f"{row['name']} {row['version']}", *(_cell(_figure(row, name)) for name, _ in collections)]
        for row in ordered
    ]
    return table(headings, cells)


def _cell(figure: Figure) -> str:
    if "interval" not in figure:
        return number(figure.get("value"))
    low, high = figure["interval"]
    return f"{figure['value']:.3f} ({low:.3f}–{high:.3f})"


def _runs(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """How the rows were measured, an item for each run."""
    runs: dict[str, list[str]] = {}
    for row in rows:
        run = {name: about for name, about in row["provenance"].items() if name != "corpora"}
        runs.setdefault(caption(run), []).append(_name(row))
    return [wrap(f"- {', '.join(names)}: {about}").rstrip() for about, names in runs.items()]


def _corpora(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """The pages that the rows were measured on, an item for all corpora."""
    corpora: dict[str, Mapping[str, Any]] = {}
    for row in rows:
        corpora |= row["provenance"].get("corpora", {})
    pages = [describe_pages(name, about) for name, about in corpora.items()]
    return [wrap(f"- Corpora: {'; '.join(pages)}.").rstrip()] if pages else []


def _name(row: Mapping[str, Any]) -> str:
    """A name that no other row has: two families may have a method of one name."""
    return row["name"] if row["family"] == PAGE.name else f"{row['family']}/{row['name']}"


def _notes(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """What to know about single figures, an item each."""
    validated: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        origins: dict[str, list[str]] = {}
        for figure in row["figures"]:
            if "validated" in figure:
                of = figure["validated"]
                how = f"{of['folds']} (folds `{of['digest']}`, {_code(of['origin'])})"
                origins.setdefault(how, []).append(figure["pages"])
        for how, pages in origins.items():
            validated.setdefault((_listed(pages), how), []).append(_name(row))
    notes = [
        f"- {_listed(names)} on {pages}: cross-validated {how}."
        for (pages, how), names in validated.items()
    ]
    if any(row["name"] == "justext" for row in rows):
        notes.append("- justext uses English stop words for pages in all languages.")
    for row in rows:
        for of in row["provenance"].get("shared_hosts", []):
            notes.append(
                f"- {of['shared']} of the {of['pages']} pages of {of['corpus']} are from hosts "
                f"that also have pages in {_listed(of['with'])}."
            )
    return [wrap(note).rstrip() for note in dict.fromkeys(notes)]


def _code(origin: str) -> str:
    """`model DIGEST` with the digest as code."""
    kind, _, digest = origin.partition(" ")
    return f"{kind} `{digest}`" if digest else kind


def _figure(row: Mapping[str, Any], collection: str) -> Figure:
    return next((of for of in row["figures"] if of["pages"] == collection), {})


def _value(row: Mapping[str, Any], collection: str) -> float:
    return float(_figure(row, collection).get("value", -1.0))


def _best(rows: Sequence[Mapping[str, Any]], collection: str) -> str:
    peers = [row for row in rows if row["kind"] == "peer"]
    best: str = max(peers, key=lambda row: _value(row, collection))["name"]
    return best


def _call(name: str) -> str:
    return CALL_OF.get(name, name)


def _listed(names: Iterable[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
