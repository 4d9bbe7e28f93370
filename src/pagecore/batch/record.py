"""A record: the result for one source, or its failure, as plain data that can be pickled."""

from __future__ import annotations

import hashlib
import json
import traceback
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pagecore import _core
from pagecore.batch.limits import Limits
from pagecore.errors import LimitError, PagecoreError, WorkerError
from pagecore.page import PageWarning
from pagecore.sources.read import HasManyPages, ReadOptions
from pagecore.sources.source import Source
from pagecore.store import make_printable
from pagecore.wrapper_store import WrapperStore


@dataclass(frozen=True)
class Failure:
    """Why a source has no result."""

    #: The name of the error's class, such as `BadInput`.
    type: str
    #: One line that names the source.
    message: str
    #: The traceback, if it was requested.
    trace: str = field(default="", compare=False)


@dataclass(frozen=True)
class Record:
    """The result for one source."""

    #: The source, without its bytes.
    source: Source
    #: The document in the requested format.
    content: str = ""
    warnings: tuple[PageWarning, ...] = ()
    #: Metadata by field, if it was requested.
    metadata: Mapping[str, Any] | None = None
    #: Why there is no result; None for success.
    failure: Failure | None = None
    #: The source again if it is a container, with its kind and its content if that was fetched. Its
    #: pages have records of their own, before this one.
    container: Source | None = None

    def __post_init__(self) -> None:
        if self.source.content is not None:
            object.__setattr__(self, "source", replace(self.source, content=None))

    @classmethod
    def of_failure(
        cls, source: Source, error: BaseException, *, with_trace: bool = False
    ) -> Record:
        """Make the record of a source whose processing raised an error."""
        if isinstance(error, PagecoreError):
            message = str(error)
        else:
            # Even str(error) may raise; format_exception_only handles that.
            words = traceback.format_exception_only(error)[-1].partition(": ")[2].split()
            message = ": ".join(filter(None, [str(source), type(error).__name__, " ".join(words)]))
        trace = "".join(traceback.format_exception(error)) if with_trace else ""
        return cls(source, failure=Failure(type(error).__name__, message, trace))

    def json_line(self) -> str:
        """Return the record as one line of JSON: the name of the page, and the fields of the
        document, which must be JSON, or the error."""
        page = f'{{"page": {_write_text(str(self.source))}'
        if self.failure is None:
            fields = self.content.removeprefix("{")
            return f"{page}, {fields}" if fields != "}" else f"{page}}}"
        message = _write_text(make_printable(self.failure.message))
        return f'{page}, "error": {message}, "error_type": {_write_text(self.failure.type)}}}'


def _write_text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


class Task(ABC):
    """Makes the records of sources. It must pickle, to be sent to workers.

    The tasks of the command line are in `tasks.py`: `ExtractTask`, `ApplyTask` and `PiecesTask`.
    """

    @abstractmethod
    def make_record(self, source: Source) -> Record:
        """Make the record of a source; may raise anything."""

    def describe(self) -> dict[str, object]:
        """Describe the task by its name, its options and the version of the package. Two tasks with
        the same description make the same records."""
        options = {name: _describe_option(value) for name, value in sorted(vars(self).items())}
        return {"task": type(self).__name__, "pagecore": _core.__version__, "options": options}

    @property
    def container_options(self) -> ReadOptions:
        """Options for reading the containers among the sources: those of its pages."""
        options: ReadOptions = vars(self).get("read_options", ReadOptions())
        return options

    def prepare(self) -> None:  # noqa: B027 - most tasks have nothing to prepare
        """Load what all sources need. A worker calls this once, before the limits of the first
        source apply."""


def _describe_option(value: object) -> str:
    if isinstance(value, bytes):
        return hashlib.blake2b(value, digest_size=16).hexdigest()
    if isinstance(value, ReadOptions):
        # How a page is fetched changes no record.
        value = replace(value, timeout=1.0, pause=0.0, allow_private=False, max_urls=0)
    if isinstance(value, WrapperStore):
        # Wrappers that were learned later make other records.
        return value.digest()
    return repr(value)


def process_source(
    task: Task,
    source: Source,
    limits: Limits = Limits(),  # noqa: B008 - it never changes
    *,
    with_trace: bool = False,
) -> Record:
    """Run a task on one source in this process; an error becomes a record with a failure.

    Args:
        task: a task, such as `ExtractTask`.
        source: the page.
        limits: the limits of this process, for messages.
        with_trace: keep the traceback of a failure.
    """
    try:
        record: object = task.make_record(source)
        if not isinstance(record, Record):
            returned = type(record).__name__
            raise WorkerError(f"{source}: the task returned {returned}, not a Record")
        return record
    except KeyboardInterrupt:
        raise
    except HasManyPages as error:
        return Record(source, container=error.source)
    except MemoryError as error:
        limit = LimitError(f"{source}: the page needs more {limits.memory_text}")
        limit.__cause__ = error
        return Record.of_failure(source, limit, with_trace=with_trace)
    except BaseException as error:  # noqa: BLE001 - a method may raise anything, even a panic of Rust or an exit, and must not stop the other pages
        return Record.of_failure(source, error, with_trace=with_trace)
