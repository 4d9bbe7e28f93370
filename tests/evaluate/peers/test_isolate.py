"""A peer in a process of its own: order, time, and every way to fail on a page."""

from __future__ import annotations

import itertools
import multiprocessing
import os
import signal
import socket
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from pagecore.errors import BadOption
from pagecore.evaluate.peers import Peer, PeerResult, isolate
from pagecore.processes import Child


@dataclass(frozen=True)
class FakePage:
    """A page that says what the fake peer is to do with it."""

    id: str
    says: str
    url: str | None = None

    def html(self) -> bytes:
        return self.says.encode()


def fake(html: bytes, url: str | None) -> PeerResult:
    """Does what the page says; anything else is its text."""
    match html.decode("utf-8", "replace").split():
        case ["sleep"]:
            Path(os.environ["ASLEEP"]).touch()
            time.sleep(600)
        case ["exit", code]:
            os._exit(int(code))
        case ["leave", code]:
            sys.exit(int(code))
        case ["kill"]:
            os.kill(os.getpid(), signal.SIGKILL)
        case ["raise", *words]:
            raise ValueError(" ".join(words))
        case ["recurse"]:
            return fake(html, url)
        case ["print"]:
            print("to the table")
            os.write(2, b"and to the screen")
        case ["connect"]:
            socket.create_connection(("127.0.0.1", 9), timeout=1)
        case ["process"]:
            return PeerResult(str(os.getpid()))
        case ["hash"]:
            return PeerResult(str(hash("harbour")))
        case ["url"]:
            return PeerResult(f"from {url}")
        case ["surrogate"]:
            return PeerResult("\ud800")
    return PeerResult(html.decode("utf-8", "replace"))


FAKE = Peer("fake", fake)


