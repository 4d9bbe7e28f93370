"""Many pages of one site: `SITE/pages/….html`, `meta.json`, and `gold.jsonl` where gold is known.

The gold is the main text from the sites' own sources, mostly without the title. Most pages have
none: they are items all the same, because who learns a site's template needs them, but they are
left out of the means.
"""

from __future__ import annotations

from pathlib import Path

from pagecore.corpora.corpus import Gold, Item
from pagecore.corpora.reading import CorpusLayout, Reading, Record, domain, has_text


def read(reading: Reading) -> None:
    """Read every site."""
    for folder in reading.folders():
        about = reading.record(folder / "meta.json")
        if about is not None:
            _read_site(reading, folder, about)


def _read_site(reading: Reading, folder: Path, about: Record) -> None:
    texts = _gold(reading, folder)
    for listed in about.each("pages"):
        name = listed.needed("file")
        _, text = texts.pop(name or "", ("", None))
        page = name and reading.page(listed.where, folder, name)
        if not page:
            continue
        item = Item(
            id=f"{folder.name}/{name}",
            source=page,
            gold=Gold(text=text, language=about.label("language"), page_type=listed.label("kind")),
            url=listed.label("url"),
            group=domain(about.label("base_url")) or folder.name,
            in_means=has_text(text),
        )
        reading.add(listed.where, item)
    for name, (where, _) in texts.items():
        reading.note(where, f"gold without page: meta.json does not list {name!r}")
    pages = reading.files(folder, ".html", deep=True)
    reading.note_unclaimed(pages, "meta.json does not list the page")


def _gold(reading: Reading, folder: Path) -> dict[str, tuple[str, str]]:
    """Where the gold of a page stands, and its text, by the page's file."""
    texts: dict[str, tuple[str, str]] = {}
    path = folder / "gold.jsonl"
    for record in reading.lines(path) if path.exists() else ():
        name, text = record.needed("file"), record.needed("text")
        if name in texts:
            reading.note(record.where, f"the page {name!r} has gold already, in {texts[name][0]}")
        elif name and text is not None:
            texts[name] = (record.where, text)
    return texts


LAYOUT = CorpusLayout(
    "words-unspaced", "SITE/meta.json, SITE/pages/… and SITE/gold.jsonl", read, trainable=False
)
