"""Measure how CPU time and output grow with page size, from 20 kB to 5 MB: every call of
`growth_calls.py` on every shape of page. Calls that are variants of others are measured on every
shape up to 500 kB, and at 5 MB on a quarter of the shapes, each variant on other ones.

Linear growth is a slope of 1 of log time over log size. The slope is fitted over the sizes that
take a millisecond or more, because the fixed cost of a call lowers it. It is also computed over the
last decade alone: a cost that becomes quadratic late changes the fitted slope only a little.
A curve that is too steep is measured again; the shorter times count.

`python -m bench.growth` runs it alone, on several cores with `--jobs`; `--quick` takes fewer shapes
and smaller pages.
"""

from __future__ import annotations

import argparse
import gc
import math
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import zip_longest
from statistics import linear_regression

from rich.console import Console

from .clock import garbage_kept, memory_kept
from .growth_calls import Call, Subject, list_calls, list_variants, list_writers_of_all
from .report import WIDTH, progress, table
from .shapes import SHAPES, Shape

SIZES = (20_000, 100_000, 500_000, 5_000_000)
QUICK_SIZES = SIZES[:3]
#: Every how many shapes a quick run takes one.
QUICK_STEP = 4
#: Every how many shapes a variant is measured at the largest size.
VARIANT_STEP = 4
MAX_SLOPE = 1.3
# Inside the last decade caches end: two and a half times the cost per byte is a slope of 1.4.
MAX_LAST_SLOPE = 1.4
#: The most bytes of output per byte of a page of 100 kB or more, and the exponent of the output.
#: A base of 2048 bytes is repeated by every link.
MAX_TIMES = 300
MAX_OUTPUT_SLOPE = 1.15
#: An output that is never longer than this many times the page has no exponent: limits can make it
#: reach its length in steps.
MIN_TIMES = 2
#: Shorter times are left out, and calls that never take longer have no slope.
MIN_NS = 1_000_000
#: A size that would take longer is not tried.
MAX_NS = 30_000_000_000


@dataclass(frozen=True)
class Curve:
    """CPU time and length of output of a call on a shape at each size; shorter than the sizes when
    it was stopped."""

    shape: str
    call: str
    n_bytes: list[int]
    cpu_ns: list[int]
    n_written: list[int]
    stopped: bool

    @property
    def slope(self) -> float:
        """The exponent by which time grows with size; 0 if all times are short."""
        points = self._points
        return fit_slope(points) if len(points) > 1 else 0.0

    @property
    def last_slope(self) -> float:
        """The same over the last decade of sizes."""
        points = self._points
        before = [point for point in points if 10 * point[0] <= 1.1 * self.n_bytes[-1]]
        # Some calls take less time for a larger page, because of a limit.
        is_last = bool(before) and points[-1][0] == self.n_bytes[-1]
        return fit_slope([before[-1], points[-1]]) if is_last else 0.0

    @property
    def output_slope(self) -> float:
        """The exponent by which the output grows; 0 without an output."""
        points = list(zip(self.n_bytes, self.n_written, strict=True))
        points = [point for point in points if point[1] > 10_000]
        return fit_slope(points) if len(points) > 1 else 0.0

    @property
    def n_times(self) -> float:
        """The length of the output as a multiple of the page, for the larger sizes."""
        points = list(zip(self.n_bytes, self.n_written, strict=True))[1:]
        return max((written / size for size, written in points), default=0.0)

    @property
    def fault(self) -> str:
        """Why it is not linear; empty if it is."""
        if self.stopped:
            return f"stopped after {self.n_bytes[-1]} bytes at {self.cpu_ns[-1] / 1e9:.1f} s"
        if self.slope > MAX_SLOPE or self.last_slope > MAX_LAST_SLOPE:
            return f"time grows by {self.slope:.2f}, at the end {self.last_slope:.2f}"
        if self.output_slope > MAX_OUTPUT_SLOPE and self.n_times > MIN_TIMES:
            return f"the output grows by {self.output_slope:.2f}"
        if self.n_times > MAX_TIMES:
            return f"the output has {self.n_times:.0f} times the length of the page"
        return ""

    def take_shorter(self, other: Curve) -> Curve:
        """Return the shorter time of two measurements of each size."""
        longer = max(self, other, key=lambda curve: len(curve.cpu_ns))
        pairs = zip_longest(self.cpu_ns, other.cpu_ns, fillvalue=MAX_NS)
        return replace(
            longer,
            cpu_ns=[min(pair) for pair in pairs],
            stopped=self.stopped and other.stopped,
        )

    @property
    def _points(self) -> list[tuple[int, int]]:
        times = zip(self.n_bytes, self.cpu_ns, strict=True)
        return [(size, ns) for size, ns in times if ns >= MIN_NS]


