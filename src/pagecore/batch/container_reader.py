"""Processes that read containers, because a damaged one may crash, hang, or need much memory.

A process sends one page at a time and waits for the next request, so a container may be of any
size.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from multiprocessing.connection import Connection
from typing import Any

from pagecore.batch.limits import Limits
from pagecore.batch.record import Record
from pagecore.errors import LimitError, PagecoreError, WorkerError
from pagecore.page import PageWarning
from pagecore.processes import Child, ChildDied
from pagecore.sources.containers import read_container
from pagecore.sources.read import ReadOptions
from pagecore.sources.source import Source


class ContainerReader:
    """Reads containers, which may lead to other containers."""

    def __init__(self, read_options: ReadOptions, limits: Limits, *, with_trace: bool) -> None:
        self._read_options, self._limits, self._with_trace = read_options, limits, with_trace
        #: The process for each depth, which is started for the first container there.
        self._children: list[Child] = []
        #: The records of the containers that are being read, from the outermost.
        self._records: list[Record] = []

    def read(self, container: Source) -> Iterator[Source]:
        """Read the pages of a container, one after the other; then call `finish`."""
        depth = len(self._records)
        self._records.append(Record(container, container=container))
        message: object = container
        while True:
            try:
                item = self._ask(depth, message)
            except PagecoreError as error:
                item = Record.of_failure(container, error)
            if isinstance(item, Source):
                yield item
            elif isinstance(item, PageWarning):
                record = self._records[depth]
                self._records[depth] = replace(record, warnings=(*record.warnings, item))
            else:
                failure = None if item is None else item.failure
                self._records[depth] = replace(self._records[depth], failure=failure)
                return
            message = None

    def finish(self) -> Record:
        """Return the record of the last container: its warnings, and its failure if it has one."""
        return self._records.pop()

    def close(self) -> None:
        """Stop all processes."""
        for child in self._children:
            child.kill()

    def _ask(self, depth: int, message: object) -> Any:
        """Send a container, or None for its next page; return the answer.

        Raises:
            LimitError, WorkerError: the process took too long, or died.
        """
        if depth == len(self._children):
            self._children.append(self._start())
        if self._children[depth].has_ended:
            self._children[depth] = self._start()
        child = self._children[depth]
        try:
            child.send(message)
            return child.receive(self._limits.max_seconds)
        except TimeoutError:
            raise LimitError(
                f"{self._records[depth].source}: stopped after {self._limits.max_seconds:g} s "
                "without a page, the time limit; raise --max-seconds (Limits.max_seconds)"
            ) from None
        except ChildDied as death:
            raise WorkerError(
                f"{self._records[depth].source}: the process that read it died ({death})"
            ) from death

    def _start(self) -> Child:
        child = Child(_serve, self._read_options, self._limits, self._with_trace)
        try:
            # The time to start is not that of a page.
            child.receive()
        except ChildDied as death:
            raise WorkerError(f"a process for reading could not be started ({death})") from death
        return child


# The functions below run in the process.


def _serve(pipe: Connection, read_options: ReadOptions, limits: Limits, with_trace: bool) -> None:
    """Answer each request with a page, a warning, None at the end, or the record of a failure."""
    limits.limit_memory()
    pipe.send(None)
    container = Source("")
    items: Iterator[Source | PageWarning] = iter(())
    while True:
        message = pipe.recv()
        if message is not None:
            container, items = message, read_container(message, read_options)
        pipe.send(_read_next(container, items, limits, with_trace))


def _read_next(
    container: Source, items: Iterator[Source | PageWarning], limits: Limits, with_trace: bool
) -> Source | PageWarning | Record | None:
    try:
        return next(items, None)
    except MemoryError:
        error: BaseException = LimitError(f"{container}: it needs more {limits.memory_text}")
    except BaseException as raised:  # noqa: BLE001 - a library may raise anything for a damaged file, and must not stop the other pages
        error = raised
    return Record.of_failure(container, error, with_trace=with_trace)
