"""Measure how the cost grows with page size: nanoseconds per byte from 10 kB to 10 MB, for each
shape of page.

Linear growth is a slope of 1 of log time over log size. The slope is fitted over all sizes, and
also computed for the last decade alone: a cost that becomes quadratic late changes the overall
slope only a little, and the fixed cost of a call lowers it.
"""

from __future__ import annotations

import gc
import math
from dataclasses import asdict, dataclass
from statistics import linear_regression

from rich.console import Console

import pagecore

from .clock import Call, garbage_kept, min_cpu_ns
from .peers import extract_text
from .report import progress, table
from .shapes import SHAPES, Shape

SIZES = (10_000, 100_000, 1_000_000, 10_000_000)
MAX_SLOPE = 1.15
# One decade is two points, and inside it caches end and memory starts to come from the system
# anew for every page: two and a half times the cost per byte is a slope of 1.4.
MAX_LAST_SLOPE = 1.4
MAX_NS = 20_000_000_000


@dataclass(frozen=True)
class Curve:
    """The least CPU time of a call at each size; shorter than the sizes when it was stopped."""

    n_bytes: list[int]
    cpu_ns: list[int]
    stopped: bool

    @property
    def slope(self) -> float:
        """The exponent by which time grows with size, over all sizes."""
        return self._slope_from(0)

    @property
    def last_slope(self) -> float:
        """The same between the two largest sizes."""
        return self._slope_from(-2)

    @property
    def steep(self) -> bool:
        """Whether it grows faster than linear allows."""
        slopes_hold = self.slope <= MAX_SLOPE and self.last_slope <= MAX_LAST_SLOPE
        return self.stopped or not slopes_hold

    def _slope_from(self, first: int) -> float:
        if len(self.n_bytes) < 2:
            return math.inf
        sizes = [math.log(n) for n in self.n_bytes[first:]]
        return linear_regression(sizes, [math.log(max(1, ns)) for ns in self.cpu_ns[first:]]).slope


@dataclass(frozen=True)
class ShapeGrowth:
    """Both curves of one shape, and the warnings that its largest page gave."""

    shape: str
    parse: Curve
    extract: Curve
    warnings: list[str]

    @property
    def steep(self) -> bool:
        """Whether one of the curves is steep."""
        return self.parse.steep or self.extract.steep


@dataclass(frozen=True)
class Growth:
    """All shapes."""

    shapes: list[ShapeGrowth]

    def faults(self) -> list[str]:
        """Return the shapes that are not linear."""
        return [
            f"{grown.shape}: {name} grows by {curve.slope:.2f}, at the end {curve.last_slope:.2f}"
            + (f", stopped after {curve.n_bytes[-1]} bytes" if curve.stopped else "")
            for grown in self.shapes
            for name, curve in (("parse", grown.parse), ("extract", grown.extract))
            if curve.steep
        ]

    def record(self) -> dict[str, object]:
        """Return times and slopes of every shape."""
        return {
            grown.shape: {
                **asdict(grown),
                "parse_slopes": [grown.parse.slope, grown.parse.last_slope],
                "extract_slopes": [grown.extract.slope, grown.extract.last_slope],
            }
            for grown in self.shapes
        }

    def show(self, console: Console) -> None:
        """Print ns per byte of the parse at each size, of the extraction at the last, slopes."""
        sizes = ("10 kB", "100 kB", "1 MB", "10 MB")
        shown = table(
            "Growth: ns per byte of parse by size, then of extract at the largest",
            *("shape", *sizes, "slope", "last", "extract", "last"),
            padding=0,
        )
        for grown in self.shapes:
            parse, extract = grown.parse, grown.extract
            per_byte = [ns / n for ns, n in zip(parse.cpu_ns, parse.n_bytes, strict=True)]
            shown.add_row(
                grown.shape + (" *" if grown.warnings else ""),
                *(f"{ns:.1f}" for ns in per_byte),
                *("–" for _ in SIZES[len(per_byte) :]),
                *(f"{parse.slope:.2f}", f"{parse.last_slope:.2f}"),
                f"{extract.cpu_ns[-1] / extract.n_bytes[-1]:.1f}",
                f"{extract.last_slope:.2f}",
                style="red" if grown.steep else None,
            )
        console.print(shown)
        console.print(
            f"  Linear is a slope of 1; allowed are {MAX_SLOPE} over all sizes and "
            f"{MAX_LAST_SLOPE} in the last\n  decade, where caches end."
        )
        codes = sorted({code for grown in self.shapes for code in grown.warnings})
        if codes:
            console.print(f"  * its largest page gave warnings: {', '.join(codes)}")


def measure(console: Console) -> Growth:
    """Measure every shape at every size."""
    grown = []
    with progress(console, "growth", len(SHAPES)) as bar, garbage_kept():
        for shape in SHAPES:
            parse = curve(shape, pagecore.parse)
            extract = curve(shape, extract_text)
            page = pagecore.parse(shape.make(SIZES[len(parse.n_bytes) - 1]))
            codes = sorted({warning.code for warning in page.warnings})
            grown.append(ShapeGrowth(shape.name, parse, extract, codes))
            bar.advance(bar.task_ids[0])
    return Growth(grown)


def curve(shape: Shape, call: Call) -> Curve:
    """Measure one call on one shape; a size that would take too long is not tried."""
    n_bytes: list[int] = []
    times: list[int] = []
    for size in SIZES:
        if len(times) > 1 and times[-1] * (times[-1] / times[-2]) > MAX_NS:
            return Curve(n_bytes, times, stopped=True)
        source = shape.make(size)
        times.append(min_cpu_ns(call, source, enough_ns=200_000_000, at_most=20))
        n_bytes.append(len(source))
        gc.collect()
    return Curve(n_bytes, times, stopped=False)
