"""The folds that designs of row rules are compared on."""

from __future__ import annotations

from pagecore import Feed
from pagecore.sites.feed_rules.collector import collect_items
from tests.sites.sample_blog import HOST, make_entries, make_feed
from tools import wtm_designs


def test_a_feed_of_some_entries_has_all_their_values() -> None:
    items = collect_items(Feed.read(make_feed(make_entries(6)), HOST))
    half = collect_items(Feed.read(wtm_designs.make_feed(items[::2]), HOST))
    assert len(half) == 3
    for item, own in zip(items[::2], half, strict=True):
        assert (item.title, item.link, item.days) == (own.title, own.link, own.days)
        assert item.words.tolist() == own.words.tolist()
