"""JSON: the content with its positions, and page metadata; `docs/output.md` has the schema."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from pagecore.page.images import find_images
from pagecore.page.links import find_links
from pagecore.page.writing import render_blocks, write_blocks_json
from pagecore.write.text import render_text

if TYPE_CHECKING:
    from pagecore.choice import Choice
    from pagecore.document import Document
    from pagecore.metadata import Metadata
    from pagecore.page import Page

#: Version of the schema. It grows when a field is removed or changes its meaning; fields may be
#: added without a new version.
VERSION: Final = 1


def write_json(document: Document, *, tables: bool, images: bool, links: bool) -> str:
    """Write a document as JSON, on one line.

    Args:
        document: the document.
        tables: include data tables, also in the text.
        images: include the list of images.
        links: include the list of links.
    """
    parts = [(number, *part) for number, part in enumerate(document.parts)]
    texts = (render_text(page, choice, tables=tables) for _, page, choice in parts)
    # Blocks are most of the output, so the core writes them.
    blocks = filter(None, (_write_blocks(*part, tables=tables) for part in parts))
    before = {
        "version": VERSION,
        "url": document.page.url,
        "title": document.title,
        "language": document.language,
        "metadata": metadata_to_dict(document.metadata),
        "method": document.method,
        "page_type": document.page_type,
        "page_types": document.page_types,
        "confidence": document.confidence,
        "text": "\n\n".join(filter(None, texts)),
    }
    after = {
        "links": [link for part in parts for link in _list_links(*part)] if links else [],
        "images": [image for part in parts for image in _list_images(*part)] if images else [],
        "tables": [table for part in parts for table in _list_tables(*part)] if tables else [],
        "warnings": [
            {
                "code": warning.code,
                "message": warning.message,
                "row": warning.row,
                "offset": warning.offset,
                "count": warning.count,
            }
            for warning in document.warnings
        ],
    }
    written = (_write_fields(before), f'"blocks": [{", ".join(blocks)}]', _write_fields(after))
    return f"{{{', '.join(written)}}}"


def _write_fields(record: dict[str, Any]) -> str:
    """Serialise a record without the outer braces."""
    return json.dumps(record, ensure_ascii=False)[1:-1]


def metadata_to_dict(metadata: Metadata) -> dict[str, Any]:
    """Convert metadata to a dict of its fields; mappings become dicts."""
    values = {field.name: getattr(metadata, field.name) for field in fields(metadata)}
    return {
        name: dict(value) if isinstance(value, Mapping) else value for name, value in values.items()
    }


def _write_blocks(part: int, page: Page, choice: Choice, *, tables: bool) -> str:
    keep = choice.content
    if not tables:
        keep = keep & (page.above(page.data_tables) < 0)
    return write_blocks_json(page, keep, part)


def _list_links(part: int, page: Page, choice: Choice) -> Iterator[dict[str, Any]]:
    for link in find_links(page, choice.content):
        yield {"part": part, "row": link.row, "url": link.url, "text": link.text}


def _list_images(part: int, page: Page, choice: Choice) -> Iterator[dict[str, Any]]:
    for image in find_images(page, choice.content):
        yield {"part": part, "row": image.row, "url": image.url, "text": image.text}


def _list_tables(part: int, page: Page, choice: Choice) -> Iterator[dict[str, Any]]:
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
