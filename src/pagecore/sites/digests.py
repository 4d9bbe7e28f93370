"""Hashes and numbers in the XML of wrappers: lists of 64-bit hashes in hex, and attributes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final
from xml.etree.ElementTree import Element

import numpy as np
import numpy.typing as npt

from pagecore.errors import WrapperError, show_value
from pagecore.store.xml_elements import check_element

Hashes = npt.NDArray[np.uint64]

_HEX: Final = re.compile(r"[0-9a-f]{16}( [0-9a-f]{16})*")
_LANGUAGE: Final = re.compile(r"[a-z]{0,3}")
_NUMBER: Final = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?")


def write_digests(tag: str, hashes: Hashes, attributes: Mapping[str, str]) -> Element:
    """Write sorted hashes as the text of an element."""
    element = Element(tag, dict(attributes))
    element.text = " ".join(f"{digest:016x}" for digest in hashes.tolist())
    return element


def read_digests(element: Element, attributes: Iterable[str]) -> Hashes:
    """Read the hashes that an element holds; raise `WrapperError` if they are invalid."""
    text = element.text or ""
    bare = Element(element.tag, element.attrib)
    check_element(bare, attributes)
    if len(element):
        raise WrapperError(
            f"{show_value(element.tag)} has an unknown element {show_value(element[0].tag)}"
        )
    if not _HEX.fullmatch(text):
        raise WrapperError(
            f"{show_value(element.tag)} contains {show_value(text, 60)}: expected hashes of 16 "
            "hexadecimal digits, separated by spaces"
        )
    hashes = np.array([int(word, 16) for word in text.split(" ")], np.uint64)
    if (hashes[1:] <= hashes[:-1]).any():
        raise WrapperError(
            f"{show_value(element.tag)} contains hashes that are not sorted, or one twice"
        )
    return hashes


def write_groups(
    tag: str, name: str, hashes: Hashes, values: npt.NDArray[np.int64]
) -> list[Element]:
    """Write hashes with a value each: one element per value, the largest first."""
    return [
        write_digests(tag, hashes[values == value], {name: str(value)})
        for value in np.unique(values)[::-1].tolist()
    ]


def read_groups(
    elements: Iterable[Element], name: str, least: int, most: int
) -> tuple[Hashes, npt.NDArray[np.int64]]:
    """Read hashes with a value each; returns both, sorted by hash."""
    groups = list(_read_groups(elements, name, least, most))
    if not groups:
        return np.zeros(0, np.uint64), np.zeros(0, np.int64)
    hashes = np.concatenate([hashes for hashes, _ in groups])
    values = np.repeat([value for _, value in groups], [len(hashes) for hashes, _ in groups])
    order = np.argsort(hashes, kind="stable")
    hashes, values = hashes[order], values[order].astype(np.int64)
    if (hashes[1:] == hashes[:-1]).any():
        raise WrapperError("a hash occurs twice, with different values")
    return hashes, values


def _read_groups(
    elements: Iterable[Element], name: str, least: int, most: int
) -> Iterator[tuple[Hashes, int]]:
    seen: set[float] = set()
    for element in elements:
        hashes = read_digests(element, (name,))
        value = int(read_number(element, name, least, most, is_integer=True))
        if value in seen:
            raise WrapperError(f"two elements {show_value(element.tag)} have {name}='{value}'")
        seen.add(value)
        yield hashes, value


def read_number(
    element: Element, name: str, least: float, most: float, *, is_integer: bool = False
) -> float:
    """Read a number from an attribute; raise `WrapperError` if it is out of range."""
    text = element.get(name, "")
    kind = "integer" if is_integer else "number"
    if (
        not _NUMBER.fullmatch(text)
        or (is_integer and "." in text)
        or not least <= float(text) <= most
    ):
        raise WrapperError(
            f"{name}={show_value(text, 200)}: expected {kind}, {least:g} to {most:g}"
        )
    return float(text)


def read_language(element: Element) -> str:
    """Read the code of a language from an attribute; raise `WrapperError` if it is none."""
    text = element.get("language", "")
    if not _LANGUAGE.fullmatch(text):
        raise WrapperError(
            f"language={show_value(text, 200)}: expected the ISO 639 code of a language, or nothing"
        )
    return text


def find_positions(hashes: Hashes, wanted: Hashes) -> npt.NDArray[np.int64]:
    """The position of each wanted hash among sorted hashes; -1 if it is not there."""
    if not len(hashes):
        return np.full(wanted.shape, -1)
    at = np.minimum(np.searchsorted(hashes, wanted), len(hashes) - 1)
    return np.where(hashes[at] == wanted, at, -1)


def select_highest(values: npt.NDArray[Any], share: float) -> npt.NDArray[np.int64]:
    """The positions of a share of the values, the highest, in their order; of equal values the
    first; at least one of them."""
    n_kept = max(1, int(share * len(values)))
    return np.sort(np.argsort(-values.astype(np.int64), kind="stable")[:n_kept])


def write_number(value: float) -> str:
    """Write a number with at most nine decimals, as `read_number` reads it."""
    return f"{value:.9f}".rstrip("0").rstrip(".")
