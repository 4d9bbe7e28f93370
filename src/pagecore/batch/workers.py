"""Worker processes: process several sources at once, and yield the records in order.

A worker processes one source at a time. If it dies or exceeds a limit, only that source fails, with
the reason in its record, and a new worker replaces the old one. A source that turns out to be a
container, such as a WARC file, is read by another process (`container_reader.py`), and its pages
are processed like other sources.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count, islice
from multiprocessing.connection import Connection, wait
from typing import Final

from pagecore.batch.container_reader import ContainerReader
from pagecore.batch.limits import MAX_JOBS, Limits
from pagecore.batch.record import Record, Task, process_source
from pagecore.errors import BadInput, BadOption, LimitError, PagecoreError, WorkerError, show_value
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
    is_finished: Callable[[Source], bool] | None = None,
    with_containers: bool = True,
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
        is_finished: tells for a page of a container whether it is to be left out, because it has a
            result of an earlier run.
        with_containers: process the pages of containers; otherwise, only the record of the
            container is yielded.

    Returns:
        The records, in the order of the sources. The record of a container (`record.container`)
        follows those of its pages.
    """
    if isinstance(jobs, bool) or not isinstance(jobs, int) or not 1 <= jobs <= MAX_JOBS:
        raise BadOption(f"jobs={show_value(jobs)}: expected an integer, 1 to {MAX_JOBS}")
    if len(sources) == 1 and not limits.is_set and not sources[0].is_container:
        record = process_source(task, sources[0], with_trace=with_trace)
        if record.container is None or not with_containers:
            yield record
            return
        sources = [record.container]
    pool = _Pool(task, jobs, limits, with_trace)
    reader = ContainerReader(task.container_options, limits, with_trace=with_trace)
    try:
        queue = _Queue(pool, reader if with_containers else None, is_finished)
        yield from queue.process(sources)
    finally:
        pool.close()
        reader.close()


class _Queue:
    """Hands sources to workers, and yields their records in order."""

    def __init__(
        self,
        pool: _Pool,
        reader: ContainerReader | None,
        is_finished: Callable[[Source], bool] | None,
    ) -> None:
        self._pool, self._reader, self._is_finished = pool, reader, is_finished
        self._records: dict[int, Record] = {}
        self._numbers = count()

    def process(self, sources: Iterable[Source]) -> Iterator[Record]:
        """Process sources, of which only a few are read ahead, and the pages of containers among
        them."""
        unread = iter(sources)
        #: The sources that were read ahead, and those of them that wait for their host or a worker.
        ahead: deque[tuple[int, Source]] = deque()
        waiting: list[tuple[int, Source]] = []
        while True:
            n_missing = _AHEAD * self._pool.size - len(ahead)
            added = [(next(self._numbers), source) for source in islice(unread, n_missing)]
            ahead += added
            waiting += added
            if not ahead:
                return
            number, _ = ahead[0]
            if number in self._records:
                ahead.popleft()
                yield from self._yield_record(self._records.pop(number))
                continue
            waiting = self._hand_out(waiting)
            if number not in self._records:
                self._records |= self._pool.collect()

    def _yield_record(self, record: Record) -> Iterator[Record]:
        if record.container is None or self._reader is None:
            yield record
            return
        pages = self._reader.read(record.container)
        is_finished = self._is_finished
        yield from self.process(
            page for page in pages if is_finished is None or not is_finished(page)
        )
        yield self._reader.finish()

    def _hand_out(self, waiting: list[tuple[int, Source]]) -> list[tuple[int, Source]]:
        """Give sources to free workers, never two of one host; return those that still wait."""
        busy = self._pool.hosts
        left = []
        for number, source in waiting:
            if source.is_container:
                self._records[number] = Record(source, container=source)
                continue
            if source.host in busy or not self._pool.has_room():
                left.append((number, source))
                continue
            if source.place == STDIN and source.content is None:
                # A worker has no standard input.
                try:
                    source = replace(source, content=read_bytes(source, ReadOptions()))
                except BadInput as error:
                    self._records[number] = Record.of_failure(source, error)
                    continue
            self._pool.submit(number, source)
            busy |= {source.host} - {None}
        return left


class _Pool:
    """Workers, which are started on demand and replaced when they are lost."""

    def __init__(self, task: Task, size: int, limits: Limits, with_trace: bool) -> None:
        self.size = size
        self._task, self._limits, self._with_trace = task, limits, with_trace
        self._workers: list[_Worker] = []

    @property
    def hosts(self) -> set[str | None]:
        """The hosts of the sources that are being processed."""
        busy = [worker for worker in self._workers if worker.number is not None]
        return {worker.source.host for worker in busy} - {None}

    def has_room(self) -> bool:
        """Whether a worker is free or can be started."""
        return sum(worker.number is not None for worker in self._workers) < self.size

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
        #: Its current or last source.
        self.source = Source("")
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
        self.number, self.source = number, source
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
        return self._fail(LimitError(f"{self.source}: {message}; {advice}"))

    def _report_death(self, exit_reason: str) -> Record:
        """Make the record of the source at which the worker died."""
        if not self._has_started and not exit_reason.startswith("SIG"):
            raise WorkerError(
                f"a worker process could not be started ({exit_reason}); scripts that process "
                "several pages need `if __name__ == '__main__':`"
            )
        # A signal while it starts is no fault of the task: another process sent it.
        message = f"{self.source}: the worker process died ({exit_reason})"
        # Rust aborts the process when an allocation fails.
        if self._limits.max_memory_mib is not None and exit_reason == "SIGABRT":
            cause = f"probably because the page needs more {self._limits.memory_text}"
            return self._fail(LimitError(f"{message}, {cause}"))
        return self._fail(WorkerError(f"{message}; if it happens again, report it with the page"))

    def _fail(self, error: LimitError | WorkerError) -> Record:
        return Record.of_failure(self.source, error)

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