def fit_slope(points: Sequence[tuple[int, int]]) -> float:
    """Fit the exponent of a power law."""
    sizes = [math.log(size) for size, _ in points]
    return linear_regression(sizes, [math.log(max(1, value)) for _, value in points]).slope


@dataclass(frozen=True)
class Growth:
    """The curves of all calls on all shapes."""

    curves: list[Curve]

    def faults(self) -> list[str]:
        """Return the curves that are not linear."""
        return [
            f"{curve.call}, {curve.shape}: {curve.fault}" for curve in self.curves if curve.fault
        ]

    def record(self) -> dict[str, object]:
        """Return times and slopes of every curve."""
        return {
            "curves": [
                {**asdict(curve), "slopes": [curve.slope, curve.last_slope, curve.output_slope]}
                for curve in self.curves
            ]
        }

    def show(self, console: Console) -> None:
        """Print the steepest shape of every call, and the curves that are not linear."""
        shown = table(
            "Growth: the steepest shape of each call",
            *("call", "shape", "ns per byte", "slope", "last", "output ×"),
            padding=0,
        )
        for call in dict.fromkeys(curve.call for curve in self.curves):
            curves = [curve for curve in self.curves if curve.call == call]
            steepest = max(curves, key=lambda curve: curve.slope)
            slowest = max(curve.cpu_ns[-1] / curve.n_bytes[-1] for curve in curves)
            shown.add_row(
                call,
                steepest.shape,
                f"{slowest:.0f}",
                f"{steepest.slope:.2f}",
                f"{max(curve.last_slope for curve in curves):.2f}",
                f"{max(curve.n_times for curve in curves):.0f}",
                style="red" if any(curve.fault for curve in curves) else None,
            )
        console.print(shown)
        console.print(
            f"  Linear is a slope of 1; allowed are {MAX_SLOPE} over all sizes and "
            f"{MAX_LAST_SLOPE} in the last\n  decade, where caches end. The other columns "
            "have the maximum over all shapes."
        )
        shapes = len({curve.shape for curve in self.curves})
        console.print(f"  {len(self.curves)} curves, of {shapes} shapes.")


def measure(
    console: Console,
    *,
    is_quick: bool = False,
    names: Sequence[str] = (),
    calls: Sequence[str] = (),
    n_jobs: int = 1,
) -> Growth:
    """Measure every call on every shape at every size.

    Args:
        console: where progress is shown.
        is_quick: take fewer shapes and smaller pages.
        names: the names of the shapes; by default all, or some if it is quick.
        calls: the names of the calls; by default all.
        n_jobs: the number of processes.
    """
    shapes = [shape for shape in SHAPES if not names or shape.name in names]
    if is_quick and not names:
        shapes = shapes[::QUICK_STEP]
    sizes = QUICK_SIZES if is_quick else SIZES
    curves: list[Curve] = []
    with progress(console, "growth", len(shapes)) as bar:
        for measured in map_shapes(
            partial(measure_shape, sizes=sizes, names=calls), shapes, n_jobs
        ):
            curves += measured
            for fault in Growth(measured).faults():
                console.print(f"{fault}; to be measured again")
            bar.advance(bar.task_ids[0])
    return Growth(measure_again(curves, sizes))


def measure_again(curves: Sequence[Curve], sizes: Sequence[int] = SIZES) -> list[Curve]:
    """Measure the curves that are not linear once more at all sizes, one shape at a time.

    On a busy machine some times are too long, and none is too short: the shorter one counts.
    """
    faulty = {(curve.shape, curve.call) for curve in curves if curve.fault}
    again: dict[tuple[str, str], Curve] = {}
    for shape in SHAPES:
        calls = [call for name, call in faulty if name == shape.name]
        if calls:
            call = partial(measure_shape, sizes=sizes, names=calls)
            (measured,) = map_shapes(call, [shape], n_jobs=1)
            again |= {(curve.shape, curve.call): curve for curve in measured}
    return [
        curve.take_shorter(again[curve.shape, curve.call])
        if (curve.shape, curve.call) in faulty
        else curve
        for curve in curves
    ]


