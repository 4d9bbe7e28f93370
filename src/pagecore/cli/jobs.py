"""The same done with many pages, in processes of their own, with results in the pages' order."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Final, Generic, TypeVar

from pagecore.cli.sources import Source

T = TypeVar("T")

#: Pages for each process that may be done or under way while an earlier one is not: what is in
#: memory at a time.
_AHEAD: Final = 8


def in_order(
    work: Callable[[Source], T],
    sources: Sequence[Source],
    jobs: int,
    lost: Callable[[Source], T],
) -> Iterator[T]:
    """What is made of each page, in their order.

    Args:
        work: what is done; it goes to each process once.
        sources: the pages. Those of one host are asked for one at a time, and standard input is
            read here.
        jobs: processes; with one all is done here.
        lost: what stands for a page whose process ended.
    """
    if jobs == 1 or len(sources) < 2:
        yield from map(work, sources)
        return
    pool = _Pool(work, min(jobs, len(sources)))
    try:
        yield from _Queue(pool, work, sources, jobs, lost)
    finally:
        pool.close()


class _Queue(Generic[T]):
    """Hands pages out, and results over."""

    def __init__(
        self,
        pool: _Pool,
        work: Callable[[Source], T],
        sources: Sequence[Source],
        jobs: int,
        lost: Callable[[Source], T],
    ) -> None:
        self._pool, self._work, self._sources, self._lost = pool, work, sources, lost
        self._at_once, self._ahead = jobs + 1, _AHEAD * jobs
        self._running: dict[Future[T], int] = {}
        self._made: dict[int, T] = {}
        #: Pages not begun, up to the first that was not looked at yet.
        self._put_off: list[int] = []
        self._fresh = 0

    def __iter__(self) -> Iterator[T]:
        for at in range(len(self._sources)):
            while at not in self._made:
                self._begin(at + self._ahead)
                if at not in self._made:
                    self._finish()
            yield self._made.pop(at)

    def _begin(self, before: int) -> None:
        """Begin with as many pages as may be under way, none of them too far ahead."""
        last = min(before, len(self._sources))
        candidates = [*self._put_off, *range(self._fresh, last)]
        self._put_off = []
        self._fresh = max(self._fresh, last)
        busy = {self._sources[at].host for at in self._running.values()} - {None}
        for at in candidates:
            source = self._sources[at]
            host = source.host
            if source.place == "-":
                self._made[at] = self._work(source)
            elif len(self._running) >= self._at_once or host in busy:
                self._put_off.append(at)
            else:
                self._running[self._pool.submit(source)] = at
                busy |= {host} - {None}

    def _finish(self) -> None:
        """Wait until something is made."""
        for future in wait(self._running, return_when=FIRST_COMPLETED).done:
            at = self._running.pop(future)
            try:
                self._made[at] = future.result()
            except BrokenProcessPool:
                self._made[at] = self._lost(self._sources[at])
                self._pool.is_broken = True


class _Pool:
    """Processes; where one of them ended all are begun again."""

    def __init__(self, work: Callable[[Source], Any], size: int) -> None:
        self._work, self._size = work, size
        self._processes: ProcessPoolExecutor | None = None
        self.is_broken = False

    def submit(self, source: Source) -> Future[Any]:
        if self._processes is None or self.is_broken:
            self.close()
            # A fork would copy threads' locks, those of a progress bar for one.
            self._processes = ProcessPoolExecutor(
                self._size,
                mp_context=multiprocessing.get_context("spawn"),
                initializer=_prepare,
                initargs=(self._work,),
            )
            self.is_broken = False
        try:
            return self._processes.submit(_do, source)
        except BrokenProcessPool as error:
            failed: Future[Any] = Future()
            failed.set_exception(error)
            return failed

    def close(self) -> None:
        if self._processes is not None:
            self._processes.shutdown(wait=False, cancel_futures=True)


_prepared: list[Callable[[Source], Any]] = []


def _prepare(work: Callable[[Source], Any]) -> None:
    """Begin a process. Interrupted, it ends without a word; who began it tells."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    _prepared[:] = [work]


def _do(source: Source) -> Any:
    return _prepared[0](source)
