"""Columns: read-only arrays with one value per row or block, and checks of columns that callers
pass."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias, TypeGuard, overload

import numpy as np
import numpy.typing as npt

from pagecore import _core
from pagecore.errors import BadInput, BadOption, show_value
from pagecore.page.core_table import parse_table
from pagecore.page.counts import format_count

Array: TypeAlias = npt.NDArray[Any]
Mask: TypeAlias = npt.NDArray[np.bool_]


class Column:
    """A column of a class: a view of the core's memory, created on first access and cached."""

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


class Immutable:
    """Base class of tables: attributes cannot be set or deleted."""

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is read-only: {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is read-only: {name} cannot be deleted")


class Blocks(Immutable):
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
        decoded = (table.encoding, table.encoding_from)
        return _restore_blocks, (table.source(), decoded, self._options)


class AttrTable(NamedTuple):
    """All attributes of a page, in the order of the source, and the names by number."""

    row: Array
    name: Array
    start: Array
    stop: Array
    names: tuple[str, ...]

    # The comparison of tuples takes the truth value of arrays, which numpy refuses.
    def __eq__(self, other: object) -> bool:
        if not isinstance(other, AttrTable):
            return NotImplemented
        columns = zip(self[:4], other[:4], strict=True)
        return self.names == other.names and all(np.array_equal(a, b) for a, b in columns)

    def __ne__(self, other: object) -> bool:
        is_equal = self.__eq__(other)
        return is_equal if is_equal is NotImplemented else not is_equal

    def __hash__(self) -> int:
        return hash((*(column.tobytes() for column in self[:4]), self.names))


def _restore_blocks(source: bytes, decoded: tuple[str, str], options: dict[str, Any]) -> Blocks:
    """Unpickle blocks: parse their page again."""
    return Blocks(parse_table(source, options, decoded=decoded), options)


def freeze(column: Array) -> Array:
    """Return a copy that cannot be made writable; numpy allows that for arrays it allocated."""
    return np.frombuffer(column.tobytes(), column.dtype).reshape(column.shape)


def convert_array(name: str, values: npt.ArrayLike) -> Array:
    """Return the values as an array, or raise `BadInput`, as for lists of different lengths."""
    try:
        return np.asarray(values)
    except (OverflowError, TypeError, ValueError) as error:
        raise BadInput(f"{name} cannot be converted to an array: {error}") from None


def check_list(name: str, values: object, expected: str) -> tuple[Any, ...]:
    """Return the values as a tuple, or raise `BadInput` unless they are a list or the like."""
    if not is_list(values):
        raise BadInput(f"{name}={show_value(values)}: expected {expected}")
    return tuple(values)


def check_mapping(name: str, values: object) -> dict[str, Any]:
    """Return a copy of a mapping, or raise `BadInput` unless it is one with names as keys."""
    if not isinstance(values, Mapping) or not all(isinstance(key, str) for key in values):
        raise BadInput(f"{name}={show_value(values)}: expected a mapping from names")
    return dict(values)


def check_evidence(evidence: object, n: int) -> Mapping[str, Array]:
    """Return the evidence of a method as read-only columns, or raise `BadInput` unless it is a
    mapping from names to columns of `n` numbers."""
    columns = check_mapping("evidence", evidence)
    return MappingProxyType(
        {
            name: freeze(check_numbers(f"evidence: {name}", values, n))
            for name, values in columns.items()
        }
    )


def check_column(name: str, values: npt.ArrayLike, n: int, unit: str = "row") -> Array:
    """Return the values as an array, or raise `BadInput` unless there is one per row (or block)."""
    column = convert_array(name, values)
    if column.shape != (n,):
        raise BadInput(
            f"{name} has the shape {column.shape}, but the page has {format_count(n, unit)}: pass "
            f"one value per {unit}"
        )
    return column


def check_numbers(name: str, values: npt.ArrayLike, n: int) -> Array:
    """Return the values as an array, or raise `BadInput` unless each row has a number or bool."""
    column = check_column(name, values, n)
    if column.dtype.kind not in "biuf":
        raise BadInput(f"{name} has the type {column.dtype}: expected numbers or booleans")
    return column


def convert_numbers(values: Array) -> Array:
    """Convert to int64 or float64, the types that the core can sum."""
    if values.dtype == np.uint64 and values.size and values.max() > np.iinfo(np.int64).max:
        raise BadInput(
            f"a column of uint64 has the value {values.max()}, which is too large to calculate "
            "with: expected less than 2**63"
        )
    kind = np.float64 if values.dtype.kind == "f" else np.int64
    return np.ascontiguousarray(values, dtype=kind)


def pick_values(values: Array, at: Array, fill: Any) -> Array:
    """Return the values at some positions, with `fill` for the position -1.

    The result has the type of the values if that can hold `fill`.
    """
    dtype = values.dtype
    if not isinstance(fill, (bool, int, float, np.bool_, np.integer, np.floating)):
        raise BadOption(f"fill={show_value(fill)}: expected a number")
    # 0 and 1 fit every type, masks among them.
    if fill not in (0, 1):
        dtype = np.result_type(dtype, np.min_scalar_type(fill))
    # The index -1 selects the last value, which is the fill.
    filled = np.empty(len(values) + 1, dtype)
    filled[:-1] = values
    filled[-1] = fill
    return filled.take(at)


def check_integers(name: str, values: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Return the values as int64, or raise `BadInput` unless they are integers."""
    array = convert_array(name, values)
    if array.size and (array.dtype.kind not in "iu" or array.max() > np.iinfo(np.int64).max):
        raise BadInput(f"{name} has the type {array.dtype}: expected 64-bit integers")
    return array.astype(np.int64)


def check_row_numbers(name: str, values: npt.ArrayLike) -> npt.NDArray[np.int32]:
    """Return the values as int32, or raise `BadInput` unless they are integers of that range in one
    dimension."""
    column = check_integers(name, values)
    if column.ndim != 1:
        raise BadInput(f"{name} has the shape {column.shape}: expected one dimension")
    limits = np.iinfo(np.int32)
    if column.size and not limits.min <= column.min() <= column.max() <= limits.max:
        raise BadInput(f"{name}: expected numbers of {limits.bits} bits")
    return column.astype(np.int32)


def is_list(values: object) -> TypeGuard[Iterable[Any]]:
    """Whether the value is a list or another iterable; texts, bytes and mappings are single
    things."""
    is_single = isinstance(values, (str, bytes, bytearray, memoryview, Mapping))
    # An array without a dimension has an iterator that fails.
    return isinstance(values, Iterable) and not is_single and getattr(values, "ndim", 1) != 0


def is_integer(value: object) -> bool:
    """Whether a value is an integer, of Python or numpy; True and False are not."""
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def is_fraction(value: object) -> bool:
    """Whether a value is a number from 0 to 1; NaN, True and False are not."""
    is_number = is_integer(value) or isinstance(value, (float, np.floating))
    return is_number and 0 <= value <= 1  # type: ignore[operator]  # It is a number.


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
