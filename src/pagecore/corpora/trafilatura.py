"""trafilatura's evaluation: `evaldata.json` and folders of HTML beside it, `cache` and `eval`.

The gold is snippets. For each URL it has `file`, `with` (snippets that the output must contain) and
`without` (snippets that it must not contain).
"""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from pagecore.corpora.corpus import Gold, Item
from pagecore.corpora.gold_record import GoldRecord
from pagecore.corpora.reader import CorpusFormat, CorpusReader, read_domain

#: The folders that trafilatura searches first.
_FOLDERS = ("cache", "eval")


def read(reader: CorpusReader) -> None:
    """Read the gold file and find its pages in all folders."""
    record = reader.read_record(reader.path / "evaldata.json")
    if record is None:
        return
    pages = reader.list_files(reader.path, ".html", ".htm", deep=True)
    by_name = _index_pages(reader.path, pages)
    used = set()
    for url, gold in record.list_members():
        page = _find_page(reader, gold, by_name)
        if page is None:
            continue
        used.add(page.parent)
        required_snippets, forbidden_snippets = gold.get_texts("with"), gold.get_texts("without")
        if not required_snippets and not forbidden_snippets:
            reader.note(gold.where, "page without gold: neither 'with' nor 'without'")
            continue
        author = gold.get_label("author")
        item = Item(
            id=page.stem,
            source=page,
            gold=Gold(
                title=gold.get_label("title"),
                authors=(author,) if author else None,
                date=gold.get_label("date"),
                required_snippets=required_snippets,
                forbidden_snippets=forbidden_snippets,
            ),
            url=url,
            group=read_domain(url) or page.stem,
        )
        reader.add(gold.where, item)
    # Other folders hold pages of other tests.
    reader.note_unused([page for page in pages if page.parent in used])


def _index_pages(top: Path, pages: list[Path]) -> dict[str, Path]:
    first = {top / name: place for place, name in enumerate(_FOLDERS)}
    by_name: dict[str, Path] = {}
    for page in sorted(pages, key=lambda page: (first.get(page.parent, len(first)), page)):
        by_name.setdefault(page.name, page)
    return by_name


def _find_page(reader: CorpusReader, gold: GoldRecord, by_name: dict[str, Path]) -> Path | None:
    name = gold.require_text("file")
    page = by_name.get(PurePosixPath(name).name) if name else None
    if page is not None:
        reader.mark_used(page)
    elif name:
        reader.note(gold.where, f"gold without page: there is no {name} in any folder")
    return page


FORMAT = CorpusFormat(
    "snippets", "evaldata.json (URL: file, with, without) and folders of HTML", read
)
