"""Models: what was learned from labelled pages, read from a file that is checked whole.

`core/src/judge/model.rs` describes the layout of the file; `pagecore.train.write_model` writes it.
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
from pagecore.page.columns import Array, whole

#: The model of the method `default` that comes with the package; those of others lie beside it.
SHIPPED = Path(__file__).parent / "default.model"
#: No model is larger; ours is to have 3 MB.
MAX_BYTES = 256 << 20

T = TypeVar("T")


def load(path: str | os.PathLike[str] | None = None, *, method: str = "default") -> Model:
    """Read a model file.

    Args:
        path: the file; None is the model that comes with the package, which is read once.
        method: whose model comes with the package.

    Raises:
        ModelError: the file cannot be read, or is not what it should be.
    """
    if path is None:
        return _shipped(method)
    return _load(Path(path), "give a file that this version of pagecore has trained")


def read(content: bytes, source: str = "a model in memory") -> Model:
    """Read the bytes of a model file.

    Args:
        content: the whole file.
        source: what to call it in messages.

    Raises:
        ModelError: it is not what it should be.
    """
    try:
        return Model(_core.Model.read(content), source)
    except ValueError as error:
        raise ModelError(f"{source}: {error}") from None


class Model:
    """Forests and arrays of numbers by their names. It never changes."""

    def __init__(self, core: _core.Model, source: str) -> None:
        """Use `load` or `read`.

        Args:
            core: the core's own.
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
        """Refuse a model that was trained with other features than those of this digest."""
        try:
            self.core.expect(features)
        except ValueError as error:
            raise ModelError(f"{self.source}: {error}; train it again with this version") from None

    def shape(self, name: str) -> tuple[int, int, int]:
        """The numbers of features, outputs and trees of a forest."""
        return self._ask(name, self.forests, self.core.shape)

    def array(self, name: str) -> npt.NDArray[np.float32]:
        """An array by its name."""
        return np.frombuffer(self._ask(name, self.arrays, self.core.array), np.float32)

    def predict(self, name: str, columns: npt.ArrayLike) -> npt.NDArray[np.float32]:
        """What a forest says of rows: raw scores, before any link function.

        Args:
            name: of the forest.
            columns: one row for each feature, one column for each row of the table. NaN counts as
                the lowest value.

        Returns:
            One number for each row of the table, or one row of numbers where there are several
            outputs.
        """
        _, n_outputs, _ = self.shape(name)
        outputs = np.frombuffer(self._of_columns(self.core.predict, name, columns), np.float32)
        return outputs if n_outputs == 1 else outputs.reshape(-1, n_outputs)

    def contributions(
        self, name: str, columns: npt.ArrayLike, rows: npt.ArrayLike
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """What moved the scores of rows.

        Each tree is gone down level by level; the change of what is expected there is credited to
        the level's feature (Saabas 2014).

        Args:
            name: of the forest.
            columns: as for `predict`.
            rows: numbers of rows of the table.

        Returns:
            For each of the rows what each feature adds, with the outputs behind the features where
            there are several; and what a row gets of which nothing is known. Their sum is the row's
            score.
        """
        n_features, n_outputs, _ = self.shape(name)
        chosen = np.atleast_1d(whole("rows", rows))
        if (chosen < 0).any():
            raise BadInput(f"rows has {chosen.min()}: expected numbers of rows, from 0 on")
        ask = self.core.contributions
        values, base = self._of_columns(ask, name, columns, chosen.ravel().tolist())
        shape = (-1, n_features) if n_outputs == 1 else (-1, n_features, n_outputs)
        return np.frombuffer(values, np.float32).reshape(shape), np.frombuffer(base, np.float32)

    def _of_columns(
        self, ask: Callable[..., T], name: str, columns: npt.ArrayLike, *rest: Any
    ) -> T:
        try:
            return ask(name, _columns(columns), *rest)
        except ValueError as error:
            raise BadInput(f"forest {name!r} of {self.source}: {error}") from None

    def _ask(self, name: str, known: tuple[str, ...], ask: Callable[[str], T]) -> T:
        if name not in known:
            there = ", ".join(known) or "nothing"
            raise BadOption(f"{self.source} has no {name!r}; it has {there}")
        return ask(name)


def _columns(columns: npt.ArrayLike) -> Array:
    # What is too large for 32 bits is above all borders, as it should be.
    with np.errstate(over="ignore"):
        return np.ascontiguousarray(columns, dtype=np.float32)


def shipped(method: str) -> Path:
    """The file of the model that comes with the package for a method."""
    return SHIPPED if method == "default" else SHIPPED.with_name(f"{method}.model")


@functools.cache
def _shipped(method: str) -> Model:
    return _load(shipped(method), "install pagecore again")


def _load(path: Path, remedy: str) -> Model:
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
        if len(content) > MAX_BYTES:
            raise ModelError(f"{path}: it is no model file: it has more than {MAX_BYTES} bytes")
        return read(content, str(path))
    except (OSError, ValueError) as error:
        # A path may hold what no file system takes, and that is a ValueError.
        told = f"{path}: the model cannot be read: {getattr(error, 'strerror', None) or error}"
        raise ModelError(f"{told}; {remedy}") from None
    except ModelError as error:
        raise ModelError(f"{error}; {remedy}") from None
