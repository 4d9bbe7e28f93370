"""Files beside a page: what a browser gets for the style sheets and images of a saved page."""

from __future__ import annotations

import mimetypes
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

from pagecore.errors import BadInput, BadOption, show_value
from pagecore.sources.read_at_most import read_at_most

#: The value of a URL: bytes, a file, or width and height of an image that is drawn as a blank box.
FileValue = bytes | str | os.PathLike[str] | tuple[int, int]
#: A folder, or files by URL.
Files = str | os.PathLike[str] | Mapping[str, FileValue]

#: The host of saved pages without a URL; the name is reserved, so no server can have it.
SAVED_HOST: Final = "saved.invalid"
#: The largest file, in bytes.
_MAX_BYTES: Final = 32 * 2**20


@dataclass(frozen=True)
class FileAnswer:
    """What the browser gets for a URL."""

    content: bytes
    content_type: str


def find_file(files: Files | None, url: str, page_host: str, kind: str) -> FileAnswer | None:
    """Return the file for a URL, or None.

    Args:
        files: a folder or a mapping, as `browse` takes it.
        url: the URL without its fragment.
        page_host: the host of the page.
        kind: what the browser wants: `stylesheet`, `image`, `font` and so on.
    """
    if files is None:
        return None
    if isinstance(files, Mapping):
        value = files.get(url)
        if value is None and "?" in url:
            value = files.get(url.partition("?")[0])
        return None if value is None else _read_value(value, url, kind)
    path = _find_in_folder(Path(files), url, page_host)
    return None if path is None else _read_file(path, url, kind)


def check_files(files: Files | None) -> None:
    """Raise `BadOption` if something is neither a folder nor a mapping."""
    if files is None or isinstance(files, Mapping):
        return
    if not isinstance(files, (str, os.PathLike)) or not Path(files).is_dir():
        raise BadOption(
            f"files={show_value(files, 200)}: expected a folder, or a mapping of URLs to files"
        )


def _read_value(value: FileValue, url: str, kind: str) -> FileAnswer:
    if isinstance(value, tuple):
        return _draw_blank(*value)
    if isinstance(value, bytes):
        return FileAnswer(value, _guess_type(url, kind))
    return _read_file(Path(value), url, kind)


def _read_file(path: Path, url: str, kind: str) -> FileAnswer:
    try:
        with path.open("rb") as file:
            content = read_at_most(file, _MAX_BYTES)
    except OSError as error:
        raise BadInput(f"files: {path}: {error.strerror}") from error
    return FileAnswer(content, _guess_type(url, kind))


def _guess_type(url: str, kind: str) -> str:
    # Saved style sheets have any name, such as `css.php`; a browser refuses other types.
    if kind == "stylesheet":
        return "text/css"
    guess = mimetypes.guess_type(urlsplit(url).path)[0]
    return guess or "application/octet-stream"


def _draw_blank(width: int, height: int) -> FileAnswer:
    image = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:d}" height="{height:d}"/>'
    return FileAnswer(image.encode(), "image/svg+xml")


def _find_in_folder(folder: Path, url: str, page_host: str) -> Path | None:
    """Return the file of a URL in a folder.

    Paths of the page's host are in the folder itself, those of other hosts in a folder with the
    name of the host. Programs that save pages keep the query in the name of the file, or drop it.
    """
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https", "file"):
        return None
    path = unquote(parts.path).lstrip("/")
    host = parts.netloc.lower()
    places = [path] if host == page_host else []
    places.append(f"{host}/{path}")
    for place in places:
        names = [f"{place}?{unquote(parts.query)}", place] if parts.query else [place]
        for name in names:
            file = _resolve(folder, name)
            if file is not None:
                return file
    return None


def _resolve(folder: Path, name: str) -> Path | None:
    """Return a file inside a folder; None if it is not there, or if the path leads out of it."""
    try:
        root, file = folder.resolve(), (folder / name).resolve()
        return file if file.is_relative_to(root) and file.is_file() else None
    except (OSError, ValueError):
        # The name is too long, or contains a NUL.
        return None
