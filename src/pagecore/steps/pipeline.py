"""The pipeline: the list of steps, and the selection by name; `extract` and `apply` run the steps.

bytes → Page → method → Choice → steps → Document → writer
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pagecore.choice import COPIES
from pagecore.errors import BadOption, show_value
from pagecore.page.columns import is_list
from pagecore.steps.articles import ARTICLES, drop_other_articles
from pagecore.steps.comments import select_comments
from pagecore.steps.copies import drop_copies
from pagecore.steps.embedded import read_embedded
from pagecore.steps.notes import NOTES, add_notes
from pagecore.steps.quotes import QUOTES, drop_quotes
from pagecore.steps.step import Step
from pagecore.steps.walls import detect_wall

#: All steps, in the order in which they run.
STEPS: Final = (
    Step(
        COPIES,
        drop_copies,
        "removes blocks that repeat others, such as versions for phones, desktops and printing",
    ),
    Step(
        ARTICLES,
        drop_other_articles,
        "removes other articles that follow the page's own in full and share its template, and"
        " lists of related items, such as similar products",
    ),
    Step(
        "walls",
        detect_wall,
        "detects walls, which are pages shown in place of the content (login forms, bot checks,"
        " errors, consent dialogs, empty single-page applications), and warns; for methods that"
        " estimate a confidence, it also lowers the confidence and removes navigation and dialogs"
        " from the choice",
    ),
    Step(
        "embedded",
        read_embedded,
        "replaces an empty or very short choice by the text in the page's JSON-LD, application"
        " state, `data-` attributes or `srcdoc` frames",
    ),
    Step(
        NOTES,
        add_notes,
        "adds footnotes and other notes that the content refers to",
    ),
    Step(
        "comments",
        select_comments,
        "adds or removes reader comments, if `comments=` asks for it",
    ),
    Step(
        QUOTES,
        drop_quotes,
        "removes quotations of posts that the page also has, unless `quotes=True` keeps them",
    ),
)


def select_steps(names: Iterable[str] | None) -> tuple[Step, ...]:
    """Return the steps with these names, in the order of the pipeline; None for all.

    Raises:
        BadOption: a name is unknown; the message lists the known ones.
    """
    if names is None:
        return STEPS
    if not is_list(names):
        raise BadOption(
            f"steps={show_value(names, 200)}: expected a list of these names: {_list_names()}"
        )
    selected = [_check_name(name) for name in names]
    return tuple(step for step in STEPS if step.name in selected)


def exclude_steps(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names of all steps except these; an unknown name raises `BadOption`."""
    excluded = [_check_name(name) for name in names]
    return tuple(step.name for step in STEPS if step.name not in excluded)


def _check_name(name: object) -> str:
    """Return the name of a step, or raise `BadOption`."""
    if not isinstance(name, str) or name not in {step.name for step in STEPS}:
        raise BadOption(f"there is no step {name!r}; expected one of: {_list_names()}")
    return name


def describe_steps() -> list[tuple[str, str]]:
    """Return the name and description of every step, for documents."""
    return [(step.name, step.about) for step in STEPS]


def _list_names() -> str:
    return ", ".join(step.name for step in STEPS)
