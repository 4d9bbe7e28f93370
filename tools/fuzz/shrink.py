"""Shrink an input that fails: drop halves, quarters and so on, as long as it still fails."""

from __future__ import annotations

import time
from collections.abc import Callable


def shrink(content: bytes, fails: Callable[[bytes], bool], seconds: float = 20.0) -> bytes:
    """Return a small part of an input that still fails.

    Args:
        content: an input that fails.
        fails: whether an input fails in the same way.
        seconds: time limit.
    """
    deadline = time.monotonic() + seconds
    size = len(content) // 2
    while size > 0:
        at, has_shrunk = 0, False
        while at < len(content):
            if time.monotonic() > deadline:
                return content
            shorter = content[:at] + content[at + size :]
            if fails(shorter):
                content, has_shrunk = shorter, True
            else:
                at += size
        # A part that was needed may not be, after another is gone.
        size = min(size, len(content)) if has_shrunk and size > 1 else size // 2
    return content
