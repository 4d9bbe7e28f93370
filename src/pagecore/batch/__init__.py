"""Process many pages: a task turns each source into a record, in worker processes with limits, and
a sink writes the records."""

from pagecore.batch.documents import drop_following_pages, read_document
from pagecore.batch.limits import Limits
from pagecore.batch.record import Failure, Record, Task, process_source
from pagecore.batch.sinks import FileSink, FolderSink, Sink
from pagecore.batch.tasks import ApplyTask, ExtractTask, write_document
from pagecore.batch.workers import process_sources

__all__ = [
    "ApplyTask",
    "ExtractTask",
    "Failure",
    "FileSink",
    "FolderSink",
    "Limits",
    "Record",
    "Sink",
    "Task",
    "drop_following_pages",
    "process_source",
    "process_sources",
    "read_document",
    "write_document",
]
