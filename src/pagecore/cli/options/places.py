"""The argument PAGE... and options for the places of pages: folders, lists, manifests."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path

import click

from pagecore.cli.messages import print_message
from pagecore.cli.options.groups import group_options
from pagecore.cli.options.reading import refuse_url
from pagecore.errors import BadOption
from pagecore.sources.addresses import MAX_LIST_BYTES, Manifest, read_manifest
from pagecore.sources.find_sources import FolderOptions, SourceList, find_sources
from pagecore.sources.kinds import FileKind
from pagecore.sources.open_file import open_source
from pagecore.sources.read import ReadOptions
from pagecore.sources.read_at_most import read_at_most
from pagecore.sources.source import STDIN, Source


@dataclass(frozen=True)
class PlaceOptions:
    """The places of pages, and how folders are searched."""

    pages: tuple[str, ...]
    globs: tuple[str, ...]
    files_from: str | None
    manifest: str | None
    is_mirror: bool

    @property
    def reads_list(self) -> bool:
        """Whether a file lists the places."""
        return self.files_from is not None or not self.pages

    def list_places(self, manifest: Manifest) -> list[str]:
        """Return all places: those of the command line, of --files-from, or of the manifest."""
        places = list(self.pages)
        if self.files_from is not None:
            places += read_places(self.files_from)
        elif not places:
            places = list(manifest.urls)
        if self.files_from == STDIN and STDIN in self.pages:
            raise BadOption("--files-from - and the page - both read standard input; pass one")
        if not places:
            if self.manifest or self.files_from:
                raise BadOption(f"{self.manifest or self.files_from}: the list of pages is empty")
            raise click.UsageError("Missing argument 'PAGE...'.", click.get_current_context())
        return places


def read_places(path: str) -> list[str]:
    """Read a list of files, folders and URLs: one per line, or separated by NUL."""
    with open_source(Source(path)) as file:
        content = read_at_most(file, MAX_LIST_BYTES + 1)
    if len(content) > MAX_LIST_BYTES:
        raise BadOption(f"{path}: the list of pages is larger than {MAX_LIST_BYTES} bytes")
    text = os.fsdecode(content)
    separator = "\0" if "\0" in text else "\n"
    lines = (line.removesuffix("\r") for line in text.split(separator))
    return [line for line in lines if line.strip()]


#: Adds the argument PAGE... and the options for the places of pages; the argument of the command is
#: `places`.
place_options = group_options(
    "places",
    PlaceOptions,
    click.argument("pages", metavar="[PAGE]...", nargs=-1),
    click.option(
        "--glob",
        "globs",
        metavar="PATTERN",
        multiple=True,
        help="Take only files of folders whose name matches, such as '*.html'; with a slash, whose "
        "path in the folder matches. Repeatable.",
    ),
    click.option(
        "--files-from",
        metavar="FILE",
        help="Read more files, folders and URLs from a list, one per line; - for standard input. "
        "Paths are relative to the current folder.",
    ),
    click.option(
        "--manifest",
        metavar="FILE",
        help="URLs of saved pages: CSV or JSON lines with path (or file) and url. Paths are "
        "relative to the manifest. Without PAGE, all its pages are read; with PAGE, only these.",
    ),
    click.option(
        "--mirror",
        "is_mirror",
        is_flag=True,
        help="Take the URLs of files from their paths: FOLDER/example.org/a.html, as wget and "
        "HTTrack write them.",
    ),
)


def find_page_sources(
    places: PlaceOptions,
    read_options: ReadOptions,
    *,
    output: str | None = None,
    kinds: tuple[FileKind, ...] | None = None,
) -> SourceList:
    """Find the sources at some places; refuse --url with several.

    Args:
        places: the places.
        read_options: options for reading them.
        output: the output, which is not read even if it is in a folder of pages.
        kinds: kinds of files in folders to take; None for all.
    """
    manifest = Manifest() if places.manifest is None else read_manifest(Path(places.manifest))
    for error in manifest.errors:
        print_message(error)
    options = FolderOptions(places.globs, output, kinds, manifest, places.is_mirror)
    pages = find_sources(places.list_places(manifest), options)
    if places.reads_list:
        # A list of one page gives the output of a list.
        pages = replace(pages, is_many=True)
    if pages.is_many:
        refuse_url(read_options)
    return pages
