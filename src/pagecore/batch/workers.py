"""Worker processes: process several sources at once, and yield the records in order.

A worker processes one source at a time. If it dies or exceeds a limit, only that source fails, with
the reason in its record, and a new worker replaces the old one.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait
from typing import Final

from pagecore.batch.record import Record, Task, process_source
from pagecore.errors import BadInput, BadOption, LimitError, WorkerError
from pagecore.sources.read import Reading, read_bytes
from pagecore.sources.source import STDIN, Source

#: Number of finished records per worker that may wait for an earlier source; bounds the memory.
_AHEAD: Final = 8
#: Seconds to wait for the exit code of a worker that closed its pipe.
_EXIT_SECONDS: Final = 5.0


@dataclass(frozen=True)
class Limits:
    """Limits per source; a source that exceeds one fails with a `LimitError`."""

    #: Wall-clock seconds, including fetching and pauses; None for no limit.
    max_seconds: float | None = None
    #: Bytes of memory on top of what a worker uses at its start; None for no limit. Linux only.
    max_memory: int | None = None

    def __post_init__(self) -> None:
        for name in ("max_seconds", "max_memory"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise BadOption(f"{name}={value!r}: expected more than 0, or None for no limit")
        if self.max_memory is not None and not os.path.exists(_STATM):
            raise BadOption("max_memory: memory can be limited on Linux only")

    @property
    def is_set(self) -> bool:
        """Whether there is any limit."""
        return self.max_seconds is not None or self.max_memory is not None


def process_sources(
    task: Task,
    sources: Sequence[Source],
    *,
    jobs: int = 1,
    limits: Limits = Limits(),  # noqa: B008 - it never changes
    with_trace: bool = False,
) -> Iterator[Record]:
    """Run a task on every source.

    Args:
        task: makes the record of a source; it is sent to each worker once.
        sources: the pages. Pages of one host are fetched one at a time, and standard input is read
            in this process.
        jobs: number of worker processes; with 1 and no limits, this process does the work.
        limits: limits per source.
        with_trace: keep the tracebacks of failures.

    Returns:
        The records, in the order of the sources.
    """
    if not limits.is_set and (jobs == 1 or len(sources) < 2):
        for source in sources:
            yield process_source(task, source, with_trace=with_trace)
        return
    pool = _Pool(task, min(jobs, len(sources)), limits, with_trace=with_trace)
    try:
        yield from _Queue(pool, sources)
    finally:
        pool.close()


class _Queue:
    """Hands sources to workers, and yields their records in order."""

    def __init__(self, pool: _Pool, sources: Sequence[Source]) -> None:
        self._pool, self._sources = pool, sources
        self._records: dict[int, Record] = {}
        #: Numbers of the sources that wait for their host or for a worker.
        self._waiting: list[int] = []
        self._n_queued = 0

    def __iter__(self) -> Iterator[Record]:
        for at in range(len(self._sources)):
            while at not in self._records:
                self._hand_out(at + _AHEAD * self._pool.size)
                if at not in self._records:
                    self._records |= self._pool.collect()
            yield self._records.pop(at)

    def _hand_out(self, stop: int) -> None:
        """Give the sources before number `stop` to free workers, never two of one host."""
        stop = min(stop, len(self._sources))
        self._waiting += range(self._n_queued, stop)
        self._n_queued = max(self._n_queued, stop)
        busy = {self._sources[at].host for at in self._pool.numbers} - {None}
        waiting, self._waiting = self._waiting, []
        for at in waiting:
            source = self._sources[at]
            if source.host in busy or not self._pool.has_room():
                self._waiting.append(at)
                continue
            if source.place == STDIN and source.content is None:
                # A worker has no standard input.
                try:
                    source = replace(source, content=read_bytes(source, Reading()))
                except BadInput as error:
                    self._records[at] = Record.of_failure(source, error)
                    continue
            self._pool.submit(at, source)
            busy |= {source.host} - {None}


class _Pool:
    """Workers, which are started on demand and replaced when they are lost."""

    def __init__(self, task: Task, size: int, limits: Limits, *, with_trace: bool) -> None:
        self.size = size
        self._task, self._limits, self._with_trace = task, limits, with_trace
        self._workers: list[_Worker] = []

    @property
    def numbers(self) -> list[int]:
        """The numbers of the sources that are being processed."""
        return [worker.number for worker in self._workers if worker.number is not None]

    def has_room(self) -> bool:
        """Whether a worker is free or can be started."""
        return len(self.numbers) < self.size

    def submit(self, number: int, source: Source) -> None:
        """Give a source to a worker; call this only if there is room."""
        free = [worker for worker in self._workers if worker.number is None]
        if not free:
            free = [_Worker(self._task, self._limits, with_trace=self._with_trace)]
            self._workers += free
        free[0].begin(number, source)

    def collect(self) -> dict[int, Record]:
        """Wait for a worker, and return the finished records by the numbers of their sources."""
        busy = [worker for worker in self._workers if worker.number is not None]
        deadlines = [worker.deadline for worker in busy if worker.deadline is not None]
        timeout = max(0.0, min(deadlines) - time.monotonic()) if deadlines else None
        ready = wait([worker.pipe for worker in busy], timeout)
        records = {}
        for worker in busy:
            number = worker.number
            assert number is not None
            record = worker.receive() if worker.pipe in ready else worker.expire()
            if record is not None:
                records[number] = record
        self._workers = [worker for worker in self._workers if not worker.is_lost]
        return records

    def close(self) -> None:
        """Stop all workers."""
        for worker in self._workers:
            worker.end()


class _Worker:
    """A worker process, seen from the parent. It sends None when it has started, then a record for
    each source."""

    def __init__(self, task: Task, limits: Limits, *, with_trace: bool) -> None:
        # A fork would copy the locks of threads, such as that of a progress bar.
        context = multiprocessing.get_context("spawn")
        self.pipe, child_pipe = context.Pipe()
        arguments = (child_pipe, task, limits.max_memory, with_trace)
        self._process = context.Process(target=_serve, args=arguments, daemon=True)
        self._process.start()
        # If this copy stayed open, the end of the process would not close the pipe.
        child_pipe.close()
        self._limits = limits
        self._has_started = False
        self._source = Source("")
        #: The number of its current source; None while it is free.
        self.number: int | None = None
        #: The deadline of that source, a time of `time.monotonic`; None without a limit.
        self.deadline: float | None = None
        self.is_lost = False

    def begin(self, number: int, source: Source) -> None:
        """Send a source to the worker."""
        self.number, self._source = number, source
        # If the worker has died meanwhile, `receive` will notice.
        with contextlib.suppress(OSError):
            self.pipe.send(source)
        if self._has_started:
            self._start_clock()

    def _start_clock(self) -> None:
        if self._limits.max_seconds is not None:
            self.deadline = time.monotonic() + self._limits.max_seconds

    def receive(self) -> Record | None:
        """Receive a record, or make that of a failure if the worker died; None when it started."""
        try:
            record: Record | None = self.pipe.recv()
        except (EOFError, OSError):
            return self._report_death()
        if record is None:
            self._has_started = True
            self._start_clock()
            return None
        self.number = self.deadline = None
        return record

    def expire(self) -> Record | None:
        """If the source has taken too long, stop the worker and return a failure; else None."""
        if self.deadline is None or time.monotonic() < self.deadline:
            return None
        self.end()
        seconds = f"{self._limits.max_seconds:g} s (max_seconds)"
        return self._fail(LimitError(f"{self._source}: the page took longer than {seconds}"))

    def _report_death(self) -> Record:
        """Make the record of the source at which the worker died."""
        self._process.join(_EXIT_SECONDS)
        exit_reason = _describe_exit(self._process.exitcode)
        self.end()
        if not self._has_started:
            raise WorkerError(
                f"a worker process could not be started ({exit_reason}); scripts that use several "
                "jobs need `if __name__ == '__main__':`"
            )
        message = f"{self._source}: the worker process died ({exit_reason})"
        # Rust aborts the process when an allocation fails.
        if self._limits.max_memory is not None and exit_reason == "SIGABRT":
            limit = f"{self._limits.max_memory / 2**20:g} MiB (max_memory)"
            return self._fail(
                LimitError(f"{message}, probably because it needed more than {limit}")
            )
        return self._fail(WorkerError(message))

    def _fail(self, error: LimitError | WorkerError) -> Record:
        return Record.of_failure(self._source, error)

    def end(self) -> None:
        """Kill the process."""
        if not self.is_lost:
            self.is_lost = True
            self.pipe.close()
            self._process.kill()
            self._process.join()
            self._process.close()


def _describe_exit(code: int | None) -> str:
    if code is None:
        return "no exit code"
    if code >= 0:
        return f"exit code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"


# The functions below run in a worker.

_STATM: Final = "/proc/self/statm"


def _serve(pipe: Connection, task: Task, max_memory: int | None, with_trace: bool) -> None:
    """Answer each source with its record, until the parent closes the pipe."""
    # On an interrupt, the parent stops this process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if max_memory is not None:
        _limit_memory(max_memory)
    with contextlib.suppress(EOFError, OSError):
        pipe.send(None)
        while True:
            pipe.send(process_source(task, pipe.recv(), with_trace=with_trace))


def _limit_memory(max_memory: int) -> None:
    """Limit the memory of this process to what it uses now plus `max_memory` bytes."""
    import resource

    with open(_STATM, encoding="ascii") as file:
        n_pages = int(file.read().split()[0])
    most = n_pages * resource.getpagesize() + max_memory
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
