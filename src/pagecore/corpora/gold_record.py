"""A JSON object of a gold file, whose members are read with a check of their types."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True)
class GoldRecord:
    """A JSON object of a gold file.

    A member of the wrong type is a problem and counts as missing.
    """

    #: Notes a problem: where it is, and what is wrong.
    note: Callable[[str, str], None]
    #: The file, and the line if there is one.
    where: str
    data: dict[str, Any]

    def get_text(self, name: str) -> str | None:
        """Get a member that is a text."""
        value = self._member(name, str)
        # Neither UTF-8 nor Parquet can store a lone surrogate.
        return None if value is None else _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", value)

    def get_label(self, name: str) -> str | None:
        """Get a member that is a short text, stripped; None if it is empty."""
        return (self.get_text(name) or "").strip() or None

    def require_text(self, name: str) -> str | None:
        """Get a member that is a text; its absence is a problem."""
        self.check_present(name)
        return self.get_text(name)

    def check_present(self, name: str) -> None:
        """Note a problem if a member is missing."""
        if self.data.get(name) is None:
            self.note(self.where, f"there is no {name!r}")

    def get_number(self, name: str) -> int | None:
        """Get a member that is an integer."""
        value: int | None = self._member(name, int)
        return value

    def get_texts(self, name: str) -> tuple[str, ...]:
        """Get a member that is a list of texts, or one text."""
        value = self.data.get(name)
        members = [value] if isinstance(value, str) else self._list(name)
        numbered = {f"{name}[{number}]": member for number, member in enumerate(members)}
        texts = map(GoldRecord(self.note, self.where, numbered).get_text, numbered)
        return tuple(text for text in texts if text is not None)

    def get_record(self, name: str) -> GoldRecord | None:
        """Get a member that is an object."""
        value = self._member(name, dict)
        return None if value is None else GoldRecord(self.note, f"{self.where}, {name}", value)

    def list_rows(self, name: str) -> Iterator[GoldRecord]:
        """Iterate over the rows of a member that is a list of lists, each as the member `row`."""
        for number, value in enumerate(self._list(name)):
            where = f"{self.where}, {name}[{number}]"
            if isinstance(value, list):
                yield GoldRecord(self.note, where, {"row": value})
            else:
                self.note(where, f"expected a list, found {name_kind(value)}")

    def list_records(self, name: str) -> Iterator[GoldRecord]:
        """Iterate over the objects of a member that is a list of objects."""
        for number, value in enumerate(self._list(name)):
            where = f"{self.where}, {name}[{number}]"
            if isinstance(value, dict):
                yield GoldRecord(self.note, where, value)
            else:
                self.note(where, f"expected an object, found {name_kind(value)}")

    def list_members(self) -> Iterator[tuple[str, GoldRecord]]:
        """Iterate over the members of an object whose members are objects."""
        for name in self.data:
            member = self.get_record(name)
            if member is not None:
                yield name, member
            elif self.data[name] is None:
                self.note(f"{self.where}, {name}", "expected an object, found nothing")

    def _member(self, name: str, kind: type[Any]) -> Any:
        value = self.data.get(name)
        if value is None or (isinstance(value, kind) and not isinstance(value, bool)):
            return value
        expected = {str: "a text", int: "an integer", dict: "an object"}[kind]
        self.note(self.where, f"{name!r}: expected {expected}, found {name_kind(value)}")
        return None

    def _list(self, name: str) -> list[Any]:
        value = self.data.get(name)
        if value is None or isinstance(value, list):
            return value or []
        self.note(self.where, f"{name!r}: expected a list, found {name_kind(value)}")
        return []


def name_kind(value: object) -> str:
    """Name the JSON type of a value, for messages."""
    names = {str: "a text", bool: "true or false", int: "a number", float: "a number"}
    names |= {list: "a list", dict: "an object", type(None): "nothing", bytes: "bytes"}
    return names.get(type(value), type(value).__name__)
