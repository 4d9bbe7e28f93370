"""Run a peer on many pages, in a process of its own, with a timeout per page.

A page on which the peer raises, crashes or takes too long fails, with a reason. A new process
then reads the next page, if the old one had to be killed. The measured time is the CPU time of the
call alone, without the start of the process, the import of the library and the transfer of the
page.
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
import socket
import time
from collections.abc import Iterable, Iterator
from multiprocessing.connection import Connection
from typing import Any, NamedTuple, NoReturn, Protocol

from pagecore.errors import BadOption
from pagecore.evaluate.peers.peer import Extract, Peer, PeerResult
from pagecore.processes import Child, ChildDied

#: Timeout for the import of a peer and its first page, in seconds.
START_SECONDS = 120.0
#: Maximum length of the message of an error, in characters.
MESSAGE_CHARS = 200

#: The first page, which is not timed: libraries import and compile things on it.
WARM_UP_URL = "https://example.org/harbour"
WARM_UP = b"""<!doctype html><html lang=en><title>Harbour</title><body><article><h1>Harbour</h1>
<p>The harbour was rebuilt in two summers, and the ferries came back in the third, as they had
promised to do when the first stones were brought up from the bottom of the bay.</p></article>"""


class NamedPage(Protocol):
    """A page with an id, such as an item of a corpus."""

    @property
    def id(self) -> str:
        """The id of the page."""

    @property
    def url(self) -> str | None:
        """The URL of the page."""

    def html(self) -> bytes:
        """Read the source of the page."""


class Outcome(NamedTuple):
    """The outcome of a peer on a page.

    Args:
        id: the id of the page.
        result: None if the page failed.
        cpu_ms: CPU time of the call in milliseconds; None if it did not return.
        error: why the page failed: one of "raised", "crashed", "timed out" and "did not
            start", a colon, and the details. None if it is not.
    """

    id: str
    result: PeerResult | None
    cpu_ms: float | None
    error: str | None

    @property
    def reason(self) -> str | None:
        """The kind of failure: the error without its details. Failures are counted by kind."""
        return None if self.error is None else self.error.partition(":")[0]


def run_peer(peer: Peer, pages: Iterable[NamedPage], timeout: float = 20.0) -> Iterator[Outcome]:
    """Run a peer on pages, one after the other.

    Args:
        peer: its calls are functions of a module, so that another process can import them.
        pages: the pages.
        timeout: timeout per page, in seconds of wall-clock time; more than 0.

    Returns:
        An outcome for every page, in the order of the pages. If the peer cannot be started, all
        pages fail.
    """
    if not timeout > 0:
        raise BadOption(f"the timeout per page is {timeout:g} s; expected more than 0")
    return _run_pages(peer, pages, timeout)


def _run_pages(peer: Peer, pages: Iterable[NamedPage], timeout: float) -> Iterator[Outcome]:
    process: _PeerProcess | None = None
    failure: str | None = None
    try:
        for page in pages:
            if process is None and failure is None:
                process = _PeerProcess(peer)
                failure = process.wait_for_start()
            if process is None or failure is not None:
                yield Outcome(page.id, None, None, f"did not start: {failure}")
                continue
            yield process.read(page, timeout)
            if process.has_ended:
                process = None
    finally:
        if process is not None:
            process.end()


class _LostError(Exception):
    """A process did not answer: it died or took too long."""


class _PeerProcess:
    """The process in which a peer runs, seen from the parent."""

    def __init__(self, peer: Peer) -> None:
        self._two_calls = peer.metadata is not None
        with _fixed_hashes():
            self._child = Child(_serve, peer)

    @property
    def has_ended(self) -> bool:
        """Whether the process died or was killed."""
        return self._child.has_ended

    def wait_for_start(self) -> str | None:
        """Wait until the peer is imported and has read a page; return why it is not ready."""
        try:
            deadline = time.monotonic() + START_SECONDS
            failure: str | None = self._receive(deadline, START_SECONDS)
        except _LostError as loss:
            return str(loss)
        if failure is not None:
            self.end()
        return failure

    def read(self, page: NamedPage, timeout: float) -> Outcome:
        """Run the peer on a page. The process may have ended afterwards."""
        try:
            html = page.html()
        except OSError as error:
            return Outcome(page.id, None, None, _describe_raised(error))
        deadline = time.monotonic() + timeout
        try:
            self._send((html, page.url))
            result, cpu_ms, failure = self._receive(deadline, timeout)
        except _LostError as loss:
            return Outcome(page.id, None, None, str(loss))
        if result is not None and self._two_calls:
            # A failure of the second call leaves the text of the first.
            try:
                metadata, metadata_failure = self._receive(deadline, timeout)
            except _LostError as loss:
                metadata, metadata_failure = None, str(loss)
            result = _add_metadata(result, metadata, metadata_failure)
        return Outcome(page.id, result, cpu_ms, failure)

    def end(self) -> None:
        """Kill the process."""
        self._child.kill()

    def _send(self, message: tuple[bytes, str | None]) -> None:
        try:
            self._child.send(message)
        except ChildDied as death:
            raise _LostError(f"crashed: {death}") from death

    def _receive(self, deadline: float, timeout: float) -> Any:
        try:
            return self._child.receive(deadline - time.monotonic())
        except ChildDied as death:
            raise _LostError(f"crashed: {death}") from death
        except TimeoutError as error:
            raise _LostError(f"timed out: more than {timeout:g} s") from error


@contextlib.contextmanager
def _fixed_hashes() -> Iterator[None]:
    """Give processes that start now the same string hashes: some peers iterate over sets."""
    before = os.environ.get("PYTHONHASHSEED")
    os.environ["PYTHONHASHSEED"] = "0"
    try:
        yield
    finally:
        if before is None:
            del os.environ["PYTHONHASHSEED"]
        else:
            os.environ["PYTHONHASHSEED"] = before


def _add_metadata(
    result: PeerResult, metadata: PeerResult | None, failure: str | None
) -> PeerResult:
    if metadata is None:
        return dataclasses.replace(result, metadata_error=failure)
    return dataclasses.replace(
        result,
        title=metadata.title,
        author=metadata.author,
        date=metadata.date,
        html=result.html or metadata.html,
    )


# The functions below run in the process of the peer.


def _serve(pipe: Connection, peer: Peer) -> None:
    """Answer each page with its result, until the parent closes the pipe."""
    _silence_output()
    _refuse_network()
    _, _, error = _call_peer(peer.extract, WARM_UP, WARM_UP_URL)
    if isinstance(error, ImportError):
        pipe.send(_describe_error(error))
        return
    if peer.metadata is not None:
        _call_peer(peer.metadata, WARM_UP, WARM_UP_URL)
    pipe.send(None)
    while True:
        html, url = pipe.recv()
        result, cpu_ms, error = _call_peer(peer.extract, html, url)
        pipe.send((result, cpu_ms, _describe_raised(error)))
        if result is not None and peer.metadata is not None:
            metadata, _, error = _call_peer(peer.metadata, html, url)
            pipe.send((metadata, _describe_raised(error)))


def _call_peer(
    call: Extract, html: bytes, url: str | None
) -> tuple[PeerResult | None, float, BaseException | None]:
    """Call a peer: the result, the CPU time in milliseconds, and the error that it raised."""
    result = caught = None
    start = time.process_time_ns()
    try:
        result = call(html, url)
    except BaseException as error:  # noqa: BLE001 - other people's code may raise anything, even a Rust panic, and each error is reported
        caught = error
    cpu_ms = (time.process_time_ns() - start) / 1e6
    return (None if result is None else _copy_strings(result)), cpu_ms, caught


def _copy_strings(result: PeerResult) -> PeerResult:
    """Replace subclasses of `str`: strings of lxml refer to their tree, which cannot be sent."""
    title, author, date, html = (
        None if value is None else str(value)
        for value in (result.title, result.author, result.date, result.html)
    )
    return PeerResult(str(result.text), title, author, date, html)


def _describe_raised(error: BaseException | None) -> str | None:
    return None if error is None else f"raised: {_describe_error(error)}"


def _describe_error(error: BaseException) -> str:
    message = " ".join(str(error).split())[:MESSAGE_CHARS]
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


def _silence_output() -> None:
    """Discard what the peer prints or logs; it would disturb our tables."""
    devnull = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(devnull, stream)
    os.close(devnull)


def _refuse_network() -> None:
    """Keep the peer from fetching anything: it may read the page alone."""

    def refuse(*_: object, **__: object) -> NoReturn:
        raise OSError("there is no network while a peer is measured")

    socket.getaddrinfo = refuse
    socket.socket.connect = refuse  # type: ignore[method-assign]  # In the process of the peer alone.
