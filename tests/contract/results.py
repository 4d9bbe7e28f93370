"""Results of any family, compared value by value."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

from pagecore import Wrapper


def values_of(thing: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """All values of a result, by the way to each: arrays, numbers and texts."""
    if isinstance(thing, Wrapper):
        yield path, thing.xml()
    elif is_dataclass(thing):
        for field in fields(thing):
            yield from values_of(getattr(thing, field.name), f"{path}.{field.name}")
    elif isinstance(thing, Mapping):
        for key in thing:
            yield from values_of(thing[key], f"{path}[{key!r}]")
    else:
        yield path, thing


def digest_result(result: Any) -> str:
    """A digest of everything that a result says."""
    digest = hashlib.sha256()
    for path, value in values_of(result):
        if isinstance(value, np.ndarray):
            digest.update(f"{path} {value.dtype} {value.shape} ".encode() + value.tobytes())
        else:
            digest.update(f"{path} {value!r} ".encode())
    return digest.hexdigest()


def find_differences(left: Any, other: Any) -> list[str]:
    """The ways to the values of two results that differ by more than a rounding error."""
    first, second = dict(values_of(left)), dict(values_of(other))
    return [
        path
        for path in first.keys() | second.keys()
        if path not in first or path not in second or not _is_close(first[path], second[path])
    ]


def _is_close(first: Any, other: Any) -> bool:
    if isinstance(first, (np.ndarray, float)):
        return np.shape(first) == np.shape(other) and np.allclose(first, other)
    return bool(first == other)
