"""The default extractor: a model learned from labelled pages scores every block.

The model scores each block twice; the second time it also uses the first scores of its neighbours.
The chosen blocks are those with the largest expected F-measure. The core does all of this
(core/src/judge/features, core/src/judge/decide.rs); docs/default.md describes the training.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

import numpy as np

from pagecore import _core
from pagecore.choice import COPIES, Change, Choice, log_copies, warn_of_differences
from pagecore.errors import ModelError, PagecoreError
from pagecore.models.model import Model, load
from pagecore.page import Html, Page
from pagecore.page.judging import decide, parse_and_decide
from pagecore.registry import method

#: Weight of recall against precision (beta of the F-measure).
BETAS: Final = {"precision": 0.5, "balanced": 1.0, "recall": 2.0}

#: Why blocks of another article on the page were dropped.
OTHER_ARTICLE: Final = "it is in another article of the page"
STATE: Final = "data for scripts, which readers do not see"
#: Why code or a table was added.
WHOLE: Final = (
    "code and tables are kept whole, and doubtful code is kept if content precedes and follows it"
)


def read_and_choose(
    html: Html, url: str | None, *, favor: str = "balanced", model: Model | None = None
) -> tuple[Page, Choice]:
    """Parse a page and choose its content in one call of the core; the arguments are those of
    `parse` and of the method."""
    used = load() if model is None else model
    try:
        page, decision = parse_and_decide(html, url, used.core, beta=BETAS[favor])
    except PagecoreError:
        # The error is about the source or its URL, not about the model.
        raise
    except ValueError as error:
        raise _explain_misfit(used, error) from None
    return page, _make_choice(decision, used)


@method(
    "default",
    paper=None,
    family="page",
    bounds={"favor": tuple(BETAS)},
    developed_on=("wcxb", "fundus", "readability", "forums"),
    reasons="pagecore.explain.reasons:find_reasons",
    trainer="pagecore.train.default:TRAINER",
    from_html=read_and_choose,
)
def default(page: Page, *, favor: str = "balanced", model: Model | None = None) -> Choice:
    """Choose the blocks that a learned model classifies as content.

    Args:
        page: any page; needs no layout.
        favor: what to prefer where the model is uncertain: `precision` keeps less, `recall` more.
        model: used instead of the shipped model.

    Returns:
        The choice, with the `probability` that each text is content as evidence; an element has the
        largest probability of the texts below it.
    """
    used = load() if model is None else model
    try:
        decision = decide(page, used.core, beta=BETAS[favor])
    except ValueError as error:
        raise _explain_misfit(used, error) from None
    return _make_choice(decision, used)


def _explain_misfit(model: Model, error: ValueError) -> ModelError:
    return ModelError(f"{model.source}: {error}; train it again with this version")


def _make_choice(decision: _core.Decision, model: Model) -> Choice:
    # A page without blocks has no page type.
    types = model.page_types if decision.n_blocks else ()
    probability = np.frombuffer(decision.score, np.float32)
    return Choice(
        np.frombuffer(decision.rows, np.bool_),
        probability,
        {"probability": probability},
        types=_PageTypes(types, decision),
        confidence=decision.confidence,
        changes=_log_changes(decision) if decision.is_changed else (),
        done=(COPIES,),
        warnings=warn_of_differences(dict(decision.inside)) if decision.is_changed else (),
    )


def _log_changes(decision: _core.Decision) -> tuple[Change, ...]:
    """Log the blocks that were added and dropped after the model had chosen."""
    return (
        *(Change(block, False, "default", OTHER_ARTICLE) for block in decision.others),
        *(Change(block, False, "default", STATE) for block in decision.states),
        *(Change(block, True, "default", WHOLE) for block in decision.listings),
        *log_copies(dict(decision.copies), decision.restored, dict(decision.inside)),
    )


class _PageTypes(Mapping[str, float]):
    """The probability of each page type, computed when one is first asked for: few callers do."""

    def __init__(self, names: Sequence[str], decision: _core.Decision) -> None:
        self._names = names
        self._decision = decision

    @cached_property
    def _probabilities(self) -> dict[str, float]:
        return dict(zip(self._names, self._decision.types(), strict=True)) if self._names else {}

    def __getitem__(self, name: str) -> float:
        return self._probabilities[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __repr__(self) -> str:
        return repr(self._probabilities)

    def __reduce__(self) -> tuple[type[dict[str, float]], tuple[dict[str, float]]]:
        # Pickled as plain numbers, without the page and the model.
        return dict, (self._probabilities,)
