"""Designs of the row rules of `wtm`, compared on the same folds.

    python -m tools.wtm_designs

learns each blog from every second entry of its feed: from the homepage, and from the pages of these
entries. It measures the other entries on the homepage, on other pages that list entries, and on
their own pages, with each design of `row_rules.DESIGNS`, and records the entry `wtm designs` of the
figures. String rules are the same in all designs; a field uses row rules where these are better.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import click

from pagecore import corpora
from pagecore.errors import WrapperError
from pagecore.learn import learn
from pagecore.page import Page
from pagecore.sites.feed_rules.body import FeedRules
from pagecore.sites.feed_rules.collector import FeedItem
from pagecore.sites.feed_rules.row_rules import DESIGNS
from pagecore.wrapper import Wrapper
from tools.options import Tool, figures_option, path_option
from tools.record import describe_run, record
from tools.wtm_blogs import Blog, load_blogs
from tools.wtm_figures import FIELDS, Outcome, measure_pages

ENTRY: Final = "wtm designs"
#: What the designs are.
ABOUT: Final = {
    "rows": "patterns, and trees where these do not find all",
    "patterns": "patterns of names and classes",
    "trees": "matched trees: shape and position",
}
#: The pages that are measured.
PAGES: Final = {
    "home": "homepages",
    "lists": "other pages that list entries",
    "entries": "pages of entries",
}


def make_feed(items: Sequence[FeedItem]) -> bytes:
    """A feed of some of the entries, as JSON."""
    entries = [
        {
            "id": str(item.number),
            "url": item.entry.url,
            "title": item.entry.title,
            "content_html": item.entry.content_html,
            "date_published": item.entry.published or item.entry.modified,
            "authors": [{"name": name} for name in item.entry.authors],
        }
        for item in items
    ]
    known = [{name: value for name, value in entry.items() if value} for entry in entries]
    version = "https://jsonfeed.org/version/1.1"
    return json.dumps({"version": version, "title": "x", "items": known}).encode()


def learn_half(blog: Blog, pages: Sequence[Page], train: str, design: str) -> Wrapper | str:
    """Learn from every second entry of the feed; the message if nothing was learned."""
    feed = make_feed(blog.items[::2])
    url = blog.about["home_url"]
    try:
        return learn(pages, method="wtm", feed=feed, feed_url=url, train=train, rules=design)
    except WrapperError as error:
        return str(error)


def measure_blog(blog: Blog, design: str) -> tuple[dict[str, list[Outcome]], int]:
    """Measure a design on a blog; the outcomes by pages, and the fields that use trees."""
    home, lists, pages = blog.read_home(), list(blog.read_lists()), list(blog.read_entries())
    learned = [page for page, item in pages if item.number % 2 == 0]
    of_home = learn_half(blog, [home], "home", design)
    of_entries = learn_half(blog, learned, "entries", design)
    others = [item for item in blog.items if item.number % 2]
    own = [(page, item) for page, item in pages if item.number % 2]
    outcomes = {
        "home": measure_pages(blog, of_home, [(home, item) for item in others], is_home=True),
        "lists": measure_pages(
            blog, of_home, [(page, item) for page in lists for item in others], is_home=True
        ),
        "entries": measure_pages(blog, of_entries, own, is_home=False),
    }
    return outcomes, sum(map(count_trees, (of_home, of_entries)))


def count_trees(wrapper: Wrapper | str) -> int:
    """Count the fields that find their rows by trees."""
    if isinstance(wrapper, str):
        return 0
    body = wrapper.body
    assert isinstance(body, FeedRules)
    return wrapper.xml().count("<Shape ")


def summarise(outcomes: Sequence[Outcome]) -> dict[str, dict[str, int]]:
    """Count the right values by field, of those on the page."""
    rows = {}
    for name in FIELDS:
        there = [of for of in outcomes if of.field == name and of.is_there]
        rows[name] = {"items": len(there), "right": sum(of.is_right for of in there)}
    return rows


@click.command(cls=Tool)
@path_option("--data", ".data/blogs", "The folder of the blogs.")
@figures_option
def main(data: Path, figures: Path) -> None:
    """Compare the designs of row rules, and record the figures."""
    from rich.progress import track

    blogs = load_blogs(data)
    rows: dict[str, Any] = {}
    for design in DESIGNS:
        measured = [measure_blog(blog, design) for blog in track(blogs, transient=True)]
        rows[design] = {"trees": sum(n_trees for _, n_trees in measured)}
        for pages in PAGES:
            joined = [outcome for of, _ in measured for outcome in of[pages]]
            rows[design][pages] = summarise(joined)
        click.echo(f"{design}: {rows[design]}")
    run = describe_run("python -m tools.wtm_designs", [corpora.load("blogs", data)])
    record(ENTRY, {"designs": rows}, provenance=run, path=figures)


if __name__ == "__main__":
    main()
