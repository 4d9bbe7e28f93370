"""What holds for every layout: names, digests, and what is refused."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from pagecore.corpora import Gold, GoldPost, Item, find_format, load, names
from pagecore.corpora.corpus import compute_digest, compute_fingerprint
from pagecore.errors import BadOption, CorpusError
from tests.corpora.formats import ids, write_corpus
from tests.packed import load_corpus

#: Beside the two formats that no corpus of ours has: pages, and those without gold.
SIZES = {
    "wcxb": (1497, 21),
    "aeb": (181, 0),
    "readability": (130, 0),
    "fundus": (244 + 51, 0),
    "forums": (70, 0),
    "segments": (102, 0),
    "blogs": (1086, 419),
    "sites": (2307, 2307 - 847),
    "visual": (167, 167 - 125),
    "cleaneval": (453, 3),
    "daniel": (317, 0),
    "gtrends": (71, 0),
    "small": (91, 0),
    "magic": (170, 0),
    "searchlists": (279, 0),
    "defuddle": (160, 0),
}


def test_names() -> None:
    assert set(names()) == {*SIZES, "trafilatura", "plain"}


@pytest.mark.parametrize("name", SIZES)
def test_real_corpus_is_read_whole(name: str, corpus: Callable[[str], Path]) -> None:
    read = load_corpus(name)
    assert read.problems == ()
    assert (len(read.items), sum(not item.in_means for item in read.items)) == SIZES[name]
    assert len(set(ids(read))) == len(read.items)
    assert all(isinstance(item.source, Path) and item.group for item in read.items)
    assert (read.name, read.path, read.metric) == (name, corpus(name), find_format(name).metric)
    assert load(name, str(corpus(name))).digest == read.digest


def test_unknown_name_lists_the_known() -> None:
    with pytest.raises(BadOption, match=r"'wcbx': expected one of wcxb, aeb, .*plain"):
        load("wcbx", Path())


@pytest.mark.parametrize("name", names())
def test_missing_folder_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"nowhere: no such folder; .* has "):
        load(name, tmp_path / "nowhere")


@pytest.mark.parametrize("name", names())
def test_empty_folder_is_refused_and_the_layout_told(name: str, tmp_path: Path) -> None:
    with pytest.raises(CorpusError) as refused:
        load(name, tmp_path)
    assert str(tmp_path) in str(refused.value)
    assert find_format(name).expects in str(refused.value)


@pytest.mark.parametrize("name", [name for name in names() if name != "plain"])
def test_file_is_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / "gold.jsonl").write_text("")
    with pytest.raises(CorpusError, match=r"gold\.jsonl: this is a file"):
        load(name, tmp_path / "gold.jsonl")


def test_refusal_names_the_first_problem(tmp_path: Path) -> None:
    write_corpus(tmp_path, {"gold.jsonl": ["{"], "html/a.html": "a"})
    with pytest.raises(CorpusError, match=r"\(gold\.jsonl:1: broken JSON: "):
        load("fundus", tmp_path)


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def test_digest_by_definition() -> None:
    second = Item("b", b"<p>two", Gold(text="two", posts=(GoldPost("two"),)))
    first = Item("a", b"<p>one", Gold(text="one", title="One"))
    golds = {
        "a": {"text": "one", "title": "One"},
        "b": {
            "posts": [{"date": None, "link": None, "text": "two", "user": None, "user_link": None}],
            "text": "two",
        },
    }
    rows = [
        f"{name}\t{sha256(html)}\t{sha256(json.dumps(golds[name]).encode())}\n"
        for name, html in [("a", b"<p>one"), ("b", b"<p>two")]
    ]
    expected = sha256("".join(rows).encode())[:16]
    assert compute_digest(map(compute_fingerprint, [second, first])) == expected
    assert compute_digest(map(compute_fingerprint, [first, second])) == expected


@pytest.mark.parametrize(
    "item",
    [
        Item("b", b"<p>one", Gold(text="one")),
        Item("a", b"<p>two", Gold(text="one")),
        Item("a", b"<p>one", Gold(text="two")),
        Item("a", b"<p>one", Gold(text="one", forbidden_snippets=("x",))),
    ],
)
def test_digest_sees_id_page_and_gold(item: Item) -> None:
    same = Item("a", b"<p>one", Gold(text="one"))
    digest = compute_digest([compute_fingerprint(same)])
    assert compute_digest([compute_fingerprint(item)]) != digest


def test_digest_leaves_out_text_that_is_made_from_html() -> None:
    assert Gold(text="one", html="<p>one").json() == '{"html": "<p>one"}'


def test_page_is_read_when_asked_for(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_bytes(b"<p>one")
    item = Item("a", tmp_path / "a.html", Gold())
    assert item.html() == b"<p>one"
    (tmp_path / "a.html").write_bytes(b"<p>two")
    assert item.html() == b"<p>two"
    assert Item("b", b"<p>three", Gold()).html() == b"<p>three"