def map_shapes(
    call: Callable[[str], list[Curve]], shapes: Sequence[Shape], n_jobs: int
) -> Iterable[list[Curve]]:
    """Measure shapes one after the other, or in processes."""
    names = [shape.name for shape in shapes]
    if n_jobs == 1:
        yield from map(call, names)
        return
    # A process a shape, so that the memory of one shape does not slow down the next.
    with ProcessPoolExecutor(n_jobs, max_tasks_per_child=1) as pool:
        yield from pool.map(call, names)


def measure_shape(
    name: str, sizes: Sequence[int] = SIZES, names: Sequence[str] = ()
) -> list[Curve]:
    """Measure all calls, or those with some names, on one shape."""
    (number, shape) = next(item for item in enumerate(SHAPES) if item[1].name == name)
    calls = list_writers_of_all() if shape.is_written else list_calls()
    variants = [] if shape.is_written else list_variants()
    taken = [call for at, call in enumerate(variants) if (number + at) % VARIANT_STEP == 0]
    if names:
        calls = [call for call in (*calls, *variants) if call.name in names]
        variants = taken = []
    curves = {
        call.name: Curve(name, call.name, [], [], [], stopped=False) for call in (*calls, *variants)
    }
    with garbage_kept(), memory_kept():
        for size in sizes:
            subject = Subject(shape.make(size))
            for call in (*calls, *(variants if size <= QUICK_SIZES[-1] else taken)):
                curves[call.name] = _measure_size(curves[call.name], call, subject)
            del subject
            gc.collect()
    return list(curves.values())


def _measure_size(curve: Curve, call: Call, subject: Subject) -> Curve:
    """Add a size to a curve, unless it would take too long."""
    times = curve.cpu_ns
    if curve.stopped or (len(times) > 1 and times[-1] ** 2 / times[-2] > MAX_NS):
        return Curve(**{**asdict(curve), "stopped": True})
    n_bytes = len(subject.source)
    least, n_written = math.inf, 0
    for run in range(3):
        prepared = call.prepare(subject)
        start = time.process_time_ns()
        result = call.run(prepared)
        least = min(least, time.process_time_ns() - start)
        n_written = len(result) if isinstance(result, str) else 0
        # The first of two runs may pay for imports and for memory that is new. At the largest size
        # that can only make the slope too steep, so it is enough if it is not.
        is_enough = run > 0 or (
            n_bytes > QUICK_SIZES[-1] * 2 and not _is_steep(curve, n_bytes, least)
        )
        if least > (50 if is_enough else 1000) * MIN_NS:
            break
    return Curve(
        curve.shape,
        curve.call,
        [*curve.n_bytes, n_bytes],
        [*times, int(least)],
        [*curve.n_written, n_written],
        stopped=False,
    )


def _is_steep(curve: Curve, n_bytes: int, cpu_ns: float) -> bool:
    """Return whether a larger size would make the curve steeper than is allowed."""
    return cpu_ns / curve.cpu_ns[-1] > math.pow(n_bytes / curve.n_bytes[-1], MAX_SLOPE)


def main() -> int:
    """Run the section alone; return the exit code, 1 if a curve is not linear."""
    parser = argparse.ArgumentParser(prog="python -m bench.growth", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer shapes and smaller pages")
    parser.add_argument("--shape", action="append", help="measure only this shape (repeatable)")
    parser.add_argument("--call", action="append", help="measure only this call (repeatable)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="number of processes")
    options = parser.parse_args()
    known = [shape.name for shape in SHAPES]
    names = options.shape or []
    if unknown := set(names) - set(known):
        parser.error(f"unknown shape {min(unknown)}; expected one of: {', '.join(known)}")
    console = Console(width=WIDTH, highlight=False)
    growth = measure(
        Console(width=WIDTH, stderr=True),
        is_quick=options.quick,
        names=names,
        calls=options.call or [],
        n_jobs=options.jobs,
    )
    growth.show(console)
    for fault in growth.faults():
        console.print(f"[red]![/red] {fault}")
    return 1 if growth.faults() else 0


if __name__ == "__main__":
    sys.exit(main())
