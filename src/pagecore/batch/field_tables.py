"""Lines of JSON with fields or records, converted to CSV and Parquet. All columns hold texts."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

from pagecore.errors import NeedsExtra

#: Number of rows that are written at a time.
_ROWS: Final = 1000
_EXTRA: Final = "Parquet needs an extra: pip install 'pagecore[evaluate]'"


def convert_to_csv(
    lines: Iterable[bytes | str], columns: Sequence[str] | None, *, with_names: bool = True
) -> Iterator[bytes]:
    """Convert lines of JSON to lines of CSV in UTF-8; the first has the names of the columns.
    Without `columns`, these are all names in the lines, which are then kept in memory."""
    if columns is None:
        lines = list(lines)
        columns = list_columns(lines)
    if with_names:
        yield _write_csv(columns)
    for line in lines:
        values = json.loads(line)
        yield _write_csv([values.get(name, "") for name in columns])


def convert_to_parquet(
    lines: Iterable[bytes | str], columns: Sequence[str] | None
) -> Iterator[bytes]:
    """Convert lines of JSON to the pieces of a Parquet file; `columns` as in `convert_to_csv`.

    Raises:
        NeedsExtra: pyarrow is not installed.
    """
    check_parquet()
    import pyarrow as arrow
    import pyarrow.parquet as parquet

    if columns is None:
        lines = list(lines)
        columns = list_columns(lines)
    schema = arrow.schema([(name, arrow.string()) for name in columns])
    pipe = _Pipe()
    with parquet.ParquetWriter(pipe, schema) as writer:
        for some in _split(lines):
            values = [json.loads(line) for line in some]
            rows = {name: [row.get(name) for row in values] for name in columns}
            writer.write_table(arrow.table(rows, schema=schema))
            yield pipe.take()
    yield pipe.take()


def list_columns(lines: Iterable[bytes | str]) -> list[str]:
    """Return all names in lines of JSON, in the order in which they first occur; `error` last."""
    names = dict.fromkeys(name for line in lines for name in json.loads(line))
    return sorted(names, key=lambda name: name == "error") or ["page"]


def check_parquet() -> None:
    """Raise `NeedsExtra` if Parquet cannot be written."""
    try:
        import pyarrow.parquet  # noqa: F401 - only whether it is installed
    except ImportError:
        raise NeedsExtra(_EXTRA) from None


#: The converters of lines of JSON, by format.
CONVERTERS: Final[dict[str, Callable[[Iterable[bytes], Sequence[str] | None], Iterator[bytes]]]] = {
    "csv": convert_to_csv,
    "parquet": convert_to_parquet,
}


def _write_csv(values: Sequence[Any]) -> bytes:
    file = io.StringIO()
    csv.writer(file, lineterminator="\n").writerow(values)
    return file.getvalue().encode(errors="replace")


def _split(lines: Iterable[bytes | str]) -> Iterator[list[bytes | str]]:
    some: list[bytes | str] = []
    for line in lines:
        some.append(line)
        if len(some) == _ROWS:
            yield some
            some = []
    if some:
        yield some


class _Pipe(io.RawIOBase):
    """A file that hands over what was written to it."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []
        self._length = 0

    def write(self, data: Any) -> int:
        piece = bytes(data)
        self._pieces.append(piece)
        self._length += len(piece)
        return len(piece)

    def tell(self) -> int:
        return self._length

    def writable(self) -> bool:
        return True

    def take(self) -> bytes:
        """Return what was written since the last call."""
        data = b"".join(self._pieces)
        self._pieces.clear()
        return data
