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
from pagecore.methods.candidates import CANDIDATE_TAGS, FEATURES, Candidates, find_candidates
from pagecore.methods.hybrid import DIGEST, KEEPS, LEARNERS, hybrid, name_array, select_positive
from pagecore.models.model import Model, load, read, shipped_path
from pagecore.registry import find_method
from pagecore.train.write_model import pack_model
from tests.rows import find_rows, text_row
from tests.trees import child_lists, pages

STORY = "It was a dark and stormy night, and the rain fell on the harbour in torrents. " * 5
MENU = "".join(f"<li><a href=/{name}>{name}</a>" for name in ("home", "news", "sport", "cards"))

# ---------------------------------------------------------------- what is positive


def list_blocks(*words: int) -> Candidates:
    columns = np.zeros((len(words), len(FEATURES)), np.float32)
    columns[:, 0] = words
    return Candidates(np.arange(len(words)) + 10, np.zeros(0, np.int64), columns)


@pytest.mark.parametrize(
    ("words", "probability", "positive"),
    [
        ((5, 9, 7), (0.9, 0.6, 0.4), (1, 1, 0)),
        ((5, 9, 7), (0.9, 0.5, 0.4), (1, 0, 0)),  # one half is not positive
        ((5, 9, 7), (0.1, 0.2, 0.3), (0, 0, 1)),  # none: the highest probability
        ((5, 9, 7), (0.3, 0.3, 0.1), (0, 1, 0)),  # of equal ones that with most words
        ((9, 9, 7), (0.3, 0.3, 0.1), (1, 0, 0)),  # of these the first
        ((0, 9), (0.9, 0.1), (0, 1)),  # one without words is none
        ((0, 0), (0.9, 0.9), (0, 0)),
        ((), (), ()),
    ],
)
def test_positive_candidates(
    words: tuple[int, ...], probability: tuple[float, ...], positive: tuple[int, ...]
) -> None:
    assert tuple(select_positive(list_blocks(*words), np.array(probability))) == positive


# ---------------------------------------------------------------- what is kept

SECOND = "The harbour was rebuilt in two summers, and the ferries came back in the third. " * 5
KEPT = [
    # what it shows       page                                                      texts kept
    ("story, not menu",   f"<div><ul>{MENU}</ul></div><div>{STORY}</div>",          [STORY]),
    ("all positive",      f"<div>{STORY}</div><div><ul>{MENU}</ul></div><div>{SECOND}</div>",
     [STORY, SECOND]),
    ("the noise inside",  f"<div>{STORY}<div><ul>{MENU}</ul></div></div>",          [STORY]),
    ("one inside noise",  f"<div><ul>{MENU}</ul><div>{STORY}</div></div>",          [STORY]),
    ("one inside another", f"<div>{STORY}<div>{SECOND}</div></div>",
     [STORY, SECOND]),
    ("outside of all",    f"<p>{SECOND}</p><div>{STORY}</div>",                     [STORY]),
    ("none is positive",  "<div>Imprint</div><div><a href=/>Home</a></div>",        ["Imprint"]),
]  # fmt: skip


@pytest.mark.parametrize(("html", "texts"), [c[1:] for c in KEPT], ids=[c[0] for c in KEPT])
def test_the_own_text_of_positive_blocks_is_kept(html: str, texts: list[str]) -> None:
    lines = extract(html, method="hybrid").text.splitlines()
    assert [line for line in lines if line] == [kept.strip() for kept in texts]


@pytest.mark.parametrize("learner", LEARNERS)
def test_the_winner_is_kept_whole(learner: str) -> None:
    inner = "<div>Inside of it.</div>"
    html = f"<div><ul>{MENU}</ul></div><div><p>{STORY}{inner}</div><div>Imprint</div>"
    text = extract(html, method="hybrid", learner=learner, keep="winner").text
    assert text == f"{STORY.strip()}\n\nInside of it."


def test_the_winner_is_the_positive_block_with_most_words() -> None:
    html = f"<div>{STORY}</div><div>{STORY}{SECOND}</div>"
    assert extract(html, method="hybrid", keep="winner").text == (STORY + SECOND).strip()


