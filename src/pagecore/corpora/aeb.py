"""AEB, Zyte's article extraction benchmark: `ground-truth.json` and `html/ID.html`.

It is a figure only: nothing is trained or tuned on it, and none of its pages is looked at.
"""

from __future__ import annotations

from pagecore.corpora.corpus import Gold, Item
from pagecore.corpora.reading import CorpusLayout, Reading, domain, has_text


def read(reading: Reading) -> None:
    """Read the one file of gold and look for its pages."""
    pages = reading.path / "html"
    record = reading.record(reading.path / "ground-truth.json")
    for name, gold in record.members() if record else ():
        page = reading.page(gold.where, pages, f"{name}.html")
        text = gold.needed("articleBody")
        if page is None or text is None:
            continue
        url = gold.label("url")
        item = Item(
            id=name,
            source=page,
            gold=Gold(text=text, page_type="article"),
            url=url,
            group=domain(url) or name,
            in_means=has_text(text),
        )
        reading.add(gold.where, item)
    reading.note_unclaimed(reading.files(pages, ".html"))


LAYOUT = CorpusLayout(
    "grams",
    "ground-truth.json (ID: articleBody, url) and html/ID.html",
    read,
    trainable=False,
    shown=False,
)
