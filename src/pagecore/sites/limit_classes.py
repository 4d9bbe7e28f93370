"""Limit what a wrapper for several page classes holds, so that its file can be read again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final
from xml.etree import ElementTree

from pagecore.classes.body import MAX_CLASSES, ClassedBody, PageClass
from pagecore.wrapper import MAX_BYTES

#: What the classes may take of the file; the rest is for the envelope and the names of classes.
CLASS_BYTES: Final = MAX_BYTES - (1 << 18)
#: Attempts to make the rules of a class small enough.
_MAX_ATTEMPTS: Final = 5


def limit_classes(body: ClassedBody) -> tuple[ClassedBody, list[str]]:
    """Return the classes that a file can hold, and notes on what was left out.

    Large rules are cut down to an equal size, if the method can do that. If this is not enough, or
    there are too many classes, the last ones are left out.
    """
    classes = list(body.classes[:MAX_CLASSES])
    sizes = [measure_class(of) for of in classes]
    limit = find_limit(sizes, CLASS_BYTES)
    shortened = [at for at, size in enumerate(sizes) if size > limit]
    for at in shortened:
        classes[at] = _shorten(classes[at], limit)
        sizes[at] = measure_class(classes[at])
    while len(classes) > 1 and sum(sizes) > CLASS_BYTES:
        classes.pop()
        sizes.pop()
    notes = []
    cut = [at for at in shortened if at < len(classes) and classes[at] != body.classes[at]]
    if cut:
        noun = "page class" if len(cut) == 1 else "page classes"
        listed = ", ".join(str(at + 1) for at in cut)
        notes.append(f"{noun} {listed}: only the most frequent rules are kept; {_describe_limit()}")
    n_dropped = len(body.classes) - len(classes)
    if n_dropped:
        noun = "page class is" if n_dropped == 1 else "page classes are"
        notes.append(f"the last {n_dropped} {noun} left out; {_describe_limit()}")
    return replace(body, classes=tuple(classes)), notes


def find_limit(sizes: Sequence[int], total: int) -> float:
    """Return the size to which the largest must be reduced, so that the sum is the total."""
    rest = float(total)
    for at, size in enumerate(sorted(sizes)):
        share = rest / (len(sizes) - at)
        if size > share:
            return share
        rest -= size
    return max(sizes, default=0)


def measure_class(page_class: PageClass) -> int:
    """Return the number of bytes that a page class takes in a file."""
    (root,) = ClassedBody(frozenset(), (page_class,)).write()
    ElementTree.indent(root, level=1)
    return len(ElementTree.tostring(root, encoding="utf-8"))


def _shorten(page_class: PageClass, limit: float) -> PageClass:
    """Cut down the rules of a class, if the method can do that."""
    body: Any = page_class.body
    for _ in range(_MAX_ATTEMPTS):
        size = measure_class(replace(page_class, body=body))
        if size <= limit or not hasattr(body, "shorten"):
            break
        body = body.shorten(0.95 * limit / size)
    return replace(page_class, body=body)


def _describe_limit() -> str:
    return f"a wrapper has at most {MAX_CLASSES} page classes and {MAX_BYTES} bytes"
