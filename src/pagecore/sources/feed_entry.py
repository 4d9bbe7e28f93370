"""An entry of a feed, and its page."""

from __future__ import annotations

import json
from dataclasses import dataclass
from html import escape
from typing import NamedTuple

from pagecore.page import PageWarning


@dataclass(frozen=True)
class FeedEntry:
    """An entry of a feed."""

    #: Its link, an absolute URL, or None.
    url: str | None
    title: str | None
    authors: tuple[str, ...]
    #: Dates as ISO 8601 in UTC, or None.
    published: str | None
    modified: str | None
    #: The full content as HTML, or else the summary; empty if there is neither.
    content_html: str
    #: The summary as HTML, or empty. In RSS it is the description, which may be the whole text.
    summary_html: str = ""
    #: The dates as the feed has them, or None.
    published_text: str | None = None
    modified_text: str | None = None

    def html(self) -> str:
        """Return the entry as a page, with its metadata in the head."""
        head = ['<meta property="og:type" content="article">']
        if self.title:
            head.append(f"<title>{escape(self.title)}</title>")
        if self.url:
            head.append(f'<link rel="canonical" href="{escape(self.url)}">')
        article = {
            "@context": "https://schema.org",
            "@type": "Article",
            "headline": self.title,
            "author": [{"@type": "Person", "name": author} for author in self.authors],
            "datePublished": self.published,
            "dateModified": self.modified,
        }
        declared = json.dumps({name: value for name, value in article.items() if value})
        # A text in it must not end the element.
        script = declared.replace("<", "\\u003c")
        head.append(f'<script type="application/ld+json">{script}</script>')
        return f"<!DOCTYPE html>\n<head>{''.join(head)}</head>\n<body>{self.content_html}</body>\n"


class FeedParts(NamedTuple):
    """What a reader of one format finds in a feed; `Feed` has the same attributes."""

    title: str | None
    url: str | None
    entries: tuple[FeedEntry, ...]
    kind: str
    warnings: tuple[PageWarning, ...] = ()
