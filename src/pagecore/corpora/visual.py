"""Pages of sites with their style sheets and gold text: `gold.jsonl`, and `SITE/meta.json` with the
files of each site.

The gold is the main text from the sites' own sources, usually without the title. Pages without gold
do not count in the means. `python -m tools.record_layouts visual` renders the pages, for the
methods that need a layout.
"""

from __future__ import annotations

from pathlib import Path

from pagecore.corpora.corpus import Gold, Item
from pagecore.corpora.gold_record import GoldRecord
from pagecore.corpora.reader import CorpusFormat, CorpusReader, has_text


def read(reader: CorpusReader) -> None:
    """Read the gold, and the pages that each site lists."""
    texts: dict[tuple[str, str], tuple[str, str]] = {}
    for record in reader.read_lines(reader.path / "gold.jsonl"):
        site, name = record.require_text("site"), record.require_text("file")
        text = record.require_text("text")
        if site and name and text is not None:
            texts[site, name] = (record.where, text)
    for folder in reader.list_folders():
        about = reader.read_record(folder / "meta.json")
        if about is not None:
            _read_site(reader, folder, about, texts)
    for (site, name), (where, _) in texts.items():
        reader.note(where, f"gold without page: meta.json of {site!r} does not list {name!r}")


def _read_site(
    reader: CorpusReader,
    folder: Path,
    about: GoldRecord,
    texts: dict[tuple[str, str], tuple[str, str]],
) -> None:
    for listed in about.list_records("pages"):
        name = listed.require_text("file")
        _, text = texts.pop((folder.name, name or ""), ("", None))
        page = name and reader.find_page(listed.where, folder, name)
        if not page:
            continue
        item = Item(
            id=f"{folder.name}/{name}",
            source=page,
            gold=Gold(
                text=text,
                language=about.get_label("language"),
                page_type=listed.get_label("kind"),
            ),
            url=listed.get_label("url"),
            group=folder.name,
            encoding="utf-8",
            in_means=has_text(text),
        )
        reader.add(listed.where, item)


FORMAT = CorpusFormat(
    "words-unspaced",
    "gold.jsonl (site, file, text, …), SITE/meta.json and SITE/tree/…",
    read,
    # Models and values of visual methods are chosen here; figures leave out the sites.
    tunable=True,
)
