"""Model files: forests of CatBoost and arrays of numbers, written as the core reads them."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pagecore import _core
from pagecore.errors import ModelError, PagecoreError
from pagecore.models.model import Model
from pagecore.store import write_file

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Forest:
    """Boosted symmetric trees: each level of a tree tests one feature for all rows.

    A tree of depth d has d levels and 2**d leaves; bit k of a row's leaf is set if its value of
    the feature of level k is above the border of level k.
    """

    #: Number of columns of a row.
    n_features: int
    #: The bias of each output.
    bias: Floats
    #: Levels of each tree.
    depths: npt.NDArray[np.uint8]
    #: The column of each level of each tree.
    features: npt.NDArray[np.uint16]
    #: The border of each level of each tree.
    borders: Floats
    #: The outputs of each leaf of each tree.
    leaves: Floats
    #: The weight of the training rows in each leaf of each tree.
    weights: Floats


def write_model(
    path: str | os.PathLike[str],
    metadata: Mapping[str, Any],
    forests: Mapping[str, Forest],
    arrays: Mapping[str, npt.ArrayLike] | None = None,
) -> bytes:
    """Write a model file and return its content.

    Args:
        path: the file; an existing file is replaced at once.
        metadata, forests, arrays: see `pack_model`.

    Raises:
        ModelError: a part of it is invalid, or the file cannot be written.
    """
    path = Path(path)
    try:
        content = pack_model(metadata, forests, arrays)
    except (ModelError, ValueError) as error:
        raise ModelError(f"{path}: not written: {error}") from None
    try:
        write_file(path, content)
    except PagecoreError as error:
        raise ModelError(str(error)) from error
    return content


def pack_model(
    metadata: Mapping[str, Any],
    forests: Mapping[str, Forest],
    arrays: Mapping[str, npt.ArrayLike] | None = None,
) -> bytes:
    """Make the content of a model file, which `pagecore.models.model.read` reads.

    The same model gives the same bytes.

    Args:
        metadata: JSON values; `features` is the digest of the feature table.
        forests: by their names.
        arrays: finite 32-bit numbers, by their names; stored flat.

    Raises:
        ModelError: a part of it is invalid.
    """
    try:
        text = json.dumps(metadata, sort_keys=True, ensure_ascii=False, allow_nan=False)
        flat = {name: _flat(array) for name, array in (arrays or {}).items()}
        return _core.Model(text, forests, flat).write()
    except (TypeError, ValueError, BufferError) as error:
        raise ModelError(str(error)) from None


def convert_catboost(model: Any) -> Forest:
    """Convert a model that CatBoost has fitted to columns of numbers.

    Args:
        model: `catboost.CatBoost` or a class derived from it, with symmetric trees. The
            outputs of the forest are its raw values, whatever the loss.

    Raises:
        ModelError: it has something that our forests do not support.

    Differs:
        CatBoost stores leaves in 64 bits. We store 32 bits and add them in 64; scores around 10
        differ by less than 1e-6.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.json"
        model.save_model(str(path), format="json")
        exported = json.loads(path.read_text(encoding="utf-8"))
    return convert_export(exported)


def convert_export(exported: Mapping[str, Any]) -> Forest:
    """Convert a model that CatBoost has exported as JSON."""
    if "oblivious_trees" not in exported:
        raise ModelError("the trees are not symmetric: train with grow_policy='SymmetricTree'")
    trees = exported["oblivious_trees"]
    columns = _columns(exported["features_info"])
    splits = [split for tree in trees for split in tree.get("splits") or ()]
    kinds = {split["split_type"] for split in splits} - {"FloatFeature"}
    if kinds:
        raise ModelError(f"the trees ask for {', '.join(sorted(kinds))}: expected numbers alone")
    scale, bias = exported["scale_and_bias"]
    leaves = np.concatenate([tree["leaf_values"] for tree in trees] or [[]])
    return Forest(
        n_features=max(columns.values()) + 1,
        bias=np.array(bias, np.float32),
        depths=np.array([len(tree.get("splits") or ()) for tree in trees], np.uint8),
        features=np.array([columns[split["float_feature_index"]] for split in splits], np.uint16),
        borders=np.array([split["border"] for split in splits], np.float32),
        leaves=(leaves * scale).astype(np.float32),
        weights=np.concatenate([tree["leaf_weights"] for tree in trees] or [[]]).astype(np.float32),
    )


def read_forest(model: Model, name: str) -> Forest:
    """Read a forest of a model."""
    n_features, bias, depths, features, borders, leaves, weights = model.core.parts(name)
    return Forest(
        n_features,
        np.frombuffer(bias, np.float32),
        np.frombuffer(depths, np.uint8),
        np.frombuffer(features, np.uint16),
        np.frombuffer(borders, np.float32),
        np.frombuffer(leaves, np.float32),
        np.frombuffer(weights, np.float32),
    )


def join_forests(first: Forest, second: Forest) -> Forest:
    """Join two forests into one that predicts the sum of both.

    Args:
        first: has at least the columns of the second.
        second: has the same number of outputs.
    """
    if len(first.bias) != len(second.bias) or first.n_features < second.n_features:
        raise ModelError(
            f"a forest of {first.n_features} features and {len(first.bias)} outputs cannot take "
            f"the trees of one of {second.n_features} and {len(second.bias)}"
        )
    return Forest(
        first.n_features,
        first.bias + second.bias,
        np.concatenate([first.depths, second.depths]),
        np.concatenate([first.features, second.features]),
        np.concatenate([first.borders, second.borders]),
        np.concatenate([first.leaves, second.leaves]),
        np.concatenate([first.weights, second.weights]),
    )


def _columns(info: Mapping[str, Any]) -> dict[int, int]:
    """The column of each numeric feature."""
    features = info.get("float_features", [])
    if not features or info.get("categorical_features"):
        raise ModelError("the model has features that are not numbers; expected numbers only")
    for feature in features:
        if feature["nan_value_treatment"] == "AsTrue":
            raise ModelError(
                f"feature {feature['flat_feature_index']} takes NaN for the highest value: "
                "train with nan_mode='Min'"
            )
    return {feature["feature_index"]: feature["flat_feature_index"] for feature in features}


def _flat(array: npt.ArrayLike) -> Floats:
    # A value that is too large for 32 bits becomes infinite, which is refused.
    with np.errstate(over="ignore"):
        return np.ascontiguousarray(array, np.float32).ravel()
