"""The pipeline: the list of steps, which of them are taken, and how they run one after the other.

bytes → Page → method → Choice → steps → Document → writer
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pagecore.choice import COPIES
from pagecore.errors import BadOption
from pagecore.steps.comments import select_comments
from pagecore.steps.copies import drop_copies
from pagecore.steps.embedded import read_embedded
from pagecore.steps.step import Parts, Request, Step
from pagecore.steps.walls import detect_wall

#: All steps, in the order in which they are taken.
STEPS: Final = (
    Step(
        COPIES,
        drop_copies,
        "removes blocks that repeat others, such as versions for phones, desktops and printing",
    ),
    Step(
        "walls",
        detect_wall,
        "detects pages without content of their own (login forms, bot checks, errors, dialogs,"
        " empty shells) and warns; if the method estimates its confidence, lowers it and removes"
        " navigation and dialogs",
    ),
    Step(
        "embedded",
        read_embedded,
        "replaces an empty or very short choice by the text that the page carries in its data",
    ),
    Step(
        "comments",
        select_comments,
        "adds or removes reader comments, if `comments=` asks for it",
    ),
)


def run_steps(parts: Parts, request: Request) -> Parts:
    """Take the steps of a request, one after the other."""
    for step in request.steps:
        parts = step.run(parts, request)
    return parts


def select_steps(names: Iterable[str] | None) -> tuple[Step, ...]:
    """The steps of some names, in the order of the pipeline; None for all.

    Raises:
        BadOption: a name is unknown; the message lists the known ones.
    """
    if names is None:
        return STEPS
    if isinstance(names, str) or not isinstance(names, Iterable):
        raise BadOption(f"steps={names!r}: expected a list of names; there are: {_listed()}")
    wanted = [check_name(name) for name in names]
    return tuple(step for step in STEPS if step.name in wanted)


def names_without(dropped: Iterable[str]) -> tuple[str, ...]:
    """The names of all steps but some; an unknown name is a `BadOption`."""
    left_out = [check_name(name) for name in dropped]
    return tuple(step.name for step in STEPS if step.name not in left_out)


def check_name(name: object) -> str:
    """The name of a step, or `BadOption`."""
    if not isinstance(name, str) or name not in {step.name for step in STEPS}:
        raise BadOption(f"there is no step {name!r}; there are: {_listed()}")
    return name


def describe_steps(done: Iterable[str] = ()) -> list[tuple[str, str]]:
    """Name and description of every step, for documents: what `extract` adds to a bare method.

    Args:
        done: names of steps that the method takes itself, as `Choice.done` has them.
    """
    own = set(done)
    return [
        (step.name, step.about + (" (the method does this itself)" if step.name in own else ""))
        for step in STEPS
    ]


def _listed() -> str:
    return ", ".join(step.name for step in STEPS)
