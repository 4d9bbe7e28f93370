"""The page of the method `hybrid`: the shares of the gold that labels need."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import fmean
from typing import Any

from pagecore.figures import Entries
from tools.hybrid_labels import ENTRY
from tools.render.labels import name_folds
from tools.render.markdown import wrap_text, write_caption, write_number, write_table


def render_shares(entries: Entries) -> str:
    """The label shares, with the default learner and `keep`, and what is kept if no candidate is
    positive."""
    figures = entries[ENTRY]["figures"]
    corpora = list(figures["pages"])
    rows = []
    for row in figures["designs"]:
        if (row["learner"], row["keep"]) != ("c45", "positive"):
            continue
        mark = " (used)" if figures["used"][row["candidates"]] == row["share"] else ""
        alone = fmean(row["f1_of_positive_alone"].values())
        rows.append(
            [
                f"`{row['candidates']}`",
                f"{row['share']:.1%}{mark}",
                write_number(fmean(row["f1"].values())),
                *(write_number(row["f1"][name]) for name in corpora),
                sum(row["without_positive"].values()),
                write_number(alone),
            ]
        )
    headings = ["`candidates`", "share of the gold", "mean", *corpora]
    headings += ["pages without a positive candidate", "mean, if nothing is kept on these"]
    chosen = "; ".join(
        f"`{name}` {_write_f1(of)} (shares {_write_shares(of)})"
        for name, of in figures["chosen"].items()
    )
    about = (
        f"Word F1, cross-validated {name_folds(figures['folds'])} (folds `{figures['digest']}`), "
        "with `learner=c45` and `keep=positive`. With the share that is best on the other folds: "
        f"{chosen}. {write_caption(entries[ENTRY]['provenance'], figures['pages'])}"
    )
    return write_table(headings, rows, left=(0, 1)) + "\n" + wrap_text(about)


def _write_f1(of: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {write_number(f1)}" for name, f1 in of["f1"].items())


def _write_shares(of: Mapping[str, Any]) -> str:
    return ", ".join(f"{share:.1%}" for share in sorted(set(of["shares"].values())))
