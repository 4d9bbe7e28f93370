"""URLs of saved pages: from a manifest, from the path of a mirror, and from the comments that
browsers leave."""

from __future__ import annotations

import csv
import io
import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import Final
from urllib.parse import quote

from pagecore.errors import BadOption
from pagecore.page.urls import check_web_url
from pagecore.sources.read_at_most import read_at_most
from pagecore.store import make_printable

#: Bytes of a page that are searched for a comment.
_HEAD: Final = 8 * 1024
#: Comments of browsers, SingleFile and HTTrack. All repetitions are bounded.
_COMMENTS: Final = (
    re.compile(
        rb"<!--\s{0,9}saved from url=\(\d{1,9}\)(https?://[^\s<>]{1,2048})[\s<>]", re.IGNORECASE
    ),
    re.compile(
        rb"<!--\s{0,9}Page saved with SingleFile\s{1,9}url:\s{1,9}(https?://[^\s<>]{1,2048})[\s<>]",
        re.IGNORECASE,
    ),
    re.compile(rb"<!--\s{0,9}Mirrored from ([^\s<>]{1,2048}) by HTTrack", re.IGNORECASE),
)
#: A host with at least one dot, and a port as wget writes it.
_HOST: Final = re.compile(
    r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,20}[a-z][a-z0-9-]{0,61}[a-z](?:[:+@]\d{1,5})?",
    re.IGNORECASE,
)
_PATH_COLUMNS: Final = ("path", "file")
#: Larger lists of pages are refused; a device may be endless.
MAX_LIST_BYTES: Final = 2**28


def find_saved_url(content: bytes) -> str | None:
    """Find the URL that a browser, SingleFile or HTTrack left in a comment at the start of a page.

    The comment of HTTrack has no scheme; `https` is assumed.
    """
    head = content[:_HEAD]
    for comment in _COMMENTS:
        if match := comment.search(head):
            url = match[1].decode(errors="replace")
            return check_web_url(url if "://" in url else f"https://{url}")
    return None


def find_mirror_url(path: str, folder: str | None) -> str | None:
    """Return the URL of a file in a mirror, by the first folder that is named like a host.

    Args:
        path: the file, such as `mirror/example.org/a/b.html`.
        folder: the folder that was searched; folders above it count only if it has itself the name
            of a host.

    Returns:
        `https://example.org/a/b.html`, or None if no folder is named like a host. `index.html` is
        left out. The scheme is not known; `https` is assumed.
    """
    parts = PurePath(path).parts
    start = 0 if folder is None else max(0, len(PurePath(folder).parts) - 1)
    for at in range(start, len(parts) - 1):
        if _HOST.fullmatch(parts[at]):
            host = re.sub(r"[+@](?=\d+$)", ":", parts[at].lower())
            # wget writes the query into the name.
            names = [quote(os.fsencode(name), safe="?=&;,:@!$'()*+~%") for name in parts[at + 1 :]]
            if names[-1] in ("index.html", "index.htm"):
                names[-1] = ""
            return check_web_url(f"https://{host}/{'/'.join(names)}")
    return None


@dataclass(frozen=True)
class Manifest:
    """URLs of files."""

    #: The URL of each file, by its absolute path.
    urls: Mapping[str, str] = field(default_factory=dict)
    #: Lines that were left out, with the reason.
    errors: tuple[str, ...] = ()

    def find_url(self, path: str) -> str | None:
        """Return the URL of a file, or None."""
        return self.urls.get(os.path.abspath(path)) if self.urls else None


def read_manifest(path: Path) -> Manifest:
    """Read a manifest: CSV with the columns `path` and `url`, or JSON lines with these keys.

    Paths are relative to the folder of the manifest. A line that cannot be used is left out.

    Raises:
        BadOption: the file cannot be read, or has no such columns.
    """
    name = make_printable(path)
    try:
        with path.open("rb") as file:
            content = read_at_most(file, MAX_LIST_BYTES + 1)
        text = content.decode("utf-8-sig", errors="surrogateescape")
    except OSError as error:
        raise BadOption(f"manifest {name}: {error.strerror}") from error
    except ValueError as error:
        raise BadOption(f"manifest {name}: {error}") from error
    if len(content) > MAX_LIST_BYTES:
        raise BadOption(f"manifest {name}: it is larger than {MAX_LIST_BYTES} bytes")
    is_json = text.lstrip().startswith("{")
    urls: dict[str, str] = {}
    errors: list[str] = []
    for number, record in _read_json(text) if is_json else _read_csv(text, name):
        place = next((record[key] for key in _PATH_COLUMNS if record.get(key)), None)
        address = record.get("url")
        url = check_web_url(address) if isinstance(address, str) else None
        if not isinstance(place, str) or url is None or "\0" in place:
            errors.append(f"manifest {name}, line {number}: expected a path and an http(s) URL")
        else:
            urls[os.path.abspath(path.parent / place)] = url
    return Manifest(urls, tuple(errors))


def _read_json(text: str) -> Iterator[tuple[int, Mapping[str, object]]]:
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                record = json.loads(line)
            except (ValueError, RecursionError):
                record = None
            yield number, record if isinstance(record, dict) else {}


def _read_csv(text: str, name: str) -> Iterator[tuple[int, Mapping[str, object]]]:
    reader = csv.DictReader(io.StringIO(text, newline=""))
    try:
        columns = [column.strip().lower() for column in reader.fieldnames or ()]
        if "url" not in columns or not set(_PATH_COLUMNS) & set(columns):
            raise BadOption(
                f"manifest {name}: the columns are {', '.join(columns)[:200] or 'missing'}; "
                "expected a first line with path and url"
            )
        reader.fieldnames = columns
        for record in reader:
            yield reader.line_num, record
    except csv.Error as error:
        raise BadOption(f"manifest {name}, line {reader.line_num}: {error}") from error
