"""Errors of an index: what tantivy and the file system raise becomes one clear message."""

from __future__ import annotations

import errno
import json
import re
import struct
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from pagecore.errors import NeedsExtra, PagecoreError, SearchError
from pagecore.store import make_printable

#: Where tantivy lists the files of an index.
FILE_LIST: Final = "meta.json"
#: Memory of tantivy for pages that are not written yet, in bytes.
HEAP_BYTES: Final = 64_000_000
#: The last bytes of a file of tantivy: the length of its footer, and a number that marks the end.
_END: Final = struct.Struct("<II")
_MARK: Final = 1337
_BLOCK_BYTES: Final = 1 << 20
_DISK_FULL: Final = re.compile(r"[Nn]o space left|StorageFull|[Ff]ile too large|FileTooLarge|quota")
_WRITER_DIED: Final = re.compile(r"writer was killed|worker thread|channel|[Pp]anic|poisoned")


def require_tantivy() -> None:
    """Raise `NeedsExtra` if tantivy is not installed."""
    try:
        import tantivy  # noqa: F401 - whether it can be imported is the question
    except ImportError as error:
        raise NeedsExtra("search needs an extra: pip install 'pagecore[search]'") from error


@contextmanager
def report_damage(path: Path, *, is_writing: bool = False) -> Iterator[None]:
    """Raise `SearchError` for what goes wrong with an index.

    Args:
        path: the folder of the index.
        is_writing: whether the index is being written, so that the disk may be full.
    """
    try:
        yield
    except PagecoreError:
        raise
    except (ValueError, OSError, RuntimeError) as error:
        raise _describe(path, error, is_writing=is_writing) from error
    except BaseException as error:
        # A panic of Rust is no `Exception`, and its class cannot be imported.
        if type(error).__name__ != "PanicException":
            raise
        raise _describe(path, error, is_writing=is_writing) from error


def _describe(path: Path, error: BaseException, *, is_writing: bool) -> SearchError:
    name = make_printable(path)
    if is_writing and (
        _DISK_FULL.search(repr(error))
        # The thread that writes has died, and only it knew the reason.
        or (_WRITER_DIED.search(repr(error)) and _is_disk_full(path))
    ):
        return SearchError(
            f"index {name}: the disk is full; the index has all pages up to the last commit; "
            "free some space and repeat the command"
        )
    damaged = find_damaged_file(path)
    if damaged is not None:
        return _make_damage_error(path, damaged)
    reason = " ".join(str(error).split())[:300]
    return SearchError(f"index {name} cannot be {'written' if is_writing else 'read'}: {reason}")


def require_file_list(path: Path) -> None:
    """Raise `SearchError` if an index with pages has lost its list of files. Tantivy would begin an
    empty index."""
    if not (path / FILE_LIST).exists() and any(path.glob("*.store")):
        raise _make_damage_error(path, f"{FILE_LIST} is missing")


def _make_damage_error(path: Path, damage: str) -> SearchError:
    return SearchError(
        f"index {make_printable(path)} is damaged: {damage}; delete the folder and index the pages "
        "again"
    )


def _is_disk_full(path: Path) -> bool:
    """Try to write as much as tantivy writes at once."""
    block = bytes(_BLOCK_BYTES)
    try:
        with tempfile.TemporaryFile(dir=path, prefix=".pagecore-", buffering=0) as file:
            for _ in range(HEAP_BYTES // _BLOCK_BYTES):
                if file.write(block) < len(block):
                    return True
    except OSError as error:
        return error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
    return False


def find_damaged_file(path: Path) -> str | None:
    """Find a file of an index that is missing, or whose content does not fit its checksum.

    Returns:
        The name of the first such file and what is wrong; None if all are as they were written.
    """
    try:
        meta = json.loads((path / FILE_LIST).read_bytes())
        segments = {str(segment["segment_id"]).replace("-", "") for segment in meta["segments"]}
    except FileNotFoundError:
        return f"{FILE_LIST} is missing"
    except (OSError, ValueError, KeyError, TypeError):
        return f"{FILE_LIST} cannot be read"
    stores = {file.name.partition(".")[0] for file in path.glob("*.store")}
    for segment in sorted(segments - stores):
        return f"{segment}.store is missing"
    for file in sorted(path.iterdir()):
        if file.name.partition(".")[0] in segments and not _has_checksum(file):
            return f"{file.name} does not have its checksum"
    return None


def _has_checksum(path: Path) -> bool:
    """Whether the content of a file of tantivy fits the checksum at its end."""
    try:
        with path.open("rb") as file:
            n_bytes = file.seek(0, 2)
            if n_bytes < _END.size:
                return False
            file.seek(n_bytes - _END.size)
            length, mark = _END.unpack(file.read(_END.size))
            n_content = n_bytes - _END.size - length
            if mark != _MARK or n_content < 0:
                return False
            file.seek(n_content)
            footer = json.loads(file.read(length))
            file.seek(0)
            checksum = 0
            while n_content > 0:
                block = file.read(min(_BLOCK_BYTES, n_content))
                checksum = zlib.crc32(block, checksum)
                n_content -= len(block)
            return bool(checksum == footer["crc"])
    except (OSError, ValueError, KeyError, TypeError):
        return False
