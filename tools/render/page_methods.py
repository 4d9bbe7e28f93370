"""Tables of single page methods: page kinds of CoreEx, condensation and navigation of k-MIB."""

from __future__ import annotations

from pagecore.figures import Entries
from tools.coreex_page_types import N_FOLDS
from tools.render.labels import name_metric
from tools.render.markdown import wrap_text, write_caption, write_number, write_table


def render_page_kind(entries: Entries) -> str:
    """How well CoreEx separates articles from listings."""
    of, run = entries["page kind"]["figures"], entries["page kind"]["provenance"]
    about = (
        f"Rule chosen on all {of['pages']} pages of these types: text weight {of['weight']}, score "
        f"{of['score']}, share {of['share']}. Out of fold ({N_FOLDS}-fold by site), the type of "
        f"{of['right']:.1%} of the pages is right; always predicting the most frequent type is "
        f"right on {of['most_frequent']:.1%}. The balanced accuracy is {of['balanced']:.1%}, that "
        f"of a constant answer {of['balanced_constant']:.1%}. " + write_caption(run)
    )
    rows = [
        [f"{row['weight']}", f"{row['right']:.1%}", f"{row['balanced']:.1%}"]
        for row in of["weights"]
    ]
    headings = ["text weight", "right, out of fold", "balanced accuracy, out of fold"]
    return wrap_text(about) + "\n" + write_table(headings, rows)


def render_condensation(entries: Entries) -> str:
    """Designs of the condensation of k-MIB, out of fold."""
    entry = entries["kmib designs"]
    corpora = entry["figures"][0]["corpora"]
    rows = [
        [
            row["design"],
            ", ".join(f"`{name}={value}`" for name, value in row["best"].items()),
            *(write_number(of["f1"]) for of in row["corpora"].values()),
        ]
        for row in entry["figures"]
    ]
    headings = ["what is dropped", "best values"]
    headings += [f"{name}, {name_metric(of)}" for name, of in corpora.items()]
    scored = {name: of["pages"] for name, of in corpora.items()}
    about = (
        "The first design is that of the method. Figures are out of fold, with the values that are "
        "best on the other folds. " + write_caption(entry["provenance"], scored)
    )
    return write_table(headings, rows, left=(0, 1)) + "\n" + wrap_text(about)


def render_navigation(entries: Entries) -> str:
    """How well k-MIB finds navigation by each feature."""
    entry = entries["navigation"]
    figures = entry["figures"]
    rows = [
        [
            f"`{row['feature']}`" if "k" in row else row["feature"],
            f"`k={row['k']}`, `threshold={row['threshold']}`" if "k" in row else "",
            *(write_number(row[name]) for name in ("found", "right", "f1")),
        ]
        for row in figures["rows"]
    ]
    headings = ["feature", "best values", "share of the navigation links that are chosen"]
    headings += ["share of the chosen links that are navigation", "F1 of both"]
    about = (
        f"Means over {figures['sites']} sites, {figures['pages']} pages with `nav` in all, each "
        "site with the values that are best on the others. " + write_caption(entry["provenance"])
    )
    return write_table(headings, rows, left=(0, 1)) + "\n" + wrap_text(about)
