"""Mozilla Readability's test pages: `PAGE/source.html`, `expected.html`, `expected-metadata.json`.

The pages have no URL. The site of a page is read from its markup, so that pages of one site share a
fold, also with pages of other corpora. Methods do not get it as the URL.

The gold is HTML and shows which headings, lists, tables, code and images must be kept. Its text has
one line per block.
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from pagecore.corpora.corpus import Gold, Item
from pagecore.corpora.gold_record import GoldRecord
from pagecore.corpora.reader import CorpusFormat, CorpusReader, has_text, read_domain
from pagecore.page import parse
from pagecore.page.tags import TEXT

_ADDRESS_TAG = re.compile(
    rb"<link\b[^<>]*\brel\s*=\s*[\"']?canonical\b[^<>]*"
    rb"|<meta\b[^<>]*\b(?:property|name)\s*=\s*[\"']?og:url\b[^<>]*",
    re.IGNORECASE,
)
_ADDRESS = re.compile(
    rb"\b(?:href|content)\s*=\s*(?:[\"']\s*)?(https?://[^\s\"'>]+)", re.IGNORECASE
)


#: The URL of every page, according to the gold.
_URL = "http://fakehost/test/page.html"


def read(reader: CorpusReader) -> None:
    """Read every folder that holds a page or gold."""
    folders = reader.list_folders()
    groups = _find_sites(folders)
    for folder in folders:
        source, expected = folder / "source.html", folder / "expected.html"
        if not source.is_file() and not expected.is_file():
            reader.note(folder, "neither a page, source.html, nor gold, expected.html")
        elif not expected.is_file():
            reader.note(source, "page without gold: there is no expected.html")
        elif reader.find_page(expected, folder, "source.html") is not None:
            _read_page(reader, folder, groups[folder])


def _find_sites(folders: list[Path]) -> dict[Path, str]:
    """The site of each page: its host, or the name of its folder."""
    hosts = {folder: _read_host(folder / "source.html") for folder in folders}
    # Pages of one site are numbered: nytimes-1, nytimes-2. So are pages with the same difficulty:
    # videos-1, videos-2. The name is a site if it is part of a host.
    stems = {folder: re.sub(r"-\d+$", "", folder.name) for folder in folders}
    sites: dict[str, str] = {}
    for folder, host in hosts.items():
        if host is not None and stems[folder] in host.split("."):
            sites.setdefault(stems[folder], host)
    return {
        folder: sites.get(stems[folder]) or hosts[folder] or stems[folder] for folder in folders
    }


def _read_host(source: Path) -> str | None:
    """The host of a page, from its canonical link or `og:url`."""
    try:
        html = source.read_bytes()
    except OSError:
        # The problem is noted when the page is read.
        return None
    for tag in _ADDRESS_TAG.finditer(html):
        address = _ADDRESS.search(tag[0])
        host = read_domain(address[1].decode(errors="replace")) if address else None
        # Hand-written test pages are on `fakehost`.
        if host is not None and "." in host:
            return host
    return None


def _read_page(reader: CorpusReader, folder: Path, group: str) -> None:
    html = reader.read_text(folder / "expected.html")
    about = reader.read_record(folder / "expected-metadata.json")
    if html is None:
        return
    text = write_blocks(html)
    author = about.get_label("byline") if about else None
    item = Item(
        id=folder.name,
        source=folder / "source.html",
        gold=Gold(
            text=text,
            title=about.get_label("title") if about else None,
            authors=(author,) if author else None,
            date=about.get_label("publishedTime") if about else None,
            language=_read_language(about) if about else None,
            html=html,
            html_url=_URL,
        ),
        group=group,
        in_means=has_text(text),
    )
    reader.add(folder / "expected.html", item)


def _read_language(about: GoldRecord) -> str | None:
    """The language that the page declares, without the country: `en` for `en-us`."""
    return (about.get_label("lang") or "").replace("_", "-").partition("-")[0].lower() or None


def write_blocks(html: str) -> str:
    """Write the text of the visible blocks, one line each, with white space collapsed."""
    page = parse(html)
    is_break = page.is_tag("br")
    rows = np.flatnonzero(page.visible & (is_break | (page.tag == TEXT)))
    lines = []
    for first, last in zip(page.blocks.first, page.blocks.last, strict=True):
        inside = rows[np.searchsorted(rows, first) : np.searchsorted(rows, last, side="right")]
        text = "".join(" " if is_break[row] else page.text(int(row)) for row in inside)
        lines.append(" ".join(text.split()))
    return "\n".join(filter(None, lines))


FORMAT = CorpusFormat(
    "structure", "PAGE/source.html, PAGE/expected.html and PAGE/expected-metadata.json", read
)
