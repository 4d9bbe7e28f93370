"""Labels of the pages that `pagecore learn` reads, from a folder: content as text, or values of
fields as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from pagecore.cli.messages import print_message
from pagecore.errors import BadInput
from pagecore.extract import content
from pagecore.page.layout import digest_source
from pagecore.site import check_values
from pagecore.sources.source import Source

if TYPE_CHECKING:
    from pagecore.page import Mask, Page


@dataclass
class LabelTexts:
    """The content of pages: from texts in a folder, or else from the default extractor."""

    folder: Path
    #: The texts, by the digest of the page.
    texts: dict[str, str] = field(default_factory=dict, init=False)

    def read(self, source: Source, page: Page) -> None:
        """Read the text of a page from the folder."""
        path = _find_file(self.folder, source, ".txt")
        if not path.is_file():
            print_message(f"{source}: {path} does not exist; the default extractor labels the page")
            return
        self.texts[digest_source(page)] = _read_file(path)

    def __call__(self, page: Page) -> Mask:
        """Return the mask of content rows of a page."""
        from pagecore.corpora.labels import label_blocks

        text = self.texts.get(digest_source(page))
        if text is None:
            return content(page).content
        is_content: Mask = page.spread(label_blocks(page, text)) > 0.5
        return is_content


@dataclass
class LabelValues:
    """Values of fields: from JSON files in a folder, for some pages."""

    folder: Path
    #: The values by field, by the digest of the page.
    values: dict[str, Mapping[str, str | Sequence[str]]] = field(default_factory=dict, init=False)
    #: Whether there was a file for a page, valid or not.
    has_files: bool = field(default=False, init=False)

    def read(self, source: Source, page: Page) -> None:
        """Read the values of a page from the folder, if there is a file."""
        path = _find_file(self.folder, source, ".json")
        if path.is_file():
            self.has_files = True
            self.values[digest_source(page)] = _read_values(path)

    def __call__(self, page: Page) -> Mapping[str, str | Sequence[str]] | None:
        """Return the values of a page by field; None if there is no file for it."""
        return self.values.get(digest_source(page))


def _read_values(path: Path) -> dict[str, tuple[str, ...]]:
    try:
        values = json.loads(_read_file(path))
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{path}: not JSON: {error}") from error
    if not isinstance(values, dict):
        raise BadInput(f'{path}: expected an object such as {{"price": "9 €"}}')
    try:
        return check_values(values)
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None


def _find_file(folder: Path, source: Source, suffix: str) -> Path:
    place = Path(source.place)
    inside = place.relative_to(source.folder) if source.folder is not None else Path(place.name)
    return folder / inside.with_suffix(suffix)


def _read_file(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        raise BadInput(f"{path}: cannot be read: {error}") from error
