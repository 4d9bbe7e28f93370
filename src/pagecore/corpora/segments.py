"""Saved pages with hand-marked segments on two levels: `gold.jsonl` and `pages/SITE/…`.

The items use the annotated pages, because the paths of the gold are valid there. They are UTF-8,
sometimes with invalid bytes, and most have doubly encoded text; `MarkedRegion.text_fixed` has the
corrected text.
"""

from __future__ import annotations

from pagecore.corpora.corpus import Gold, Item, MarkedRegion
from pagecore.corpora.gold_record import GoldRecord
from pagecore.corpora.reader import CorpusFormat, CorpusReader


def read(reader: CorpusReader) -> None:
    """Read the gold of every page and find the page."""
    for record in reader.read_lines(reader.path / "gold.jsonl"):
        page_id, name = record.require_text("id"), record.require_text("page")
        if original := record.get_label("page_original"):
            reader.mark_used(reader.path / original)
        page = name and reader.find_page(record.where, reader.path, name)
        if not page_id or not page:
            continue
        if not isinstance(record.data.get("blocks"), list):
            reader.note(record.where, "page without gold: there is no list 'blocks'")
            continue
        segments = _read_segments(record)
        if segments is None:
            continue
        item = Item(
            id=page_id,
            source=page,
            gold=Gold(segments=segments),
            url=record.get_label("url"),
            group=record.get_label("site") or page_id,
            encoding="utf-8",
            in_means=bool(segments),
        )
        reader.add(record.where, item)
    marked = reader.list_files(reader.path / "pages", ".html", deep=True)
    reader.note_unused(
        [page for page in marked if page.stem.endswith((".blocks", ".blocks.fixed"))]
    )


def _read_segments(record: GoldRecord) -> tuple[MarkedRegion, ...] | None:
    """All segments, or None if one is broken, because parents refer to positions in the list."""
    segments = [_read_segment(block) for block in record.list_records("blocks")]
    valid = [segment for segment in segments if segment is not None]
    return tuple(valid) if len(valid) == len(record.data["blocks"]) else None


def _read_segment(block: GoldRecord) -> MarkedRegion | None:
    text, path = block.require_text("text"), block.require_text("path")
    level = block.data.get("level")
    levels = tuple(level) if isinstance(level, list) else (level,)
    if not levels or not set(levels) <= {1, 2}:
        block.note(block.where, f"'level': expected 1, 2 or both, found {level!r}")
        return None
    if text is None or path is None:
        return None
    return MarkedRegion(
        levels=levels,
        kind=block.get_label("type") or "",
        parent=block.get_number("parent"),
        tag=block.get_label("tag") or "",
        path=path,
        text=text,
        text_fixed=block.get_text("text_fixed"),
    )


FORMAT = CorpusFormat("segments", "gold.jsonl (id, page, blocks, …) and pages/SITE/…", read)
