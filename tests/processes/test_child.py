"""A child process: answers, deaths and timeouts."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from pagecore.processes import Child, ChildDied


def serve(pipe: Connection, greeting: str) -> None:
    """Do what each message says."""
    while True:
        verb, _, rest = pipe.recv().partition(" ")
        if verb == "exit":
            os._exit(int(rest))
        elif verb == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        elif verb == "interrupt":
            os.kill(os.getpid(), signal.SIGINT)
        elif verb == "hang":
            time.sleep(600)
        elif verb == "return":
            return
        pipe.send(f"{greeting} {verb}")


@pytest.fixture
def child() -> Child:
    return Child(serve, "hello")


def ask(child: Child, message: str) -> object:
    child.send(message)
    return child.receive()


def send_often(child: Child) -> None:
    for _ in range(6000):
        child.send("a")
        time.sleep(0.01)


def test_a_child_answers(child: Child) -> None:
    assert [ask(child, "you"), ask(child, "there")] == ["hello you", "hello there"]
    assert child.pipe.closed is False
    child.kill()
    child.kill()
    assert child.has_ended
    assert child.pipe.closed


@pytest.mark.parametrize(
    ("message", "how"),
    [("exit 3", "exit code 3"), ("kill", "SIGKILL"), ("return", "exit code 0")],
)
def test_death_names_the_signal_or_the_exit_code(child: Child, message: str, how: str) -> None:
    child.send(message)
    with pytest.raises(ChildDied, match=f"^{how}$"):
        child.receive()
    assert child.has_ended


def test_death_is_noticed_when_a_message_is_sent(child: Child) -> None:
    child.send("exit 4")
    # Until the process has ended, messages still fit into the pipe.
    with pytest.raises(ChildDied, match="exit code 4"):
        send_often(child)


def test_an_interrupt_is_for_the_parent(child: Child) -> None:
    assert ask(child, "interrupt") == "hello interrupt"
    child.kill()


def test_a_child_that_hangs_is_killed(child: Child) -> None:
    assert ask(child, "you") == "hello you"
    child.send("hang")
    with pytest.raises(TimeoutError):
        child.receive(timeout=0.1)
    assert child.has_ended


PARENT = """
import os, signal, sys, threading, time
from pagecore.processes import Child
from tests.processes.test_child import serve

def start():
    child = Child(serve, "hello")
    child.send("you")
    child.receive()
    child.send("hang")
    print(child._process.pid, flush=True)
    time.sleep(600)

if __name__ == "__main__":
    # `nohup` ignores it for all processes below.
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    if sys.argv[1] == "thread":
        threading.Thread(target=start).start()
    else:
        start()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("starter", ["main", "thread"])
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL, signal.SIGHUP])
def test_a_busy_child_ends_with_its_parent(
    tmp_path: Path, how: signal.Signals, starter: str
) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, str(script), starter]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        assert is_running(child)
        parent.send_signal(how)
    deadline = time.monotonic() + 60
    while is_running(child) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not is_running(child)


def is_running(process: int) -> bool:
    """Whether a process exists and is not a zombie."""
    status = Path(f"/proc/{process}/stat")
    try:
        return status.read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
