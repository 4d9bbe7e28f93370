"""Fundus: news in 25 languages, with gold from hand-written parsers for each publisher.

The files are `html/ID.html`, `gold.jsonl`, and `gold-2.jsonl` with older snapshots. The gold of the
older snapshots is less exact, so they have their own page type in reports.
"""

from __future__ import annotations

from pagecore.corpora.corpus import Gold, Item
from pagecore.corpora.reader import CorpusFormat, CorpusReader, has_text

_PAGE_TYPES = {"gold.jsonl": "news", "gold-2.jsonl": "news, older snapshot"}


def read(reader: CorpusReader) -> None:
    """Read both gold files; the second is optional."""
    pages = reader.path / "html"
    for name, page_type in _PAGE_TYPES.items():
        if name == "gold.jsonl" or (reader.path / name).exists():
            _read_gold(reader, name, page_type)
    reader.note_unused(reader.list_files(pages, ".html"))


def _read_gold(reader: CorpusReader, name: str, page_type: str) -> None:
    for record in reader.read_lines(reader.path / name):
        page_id, text = record.require_text("id"), record.require_text("text")
        page = page_id and reader.find_page(record.where, reader.path / "html", f"{page_id}.html")
        if not page_id or not page or text is None:
            continue
        gold = Gold(
            text=text,
            title=record.get_label("title"),
            authors=record.get_texts("authors") or None,
            date=record.get_label("date"),
            language=record.get_label("language"),
            page_type=page_type,
        )
        item = Item(
            id=page_id,
            source=page,
            gold=gold,
            url=record.get_label("url"),
            group=record.get_label("publisher") or page_id,
            in_means=has_text(text),
        )
        reader.add(record.where, item)


FORMAT = CorpusFormat("words-unspaced", "gold.jsonl (id, text, …) and html/ID.html", read)
