"""Workers: order, processes that die, and limits of one source."""

from __future__ import annotations

import io
import os
import pickle
import signal
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from pagecore.batch import ExtractTask, Limits, Record, Task, process_source, process_sources
from pagecore.batch.workers import _Worker
from pagecore.errors import BadInput, BadOption, WorkerError
from pagecore.sources.source import Source

#: What to do about a page that kills its worker.
REPORT = "if it happens again, report it with the page"


class OddError(BaseException):
    """An error that even its own words cannot describe."""

    def __str__(self) -> str:
        raise ValueError("no words")


class NamedTask(Task):
    """Does to the process what the name of the source says."""

    def make_record(self, source: Source) -> Record:
        what = source.place.partition(" ")[0]
        if what == "slow":
            time.sleep(0.3)
        elif what == "hang":
            time.sleep(600)
        elif what == "exit":
            os._exit(3)
        elif what == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        elif what == "quit":
            sys.exit("no more")
        elif what == "greedy":
            return Record(source, "x" * (1 << 40))
        elif what == "interrupt":
            raise KeyboardInterrupt
        elif what == "raise":
            raise KeyError("a key")
        elif what == "odd":
            raise OddError
        elif what == "input":
            raise BadInput(f"{source}: no")
        return Record(source, f"{os.getpid()} {source.content!r}")


def sources_of(places: Sequence[str]) -> list[Source]:
    return [Source(place, number) for number, place in enumerate(places)]


def failures(places: Sequence[str], **options: object) -> list[tuple[str, str] | None]:
    records = list(process_sources(NamedTask(), sources_of(places), **options))  # type: ignore[arg-type]  # Options by name.
    assert [record.source for record in records] == sources_of(places)
    return [
        None if record.failure is None else (record.failure.type, record.failure.message)
        for record in records
    ]


def test_records_are_in_order_and_made_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"<p>in")))
    places = ["slow", *map(str, range(60)), "-", "slow too", "last"]
    records = list(process_sources(NamedTask(), sources_of(places), jobs=2))
    assert [record.source.place for record in records] == places
    pids, contents = zip(*(record.content.split(" ", 1) for record in records), strict=True)
    assert len(set(pids)) == 2
    assert str(os.getpid()) not in pids
    # Standard input is read here and processed there; its bytes do not come back.
    assert contents[places.index("-")] == "b'<p>in'"
    assert all(record.source.content is None for record in records)


@pytest.mark.parametrize("jobs", [1, 9])
def test_a_single_page_is_processed_here(jobs: int) -> None:
    (record,) = process_sources(NamedTask(), sources_of(["a"]), jobs=jobs)
    assert record.content == f"{os.getpid()} None"


def test_standard_input_that_cannot_be_read_stops_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    closed = ("BadInput", "-: standard input is closed; redirect a page to it, or name a file")
    assert failures(["a", "-", "b"], jobs=2) == [None, closed, None]


RAISED = [
    ("raise", ("KeyError", "raise: KeyError: 'a key'")),
    ("input", ("BadInput", "input: no")),
    ("quit", ("SystemExit", "quit: SystemExit: no more")),
    ("greedy", ("LimitError", "greedy: the page needs more memory than is available")),
]


@pytest.mark.parametrize("jobs", [1, 2])
def test_whatever_a_page_raises_is_its_own_failure(jobs: int) -> None:
    places = [place for place, _ in RAISED]
    expected = [failure for _, failure in RAISED]
    assert failures([*places, "a"], jobs=jobs) == [*expected, None]
    (odd,) = failures(["odd"])
    assert odd is not None
    assert odd[0] == "OddError"
    assert odd[1].startswith("odd: OddError")


def test_an_interrupt_is_not_a_failure_of_a_page() -> None:
    with pytest.raises(KeyboardInterrupt):
        process_source(NamedTask(), Source("interrupt"))


