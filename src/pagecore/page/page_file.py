"""Rendered pages as `.npz` files: the serialised source, the layout, and where they are from."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Final

import numpy as np

from pagecore.errors import BadInput
from pagecore.page.layout import Layout
from pagecore.page.page import Page
from pagecore.page.parse import expect_page, parse
from pagecore.page.received import Received
from pagecore.page.warning import PageWarning

#: The first lines of the text entry; a newer form has another number.
FORM: Final = "pagecore-page 1"
_COLUMNS: Final = (
    "box", "font_size", "font_weight", "font", "colour", "background", "display", "position",
    "seen",
)  # fmt: skip
_ENTRIES: Final = ("about", "source", *_COLUMNS)
#: Bytes of all entries together, unpacked.
_MAX_BYTES: Final = 1 << 30


def save_page(page: Page, path: str | os.PathLike[str]) -> None:
    """Write a rendered page to an `.npz` file.

    Raises:
        BadInput: the page has no layout.
        PagecoreError: the file cannot be written.
    """
    # Imported here, because few programs write pages.
    from pagecore.store import write_file

    write_file(Path(path), pack_page(page))


def load_page(path: str | os.PathLike[str]) -> Page:
    """Read a rendered page from an `.npz` file.

    Raises:
        BadInput: the file cannot be read, or is not such a file.
    """
    try:
        content = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        raise BadInput(f"{os.fspath(path)}: {getattr(error, 'strerror', None) or error}") from error
    return unpack_page(content, f"{os.fspath(path)}: ")


def pack_page(page: Page) -> bytes:
    """Return the `.npz` file of a rendered page."""
    import io

    layout = expect_page("save_page", page).layout
    if layout is None:
        raise BadInput("the page has no layout: render it with pagecore.browse")
    about = {
        "form": FORM,
        "url": page.url,
        "received": None if page.received is None else page.received.digest,
        "source_digest": layout.source_digest,
        "fonts": layout.fonts,
        "quality": float(layout.quality),
        "has_run_scripts": layout.has_run_scripts,
        "warnings": [
            [warning.code, warning.message]
            for warning in page.warnings
            if warning.code.startswith("browse-")
        ],
    }
    # The first entry tells such a file from other archives.
    entries: dict[str, Any] = {
        "about": np.frombuffer(json.dumps(about).encode(), np.uint8),
        "source": np.frombuffer(page.source, np.uint8),
    }
    entries |= {name: getattr(layout, name) for name in _COLUMNS}
    file = io.BytesIO()
    np.savez_compressed(file, **entries)
    return file.getvalue()


def is_rendered(head: bytes) -> bool:
    """Whether bytes begin as the `.npz` file of a rendered page does."""
    return head.startswith(b"PK\3\4") and head[30:39] == b"about.npy"


def unpack_page(content: bytes, prefix: str = "", url: str | None = None) -> Page:
    """Read the bytes of an `.npz` file.

    Args:
        content: the bytes.
        prefix: the start of messages, such as the name of the file.
        url: the URL of the page, instead of that in the file.

    Raises:
        BadInput: these are not the bytes of such a file, or it is damaged.
    """
    import zipfile
    import zlib

    try:
        return _make_page(_read_entries(content), url)
    except BadInput as error:
        raise BadInput(f"{prefix}{error}") from error
    except (
        *(KeyError, TypeError, ValueError, EOFError, OSError, NotImplementedError, RuntimeError),
        *(zipfile.BadZipFile, zlib.error),
    ) as error:
        raise BadInput(f"{prefix}this is not a rendered page, or it is damaged: {error}") from error


def _make_page(entries: dict[str, Any], url: str | None) -> Page:
    about = json.loads(entries["about"].tobytes())
    if about["form"] != FORM:
        raise BadInput(f"this file has the form {about['form']!r}: expected {FORM!r}")
    page = parse(entries["source"].tobytes().decode(), url=about["url"] if url is None else url)
    layout = Layout(
        **{name: entries[name] for name in _COLUMNS},
        fonts=tuple(about["fonts"]),
        quality=about["quality"],
        source_digest=about["source_digest"],
        has_run_scripts=about.get("has_run_scripts", False),
    )
    warnings = [PageWarning(str(code), str(text), -1, -1, 1) for code, text in about["warnings"]]
    page = page.with_layout(layout).with_warnings(*warnings)
    digest = about["received"]
    return page if digest is None else page.with_received(Received(digest))


def _read_entries(content: bytes) -> dict[str, Any]:
    """Read the arrays of a file; a header cannot ask for more memory than the array has bytes."""
    import io
    import zipfile

    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        n_bytes = sum(entry.file_size for entry in archive.infolist())
        if n_bytes > _MAX_BYTES:
            raise BadInput(f"the file has {n_bytes} bytes unpacked; the limit is {_MAX_BYTES}")
        return {name: _read_array(archive.read(f"{name}.npy")) for name in _ENTRIES}


def _read_array(content: bytes) -> Any:
    import io

    file = io.BytesIO(content)
    if np.lib.format.read_magic(file) != (1, 0):
        raise ValueError("an array has an unknown version")
    shape, is_fortran, dtype = np.lib.format.read_array_header_1_0(file)
    if is_fortran or dtype.hasobject:
        raise ValueError(f"an array has the type {dtype}")
    return np.frombuffer(content, dtype, offset=file.tell()).reshape(shape)
