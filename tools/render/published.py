"""Published figures beside ours, on the pages of methods."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pagecore.figures import Entries
from tools.published_figures import ENTRY
from tools.render.labels import name_folds, name_metrics
from tools.render.markdown import wrap_text, write_caption, write_number, write_table

HEADINGS: Final = ("", "pages", "precision", "recall", "F1")
#: What is published about each method, in the columns of the table.
PUBLISHED: Final[Mapping[str, Sequence[Sequence[str]]]] = {
    "coreex": (
        (
            "Prasad and Paepcke, as generally known",
            "1 120 news pages of 27 sites, 2008",
            "> 0.97",
            "> 0.98",
            "",
        ),
    ),
    "cetr": (
        (
            "Weninger, Hsu and Han, as generally known",
            "CleanEval and news sites of 2009",
            "",
            "",
            "about 0.92",
        ),
    ),
    # Its F is not the harmonic mean of the other two.
    "hybrid": (
        ("C4.5, Nethra et al.", "not named", "0.89", "0.81", "0.80"),
        ("naive Bayes, Nethra et al.", "not named", "0.81", "0.76", "0.70"),
    ),
}
#: What the paper of `hybrid` calls its learners.
LEARNERS: Final = {"c45": "C4.5", "bayes": "naive Bayes"}


def render_published(entries: Entries, method: str) -> str:
    """The published figures of a method, and ours on the collections nearest to its pages."""
    entry = entries[ENTRY]
    own = [row for row in entry["figures"] if row["method"] == method]
    rows = [
        [f"ours, {row['setting']}", f"{row['corpus']}, {row['pages']} pages", *_list_figures(row)]
        for row in own
    ]
    names = {row["corpus"] for row in own}
    run = entry["provenance"]
    of_method = {name: about for name, about in run["corpora"].items() if name in names}
    scored = {row["corpus"]: row["pages"] for row in own}
    metrics = name_metrics({row["corpus"]: row for row in own})
    about = f"Figures of words; ours are {metrics}. "
    about += write_caption({**run, "corpora": of_method}, scored)
    return write_table(HEADINGS, [*PUBLISHED[method], *rows], left=(0, 1)) + "\n" + wrap_text(about)


def render_learners(entries: Entries) -> str:
    """The published figures of `hybrid`, and ours with each learner, cross-validated."""
    entry = entries["model hybrid"]
    way = entry["figures"]["validation"][0]
    rows = [
        [f"{title}, ours", f"{corpus}, {of['pages']} pages", *_list_figures(of["learner"][learner])]
        for learner, title in LEARNERS.items()
        for corpus, of in way["corpora"].items()
    ]
    about = (
        f"Ours are figures of words ({name_metrics(way['corpora'])}) with `div` and `td` as "
        f"candidates, cross-validated {name_folds(way['folds'])}, from the file of the model "
        f"`{entry['provenance']['model']}`."
    )
    table = write_table(HEADINGS, [*PUBLISHED["hybrid"], *rows], left=(0, 1))
    return table + "\n" + wrap_text(about)


def _list_figures(of: Mapping[str, Any]) -> list[str]:
    return [write_number(of[name]) for name in ("P", "R", "F1")]
