"""Mozilla Readability's test pages: `PAGE/source.html`, `expected.html`, `expected-metadata.json`.

The pages have no URL; their site is told by what they say of themselves, so that pages of one site
share a fold, also with those of other collections. It is not given to methods as their URL.

The gold is HTML: it shows which headings, lists, tables, code and images must survive. Its text is
that of its blocks, a line each.
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from pagecore.corpora.corpus import Gold, Item
from pagecore.corpora.reading import CorpusLayout, Reading, Record, domain, has_text
from pagecore.page import parse
from pagecore.page.tags import TEXT

_ADDRESS_TAG = re.compile(
    rb"<link\b[^>]*\brel\s*=\s*[\"']?canonical\b[^>]*"
    rb"|<meta\b[^>]*\b(?:property|name)\s*=\s*[\"']?og:url\b[^>]*",
    re.IGNORECASE,
)
_ADDRESS = re.compile(rb"\b(?:href|content)\s*=\s*[\"']?\s*(https?://[^\s\"'>]+)", re.IGNORECASE)


#: Where the makers of the gold say that every page is.
_URL = "http://fakehost/test/page.html"


def read(reading: Reading) -> None:
    """Read every folder that holds a page or gold."""
    folders = reading.folders()
    groups = _groups(folders)
    for folder in folders:
        source, expected = folder / "source.html", folder / "expected.html"
        if not source.is_file() and not expected.is_file():
            reading.note(folder, "neither a page, source.html, nor gold, expected.html")
        elif not expected.is_file():
            reading.note(source, "page without gold: there is no expected.html")
        elif reading.page(expected, folder, "source.html") is not None:
            _read_page(reading, folder, groups[folder])


def _groups(folders: list[Path]) -> dict[Path, str]:
    """The site of every page: its host, or what its folder is called."""
    hosts = {folder: _host(folder / "source.html") for folder in folders}
    # The pages of one site are numbered: nytimes-1, nytimes-2. But so are those of one trouble:
    # videos-1, videos-2. It is a site where a host has that name.
    stems = {folder: re.sub(r"-\d+$", "", folder.name) for folder in folders}
    sites: dict[str, str] = {}
    for folder, host in hosts.items():
        if host is not None and stems[folder] in host.split("."):
            sites.setdefault(stems[folder], host)
    return {
        folder: sites.get(stems[folder]) or hosts[folder] or stems[folder] for folder in folders
    }


def _host(source: Path) -> str | None:
    """The host that a page gives as its own, by its canonical link or `og:url`."""
    try:
        html = source.read_bytes()
    except OSError:
        # Told where the page is read.
        return None
    for tag in _ADDRESS_TAG.finditer(html):
        found = _ADDRESS.search(tag[0])
        host = domain(found[1].decode(errors="replace")) if found else None
        # The test pages that were made by hand say that they are on `fakehost`.
        if host is not None and "." in host:
            return host
    return None


def _read_page(reading: Reading, folder: Path, group: str) -> None:
    html = reading.text(folder / "expected.html")
    about = reading.record(folder / "expected-metadata.json")
    if html is None:
        return
    text = block_texts(html)
    author = about.label("byline") if about else None
    item = Item(
        id=folder.name,
        source=folder / "source.html",
        gold=Gold(
            text=text,
            title=about.label("title") if about else None,
            authors=(author,) if author else None,
            date=about.label("publishedTime") if about else None,
            language=_language(about) if about else None,
            html=html,
            html_url=_URL,
        ),
        group=group,
        in_means=has_text(text),
    )
    reading.add(folder / "expected.html", item)


def _language(about: Record) -> str | None:
    """The language that the page declares, without the country: `en` for `en-us`."""
    return (about.label("lang") or "").replace("_", "-").partition("-")[0].lower() or None


def block_texts(html: str) -> str:
    """The text of every block that is shown, a line each, white space collapsed."""
    page = parse(html)
    is_break = page.is_tag("br")
    rows = np.flatnonzero(page.visible & (is_break | (page.tag == TEXT)))
    lines = []
    for first, last in zip(page.blocks.first, page.blocks.last, strict=True):
        inside = rows[np.searchsorted(rows, first) : np.searchsorted(rows, last, side="right")]
        text = "".join(" " if is_break[row] else page.text(int(row)) for row in inside)
        lines.append(" ".join(text.split()))
    return "\n".join(filter(None, lines))


LAYOUT = CorpusLayout(
    "structure", "PAGE/source.html, PAGE/expected.html and PAGE/expected-metadata.json", read
)
