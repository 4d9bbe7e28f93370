"""The layout for one's own pages: a folder of `ID.html` with `ID.txt` or `ID.md`, or one file.

The file is JSON lines or Parquet with `html` and `text` in every row, and, where they are known,
`id`, `url`, `title`, `authors`, `date`, `language`, `page_type`, `markdown` and `group`.
"""

from __future__ import annotations

import datetime
import importlib
import re
from collections.abc import Iterator

from pagecore.corpora.corpus import Gold, Item
from pagecore.corpora.reading import CorpusLayout, Reading, Record, domain, has_text
from pagecore.errors import CorpusError, NeedsExtra

#: Files that lie beside pages in many folders and are no gold.
_NO_GOLD = ("readme", "license", "licence", "notice")
_LINES = (".jsonl", ".ndjson")
#: What is read of a Parquet file.
_COLUMNS = frozenset(
    {"id", "html", "text", "url", "title", "authors", "date", "language", "page_type"}
    | {"markdown", "group"}
)


def read(reading: Reading) -> None:
    """Read the folder or the file."""
    suffix = reading.path.suffix.lower()
    if reading.path.is_dir():
        _read_folder(reading)
    elif suffix == ".parquet":
        _read_rows(reading, _parquet(reading))
    elif suffix in _LINES:
        _read_rows(reading, reading.lines(reading.path))
    else:
        raise CorpusError(
            f"{reading.path}: a corpus in one file ends in .jsonl, .ndjson or .parquet"
        )


def _read_folder(reading: Reading) -> None:
    folder = reading.path
    for page in reading.files(folder, ".html", ".htm"):
        text_file, markdown_file = page.with_suffix(".txt"), page.with_suffix(".md")
        if not text_file.exists() and not markdown_file.exists():
            reading.note(page, f"page without gold: there is no {page.stem}.txt or {page.stem}.md")
            continue
        markdown = reading.text(markdown_file) if markdown_file.exists() else None
        if text_file.exists():
            text = reading.text(text_file)
        else:
            text = None if markdown is None else text_of_markdown(markdown)
        if text is not None:
            gold = Gold(text=text, markdown=markdown)
            item = Item(page.stem, page, gold, group=page.stem, in_means=has_text(text))
            reading.add(page, item)
    for path in reading.files(folder, ".txt", ".md"):
        pages = (path.with_suffix(suffix) for suffix in (".html", ".htm"))
        if path.stem.lower() not in _NO_GOLD and not any(page.exists() for page in pages):
            reading.note(path, f"gold without page: there is no {path.stem}.html")


def _read_rows(reading: Reading, rows: Iterator[Record]) -> None:
    for row in rows:
        html = row.data.get("html")
        if html is None:
            reading.note(row.where, "gold without page: there is no 'html'")
            continue
        # Bytes, which Parquet can hold, tell their encoding themselves.
        text_html = None if isinstance(html, bytes) else row.string("html")
        text = row.string("text")
        if row.data.get("text") is None:
            reading.note(row.where, "page without gold: there is no 'text'")
        if text is None or (text_html is None and not isinstance(html, bytes)):
            continue
        url = row.label("url")
        page_id = _id(row)
        gold = Gold(
            text=text,
            title=row.label("title"),
            authors=row.strings("authors") or None,
            date=row.label("date"),
            language=row.label("language"),
            page_type=row.label("page_type"),
            markdown=row.string("markdown"),
        )
        item = Item(
            id=page_id,
            source=html if text_html is None else text_html.encode(),
            gold=gold,
            url=url,
            group=row.label("group") or domain(url) or page_id,
            encoding=None if text_html is None else "utf-8",
            in_means=has_text(text),
        )
        reading.add(row.where, item)


def _id(row: Record) -> str:
    """The row's id, a text or a number; else the number of its line or row."""
    page_id = row.data.get("id")
    if isinstance(page_id, int) and not isinstance(page_id, bool):
        return str(page_id)
    return row.label("id") or re.findall(r"\d+", row.where)[-1]


def _parquet(reading: Reading) -> Iterator[Record]:
    try:
        parquet = importlib.import_module("pyarrow.parquet")
        arrow_error = importlib.import_module("pyarrow").ArrowException
    except ImportError as error:
        raise NeedsExtra(
            f"{reading.path}: a corpus as Parquet needs pyarrow: pip install 'pagecore[evaluate]'"
        ) from error
    path = reading.path
    number = 0
    try:
        with parquet.ParquetFile(path) as file:
            columns = [name for name in file.schema_arrow.names if name in _COLUMNS]
            for batch in file.iter_batches(batch_size=256, columns=columns):
                for data in batch.to_pylist():
                    number += 1
                    if isinstance(data.get("date"), datetime.date):
                        data["date"] = data["date"].isoformat()
                    yield Record(reading, f"{path.name}, row {number}", data)
    except (arrow_error, OSError) as error:
        reading.note(path, f"broken Parquet, after {number} rows: {error}")


def text_of_markdown(markdown: str) -> str:
    """Markdown without what would count as words and is none: the targets of links and images,
    the language of a code block, underscores for emphasis."""
    text = re.sub(r"^(\s*(?:```+|~~~+)).*$", r"\1", markdown, flags=re.MULTILINE)
    text = re.sub(r"\]\((?:<[^>\n]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)[^()\n]*\)", "]", text)
    return re.sub(r"(?<!\w)(_{1,3})(?=\S)(.+?)(?<=\S)\1(?!\w)", r"\2", text)


LAYOUT = CorpusLayout(
    "words-unspaced",
    "ID.html with ID.txt or ID.md, or is one .jsonl or .parquet file with html and text",
    read,
    one_file=True,
)
