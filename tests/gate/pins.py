"""What floors and bounds have in common: their history, their file and their command."""

from __future__ import annotations

import datetime
import json
import sys
from collections.abc import Callable, Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

#: An easing that is not made good yet: from what, when and why.
Easing = dict[str, str | float]
#: A floor or a bound: a dataclass with `retired`.
Pin = TypeVar("Pin", bound=Any)


def is_worse(first: float, other: float, *, ceiling: bool = False) -> bool:
    """Whether one value asks for less than another; a ceiling does when it is higher."""
    return first > other if ceiling else first < other


def history(
    before: Iterable[Easing], old: float, new: float, reason: str, *, ceiling: bool = False
) -> list[Easing]:
    """The easings of a value that is set anew; none once it is where it was before them all."""
    easings = list(before)
    if is_worse(new, old, ceiling=ceiling):
        easings.append({"from": old, "date": _today(), "reason": reason})
    not_made_good = any(is_worse(new, float(easing["from"]), ceiling=ceiling) for easing in easings)
    return easings if not_made_good else []


def write(file: Path, held: Iterable[Pin], left: Iterable[Pin], reason: str) -> list[Pin]:
    """Write what holds, and behind it what is pinned no longer, as retired."""
    pins = list(held)
    for item in left:
        item.retired = item.retired or {"date": _today(), "reason": reason}
        pins.append(item)
    file.write_text(json.dumps([asdict(pin) for pin in pins], indent=2) + "\n", "utf-8")
    return pins


def command(
    module: str, accept: Callable[[str], Iterable[Pin]], shown: Callable[[Pin], str]
) -> int:
    """`python -m MODULE REASON` accepts what there is, and shows it."""
    if len(sys.argv) != 2 or not sys.argv[1].strip():
        print(f'usage: python -m {module} "why they change"', file=sys.stderr)
        return 2
    for pin in accept(sys.argv[1].strip()):
        print(shown(pin) + (", retired" if pin.retired else ""))
    return 0


def _today() -> str:
    return datetime.datetime.now(datetime.UTC).date().isoformat()