def test_containers_hold_text_of_their_own() -> None:
    html = f"<nav><ul>{MENU}</ul></nav><article><h1>Night</h1><p>{STORY}</article>"
    assert extract(html, method="hybrid").text == ""
    text = extract(html, method="hybrid", candidates="containers").text
    assert text == f"Night\n\n{STORY.strip()}"


@pytest.mark.parametrize("keep", KEEPS)
def test_hidden_rows_of_the_block_are_left_out(keep: str) -> None:
    page = parse(f"<div><p>{STORY}<p hidden>not this</div>")
    content = hybrid(page, keep=keep).content
    assert content[text_row(page, STORY.strip())]
    assert not content[text_row(page, "not this")]


@pytest.mark.parametrize("keep", KEEPS)
@pytest.mark.parametrize("html", ["", f"<p>{STORY}", "<div></div>", f"<div hidden>{STORY}</div>"])
def test_where_no_block_has_words_nothing_is_kept(html: str, keep: str) -> None:
    assert not hybrid(parse(html), keep=keep).content.any()


def test_evidence_of_a_row_is_that_of_its_block() -> None:
    page = parse("<p>ten</p><div>one <a href=/>two</a></div>")
    choice = hybrid(page)
    assert list(choice.evidence) == [*FEATURES, "probability", "positive"]
    outside, inside = text_row(page, "ten"), text_row(page, "two")
    for row in (*find_rows(page, "div"), inside):
        assert [float(choice.evidence[name][row]) for name in FEATURES] == [
            pytest.approx(value) for value in (2, 2 / 3, 1, 1, 1, 1 / 2)
        ]
    assert not any(column[outside] for column in choice.evidence.values())
    probability = choice.evidence["probability"][inside]
    assert 0 < probability < 1
    assert choice.score[inside] == np.float32(probability)
    assert choice.score[outside] == 0


def test_explain_shows_why_a_block_was_kept() -> None:
    html = f"<div><ul>{MENU}</ul></div><div><p>{STORY}</div>"
    *_, story = blocks = extract(html, method="hybrid").explain().blocks
    assert story.kept
    assert "words=80," in story.reason
    assert "positive=1" in story.reason
    assert not blocks[0].kept
    assert "words in links / words=1," in blocks[0].reason
    assert "positive=0" in blocks[0].reason
    *_, winner = extract(html, method="hybrid", keep="winner").explain().blocks
    assert "winner=1" in winner.reason


# ---------------------------------------------------------------- the definition, as plain loops


def nearest(page: Page, row: int, is_wanted: Callable[[int], bool]) -> int | None:
    while row >= 0:
        if is_wanted(row):
            return row
        row = int(page.parent[row])
    return None


def is_block(page: Page, tags: tuple[str, ...]) -> Callable[[int], bool]:
    return lambda row: page.name(row) in tags


def is_link(page: Page) -> Callable[[int], bool]:
    return lambda row: page.name(row) == "a" and page.get(row, "href") is not None


def describe_blocks(page: Page, tags: tuple[str, ...]) -> Iterator[tuple[int, list[float]]]:
    """Every block and its six numbers."""
    shown = [row for row in range(len(page)) if page.hidden[row] == 0]
    all_words = sum(int(page.words[row]) for row in shown)
    for block in find_rows(page, *tags):
        own = [row for row in shown if nearest(page, row, is_block(page, tags)) == block]
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


def read_arrays(model: Model, candidates: str, *names: str) -> list[npt.NDArray[np.float32]]:
    return [model.array(f"{candidates} {name}") for name in names]


def predict_tree(model: Model, candidates: str, row: list[float]) -> float:
    names = ("feature", "border", "left", "right", "probability")
    arrays = read_arrays(model, candidates, *names)
    feature, border, left, right, says = (array.tolist() for array in arrays)
    node = 0
    while feature[node] >= 0:
        value = np.float32(row[int(feature[node])])
        node = int(left[node] if value <= np.float32(border[node]) else right[node])
    return float(says[node])


