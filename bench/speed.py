"""CPU time on real pages, ours and the peers' in one run.

Every page goes through all contenders before the next page, each time in another order, so that
temperature, clock rate and other load affect all contenders alike. In a fixed order, each contender
would always follow the same one and reuse the memory that it has just freed; this changed the time
of the same parser by 15 %. A contender's time on a page is the minimum of its rounds.
"""

from __future__ import annotations

import gc
import random
from dataclasses import asdict, dataclass

from rich.console import Console

from .clock import cpu_ns, garbage_kept
from .pages import BenchPages
from .peers import (
    BARE_PARSE,
    EXTRACT,
    MAIN_CONTENT,
    MAIN_TEXT,
    PARSE,
    LeftOut,
    TimedCall,
    ours,
    peers,
)
from .report import Verdict, progress, show_verdicts, table

ENOUGH_BYTES = 350_000_000


@dataclass(frozen=True)
class Timing:
    """What one contender took: one list per round, of nanoseconds per page, None where it failed.

    `reasons` counts its failures by the name of what it raised, over all rounds.
    """

    name: str
    version: str
    does: str
    rounds: list[list[int | None]]
    reasons: dict[str, int]

    @property
    def least(self) -> list[int | None]:
        """Nanoseconds per page, the least of the rounds."""
        by_page = zip(*self.rounds, strict=True)
        return [min((ns for ns in page if ns is not None), default=None) for page in by_page]


@dataclass(frozen=True)
class Speed:
    """The timings of all contenders on the same pages."""

    sizes: list[int]
    timings: list[Timing]
    left_out: list[LeftOut]

    def ratio(self, name: str, other: str) -> Verdict | None:
        """Compare two contenders on the pages that both did; None when one is not here."""
        actual = {timing.name: timing for timing in self.timings}
        if name not in actual or other not in actual:
            return None
        target, aim = TARGETS[name, other]
        mine, theirs = actual[name], actual[other]
        by_round = [
            _ratio(a, b) for a, b in zip(mine.rounds, theirs.rounds, strict=False) if any(b)
        ]
        note = f"{min(by_round):.3f} to {max(by_round):.3f}"
        what = f"{name.removeprefix('pagecore.')} / {other}"
        return Verdict(what, _ratio(mine.least, theirs.least), target, aim, note)

    def verdicts(self) -> list[Verdict]:
        """Return the ratios that have a target."""
        actual = (self.ratio(*pair) for pair in TARGETS)
        return [verdict for verdict in actual if verdict is not None]

    def faults(self) -> list[str]:
        """Return the targets that are missed."""
        return [f"{v.what} is {v.figure:.3f}" for v in self.verdicts() if not v.met]

    def record(self) -> dict[str, object]:
        """Return times per page and round, and the ratios."""
        return {
            "sizes": self.sizes,
            "timings": [asdict(timing) for timing in self.timings],
            "left_out": [asdict(peer) for peer in self.left_out],
            "ratios": [asdict(verdict) for verdict in self.verdicts()],
        }

    def show(self, console: Console) -> None:
        """Print the table, what is to be said about it, and the ratios with their targets."""
        size_kb = sum(self.sizes) / len(self.sizes) / 1000
        title = f"CPU per page: {len(self.sizes)} pages of {size_kb:.0f} kB on average"
        shown = table(title, "", "version", "rounds", "ms/page", "MB/s", "× ours")
        ours_ns = {t.does: _mean(t.least) for t in self.timings if t.name in (PARSE, EXTRACT)}
        for does, heading in (("parse", "bytes to tree"), ("extract", "bytes to main text")):
            shown.add_row(f"[italic]{heading}[/italic]")
            for timing in (t for t in self.timings if t.does == does):
                shown.add_row(*self._row(timing, ours_ns[does]))
            shown.add_section()
        console.print(shown)
        console.print("  Of several rounds the least counts, page by page. Slow ones run one.")
        for timing in self.timings:
            if timing.reasons:
                n_failed = timing.least.count(None)
                reasons = ", ".join(f"{name} {n}×" for name, n in sorted(timing.reasons.items()))
                console.print(f"  {timing.name} failed on {n_failed} pages: {reasons}")
        for peer in self.left_out:
            console.print(f"  {peer.name} is left out: {peer.reason}")
        show_verdicts(self.verdicts(), console)

    def figures(self) -> list[dict[str, object]]:
        """Return the figures that documents show, a row for each contender."""
        ours_ns = {t.does: _mean(t.least) for t in self.timings if t.name in (PARSE, EXTRACT)}
        rows: list[dict[str, object]] = []
        for timing in self.timings:
            done = [(ns, size) for ns, size in zip(timing.least, self.sizes, strict=True) if ns]
            if not done:
                continue
            total_ns, total_bytes = (sum(column) for column in zip(*done, strict=True))
            rows.append(
                {
                    "call": timing.name,
                    "does": timing.does,
                    "version": timing.version,
                    "cpu_ms": round(total_ns / len(done) / 1e6, 4),
                    "mb_per_s": round(total_bytes / total_ns * 1e3, 1),
                    "times_ours": round(total_ns / len(done) / ours_ns[timing.does], 3),
                }
            )
        return rows

    def _row(self, timing: Timing, ours_ns: float) -> list[str]:
        name = f"[bold]{timing.name}[/bold]" if timing.name in (PARSE, EXTRACT) else timing.name
        row = [f"  {name}", timing.version, str(len(timing.rounds))]
        return [*row, *self._cells(timing, ours_ns)]

    def _cells(self, timing: Timing, ours_ns: float) -> list[str]:
        done = [(ns, size) for ns, size in zip(timing.least, self.sizes, strict=True) if ns]
        if not done:
            return ["–", "–", "–"]
        total_ns, total_bytes = (sum(column) for column in zip(*done, strict=True))
        mean_ns = total_ns / len(done)
        return [
            f"{mean_ns / 1e6:.3f}",
            f"{total_bytes / total_ns * 1e3:.0f}",
            f"{mean_ns / ours_ns:.2f}",
        ]


