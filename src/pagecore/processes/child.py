"""A child process with a pipe, for work that may crash, hang or need too much memory.

The child runs a function that receives messages and answers them. The parent notices when it dies,
and can kill it at any time. When the parent ends, however it ends, the child ends too.
"""

from __future__ import annotations

import contextlib
import ctypes
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection, wait
from typing import Any, Final

#: Seconds after which a process that has closed its pipe has an exit code.
_EXIT_SECONDS: Final = 5.0
#: The option of Linux's prctl for the signal that a process receives when its parent ends.
_PR_SET_PDEATHSIG: Final = 1


class ChildDied(Exception):  # noqa: N818 - an event that both users handle
    """The process died; the message names the signal or the exit code."""


class Child:
    """A child process, seen from the parent."""

    def __init__(self, serve: Callable[..., None], *arguments: object) -> None:
        """Start the process.

        Args:
            serve: a function of a module, called in the child with its end of the pipe and the
                arguments. It ends when the pipe is closed.
            arguments: picklable.
        """
        # A fork would copy the locks of threads, such as that of a progress bar.
        context = multiprocessing.get_context("spawn")
        self.pipe, child_pipe = context.Pipe()
        # Linux sends the signal when the thread ends that started the process.
        is_main = threading.current_thread() is threading.main_thread()
        target = (serve, child_pipe, arguments, os.getpid(), is_main)
        self._process = context.Process(target=_run, args=target, daemon=True)
        self._process.start()
        # If this copy stayed open, the end of the process would not close the pipe.
        child_pipe.close()
        self.has_ended = False

    def send(self, message: object) -> None:
        """Send a message, or raise `ChildDied`."""
        try:
            self.pipe.send(message)
        except OSError as error:
            raise ChildDied(self._bury()) from error

    def receive(self, timeout: float | None = None) -> Any:
        """Receive an answer.

        Args:
            timeout: seconds to wait; None waits until there is an answer.

        Raises:
            ChildDied: the process died.
            TimeoutError: there was no answer in time. The process is killed.
        """
        try:
            if timeout is None or self.pipe.poll(max(0.0, timeout)):
                return self.pipe.recv()
        except (EOFError, OSError) as error:
            raise ChildDied(self._bury()) from error
        self.kill()
        raise TimeoutError

    def kill(self) -> None:
        """Kill the process, if it is still there."""
        if not self.has_ended:
            self.has_ended = True
            self.pipe.close()
            self._process.kill()
            self._process.join()
            self._process.close()

    def _bury(self) -> str:
        """Remove a process that closed its pipe, and return how it ended."""
        self._process.join(_EXIT_SECONDS)
        code = self._process.exitcode
        self.kill()
        return _describe_exit(code)


def _describe_exit(code: int | None) -> str:
    if code is None:
        return "no exit code"
    if code >= 0:
        return f"exit code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"


# The functions below run in the child.


def _run(
    serve: Callable[..., None],
    pipe: Connection,
    arguments: tuple[object, ...],
    parent: int,
    is_main: bool,
) -> None:
    # On an interrupt, the parent stops this process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _end_with_parent(parent, is_main)
    with contextlib.suppress(EOFError, ConnectionError):
        serve(pipe, *arguments)


def _end_with_parent(parent: int, is_main: bool) -> None:
    """Arrange that this process is killed when its parent ends.

    A process that waits for a message notices the end of the parent by its pipe. This is for a
    process that is busy.

    Args:
        parent: the process id of the parent.
        is_main: whether the main thread of the parent started this process.
    """
    if sys.platform == "linux" and is_main:
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            # The parent ended before the call.
            os.kill(os.getpid(), signal.SIGKILL)
        return
    threading.Thread(target=_watch_parent, daemon=True).start()


def _watch_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os.kill(os.getpid(), signal.SIGKILL)
