"""The rules of `hybrid` on held-back pages, with each learner."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pagecore.figures import Entries
from tools.render.labels import name_problem
from tools.render.markdown import wrap_text, write_caption, write_lead, write_number, write_table
from tools.wrapper_quality import MAX_LOSS


def render_held_back(entries: Entries, method: str) -> str:
    """Wrappers on pages of their sites that they were not learned from, with each learner."""
    entry = entries[f"held back {method}"]
    variants = entry["figures"]
    sites: dict[str, list[str | int]] = {}
    for of in variants:
        for row in (*of["sites"], of["all"]):
            sites.setdefault(row["site"], [row["site"], row["learned_from"], row["held_back"]])
    for of in variants:
        by_site = {row["site"]: row for row in (*of["sites"], of["all"])}
        for name, cells in sites.items():
            cells.append(_write_change(by_site[name]) if name in by_site else "")
    headings = ["site", "pages learned from", "test pages"]
    headings += [_name_variant(of["options"]) for of in variants]
    # The row of all pages comes last.
    rows = [cells for name, cells in sites.items() if name != "all"] + [sites["all"]]
    about = [
        "Each cell has the word F1 (unspaced) of the learner itself on the test pages that the "
        "rules fit, and that of the rules that were learned from its choice. `apply` extracts "
        "other pages with the default extractor."
    ]
    about += [_describe_variant(of) for of in variants]
    kept = [_name_variant(of["options"]) for of in variants if _is_close_everywhere(of)]
    about.append(
        f"So rules are within {MAX_LOSS:.2f} of their learner on every site with these settings: "
        f"{'; '.join(kept) or 'none'}."
    )
    table = write_table(headings, rows, left=(0,))
    return table + "\n" + wrap_text(" ".join([*about, write_caption(entry["provenance"])]))


def _write_change(row: Mapping[str, Any]) -> str:
    if not row["fits"]:
        return "fit no page"
    return f"{write_number(row['learner'])} → {write_number(row['wrapper'])}"


def _name_variant(options: Mapping[str, Any]) -> str:
    return ", ".join(f"`{value}`" for value in options.values()) or "defaults"


def _is_close_everywhere(of: Mapping[str, Any]) -> bool:
    """Whether there are rules for every site, they fit it, and lose no more than they may."""
    return not (of["losses"] or of["misfits"] or of["problems"])


def _describe_variant(of: Mapping[str, Any]) -> str:
    """The lead of the rules over their learner, and the sites where they lose or do not fit."""
    text = f"{_name_variant(of['options'])}: the rules are ahead by {write_lead(of['lead'])}"
    misfits = [
        f"{row['site']} ({row['held_back'] - row['fits']})"
        for row in of["sites"]
        if row["fits"] < row["held_back"]
    ]
    if misfits:
        text += f", pages that they do not fit: {', '.join(misfits)}"
    if of["misfits"]:
        text += f", sites without a page that they fit: {', '.join(of['misfits'])}"
    losses = ", ".join(of["losses"]) or "none"
    text += f", sites that lose more than {MAX_LOSS:.2f}: {losses}"
    changes = {row["site"]: row["wrapper"] - row["learner"] for row in of["sites"] if row["fits"]}
    worst = min(changes, key=changes.__getitem__)
    text += f", largest loss: {-changes[worst]:.3f} ({worst})." if changes[worst] < 0 else "."
    return " ".join(
        [text, *(f"{row['site']}: {name_problem(row['problem'])}." for row in of["problems"])]
    )
