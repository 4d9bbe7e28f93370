"""Fuzz the package from Python: mutate pages, run the calls, and write down what fails."""

from __future__ import annotations

import faulthandler
import json
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

from tools.fuzz.calls import CALLS, Case, InvalidOutputError, run_call
from tools.fuzz.mutations import mutate
from tools.fuzz.shrink import shrink

#: CPU seconds that a call may take for a page of at most 60 kB, twice.
MAX_SECONDS: Final = 10.0
#: A call that takes this long ends the run; the page is left in the folder of the findings.
_HANG_SECONDS: Final = 600.0


@dataclass(frozen=True)
class Finding:
    """A failure, by the call and the kind of error."""

    call: str
    #: The class of the error and where it was raised, which tells failures apart.
    kind: str
    trace: str


@dataclass
class Fuzzer:
    """Runs mutated pages through all calls."""

    pages: Sequence[bytes]
    folder: Path
    findings: dict[tuple[str, str], Finding] = field(default_factory=dict)
    n_inputs: int = 0
    n_calls: int = 0

    def run(self, seconds: float, seed: int, advance: Callable[[float], None]) -> None:
        """Run mutated pages until the time is over.

        Args:
            seconds: time limit.
            seed: random seed; the same seed gives the same inputs, in the same order.
            advance: called after each input, with the seconds that have passed since the start.
        """
        random = Random(seed)
        start = time.monotonic()
        self.folder.mkdir(parents=True, exist_ok=True)
        while time.monotonic() - start < seconds:
            page, other = random.choice(self.pages), random.choice(self.pages)
            html = page if self.n_inputs < len(self.pages) // 20 else mutate(page, other, random)
            self.check(Case(html, other, random.randrange(2**32)))
            self.n_inputs += 1
            advance(time.monotonic() - start)

    def check(self, case: Case) -> None:
        """Run all calls on a case, and write each new finding, with a small page, into a file."""
        current = self.folder / "current.html"
        current.write_bytes(case.html)
        for name in CALLS:
            self.n_calls += 1
            finding = find_failure(name, case)
            if finding is not None and (name, finding.kind) not in self.findings:
                self.findings[name, finding.kind] = finding
                self._write(finding, case)
        current.unlink()

    def _write(self, finding: Finding, case: Case) -> None:
        def fails(html: bytes) -> bool:
            again = find_failure(finding.call, Case(html, case.other, case.seed))
            return again is not None and again.kind == finding.kind

        small = Case(shrink(case.html, fails), case.other, case.seed)
        other = shrink(
            case.other,
            lambda page: _is_same(
                finding, find_failure(finding.call, Case(small.html, page, case.seed))
            ),
        )
        file = self.folder / f"{finding.call}-{len(self.findings)}"
        file.with_suffix(".html").write_bytes(small.html)
        file.with_suffix(".other.html").write_bytes(other)
        note = {"call": finding.call, "seed": case.seed, "kind": finding.kind}
        file.with_suffix(".txt").write_text(
            f"{json.dumps(note)}\n\n{finding.trace}", encoding="utf-8"
        )


def find_failure(name: str, case: Case) -> Finding | None:
    """Run a call twice. A failure is an error that is not one of the package, a panic, two results
    that differ, or too much time."""
    faulthandler.dump_traceback_later(_HANG_SECONDS, exit=True, file=2)
    start = time.process_time()
    try:
        first, second = run_call(name, case), run_call(name, case)
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # noqa: BLE001 - a panic of the core is no Exception
        return Finding(name, _describe(error), traceback.format_exc())
    finally:
        faulthandler.cancel_dump_traceback_later()
    if repr(first) != repr(second):
        at = next(
            n
            for n, pair in enumerate(zip(first, second, strict=False))
            if repr(pair[0]) != repr(pair[1])
        )
        message = f"results {at} differ:\n{first[at]!r:.2000}\n{second[at]!r:.2000}"
        return Finding(name, "two results differ", message)
    seconds = time.process_time() - start
    if seconds > MAX_SECONDS:
        return Finding(name, "slow", f"{seconds:.1f} s for {len(case.html)} bytes")
    return None


def read_case(file: Path) -> tuple[str, Case]:
    """Read a finding: its call and its case."""
    note = json.loads(file.with_suffix(".txt").read_text(encoding="utf-8").partition("\n")[0])
    html, other = (file.with_suffix(suffix).read_bytes() for suffix in (".html", ".other.html"))
    return note["call"], Case(html, other, note["seed"])


def _is_same(finding: Finding, other: Finding | None) -> bool:
    return other is not None and other.kind == finding.kind


def _describe(error: BaseException) -> str:
    """Return the class of an error and the place in the package where it was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    place = next((frame for frame in reversed(frames) if "pagecore" in frame.filename), frames[-1])
    if isinstance(error, InvalidOutputError):
        return f"{str(error)[:40]!r} from {place.name}"
    return f"{type(error).__name__} in {Path(place.filename).name}:{place.name}"
