"""The task and the sink of `pagecore index`: a worker makes the record of a page, and the main
process adds it to the index."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pagecore.batch.documents import read_document
from pagecore.batch.record import Record, Task
from pagecore.batch.sinks import describe_source
from pagecore.batch.tasks import load_method
from pagecore.metadata.dates import prepare_dates
from pagecore.registry import PAGE, SEGMENT, find_method
from pagecore.search.page_record import DEFAULT_SEGMENTS, read_page_record
from pagecore.search.schema import write_page
from pagecore.search.writer import PageWriter
from pagecore.sources.read import ReadOptions
from pagecore.sources.source import STDIN, Source


@dataclass(frozen=True)
class IndexTask(Task):
    """Make what the index holds of a page."""

    segment: str = DEFAULT_SEGMENTS
    #: Parameters of the method that divides pages into segments.
    parameters: Mapping[str, Any] = field(default_factory=dict)
    read_options: ReadOptions = ReadOptions()  # noqa: RUF009 - it never changes

    def make_record(self, source: Source) -> Record:
        document = read_document(source, self.read_options, {})
        record = read_page_record(
            document, segments=self.segment, url=str(source), **self.parameters
        )
        return Record(source, write_page(record), document.warnings, {"url": record.url})

    def prepare(self) -> None:
        load_method(PAGE.default)
        find_method(self.segment, SEGMENT.name)
        prepare_dates()


class IndexSink:
    """Adds the records of `IndexTask` to an index."""

    uses_stdout = False

    def __init__(self, writer: PageWriter, *, update: bool = False) -> None:
        """Open the sink.

        Args:
            writer: the index.
            update: index pages again even if an earlier run has indexed them.
        """
        self._writer, self._update = writer, update

    def write(self, record: Record) -> None:
        if record.failure is not None or record.metadata is None:
            return
        source = record.source
        url = str(record.metadata["url"])
        self._writer.add(url, record.content, _name_source(source), describe_source(source))

    def is_finished(self, source: Source) -> bool:
        """Whether an earlier run has indexed a source. Standard input may be another page each
        time."""
        if source.place == STDIN or self._update:
            return False
        return self._writer.is_finished(_name_source(source), describe_source(source))

    def close(self) -> None:
        self._writer.close()


def _name_source(source: Source) -> str:
    """Return a name that no other source has; a container may have two pages of one URL."""
    return "::".join([str(source), *map(str, source.position)])
