"""Quality of methods and other extractors: the short table of README, and the full one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from pagecore.figures import Entries
from pagecore.registry import FAMILIES, PAGE, SITE
from tools.quality import MORE, MORE_ENTRY
from tools.render.labels import name_folds, name_metric, name_setting
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
#: Cells without a figure.
NOT_MEASURED: Final = "–"
NOT_PUBLISHED: Final = "not published"
#: The method that README's table shows.
OWN: Final = "default"
#: The call of the bench whose time is shown beside a contender, where the names differ.
CALL_OF: Final = {OWN: "pagecore.extract", "turbohtml": "turbohtml main_text"}

Figure = Mapping[str, Any]


def render_summary(entries: Entries) -> str:
    """README's table: the default beside the best peers and those whose speed is measured."""
    entry = entries["quality"]
    speed = {row["call"]: row["cpu_ms"] for row in entries["speed"]["figures"]}
    rows = [row for row in entry["figures"] if _is_own(row) or row["kind"] == "peer"]
    best = {_find_best(rows, collection) for collection in SUMMARY}
    shown = [row for row in rows if row["name"] in {OWN, *best} or _name_call(row["name"]) in speed]
    shown.sort(key=lambda row: (row["name"] != OWN, -_find_value(row, "wcxb")))
    cells = [
        [
            "**pagecore**" if row["name"] == OWN else row["name"],
            *(
                write_number(_find_figure(row, collection).get("value")) or NOT_MEASURED
                for collection in SUMMARY
            ),
            write_number(speed.get(_name_call(row["name"])), 2) or NOT_MEASURED,
        ]
        for row in shown
    ]
    own = next(row for row in shown if row["name"] == OWN)
    validated = [name for name in SUMMARY if "validated" in _find_figure(own, name)]
    dates = sorted({row["provenance"]["date"] for row in shown})
    machine = entries["speed"]["provenance"]["machine"]
    about = (
        "[Word F1](docs/evaluate.md#metrics) (unspaced on Fundus and Readability; 4-gram F1 on "
        "AEB) on four [public collections](docs/evaluate.md#collections), and CPU time on "
        f"{machine}. pagecore is cross-validated on "
        f"{_join_names(SUMMARY[name] for name in validated)}.{_note_shared(shown)} "
        f"{NOT_MEASURED}: not measured. Measured on {_join_names(dates)}: "
        "[all methods, peers and commands](docs/figures.md)."
    )
    headings = ["", *SUMMARY.values(), "ms/page"]
    return write_table(headings, cells) + "\n" + wrap_text(about)


def _is_own(row: Mapping[str, Any]) -> bool:
    """Whether a row is the default extractor's; other families have a method of that name too."""
    return bool(row["name"] == OWN and row["family"] == PAGE.name)


def _note_shared(rows: Sequence[Mapping[str, Any]]) -> str:
    """Say which pages of a collection are from hosts of others that pagecore was trained on."""
    shared = {of["corpus"]: of for row in rows for of in row["provenance"].get("shared_hosts", ())}
    return "".join(
        f" {of['shared']} of the {of['pages']} pages of {SUMMARY[name]} are from hosts that also"
        " occur in the training pages."
        for name, of in shared.items()
    )


def render_full(entries: Entries) -> str:
    """All methods and peers with intervals, and how each row was measured."""
    entry = entries["quality"]
    parts = []
    every = sorted(entry["figures"], key=lambda row: list(FAMILIES).index(row["family"]))
    for family in dict.fromkeys(row["family"] for row in every):
        rows = [row for row in every if row["family"] == family]
        titles = {of["pages"]: name_metric(of) for row in rows for of in row["figures"]}
        collections = sorted(titles.items(), key=lambda named: _rank_collection(named[0], family))
        for kinds, heading in ((("method",), f"{family} method"), (("peer", "recorded"), "peer")):
            of_kind = [row for row in rows if row["kind"] in kinds]
            if of_kind:
                parts.append(_write_full_table(of_kind, collections, heading))
    parts.append(
        wrap_text(
            "Parentheses contain the 95 % interval, by bootstrap over pages. "
            f"{NOT_MEASURED}: not measured. *{NOT_PUBLISHED}*: the method was developed on these "
            "pages, or its pages are not declared, and it was not cross-validated. In word F1 "
            "(unspaced), every character of a script without spaces is a word."
            + _note_settings(every)
            + _note_missing_intervals(every)
        )
    )
    parts.append("\n".join([*_list_runs(every), *_list_corpora(every)]) + "\n")
    parts.append("\n".join(_list_notes(every)) + "\n")
    return "\n".join(parts)


