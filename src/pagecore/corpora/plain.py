"""The format for your own pages: a folder of `ID.html` with `ID.txt` or `ID.md`, or one file.

The file is JSON lines or Parquet, with `html` and `text` in every row. Optional columns are `id`,
`url`, `title`, `authors`, `date`, `language`, `page_type`, `markdown` and `group`.
"""

from __future__ import annotations

import datetime
import importlib
import re
from collections.abc import Iterator
from typing import Final

from pagecore.corpora.corpus import Gold, Item
from pagecore.corpora.gold_record import GoldRecord
from pagecore.corpora.reader import CorpusFormat, CorpusReader, has_text, read_domain
from pagecore.errors import CorpusError, NeedsExtra

#: Files that often lie beside pages and are not gold.
_NO_GOLD = ("readme", "license", "licence", "notice")
_LINES = (".jsonl", ".ndjson")
#: The columns to read from a Parquet file.
_COLUMNS = frozenset(
    {"id", "html", "text", "url", "title", "authors", "date", "language", "page_type"}
    | {"markdown", "group"}
)


def read(reader: CorpusReader) -> None:
    """Read the folder or the file."""
    suffix = reader.path.suffix.lower()
    if reader.path.is_dir():
        _read_folder(reader)
    elif suffix == ".parquet":
        _read_rows(reader, _read_parquet(reader))
    elif suffix in _LINES:
        _read_rows(reader, reader.read_lines(reader.path))
    else:
        raise CorpusError(
            f"{reader.path}: expected a folder, or a file that ends in .jsonl, .ndjson or .parquet"
        )


def _read_folder(reader: CorpusReader) -> None:
    folder = reader.path
    for page in reader.list_files(folder, ".html", ".htm"):
        text_file, markdown_file = page.with_suffix(".txt"), page.with_suffix(".md")
        if not text_file.exists() and not markdown_file.exists():
            reader.note(page, f"page without gold: there is no {page.stem}.txt or {page.stem}.md")
            continue
        markdown = reader.read_text(markdown_file) if markdown_file.exists() else None
        if text_file.exists():
            text = reader.read_text(text_file)
        else:
            text = None if markdown is None else strip_markdown(markdown)
        if text is not None:
            gold = Gold(text=text, markdown=markdown)
            item = Item(page.stem, page, gold, group=page.stem, in_means=has_text(text))
            reader.add(page, item)
    for path in reader.list_files(folder, ".txt", ".md"):
        pages = (path.with_suffix(suffix) for suffix in (".html", ".htm"))
        if path.stem.lower() not in _NO_GOLD and not any(page.exists() for page in pages):
            reader.note(path, f"gold without page: there is no {path.stem}.html")


def _read_rows(reader: CorpusReader, rows: Iterator[GoldRecord]) -> None:
    for row in rows:
        html = row.data.get("html")
        if html is None:
            reader.note(row.where, "gold without page: there is no 'html'")
            continue
        # Parquet may hold bytes; then the page declares its encoding.
        text_html = None if isinstance(html, bytes) else row.get_text("html")
        text = row.get_text("text")
        if row.data.get("text") is None:
            reader.note(row.where, "page without gold: there is no 'text'")
        if text is None or (text_html is None and not isinstance(html, bytes)):
            continue
        url = row.get_label("url")
        page_id = _read_id(row)
        gold = Gold(
            text=text,
            title=row.get_label("title"),
            authors=row.get_texts("authors") or None,
            date=row.get_label("date"),
            language=row.get_label("language"),
            page_type=row.get_label("page_type"),
            markdown=row.get_text("markdown"),
        )
        item = Item(
            id=page_id,
            source=html if text_html is None else text_html.encode(),
            gold=gold,
            url=url,
            group=row.get_label("group") or read_domain(url) or page_id,
            encoding=None if text_html is None else "utf-8",
            in_means=has_text(text),
        )
        reader.add(row.where, item)


def _read_id(row: GoldRecord) -> str:
    """The id of the row, a text or a number; by default the number of its line or row."""
    page_id = row.data.get("id")
    if isinstance(page_id, int) and not isinstance(page_id, bool):
        return str(page_id)
    return row.get_label("id") or re.findall(r"\d+", row.where)[-1]


def _read_parquet(reader: CorpusReader) -> Iterator[GoldRecord]:
    try:
        parquet = importlib.import_module("pyarrow.parquet")
        arrow_error = importlib.import_module("pyarrow").ArrowException
    except ImportError as error:
        raise NeedsExtra(
            f"{reader.path}: a corpus as Parquet needs pyarrow: pip install 'pagecore[evaluate]'"
        ) from error
    path = reader.path
    number = 0
    try:
        with parquet.ParquetFile(path) as file:
            columns = [name for name in file.schema_arrow.names if name in _COLUMNS]
            for batch in file.iter_batches(batch_size=256, columns=columns):
                for data in batch.to_pylist():
                    number += 1
                    if isinstance(data.get("date"), datetime.date):
                        data["date"] = data["date"].isoformat()
                    yield GoldRecord(reader.note, f"{path.name}, row {number}", data)
    except (arrow_error, OSError) as error:
        reader.note(path, f"broken Parquet, after {number} rows: {error}")


#: A fence of code, with the language after it.
_FENCE: Final = re.compile(r"^([^\S\n]*(?:```+|~~~+)).*", re.MULTILINE)
#: The end of a link's text and its target, which may contain pairs of brackets, and its title.
_TARGET: Final = re.compile(
    r"\]\((?:<[^<>\n]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(?:[^\S\n][^()\n]*)?\)"
)
#: Emphasis by underscores; the limit keeps the search linear.
_UNDERSCORES: Final = re.compile(r"(?<!\w)(_{1,3})(?=\S)(.{1,5000}?)(?<=\S)\1(?!\w)")


def strip_markdown(markdown: str) -> str:
    """Remove the parts of Markdown that would wrongly count as words.

    These are the targets of links and images, the language of a code block, and underscores for
    emphasis.
    """
    text = _FENCE.sub(r"\1", markdown)
    text = _TARGET.sub("]", text)
    return _UNDERSCORES.sub(r"\2", text)


FORMAT = CorpusFormat(
    "words-unspaced",
    "ID.html with ID.txt or ID.md; or one .jsonl or .parquet file with html and text",
    read,
    one_file=True,
)
