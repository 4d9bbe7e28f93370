"""A peer over many pages, in a process of its own, with a time limit for every page.

A page that makes the peer raise, crash or take too long is a miss, with the reason; the next page
is read by the same process, or by a new one where the old had to be ended. Time is the process'
own, taken around the call alone: neither the start, nor the import of the library, nor the way of
the page from one process to the other is in it.
"""

from __future__ import annotations

import contextlib
import dataclasses
import multiprocessing
import os
import signal
import socket
import time
from collections.abc import Iterable, Iterator
from multiprocessing.connection import Connection
from typing import Any, NamedTuple, NoReturn, Protocol

from pagecore.errors import BadOption
from pagecore.evaluate.peers.peer import Extract, Peer, PeerResult

#: How long a peer may take to be imported and to read its first page, in seconds.
START_SECONDS = 120.0
#: How long a process may take to be gone once its pipe is closed, in seconds.
END_SECONDS = 2.0
#: How much of an error's message is kept, in characters.
MESSAGE_CHARS = 200

#: Read before the clock is looked at: libraries import and compile things on their first page.
WARM_UP_URL = "https://example.org/harbour"
WARM_UP = b"""<!doctype html><html lang=en><title>Harbour</title><body><article><h1>Harbour</h1>
<p>The harbour was rebuilt in two summers, and the ferries came back in the third, as they had
promised to do when the first stones were brought up from the bottom of the bay.</p></article>"""


class Item(Protocol):
    """A page with a name; an item of a corpus is one."""

    @property
    def id(self) -> str:
        """What the page is called."""

    @property
    def url(self) -> str | None:
        """Where the page was."""

    def html(self) -> bytes:
        """The page."""


class Outcome(NamedTuple):
    """What came of one page.

    Args:
        id: of the page.
        result: None when the page is a miss.
        cpu_ms: CPU time of the call in milliseconds; None when it did not come back.
        error: why the page is a miss: one of "raised", "crashed", "timed out" and "did not
            start", a colon, and the details. None when it is not.
    """

    id: str
    result: PeerResult | None
    cpu_ms: float | None
    error: str | None

    @property
    def reason(self) -> str | None:
        """The kind of miss, by which misses are counted: the error without its details."""
        return None if self.error is None else self.error.partition(":")[0]


def run(peer: Peer, items: Iterable[Item], seconds: float = 20.0) -> Iterator[Outcome]:
    """Let a peer read pages, one after the other.

    Args:
        peer: whose calls are functions of a module, so that another process finds them.
        items: the pages.
        seconds: how long it may take for a page, on the clock on the wall; more than 0.

    Returns:
        An outcome for every page, in the order of the pages. A peer that cannot even be started
        misses all of them.
    """
    if not seconds > 0:
        raise BadOption(f"the time limit for a page is {seconds:g} s; it must be more than 0")
    return _outcomes(peer, items, seconds)


def _outcomes(peer: Peer, items: Iterable[Item], seconds: float) -> Iterator[Outcome]:
    child: _Child | None = None
    failed: str | None = None
    try:
        for item in items:
            if child is None and failed is None:
                child = _Child(peer)
                failed = child.wait_for_start()
            if child is None or failed is not None:
                yield Outcome(item.id, None, None, f"did not start: {failed}")
                continue
            yield child.read(item, seconds)
            if child.ended:
                child = None
    finally:
        if child is not None:
            child.end()


class _Lost(Exception):  # noqa: N818 - it never leaves this module
    """A process did not answer: it is gone, or took too long."""


