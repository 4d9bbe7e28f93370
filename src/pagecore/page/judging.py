"""Features of a page for models, and the decision of the default model."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from pagecore import _core
from pagecore.page.core_table import Html, call_with_source, check_text, default_options
from pagecore.page.features import Feature, list_block_features, list_page_features
from pagecore.page.page import Page

Floats: TypeAlias = npt.NDArray[np.float32]
#: Weights of the names of elements: near a block, and further out.
NameWeights: TypeAlias = tuple[Floats, Floats]


def decide(
    page: Page, model: _core.Model, *, beta: float, probability: Floats | None = None
) -> _core.Decision:
    """Choose the blocks of a page with a model; raise `ValueError` if the model does not fit.

    Args:
        page: any page.
        model: a model of the default extractor.
        beta: weight of recall against precision.
        probability: the probability of every block with words, in place of the model's.
    """
    return _core.decide(page._table, model, beta=beta, probability=probability)


def parse_and_decide(
    html: Html, url: str | None, model: _core.Model, *, beta: float
) -> tuple[Page, _core.Decision]:
    """Parse a page and choose its blocks in one call of the core; same as `parse`, then `decide`.

    Args:
        html: the page.
        url: the URL of the page.
        model: a model of the default extractor.
        beta: weight of recall against precision.
    """
    if url is not None:
        check_text("url", url)
    options = default_options()

    def call(source: bytes | str, **more: Any) -> tuple[_core.Table, _core.Decision]:
        return _core.parse_and_decide(source, model, beta=beta, **more)

    table, decision = call_with_source(call, html, options)
    return Page(table, url, options), decision


def describe_blocks(
    page: Page, *, names: NameWeights | None = None, first_pass: Floats | None = None
) -> tuple[tuple[Feature, ...], npt.NDArray[np.uint32], Floats]:
    """Compute the features of the blocks of a page.

    Args:
        page: any page.
        names: weights of the names of elements; without them, these features are 0.
        first_pass: the first scores of the blocks, for the features of the second pass.

    Returns:
        The features, the numbers of the blocks with words, and the values: one row per feature, one
        column per block.
    """
    n_features, blocks, values = _core.features(page._table, names=names, first_pass=first_pass)
    columns = np.frombuffer(values, np.float32).reshape(n_features, -1)
    return list_block_features()[:n_features], np.frombuffer(blocks, np.uint32), columns


def describe_choices(
    page: Page, probability: Floats, *, names: NameWeights | None = None
) -> tuple[tuple[Feature, ...], Floats, npt.NDArray[np.bool_]]:
    """Compute the features of several choices of a page, the best choice first.

    Args:
        page: any page.
        probability: the probability of every block with words.
        names: as for `describe_blocks`.

    Returns:
        The features; their values, one row per choice; and the choices, one row per choice and one
        column per block with words.
    """
    n_features, values, choices = _core.page_features(page._table, probability, names=names)
    rows = np.frombuffer(values, np.float32).reshape(-1, n_features)
    return list_page_features(), rows, np.frombuffer(choices, np.bool_).reshape(len(rows), -1)


def find_name_tokens(page: Page) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Find the words in names of elements; returns their rows and their indices in a table of
    weights."""
    rows, tokens = _core.name_tokens(page._table)
    token_rows, indices = np.frombuffer(rows, np.uint32), np.frombuffer(tokens, np.uint16)
    return token_rows.astype(np.int64), indices.astype(np.int64)


def find_type_signs(page: Page) -> npt.NDArray[np.uint16]:
    """Find the signs of page types in a page; returns their indices in a table of weights."""
    return np.frombuffer(_core.type_signs(page._table), np.uint16)
