"""Forum threads with gold posts: `gold.jsonl`, `html/ID.html`, `html5/ID.html`.

The pages were decoded when the corpus was made: they are UTF-8, whatever they declare. Where an XML
serialiser has written a page, with `<div/>` for an empty element, `html5` has it as HTML.
"""

from __future__ import annotations

from pathlib import Path

from pagecore.corpora.corpus import Gold, GoldPost, Item
from pagecore.corpora.reading import CorpusLayout, Reading, Record, domain


def read(reading: Reading) -> None:
    """Read the gold of every thread and look for its page."""
    for record in reading.lines(reading.path / "gold.jsonl"):
        page_id = record.needed("id")
        page = page_id and _page(reading, record, page_id)
        if not page_id or not page:
            continue
        if not isinstance(record.data.get("posts"), list):
            reading.note(record.where, "page without gold: there is no list 'posts'")
            continue
        posts = tuple(_posts(record))
        url = record.label("url")
        item = Item(
            id=page_id,
            source=page,
            # Of a thread the posts are the text, for who measures by words.
            gold=Gold(text="\n".join(post.text for post in posts), page_type="forum", posts=posts),
            url=url,
            group=record.label("host") or domain(url) or page_id,
            encoding="utf-8",
            in_means=bool(posts),
        )
        reading.add(record.where, item)
    reading.note_unclaimed(reading.files(reading.path / "html", ".html"))


def _page(reading: Reading, record: Record, page_id: str) -> Path | None:
    page = reading.page(record.where, reading.path / "html", f"{page_id}.html")
    if page is None:
        return None
    rewritten = reading.path / "html5" / page.name
    page = rewritten if rewritten.is_file() else page
    return page if reading.text(page) is not None else None


def _posts(record: Record) -> list[GoldPost]:
    posts = []
    for post in record.each("posts"):
        # An image alone makes a post with an empty text.
        text = post.needed("text")
        if text is not None:
            fields = (post.label(name) for name in ("user", "date", "link"))
            posts.append(GoldPost(text, *fields))
    return posts


LAYOUT = CorpusLayout("posts", "gold.jsonl (id, posts, …) and html/ID.html", read)
