"""Names of files as text."""

from __future__ import annotations

import os
import re
from typing import Final

_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def make_printable(name: str | os.PathLike[str]) -> str:
    """A file name as text: bytes that are not UTF-8, and unpaired surrogates, become U+FFFD."""
    text = os.fspath(name)
    try:
        return text.encode(errors="surrogateescape").decode(errors="replace")
    except UnicodeEncodeError:
        # No file can have such a name.
        return _SURROGATE.sub("\ufffd", text)
