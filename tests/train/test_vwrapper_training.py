"""Learning the method `vwrapper`: labels, weights, the file, and pages that are not rendered."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

from pagecore import Page, corpora, extract
from pagecore.cli import pagecore as command
from pagecore.corpora.corpus import Corpus
from pagecore.errors import BadInput
from pagecore.methods.visual_tree import VisualTree
from pagecore.methods.vwrapper import FORESTS
from pagecore.models.model import load
from pagecore.page.page_file import save_page
from pagecore.train.rank_regression import PENALTY
from pagecore.train.vwrapper import (
    HEADLINE_WEIGHT,
    TRAINER,
    VisualTrainer,
    collect_examples,
    find_headline,
    label_blocks,
)
from pagecore.train.write_model import pack_model
from tests.corpora.formats import write_corpus
from tests.drawn_pages import draw

LINES = (
    "The harbour was rebuilt in two summers, and the ferries came back in the third.",
    "Nobody had expected that: the quay had been closed for longer than most remember.",
    "Since then the market is held there again, on the first Sunday of every month.",
)
Run = Callable[..., Result]


def draw_page(at: int) -> tuple[Page, str]:
    """A page with menu, headline, story and imprint, and its gold."""
    lines = LINES[: 1 + at % 3] * 2
    story = [f"{line} Number {at} and {n}." for n, line in enumerate(lines)]
    paragraphs = "".join(
        f"<p box='200 {200 + 60 * n} 600 50'>{line}</p>" for n, line in enumerate(story)
    )
    menu = "".join(f"<li box='0 {100 + 30 * n} 150 30'><a href=/{n}>Go {n}</a>" for n in range(5))
    page = draw(
        f"<title>Harbour {at} - Site {at // 2}</title><html box='0 0 1000 900'>"
        f"<body box='0 0 1000 900'><ul box='0 100 150 700'>{menu}</ul>"
        f"<main box='200 100 600 700'><h1 box='200 100 600 60' size=30 bold>Harbour {at}</h1>"
        f"{paragraphs}</main><p box='0 850 1000 30' size=12>Imprint of site {at // 2}"
    )
    return page, "\n".join(story)


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Corpus:
    """Twelve rendered pages of six sites."""
    monkeypatch.chdir(tmp_path)
    files: dict[str, object] = {}
    gold, index = [], []
    layouts = Path("layouts/visual")
    layouts.mkdir(parents=True)
    for site in range(6):
        pages = [{"file": f"tree/{at}.html", "url": f"u{at}"} for at in (2 * site, 2 * site + 1)]
        files[f"site{site}/meta.json"] = {"pages": pages}
    for at in range(12):
        page, text = draw_page(at)
        name = f"tree/{at}.html"
        files[f"site{at // 2}/{name}"] = page.source.decode()
        gold.append({"site": f"site{at // 2}", "file": name, "text": text})
        save_page(page, layouts / f"{at}.npz")
        index.append({"id": f"site{at // 2}/{name}", "file": f"{at}.npz"})
    write_corpus(Path("visual"), {"gold.jsonl": gold, **files})
    (layouts / "index.jsonl").write_text("\n".join(map(json.dumps, index)), "utf-8")
    return corpora.load("visual", "visual")


@pytest.fixture
def run() -> Run:
    """`run("--cv", "2")` trains on the corpus."""
    passed = ("train", "vwrapper", "--corpus", "visual", "--path", "visual")
    return lambda *more: CliRunner().invoke(command, [*passed, *more])


# ---------------------------------------------------------------- labels


def test_labels_of_blocks() -> None:
    page, gold = draw_page(2)
    assert page.layout is not None
    tree = VisualTree.of(page, page.layout)
    labels = label_blocks(tree, gold)
    names = [page.name(row) for row in tree.first.tolist()]
    assert [name for name, is_body in zip(names, labels.body, strict=True) if is_body] == ["p"] * 6
    assert [names[block] for block in np.flatnonzero(labels.headline)] == ["h1"]
    positive = [names[block] for block in np.flatnonzero(labels.positive & ~tree.is_leaf)]
    assert positive == ["html", "body", "main"]
    assert labels.words_of_body[0] == labels.words[labels.body].sum()


HEADLINES = [
    # what it shows              page                                             headline
    ("the title",                "<h1>Harbour news</h1><p>text</p>",              "h1"),
    ("the larger of two",        "<p>Harbour news</p><h2 size=30>Harbour news</h2>", "h2"),
    ("the first of two",         "<p>Harbour news</p><h2>Harbour news</h2>",      "p"),
    ("not quite the title",      "<p>Harbour</p><p>text</p>",                     None),
    ("no title in the page",     "<p>one</p><p>two</p>",                          None),
]  # fmt: skip


@pytest.mark.parametrize(("shows", "html", "name"), HEADLINES, ids=[case[0] for case in HEADLINES])
def test_headline_is_the_title_of_the_page(shows: str, html: str, name: str | None) -> None:
    title = "<meta property=og:title content='Harbour news'><title>Harbour news</title>"
    page = draw(f"{title}<html box='0 0 9 9'><body>{html}")
    assert page.layout is not None
    tree = VisualTree.of(page, page.layout)
    names = [page.name(int(tree.first[block])) for block in find_headline(tree)]
    assert names == ([] if name is None else [name])


def test_weights_of_examples() -> None:
    page, gold = draw_page(0)
    examples = collect_examples(page, gold)
    headline = examples["headline"]
    assert headline.weight[headline.positive] == pytest.approx(
        HEADLINE_WEIGHT * headline.weight[~headline.positive].max()
    )
    body = examples["body"]
    # Two paragraphs have all words of the body.
    assert body.weight[body.positive] == pytest.approx([0.5**0.5] * 2)
    assert len(body.positive) == len(headline.positive) == 5 + 1 + 2 + 1
    assert {name: of.features.shape[1] for name, of in examples.items()} == {
        name: len(features) for name, features in FORESTS.items()
    }


def test_block_with_the_headline_alone_weighs_by_its_words() -> None:
    title = "<meta property=og:title content='Harbour news'><title>Harbour news</title>"
    gold = "one two three four five six seven eight"
    page = draw(
        f"{title}<html box='0 0 9 9'><body><header><h1>Harbour news</h1><img></header>"
        f"<main><p>{gold}</p><p>{gold}</p></main><footer><p>imprint</p><img></footer>"
    )
    inner = collect_examples(page, f"{gold} {gold}")["inner"]
    # html, body, header, main and footer; the gold counts as twenty words.
    words = [16, 16, 2, 16, 1]
    assert inner.positive.tolist() == [True, True, True, True, False]
    assert inner.weight.tolist() == pytest.approx([(of / 20) ** 0.5 for of in words])


# ---------------------------------------------------------------- training


def test_model_learns_what_is_body_and_headline(corpus: Corpus) -> None:
    samples = {"visual": TRAINER.samples(corpus)}
    assert [sample.group for sample in samples["visual"][:3]] == ["site0", "site0", "site1"]
    model = TRAINER.fit(samples, seed=0)
    page, gold = draw_page(20)
    document = extract(page, method="vwrapper", model=model)
    assert document.text == "\n\n".join(gold.splitlines())
    # Features that are left out have no part in it.
    forests = VisualTrainer(left_out=frozenset({"font_size"})).fit_parts(samples, seed=0)[1]
    font = FORESTS["headline"].index("font_size")
    assert font not in forests["headline"].features
    assert TRAINER.fit(samples, seed=0).digest == model.digest


def test_command_writes_a_model_with_its_figures(corpus: Corpus, run: Run) -> None:
    result = run("--cv", "3")
    assert result.exit_code == 0, result.output
    assert "visual: 12 pages" in result.output
    model = load("vwrapper.model")
    (way,) = model.metadata["validation"]
    assert way["folds"] == "3-fold by group"
    assert way["corpora"]["visual"]["pages"] == 12
    assert model.metadata["blocks"]["headline"]["positive"] == 12
    assert model.metadata["settings"]["penalty"] == PENALTY


def test_pages_that_are_not_rendered_are_refused(corpus: Corpus, run: Run) -> None:
    Path("layouts/visual/index.jsonl").unlink()
    result = run()
    assert isinstance(result.exception, BadInput)
    assert str(result.exception) == (
        "visual: site0/tree/0.html is not rendered, and vwrapper needs its layout; run: python -m "
        "tools.record_layouts visual"
    )


def test_too_little_to_learn_from(corpus: Corpus) -> None:
    with pytest.raises(BadInput, match="no page with gold text"):
        TRAINER.fit({"visual": []}, seed=0)
    (sample,) = TRAINER.samples(corpus)[:1]
    no_inner = sample.examples["inner"]
    no_inner.positive[:] = True
    with pytest.raises(BadInput, match="forest 'inner': there is too little to learn from"):
        TRAINER.fit({"visual": [sample]}, seed=0)


def test_weights_of_corpora_count(corpus: Corpus) -> None:
    samples = TRAINER.samples(corpus)
    parts = {"one": samples[:6], "two": samples[6:]}
    alike, unlike = (
        pack_model(*TRAINER.fit_parts(parts, seed=0, weights=weights))
        for weights in ({}, {"one": 5.0})
    )
    assert alike != unlike


def test_training_needs_no_other_package() -> None:
    assert TRAINER.packages == ()
