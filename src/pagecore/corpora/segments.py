"""Saved pages with hand-marked segments on two levels: `gold.jsonl` and `pages/SITE/…`.

The page that is read is the marked one, in which the paths of the gold hold. It is UTF-8, now and
then with invalid bytes, and mostly with text that is doubly encoded; `Segment.text_fixed` has the
text as it was meant.
"""

from __future__ import annotations

from pagecore.corpora.corpus import Gold, Item, Segment
from pagecore.corpora.reading import CorpusLayout, Reading, Record


def read(reading: Reading) -> None:
    """Read the gold of every page and look for the page."""
    for record in reading.lines(reading.path / "gold.jsonl"):
        page_id, name = record.needed("id"), record.needed("page")
        if original := record.label("page_original"):
            reading.claim(reading.path / original)
        page = name and reading.page(record.where, reading.path, name)
        if not page_id or not page:
            continue
        if not isinstance(record.data.get("blocks"), list):
            reading.note(record.where, "page without gold: there is no list 'blocks'")
            continue
        segments = _segments(record)
        if segments is None:
            continue
        item = Item(
            id=page_id,
            source=page,
            gold=Gold(segments=segments),
            url=record.label("url"),
            group=record.label("site") or page_id,
            encoding="utf-8",
            in_means=bool(segments),
        )
        reading.add(record.where, item)
    marked = reading.files(reading.path / "pages", ".html", deep=True)
    reading.note_unclaimed(
        [page for page in marked if page.stem.endswith((".blocks", ".blocks.fixed"))]
    )


def _segments(record: Record) -> tuple[Segment, ...] | None:
    """All segments, or None where one is broken: their parents are counted by place."""
    segments = [_segment(block) for block in record.each("blocks")]
    whole = [segment for segment in segments if segment is not None]
    return tuple(whole) if len(whole) == len(record.data["blocks"]) else None


def _segment(block: Record) -> Segment | None:
    text, path = block.needed("text"), block.needed("path")
    level = block.data.get("level")
    levels = tuple(level) if isinstance(level, list) else (level,)
    if not levels or not set(levels) <= {1, 2}:
        block.reading.note(block.where, f"'level': expected 1, 2 or both, found {level!r}")
        return None
    if text is None or path is None:
        return None
    return Segment(
        levels=levels,
        kind=block.label("type") or "",
        parent=block.number("parent"),
        tag=block.label("tag") or "",
        path=path,
        text=text,
        text_fixed=block.string("text_fixed"),
    )


LAYOUT = CorpusLayout("segments", "gold.jsonl (id, page, blocks, …) and pages/SITE/…", read)