def test_tracebacks_are_kept_where_they_are_wanted() -> None:
    quiet, loud = (
        process_source(NamedTask(), Source("raise"), with_trace=on) for on in (False, True)
    )
    assert quiet == loud
    assert quiet.failure is not None
    assert loud.failure is not None
    assert quiet.failure.trace == ""
    assert loud.failure.trace.startswith("Traceback")
    assert pickle.loads(pickle.dumps(loud)) == loud


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_worker_that_dies_takes_one_page_along(jobs: int) -> None:
    places = [*map(str, range(10)), "exit", "kill", *map(str, range(10, 40))]
    lost = [failure for failure in failures(places, jobs=jobs) if failure is not None]
    assert lost == [
        ("WorkerError", f"exit: the worker process died (exit code 3); {REPORT}"),
        ("WorkerError", f"kill: the worker process died (SIGKILL); {REPORT}"),
    ]


def test_a_page_that_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    start_clock = _Worker._start_clock

    def start_clock_of_hanging_page(worker: _Worker) -> None:
        """Leave the others all their time, because this machine may be busy."""
        if worker.source.place == "hang":
            start_clock(worker)

    monkeypatch.setattr(_Worker, "_start_clock", start_clock_of_hanging_page)
    advice = "raise --max-seconds (Limits.max_seconds), or leave the page out"
    late = ("LimitError", f"hang: stopped after 0.5 s, the time limit; {advice}")
    assert failures(["a", "hang", "b"], limits=Limits(max_seconds=0.5)) == [None, late, None]
    # Also with workers to spare, and the others are not waited for.
    assert failures(["hang", "a", "b"], jobs=2, limits=Limits(max_seconds=0.5))[1:] == [None, None]


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is not limited here")
def test_a_page_that_takes_too_much_memory() -> None:
    limits = Limits(max_memory_mib=64)
    advice = "raise --max-memory (Limits.max_memory_mib), or leave the page out"
    message = f"greedy: the page needs more than 64 MiB of memory, the limit; {advice}"
    greedy = ("LimitError", message)
    assert failures(["a", "greedy", "b"], limits=limits) == [None, greedy, None]


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is not limited here")
@pytest.mark.parametrize("method", ["default", "hybrid"])
def test_modules_and_models_do_not_count_as_memory_of_the_page(method: str) -> None:
    limits = Limits(max_memory_mib=4)
    source = Source("-", content=b"<p>It was a dark and stormy night")
    (record,) = process_sources(
        ExtractTask(extract_options={"method": method}), [source], limits=limits
    )
    assert record.failure is None


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is not limited here")
def test_the_limit_of_memory_is_that_of_the_page() -> None:
    assert _megabytes(20, Limits(max_memory_mib=64)) is None
    assert _megabytes(80, Limits(max_memory_mib=64)) == "LimitError"


def _megabytes(count: int, limits: Limits) -> str | None:
    """How a page fares that needs so many megabytes."""
    (record,) = process_sources(Megabytes(count), [Source("a")], limits=limits)
    return None if record.failure is None else record.failure.type


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is not limited here")
@pytest.mark.parametrize("is_sent", [True, False], ids=["sent to the worker", "a file"])
def test_a_page_beyond_the_limit_of_memory_leaves_the_next_ones_alone(
    tmp_path: Path, is_sent: bool
) -> None:
    large = b'<p title="' + b"a" * 5_000_000 + b'">It was a dark night'
    (tmp_path / "large.html").write_bytes(large)
    sources = [
        Source("large", content=large) if is_sent else Source(str(tmp_path / "large.html")),
        Source("small", content=b"<p>It was a dark and stormy night, and the rain fell. " * 20),
    ]
    limits = Limits(max_memory_mib=5)
    records = list(process_sources(ExtractTask(), sources, limits=limits))
    assert [record.failure and record.failure.type for record in records] == ["LimitError", None]


