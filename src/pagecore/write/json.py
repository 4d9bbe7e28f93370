"""JSON: the content with its places, and what is known of the page, as `docs/output.md` has it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from pagecore.page.images import images_of
from pagecore.page.links import links_of
from pagecore.page.tables import data_tables
from pagecore.write.text import plain_text

if TYPE_CHECKING:
    from pagecore.choice import Choice
    from pagecore.document import Document
    from pagecore.metadata import Metadata
    from pagecore.page import Page

#: Of the schema. It grows when a field changes its meaning or goes; fields may be added.
VERSION: Final = 1


def document_json(document: Document, *, tables: bool, images: bool, links: bool) -> str:
    """A document as JSON, on one line.

    Args:
        document: the document.
        tables: False leaves tables of data out, of the text too.
        images: False leaves the list of images empty.
        links: False leaves the list of links empty.
    """
    parts = [(number, *part) for number, part in enumerate(document.parts)]
    texts = (plain_text(page, choice, tables=tables) for _, page, choice in parts)
    # Blocks are most of it, and written by the core.
    blocks = filter(None, (_blocks(*part, tables=tables) for part in parts))
    before = {
        "version": VERSION,
        "url": document.page.url,
        "title": document.title,
        "language": document.language,
        "metadata": metadata_fields(document.metadata),
        "method": document.method,
        "page_type": document.page_type,
        "page_types": document.page_types,
        "confidence": document.confidence,
        "text": "\n\n".join(filter(None, texts)),
    }
    behind = {
        "links": [link for part in parts for link in _links(*part)] if links else [],
        "images": [image for part in parts for image in _images(*part)] if images else [],
        "tables": [table for part in parts for table in _tables(*part)] if tables else [],
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
    written = (_fields(before), f'"blocks": [{", ".join(blocks)}]', _fields(behind))
    return f"{{{', '.join(written)}}}"


def _fields(record: dict[str, Any]) -> str:
    """JSON without the braces around it."""
    return json.dumps(record, ensure_ascii=False)[1:-1]


def metadata_fields(metadata: Metadata) -> dict[str, Any]:
    """Metadata as plain data: its fields by name, mappings as dicts."""
    values = {field.name: getattr(metadata, field.name) for field in fields(metadata)}
    return {
        name: dict(value) if isinstance(value, Mapping) else value for name, value in values.items()
    }


def _blocks(part: int, page: Page, choice: Choice, *, tables: bool) -> str:
    keep = choice.content
    if not tables:
        keep = keep & (page.above(data_tables(page)) < 0)
    return page._table.blocks_json(keep.view(np.uint8), part)


def _links(part: int, page: Page, choice: Choice) -> Iterator[dict[str, Any]]:
    for link in links_of(page, choice.content):
        yield {"part": part, "row": link.row, "url": link.url, "text": link.text}


def _images(part: int, page: Page, choice: Choice) -> Iterator[dict[str, Any]]:
    for image in images_of(page, choice.content):
        yield {"part": part, "row": image.row, "url": image.url, "text": image.text}


def _tables(part: int, page: Page, choice: Choice) -> Iterator[dict[str, Any]]:
    """Tables of data as rows of the texts of their cells."""
    chosen = choice.content & data_tables(page)
    if not chosen.any():
        return
    is_cell = page.is_tag("td", "th")
    cell_of, table_of = page.above(is_cell), page.above(chosen)
    texts: dict[int, list[str]] = {}
    for _, _, text, first, _ in page._table.written_blocks(choice.content.view(np.uint8)):
        texts.setdefault(int(cell_of[first]), []).append(" ".join(text.split()))
    # A cell that is not chosen keeps its place in a row that is.
    tables: dict[int, dict[int, list[str]]] = {row: {} for row in np.flatnonzero(chosen).tolist()}
    in_row = choice.content[page.parent] & (table_of >= 0)
    for cell in np.flatnonzero(is_cell & in_row).tolist():
        rows = tables[int(table_of[cell])]
        rows.setdefault(int(page.parent[cell]), []).append(" ".join(texts.get(cell, ())))
    for row, rows in tables.items():
        yield {"part": part, "row": row, "cells": list(rows.values())}
