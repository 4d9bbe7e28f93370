"""Sites: all pages are items, those with gold are measured."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pagecore.corpora import Gold, load
from tests.corpora.formats import problems, write_corpus


def test_real_corpus(corpus: Callable[[str], Path]) -> None:
    read = load("sites", corpus("sites"))
    with_gold = [item for item in read.items if item.gold.text is not None]
    assert (len(with_gold), len(read.items)) == (847, 2307)
    assert with_gold == [item for item in read.items if item.in_means]
    assert len({item.group for item in read.items}) == 24


def test_small_corpus(tmp_path: Path) -> None:
    pages = [
        {"file": "pages/a.html", "url": "u1", "kind": "entry"},
        {"file": "pages/b.html", "url": "u2", "kind": "tag"},
        {"file": "pages/c.html", "url": "u3", "kind": "entry"},
        {"file": "pages/a.html", "url": "u1", "kind": "entry"},
        {"url": "u4"},
    ]
    gold = [
        {"file": "pages/a.html", "text": "one"},
        {"file": "pages/a.html", "text": "two"},
        {"file": "pages/c.html", "text": "three"},
        {"file": "pages/d.html", "text": "four"},
        {"file": "pages/e.html"},
        "no JSON",
    ]
    write_corpus(
        tmp_path,
        {
            "site/meta.json": {"base_url": "http://s.org", "language": "de", "pages": pages},
            "site/gold.jsonl": gold,
            **{f"site/pages/{name}.html": "" for name in "abd"},
            "broken/meta.json": "{",
        },
    )
    read = load("sites", tmp_path)
    first, second = read.items
    assert (first.id, first.in_means) == ("site/pages/a.html", True)
    assert first.gold == Gold(text="one", language="de", page_type="entry")
    assert (second.gold.text, second.in_means, second.url) == (None, False, "u2")
    assert {item.group for item in read.items} == {"s.org"}
    assert problems(read) == [
        ("broken/meta.json", "broken JSON"),
        ("site/gold.jsonl:2", "the page 'pages/a.html' has gold already, in site/gold.jsonl"),
        ("site/gold.jsonl:5", "there is no 'text'"),
        ("site/gold.jsonl:6", "broken JSON"),
        ("site/meta.json, pages[2]", "gold without page"),
        ("site/meta.json, pages[3]", "the id 'site/pages/a.html'"),
        ("site/meta.json, pages[4]", "there is no 'file'"),
        ("site/gold.jsonl:4", "gold without page"),
        ("site/pages/d.html", "meta.json does not list the page"),
    ]
