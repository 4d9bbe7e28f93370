"""Collections of one format: `gold.jsonl`, one line of gold per page, and `html/ID.html`.

Each line has `id` and `text` and, if known, `url`, `host`, `language`, `type`, `title`, `author`,
`date`, `markdown`, `encoding`, and `records`, rows of cells. `COLLECTIONS` lists the
collections that have gold text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pagecore.corpora.corpus import Gold, Item
from pagecore.corpora.gold_record import GoldRecord
from pagecore.corpora.reader import CorpusFormat, CorpusReader, has_text, read_domain


@dataclass(frozen=True)
class GoldLines:
    """One collection of this format."""

    #: Whether models may be trained on it.
    trainable: bool
    #: Whether `date` is the date of the text. Otherwise it is that of the download.
    has_dates: bool = True

    def read(self, reader: CorpusReader) -> None:
        """Read the gold file and find its pages."""
        pages = reader.path / "html"
        for record in reader.read_lines(reader.path / "gold.jsonl"):
            page_id, text = record.require_text("id"), record.require_text("text")
            page = page_id and reader.find_page(record.where, pages, f"{page_id}.html")
            if not page_id or not page or text is None:
                continue
            url = record.get_label("url")
            item = Item(
                id=page_id,
                source=page,
                gold=self._read_gold(record, text),
                url=url,
                group=record.get_label("host") or read_domain(url) or page_id,
                encoding=record.get_label("encoding"),
                in_means=has_text(text),
            )
            reader.add(record.where, item)
        reader.note_unused(reader.list_files(pages, ".html"))

    def _read_gold(self, record: GoldRecord, text: str) -> Gold:
        author = record.get_label("author")
        return Gold(
            text=text,
            title=record.get_label("title"),
            authors=(author,) if author else None,
            date=record.get_label("date") if self.has_dates else None,
            language=record.get_label("language"),
            page_type=record.get_label("type"),
            markdown=record.get_text("markdown"),
            records=_read_records(record),
        )

    @property
    def format(self) -> CorpusFormat:
        """The format of the collection."""
        return CorpusFormat(
            "words-unspaced",
            "gold.jsonl (id, text, host, language, …) and html/ID.html",
            self.read,
            trainable=self.trainable,
        )


def _read_records(record: GoldRecord) -> tuple[tuple[str, ...], ...] | None:
    """Read a list of rows of cells; a row of another form is a problem."""
    if "records" not in record.data:
        return None
    rows = [row.get_texts("row") for row in record.list_rows("records")]
    # A row without any text is a blank line of the spreadsheet.
    return tuple(row for row in rows if any(map(str.strip, row)))


COLLECTIONS: Final[Mapping[str, GoldLines]] = {
    "cleaneval": GoldLines(trainable=False),
    "daniel": GoldLines(trainable=False, has_dates=False),
    "gtrends": GoldLines(trainable=False),
    "small": GoldLines(trainable=False),
    "magic": GoldLines(trainable=True),
    "searchlists": GoldLines(trainable=True),
    "defuddle": GoldLines(trainable=False),
}
