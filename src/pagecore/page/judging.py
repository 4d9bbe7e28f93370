"""What models see of a page: features of its blocks, and the decision of the default model."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from pagecore import _core
from pagecore.page.core_table import Html, call_with_source, checked_word, default_options
from pagecore.page.features import Feature, list_block_features, list_page_features
from pagecore.page.page import Page

Floats: TypeAlias = npt.NDArray[np.float32]
#: Weights of names near a block, and of those further out.
Names: TypeAlias = tuple[Floats, Floats]


def decide(page: Page, model: _core.Model, *, beta: float) -> _core.Decision:
    """Let a model choose the blocks of a page; raises `ValueError` where it does not fit.

    Args:
        page: any page.
        model: of the default extractor.
        beta: weight of recall against precision.
    """
    return _core.decide(page._table, model, beta=beta)


def parse_and_decide(
    html: Html, url: str | None, model: _core.Model, *, beta: float
) -> tuple[Page, _core.Decision]:
    """Parse a page and let a model choose its blocks, in one call of the core: the same as `parse`
    and then `decide`.

    Args:
        html: the page.
        url: the URL of the page.
        model: of the default extractor.
        beta: weight of recall against precision.
    """
    if url is not None:
        checked_word("url", url)
    options = default_options()

    def call(source: bytes | str, **more: Any) -> tuple[_core.Table, _core.Decision]:
        return _core.parse_and_decide(source, model, beta=beta, **more)

    table, decision = call_with_source(call, html, options)
    return Page(table, url, options), decision


def describe_blocks(
    page: Page, *, names: Names | None = None, first_look: Floats | None = None
) -> tuple[tuple[Feature, ...], npt.NDArray[np.uint32], Floats]:
    """The features, the blocks that have words, and the features' values: a row for each feature,
    a column for each block.

    Args:
        page: any page.
        names: weights of the names of elements; without them these features are 0.
        first_look: how the blocks were judged at first, which the second look knows.
    """
    n_features, blocks, values = _core.features(page._table, names=names, first_look=first_look)
    columns = np.frombuffer(values, np.float32).reshape(n_features, -1)
    return list_block_features()[:n_features], np.frombuffer(blocks, np.uint32), columns


def describe_choices(
    page: Page, chance: Floats, *, names: Names | None = None
) -> tuple[tuple[Feature, ...], Floats, npt.NDArray[np.bool_]]:
    """The features of choices of a page, their values with a row for each choice, and the choices:
    a row each, a column for each block that has words. The first is the one that would be made.

    Args:
        page: any page.
        chance: of every block with words to be content.
        names: as for `describe_blocks`.
    """
    n_features, values, choices = _core.page_features(page._table, chance, names=names)
    rows = np.frombuffer(values, np.float32).reshape(-1, n_features)
    return list_page_features(), rows, np.frombuffer(choices, np.bool_).reshape(len(rows), -1)


def name_tokens(page: Page) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The words in the names of elements: their rows, and their places in a table of weights."""
    rows, places = _core.name_tokens(page._table)
    of_row, tokens = np.frombuffer(rows, np.uint32), np.frombuffer(places, np.uint16)
    return of_row.astype(np.int64), tokens.astype(np.int64)


def type_signs(page: Page) -> npt.NDArray[np.uint16]:
    """The signs of page types that a page has, by their places in a table of weights."""
    return np.frombuffer(_core.type_signs(page._table), np.uint16)