def render_more(entries: Entries) -> str:
    """Page methods and peers on further collections; a note if they are not measured yet."""
    if MORE_ENTRY not in entries:
        return wrap_text(
            "Not measured yet; run `python -m tools.quality --collections more --peers all`."
        )
    rows = entries[MORE_ENTRY]["figures"]
    titles = {of["pages"]: name_metric(of) for row in rows for of in row["figures"]}
    collections = [(name, titles[name]) for name in MORE if name in titles]
    parts = []
    for kinds, heading in ((("method",), "page method"), (("peer", "recorded"), "peer")):
        of_kind = [row for row in rows if row["kind"] in kinds]
        if of_kind:
            parts.append(_write_full_table(of_kind, collections, heading))
    about = (
        "No method was developed on these pages. Parentheses contain the 95 % interval, by "
        f"bootstrap over pages. {NOT_MEASURED}: not measured. *{NOT_PUBLISHED}*: the pages that "
        "the method was developed on are not declared."
    )
    parts.append(wrap_text(about + _note_settings(rows)))
    parts.append("\n".join([*_list_runs(rows), *_list_corpora(rows), *_list_shared(rows)]) + "\n")
    return "\n".join(parts)


def _note_settings(rows: Sequence[Mapping[str, Any]]) -> str:
    if not any("setting" in row for row in rows):
        return ""
    return (
        " *As printed*: with the values that the paper of a method prints, or that are known of "
        "the original; values that it leaves open are chosen by the sweep on the method's page. "
        "*Swept*: with the best values of that sweep. On the pages of the sweep, both are chosen "
        "out of fold."
    )


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
    ordered = sorted(rows, key=lambda row: (-_find_value(row, first), name_setting(row)))
    headings = [heading, *(f"{pages}, {title}" for pages, title in collections)]
    cells = [
        [
            f"{name_setting(row)} {row['version']}",
            *(_write_cell(row, _find_figure(row, name)) for name, _ in collections),
        ]
        for row in ordered
    ]
    return write_table(headings, cells)


def _write_cell(row: Mapping[str, Any], figure: Figure) -> str:
    if not figure:
        return NOT_PUBLISHED if row["kind"] == "method" else NOT_MEASURED
    if "interval" not in figure:
        return write_number(figure["value"])
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
    scored: dict[str, int] = {}
    for row in rows:
        corpora |= row["provenance"].get("corpora", {})
        scored |= {of["pages"]: of["n_pages"] for of in row["figures"] if "n_pages" in of}
    pages = [describe_pages(name, about, scored.get(name)) for name, about in corpora.items()]
    return [wrap_text(f"- Corpora: {'; '.join(pages)}.").rstrip()] if pages else []


def _name_row(row: Mapping[str, Any]) -> str:
    """A name that no other row has: two families may have a method of one name."""
    name = name_setting(row)
    return name if row["family"] == PAGE.name else f"{row['family']}/{name}"


def _list_notes(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """What to know about single figures, an item each."""
    validated: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        origins: dict[str, list[str]] = {}
        for figure in row["figures"]:
            if "validated" in figure:
                of = figure["validated"]
                how = (
                    f"{name_folds(of['folds'], figure.get('n_pages'))} (folds `{of['digest']}`, "
                    f"{_format_origin(of['origin'])})"
                )
                origins.setdefault(how, []).append(figure["pages"])
        for how, pages in origins.items():
            validated.setdefault((_join_names(pages), how), []).append(_name_row(row))
    notes = [
        f"- {_join_names(names)} on {pages}: cross-validated {how}."
        for (pages, how), names in validated.items()
    ]
    if any(row["kind"] == "method" for row in rows):
        notes.append(
            "- Other figures of methods: with the default parameters, the named setting or the "
            "shipped model, on pages that were not used to choose or train them."
        )
    if any(row["family"] == SITE.name for row in rows):
        notes.append(
            "- Site methods: each half of a site is measured with rules learned from pages of the "
            "other half. If the rules do not fit a page, the default extractor is used. If nothing "
            "was learned, the pages count 0."
        )
    if any(row["name"] == "justext" for row in rows):
        notes.append("- justext uses English stop words for pages in all languages.")
    notes = [wrap_text(note).rstrip() for note in dict.fromkeys(notes)]
    return notes + _list_shared(rows)


def _list_shared(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """How many pages of a collection are from hosts of training pages, an item each."""
    shared: dict[str, Mapping[str, Any]] = {}
    for row in rows:
        for of in row["provenance"].get("shared_hosts", []):
            # Runs of some families compare with fewer corpora.
            shared[of["corpus"]] = max(shared.get(of["corpus"], of), of, key=_count_compared)
    return [
        wrap_text(
            f"- {of['shared']} of the {of['pages']} pages of {of['corpus']} are from hosts "
            f"that also have pages in {_join_names(of['with'])}."
        ).rstrip()
        for of in shared.values()
    ]


def _count_compared(of: Mapping[str, Any]) -> int:
    return len(of["with"])


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
