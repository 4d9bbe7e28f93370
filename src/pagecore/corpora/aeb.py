"""AEB, Zyte's article extraction benchmark: `ground-truth.json` and `html/ID.html`.

It is used for figures only: nothing is trained or tuned on it, and nobody looks at its pages.
"""

from __future__ import annotations

from pagecore.corpora.corpus import Gold, Item
from pagecore.corpora.reader import CorpusFormat, CorpusReader, has_text, read_domain


def read(reader: CorpusReader) -> None:
    """Read the gold file and find its pages."""
    pages = reader.path / "html"
    record = reader.read_record(reader.path / "ground-truth.json")
    for name, gold in record.list_members() if record else ():
        page = reader.find_page(gold.where, pages, f"{name}.html")
        text = gold.require_text("articleBody")
        if page is None or text is None:
            continue
        url = gold.get_label("url")
        item = Item(
            id=name,
            source=page,
            gold=Gold(text=text, page_type="article"),
            url=url,
            group=read_domain(url) or name,
            in_means=has_text(text),
        )
        reader.add(gold.where, item)
    reader.note_unused(reader.list_files(pages, ".html"))


FORMAT = CorpusFormat(
    "grams",
    "ground-truth.json (ID: articleBody, url) and html/ID.html",
    read,
    trainable=False,
    shown=False,
)
