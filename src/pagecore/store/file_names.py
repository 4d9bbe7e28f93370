"""Names of files: as text, and within the length that file systems allow."""

from __future__ import annotations

import os
import re
from typing import Final

#: Length limit of a file name on common file systems.
MAX_NAME_BYTES: Final = 255
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def make_printable(name: str | os.PathLike[str]) -> str:
    """A file name as text: bytes that are not UTF-8, and unpaired surrogates, become U+FFFD."""
    text = os.fspath(name)
    try:
        return text.encode(errors="surrogateescape").decode(errors="replace")
    except UnicodeEncodeError:
        # No file can have such a name.
        return _SURROGATE.sub("\ufffd", text)


def shorten_name(name: str, suffix: str = "") -> str:
    """Cut the end of a file name so that it has at most 255 bytes in UTF-8, with a suffix such as
    an extension.

    Args:
        name: the name; never cut inside a character.
        suffix: what follows the name, whole.
    """
    encoded = name.encode(errors="surrogatepass")
    end = MAX_NAME_BYTES - len(suffix.encode(errors="surrogatepass"))
    if len(encoded) <= end:
        return name + suffix
    # The bytes of a character after its first.
    while encoded[end] & 0xC0 == 0x80:
        end -= 1
    return encoded[:end].decode(errors="surrogatepass") + suffix
