"""A family: parts that are imported when they are asked for, and what its methods may need."""

from __future__ import annotations

import math
from typing import Any

import pytest

from pagecore.errors import BadOption
from pagecore.registry import FAMILIES, PAGE
from pagecore.registry.family import LazyImport, import_path


class Room:
    """A class with a part that is imported."""

    part: LazyImport[Any] = LazyImport()


def test_a_part_is_imported_when_it_is_asked_for() -> None:
    room: Any = Room()
    room.part = "math:sqrt"
    assert vars(room) == {"part": "math:sqrt"}
    assert room.part is math.sqrt
    room.part = ("math:sqrt", "math:floor")
    assert room.part == (math.sqrt, math.floor)
    # What is no path stays what it is.
    room.part = math.sqrt
    assert room.part is math.sqrt
    room.part = "nowhere:sqrt"
    with pytest.raises(ModuleNotFoundError):
        _ = room.part


def test_a_class_has_no_part() -> None:
    with pytest.raises(AttributeError, match="part"):
        _ = Room.part


def test_a_path_is_a_module_and_a_name() -> None:
    assert import_path("math:sqrt") is math.sqrt


def test_a_family_is_shown_by_its_name() -> None:
    assert [str(family) for family in FAMILIES.values()] == list(FAMILIES)


def test_what_methods_may_need(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadOption, match=r"needs 'feed', but a page method can need layout$"):
        PAGE.check_need_exists("feed", "tide")
    PAGE.check_need_exists("layout", "tide")
    monkeypatch.setitem(vars(PAGE), "takes", int)
    with pytest.raises(BadOption, match=r"needs 'layout', but a page method can need nothing$"):
        PAGE.check_need_exists("layout", "tide")
