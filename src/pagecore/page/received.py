"""What a rendered page was received as, before a browser rendered it."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field
from typing import Final

from pagecore.errors import BadInput, show_value

_DIGEST: Final = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True)
class Received:
    """The bytes that a server sent, or that a file held."""

    #: Their SHA-256.
    digest: str
    #: None for a page that was read from an `.npz` file, which holds the digest alone.
    content: bytes | None = field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not isinstance(self.digest, str) or not _DIGEST.fullmatch(self.digest):
            raise BadInput(f"received: digest={show_value(self.digest)}: expected a SHA-256")

    @classmethod
    def of(cls, content: bytes) -> Received:
        """Return the record of some bytes."""
        return cls(hashlib.sha256(content).hexdigest(), content)
