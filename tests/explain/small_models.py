"""Models of two trees, and explanations by text, for the tests of reasons."""

from __future__ import annotations

import numpy as np

from pagecore import Document, _core
from pagecore.explain.explanation import Block
from pagecore.models import model
from pagecore.page.features import list_block_features
from pagecore.train.write_model import Forest, pack_model
from tests.forests import forest


def number(feature: str) -> int:
    return [declared.name for declared in list_block_features()].index(feature)


Tree = tuple[str, float, list[float]]


def make_model(blocks: Tree, context: Tree) -> model.Model:
    """A model of two trees of one level, each written as feature, border and leaves."""

    def grow_forest(tree: Tree, n_features: int) -> Forest:
        feature, border, leaves = tree
        return forest(([(number(feature), border)], leaves), n_features=n_features)

    slots = model.load().array("near names").shape
    return model.read(
        pack_model(
            {"features": _core.features_digest()},
            {
                "blocks": grow_forest(blocks, number("first look")),
                "context": grow_forest(context, len(list_block_features())),
            },
            {"near names": np.zeros(slots), "far names": np.zeros(slots)},
        )
    )


def by_text(document: Document) -> dict[str, Block]:
    return {block.text: block for block in document.explain().blocks}