class Forgetful(Task):
    """Returns no record."""

    def make_record(self, source: Source) -> Record:
        return None  # type: ignore[return-value]  # Wrong on purpose.


def test_a_task_without_a_record_is_a_failure_of_the_page() -> None:
    records = list(process_sources(Forgetful(), [Source("a"), Source("b")]))
    assert [record.failure and record.failure.message for record in records] == [
        "a: the task returned NoneType, not a Record",
        "b: the task returned NoneType, not a Record",
    ]


class Unpicklable(Task):
    """Returns a record that cannot be pickled, except for the source `good`."""

    def make_record(self, source: Source) -> Record:
        return Record(source, "" if source.place == "good" else lambda: "")  # type: ignore[arg-type]  # Wrong on purpose.


def test_a_record_that_cannot_be_sent_is_a_failure_of_the_page(
    capfd: pytest.CaptureFixture[str],
) -> None:
    places = ["a", "good", "b"]
    records = list(process_sources(Unpicklable(), sources_of(places), with_trace=True))
    bad, good, other = (record.failure for record in records)
    assert good is None
    assert bad is not None
    assert other is not None
    assert (bad.type, other.type) == ("WorkerError", "WorkerError")
    assert bad.message.startswith("a: the record cannot be sent from the worker process: ")
    # The words depend on the version of Python.
    assert "<lambda>" in bad.message
    assert "<lambda>" in bad.trace.partition("direct cause")[0]
    assert capfd.readouterr() == ("", "")


class Unsendable(Task):
    """Cannot be pickled itself."""

    def __init__(self) -> None:
        self.read: Callable[[], str] = lambda: ""

    def make_record(self, source: Source) -> Record:
        return Record(source, self.read())


def test_a_task_that_cannot_be_sent_says_so() -> None:
    with pytest.raises(
        WorkerError, match=r"^the task cannot be sent to a worker process: .*<lambda>"
    ):
        list(process_sources(Unsendable(), sources_of(["a", "b"])))


class Megabytes(Task):
    """Takes memory."""

    def __init__(self, count: int) -> None:
        self.count = count

    def make_record(self, source: Source) -> Record:
        return Record(source, str(len(bytearray(self.count << 20))))


class Unstartable(Task):
    """Cannot be unpickled in a worker."""

    def make_record(self, source: Source) -> Record:
        return Record(source)

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return os._exit, (7,)


def test_workers_that_cannot_be_started_are_an_error_of_the_run() -> None:
    with pytest.raises(WorkerError, match=r"could not be started \(exit code 7\)"):
        list(process_sources(Unstartable(), sources_of(["a", "b", "c"]), jobs=2))


class KilledAtStart(Task):
    """The first worker to unpickle it is killed by a signal, before it has started."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def make_record(self, source: Source) -> Record:
        return Record(source, source.place)

    def __setstate__(self, state: dict[str, Path]) -> None:
        self.mark = state["mark"]
        try:
            self.mark.touch(exist_ok=False)
        except FileExistsError:
            return
        os.kill(os.getpid(), signal.SIGKILL)


def test_a_worker_that_is_killed_while_it_starts_costs_its_page_only(tmp_path: Path) -> None:
    task = KilledAtStart(tmp_path / "mark")
    records = list(process_sources(task, sources_of(["a", "b", "c", "d"])))
    failures = [record.failure for record in records if record.failure is not None]
    assert [failure.type for failure in failures] == ["WorkerError"]
    assert "the worker process died (SIGKILL)" in failures[0].message
    assert [record.content for record in records if record.failure is None] == ["b", "c", "d"]


@pytest.mark.parametrize("jobs", [0, -1, 10**30, True, 1.5, "2"])
def test_odd_numbers_of_jobs(jobs: int) -> None:
    with pytest.raises(BadOption, match=r"^jobs=.*: expected an integer, 1 to 1000"):
        list(process_sources(Megabytes(1), sources_of(["a", "b"]), jobs=jobs))
