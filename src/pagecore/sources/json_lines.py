"""JSON lines with pages: one object per line, with the page in `html` and its address in `url`."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from pagecore.errors import BadInput
from pagecore.page import PageWarning
from pagecore.page.urls import check_web_url
from pagecore.sources.decompression import DamagedData
from pagecore.sources.kinds import FileKind
from pagecore.sources.open_file import open_unpacked
from pagecore.sources.source import Source

if TYPE_CHECKING:
    from _typeshed import SupportsRead

    from pagecore.sources.read import ReadOptions

_CHUNK: Final = 1 << 20
#: Bytes of a line for each byte of a page; JSON writes some characters as six.
_ESCAPED: Final = 6


def read_json_lines(source: Source, read_options: ReadOptions) -> Iterator[Source | PageWarning]:
    """Read the pages of JSON lines, line by line. Other lines are left out, with a warning.

    Raises:
        BadInput: the file cannot be read, a line is too long, or no line has a page.
    """
    skipped: Counter[str] = Counter()
    n_pages = 0
    with open_unpacked(source) as file:
        try:
            for number, line in enumerate(_split_lines(file, read_options.max_bytes * _ESCAPED), 1):
                page = _read_line(source, line, number)
                if isinstance(page, str):
                    skipped[page] += 1
                else:
                    n_pages += 1
                    yield page
        except (DamagedData, _LineTooLong) as error:
            raise BadInput(f"{source}: damaged after {n_pages} pages: {error}") from error
    if skipped and not n_pages:
        raise BadInput(f"{source}: no line has a page; expected objects with url and html")
    if skipped:
        yield _warn_of_skipped(skipped)


class _LineTooLong(Exception):  # noqa: N818 - it becomes a BadInput
    """A line is longer than any page."""


def _split_lines(file: SupportsRead[bytes], max_bytes: int) -> Iterator[bytes]:
    """Split a file into lines, without blank ones."""
    rest = b""
    while chunk := file.read(_CHUNK):
        *lines, rest = (rest + chunk).split(b"\n")
        yield from filter(bytes.strip, lines)
        if len(rest) > max_bytes:
            raise _LineTooLong(f"a line has more than {max_bytes} bytes")
    if rest.strip():
        yield rest


def _read_line(source: Source, line: bytes, number: int) -> Source | str:
    """Read the page of a line, or return why it has none."""
    try:
        values = json.loads(line)
    except (ValueError, RecursionError):
        return "that are not JSON"
    html = values.get("html") if isinstance(values, dict) else None
    if not isinstance(html, str):
        return "without html"
    url = values.get("url")
    address = check_web_url(url) if isinstance(url, str) else None
    return Source(
        source.place,
        content=html.encode(errors="replace"),
        url=address,
        charset="utf-8",
        kind=FileKind.HTML,
        name_in_container=(address or str(number))[:2048],
    )


def _warn_of_skipped(skipped: Counter[str]) -> PageWarning:
    n_lines = sum(skipped.values())
    named = ", ".join(f"{count} {reason}" for reason, count in skipped.most_common())
    message = f"{n_lines} lines that are not pages were left out: {named}"
    return PageWarning("skipped-records", message, -1, -1, n_lines)
