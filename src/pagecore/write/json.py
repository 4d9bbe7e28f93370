"""JSON: the content with its positions, and page metadata; `docs/output.md` has the schema."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from pagecore.errors import BadOption, show_value
from pagecore.metadata import Metadata
from pagecore.page.columns import Mask, check_list
from pagecore.page.images import Image, find_images
from pagecore.page.links import Link, find_links
from pagecore.page.writing import leave_out_tables, render_blocks, write_blocks_json

if TYPE_CHECKING:
    from pagecore.choice import Choice, Part
    from pagecore.document import Document
    from pagecore.page import Page
    from pagecore.write.main_heading import MainHeading

#: Version of the schema. It grows when a field is removed or changes its meaning; fields may be
#: added without a new version.
VERSION: Final = 1


@dataclass(frozen=True)
class _Content:
    """A document, and what of it is written."""

    document: Document
    #: The main heading, and the parts without it; None and all parts if it is not asked for.
    heading: MainHeading | None
    parts_below: Sequence[Part]
    title: bool
    tables: bool
    images: bool
    links: bool
    readings: bool

    @property
    def parts(self) -> Iterator[tuple[int, Page, Choice]]:
        """Return the parts with their numbers."""
        return ((number, *part) for number, part in enumerate(self.document.parts))


def write_json(
    document: Document,
    names: Sequence[str] | None = None,
    *,
    heading: MainHeading | None,
    parts_below: Sequence[Part],
    title: bool,
    tables: bool,
    images: bool,
    links: bool,
    readings: bool,
) -> str:
    """Write a document as JSON, on one line.

    Args:
        document: the document.
        names: the fields to write, in this order; None for the fields of the schema.
        heading: the title, to begin the list of blocks with; None to leave it out.
        parts_below: the parts without what repeats the title.
        title: begin the fields with markup with the title.
        tables: include data tables, also in the text.
        images: include the list of images.
        links: include the list of links.
        readings: write the readings of `ruby` in brackets after their base.
    """
    content = _Content(document, heading, parts_below, title, tables, images, links, readings)
    written = (
        f'"{name}": {_write_field(content, name)}'
        for name in (FIELDS if names is None else check_fields(names))
    )
    return f"{{{', '.join(written)}}}"


def check_fields(names: object) -> tuple[str, ...]:
    """Return the names of fields as a tuple.

    Raises:
        BadOption: a name is unknown or repeated.
    """
    listed = check_list("fields", names, "a list of names")
    known = (*FIELDS, *MORE_FIELDS)
    for name in listed:
        if name not in known:
            raise BadOption(
                f"fields: {show_value(name)} is no field; the fields are {', '.join(known)}"
            )
    if len(set(listed)) < len(listed) or not listed:
        raise BadOption(f"fields={show_value(listed, 200)}: expected at least one field, each once")
    return tuple(listed)


def metadata_to_dict(metadata: Metadata) -> dict[str, Any]:
    """Convert metadata to a dict of its fields; mappings become dicts."""
    values = {field.name: getattr(metadata, field.name) for field in fields(metadata)}
    return {
        name: dict(value) if isinstance(value, Mapping) else value for name, value in values.items()
    }


def _write_field(content: _Content, name: str) -> str:
    if name == "blocks":
        # Blocks are most of the output, so the core writes them.
        return _write_blocks(content)
    value = (_READERS | _MORE_READERS)[name](content)
    return json.dumps(value, ensure_ascii=False)


def _write_blocks(content: _Content) -> str:
    blocks = [
        write_blocks_json(
            page,
            choice.content if content.tables else leave_out_tables(page, choice.content),
            number,
            readings=content.readings,
        )
        for number, (page, choice) in enumerate(content.parts_below)
    ]
    if content.heading is not None and (content.heading.is_all or any(blocks)):
        first = content.heading.to_dict(content.document.page)
        blocks.insert(0, json.dumps(first, ensure_ascii=False))
    return f"[{', '.join(filter(None, blocks))}]"


def _list_links(content: _Content) -> list[dict[str, Any]]:
    if not content.links:
        return []
    return _list_targets(content, find_links)


def _list_images(content: _Content) -> list[dict[str, Any]]:
    if not content.images:
        return []
    return _list_targets(content, find_images)


def _list_targets(
    content: _Content, find: Callable[[Page, Mask], Iterable[Link | Image]]
) -> list[dict[str, Any]]:
    return [
        {"part": part, "row": target.row, "url": target.url, "text": target.text}
        for part, page, choice in content.parts
        for target in find(page, choice.content)
    ]


def _list_tables(content: _Content) -> list[dict[str, Any]]:
    if not content.tables:
        return []
    return [table for part in content.parts for table in _list_tables_of_part(*part)]


def _list_tables_of_part(part: int, page: Page, choice: Choice) -> Iterator[dict[str, Any]]:
    """List data tables, each as rows of cell texts."""
    chosen = choice.content & page.data_tables
    if not chosen.any():
        return
    is_cell = page.is_tag("td", "th")
    cell_of, table_of = page.above(is_cell), page.above(chosen)
    texts: dict[int, list[str]] = {}
    for block in render_blocks(page, choice.content):
        texts.setdefault(int(cell_of[block.first]), []).append(" ".join(block.text.split()))
    # An unchosen cell in a chosen row is an empty text.
    tables: dict[int, dict[int, list[str]]] = {row: {} for row in np.flatnonzero(chosen).tolist()}
    in_row = choice.content[page.parent] & (table_of >= 0)
    for cell in np.flatnonzero(is_cell & in_row).tolist():
        rows = tables[int(table_of[cell])]
        rows.setdefault(int(page.parent[cell]), []).append(" ".join(texts.get(cell, ())))
    for row, rows in tables.items():
        yield {"part": part, "row": row, "cells": list(rows.values())}


def _list_warnings(content: _Content) -> list[dict[str, Any]]:
    return [
        {
            "code": warning.code,
            "message": warning.message,
            "row": warning.row,
            "offset": warning.offset,
            "count": warning.count,
        }
        for warning in (*content.document.warnings, *content.document.data.warnings)
    ]


def _write_data(document: Document) -> dict[str, Any]:
    from pagecore.metadata.data import data_to_dict

    return data_to_dict(document.data)


def _write_markup(content: _Content, to: str) -> str:
    write: Callable[..., str] = getattr(content.document, to)
    return write(
        title=content.title,
        tables=content.tables,
        images=content.images,
        links=content.links,
        readings=content.readings,
    )


def _read_metadata_field(name: str) -> Callable[[_Content], Any]:
    return lambda content: getattr(content.document.metadata, name)


#: Fields of the metadata that may be asked for by name.
_METADATA_FIELDS: Final = (
    "authors", "published", "modified", "site", "description", "image", "tags", "license",
)  # fmt: skip

_READERS: Final[dict[str, Callable[[_Content], Any]]] = {
    "schema_version": lambda content: VERSION,
    "url": lambda content: content.document.url,
    "title": lambda content: content.document.title,
    "language": lambda content: content.document.language,
    "metadata": lambda content: metadata_to_dict(content.document.metadata),
    "data": lambda content: _write_data(content.document),
    "method": lambda content: content.document.method,
    "page_type": lambda content: content.document.page_type,
    "page_types": lambda content: content.document.page_types,
    "confidence": lambda content: content.document.confidence,
    "text": lambda content: content.document.to_text(
        tables=content.tables, readings=content.readings
    ),
    "blocks": _write_blocks,
    "links": _list_links,
    "images": _list_images,
    "tables": _list_tables,
    "warnings": _list_warnings,
}

_MORE_READERS: Final[dict[str, Callable[[_Content], Any]]] = {
    "markdown": lambda content: _write_markup(content, "markdown"),
    "html": lambda content: _write_markup(content, "html"),
    "date": lambda content: content.document.metadata.date,
    **{name: _read_metadata_field(name) for name in _METADATA_FIELDS},
}

#: The fields of the schema, in their order.
FIELDS: Final = tuple(_READERS)
#: Fields that are written if they are asked for by name.
MORE_FIELDS: Final = tuple(_MORE_READERS)
