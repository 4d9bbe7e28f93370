"""The default extractor: a model learned from labelled pages scores every block.

The model scores each block twice; the second time it also uses the first scores of its neighbours.
The chosen blocks are those with the largest expected F-measure. The core does all of this
(core/src/judge/features, core/src/judge/decide.rs); docs/default.md describes the training.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final

import numpy as np

from pagecore import _core
from pagecore.choice import COPIES, Change, Choice, log_copies, warn_of_differences
from pagecore.errors import ModelError, PagecoreError
from pagecore.methods.undrawn import (
    MIN_DRAWN,
    find_undrawn,
    measure_drawn,
    warn_of_hidden_content,
)
from pagecore.models.model import Model, load
from pagecore.page import Html, Page
from pagecore.page.columns import freeze
from pagecore.page.judging import decide, parse_and_decide
from pagecore.page.layout import Layout
from pagecore.registry import method

#: Weight of recall against precision (beta of the F-measure).
BETAS: Final = {"precision": 0.5, "balanced": 1.0, "recall": 2.0}

#: Why blocks of another article on the page were dropped.
OTHER_ARTICLE: Final = "it is in another article of the page"
#: Why blocks of a rendered page were dropped.
UNDRAWN: Final = "the browser does not draw it"
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
        page: any page; needs no layout. With a reliable one, text that is not drawn is dropped, if
            the scripts of the page ran or it has none.
        favor: what to prefer where the model is uncertain: `precision` keeps less, `recall` more.
        model: used instead of the shipped model.

    Returns:
        The choice, with the `probability` that each text is content as evidence; an element has the
        largest probability of the texts below it. For a page with a layout, `drawn` is the share of
        a block's text that is drawn.
    """
    used = load() if model is None else model
    try:
        decision = decide(page, used.core, beta=BETAS[favor])
    except ValueError as error:
        raise _explain_misfit(used, error) from None
    choice = _make_choice(decision, used)
    if page.layout is None:
        return choice
    return _drop_undrawn(page, page.layout, decision, choice, used, BETAS[favor])


def _drop_undrawn(
    page: Page,
    layout: Layout,
    decision: _core.Decision,
    choice: Choice,
    model: Model,
    beta: float,
) -> Choice:
    """Choose again without the blocks that are not drawn, if there are any in the choice, so that
    the drawn one of two versions of a text is kept."""
    undrawn = find_undrawn(page, layout)
    drawn = measure_drawn(page, undrawn)
    evidence = {**choice.evidence, "drawn": freeze(page.spread(drawn, 1.0))}
    if not (choice.content & undrawn).any():
        return replace(choice, evidence=evidence, excluded=freeze(undrawn))
    blocks = np.frombuffer(decision.blocks, np.uint32)
    probability = np.frombuffer(decision.probability, np.float32)
    seen = np.where(drawn[blocks] > 0, probability, np.float32(0))
    again = _make_choice(decide(page, model.core, beta=beta, probability=seen), model)
    content = freeze(page.below(again.content & page.leaves & ~undrawn, how="any"))
    n_before, n_after = page.count_words(choice.content), page.count_words(content)
    if n_after < MIN_DRAWN * n_before:
        warnings = (*choice.warnings, warn_of_hidden_content(1 - n_after / n_before))
        return replace(choice, evidence=evidence, warnings=warnings)
    lost = page.blocks_with(choice.content) & ~page.blocks_with(content) & (drawn == 0)
    changes = [Change(block, False, "default", UNDRAWN) for block in np.flatnonzero(lost).tolist()]
    return replace(
        again,
        content=content,
        score=choice.score,
        evidence=evidence,
        changes=(*again.changes, *changes),
        excluded=freeze(undrawn),
    )


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
