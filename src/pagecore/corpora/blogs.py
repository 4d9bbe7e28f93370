"""Blogs: `BLOG/home.html feed.xml lists/ entries/ meta.json`.

The gold is the title and date of each entry, from the feed. Pages that are not in the feed (home,
lists, older entries) are items without gold; they do not count in the means.
"""

from __future__ import annotations

from pathlib import Path

from pagecore.corpora.corpus import Gold, Item
from pagecore.corpora.gold_record import GoldRecord
from pagecore.corpora.reader import CorpusFormat, CorpusReader, read_domain


def read(reader: CorpusReader) -> None:
    """Read every blog."""
    for folder in reader.list_folders():
        about = reader.read_record(folder / "meta.json")
        if about is not None:
            _read_blog(reader, folder, about)


def _read_blog(reader: CorpusReader, folder: Path, about: GoldRecord) -> None:
    feed = _read_feed(about)
    pages = {
        "home.html": ("home", about.get_label("home_url")),
        **{name: ("list", url) for name, url in _list_pages(about, "lists")},
        **{name: ("entry", item.get_label("link")) for name, item in feed.items()},
        **{name: ("entry", url) for name, url in _list_pages(about, "older_entries")},
    }
    for name, (page_type, url) in pages.items():
        entry = feed.get(name)
        where = entry.where if entry else about.where
        page = reader.find_page(where, folder, name)
        if page is None:
            continue
        title = entry.get_label("title") if entry else None
        date = entry.get_label("date") if entry else None
        item = Item(
            id=f"{folder.name}/{name}",
            source=page,
            gold=Gold(
                title=title, date=date, language=about.get_label("language"), page_type=page_type
            ),
            url=url,
            group=read_domain(about.get_label("base_url")) or folder.name,
            in_means=bool(title or date),
        )
        reader.add(where, item)
    reader.note_unused(
        reader.list_files(folder, ".html", deep=True), "meta.json does not list the page"
    )


def _read_feed(about: GoldRecord) -> dict[str, GoldRecord]:
    """The items of the feed whose page is in the corpus, by file name."""
    feed: dict[str, GoldRecord] = {}
    for item in about.list_records("feed_items"):
        name = item.get_label("entry_file") or item.get_label("older_entry_file")
        if name in feed:
            item.note(item.where, f"the page {name!r} is also used by {feed[name].where}")
        elif name:
            feed[name] = item
    return feed


def _list_pages(about: GoldRecord, name: str) -> list[tuple[str, str | None]]:
    records = about.list_records(name)
    pages = [(record.require_text("file"), record.get_label("url")) for record in records]
    return [(file, url) for file, url in pages if file]


FORMAT = CorpusFormat(
    "metadata",
    "BLOG/meta.json, BLOG/home.html, BLOG/entries/… and BLOG/lists/…",
    read,
    trainable=False,
)
