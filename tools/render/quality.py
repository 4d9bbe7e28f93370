"""Quality of methods and other extractors: the short table of README, and the full one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from pagecore.figures import Entries
from tools.render.markdown import caption, number, table, wrap

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
    for family in dict.fromkeys(row["family"] for row in entry["figures"]):
        rows = [row for row in entry["figures"] if row["family"] == family]
        collections = dict.fromkeys(
            (figure["pages"], figure["title"]) for row in rows for figure in row["figures"]
        )
        for kinds, heading in ((("method",), f"{family} method"), (("peer", "recorded"), "peer")):
            of_kind = [row for row in rows if row["kind"] in kinds]
            if of_kind:
                parts.append(_full_table(of_kind, list(collections), heading))
    parts.append(
        wrap(
            "In parentheses the 95 % interval, by bootstrap over pages. An empty cell is a figure "
            "that is not published, because the method was developed on these pages and not "
            "cross-validated, or that was not measured."
        )
    )
    parts.append("\n".join(_runs(entry["figures"])) + "\n")
    parts.append("\n".join(_notes(entry)) + "\n")
    return "\n".join(parts)


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
        runs.setdefault(caption(row["provenance"]), []).append(row["name"])
    return [wrap(f"- {', '.join(names)}: {about}").rstrip() for about, names in runs.items()]


def _notes(entry: Mapping[str, Any]) -> list[str]:
    """What to know about single figures, an item each."""
    notes = []
    for row in entry["figures"]:
        origins: dict[str, list[str]] = {}
        for figure in row["figures"]:
            if "validated" in figure:
                of = figure["validated"]
                how = f"{of['folds']} (folds `{of['digest']}`, {_code(of['origin'])})"
                origins.setdefault(how, []).append(figure["pages"])
        for how, pages in origins.items():
            notes.append(f"- {row['name']} on {_listed(pages)}: cross-validated {how}.")
    if any(row["name"] == "justext" for row in entry["figures"]):
        notes.append("- justext uses English stop words for pages in all languages.")
    for of in entry["provenance"].get("shared_hosts", []):
        notes.append(
            f"- {of['shared']} of the {of['pages']} pages of {of['corpus']} are from hosts that "
            f"also have pages in {_listed(of['with'])}."
        )
    return [wrap(note).rstrip() for note in notes]


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
