"""WCXB: empty gold apart, the two pairs in one group, broken files named."""

from __future__ import annotations

from pathlib import Path

from pagecore.corpora import Gold, load
from tests.corpora.formats import ids, problems, write_corpus
from tests.packed import load_corpus

#: As the README of the corpora lists them.
EMPTY = (
    "0585 0602 0618 2840 2906 2966 3008 4577 4681 4720 4721 4722 4750 4763 4788 4802 4829 4850 "
    "4868 4871 4893"
)


def test_real_corpus() -> None:
    read = load_corpus("wcxb")
    items = {item.id: item for item in read.items}
    assert [item.id for item in read.items if not item.in_means] == EMPTY.split()
    assert items["0463"].group == items["3035"].group
    assert items["0670"].group == items["2863"].group
    assert items["0463"].html() == items["3035"].html()
    assert items["0463"].gold.text != items["3035"].gold.text
    golds = [item.gold for item in read.items]
    assert len({gold.page_type for gold in golds}) == 7
    assert sum(gold.title is not None for gold in golds) == 1497
    assert sum(gold.authors is not None for gold in golds) == 739
    # Two of 782 dates have no day.
    assert sum(len(gold.date or "") == len("2025-09-04") for gold in golds) == 780
    assert sum(gold.markdown is not None for gold in golds) == 1476


def truth(text: str | None = "text", **more: object) -> dict[str, object]:
    """A ground-truth file."""
    return {
        "url": "https://www.example.org/a",
        "_internal": {"page_type": {"primary": "article"}},
        "ground_truth": {"main_content": text, "with": ["te"], "without": ["Menu"], **more},
    }


def test_item(tmp_path: Path) -> None:
    write_corpus(
        tmp_path,
        {
            "dev/ground-truth/0001.json": truth(
                title="T", author="A and B", publish_date="2025-01-02", main_content_markdown="#"
            ),
            "dev/html/0001.html": "<p>text",
            "dev/ground-truth/0002.json": truth(""),
            "dev/html/0002.html": "<p>",
            "metadata.json": {"files": {"0001": {"domain": "Shop.Example.org"}}},
        },
    )
    first, second = load("wcxb", tmp_path).items
    assert first.gold == Gold(
        text="text",
        title="T",
        authors=("A and B",),
        date="2025-01-02",
        page_type="article",
        required_snippets=("te",),
        forbidden_snippets=("Menu",),
        markdown="#",
    )
    assert (first.id, first.source) == ("0001", tmp_path / "dev/html/0001.html")
    assert (first.url, first.encoding) == ("https://www.example.org/a", None)
    assert (first.group, first.in_means) == ("shop.example.org", True)
    assert (second.group, second.in_means) == ("example.org", False)


def test_problems(tmp_path: Path) -> None:
    write_corpus(
        tmp_path,
        {
            "dev/ground-truth/good.json": truth(),
            "dev/html/good.html": "",
            "dev/ground-truth/broken.json": "{",
            "dev/html/broken.html": "",
            "dev/ground-truth/latin.json": b'{"url": "\xe9"}',
            "dev/html/latin.html": "",
            "dev/ground-truth/lonely.json": truth(),
            "dev/ground-truth/other.json": {"url": "x"},
            "dev/html/other.html": "",
            "dev/html/unread.html": "",
            "metadata.json": "[",
        },
    )
    read = load("wcxb", tmp_path)
    assert ids(read) == ["good"]
    assert problems(read) == [
        ("metadata.json", "broken JSON"),
        ("dev/ground-truth/broken.json", "broken JSON"),
        ("dev/ground-truth/latin.json", "not UTF-8"),
        ("dev/ground-truth/lonely.json", "gold without page"),
        ("dev/ground-truth/other.json", "there is no 'ground_truth'"),
        ("dev/html/unread.html", "page without gold"),
    ]
