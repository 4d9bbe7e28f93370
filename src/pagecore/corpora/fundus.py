"""Fundus: news in 25 languages, gold by parsers written by hand for every publisher.

`html/ID.html`, `gold.jsonl`, and `gold-2.jsonl` with older snapshots, whose gold is a little
rougher: its pages have a page type of their own, so that reports tell the two apart.
"""

from __future__ import annotations

from pagecore.corpora.corpus import Gold, Item
from pagecore.corpora.reading import CorpusLayout, Reading, has_text

_PAGE_TYPES = {"gold.jsonl": "news", "gold-2.jsonl": "news, older snapshot"}


def read(reading: Reading) -> None:
    """Read both files of gold; the second may be missing."""
    pages = reading.path / "html"
    for name, page_type in _PAGE_TYPES.items():
        if name == "gold.jsonl" or (reading.path / name).exists():
            _read_gold(reading, name, page_type)
    reading.note_unclaimed(reading.files(pages, ".html"))


def _read_gold(reading: Reading, name: str, page_type: str) -> None:
    for record in reading.lines(reading.path / name):
        page_id, text = record.needed("id"), record.needed("text")
        page = page_id and reading.page(record.where, reading.path / "html", f"{page_id}.html")
        if not page_id or not page or text is None:
            continue
        gold = Gold(
            text=text,
            title=record.label("title"),
            authors=record.strings("authors") or None,
            date=record.label("date"),
            language=record.label("language"),
            page_type=page_type,
        )
        item = Item(
            id=page_id,
            source=page,
            gold=gold,
            url=record.label("url"),
            group=record.label("publisher") or page_id,
            in_means=has_text(text),
        )
        reading.add(record.where, item)


LAYOUT = CorpusLayout("words-unspaced", "gold.jsonl (id, text, …) and html/ID.html", read)
