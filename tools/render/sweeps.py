"""The sweep of a method on its page: the combinations of values that were tried."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any, Final

from pagecore.errors import BadInput
from pagecore.evaluate.plots import draw_lines
from pagecore.figures import Entries
from pagecore.registry import Method
from tools import sweep
from tools.render.labels import name_folds, name_metric, name_page
from tools.render.markdown import wrap_text, write_caption, write_number, write_table, write_values

#: Number of combinations of a sweep that a table has; it also has the best with each value.
MAX_SWEPT: Final = 12


def render_sweep(method: Method, entries: Entries) -> str | None:
    """The combinations of values that were tried, the best first; None without a sweep."""
    entry = entries.get(sweep.name_entry(method))
    if not method.sweep or entry is None:
        return None
    tried = entry["figures"]
    if len(tried["tried"]) != len(sweep.list_combinations(method)):
        raise BadInput(
            f"the sweep of {method.short_name!r} has other values than its registration; run: "
            f"{sweep.COMMAND} {method.short_name}"
        )
    corpora, names = list(tried["corpora"]), list(method.sweep)
    means = len(corpora) > 1
    every = sorted(_merge_rows(method, tried["tried"]), key=lambda row: -_mean(row, corpora))
    ordered = _select_rows(every, tried)
    rows = [
        [
            *(
                f"`{row['parameters'][name]}`" if name in row["parameters"] else "any"
                for name in names
            ),
            *([write_number(_mean(row, corpora))] if means else []),
            *(write_number(row[of]) for of in corpora),
        ]
        for row in ordered
    ]
    headings = [*(f"`{name}`" for name in names), *(["mean"] if means else [])]
    headings += [f"{name}, {name_metric(of)}" for name, of in tried["corpora"].items()]
    held_out = sweep.show_figures(tried)
    n_pages = next(iter(tried["corpora"].values())).get("pages") if len(corpora) == 1 else None
    scored = {name: of["pages"] for name, of in tried["corpora"].items() if "pages" in of}
    order = "Sorted by the mean of the collections. " if means else ""
    if len(ordered) < len(every):
        order += (
            f"The table has the best {MAX_SWEPT} of {len(every)} combinations, and the best with "
            "each value of a parameter. "
        )
    if method.trainer is not None:
        order += "Each page is measured with a model that was trained on the other folds. "
    about = (
        f"{order}These figures are in-sample: every combination is measured on all pages. Out of "
        "fold, each fold is measured with the combination that is best on the others "
        f"({name_folds(tried['folds'], n_pages)}, folds `{tried['digest']}`): {held_out}."
    )
    if "printed" in tried:
        values = write_values(method.printed)
        about += f" As printed ({values}): {sweep.show_figures(tried['printed'])}."
    return "\n".join(
        [
            f"![Best figure by value]({name_page(method)}-sweep.svg)\n",
            write_table(headings, rows, left=range(len(names))),
            wrap_text(f"{about} {write_caption(entry['provenance'], scored)}"),
        ]
    )


def _mean(row: Mapping[str, Any], corpora: Sequence[str]) -> float:
    return fmean(row[name] for name in corpora)


def _select_rows(
    rows: Sequence[Mapping[str, Any]], tried: Mapping[str, Any]
) -> list[Mapping[str, Any]]:
    """The best combinations of a long sweep, the best with each value of a parameter, and the best
    with the printed values; `rows` are sorted."""
    if len(rows) <= MAX_SWEPT:
        return list(rows)
    selected = list(range(MAX_SWEPT))
    first: dict[tuple[str, str], int] = {}
    for at, row in enumerate(rows):
        for name, value in row["parameters"].items():
            first.setdefault((name, repr(value)), at)
    selected += first.values()
    if "printed" in tried:
        best = tried["printed"]["best"]
        selected += [at for at, row in enumerate(rows) if row["parameters"].items() <= best.items()]
    return [rows[at] for at in sorted(set(selected))]


def _merge_rows(method: Method, tried: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Merge combinations that differ only in a parameter without effect, for all of its values; the
    merged row lacks the parameter. So does a combination that was tried with one value only,
    because the parameter is not used in it."""
    rows: list[Mapping[str, Any]] = [
        {
            **row,
            "parameters": {
                name: value
                for name, value in row["parameters"].items()
                if sweep.is_used(method, name, row["parameters"])
            },
        }
        for row in tried
    ]
    for name, values in method.sweep.items():
        groups: dict[str, list[Mapping[str, Any]]] = {}
        for row in rows:
            others = {key: value for key, value in row["parameters"].items() if key != name}
            groups.setdefault(repr({**row, "parameters": others}), []).append(row)
        rows = []
        for of in groups.values():
            if len(of) < len(values) or len(values) == 1:
                rows += of
                continue
            others = {key: value for key, value in of[0]["parameters"].items() if key != name}
            rows.append({**of[0], "parameters": others})
    return rows


def draw_sweep(method: Method, record: Mapping[str, Any]) -> str:
    """For each value of each parameter the best that a combination with it reaches."""
    labels: list[str] = []
    gaps: list[int] = []
    series: dict[str, list[float]] = {name: [] for name in record["corpora"]}
    for name, values in method.sweep.items():
        gaps.append(len(labels))
        for value in values:
            labels.append(f"{name} {value}" if len(method.sweep) > 1 else str(value))
            of = [row for row in record["tried"] if row["parameters"][name] == value]
            for corpus, reached in series.items():
                reached.append(max(row[corpus] for row in of))
    return draw_lines(labels, series, gaps)
