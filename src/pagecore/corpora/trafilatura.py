"""trafilatura's evaluation: `evaldata.json` and folders of HTML beside it, `cache` and `eval`.

The gold is snippets: by the page's URL `file`, `with` (texts that must be found) and `without`
(texts that must not).
"""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from pagecore.corpora.corpus import Gold, Item
from pagecore.corpora.reading import CorpusLayout, Reading, Record, domain

#: Where trafilatura looks first.
_FOLDERS = ("cache", "eval")


def read(reading: Reading) -> None:
    """Read the one file of gold and look for its pages in all folders."""
    record = reading.record(reading.path / "evaldata.json")
    if record is None:
        return
    pages = reading.files(reading.path, ".html", ".htm", deep=True)
    by_name = _by_name(reading.path, pages)
    used = set()
    for url, gold in record.members():
        page = _page(reading, gold, by_name)
        if page is None:
            continue
        used.add(page.parent)
        present, absent = gold.strings("with"), gold.strings("without")
        if not present and not absent:
            reading.note(gold.where, "page without gold: neither 'with' nor 'without'")
            continue
        author = gold.label("author")
        item = Item(
            id=page.stem,
            source=page,
            gold=Gold(
                title=gold.label("title"),
                authors=(author,) if author else None,
                date=gold.label("date"),
                present=present,
                absent=absent,
            ),
            url=url,
            group=domain(url) or page.stem,
        )
        reading.add(gold.where, item)
    # Other folders hold pages of other tests.
    reading.note_unclaimed([page for page in pages if page.parent in used])


def _by_name(top: Path, pages: list[Path]) -> dict[str, Path]:
    first = {top / name: place for place, name in enumerate(_FOLDERS)}
    found: dict[str, Path] = {}
    for page in sorted(pages, key=lambda page: (first.get(page.parent, len(first)), page)):
        found.setdefault(page.name, page)
    return found


def _page(reading: Reading, gold: Record, by_name: dict[str, Path]) -> Path | None:
    name = gold.needed("file")
    found = by_name.get(PurePosixPath(name).name) if name else None
    if found is not None:
        reading.claim(found)
    elif name:
        reading.note(gold.where, f"gold without page: there is no {name} in any folder")
    return found


LAYOUT = CorpusLayout(
    "snippets", "evaldata.json (URL: file, with, without) and folders of HTML", read
)
