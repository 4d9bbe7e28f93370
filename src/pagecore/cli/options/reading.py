"""Options for reading pages, from files and from the web."""

from __future__ import annotations

from typing import Any, Final

import click

from pagecore.cli.options.browsing import (
    BROWSE_NAMES,
    BROWSE_OPTIONS,
    list_passed,
    make_browse_options,
)
from pagecore.cli.options.groups import Integer, Number, group_options
from pagecore.errors import BadOption
from pagecore.page.urls import join_url
from pagecore.pagination.next_page import LIMIT
from pagecore.sources.fetch import TIMEOUT
from pagecore.sources.read import MAX_URLS, PAUSE, ReadOptions


def _check_url(context: click.Context, option: click.Parameter, url: str | None) -> str | None:
    if url is not None and join_url(None, url) is None:
        raise BadOption(f"--url {url}: this is not a URL; expected one such as https://a.example/b")
    return url


_FETCH_OPTIONS: Final = (
    click.option(
        "--timeout",
        type=Number(0, min_open=True),
        metavar="N",
        default=TIMEOUT,
        show_default=True,
        help="Timeout per URL, in seconds.",
    ),
    click.option(
        "--pause",
        type=Number(0),
        metavar="N",
        default=PAUSE,
        show_default=True,
        help="Pause between requests to one host, in seconds.",
    ),
    click.option(
        "--allow-private",
        is_flag=True,
        help="Allow URLs in private networks and on this machine.",
    ),
)
_PAGE_OPTIONS: Final = (
    click.option(
        "--url",
        callback=_check_url,
        help="URL of the page, to resolve its links and read its metadata.",
    ),
    *_FETCH_OPTIONS,
)
_RENDER_OPTIONS: Final = (
    click.option(
        "--browse",
        is_flag=True,
        help="Render the pages in a browser first (Chromium; pip install 'pagecore[browse]').",
    ),
    *BROWSE_OPTIONS,
)


def _make_read_options(*, browse: bool, **values: Any) -> ReadOptions:
    browse_values = {name: values.pop(name) for name in BROWSE_NAMES}
    if browse:
        from pagecore.visual.browse_page import Renderer

        allow_private: bool = values["allow_private"]
        options = make_browse_options(browse_values, allow_private=allow_private)
        return ReadOptions(**values, render=Renderer(options))
    for option in list_passed(browse_values):
        raise BadOption(f"{option} has no effect without --browse; remove it, or pass both")
    return ReadOptions(**values)


#: Adds the options for fetching pages; the argument is `read_options`.
fetch_options = group_options("read_options", _make_read_options, *_FETCH_OPTIONS, *_RENDER_OPTIONS)
#: Adds the options for reading one page as it is; the argument is `read_options`.
page_options = group_options("read_options", ReadOptions, *_PAGE_OPTIONS)
#: Adds the options for reading one page; the argument is `read_options`.
page_read_options = group_options(
    "read_options", _make_read_options, *_PAGE_OPTIONS, *_RENDER_OPTIONS
)
#: Adds the options for reading pages and sitemaps; the argument is `read_options`.
read_options = group_options(
    "read_options",
    _make_read_options,
    *_PAGE_OPTIONS,
    click.option(
        "--max-urls",
        type=Integer(1),
        metavar="N",
        default=MAX_URLS,
        show_default=True,
        help="Maximum number of URLs to take from a sitemap.",
    ),
    *_RENDER_OPTIONS,
)


def refuse_url(read_options: ReadOptions) -> None:
    """Raise `BadOption` if --url was passed for several pages."""
    if read_options.url is not None:
        raise BadOption(
            "--url applies to one page; pass the pages one by one, or their URLs by --manifest"
        )


def _read_max_pages(follow: bool, max_pages: int | None) -> int:
    if max_pages is not None and not follow:
        raise BadOption("--max-pages has no effect without --follow; remove it, or pass both")
    return (LIMIT if max_pages is None else max_pages) if follow else 1


#: Adds the options for articles on several pages; the argument `max_pages` is the maximum number
#: of pages to merge, 1 without --follow.
follow_options = group_options(
    "max_pages",
    _read_max_pages,
    click.option("--follow", is_flag=True, help="Fetch and merge the next pages of an article."),
    click.option(
        "--max-pages",
        type=Integer(1),
        metavar="N",
        help=f"Maximum number of pages per article, with --follow (default: {LIMIT}).",
    ),
)
