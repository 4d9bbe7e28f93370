"""Recorded outputs of an extractor, as JSON lines.

They serve peers that cannot be installed everywhere, and quick comparisons. Their quality can be
measured like any other. Their times are from another machine, so they are never compared.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from pagecore.corpora.corpus import GoldPost, Problem
from pagecore.errors import CorpusError
from pagecore.evaluate.peers.peer import PeerResult

LINE_FORMAT = (
    "every line is a JSON object with id and text, and if known cpu_ms, title, author, date, html "
    "and posts (each with text, user, date, link)"
)
STRINGS = ("id", "text", "title", "author", "date", "html", "error")


@dataclass(frozen=True)
class RecordedResult(PeerResult):
    """The recorded result of an extractor for a page.

    Args:
        recorded_ms: the recorded CPU time; not comparable with times measured now.
        error: why the page failed; its text is then empty.
        posts: the posts of a thread.
    """

    recorded_ms: float | None = None
    error: str | None = None
    posts: tuple[GoldPost, ...] | None = None


@dataclass(frozen=True)
class Recording(Mapping[str, RecordedResult]):
    """The results by page, and the lines that cannot be used."""

    path: Path
    results: Mapping[str, RecordedResult]
    problems: tuple[Problem, ...] = ()

    def __getitem__(self, page: str) -> RecordedResult:
        return self.results[page]

    def __iter__(self) -> Iterator[str]:
        return iter(self.results)

    def __len__(self) -> int:
        return len(self.results)


def read_recording(path: Path) -> Recording:
    """Read a file of recorded outputs.

    Args:
        path: a file of JSON lines.

    Returns:
        The results by page. A line that cannot be used is reported in `problems` and skipped. If
        a page has two lines, the first counts.

    Raises:
        CorpusError: the file cannot be read, or no line of it can be used.
    """
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as error:
        raise CorpusError(f"{path} cannot be read: {error.strerror or error}") from error
    results: dict[str, RecordedResult] = {}
    problems: list[Problem] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            page, result = _result(line)
            if page in results:
                raise ValueError(f"the id {page!r} occurs twice; the first line counts")
        except ValueError as error:
            problems.append(Problem(f"{path}:{number}", str(error)))
        else:
            results[page] = result
    if not results:
        first = f"; {problems[0].where}: {problems[0].what}" if problems else ""
        raise CorpusError(f"{path} holds no recorded output: {LINE_FORMAT}{first}")
    return Recording(path, results, tuple(problems))


def _result(line: bytes) -> tuple[str, RecordedResult]:
    """The id and the result of a line; `ValueError` if it cannot be used."""
    try:
        values = json.loads(line.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise ValueError(f"not UTF-8 at byte {error.start} of the line") from error
    except json.JSONDecodeError as error:
        raise ValueError(f"broken JSON: {error}") from error
    if not isinstance(values, dict):
        raise ValueError(f"not a JSON object: {LINE_FORMAT}")
    for name in STRINGS:
        if values.get(name) is not None and not isinstance(values[name], str):
            raise ValueError(f"{name} is {values[name]!r}; expected a string")
    missing = [name for name in ("id", "text") if values.get(name) is None]
    # A failed page may lack its text.
    if missing and not (missing == ["text"] and values.get("error")):
        raise ValueError(f"there is no {missing[0]}: {LINE_FORMAT}")
    recorded_ms = values.get("cpu_ms")
    if recorded_ms is not None and (
        isinstance(recorded_ms, bool) or not isinstance(recorded_ms, int | float)
    ):
        raise ValueError(f"cpu_ms is {recorded_ms!r}; expected a number")
    return values["id"], RecordedResult(
        values.get("text") or "",
        values.get("title"),
        values.get("author"),
        values.get("date"),
        values.get("html"),
        recorded_ms=None if recorded_ms is None else float(recorded_ms),
        error=values.get("error"),
        posts=None if values.get("posts") is None else _posts(values["posts"]),
    )


def _posts(values: object) -> tuple[GoldPost, ...]:
    """The posts of a line; `ValueError` if they cannot be used."""
    posts = []
    for value in values if isinstance(values, list) else [values]:
        fields = value if isinstance(value, dict) else {}
        text, *others = (fields.get(name) for name in ("text", "user", "date", "link"))
        if not isinstance(text, str) or not all(isinstance(value, str | None) for value in others):
            raise ValueError("posts: expected a list of objects with text, user, date and link")
        posts.append(GoldPost(text, *others))
    return tuple(posts)


def read_version(path: Path) -> str | None:
    """The version of the extractor whose outputs a file has, from the table in a `VERSIONS.md`
    beside the file or one folder above; None if there is none."""
    for folder in path.resolve().parents[:2]:
        try:
            table = (folder / "VERSIONS.md").read_text("utf-8")
        except OSError:
            continue
        match = re.search(
            rf"^\| *{re.escape(path.stem)} *\| *([\w.]+)", table, re.MULTILINE | re.IGNORECASE
        )
        return match[1] if match else None
    return None
