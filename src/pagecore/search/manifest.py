"""The manifest of an index: its format, and how its pages are divided into segments."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from pagecore import _core
from pagecore.errors import BadOption, SearchError
from pagecore.store import make_printable, write_file

#: The format of an index. It changes with the fields, with what is stored, and with the analysis.
FORMAT: Final = 2
MANIFEST_NAME: Final = "pagecore-index.json"


@dataclass(frozen=True)
class Manifest:
    """What all pages of an index share."""

    #: The method of the family `segment`.
    segment: str
    #: Parameters of the method.
    parameters: dict[str, Any] = field(default_factory=dict)

    def write(self, folder: Path) -> None:
        """Write the manifest into the folder of an index."""
        values = {
            "format": FORMAT,
            "pagecore": _core.__version__,
            "segment": self.segment,
            "parameters": self.parameters,
        }
        write_file(folder / MANIFEST_NAME, json.dumps(values, indent=2) + "\n")


def is_index(folder: Path) -> bool:
    """Whether a folder has the manifest of an index."""
    return (folder / MANIFEST_NAME).is_file()


def read_manifest(folder: Path) -> Manifest:
    """Read the manifest of an index.

    Raises:
        BadOption: the folder is not an index.
        SearchError: the manifest is damaged, or the index has another format.
    """
    name = make_printable(folder)
    try:
        content = (folder / MANIFEST_NAME).read_bytes()
    except (OSError, ValueError) as error:
        what = "is not an index" if folder.exists() else "does not exist"
        raise BadOption(
            f"index {name} {what}; `pagecore index PAGE... --out INDEX` makes one"
        ) from error
    try:
        values = json.loads(content)
        format_number, version = values["format"], str(values["pagecore"])
        manifest = Manifest(str(values["segment"]), dict(values["parameters"]))
    except (ValueError, KeyError, TypeError) as error:
        raise SearchError(
            f"index {name} is damaged: {MANIFEST_NAME} cannot be read; delete the folder and index "
            "the pages again"
        ) from error
    if format_number != FORMAT:
        raise SearchError(
            f"index {name} has the format {format_number} of pagecore {version}, but this version "
            f"reads the format {FORMAT}; index the pages again with --overwrite"
        )
    return manifest
