"""The rules of `robots.txt`, by RFC 9309, and the delay that it asks for."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from pagecore.errors import FetchError, NeedsExtra
from pagecore.page.urls import join_url, split_url
from pagecore.sources.fetch import fetch
from pagecore.sources.read import ReadOptions

if TYPE_CHECKING:
    from protego import Protego

#: The name of the client in `robots.txt`; the header User-Agent begins with it.
AGENT: Final = "pagecore"
#: Bytes of the file that are read: RFC 9309 asks for 500 KiB at least.
_MAX_BYTES: Final = 512_000
#: The longest delay that is kept, in seconds.
MAX_DELAY: Final = 60.0
_AGENT_LINE: Final = re.compile(r"[ \t]{0,9}user[- ]?agent[ \t]{0,9}:?([^#]*)", re.IGNORECASE)


@dataclass(frozen=True)
class RobotRules:
    """The rules of a host. Without them everything is allowed, unless `refusal` says why not."""

    rules: Protego | None = field(default=None, repr=False)
    #: Why nothing is allowed; empty if the rules decide.
    refusal: str = ""

    @classmethod
    def parse(cls, content: bytes) -> RobotRules:
        """Read the content of `robots.txt`, up to 500 KiB.

        Raises:
            NeedsExtra: Protego is not installed.
        """
        parse_rules = _import_protego().parse
        text = content[:_MAX_BYTES].decode("utf-8-sig", errors="replace")
        # Protego keeps the rules of all clients; thousands of them would take its time.
        lines = map(_rename_agent, text.splitlines())
        return cls(parse_rules("\n".join(lines)))

    @classmethod
    def fetch(cls, url: str, read_options: ReadOptions) -> RobotRules:
        """Fetch the rules for a URL.

        If the server has no `robots.txt`, everything is allowed. If it cannot be read, nothing is,
        as RFC 9309 has it.
        """
        _import_protego()
        robots_url = join_url(url, "/robots.txt") or url
        try:
            response = fetch(
                robots_url, timeout=read_options.timeout, allow_private=read_options.allow_private
            )
        except FetchError as error:
            if error.status is not None and 400 <= error.status < 500:
                return cls()
            return cls(refusal=f"robots.txt cannot be read, so no page is fetched: {error}")
        return cls.parse(response.content)

    def find_refusal(self, url: str) -> str:
        """Return why a URL must not be fetched; empty if it may be."""
        if self.refusal or self.rules is None:
            return self.refusal
        is_allowed = self.rules.can_fetch(url, AGENT)
        return "" if is_allowed else f"robots.txt of {split_url(url).netloc} disallows it"

    @property
    def delay(self) -> float:
        """The pause between requests that the host asks for, in seconds, at most 60."""
        if self.rules is None:
            return 0.0
        rate = self.rules.request_rate(AGENT)
        delays = (self.rules.crawl_delay(AGENT) or 0.0, rate.seconds / rate.requests if rate else 0)
        return min(max(delays), MAX_DELAY)


def _import_protego() -> type[Protego]:
    try:
        from protego import Protego
    except ImportError:
        raise NeedsExtra(
            "following a site needs an extra: pip install 'pagecore[follow]'"
        ) from None
    return Protego


def _rename_agent(line: str) -> str:
    """Give all other clients one name."""
    agent = _AGENT_LINE.match(line)
    if agent is None:
        return line
    name = agent[1].strip().lower().partition("/")[0]
    return f"User-agent: {name if name in ('*', AGENT) else 'other'}"
