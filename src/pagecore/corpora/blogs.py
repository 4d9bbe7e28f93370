"""Blogs: `BLOG/home.html feed.xml lists/ entries/ meta.json`.

The gold is what the feed says of an entry: title and date. Pages the feed does not know (home,
lists, older entries) are items without gold; they are left out of the means.
"""

from __future__ import annotations

from pathlib import Path

from pagecore.corpora.corpus import Gold, Item
from pagecore.corpora.reading import CorpusLayout, Reading, Record, domain


def read(reading: Reading) -> None:
    """Read every blog."""
    for folder in reading.folders():
        about = reading.record(folder / "meta.json")
        if about is not None:
            _read_blog(reading, folder, about)


def _read_blog(reading: Reading, folder: Path, about: Record) -> None:
    told = _from_feed(about)
    known = {
        "home.html": ("home", about.label("home_url")),
        **{name: ("list", url) for name, url in _listed(about, "lists")},
        **{name: ("entry", item.label("link")) for name, item in told.items()},
        **{name: ("entry", url) for name, url in _listed(about, "older_entries")},
    }
    for name, (page_type, url) in known.items():
        entry = told.get(name)
        where = entry.where if entry else about.where
        page = reading.page(where, folder, name)
        if page is None:
            continue
        title = entry.label("title") if entry else None
        date = entry.label("date") if entry else None
        item = Item(
            id=f"{folder.name}/{name}",
            source=page,
            gold=Gold(
                title=title, date=date, language=about.label("language"), page_type=page_type
            ),
            url=url,
            group=domain(about.label("base_url")) or folder.name,
            in_means=bool(title or date),
        )
        reading.add(where, item)
    pages = reading.files(folder, ".html", deep=True)
    reading.note_unclaimed(pages, "meta.json does not list the page")


def _from_feed(about: Record) -> dict[str, Record]:
    """The items of the feed by the file of their page, where that was kept."""
    told: dict[str, Record] = {}
    for item in about.each("feed_items"):
        name = item.label("entry_file") or item.label("older_entry_file")
        if name in told:
            item.reading.note(item.where, f"the page {name!r} is also that of {told[name].where}")
        elif name:
            told[name] = item
    return told


def _listed(about: Record, name: str) -> list[tuple[str, str | None]]:
    pages = [(page.needed("file"), page.label("url")) for page in about.each(name)]
    return [(file, url) for file, url in pages if file]


LAYOUT = CorpusLayout(
    "metadata",
    "BLOG/meta.json, BLOG/home.html, BLOG/entries/… and BLOG/lists/…",
    read,
    trainable=False,
)
