"""Find the links of a page to the archives of a blog: pages that list the entries of a year or a
month, or all of them."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import SplitResult, parse_qs, unquote

import numpy as np

from pagecore.page import Page
from pagecore.page.urls import join_url, split_url
from pagecore.pagination.pager_links import normalise_address

_YEAR: Final = r"(?:199[5-9]|20[0-3]\d)"
_MONTH: Final = r"(?:0?[1-9]|1[0-2])"
#: The end of an address of a year or month: `/2021`, `/2021/07`, `/2021-07`, `/2021_07_01_archive`.
_DATED: Final = re.compile(rf".*/{_YEAR}(?:[/_.-]{_MONTH}(?:_\d\d_archive)?)?")
#: A query for a year or month: `?m=202107`.
_DATED_QUERY: Final = re.compile(rf"{_YEAR}(?:{_MONTH})?")
_QUERY_NAMES: Final = ("m", "year", "archive")
#: Names of pages that list all entries.
_NAMES: Final = frozenset(
    {
        *("archive", "archives", "archiv", "archivo", "archivos", "archivio", "archivi", "arkiv"),
        *("arkisto", "archiwum", "archief", "arquivo", "arquivos", "archív", "arhiva", "архив"),
        *("архивы", "архів", "归档", "歸檔", "アーカイブ", "blog-archive", "blog-posts"),
        *("posts", "post", "blog", "articles", "entries", "all-posts", "all_posts", "allposts"),
    }
)
#: Labels of links to them.
_LABELS: Final = frozenset(
    {
        *("archive", "archives", "all posts", "all entries", "all articles", "older entries"),
        *("archiv", "alle beiträge", "archivo", "archivos", "archivio", "arkiv", "arkisto"),
        *("archiwum", "archief", "arquivo", "arquivos", "archív", "arhiva", "toutes les archives"),
        *("архив", "архивы", "архів", "αρχείο", "arşiv", "归档", "歸檔", "存档", "文章归档"),
        *("アーカイブ", "記事一覧", "보관함", "아카이브", "أرشيف", "ארכיון", "بایگانی", "lưu trữ"),
    }
)
#: Parts of addresses of lists by subject, and of feeds.
_SUBJECTS: Final = frozenset(
    {
        *("tag", "tags", "label", "labels", "category", "categories", "topic", "topics", "author"),
        *("authors", "user", "users", "search", "series", "kategorie", "schlagwort", "categoria"),
        *("etiqueta", "feed", "feeds", "wp-json"),
    }
)
_EXTENSION: Final = re.compile(r"\.(?:html?|php|aspx?)$", re.IGNORECASE)
_INDEX: Final = re.compile(r"/index(?:\.\w{1,5})?$", re.IGNORECASE)
_ADDRESS: Final = re.compile(r"[/?]")
_MAX_LABEL: Final = 40


def find_archive_links(page: Page, url: str | None = None) -> list[str]:
    """Find the links to archives on the same host, in document order.

    An archive is recognised by its address, which ends with a year or a month, or has the name of
    an archive; or by its label. Values of lists to choose from count as links.

    Args:
        page: a page of a blog.
        url: the URL of the page, if the page has none itself.

    Returns:
        The absolute URLs without fragments, each once.
    """
    own = page.address or url
    if own is None:
        return []
    host, base = _read_site(split_url(own)), page.base or own
    archives: dict[str, str] = {}
    for tag, attribute in (("a", "href"), ("option", "value")):
        ids, values = page.attr(attribute)
        kinds = [_read_target(base, value, host) for value in values]
        for row in np.flatnonzero(page.is_tag(tag) & (ids >= 0)).tolist():
            target, is_dated, is_named = kinds[ids[row]]
            # A list to choose from leads to other pages only if its values are addresses.
            if not target or (tag == "option" and not _ADDRESS.search(values[ids[row]])):
                continue
            is_archive = is_dated or (tag == "a" and (is_named or _has_label(page, row)))
            if is_archive:
                archives.setdefault(normalise_address(target), target)
    archives.pop(normalise_address(own), None)
    return list(archives.values())


def _read_target(base: str, value: str, host: str) -> tuple[str, bool, bool]:
    """Read an address; returns the URL, whether it ends with a date, and whether its name is that
    of an archive. The URL is empty if it is on another host or of a list by subject."""
    url = (join_url(base, value.strip()) or "").partition("#")[0]
    address = split_url(url)
    if address.scheme not in ("http", "https") or _read_site(address) != host:
        return "", False, False
    path = _EXTENSION.sub("", _INDEX.sub("", unquote(address.path).rstrip("/"))).lower()
    names = path.split("/")
    if _SUBJECTS & set(names):
        return "", False, False
    if address.query:
        return url, _is_dated_query(address), False
    return url, _DATED.fullmatch(path) is not None, names[-1] in _NAMES


def _is_dated_query(address: SplitResult) -> bool:
    query = parse_qs(address.query)
    return any(
        _DATED_QUERY.fullmatch(value) is not None
        for name in _QUERY_NAMES
        for value in query.get(name, ())
    )


def _has_label(page: Page, row: int) -> bool:
    length = int(page.chars[row : int(page.end[row])].sum())
    if length > _MAX_LABEL:
        return False
    return " ".join(page.text(row).lower().split()).strip(" »›>→…") in _LABELS


def _read_site(address: SplitResult) -> str:
    return address.netloc.lower().removeprefix("www.")
