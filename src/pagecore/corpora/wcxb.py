"""WCXB, the Web Content Extraction Benchmark: pages of seven types.

`dev/html/ID.html`, `dev/ground-truth/ID.json`, and the domains in `metadata.json` and
`metadata-overlap.json`. A few pages have empty gold; they are reported apart. Two pages are there
twice with different gold; both sides of a pair are of one domain, and so of one group.
"""

from __future__ import annotations

from pagecore.corpora.corpus import Gold, Item
from pagecore.corpora.reading import CorpusLayout, Reading, Record, domain, has_text


def read(reading: Reading) -> None:
    """Read every ground-truth file and look for its page."""
    pages = reading.path / "dev" / "html"
    domains = _domains(reading)
    for path in reading.files(reading.path / "dev" / "ground-truth", ".json"):
        name = path.stem
        page = reading.page(path, pages, f"{name}.html")
        record = reading.record(path)
        if record is None or page is None:
            continue
        record.require("ground_truth")
        gold = record.inner("ground_truth")
        if gold is None:
            continue
        text = gold.string("main_content")
        url = record.label("url")
        author = gold.label("author")
        reading.add(
            path,
            Item(
                id=name,
                source=page,
                gold=Gold(
                    text=text,
                    title=gold.label("title"),
                    authors=(author,) if author else None,
                    date=gold.label("publish_date"),
                    page_type=_page_type(record),
                    present=gold.strings("with"),
                    absent=gold.strings("without"),
                    markdown=gold.string("main_content_markdown"),
                ),
                url=url,
                group=domains.get(name) or domain(url) or name,
                in_means=has_text(text),
            ),
        )
    reading.note_unclaimed(reading.files(pages, ".html"))


def _domains(reading: Reading) -> dict[str, str]:
    domains = {}
    for name in ("metadata.json", "metadata-overlap.json"):
        path = reading.path / name
        # Without them the URL tells the domain.
        listed = reading.record(path) if path.exists() else None
        files = listed and listed.inner("files")
        for page, about in files.members() if files else ():
            domains[page] = (about.label("domain") or "").lower()
    return domains


def _page_type(record: Record) -> str | None:
    internal = record.inner("_internal")
    kind = internal and internal.inner("page_type")
    return kind.label("primary") if kind else None


LAYOUT = CorpusLayout("words", "dev/ground-truth/ID.json and dev/html/ID.html", read)
