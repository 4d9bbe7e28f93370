"""The default extractor: a model learned from labelled pages scores every block.

The model scores each block twice; the second time it also uses the first scores of its neighbours.
The chosen blocks are those with the largest expected F-measure. The core does all of this
(core/src/judge/features, core/src/judge/decide.rs); docs/default.md describes the training.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from pagecore import _core
from pagecore.choice import ONLY_COPY, Choice
from pagecore.errors import ModelError
from pagecore.models.model import Model, load
from pagecore.page import Page
from pagecore.registry import method

#: Weight of recall against precision (beta of the F-measure).
BETAS: Final = {"precision": 0.5, "balanced": 1.0, "recall": 2.0}

#: Why blocks of an article that the page has beside its own were left out.
OTHER_ARTICLE: Final = "it is in another article of the page"
#: Why code was put in.
WHOLE: Final = (
    "code and tables are kept whole, and code in doubt where content stands before and behind it"
)


@method(
    "default",
    paper="pagecore",
    family="page",
    bounds={"favor": tuple(BETAS)},
    made_on=("wcxb", "fundus", "readability", "forums"),
    trainer="pagecore.train.default:TRAINER",
)
def default(page: Page, *, favor: str = "balanced", model: Model | None = None) -> Choice:
    """Choose the blocks that a learned model classifies as content.

    Args:
        page: any page; needs no layout.
        favor: what to prefer where the model is uncertain: `precision` keeps less, `recall` more.
        model: a model, or its file, to use instead of the shipped model.

    Returns:
        The choice, with the `chance` that each text is content as evidence; an element has the
        largest chance of the texts below it.
    """
    used = load() if model is None else model
    try:
        decision = _core.decide(page._table, used.core, beta=BETAS[favor])
    except ValueError as error:
        raise ModelError(f"{used.source}: {error}; train it again with this version") from None
    types = used.metadata.get("types", ())
    if not len(decision.blocks):
        # Of a page without a block nothing is known.
        types = ()
    elif not isinstance(types, list | tuple) or len(types) != len(decision.types):
        raise ModelError(f"{used.source}: its page types do not fit its forest; train it again")
    chance = np.frombuffer(decision.score, np.float32)
    return Choice(
        np.frombuffer(decision.rows, np.bool_),
        chance,
        {"chance": chance},
        types=dict(zip(types, decision.types, strict=True)),
        confidence=decision.confidence,
        copies=dict(decision.copies),
        is_once=True,
        overruled={
            **dict.fromkeys(decision.others, OTHER_ARTICLE),
            **dict.fromkeys(decision.listings, WHOLE),
            **dict.fromkeys(decision.restored, ONLY_COPY),
        },
    )
