"""What a browser fetches for a page, through the only HTTP client of the package.

The browser itself reaches nothing. The client refuses private addresses, sends no cookies, and
fetches with GET alone. The number, the sizes and the time of all requests of a page are limited.
"""

from __future__ import annotations

import threading
import time
from typing import Final

from pagecore.errors import FetchError
from pagecore.sources.fetch import fetch
from pagecore.visual.files import FileAnswer

#: Requests of one page, and bytes of all of them.
MAX_REQUESTS: Final = 500
MAX_TOTAL_BYTES: Final = 128 * 2**20
#: Seconds that one request may take.
_TIMEOUT: Final = 10.0
_MAX_BYTES: Final = 32 * 2**20


class Network:
    """The requests of one page; called from several threads."""

    def __init__(self, *, allow_private: bool, timeout: float) -> None:
        self._allow_private = allow_private
        self._deadline = time.monotonic() + timeout
        self._n_requests = 0
        self._n_bytes = 0
        self._lock = threading.Lock()

    def fetch(self, url: str) -> FileAnswer | None:
        """Fetch what a page asks for; None if it cannot be had."""
        with self._lock:
            self._n_requests += 1
            left_bytes = MAX_TOTAL_BYTES - self._n_bytes
        left = self._deadline - time.monotonic()
        if self._n_requests > MAX_REQUESTS or left <= 0 or left_bytes <= 0:
            return None
        try:
            response = fetch(
                url,
                timeout=min(_TIMEOUT, left),
                max_bytes=min(_MAX_BYTES, left_bytes),
                allow_private=self._allow_private,
                any_type=True,
            )
        except FetchError:
            return None
        with self._lock:
            self._n_bytes += len(response.content)
        return FileAnswer(response.content, response.content_type or "application/octet-stream")
