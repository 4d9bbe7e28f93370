"""Where results go: standard output, a file, or a folder with a file for each page."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Protocol

import click

from pagecore.cli.messages import readable, show
from pagecore.cli.sources import Source
from pagecore.errors import BadOption, PagecoreError

#: The endings of files, by what is in them.
ENDINGS: Final = {
    "text": ".txt", "markdown": ".md", "html": ".html", "json": ".json", "xml": ".xml",
}  # fmt: skip
#: Characters of a file's name that a URL may make.
_MAX_NAME: Final = 120


class Output(Protocol):
    """Takes the results of pages, in their order."""

    #: Whether results go to standard output, where a bar would be in their way.
    is_shown: bool

    def write(self, source: Source, content: str) -> None:
        """Write what was made of a page.

        Raises:
            PagecoreError: why it cannot be written, in one line.
        """

    def fail(self, source: Source, why: str) -> None:
        """There is nothing to write for a page."""


def output(to: str, given: str | None, sources: Sequence[Source], *, many: bool) -> Output:
    """Where results go.

    Args:
        to: the format.
        given: by the option -o.
        sources: all pages.
        many: whether there may be several.
    """
    if given is None:
        if many and to in ("html", "xml", "source"):
            raise BadOption(f"--to {to} of several pages: give a folder for them by -o")
        return Lines() if many and to == "json" else Stream(many)
    path = Path(given)
    if many or path.is_dir() or given.endswith(("/", os.sep)):
        # What is cut out of pages is HTML, as they are.
        return Folder(path, ENDINGS.get(to, ".html"), sources)
    return File(path, sources)


class Stream:
    """Standard output; where there may be several pages each has its name above."""

    is_shown = True

    def __init__(self, many: bool) -> None:
        self._many = many

    def write(self, source: Source, content: str) -> None:
        if self._many:
            show(f"==> {source} <==")
        show(content)

    def fail(self, source: Source, why: str) -> None:
        """What failed has no lines here."""


class Lines:
    """Standard output, a line of JSON for each page: its name, and the document or the error."""

    is_shown = True

    def write(self, source: Source, content: str) -> None:
        self._line({"page": readable(source.place), "document": json.loads(content)})

    def fail(self, source: Source, why: str) -> None:
        self._line({"page": readable(source.place), "error": readable(why)})

    def _line(self, told: dict[str, object]) -> None:
        show(json.dumps(told, ensure_ascii=False, separators=(",", ":")))


class File:
    """One file."""

    is_shown = False

    def __init__(self, path: Path, sources: Sequence[Source]) -> None:
        name = click.format_filename(path)
        if not path.parent.is_dir():
            raise BadOption(f"-o {name}: there is no folder {path.parent}")
        _refuse([path], sources)
        self._path = path

    def write(self, source: Source, content: str) -> None:
        _write(self._path, content)

    def fail(self, source: Source, why: str) -> None:
        """A file that is there stays as it is."""


class Folder:
    """A folder, with a file for each page: under the same name and in the same folders below, with
    the ending of the format. Of two pages of one name the second has a number."""

    is_shown = False

    def __init__(self, path: Path, ending: str, sources: Sequence[Source]) -> None:
        if path.exists() and not path.is_dir():
            raise BadOption(
                f"-o {click.format_filename(path)} is a file; several pages need a folder"
            )
        names = [_name(source) for source in sources]
        # No file has the name of a folder that another needs.
        taken = {str(above).casefold() for name in names for above in name.parents}
        self._paths = [path / _free(name, ending, taken) for name in names]
        _refuse(self._paths, sources)

    def write(self, source: Source, content: str) -> None:
        _write(self._paths[source.number], content)

    def fail(self, source: Source, why: str) -> None:
        """What failed has no file."""


def _name(source: Source) -> Path:
    """What the file of a page is called, without an ending."""
    if source.place == "-":
        return Path("stdin")
    if source.is_url:
        # Without the scheme, which all have.
        words = re.sub(r"[^\w.-]+", "-", source.place.partition("://")[2].replace("?", "-"))
        stem = re.sub(r"\.x?html?$", "", words.strip("-."), flags=re.IGNORECASE)
        return Path(stem[:_MAX_NAME].rstrip("-.") or "page")
    place = Path(source.place)
    # What is above the given folder, or beside a given file, is no part of the name.
    kept = place.relative_to(source.folder) if source.folder is not None else Path(place.name)
    return kept.with_name(kept.stem) if kept.stem else Path("page")


def _free(name: Path, ending: str, taken: set[str]) -> Path:
    """A name that no other page has, also where file systems do not tell capitals apart."""
    number, made = 1, name.with_name(name.name + ending)
    while str(made).casefold() in taken:
        number += 1
        made = name.with_name(f"{name.name}-{number}{ending}")
    taken.add(str(made).casefold())
    return made


def _refuse(paths: Sequence[Path], sources: Sequence[Source]) -> None:
    """No page is written over one that is read."""
    read = {}
    for source in sources:
        if source.place != "-" and not source.is_url and (same := _identity(source.place)):
            read[same] = source
    for path in paths:
        if (same := _identity(path)) in read:
            raise BadOption(f"-o would write over the page {read[same]}; give another place")


def _identity(path: str | Path) -> tuple[int, int] | None:
    """The same for two paths that lead to one file; None where there is none."""
    try:
        known = os.stat(path)
    except (OSError, ValueError):
        return None
    return known.st_dev, known.st_ino


def _write(path: Path, content: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content + "\n", encoding="utf-8", errors="replace", newline="\n")
    except OSError as error:
        raise PagecoreError(f"-o {click.format_filename(path)}: {error.strerror}") from error
