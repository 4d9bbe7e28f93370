"""Read pages of one host politely: `robots.txt`, a pause between requests, and no other host."""

from __future__ import annotations

import time

from pagecore.errors import BadInput, FetchError
from pagecore.follow.robots import RobotRules
from pagecore.page import Page
from pagecore.page.urls import check_web_url, split_url
from pagecore.sources.read import ReadOptions, fetch_source, parse_raw_page, read_raw_page
from pagecore.sources.source import Source


class DisallowedError(FetchError):
    """The URL must not be fetched: `robots.txt` disallows it, or it is on another host."""


class PoliteClient:
    """Reads pages of one host."""

    def __init__(self, url: str, read_options: ReadOptions) -> None:
        """Take the host of a URL.

        Args:
            url: the URL that the walk starts at.
            read_options: timeout per page, pause between requests, and private addresses.

        Raises:
            BadInput: it is not an http or https URL.
        """
        start = check_web_url(url)
        if start is None:
            raise BadInput(f"{url[:200]}: this is not an http or https URL")
        self.start = start
        self._site = read_site(start)
        self._options = read_options
        #: The rules of each origin: `http` and `https` may have their own.
        self._robots: dict[str, RobotRules] = {}
        #: When the last request ended, by `time.monotonic`.
        self._last_end: float | None = None

    def is_on_host(self, url: str) -> bool:
        """Whether a URL is on the host of the walk; `www.` makes no other host."""
        return split_url(url).scheme in ("http", "https") and read_site(url) == self._site

    def read(self, url: str) -> Page:
        """Read a page, after a pause.

        Raises:
            DisallowedError: it must not be fetched.
            FetchError: it cannot be fetched, or a redirect leads to a URL that must not be.
            BadInput: it is not a page.
        """
        if refusal := self._find_refusal(url):
            raise DisallowedError(f"{url}: {refusal}")
        self._wait(self._robots[_read_origin(url)].delay)
        try:
            source = fetch_source(Source(url), self._options, self._check_redirect)
        finally:
            self._last_end = time.monotonic()
        return parse_raw_page(read_raw_page(source, self._options), self._options)

    def _find_refusal(self, url: str) -> str:
        if not self.is_on_host(url):
            return "it is on another host"
        origin = _read_origin(url)
        if origin not in self._robots:
            self._wait(0.0)
            self._robots[origin] = RobotRules.fetch(url, self._options)
            self._last_end = time.monotonic()
        return self._robots[origin].find_refusal(url)

    def _check_redirect(self, url: str) -> None:
        if refusal := self._find_refusal(url):
            raise FetchError(refusal)

    def _wait(self, delay: float) -> None:
        """Wait for the pause after the last request; there is none before the first."""
        if self._last_end is not None:
            pause = max(delay, self._options.pause)
            time.sleep(max(0.0, self._last_end + pause - time.monotonic()))


def read_site(url: str) -> str:
    """Return the host and port of a URL, without `www.`."""
    return split_url(url).netloc.lower().removeprefix("www.")


def _read_origin(url: str) -> str:
    parts = split_url(url)
    return f"{parts.scheme}://{parts.netloc.lower()}"
