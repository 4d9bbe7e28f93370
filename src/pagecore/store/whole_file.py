"""Files that appear as a whole or not at all, even if the process is killed or the disk is full."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from itertools import count
from pathlib import Path

from pagecore.errors import BadOption, PagecoreError
from pagecore.store.file_names import make_printable


def write_file(path: Path, content: str | bytes) -> None:
    """Write a file as a whole: others see its old content or its new content, never a part.

    A text is written as UTF-8, with `?` for unpaired surrogates. A symbolic link is replaced by the
    file. A device or a pipe, such as `/dev/stdout`, is written to directly.

    Raises:
        PagecoreError: the file cannot be written. An existing file is unchanged.
    """
    data = content.encode(errors="replace") if isinstance(content, str) else content
    try:
        if is_stream(path):
            with path.open("wb") as stream:
                stream.write(data)
        else:
            replace_file(path, [data])
    except (OSError, ValueError) as error:
        # A name with a NUL or an unpaired surrogate is a ValueError.
        reason = getattr(error, "strerror", None) or error
        raise PagecoreError(f"output {make_printable(path)}: {reason}") from error


def refuse_existing(path: Path) -> None:
    """Raise `BadOption` if there is a file already that `write_file` would replace.

    A folder cannot be replaced: `write_file` fails.
    """
    # Unlike the methods of a path, these functions accept a name that is too long.
    is_folder = os.path.isdir(path) and not os.path.islink(path)
    if os.path.lexists(path) and not is_folder and not is_stream(path):
        raise BadOption(
            f"output {make_printable(path)} exists; pass --overwrite to replace it, or another name"
        )


def is_stream(path: Path) -> bool:
    """Whether a path is a device or pipe, or one of the links in `/dev` to open files."""
    with suppress(OSError, ValueError):
        mode = path.stat().st_mode
        is_stream = stat.S_ISCHR(mode) or stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)
        return is_stream or (path.is_symlink() and path.absolute().parts[1] in ("dev", "proc"))
    return False


def replace_file(path: Path, chunks: Iterable[bytes]) -> None:
    """Write a file beside the old one, then give it the name of the old one.

    Raises:
        OSError: it cannot be written. An existing file is unchanged.
    """
    part = _create_part(path.parent)
    try:
        with part.open("wb") as file:
            file.writelines(chunks)
            file.flush()
            os.fsync(file.fileno())
        with suppress(OSError):
            old = path.lstat()
            if stat.S_ISREG(old.st_mode):
                part.chmod(stat.S_IMODE(old.st_mode))
        os.replace(part, path)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise


def _create_part(folder: Path) -> Path:
    """Create a file with a new name; the name is short, because that of the result may just fit."""
    for number in count():
        part = folder / f".pagecore-{os.getpid()}-{number}.part"
        try:
            part.touch(exist_ok=False)
        except FileExistsError:
            continue
        return part
    raise AssertionError
