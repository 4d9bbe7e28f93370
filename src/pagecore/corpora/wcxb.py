"""WCXB, the Web Content Extraction Benchmark: pages of seven types.

`dev/html/ID.html`, `dev/ground-truth/ID.json`, and the domains in `metadata.json` and
`metadata-overlap.json`. A few pages have empty gold; they are reported separately. Two pages occur
twice with different gold; both copies have the same domain and are in the same group.
"""

from __future__ import annotations

from pagecore.corpora.corpus import Gold, Item
from pagecore.corpora.gold_record import GoldRecord
from pagecore.corpora.reader import CorpusFormat, CorpusReader, has_text, read_domain


def read(reader: CorpusReader) -> None:
    """Read every ground-truth file and find its page."""
    pages = reader.path / "dev" / "html"
    domains = _read_domains(reader)
    for path in reader.list_files(reader.path / "dev" / "ground-truth", ".json"):
        name = path.stem
        page = reader.find_page(path, pages, f"{name}.html")
        record = reader.read_record(path)
        if record is None or page is None:
            continue
        record.check_present("ground_truth")
        gold = record.get_record("ground_truth")
        if gold is None:
            continue
        text = gold.get_text("main_content")
        url = record.get_label("url")
        author = gold.get_label("author")
        reader.add(
            path,
            Item(
                id=name,
                source=page,
                gold=Gold(
                    text=text,
                    title=gold.get_label("title"),
                    authors=(author,) if author else None,
                    date=gold.get_label("publish_date"),
                    page_type=_read_page_type(record),
                    required_snippets=gold.get_texts("with"),
                    forbidden_snippets=gold.get_texts("without"),
                    markdown=gold.get_text("main_content_markdown"),
                ),
                url=url,
                group=domains.get(name) or read_domain(url) or name,
                in_means=has_text(text),
            ),
        )
    reader.note_unused(reader.list_files(pages, ".html"))


def _read_domains(reader: CorpusReader) -> dict[str, str]:
    domains = {}
    for name in ("metadata.json", "metadata-overlap.json"):
        path = reader.path / name
        # Without these files the domain comes from the URL.
        listed = reader.read_record(path) if path.exists() else None
        files = listed and listed.get_record("files")
        for page, about in files.list_members() if files else ():
            domains[page] = (about.get_label("domain") or "").lower()
    return domains


def _read_page_type(record: GoldRecord) -> str | None:
    internal = record.get_record("_internal")
    kind = internal and internal.get_record("page_type")
    return kind.get_label("primary") if kind else None


FORMAT = CorpusFormat("words", "dev/ground-truth/ID.json and dev/html/ID.html", read)
