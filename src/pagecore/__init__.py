"""Extracts the main content of web pages: the text of an article, the posts of a thread, the items
of a list, without the menus and advertisements around them.

    >>> import pagecore
    >>> pagecore.extract("<nav><a href=/>Home</a></nav><p>It was a dark and stormy night.").text
    'It was a dark and stormy night.'
"""

from pagecore import errors
from pagecore._core import __version__ as _version
from pagecore.apply import apply
from pagecore.browse import browse
from pagecore.choice import Choice
from pagecore.document import Document
from pagecore.errors import PagecoreError
from pagecore.extract import content, extract, extract_file, extract_url
from pagecore.find_records import records
from pagecore.fit import Fit
from pagecore.learn import learn
from pagecore.listing import ItemGroup, Listing
from pagecore.match import Match, match
from pagecore.next_page import next_page
from pagecore.page import (
    AttrTable,
    Blocks,
    Layout,
    Link,
    Page,
    PageWarning,
    Received,
    load_page,
    parse,
    save_page,
    tags,
)
from pagecore.pagination.next_page import NextPage
from pagecore.post import PagePost, Post
from pagecore.posts import posts
from pagecore.records import Cell, Records
from pagecore.registry import method
from pagecore.segment import segment
from pagecore.segmentation import Segmentation
from pagecore.site import Site
from pagecore.sources.feed import Feed
from pagecore.sources.feed_entry import FeedEntry
from pagecore.sources.feed_links import FeedLink, find_feeds
from pagecore.thread import Thread
from pagecore.wrapper import Wrapper
from pagecore.wrapper_store import WrapperStore
from pagecore.write.chunks import Chunk

#: In Python's format: `0.1.0.dev0` for Cargo's `0.1.0-dev.0`.
__version__ = _version.replace("-dev.", ".dev")

__all__ = [
    "AttrTable",
    "Blocks",
    "Cell",
    "Choice",
    "Chunk",
    "Document",
    "Feed",
    "FeedEntry",
    "FeedLink",
    "Fit",
    "ItemGroup",
    "Layout",
    "Link",
    "Listing",
    "Match",
    "NextPage",
    "Page",
    "PagePost",
    "PageWarning",
    "PagecoreError",
    "Post",
    "Received",
    "Records",
    "Segmentation",
    "Site",
    "Thread",
    "Wrapper",
    "WrapperStore",
    "__version__",
    "apply",
    "browse",
    "content",
    "errors",
    "extract",
    "extract_file",
    "extract_url",
    "find_feeds",
    "learn",
    "load_page",
    "match",
    "method",
    "next_page",
    "parse",
    "posts",
    "records",
    "save_page",
    "segment",
    "tags",
]
