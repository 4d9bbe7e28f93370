"""Links to other pages: the labels, how links are counted, and what is recorded."""

from __future__ import annotations

from pathlib import Path

import pytest

from pagecore.errors import CorpusError
from pagecore.figures import load_figures
from pagecore.page import parse
from tools.paging.__main__ import Counts
from tools.paging.designs import RULES, find_out_of_fold
from tools.paging.labels import HERE, LINKS, LabelledPage, make_key, read_paging, read_rows


def test_labels_are_whole() -> None:
    rows = list(read_rows(HERE / "labels.tsv"))
    assert len({row["id"] for row in rows}) == len(rows)
    assert len(rows) == load_figures()["paging"]["provenance"]["corpora"]["paging"]["pages"]
    for row in rows:
        has_links = any(row[name] for name in LINKS)
        assert row["kind"] in (("article", "list") if has_links else ("none",))
        assert row["reason"] or has_links
        for url in " ".join(row[name] for name in LINKS).split():
            assert url.startswith("http")
            assert "#" not in url


def test_addresses_are_compared_without_what_does_not_matter() -> None:
    keys = {make_key(url) for url in ("http://www.a.example/b%20c/#d", "https://a.example/b c")}
    assert keys == {"a.example/b c"}


COUNTS = [
    # wanted      links        single   right  wrong  missed
    ({"a"},       ["a"],       True,    1,     0,     0),
    ({"a", "b"},  ["a"],       True,    1,     0,     0),
    ({"a"},       ["b"],       True,    0,     1,     1),
    ({"a"},       [],          True,    0,     0,     1),
    (set(),       ["a"],       True,    0,     1,     0),
    (set(),       [],          True,    0,     0,     0),
    ({"a", "b"},  ["a", "c"],  False,   1,     1,     1),
]  # fmt: skip


@pytest.mark.parametrize(("wanted", "links", "single", "right", "wrong", "missed"), COUNTS)
def test_links_are_counted(
    wanted: set[str], links: list[str], single: bool, right: int, wrong: int, missed: int
) -> None:
    counts = Counts()
    wanted_keys = frozenset(make_key(f"http://x.example/{name}") for name in wanted)
    counts.add(wanted_keys, [f"http://x.example/{name}" for name in links], single=single)
    assert (counts.right, counts.wrong, counts.missed) == (right, wrong, missed)


def test_precision_and_recall() -> None:
    assert Counts(3, 1, 2).describe() == {
        "right": 3, "wrong": 1, "missed": 2, "precision": 0.75, "recall": 0.6,
    }  # fmt: skip
    assert Counts().describe()["precision"] == 0


def test_designs_by_hand() -> None:
    html = "<p>1 <a href=?p=2>2</a> <a href=?p=2>Next</a>"
    page = parse(html, url="https://a.example/l")
    assert {find(page) for find in RULES.values()} == {"https://a.example/l?p=2"}
    older = parse("<p class=pager><a href=?x=abc>Older</a>", url="https://a.example/l")
    assert [find(older) is not None for find in RULES.values()] == [False, True, False, True]


def test_a_model_answers_for_hosts_that_it_has_not_seen() -> None:
    def make_page(at: int) -> LabelledPage:
        host = f"h{at}.example"
        html = "<a href=/a>A</a> <a href=/b>B</a> <a class=next href=?p=2>Next</a> <a href=/c>C</a>"
        page = parse(html, url=f"https://{host}/l")
        wanted = frozenset([f"{host}/l?p=2"])
        return LabelledPage(str(at), page, "en", host, "list", {"next": wanted}, "")

    pages = [make_page(at) for at in range(12)]
    assert find_out_of_fold(pages) == [f"https://h{at}.example/l?p=2" for at in range(12)]


def test_a_missing_corpus_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="unpack the collection"):
        read_paging(tmp_path)


def test_next_pages_reach_their_goal() -> None:
    figures = load_figures()["paging"]["figures"]
    (next_links,) = (row for row in figures["links"] if row["links"] == "next")
    for row in (next_links, figures["threads"]):
        assert row["precision"] >= 0.95
        assert row["recall"] >= 0.9
    rows = load_figures()["paging designs"]["figures"]
    assert {row["design"] for row in rows} >= set(RULES)
    assert max(rows, key=lambda row: (row["recall"], row["precision"])) is rows[-1]
