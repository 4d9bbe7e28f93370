"""The blogs of the collection: homepages, pages that list entries, pages of entries, and feeds."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from pagecore.errors import BadOption
from pagecore.page import Page, parse
from pagecore.sites.feed_rules.collector import FeedItem, collect_items
from pagecore.sources.feed import Feed

#: Ratios of the feed's text to that of the page for which the feed has the whole text.
WHOLE: Final = (0.94, 1.06)


@dataclass(frozen=True)
class Blog:
    """A blog of the collection."""

    folder: Path
    about: Mapping[str, Any] = field(repr=False)

    @cached_property
    def feed(self) -> bytes:
        return (self.folder / "feed.xml").read_bytes()

    @cached_property
    def items(self) -> list[FeedItem]:
        return collect_items(Feed.read(self.feed, self.about["home_url"]))

    def read_home(self) -> Page:
        return parse((self.folder / "home.html").read_bytes(), url=self.about["home_url"])

    def read_entries(self) -> Iterator[tuple[Page, FeedItem]]:
        """The pages of the entries that are in the collection."""
        for item in self.items:
            name = self.about["feed_items"][item.number]["entry_file"]
            if name:
                yield parse((self.folder / name).read_bytes(), url=item.entry.url), item

    def has_whole_text(self, item: FeedItem) -> bool:
        ratio = self.about["feed_items"][item.number].get("feed_to_page_text_ratio") or 0
        return bool(WHOLE[0] <= ratio <= WHOLE[1])

    def read_lists(self) -> Iterator[Page]:
        """The pages that list entries, besides the homepage."""
        for listed in self.about["lists"]:
            yield parse((self.folder / listed["file"]).read_bytes(), url=listed["url"])

    def read_older(self) -> Iterator[Page]:
        """The pages of entries that are beyond the first of the feed, or not in it."""
        for older in self.about["older_entries"]:
            yield parse((self.folder / older["file"]).read_bytes(), url=older["url"])


def load_blogs(data: Path) -> list[Blog]:
    """Read the blogs of a folder."""
    files = sorted(data.glob("*/meta.json"))
    if not files:
        raise BadOption(f"{data}: there are no blogs here; `make data` unpacks them")
    return [Blog(path.parent, json.loads(path.read_text("utf-8"))) for path in files]
