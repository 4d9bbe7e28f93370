"""How a model stands beside other extractors, by what its file tells of single pages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pagecore.errors import BadInput
from pagecore.evaluate import peers
from pagecore.models.model import Model
from pagecore.models.model import read as read_model
from pagecore.train.figures import MIN_PAGES
from pagecore.train.write_model import pack_model
from tests.forests import SMALL
from tools import compare_peers
from tools.compare_peers import (
    PageScores,
    compare_groups,
    list_worst_pages,
    measure_peers,
    read_pages,
    write_pages,
)

LANGUAGES = ["de"] * 6 + ["no"] * 6 + ["fr"] * (MIN_PAGES - 1)


def model(**f1_of_pages: Any) -> Model:
    """A model that tells these figures of itself."""
    entry = {corpus: {"f1_of_pages": pages} for corpus, pages in f1_of_pages.items()}
    ways = [{"folds": "2-fold", "digest": "0", "corpora": entry}]
    return read_model(pack_model({"features": "f", "validation": ways}, {"blocks": SMALL}, {}))


def others() -> list[PageScores]:
    """Two extractors: one is better on German pages, the other elsewhere."""
    return [
        PageScores(
            "fundus",
            f"{language}{at}",
            language,
            {"a 1.0": 0.9 if language == "de" else 0.5, "b 2.0": 0.6},
        )
        for at, language in enumerate(LANGUAGES)
    ]


def test_the_best_of_each_group_is_the_one_to_beat() -> None:
    ours = {page.id: 0.8 for page in others()}
    whole, german, norwegian, rest = compare_groups(model(fundus=ours), others(), "fundus")
    # French has too few pages for a line of its own, and counts among the rest.
    assert [item.group for item in (whole, german, norwegian, rest)] == [
        "all",
        "de",
        "no",
        "neither de nor en",
    ]
    assert (german.pages, german.best) == (6, "a 1.0")
    assert german.theirs == pytest.approx(0.9)
    assert german.paired.high < 0
    assert norwegian.best == "b 2.0"
    assert norwegian.ours == pytest.approx(0.8)
    assert norwegian.paired.low > 0
    assert norwegian.paired.difference == pytest.approx(0.2)
    assert rest.pages == 6 + MIN_PAGES - 1


def test_a_difference_that_may_be_chance() -> None:
    pages = [PageScores("wcxb", str(at), "product", {"a 1.0": 0.5}) for at in range(6)]
    ours = {page.id: 0.1 * at + 0.3 for at, page in enumerate(pages)}
    whole, product = compare_groups(model(wcxb=ours), pages, "wcxb")
    assert (whole.group, product.group) == ("all", "product")
    assert product.paired.low < 0 < product.paired.difference


def test_a_model_without_figures_of_pages_has_no_standing() -> None:
    assert compare_groups(model(), others(), "fundus") == []
    bare = read_model(pack_model({"features": "f"}, {"blocks": SMALL}, {}))
    assert compare_groups(bare, others(), "fundus") == []
    assert list_worst_pages(bare.metadata, 3) == []


def test_other_pages_are_refused() -> None:
    with pytest.raises(BadInput, match=r"other pages of fundus.*python -m tools.compare_peers"):
        compare_groups(model(fundus={"de0": 0.8}), others(), "fundus")


def test_an_extractor_that_took_no_part_is_left_out() -> None:
    pages = [page._replace(f1={"b 2.0": 0.6}) if at else page for at, page in enumerate(others())]
    whole, *_ = compare_groups(model(fundus={page.id: 0.8 for page in pages}), pages, "fundus")
    assert whole.best == "b 2.0"


def test_the_worst_pages_are_listed_corpus_by_corpus() -> None:
    metadata = model(fundus={"x": 0.5, "y": 0.25, "z": 0.75}, wcxb={"1": 1.0}).metadata
    assert list_worst_pages(metadata, 2) == [
        ("fundus", "y", 0.25),
        ("fundus", "x", 0.5),
        ("wcxb", "1", 1.0),
    ]


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "peers.tsv"
    pages = [*others(), PageScores("wcxb", "1", "product", {"c 3.0": 0.25})]
    write_pages(path, pages)
    assert read_pages(path) == pages
    with pytest.raises(BadInput, match=r"cannot be read.*written by python -m tools"):
        read_pages(tmp_path / "missing.tsv")
    path.write_text("corpus\tpage\n1\t2\n")
    with pytest.raises(BadInput, match="cannot be read"):
        read_pages(path)


def test_others_are_measured_page_by_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a corpus of the test's own, with recorded outputs: nothing is run."""
    monkeypatch.setattr(compare_peers, "TRAITS", {"plain": "language"})
    monkeypatch.setattr(peers, "check_peers", lambda: {"trafilatura": "not installed"})
    (tmp_path / "plain").mkdir()
    for page in ("a", "b"):
        (tmp_path / "plain" / f"{page}.html").write_text("<p>one two")
        (tmp_path / "plain" / f"{page}.txt").write_text("one two")
    (tmp_path / "peers" / "plain").mkdir(parents=True)
    outputs = [{"id": "a", "text": "one two"}, {"id": "b", "error": "crashed"}]
    recorded = tmp_path / "peers" / "plain" / "tide.jsonl"
    recorded.write_text("\n".join(map(json.dumps, outputs)))
    reported: list[tuple[str, int]] = []
    contenders = measure_peers(tmp_path, lambda what, total: reported.append((what, total)))
    assert contenders == [
        PageScores("plain", "a", "", {"tide recorded": 1.0}),
        PageScores("plain", "b", "", {"tide recorded": 0.0}),
    ]
    assert reported == [("plain: tide", 2)] * 2
