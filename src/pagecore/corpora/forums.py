"""Forum threads with gold posts: `gold.jsonl`, `html/ID.html`, `html5/ID.html`.

The corpus stores all pages as UTF-8, whatever encoding they declare. Some pages were written by an
XML serialiser, with `<div/>` for an empty element; `html5` has these pages as HTML.
"""

from __future__ import annotations

from pathlib import Path

from pagecore.corpora.corpus import Gold, GoldPost, Item
from pagecore.corpora.gold_record import GoldRecord
from pagecore.corpora.reader import CorpusFormat, CorpusReader, read_domain


def read(reader: CorpusReader) -> None:
    """Read the gold of every thread and find its page."""
    for record in reader.read_lines(reader.path / "gold.jsonl"):
        page_id = record.require_text("id")
        page = page_id and _find_page(reader, record, page_id)
        if not page_id or not page:
            continue
        if not isinstance(record.data.get("posts"), list):
            reader.note(record.where, "page without gold: there is no list 'posts'")
            continue
        posts = tuple(_read_posts(record))
        url = record.get_label("url")
        item = Item(
            id=page_id,
            source=page,
            # The posts are also the text, for metrics of words.
            gold=Gold(text="\n".join(post.text for post in posts), page_type="forum", posts=posts),
            url=url,
            group=record.get_label("host") or read_domain(url) or page_id,
            encoding="utf-8",
            in_means=bool(posts),
        )
        reader.add(record.where, item)
    reader.note_unused(reader.list_files(reader.path / "html", ".html"))


def _find_page(reader: CorpusReader, record: GoldRecord, page_id: str) -> Path | None:
    page = reader.find_page(record.where, reader.path / "html", f"{page_id}.html")
    if page is None:
        return None
    rewritten = reader.path / "html5" / page.name
    page = rewritten if rewritten.is_file() else page
    return page if reader.read_text(page) is not None else None


def _read_posts(record: GoldRecord) -> list[GoldPost]:
    posts = []
    for post in record.list_records("posts"):
        # A post with only an image has an empty text.
        text = post.require_text("text")
        if text is not None:
            fields = (post.get_label(name) for name in ("user", "date", "link"))
            posts.append(GoldPost(text, *map(_drop_quote_link, fields)))
    return posts


def _drop_quote_link(value: str | None) -> str | None:
    """Drop the address of a form that quotes the post. On two pages the gold has it by mistake:
    as the user of each post (www.airliners.net-2) and as the link (forums.maladiesraresinfo.org-1).
    """
    return None if value is not None and "mode=quote" in value else value


FORMAT = CorpusFormat("posts", "gold.jsonl (id, posts, …) and html/ID.html", read)
