"""Find the pages at some places: files, folders, URLs and standard input."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final

from pagecore.errors import BadInput, BadOption, NeedsExtra
from pagecore.page.counts import format_count
from pagecore.sources.addresses import Manifest, find_mirror_url
from pagecore.sources.kinds import PAGE_EXTENSIONS, FileKind, detect_kind, is_page_in_folder
from pagecore.sources.open_file import read_head
from pagecore.sources.source import STDIN, Source, is_url
from pagecore.store import make_printable

#: Kinds that `learn` can use: a wrapper is learned from the markup of pages.
MARKUP_KINDS: Final = (FileKind.HTML, FileKind.MHTML, FileKind.RENDERED)


@dataclass(frozen=True)
class SourceList:
    """The sources at a list of places."""

    sources: Sequence[Source]
    #: Folders, and files in folders, that cannot be read.
    errors: Sequence[BadInput]
    #: Whether there may be several sources; a folder with one page counts as several.
    is_many: bool
    #: Number of files in folders that are not pages, by what they are.
    skipped: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class FolderOptions:
    """Options for the files of folders."""

    #: Patterns, one of which the name must match, or the path in the folder if the pattern has a
    #: slash; empty for all files.
    globs: tuple[str, ...] = ()
    #: A file or folder to leave out: the output.
    exclude: str | None = None
    #: Kinds of files to take; None for all.
    kinds: tuple[FileKind, ...] | None = None
    #: The URLs of files.
    manifest: Manifest = field(default_factory=Manifest)
    #: Whether the path of a file has its URL.
    is_mirror: bool = False


def find_sources(
    places: Sequence[str],
    options: FolderOptions = FolderOptions(),  # noqa: B008 - it never changes
) -> SourceList:
    """Find the pages at some places, in the order of the places; pages of a folder by name.

    Args:
        places: files, folders (searched with all folders below), URLs, or `-`.
        options: options for folders, and the URLs of files.

    Raises:
        BadOption: standard input is named twice.
    """
    if list(places).count(STDIN) > 1:
        raise BadOption("- is named twice: standard input can be read once")
    sources: list[Source] = []
    errors: list[BadInput] = []
    hosts: set[str | None] = set()
    skipped: Counter[str] = Counter()
    for place in places:
        if place in ("", STDIN) or is_url(place) or not os.path.isdir(place):
            source = replace(_find_file(place, options), index=len(sources))
            sources.append(replace(source, needs_pause=source.is_url and source.host in hosts))
            hosts.add(source.host)
            continue
        listing = _Listing(place, options)
        sources += [
            replace(source, index=len(sources) + at) for at, source in enumerate(listing.sources)
        ]
        errors += listing.errors
        skipped += listing.skipped
        if not listing.sources and not listing.errors:
            errors.append(BadInput(f"{make_printable(place)}: {_explain_empty(listing, options)}"))
    is_many = len(places) > 1 or any(
        source.folder is not None or (source.kind is not None and source.kind.is_container)
        for source in sources
    )
    return SourceList(sources, errors, is_many, dict(skipped))


def format_skipped(skipped: Mapping[str, int]) -> str:
    """List the files that were skipped: `3 PNG images, 1 PDF`."""
    ordered = sorted(skipped.items(), key=lambda item: (-item[1], item[0]))
    listed = ", ".join(_count_files(name, count) for name, count in ordered)
    is_advised = FileKind.TEXT.value in skipped
    return f"{listed} (--glob '*.txt' takes text files)" if is_advised else listed


def _count_files(name: str, count: int) -> str:
    """Write a number of files of a type, such as `a PDF`."""
    if not name.startswith(("a ", "an ")):
        # Such as `binary data` and `packed by gzip`.
        return f"{format_count(count, 'file')}: {name}"
    types = []
    for one_type in name.split(" or "):
        noun, blank, rest = one_type.partition(" ")[2].partition(" with ")
        types.append(f"{noun}{'s' if count > 1 else ''}{blank}{rest}")
    return f"{count} {' or '.join(types)}"


def _explain_empty(listing: _Listing, options: FolderOptions) -> str:
    if not listing.skipped:
        narrowed = f" that match {', '.join(options.globs)}" if options.globs else ""
        return f"no pages in this folder: there are no files{narrowed}"
    return f"no pages in this folder, but other files: {format_skipped(listing.skipped)}"


def _find_file(place: str, options: FolderOptions, folder: str | None = None) -> Source:
    """Return the source of a file, a URL or standard input. The kind of a file is detected if it
    can be read."""
    source = Source(place, folder=folder)
    if place in ("", STDIN) or source.is_url:
        return source
    url = options.manifest.find_url(place)
    if url is None and options.is_mirror:
        url = find_mirror_url(place, folder)
    kind = None
    if folder is None and os.path.isfile(place):
        try:
            detected = detect_kind(read_head(place), place)
        except (BadInput, NeedsExtra):
            # Reported when the page is read.
            detected = ""
        kind = detected if isinstance(detected, FileKind) and detected.is_container else None
    return replace(source, url=url, kind=kind)


def _name_skipped(kind: FileKind | str) -> str:
    if isinstance(kind, str):
        return kind
    # A page would begin with a tag, or have the name of one.
    return "a text file with tags" if kind is FileKind.HTML else kind.value


class _Listing:
    """The pages in a folder and all folders below, sorted by name.

    Links are followed to files in the folder only, so that a folder of a stranger cannot make other
    files of this machine part of the output. Links to folders are skipped.
    """

    def __init__(self, folder: str, options: FolderOptions) -> None:
        self.sources: list[Source] = []
        self.errors: list[BadInput] = []
        self.skipped: Counter[str] = Counter()
        self._folder, self._options = folder, options
        self._root = os.path.join(os.path.realpath(folder), "")
        exclude = options.exclude
        self._excluded = None if exclude is None else os.path.realpath(exclude)
        if self._root == os.path.join(self._excluded or "", ""):
            # Results beside the pages: the list of results knows them.
            self._excluded = None
        paths: list[str] = []
        for above, folders, names in os.walk(folder, onerror=self._note_error):
            folders[:] = [name for name in folders if not self._is_excluded(above, name)]
            paths += [
                os.path.join(above, name) for name in names if not self._is_excluded(above, name)
            ]
        for path in sorted(filter(self._matches, paths)):
            self._add(path)

    def _note_error(self, error: OSError) -> None:
        self.errors.append(BadInput(f"{make_printable(error.filename)}: {error.strerror}"))

    def _is_excluded(self, above: str, name: str) -> bool:
        if self._excluded is None or os.path.basename(self._excluded) != name:
            return False
        return os.path.realpath(os.path.join(above, name)) == self._excluded

    def _matches(self, path: str) -> bool:
        if not self._options.globs:
            return True
        inside = Path(os.path.relpath(path, self._folder)).as_posix()
        names = (inside if "/" in glob else os.path.basename(path) for glob in self._options.globs)
        return any(map(fnmatchcase, names, self._options.globs))

    def _add(self, path: str) -> None:
        is_named_page = path.lower().endswith(PAGE_EXTENSIONS)
        # Opening a pipe would wait for a writer that never comes.
        if os.path.exists(path) and not os.path.isfile(path):
            self._leave_out(path, "this is not a regular file", is_named_page)
        elif os.path.islink(path) and not os.path.realpath(path).startswith(self._root):
            message = "this is a symbolic link to a file outside the folder; pass that file itself"
            self._leave_out(path, message, is_named_page)
        else:
            self._add_file(path)

    def _leave_out(self, path: str, message: str, is_named_page: bool) -> None:
        if is_named_page:
            self.errors.append(BadInput(f"{make_printable(path)}: {message}"))
        else:
            self.skipped["a symbolic link" if os.path.islink(path) else "a special file"] += 1

    def _add_file(self, path: str) -> None:
        kind: FileKind | str | None = None
        try:
            head = read_head(path)
        except (BadInput, NeedsExtra):
            # Reported when the page is read.
            pass
        else:
            kind = detect_kind(head, path)
            # A pattern is a request for these files, even if they are texts.
            is_named = bool(self._options.globs) and kind in (
                FileKind.TEXT,
                FileKind.HTML,
                FileKind.LINES,
            )
            is_wanted = is_named or is_page_in_folder(head, path)
            if not is_wanted or not (self._options.kinds is None or kind in self._options.kinds):
                self.skipped[_name_skipped(kind)] += 1
                return
        source = _find_file(path, self._options, self._folder)
        if isinstance(kind, FileKind) and kind.is_container:
            source = replace(source, kind=kind)
        self.sources.append(source)
