"""Gold texts of blog entries: the full texts of a blog's own feed.

`meta.json` of a blog says which items of the feed have the full text of their page, and how long it
is beside the text of the page that other pages do not share. Items with nearly as much text are
gold; the text usually lacks the title.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from pagecore.errors import CorpusError
from pagecore.page import Page, parse
from pagecore.sources.feed import Feed

#: Bounds of the length of a feed's text, as a share of the page's own text.
MIN_RATIO: Final = 0.94
MAX_RATIO: Final = 1.06


def read_feed_gold(folder: Path) -> dict[str, str]:
    """Read the gold texts of a blog, by the file of the page.

    Raises:
        CorpusError: `meta.json` and the feed list other items.
    """
    about = json.loads((folder / "meta.json").read_text("utf-8"))
    items = about["feed_items"]
    if not any(map(has_full_text, items)):
        return {}
    feed = Feed.read((folder / "feed.xml").read_bytes(), about["home_url"])
    if len(feed.entries) != len(items):
        raise CorpusError(
            f"{folder}: the feed has {len(feed.entries)} entries, and meta.json lists {len(items)}"
        )
    texts = {}
    for item, entry in zip(items, feed.entries, strict=True):
        file = item.get("entry_file") or item.get("older_entry_file")
        if file and has_full_text(item):
            texts[file] = read_everything(parse(entry.content_html))
    return {file: text for file, text in texts.items() if text.strip()}


def has_full_text(item: dict[str, Any]) -> bool:
    """Whether an item of a feed has as much text as its page."""
    ratio = item.get("feed_to_page_text_ratio")
    is_full = item.get("summary_or_full") == "full"
    return is_full and ratio is not None and MIN_RATIO <= ratio <= MAX_RATIO


def read_everything(page: Page) -> str:
    """Render all visible text of a page."""
    return page.render(page.below(page.leaves & page.visible, how="any"))