@pytest.fixture
def is_impatient(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A page that sleeps times out as soon as it sleeps, and no other page does."""
    asleep = tmp_path / "asleep"
    receive = Child.receive

    def receive_or_time_out(child: Child, timeout: float) -> Any:
        assert 0 < timeout <= isolate.START_SECONDS
        while not child.pipe.poll(0.01):
            if asleep.exists():
                asleep.unlink()
                return receive(child, timeout=0)
        return receive(child)

    monkeypatch.setenv("ASLEEP", str(asleep))
    monkeypatch.setattr(Child, "receive", receive_or_time_out)


class CpuClock:
    """A clock that stands still while nothing is done."""

    ns = 0

    @classmethod
    def install(cls) -> None:
        """Replace the clock of CPU time in the process of a peer."""
        mock.patch("time.process_time_ns", cls.read).start()

    @classmethod
    def read(cls) -> int:
        return cls.ns

    @classmethod
    def work(cls, ms: int) -> None:
        cls.ns += ms * 1_000_000


def pages(*says: str) -> list[FakePage]:
    return [FakePage(str(number), what) for number, what in enumerate(says)]


def texts(outcomes: Iterator[isolate.Outcome]) -> list[str | None]:
    return [outcome.result.text if outcome.result else None for outcome in outcomes]


def test_pages_come_back_in_order() -> None:
    outcomes = list(isolate.run_peer(FAKE, pages("b", "a", "c", "a")))
    assert [outcome.id for outcome in outcomes] == ["0", "1", "2", "3"]
    assert texts(iter(outcomes)) == ["b", "a", "c", "a"]
    assert [outcome.error for outcome in outcomes] == [None] * 4
    assert [outcome.reason for outcome in outcomes] == [None] * 4


def test_outcome_is_four_things() -> None:
    ((page, result, cpu_ms, error),) = isolate.run_peer(FAKE, pages("text"))
    assert (page, result, error) == ("0", PeerResult("text"), None)
    assert cpu_ms is not None
    assert cpu_ms >= 0


FAILURES = [
    # what the page says        why it fails
    ("sleep",                   "timed out: more than 60 s"),
    ("exit 3",                  "crashed: exit code 3"),
    ("exit 0",                  "crashed: exit code 0"),
    ("raise no  content\nhere", "raised: ValueError: no content here"),
    ("raise",                   "raised: ValueError"),
    ("leave 4",                 "raised: SystemExit: 4"),
    ("recurse",                 "raised: RecursionError: maximum recursion depth exceeded"),
    ("connect",                 "raised: OSError: there is no network while a peer is measured"),
]  # fmt: skip


@pytest.mark.usefixtures("is_impatient")
@pytest.mark.parametrize(
    ("says", "why"), FAILURES, ids=[says.split("\n")[0] for says, _ in FAILURES]
)
def test_what_goes_wrong_is_a_failure_and_the_next_page_is_read(says: str, why: str) -> None:
    before, failed, after = isolate.run_peer(FAKE, pages("before", says, "after"), timeout=60)
    assert failed.result is None
    assert failed.error is not None
    assert failed.error.startswith(why)
    assert texts(iter([before, after])) == ["before", "after"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals")
def test_signal_is_named() -> None:
    (outcome,) = isolate.run_peer(FAKE, pages("kill"))
    assert outcome.error == "crashed: SIGKILL"


def test_a_page_that_cannot_be_read_is_a_miss() -> None:
    class Gone(FakePage):
        def html(self) -> bytes:
            raise FileNotFoundError("it is gone")

    outcomes = list(isolate.run_peer(FAKE, [FakePage("a", "a"), Gone("b", ""), FakePage("c", "c")]))
    assert texts(iter(outcomes)) == ["a", None, "c"]
    assert outcomes[1].error == "raised: FileNotFoundError: it is gone"


@pytest.mark.usefixtures("is_impatient")
def test_failures_are_counted_by_reason() -> None:
    says = ("a", "exit 1", "raise x", "exit 2", "b", "sleep", "raise y", "c")
    outcomes = list(isolate.run_peer(FAKE, pages(*says)))
    assert texts(iter(outcomes)) == ["a", None, None, None, "b", None, None, "c"]
    counted = Counter(outcome.reason for outcome in outcomes if outcome.result is None)
    assert counted == {"crashed": 2, "raised": 2, "timed out": 1}


@pytest.mark.usefixtures("is_impatient")
def test_time_is_known_where_the_call_came_back() -> None:
    outcomes = isolate.run_peer(FAKE, pages("a", "raise x", "exit 1", "sleep"))
    assert [outcome.cpu_ms is not None for outcome in outcomes] == [True, True, False, False]


def work(html: bytes, url: str | None) -> PeerResult:
    """Spend as many milliseconds of CPU time as the page says."""
    CpuClock.install()
    if html.isdigit():
        CpuClock.work(int(html))
    return PeerResult("")


def test_time_is_cpu_time() -> None:
    outcomes = isolate.run_peer(Peer("working", work), pages("0", "250", "100"))
    assert [outcome.cpu_ms for outcome in outcomes] == [0, 250, 100]


def test_limit_is_of_one_page_and_not_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    # Each look at the clock is 80 seconds after the one before.
    clock = mock.Mock(monotonic=itertools.count(0, 80).__next__)
    monkeypatch.setattr(isolate, "time", clock)
    outcomes = isolate.run_peer(FAKE, pages(*"abcd"), timeout=140)
    assert [outcome.error for outcome in outcomes] == [None] * 4


def test_one_process_serves_until_a_page_ends_it() -> None:
    first, second, _, third, _, fourth, fifth = texts(
        isolate.run_peer(
            FAKE,
            pages("process", "process", "exit 1", "process", "raise x", "process", "process"),
        )
    )
    assert first == second
    assert third not in (None, first)
    assert third == fourth == fifth
    assert str(os.getpid()) not in (first, third)


def test_hashes_are_the_same_in_every_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some peers go through sets, and their text depends on it."""
    monkeypatch.setenv("PYTHONHASHSEED", "7")
    first, _, second = texts(isolate.run_peer(FAKE, pages("hash", "exit 1", "hash")))
    assert os.environ["PYTHONHASHSEED"] == "7"
    monkeypatch.delenv("PYTHONHASHSEED")
    (third,) = texts(isolate.run_peer(FAKE, pages("hash")))
    assert "PYTHONHASHSEED" not in os.environ
    assert first == second == third


def test_address_goes_with_the_page() -> None:
    passed = [FakePage("a", "url", "https://example.org/a"), FakePage("b", "url")]
    assert texts(isolate.run_peer(FAKE, passed)) == ["from https://example.org/a", "from None"]


def test_large_and_odd_texts_come_through() -> None:
    large = "word " * 1_000_000
    assert texts(isolate.run_peer(FAKE, pages(large, "surrogate", ""))) == [large, "\ud800", ""]


def test_what_a_peer_prints_is_not_seen(capfd: pytest.CaptureFixture[str]) -> None:
    assert texts(isolate.run_peer(FAKE, pages("print"))) == ["print"]
    assert capfd.readouterr() == ("", "")


def test_process_ends_with_the_last_page_or_when_nobody_asks_on() -> None:
    assert len(list(isolate.run_peer(FAKE, pages("a", "b")))) == 2
    assert multiprocessing.active_children() == []
    some = isolate.run_peer(FAKE, pages("a", "b"))
    next(some)
    assert len(multiprocessing.active_children()) == 1
    some.close()  # type: ignore[attr-defined]  # It is a generator.
    assert multiprocessing.active_children() == []


def test_no_page_starts_no_process() -> None:
    assert list(isolate.run_peer(FAKE, [])) == []


@pytest.mark.parametrize("timeout", [0, -1, float("nan")])
def test_limit_must_be_positive(timeout: float) -> None:
    with pytest.raises(BadOption, match="timeout per page"):
        isolate.run_peer(FAKE, [], timeout=timeout)


class Started:
    """How often a call ran in this process."""

    times = 0


def slow_at_first(html: bytes, url: str | None) -> PeerResult:
    """Like a library that imports and compiles on its first page."""
    CpuClock.install()
    Started.times += 1
    CpuClock.work(300 if Started.times == 1 else 5)
    return PeerResult(str(Started.times))


def test_first_page_does_not_pay_for_the_start() -> None:
    (outcome,) = isolate.run_peer(Peer("slow", slow_at_first), pages("a"))
    assert outcome.result == PeerResult("2")
    assert outcome.cpu_ms == 5


def not_installed(html: bytes, url: str | None) -> PeerResult:
    """A peer whose library is missing."""
    import_module("no_such_library")
    return PeerResult("")


def dies_at_first(html: bytes, url: str | None) -> PeerResult:
    """A peer that cannot be started."""
    os._exit(5)


def test_peer_that_does_not_start_fails_on_all_pages() -> None:
    outcomes = list(isolate.run_peer(Peer("missing", not_installed), pages("a", "b")))
    why = "did not start: ModuleNotFoundError: No module named 'no_such_library'"
    assert outcomes == [("0", None, None, why), ("1", None, None, why)]
    outcomes = list(isolate.run_peer(Peer("dying", dies_at_first), pages("a", "b")))
    why = "did not start: crashed: exit code 5"
    assert outcomes == [("0", None, None, why), ("1", None, None, why)]
    assert {outcome.reason for outcome in outcomes} == {"did not start"}
    assert multiprocessing.active_children() == []


def text_alone(html: bytes, url: str | None) -> PeerResult:
    """The first of two calls."""
    CpuClock.install()
    CpuClock.work(5)
    if html == b"nothing":
        raise ValueError("nothing")
    return PeerResult("text", html="<p>text")


def described(html: bytes, url: str | None) -> PeerResult:
    """The second, which does what the page says."""
    CpuClock.work(100)
    return PeerResult(fake(html, url).text, "title", "author", "date")


@pytest.mark.usefixtures("is_impatient")
def test_metadata_of_a_second_call_are_added_and_not_timed() -> None:
    peer = Peer("two calls", text_alone, described)
    says = ("a", "raise x", "sleep", "exit 3", "nothing", "b")
    outcomes = list(isolate.run_peer(peer, pages(*says), timeout=60))
    both = PeerResult("text", "title", "author", "date", "<p>text")
    assert [outcome.result for outcome in outcomes] == [
        both,
        PeerResult("text", html="<p>text", metadata_error="raised: ValueError: x"),
        PeerResult("text", html="<p>text", metadata_error="timed out: more than 60 s"),
        PeerResult("text", html="<p>text", metadata_error="crashed: exit code 3"),
        None,
        both,
    ]
    # The text is what counts: where it is there, the page has not failed.
    assert [outcome.reason for outcome in outcomes] == [None, None, None, None, "raised", None]
    assert [outcome.cpu_ms for outcome in outcomes] == [5] * 6
