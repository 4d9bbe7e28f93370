"""Columns: one value per row or per block, made of the core's memory and never changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, overload

import numpy as np
import numpy.typing as npt

from pagecore import _core
from pagecore.errors import BadInput
from pagecore.page.core_table import table_of

Array: TypeAlias = npt.NDArray[Any]
Mask: TypeAlias = npt.NDArray[np.bool_]


class Column:
    """A column of a class: made from the core's memory when first asked for, then kept."""

    def __init__(self, dtype: type[np.generic], read: str) -> None:
        self.dtype = np.dtype(dtype)
        self.read = read

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, instance: None, owner: type) -> Column: ...
    @overload
    def __get__(self, instance: object, owner: type) -> Array: ...
    def __get__(self, instance: Any, owner: type) -> Any:
        if instance is None:
            return self
        buffer = getattr(instance._table, self.read)(self.name)
        array = np.frombuffer(buffer, self.dtype)
        instance.__dict__[self.name] = array
        return array


class Unchanging:
    """What has columns: its attributes cannot be set."""

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a page never changes: {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a page never changes: {name} cannot be deleted")


class Blocks(Unchanging):
    """The blocks of a page: maximal runs of inline content, in reading order."""

    first = Column(np.int32, "block_column")
    last = Column(np.int32, "block_column")
    owner = Column(np.int32, "block_column")
    chars = Column(np.int32, "block_column")
    words = Column(np.int32, "block_column")
    punctuation = Column(np.int32, "block_column")
    link_chars = Column(np.int32, "block_column")
    link_words = Column(np.int32, "block_column")
    lines = Column(np.int32, "block_column")
    media = Column(np.int32, "block_column")
    hidden = Column(np.uint8, "block_column")

    _table: _core.Table
    _options: dict[str, Any]

    def __init__(self, table: _core.Table, options: dict[str, Any]) -> None:
        """Use `page.blocks`."""
        self.__dict__.update(_table=table, _options=options)

    def __len__(self) -> int:
        return len(self.first)

    def __repr__(self) -> str:
        return f"<{len(self)} blocks>"

    def __reduce__(self) -> tuple[Callable[..., Blocks], tuple[Any, ...]]:
        table = self._table
        known = (table.encoding, table.encoding_from)
        return _blocks_again, (table.source(), known, self._options)


def _blocks_again(source: bytes, known: tuple[str, str], options: dict[str, Any]) -> Blocks:
    """Blocks that come from another process: those of their page, parsed once more."""
    return Blocks(table_of(source, options, decoded=known), options)


def frozen(column: Array) -> Array:
    """A copy that nobody can make writable: numpy allows that for memory of its own."""
    return np.frombuffer(column.tobytes(), column.dtype).reshape(column.shape)


def checked(name: str, values: npt.ArrayLike, n: int, of: str = "row") -> Array:
    """The values as an array of one for each row, or block."""
    try:
        column = np.asarray(values)
    except ValueError as error:
        raise BadInput(f"{name} is no array: {error}") from None
    if column.shape != (n,):
        raise BadInput(
            f"{name} has the shape {column.shape}; the page has {n} {of}s: "
            f"expected one value per {of}"
        )
    return column


def numeric(name: str, values: npt.ArrayLike, n: int) -> Array:
    """The values as an array of one number or truth value for each row."""
    column = checked(name, values, n)
    if column.dtype.kind not in "biuf":
        raise BadInput(f"{name} is of the type {column.dtype}: expected numbers or truth values")
    return column


def numbers(values: Array) -> Array:
    """The values as int64 or float64, which is what the core adds up."""
    if values.dtype == np.uint64 and values.size and values.max() > np.iinfo(np.int64).max:
        raise BadInput(
            f"a column of uint64 has the value {values.max()}, which is too large to calculate "
            "with: expected less than 2**63"
        )
    kind = np.float64 if values.dtype.kind == "f" else np.int64
    return np.ascontiguousarray(values, dtype=kind)


def picked(values: Array, at: Array, fill: Any) -> Array:
    """The values at some places, and `fill` where a place is -1; in the type of the values where
    the fill fits."""
    dtype = values.dtype
    # 0 and 1 fit every type, masks among them.
    if fill not in (0, 1):
        dtype = np.result_type(dtype, np.min_scalar_type(fill))
    # The fill stands last, where -1 finds it.
    filled = np.empty(len(values) + 1, dtype)
    filled[:-1] = values
    filled[-1] = fill
    return filled.take(at)


def whole(name: str, values: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Whole numbers of 64 bits, or `BadInput`."""
    try:
        array = np.asarray(values)
    except ValueError as error:
        raise BadInput(f"{name}: {error}") from None
    if array.size and (array.dtype.kind not in "iu" or array.max() > np.iinfo(np.int64).max):
        raise BadInput(f"{name} of the type {array.dtype}: expected whole numbers of 64 bits")
    return array.astype(np.int64)


def number_labels(labels: npt.ArrayLike) -> npt.NDArray[np.int32]:
    """Number labels from 0 in the order of their first occurrences; negative ones become -1."""
    values = np.asarray(labels)
    inside = values >= 0
    _, first, at = np.unique(values[inside], return_index=True, return_inverse=True)
    rank = np.empty(len(first), np.int32)
    rank[np.argsort(first)] = np.arange(len(first), dtype=np.int32)
    numbers = np.full(len(values), -1, np.int32)
    numbers[inside] = rank[at.reshape(-1)]
    return numbers
