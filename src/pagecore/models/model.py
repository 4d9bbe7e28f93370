"""Model files: load and validate a file, predict with its forests.

`core/src/judge/model_file.rs` describes the file format; `pagecore.train.write_model` writes it.
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from pagecore import _core
from pagecore.errors import BadInput, BadOption, ModelError
from pagecore.page.columns import Array, check_integers
from pagecore.sources.read_at_most import read_at_most

#: The shipped model of the method `default`; those of other methods are in the same folder.
SHIPPED = Path(__file__).parent / "default.model"
#: Size limit of a model file; the shipped model has about 1.6 MB.
MAX_BYTES = 256 << 20

T = TypeVar("T")


def load(path: str | os.PathLike[str] | None = None, *, method: str = "default") -> Model:
    """Read a model file.

    Args:
        path: the file; None for the shipped model, which is cached.
        method: the method whose shipped model to load.

    Raises:
        ModelError: the file cannot be read, or is invalid.
    """
    if path is None:
        return _load_shipped(method)
    return _load(Path(path), "expected a model trained with this version of pagecore")


def read(content: bytes, source: str = "a model in memory") -> Model:
    """Read a model from the bytes of a file.

    Args:
        content: the bytes of the file.
        source: the name of the model in messages.

    Raises:
        ModelError: the bytes are not a valid model.
    """
    try:
        return Model(_core.Model.read(content), source)
    except ValueError as error:
        raise ModelError(f"{source}: {error}") from None


class Model:
    """Named forests and arrays. A model is immutable."""

    def __init__(self, core: _core.Model, source: str) -> None:
        """Use `load` or `read`.

        Args:
            core: the model of the core.
            source: the name of the file, for messages.
        """
        self.core = core
        self.source = source
        self.metadata: Mapping[str, Any] = json.loads(core.metadata)
        self.forests: tuple[str, ...] = tuple(core.forest_names)
        self.arrays: tuple[str, ...] = tuple(core.array_names)

    @functools.cached_property
    def digest(self) -> str:
        """16 hex digits of the SHA-256 of the file."""
        return hashlib.sha256(self.core.write()).hexdigest()[:16]

    def __repr__(self) -> str:
        return f"<model {self.source}: {', '.join(self.forests)}>"

    def __reduce__(self) -> tuple[Callable[..., Model], tuple[bytes, str]]:
        return read, (self.core.write(), self.source)

    def expect(self, features: str) -> None:
        """Raise `ModelError` if the model was trained with features of another digest."""
        try:
            self.core.expect(features)
        except ValueError as error:
            raise ModelError(f"{self.source}: {error}; train it again with this version") from None

    @functools.cached_property
    def page_types(self) -> tuple[str, ...]:
        """The page types that the model distinguishes, in the order of its forest."""
        names = self.metadata.get("types", ())
        n_types = self.shape("type")[1] if "type" in self.forests else 0
        if not isinstance(names, list | tuple) or len(names) != n_types:
            raise ModelError(f"{self.source}: its page types do not fit its forest; train it again")
        return tuple(names)

    def shape(self, name: str) -> tuple[int, int, int]:
        """Return the number of features, outputs and trees of a forest."""
        return self._look_up(name, self.forests, self.core.shape)

    def array(self, name: str) -> npt.NDArray[np.float32]:
        """Return an array by its name."""
        return np.frombuffer(self._look_up(name, self.arrays, self.core.array), np.float32)

    def predict(self, name: str, columns: npt.ArrayLike) -> npt.NDArray[np.float32]:
        """Predict the raw scores of rows, before any link function.

        Args:
            name: the name of the forest.
            columns: one row per feature, one column per row of the table. NaN counts as the lowest
                value.

        Returns:
            One number per row of the table, or one row of numbers if the forest has several
            outputs.
        """
        _, n_outputs, _ = self.shape(name)
        outputs = np.frombuffer(self._call(self.core.predict, name, columns), np.float32)
        return outputs if n_outputs == 1 else outputs.reshape(-1, n_outputs)

    def contributions(
        self, name: str, columns: npt.ArrayLike, rows: npt.ArrayLike
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """Attribute the scores of rows to features.

        At each level of a tree, the change of the expected score is credited to the feature of
        that level (Saabas 2014).

        Args:
            name: the name of the forest.
            columns: as for `predict`.
            rows: numbers of rows of the table.

        Returns:
            The contribution of each feature to each row (with a last axis for the outputs if there
            are several), and the base score. The contributions and the base add up to the score.
        """
        n_features, n_outputs, _ = self.shape(name)
        chosen = np.atleast_1d(check_integers("rows", rows))
        if (chosen < 0).any():
            raise BadInput(f"rows has {chosen.min()}: expected row numbers from 0")
        function = self.core.contributions
        values, base = self._call(function, name, columns, chosen.ravel().tolist())
        shape = (-1, n_features) if n_outputs == 1 else (-1, n_features, n_outputs)
        return np.frombuffer(values, np.float32).reshape(shape), np.frombuffer(base, np.float32)

    def _call(self, function: Callable[..., T], name: str, columns: npt.ArrayLike, *rest: Any) -> T:
        try:
            return function(name, _convert_columns(columns), *rest)
        except ValueError as error:
            raise BadInput(f"forest {name!r} of {self.source}: {error}") from None

    def _look_up(self, name: str, names: tuple[str, ...], function: Callable[[str], T]) -> T:
        if name not in names:
            listed = ", ".join(names) or "nothing"
            raise BadOption(f"{self.source} has no {name!r}; it has {listed}")
        return function(name)


def _convert_columns(columns: npt.ArrayLike) -> Array:
    # A value too large for 32 bits becomes infinite, which is above all borders.
    with np.errstate(over="ignore"):
        return np.ascontiguousarray(columns, dtype=np.float32)


def shipped_path(method: str) -> Path:
    """The file of the shipped model of a method."""
    return SHIPPED.with_name(f"{method}.model")


@functools.cache
def _load_shipped(method: str) -> Model:
    return _load(shipped_path(method), "install pagecore again")


def _load(path: Path, remedy: str) -> Model:
    try:
        with path.open("rb") as file:
            content = read_at_most(file, MAX_BYTES + 1)
        if len(content) > MAX_BYTES:
            raise ModelError(f"{path}: not a model file: it has more than {MAX_BYTES} bytes")
        return read(content, str(path))
    except (OSError, ValueError) as error:
        # A path with characters that no file system allows is a ValueError.
        reason = getattr(error, "strerror", None) or error
        raise ModelError(f"{path}: the model cannot be read: {reason}; {remedy}") from None
    except ModelError as error:
        raise ModelError(f"{error}; {remedy}") from None
