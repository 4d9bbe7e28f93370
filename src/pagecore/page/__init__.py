"""A page as a table: `parse` returns a `Page`, which answers questions about its rows."""

from pagecore.page import tags
from pagecore.page.columns import Array, AttrTable, Blocks, Mask
from pagecore.page.core_table import LIMITS, Html
from pagecore.page.layout import Layout
from pagecore.page.links import Link
from pagecore.page.page import Page
from pagecore.page.page_file import load_page, save_page
from pagecore.page.parse import expect_page, parse
from pagecore.page.received import Received
from pagecore.page.warning import PageWarning

__all__ = [
    "LIMITS",
    "Array",
    "AttrTable",
    "Blocks",
    "Html",
    "Layout",
    "Link",
    "Mask",
    "Page",
    "PageWarning",
    "Received",
    "expect_page",
    "load_page",
    "parse",
    "save_page",
    "tags",
]
