"""Words for names that the figures hold: metrics, designs, causes and ways of splitting pages.

A name that is not listed is shown as it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from pagecore.measure.known_metrics import METRICS
from pagecore.registry import Method

#: Metrics of several main figures, with that which the tables show.
_METRICS: Final = {"segments": "B-cubed F1 (fine level)"}
_LABELS: Final = {
    # mixes of collections
    "all alike": "weight 1 for every page",
    "WCXB alone": "trained on WCXB alone",
    "Fundus three times": "weight 3 for Fundus pages",
    # designs of the default extractor
    "the names of elements alone, a linear model": "linear model, names of elements alone",
    "all features, a linear model": "linear model, all features",
    "one look, gold as it is": "one pass, gold labels",
    "one look": "one pass, soft targets",
    "one look without the names of elements": "one pass without names of elements",
    "one look without items of lists": "one pass without `items` and `templates`",
    "one look without where links lead": "one pass without `links`",
    "one look without boxes and what classes hide": "one pass without `boxes` and `unseen`",
    "one look without what stands twice": "one pass without repeated text",
    "two looks, gold as it is": "two passes, gold labels",
    "two looks": "two passes, soft targets (shipped)",
    "two looks, every block above one half": "two passes, every block above 0.5",
    "two looks, copies kept": "two passes, duplicates kept",
    # designs of page types
    "the most frequent type": "always the most frequent type",
    "numbers of page and choice, a forest": "forest, page features",
    "signs alone, a linear model": "linear model, signs alone",
    "numbers, and signs in names": "forest, page features + names of elements",
    "numbers, and what the page says of itself": "forest, page features + declared metadata",
    "numbers, and where links lead": "forest, page features + link targets",
    "numbers and all signs": "forest, page features + all signs (shipped)",
    # sites of the fine-tuning experiment
    "MBN": "MBN (Fundus publisher)",
    "language no": "all Norwegian pages, as one site",
    # parsers
    "nothing: what no sink can save": "nothing; events are discarded (lower bound of html5ever)",
    # causes of wrong metadata
    "none found": "no value",
    "none found; the page shows it": "no value; the page shows it",
    "none found; the page does not show it": "no value; the page does not show it",
    "another": "another value",
    "another; the page shows gold": "another value; the page shows gold",
    "another; the page may show gold": "another value; the page may show gold",
    "another; the page does not show gold": "another value; the page does not show gold",
    "gold has more behind the title that was taken": "gold is the answer and more text",
    "gold is another heading, or a declared title was taken for one": (
        "gold is another heading, or the answer is a declared title where gold is a heading"
    ),
    "gold is the names with more of their line": "gold is the whole line of the names",
    "gold is the beginning of the title that was taken": "gold is the beginning of the answer",
    "gold is the title that was taken, with the site's name or more": (
        "gold is the answer with the site name or other text"
    ),
    "gold is when the page was changed": "gold is the date of a change",
    # causes of wrong choices
    "doubled text": "duplicated text",
}
_FOLDS: Final = re.compile(r"(\d+)-fold by group")
_PROBLEM: Final = re.compile(
    r"none of (\d+) pages yielded a rule, because neither the (?:block|element) with the content "
    r"\(a div or td\) nor (?:an element|one) around it has an id or a class"
)


def name_label(label: str) -> str:
    """Return a stored label in plain words."""
    return _LABELS.get(label, label)


def name_metric(figure: Mapping[str, Any]) -> str:
    """Return the title of the metric of a figure."""
    metric = figure.get("metric", "words")
    return _METRICS.get(metric, METRICS[metric].title)


def name_metrics(corpora: Mapping[str, Mapping[str, Any]]) -> str:
    """Return which corpora are scored by word F1 (unspaced): `unspaced except on wcxb`."""
    spaced = [name for name, of in corpora.items() if of.get("metric", "words") == "words"]
    if not spaced:
        return "unspaced"
    return f"unspaced except on {' and '.join(spaced)}" if len(spaced) < len(corpora) else "spaced"


def name_folds(folds: str, n_pages: int | None = None) -> str:
    """Return how pages were split into folds; a fold per site or page is called so.

    Args:
        folds: the stored name, such as `5-fold by group`.
        n_pages: number of pages, if it is known.
    """
    match = _FOLDS.fullmatch(folds)
    if match is None or int(match[1]) <= _MAX_FOLDS:
        return folds.replace("by group", "by site")
    left_out = "pages" if int(match[1]) == n_pages else "sites"
    return f"leaving out one of {match[1]} {left_out} at a time"


def name_problem(problem: str) -> str:
    """Return a stored message about a site without rules in plain words."""
    return _PROBLEM.sub(
        r"on none of the \1 pages is the content in a `div` or `td` with an id or a class, or "
        "inside an element that has one",
        problem,
    )


#: More folds than this are one for each site or page.
_MAX_FOLDS: Final = 10


def name_setting(row: Mapping[str, Any]) -> str:
    """The name of a row of the quality table: its contender, and the setting of a method."""
    setting = row.get("setting")
    return f"{row['name']}, {setting}" if setting else str(row["name"])


def name_page(method: Method) -> str:
    """Return the name of a method's page, without its suffix: `cetr`, or `site-hybrid` if an
    earlier family has a method of the same name."""
    return method.short_name.replace("/", "-")
