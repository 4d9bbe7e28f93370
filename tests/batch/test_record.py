"""Records: the result for a source, or why there is none, as plain data."""

from __future__ import annotations

import json
import pickle
from dataclasses import dataclass

import pytest

from pagecore.batch.limits import Limits
from pagecore.batch.record import Failure, Record, Task, process_source
from pagecore.batch.tasks import ApplyTask, ExtractTask
from pagecore.errors import BadInput
from pagecore.sources.read import ReadOptions
from pagecore.sources.source import Source

PAGE = Source("a.html", 3, content=b"<p>a")


@dataclass(frozen=True)
class Raise(Task):
    """Raises an error for every source."""

    error: BaseException

    def make_record(self, source: Source) -> Record:
        raise self.error


class UnspeakableError(ValueError):
    """An error that cannot even be written."""

    def __str__(self) -> str:
        raise RuntimeError


FAILURES = [
    # error                          type             message
    (BadInput("a.html: it is bad"),  "BadInput",      "a.html: it is bad"),
    (ValueError("one\n  two"),       "ValueError",    "a.html: ValueError: one two"),
    (ValueError(),                   "ValueError",    "a.html: ValueError"),
    (SystemExit(4),                  "SystemExit",    "a.html: SystemExit: 4"),
    (UnspeakableError(),                  "UnspeakableError",
     "a.html: UnspeakableError: <exception str() failed>"),
    (MemoryError(),                  "LimitError",
     "a.html: the page needs more memory than is available"),
]  # fmt: skip


@pytest.mark.parametrize(("error", "kind", "message"), FAILURES, ids=[case[1] for case in FAILURES])
def test_an_error_becomes_a_failure_of_one_line(
    error: BaseException, kind: str, message: str
) -> None:
    record = process_source(Raise(error), PAGE)
    assert record == Record(Source("a.html", 3), failure=Failure(kind, message))
    assert record.failure is not None
    assert record.failure.trace == ""
    traced = process_source(Raise(error), PAGE, with_trace=True)
    assert traced == record
    assert traced.failure is not None
    assert traced.failure.trace.startswith("Traceback")
    assert f"{type(error).__name__}" in traced.failure.trace
    assert pickle.loads(pickle.dumps(traced)) == traced


def test_the_limit_of_memory_is_named() -> None:
    record = process_source(Raise(MemoryError()), PAGE, Limits(max_memory_mib=1))
    assert record.failure is not None
    assert (
        record.failure.message
        == "a.html: the page needs more than 1 MiB of memory, the limit; raise --max-memory "
        "(Limits.max_memory_mib), or leave the page out"
    )


def test_an_interrupt_is_for_everybody() -> None:
    with pytest.raises(KeyboardInterrupt):
        process_source(Raise(KeyboardInterrupt()), PAGE)


def test_a_record_does_not_carry_the_bytes_of_its_source() -> None:
    assert Record(PAGE, "a").source == Source("a.html", 3)
    plain = Source("a.html")
    assert Record(plain).source is plain


def test_lines_of_json() -> None:
    # Names of files need not be text.
    odd = Source("\udcff.html")
    assert Record(odd, '{"text": "é"}').json_line() == '{"page": "\ufffd.html", "text": "é"}'
    assert Record(odd, "{}").json_line() == '{"page": "\ufffd.html"}'
    failed = Record(odd, failure=Failure("BadInput", "\udcff.html: no"))
    assert json.loads(failed.json_line()) == {
        "page": "\ufffd.html",
        "error": "\ufffd.html: no",
        "error_type": "BadInput",
    }


def test_tasks_are_described_by_their_options() -> None:
    text, markdown = ExtractTask("text"), ExtractTask("markdown")
    assert text.describe() == ExtractTask("text").describe() != markdown.describe()
    # How a page is fetched does not matter for its record.
    slow = ExtractTask("text", read_options=ReadOptions(timeout=99.0))
    assert text.describe() == slow.describe()
    elsewhere = ExtractTask("text", read_options=ReadOptions("http://a.example/"))
    assert text.describe() != elsewhere.describe()
    wrappers = [ApplyTask(b"<a/>").describe(), ApplyTask(b"<b/>").describe()]
    assert wrappers[0] != wrappers[1]
    json.dumps(wrappers)
