"""Worker processes: process several sources at once, and yield the records in order.

A worker processes one source at a time. If it dies or exceeds a limit, only that source fails, with
the reason in its record, and a new worker replaces the old one.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from multiprocessing.connection import Connection, wait
from typing import Final

from pagecore.batch.limits import Limits
from pagecore.batch.record import Record, Task, process_source
from pagecore.errors import BadInput, LimitError, PagecoreError, WorkerError
from pagecore.processes import Child, ChildDied
from pagecore.sources.read import ReadOptions, read_bytes
from pagecore.sources.source import STDIN, Source

#: Number of finished records per worker that may wait for an earlier source; bounds the memory.
_AHEAD: Final = 8
#: Errors for objects that cannot be pickled; `pickle` raises all of these.
_PICKLING_ERRORS: Final = (pickle.PicklingError, AttributeError, RecursionError, TypeError)


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
        jobs: number of worker processes. A single source without limits is processed here, because
            no other source could suffer if this process died.
        limits: limits per source.
        with_trace: keep the tracebacks of failures.

    Returns:
        The records, in the order of the sources.
    """
    if len(sources) == 1 and not limits.is_set:
        yield process_source(task, sources[0], with_trace=with_trace)
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
                    source = replace(source, content=read_bytes(source, ReadOptions()))
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
        try:
            self._child = Child(_serve, task, limits, with_trace)
        except _PICKLING_ERRORS as error:
            raise WorkerError(f"the task cannot be sent to a worker process: {error}") from error
        self._limits = limits
        self._has_started = False
        self._source = Source("")
        #: The number of its current source; None while it is free.
        self.number: int | None = None
        #: The deadline of that source, a time of `time.monotonic`; None without a limit.
        self.deadline: float | None = None

    @property
    def pipe(self) -> Connection:
        """The pipe on which its answers arrive."""
        return self._child.pipe

    @property
    def is_lost(self) -> bool:
        """Whether the process has ended."""
        return self._child.has_ended

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
            record: Record | None = self._child.receive()
        except ChildDied as death:
            return self._report_death(str(death))
        if record is None:
            self._has_started = True
            self._start_clock()
            return None
        self.number = self.deadline = None
        if record.failure is not None and record.failure.type == LimitError.__name__:
            # Memory that the page has fragmented would be missing for the next page.
            self._child.kill()
        return record

    def expire(self) -> Record | None:
        """If the source has taken too long, stop the worker and return a failure; else None."""
        if self.deadline is None or time.monotonic() < self.deadline:
            return None
        self._child.kill()
        message = f"stopped after {self._limits.max_seconds:g} s, the time limit"
        advice = "raise --max-seconds (Limits.max_seconds), or leave the page out"
        return self._fail(LimitError(f"{self._source}: {message}; {advice}"))

    def _report_death(self, exit_reason: str) -> Record:
        """Make the record of the source at which the worker died."""
        if not self._has_started:
            raise WorkerError(
                f"a worker process could not be started ({exit_reason}); scripts that process "
                "several pages need `if __name__ == '__main__':`"
            )
        message = f"{self._source}: the worker process died ({exit_reason})"
        # Rust aborts the process when an allocation fails.
        if self._limits.max_memory_mib is not None and exit_reason == "SIGABRT":
            cause = f"probably because the page needs more {self._limits.memory_text}"
            return self._fail(LimitError(f"{message}, {cause}"))
        return self._fail(WorkerError(f"{message}; if it happens again, report it with the page"))

    def _fail(self, error: LimitError | WorkerError) -> Record:
        return Record.of_failure(self._source, error)

    def end(self) -> None:
        """Kill the process."""
        self._child.kill()


# The functions below run in a worker.


def _serve(pipe: Connection, task: Task, limits: Limits, with_trace: bool) -> None:
    """Answer each source with its record, until the parent closes the pipe."""
    # The time and memory of preparing are not those of a page. An error is reported for each
    # source, when the task raises it again.
    with contextlib.suppress(PagecoreError):
        task.prepare()
    if limits.max_memory_mib is not None:
        limits.limit_memory()
    pipe.send(None)
    while True:
        try:
            source = pipe.recv()
        except MemoryError:
            # The content of the source alone is beyond the limit. The core ends like this as well.
            os.abort()
        record = process_source(task, source, limits, with_trace=with_trace)
        try:
            pipe.send(record)
        except _PICKLING_ERRORS as error:
            message = f"{source}: the record cannot be sent from the worker process: {error}"
            failure = WorkerError(message)
            failure.__cause__ = error
            pipe.send(Record.of_failure(source, failure, with_trace=with_trace))
