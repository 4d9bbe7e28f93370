"""Find the feeds that a page links to."""

from __future__ import annotations

import re
from typing import Final, NamedTuple
from urllib.parse import unquote

import numpy as np

from pagecore.page import Page, expect_page
from pagecore.page.urls import check_web_url, join_url, split_url

#: Content types of feeds.
_FEED_TYPES: Final = frozenset(
    {
        "application/rss+xml",
        "application/atom+xml",
        "application/feed+json",
        "application/rdf+xml",
        "application/x.atom+xml",
    }
)
#: Content types that feeds have, but other files too: such a link must be named like one.
_OTHER_TYPES: Final = frozenset({"", "application/json", "application/xml", "text/xml"})
#: An address of a feed.
_FEED_PATH: Final = re.compile(
    r"/(?:feeds?|rss2?|atom|(?:index|feed|rss2?|atom|blog|posts)\.(?:xml|rss|rdf|atom)|feed\.json"
    r"|(?:rss|feed|atom)\.php|[\w.~-]{1,100}\.(?:rss|atom|rdf))/?",
    re.IGNORECASE,
)
_FEED_WORD: Final = re.compile(r"feed|rss|atom", re.IGNORECASE)
#: Words for comments, in titles and addresses.
_COMMENTS: Final = re.compile(
    r"comment|kommentar|kommentti|comentari|comentári|reacties|komenta[rř]|koment[aá]|комментар"
    r"|коментар|yorum|σχόλι|コメント|评论|評論|留言|댓글|תגובות|تعليقات",
    re.IGNORECASE,
)
#: Addresses of feeds that have only some of the entries.
_PARTS: Final = re.compile(
    r"/(?:category|categories|tags?|topics?|author|authors|search)/|[?&](?:cat|tag|author|s|q)=",
    re.IGNORECASE,
)
#: A page has a few; pages of links to other sites may have hundreds.
_MAX_LINKS: Final = 50
#: The scheme of links for feed readers, before a URL or in place of its scheme.
_SCHEME: Final = re.compile(r"feed:(?://)?", re.IGNORECASE)


class FeedLink(NamedTuple):
    """A link of a page to a feed."""

    #: The absolute URL; None if the link is relative and the URL of the page is not known.
    url: str | None
    #: The address as the page has it.
    href: str
    title: str
    #: The content type that the link declares, such as `application/rss+xml`, or empty.
    content_type: str
    row: int


def find_feeds(page: Page) -> list[FeedLink]:
    """Find the feeds that a page links to, the best one first.

    `link` elements in the head declare feeds: `rel=alternate` with the type of a feed. Other links
    count if their address is one of a feed on the same host. The feed of all entries comes first,
    then feeds of categories and authors, and feeds of comments last. Nothing is fetched.

    Args:
        page: a page, such as the home page of a blog.
    """
    expect_page("find_feeds", page)
    hrefs, values = page.attr("href")
    ranked = []
    for row in np.flatnonzero(page.is_tag("link", "a", "area") & (hrefs >= 0)).tolist():
        is_declared = page.name(row) == "link"
        link = _read_link(page, row, values[hrefs[row]].strip(), is_declared)
        if link is not None:
            rank = _rate_link(link)
            ranked.append(((*rank[:2], not is_declared, rank[2]), link))
    unique: dict[str, FeedLink] = {}
    for _, link in sorted(ranked, key=lambda item: item[0]):
        unique.setdefault(link.url or link.href, link)
    return list(unique.values())[:_MAX_LINKS]


def _read_link(page: Page, row: int, href: str, is_declared: bool) -> FeedLink | None:
    """Read the link of a row; None if it does not lead to a feed."""
    if not href:
        return None
    content_type = (page.get(row, "type") or "").partition(";")[0].strip().lower()
    if is_declared:
        rel = (page.get(row, "rel") or "").lower().split()
        if not {"alternate", "feed"} & set(rel) or "stylesheet" in rel:
            return None
        title = " ".join((page.get(row, "title") or "")[:400].split())
        is_feed = content_type in _FEED_TYPES or "feed" in rel
        if not is_feed and (content_type not in _OTHER_TYPES or not _is_named(href, title)):
            return None
    else:
        title = ""
        path = unquote(split_url(_SCHEME.sub("http://x/", href, count=1)).path)
        if content_type not in _FEED_TYPES and not _FEED_PATH.fullmatch(
            f"/{path.rstrip('/').rpartition('/')[2]}"
        ):
            return None
        title = " ".join(page.text(row)[:400].split()) if page.chars[row] <= 400 else ""
    url = _resolve(page, href)
    if not is_declared and url is not None and page.address is not None:
        # An article may link to the feed of another site.
        hosts = {
            (split_url(each).hostname or "").removeprefix("www.") for each in (url, page.address)
        }
        if len(hosts) > 1:
            return None
    if url is None and join_url(None, href) is not None:
        # Another scheme, such as `javascript:`.
        return None
    return FeedLink(url, href, title, content_type, row)


def _resolve(page: Page, href: str) -> str | None:
    scheme = _SCHEME.match(href)
    if scheme is not None:
        rest = href[scheme.end() :]
        href = rest if "://" in rest else f"http://{rest}"
    absolute = join_url(page.base, href)
    return None if absolute is None else check_web_url(absolute)


def _is_named(href: str, title: str) -> bool:
    """Whether the address or the title of a link is that of a feed."""
    path = split_url(href).path
    return _FEED_WORD.search(path.rpartition("/")[2] or path) is not None or (
        _FEED_WORD.search(title) is not None
    )


def _rate_link(link: FeedLink) -> tuple[bool, bool, bool]:
    """Rate a link; the lower the better."""
    address = unquote(link.href)
    is_of_comments = _COMMENTS.search(address) or _COMMENTS.search(link.title)
    is_part = _PARTS.search(address) is not None
    return is_of_comments is not None, is_part, link.content_type not in _FEED_TYPES