TARGETS: dict[tuple[str, str], tuple[float, float | None]] = {
    (PARSE, BARE_PARSE): (0.45, 0.4),
    (EXTRACT, MAIN_TEXT): (1.0, 0.75),
    (EXTRACT, MAIN_CONTENT): (0.45, 0.35),
}


def measure(pages: BenchPages, console: Console, n_rounds: int | None = None) -> Speed:
    """Time all contenders; few pages get more rounds, so that small ones are not all noise."""
    actual, left_out = peers()
    timed_calls = ours() + actual
    n_rounds = n_rounds or min(50, 1 + ENOUGH_BYTES // pages.n_bytes)
    times: dict[str, list[list[int | None]]] = {timed_call.name: [] for timed_call in timed_calls}
    reasons: dict[str, dict[str, int]] = {timed_call.name: {} for timed_call in timed_calls}
    order = random.Random(16)
    with progress(console, "speed", n_rounds * len(pages)) as bar, garbage_kept():
        for timed_call in timed_calls:
            # Some load models or compile patterns on their first call.
            _attempt(timed_call, pages.sources[0], {})
        for nth in range(n_rounds):
            running = [c for c in timed_calls if nth == 0 or not c.slow]
            for timed_call in running:
                times[timed_call.name].append([])
            for source in pages.sources:
                order.shuffle(running)
                for timed_call in running:
                    took = _attempt(timed_call, source, reasons[timed_call.name])
                    times[timed_call.name][-1].append(took)
                gc.collect()
                bar.advance(bar.task_ids[0])
    timings = [
        Timing(c.name, c.version, c.does, times[c.name], reasons[c.name]) for c in timed_calls
    ]
    return Speed([len(source) for source in pages.sources], timings, left_out)


def _attempt(timed_call: TimedCall, source: bytes, reasons: dict[str, int]) -> int | None:
    try:
        return cpu_ns(timed_call.call, source)
    except timed_call.may_fail as error:
        reason = type(error).__name__
        reasons[reason] = reasons.get(reason, 0) + 1
        return None


def _ratio(mine: list[int | None], theirs: list[int | None]) -> float:
    both = [(a, b) for a, b in zip(mine, theirs, strict=True) if a is not None and b is not None]
    return sum(a for a, _ in both) / max(1, sum(b for _, b in both))


def _mean(times: list[int | None]) -> float:
    done = [ns for ns in times if ns is not None]
    return sum(done) / max(1, len(done))
