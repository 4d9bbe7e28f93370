"""Make a page of about a size from a unit that is repeated."""

from __future__ import annotations


def repeated(unit: bytes, size: int, head: bytes = b"", tail: bytes = b"") -> bytes:
    """Return head, then as many units as the size has room for (one at least), then tail."""
    return head + unit * max(1, (size - len(head) - len(tail)) // len(unit)) + tail


def numbered(unit: bytes, size: int, head: bytes = b"", tail: bytes = b"") -> bytes:
    """Repeat a unit that holds one %d, which counts up from a million so that all are as long."""
    n = max(1, (size - len(head) - len(tail)) // len(unit % 1_000_000))
    return head + b"".join([unit % i for i in range(1_000_000, 1_000_000 + n)]) + tail


def halves(first: bytes, second: bytes, size: int) -> bytes:
    """Return one unit repeated over the first half of the page, another over the second."""
    return repeated(first, size // 2) + repeated(second, size // 2)
