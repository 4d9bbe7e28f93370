"""Measure the cost of cutting content out of a source with a wrapper of the site method `hybrid`,
beside a parse and beside trafilatura.

For each site, a wrapper is learned from every second page, at most ten, and applied to the others.
"""

from __future__ import annotations

import gc
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from rich.console import Console

import pagecore
from pagecore import corpora
from pagecore.corpora.corpus import Corpus
from pagecore.errors import WrapperError
from pagecore.wrapper import Wrapper

from .clock import cpu_ns, garbage_kept
from .pages import ROOT
from .peers import peers
from .report import Verdict, progress, show_verdicts, table

N_ROUNDS = 9
MAX_LEARNED = 10
#: A site method whose wrappers cut a source without parsing it.
METHOD = "hybrid"
#: Pages of a site, so that the largest does not decide.
MAX_PAGES = 20
MAX_OF_PARSE = 0.25
MIN_AHEAD = 100.0
PEER = "trafilatura"


@dataclass(frozen=True)
class WrapperCost:
    """Nanoseconds of all pages, the least of the rounds."""

    #: Digest of the corpus.
    digest: str
    n_pages: int
    n_bytes: int
    parse_ns: int
    cut_ns: int
    #: 0 where it is not installed.
    peer_ns: int

    @property
    def verdicts(self) -> list[Verdict]:
        """The cut over the parse, and over the peer."""
        actual = [Verdict("cut / parse", self.cut_ns / self.parse_ns, MAX_OF_PARSE)]
        if self.peer_ns:
            ratio = self.cut_ns / self.peer_ns
            actual.append(Verdict(f"cut / {PEER}", ratio, 1 / MIN_AHEAD))
        return actual

    def faults(self) -> list[str]:
        """Return a sentence for each target that is missed."""
        return [
            f"{verdict.what} is {verdict.figure:.4f}"
            for verdict in self.verdicts
            if not verdict.met
        ]

    def record(self) -> dict[str, object]:
        """Return all figures."""
        return asdict(self)

    def show(self, console: Console) -> None:
        """Print the times and their ratios."""
        title = f"Wrappers, bytes to HTML: {self.n_pages} pages, CPU, least of {N_ROUNDS}"
        shown = table(title, "call", "µs/page", "MB/s")
        for name, took in self._calls():
            shown.add_row(
                name, f"{took / self.n_pages / 1e3:.1f}", f"{self.n_bytes / took * 1e3:.0f}"
            )
        console.print(shown)
        show_verdicts(self.verdicts, console)

    def figures(self) -> list[dict[str, object]]:
        """Return the figures that documents show."""
        return [
            {
                "call": name,
                "us": round(took / self.n_pages / 1e3, 2),
                "times_cut": round(took / self.cut_ns, 2),
            }
            for name, took in self._calls()
        ]

    def _calls(self) -> list[tuple[str, int]]:
        calls = [("`wrapper.cut`", self.cut_ns), ("`pagecore.parse`", self.parse_ns)]
        return calls + ([(PEER, self.peer_ns)] if self.peer_ns else [])


def measure(data: Path | None, console: Console) -> WrapperCost:
    """Learn a wrapper for every site, and cut its other pages."""
    corpus = corpora.load("sites", (data or ROOT / ".data") / "sites")
    pairs = _pairs(corpus)
    parsed, cut = [0] * len(pairs), [0] * len(pairs)
    with garbage_kept(), progress(console, "wrappers", N_ROUNDS) as bar:
        for at_round in range(N_ROUNDS):
            for at, (wrapper, source) in enumerate(pairs):
                for times, call in ((parsed, pagecore.parse), (cut, partial(_cut, wrapper))):
                    took = cpu_ns(call, source)
                    times[at] = took if at_round == 0 else min(times[at], took)
            gc.collect()
            bar.advance(bar.task_ids[0])
    n_bytes = sum(len(source) for _, source in pairs)
    return WrapperCost(corpus.digest, len(pairs), n_bytes, sum(parsed), sum(cut), _peer_ns(pairs))


def _cut(wrapper: Wrapper, source: bytes) -> bytes | None:
    try:
        return wrapper.cut(source)
    except WrapperError:
        return None


def _pairs(corpus: Corpus) -> list[tuple[Wrapper, bytes]]:
    """The held-back pages, each with the wrapper of its site."""
    groups: dict[str, list[bytes]] = {}
    for item in corpus.items:
        if item.in_means:
            groups.setdefault(item.id.partition("/")[0], []).append(item.html())
    pairs = []
    for sources in groups.values():
        try:
            wrapper = pagecore.learn(sources[::2][:MAX_LEARNED], method=METHOD)
        except WrapperError:
            continue
        pairs += [(wrapper, source) for source in sources[1::2][:MAX_PAGES]]
    return pairs


def _peer_ns(pairs: list[tuple[Wrapper, bytes]]) -> int:
    timed_calls, _ = peers({PEER})
    if not timed_calls:
        return 0
    return sum(min(cpu_ns(timed_calls[0].call, source) for _ in range(2)) for _, source in pairs)