class _Child:
    """The process that a peer runs in, seen from outside."""

    def __init__(self, peer: Peer) -> None:
        self.ended = False
        self._two_calls = peer.metadata is not None
        # Started anew rather than forked, so that nothing of this process is in it.
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, peer), daemon=True)
        with _fixed_hashes():
            self._process.start()
        # With the last copy of its end open here, the end of the process would not be noticed.
        theirs.close()

    def wait_for_start(self) -> str | None:
        """Wait until the peer is imported and warm; gives why it is not."""
        try:
            failed: str | None = self._answer(time.monotonic() + START_SECONDS, START_SECONDS)
        except _Lost as lost:
            return str(lost)
        if failed is not None:
            self.end()
        return failed

    def read(self, item: Item, seconds: float) -> Outcome:
        """Have one page read; afterwards the process may have ended."""
        try:
            html = item.html()
        except OSError as unread:
            return Outcome(item.id, None, None, _raised(unread))
        deadline = time.monotonic() + seconds
        try:
            self._send((html, item.url))
            result, cpu_ms, error = self._answer(deadline, seconds)
        except _Lost as lost:
            return Outcome(item.id, None, None, str(lost))
        if result is not None and self._two_calls:
            # The text is here already, and what the second call does cannot take it back.
            try:
                found, error_there = self._answer(deadline, seconds)
            except _Lost as lost:
                found, error_there = None, str(lost)
            result = _with_metadata(result, found, error_there)
        return Outcome(item.id, result, cpu_ms, error)

    def end(self) -> None:
        """End the process, kindly if it listens; once it has ended, this does nothing."""
        if self.ended:
            return
        self.ended = True
        self._pipe.close()
        self._process.join(END_SECONDS)
        self._process.kill()
        self._process.join()
        self._process.close()

    def _send(self, page: tuple[bytes, str | None]) -> None:
        try:
            self._pipe.send(page)
        except OSError as error:
            raise _Lost(self._crash()) from error

    def _answer(self, deadline: float, seconds: float) -> Any:
        try:
            if self._pipe.poll(max(0.0, deadline - time.monotonic())):
                return self._pipe.recv()
        except (EOFError, OSError) as error:
            raise _Lost(self._crash()) from error
        self._process.kill()
        self.end()
        raise _Lost(f"timed out: more than {seconds:g} s")

    def _crash(self) -> str:
        """End what is left of a process that closed its pipe; gives how it went."""
        self._process.join(END_SECONDS)
        code = self._process.exitcode
        self.end()
        if code is None:
            return "crashed: it closed its pipe"
        if code < 0:
            return f"crashed: ended by {_signal_name(-code)}"
        return f"crashed: ended with exit code {code}"


@contextlib.contextmanager
def _fixed_hashes() -> Iterator[None]:
    """Let a process that starts now hash as every other: some peers go through sets of strings."""
    before = os.environ.get("PYTHONHASHSEED")
    os.environ["PYTHONHASHSEED"] = "0"
    try:
        yield
    finally:
        if before is None:
            del os.environ["PYTHONHASHSEED"]
        else:
            os.environ["PYTHONHASHSEED"] = before


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _with_metadata(result: PeerResult, found: PeerResult | None, error: str | None) -> PeerResult:
    if found is None:
        return dataclasses.replace(result, metadata_error=error)
    return dataclasses.replace(
        result,
        title=found.title,
        author=found.author,
        date=found.date,
        html=result.html or found.html,
    )


# What follows runs in the process of the peer.


def _serve(pipe: Connection, peer: Peer) -> None:
    """Read pages until there are no more."""
    # An interrupt is for the process that asks, which then ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _be_silent()
    _refuse_network()
    _, _, error = _tried(peer.extract, WARM_UP, WARM_UP_URL)
    if isinstance(error, ImportError):
        pipe.send(_described(error))
        return
    if peer.metadata is not None:
        _tried(peer.metadata, WARM_UP, WARM_UP_URL)
    pipe.send(None)
    # The other end is closed when there are no more pages, and also when that process is gone.
    with contextlib.suppress(EOFError, ConnectionError):
        while True:
            html, url = pipe.recv()
            result, cpu_ms, error = _tried(peer.extract, html, url)
            pipe.send((result, cpu_ms, _raised(error)))
            if result is not None and peer.metadata is not None:
                found, _, error = _tried(peer.metadata, html, url)
                pipe.send((found, _raised(error)))


def _tried(
    call: Extract, html: bytes, url: str | None
) -> tuple[PeerResult | None, float, BaseException | None]:
    """Call a peer: the result, the CPU time in milliseconds, and what it raised."""
    result = caught = None
    began = time.process_time_ns()
    try:
        result = call(html, url)
    except BaseException as error:  # noqa: BLE001 - anything may come out of other people's code, a panic of Rust too, and all of it is reported
        caught = error
    cpu_ms = (time.process_time_ns() - began) / 1e6
    return (None if result is None else _plain(result)), cpu_ms, caught


def _plain(result: PeerResult) -> PeerResult:
    """The same with plain strings: those of lxml hold on to their tree, which cannot be sent."""
    title, author, date, html = (
        None if value is None else str(value)
        for value in (result.title, result.author, result.date, result.html)
    )
    return PeerResult(str(result.text), title, author, date, html)


def _raised(error: BaseException | None) -> str | None:
    return None if error is None else f"raised: {_described(error)}"


def _described(error: BaseException) -> str:
    message = " ".join(str(error).split())[:MESSAGE_CHARS]
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


def _be_silent() -> None:
    """Send what the peer prints or logs to nowhere; it would run through our table."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)
    os.close(nowhere)


def _refuse_network() -> None:
    """Keep the peer from fetching anything: what it knows of a page is the page."""

    def refuse(*_: object, **__: object) -> NoReturn:
        raise OSError("there is no network while a peer is measured")

    socket.getaddrinfo = refuse
    socket.socket.connect = refuse  # type: ignore[method-assign]  # In a process that a peer has for itself.