def predict_bayes(model: Model, candidates: str, row: list[float]) -> float:
    joint = []
    prior, *arrays = read_arrays(model, candidates, "prior", "mean", "variance")
    for item in (0, 1):
        mean, variance = (array.reshape(2, -1)[item] for array in arrays)
        log = np.log(np.float64(prior[item]))
        for value, center, spread in zip(row, mean.tolist(), variance.tolist(), strict=True):
            # Far away the density is 0, and its logarithm is that of the distance alone.
            normal = NormalDist(center, spread**0.5)
            log += np.log(normal.pdf(center)) - normal.zscore(value) ** 2 / 2
        joint.append(log)
    return float(1 / (1 + np.exp(min(joint[0] - joint[1], 700.0))))


OF = {"c45": predict_tree, "bayes": predict_bayes}


def kept_by_definition(
    page: Page, model: Model, learner: str, keep: str, candidates: str
) -> set[int]:
    tags = CANDIDATE_TAGS[candidates]
    blocks = [
        (block, row[0], OF[learner](model, candidates, row))
        for block, row in describe_blocks(page, tags)
        if row[0] > 0
    ]
    positive = [item for item in blocks if item[2] > 0.5]
    if blocks and not positive:
        positive = [max(blocks, key=lambda of: (round(of[2], 12), of[1], -of[0]))]
    leaves = [row for row, below in enumerate(child_lists(page)) if not below]
    shown = [row for row in leaves if page.hidden[row] == 0]
    if keep == "positive":
        rows = {block for block, _, _ in positive}
        return {row for row in shown if nearest(page, row, is_block(page, tags)) in rows}
    winner = max(positive, key=lambda of: (of[1], -of[0]), default=(None,))[0]
    return {
        row
        for row in shown
        if winner is not None and nearest(page, row, lambda above: above == winner) is not None
    }


@pytest.mark.parametrize("candidates", CANDIDATE_TAGS)
@given(page=pages())
@settings(max_examples=40, deadline=None)
def test_agrees_with_its_definition(candidates: str, page: Page) -> None:
    tags = CANDIDATE_TAGS[candidates]
    blocks = find_candidates(page, tags)
    by_loops = list(describe_blocks(page, tags))
    assert blocks.rows.tolist() == [block for block, _ in by_loops]
    assert np.allclose(blocks.features, np.array([row for _, row in by_loops]).reshape(-1, 6))
    model = load(method="hybrid")
    leaves = [row for row, below in enumerate(child_lists(page)) if not below]
    for learner in LEARNERS:
        for keep in KEEPS:
            content = hybrid(page, learner=learner, keep=keep, candidates=candidates).content
            kept = {row for row in leaves if content[row]}
            assert kept == kept_by_definition(page, model, learner, keep, candidates)


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
    """A model for the candidates `div-td` alone."""
    metadata = {"features": features, "method": "hybrid"}
    kept = {
        name_array("div-td", name): array
        for name, array in {**ARRAYS, **arrays}.items()
        if array is not None
    }
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


def test_a_model_without_the_candidates_is_refused() -> None:
    with pytest.raises(ModelError, match=r"^my\.model: .*no 'containers feature'.*train it again"):
        hybrid(parse("<div>one"), candidates="containers", model=make_model())


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
    assert shipped_path("hybrid").stat().st_size < 300_000
    ways = [way["folds"] for way in model.metadata["validation"]]
    assert ways == ["5-fold by group", "over collections"]
    figures = model.metadata["validation"][0]["corpora"]["wcxb"]
    assert set(figures["learner"]) == set(LEARNERS)
    assert set(figures["keep"]) == set(KEEPS)
    assert set(figures["candidates"]) == set(CANDIDATE_TAGS)
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
    assert run("--model", str(file), "--set", "keep=winner") == (0, STORY.strip(), "")
    code, _, err = run("--set", "learner=forest")
    assert (code, "'c45' or 'bayes'" in err) == (2, True)
    code, out, err = run("--model", str(shipped_path("default")))
    assert (code, out) == (2, "")
    assert "a model for the method 'default', not for 'hybrid'" in err
