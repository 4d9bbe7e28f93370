"""Many pages of each site: `SITE/pages/….html`, `meta.json`, and `gold.jsonl` if there is gold.

The gold is the main text from the sites' own sources, usually without the title. Most pages have no
gold. They are items too, because a site method learns from them, but they do not count in the
means.
"""

from __future__ import annotations

from pathlib import Path

from pagecore.corpora.corpus import Gold, Item
from pagecore.corpora.gold_record import GoldRecord
from pagecore.corpora.reader import CorpusFormat, CorpusReader, has_text, read_domain


def read(reader: CorpusReader) -> None:
    """Read every site."""
    for folder in reader.list_folders():
        about = reader.read_record(folder / "meta.json")
        if about is not None:
            _read_site(reader, folder, about)


def _read_site(reader: CorpusReader, folder: Path, about: GoldRecord) -> None:
    texts = _read_gold(reader, folder)
    for listed in about.list_records("pages"):
        name = listed.require_text("file")
        _, text = texts.pop(name or "", ("", None))
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
            group=read_domain(about.get_label("base_url")) or folder.name,
            in_means=has_text(text),
        )
        reader.add(listed.where, item)
    for name, (where, _) in texts.items():
        reader.note(where, f"gold without page: meta.json does not list {name!r}")
    pages = reader.list_files(folder, ".html", deep=True)
    reader.note_unused(pages, "meta.json does not list the page")


def _read_gold(reader: CorpusReader, folder: Path) -> dict[str, tuple[str, str]]:
    """The location and the text of the gold, by the file of its page."""
    texts: dict[str, tuple[str, str]] = {}
    path = folder / "gold.jsonl"
    for record in reader.read_lines(path) if path.exists() else ():
        name, text = record.require_text("file"), record.require_text("text")
        if name in texts:
            reader.note(record.where, f"the page {name!r} has gold already, in {texts[name][0]}")
        elif name and text is not None:
            texts[name] = (record.where, text)
    return texts


FORMAT = CorpusFormat(
    "words-unspaced",
    "SITE/meta.json, SITE/pages/… and SITE/gold.jsonl",
    read,
    trainable=False,
    # Parameters of site methods are chosen here, leaving out one site at a time.
    tunable=True,
)
