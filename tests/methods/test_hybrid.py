"""The method `hybrid`: the chosen candidate, and the checks of a model."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from statistics import NormalDist

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings

from pagecore import Page, cli, extract, parse
from pagecore.errors import ModelError
from pagecore.methods.candidates import FEATURES, Candidates, find_candidates
from pagecore.methods.hybrid import DIGEST, LEARNERS, choose_candidate, hybrid
from pagecore.models.model import Model, load, read, shipped_path
from pagecore.registry import find_method
from pagecore.train.write_model import pack_model
from tests.rows import find_rows, text_row
from tests.trees import child_lists, pages

STORY = "It was a dark and stormy night, and the rain fell on the harbour in torrents. " * 5
MENU = "".join(f"<li><a href=/{name}>{name}</a>" for name in ("home", "news", "sport", "cards"))

# ---------------------------------------------------------------- who wins


def list_blocks(*words: int) -> Candidates:
    columns = np.zeros((len(words), len(FEATURES)), np.float32)
    columns[:, 0] = words
    return Candidates(np.arange(len(words)) + 10, np.zeros(0, np.int64), columns)


@pytest.mark.parametrize(
    ("words", "probability", "row"),
    [
        ((5, 9, 7), (0.9, 0.6, 0.4), 11),  # of the positive ones the one with most words
        ((5, 9, 7), (0.9, 0.5, 0.4), 10),  # one half is not positive
        ((5, 9, 7), (0.1, 0.2, 0.3), 12),  # none: the highest probability
        ((5, 9, 7), (0.3, 0.3, 0.1), 11),  # of equal ones that with most words
        ((9, 9, 7), (0.3, 0.3, 0.1), 10),  # of these the first
        ((0, 9), (0.0, 0.0), 11),  # one without words is none
        ((0, 0), (0.0, 0.0), None),
        ((), (), None),
    ],
)
def test_the_chosen_candidate(
    words: tuple[int, ...], probability: tuple[float, ...], row: int | None
) -> None:
    assert choose_candidate(list_blocks(*words), np.array(probability)) == row


@pytest.mark.parametrize("learner", LEARNERS)
def test_the_block_with_the_text_is_kept_whole(learner: str) -> None:
    inner = "<div>Inside of it.</div>"
    html = f"<div><ul>{MENU}</ul></div><div><p>{STORY}{inner}</div><div>Imprint</div>"
    text = extract(html, method="hybrid", learner=learner).text
    assert text == f"{STORY.strip()}\n\nInside of it."


def test_hidden_rows_of_the_block_are_left_out() -> None:
    page = parse(f"<div><p>{STORY}<p hidden>not this</div>")
    content = hybrid(page).content
    assert content[text_row(page, STORY.strip())]
    assert not content[text_row(page, "not this")]


@pytest.mark.parametrize("html", ["", f"<p>{STORY}", "<div></div>", f"<div hidden>{STORY}</div>"])
def test_where_no_block_has_words_nothing_is_kept(html: str) -> None:
    assert not hybrid(parse(html)).content.any()


def test_evidence_is_at_the_blocks() -> None:
    page = parse("<p>ten</p><div>one <a href=/>two</a></div>")
    choice = hybrid(page)
    (row,) = find_rows(page, "div")
    assert list(choice.evidence) == [*FEATURES, "probability"]
    assert [float(choice.evidence[name][row]) for name in FEATURES] == [
        pytest.approx(value) for value in (2, 2 / 3, 1, 1, 1, 1 / 2)
    ]
    assert all(column.sum() == column[row] for column in choice.evidence.values())
    probability = choice.evidence["probability"][row]
    assert 0 < probability < 1
    assert choice.score[text_row(page, "two")] == np.float32(probability)
    assert choice.score[text_row(page, "ten")] == 0


# ---------------------------------------------------------------- the definition, as plain loops


def nearest(page: Page, row: int, is_wanted: Callable[[int], bool]) -> int | None:
    while row >= 0:
        if is_wanted(row):
            return row
        row = int(page.parent[row])
    return None


def is_block(page: Page) -> Callable[[int], bool]:
    return lambda row: page.name(row) in ("div", "td")


def is_link(page: Page) -> Callable[[int], bool]:
    return lambda row: page.name(row) == "a" and page.get(row, "href") is not None


def describe_blocks(page: Page) -> Iterator[tuple[int, list[float]]]:
    """Every block and its six numbers."""
    shown = [row for row in range(len(page)) if page.hidden[row] == 0]
    all_words = sum(int(page.words[row]) for row in shown)
    for block in find_rows(page, "div", "td"):
        own = [row for row in shown if nearest(page, row, is_block(page)) == block]
        words = sum(int(page.words[row]) for row in own)
        links = sum(is_link(page)(row) for row in own)
        linked = sum(
            int(page.words[row]) for row in own if nearest(page, row, is_link(page)) is not None
        )
        yield (
            block,
            [
                words,
                words / all_words if all_words else 0,
                links,
                linked,
                linked / links if links else 0,
                linked / words if words else 0,
            ],
        )


def predict_tree(model: Model, row: list[float]) -> float:
    names = ("feature", "border", "left", "right", "probability")
    feature, border, left, right, says = (model.array(name).tolist() for name in names)
    node = 0
    while feature[node] >= 0:
        value = np.float32(row[int(feature[node])])
        node = int(left[node] if value <= np.float32(border[node]) else right[node])
    return float(says[node])


def predict_bayes(model: Model, row: list[float]) -> float:
    joint = []
    for item in (0, 1):
        mean, variance = (model.array(name).reshape(2, -1)[item] for name in ("mean", "variance"))
        log = np.log(np.float64(model.array("prior")[item]))
        for value, center, spread in zip(row, mean.tolist(), variance.tolist(), strict=True):
            # Far away the density is 0, and its logarithm is that of the distance alone.
            normal = NormalDist(center, spread**0.5)
            log += np.log(normal.pdf(center)) - normal.zscore(value) ** 2 / 2
        joint.append(log)
    return float(1 / (1 + np.exp(min(joint[0] - joint[1], 700.0))))


OF = {"c45": predict_tree, "bayes": predict_bayes}


def kept_by_definition(page: Page, model: Model, learner: str) -> set[int]:
    best = None
    candidates = [
        (block, row[0], OF[learner](model, row))
        for block, row in describe_blocks(page)
        if row[0] > 0
    ]
    positive = [item for item in candidates if item[2] > 0.5]
    if positive:
        best = max(positive, key=lambda block: (block[1], -block[0]))[0]
    elif candidates:
        best = max(candidates, key=lambda block: (round(block[2], 12), block[1], -block[0]))[0]
    kept: set[int] = set()
    waiting = [] if best is None else [best]
    children = child_lists(page)
    while waiting:
        row = waiting.pop()
        waiting += children[row]
        if not children[row] and page.hidden[row] == 0:
            kept.add(row)
    return kept


@given(pages())
@settings(max_examples=60, deadline=None)
def test_agrees_with_its_definition(page: Page) -> None:
    blocks = find_candidates(page)
    by_loops = list(describe_blocks(page))
    assert blocks.rows.tolist() == [block for block, _ in by_loops]
    assert np.allclose(blocks.features, np.array([row for _, row in by_loops]).reshape(-1, 6))
    model = load(method="hybrid")
    leaves = [row for row, below in enumerate(child_lists(page)) if not below]
    for learner in LEARNERS:
        content = hybrid(page, learner=learner).content
        kept = {row for row in leaves if content[row]}
        assert kept == kept_by_definition(page, model, learner)


# ---------------------------------------------------------------- models


#: A tree of two leaves, and two normal distributions; the first feature decides.
ARRAYS: Mapping[str, npt.ArrayLike] = {
    "feature": [0, -1, -1],
    "border": [3.5, 0, 0],
    "left": [1, 0, 0],
    "right": [2, 0, 0],
    "probability": [0.5, 0.25, 0.75],
    "prior": [0.5, 0.5],
    "mean": [1, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0],
    "variance": [1] * 12,
}


def make_model(features: str = DIGEST, /, **arrays: npt.ArrayLike | None) -> Model:
    metadata = {"features": features, "method": "hybrid"}
    kept = {name: array for name, array in {**ARRAYS, **arrays}.items() if array is not None}
    return read(pack_model(metadata, {}, kept), "my.model")


def test_a_model_is_asked() -> None:
    page = parse("<div>one two six</div><div>one two six ten</div>")
    rows = find_rows(page, "div")
    by_tree, by_bayes = (
        hybrid(page, learner=learner, model=make_model()).evidence["probability"][rows].tolist()
        for learner in ("c45", "bayes")
    )
    assert by_tree == [0.25, 0.75]
    # Around 1 and 5 with the variance 1: 3 words are halfway, 4 are e⁴ to one.
    assert by_bayes == pytest.approx([0.5, 1 / (1 + np.exp(-4))])


@pytest.mark.parametrize(
    ("learner", "arrays"),
    [
        ("c45", {"feature": [6, -1, -1]}),
        ("c45", {"feature": [0.5, -1, -1]}),
        ("c45", {"feature": [0, -1]}),
        ("c45", {"feature": None}),
        ("c45", {"left": [0, 0, 0]}),  # a circle
        ("c45", {"right": [3, 0, 0]}),
        ("c45", {"probability": [0.5, 0.25, 1.5]}),
        ("c45", {name: [] for name in ("feature", "border", "left", "right", "probability")}),
        ("bayes", {"prior": [0, 1]}),
        ("bayes", {"prior": [1]}),
        ("bayes", {"mean": [1] * 11}),
        ("bayes", {"variance": [0] * 12}),
        ("bayes", {"variance": None}),
    ],
)
def test_a_model_that_cannot_be_asked_is_refused(
    learner: str, arrays: dict[str, npt.ArrayLike | None]
) -> None:
    with pytest.raises(ModelError, match=r"^my\.model: .*train it again"):
        hybrid(parse("<div>one"), learner=learner, model=make_model(**arrays))


def test_a_model_of_another_method_is_refused() -> None:
    with pytest.raises(ModelError, match="a model for the method 'default', not for 'hybrid'"):
        hybrid(parse("<div>one"), model=load())
    with pytest.raises(ModelError, match=r"hybrid\.model: .*train it again"):
        extract("<div>one", method="default", model=load(method="hybrid"))


def test_a_model_of_other_features_is_refused() -> None:
    with pytest.raises(ModelError, match=r"trained with the features 00"):
        hybrid(parse("<div>one"), model=make_model("00"))


def test_the_shipped_model_is_what_the_method_says_it_is() -> None:
    model = load(method="hybrid")
    assert model.metadata["method"] == "hybrid"
    assert set(model.metadata["corpora"]) == set(find_method("hybrid").developed_on or ())
    assert Path(model.source) == shipped_path("hybrid")
    assert shipped_path("hybrid").stat().st_size < 200_000
    ways = [way["folds"] for way in model.metadata["validation"]]
    assert ways == ["5-fold by group", "over collections"]
    figures = model.metadata["validation"][0]["corpora"]["wcxb"]
    assert set(figures["learner"]) == set(LEARNERS)
    assert figures["learner"]["c45"]["F1"] == figures["f1"]


def test_both_models_together_are_read_once() -> None:
    assert load(method="hybrid") is load(method="hybrid")
    assert load(method="hybrid") is not load()
    assert load() is load(method="default")


# ---------------------------------------------------------------- the command


def test_the_command_takes_learner_and_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page, file = tmp_path / "page.html", tmp_path / "my.model"
    page.write_text(f"<div><ul>{MENU}</ul></div><div><p>{STORY}</div>", encoding="utf-8")
    file.write_bytes(make_model().core.write())

    def run(*options: str) -> tuple[object, str, str]:
        arguments = ["pagecore", "extract", str(page), "--method", "hybrid", *options]
        monkeypatch.setattr(sys, "argv", arguments)
        with pytest.raises(SystemExit) as ended:
            cli.main()
        out, err = capsys.readouterr()
        return ended.value.code, out.strip(), err

    assert run("--set", "learner=bayes") == (0, STORY.strip(), "")
    assert run("--model", str(file)) == (0, STORY.strip(), "")
    code, _, err = run("--set", "learner=forest")
    assert (code, "'c45' or 'bayes'" in err) == (2, True)
    code, out, err = run("--model", str(shipped_path("default")))
    assert (code, out) == (2, "")
    assert "a model for the method 'default', not for 'hybrid'" in err
