from __future__ import annotations

import json
import pickle
import shutil
import threading
from pathlib import Path

import numpy as np
import pytest

import pagecore.models.model
from pagecore import _core
from pagecore.errors import BadInput, BadOption, ModelError
from pagecore.models.model import Model, load, read
from pagecore.train.write_model import write_model
from tests.forests import SMALL, forest

METADATA = {"features": "feed", "by": "ümlaut"}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A small model file."""
    several = forest(([(1, 0.0)], [[1, 2, 3], [4, 5, 6]]), bias=[0.0, 0.0, 1.0])
    path = tmp_path / "small.model"
    write_model(path, METADATA, {"blocks": SMALL, "type": several}, {"cuts": [0.25, 0.5]})
    return path


NAN, INF = float("nan"), float("inf")
ROWS = [
    # what it shows            row           score
    ("neither above",          (0, -2),      11),
    ("first above",            (1, -2),      12),
    ("second above",           (0, 0),       13),
    ("both above",             (1, 0),       14),
    ("on the border",          (0.5, -1),    11),
    ("just above the border",  (0.50001, -1), 12),
    ("infinities",             (INF, -INF),  12),
    ("NaN is lowest",          (NAN, NAN),   11),
    ("too large for 32 bits",  (1e300, -1e300), 12),
]  # fmt: skip


@pytest.mark.parametrize(("row", "score"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_scores_by_hand(path: Path, row: tuple[float, float], score: float) -> None:
    assert load(path).predict("blocks", [[row[0]], [row[1]]]).tolist() == [score]


def test_several_outputs_stand_side_by_side(path: Path) -> None:
    outputs = load(path).predict("type", [[0, 0], [-1, 1]])
    assert outputs.tolist() == [[1, 2, 4], [4, 5, 7]]
    assert outputs.dtype == np.float32


def test_what_is_in_a_model(path: Path) -> None:
    model = load(path)
    assert model.metadata == METADATA
    assert (model.forests, model.arrays) == (("blocks", "type"), ("cuts",))
    assert model.shape("blocks") == (2, 1, 1)
    assert model.shape("type") == (2, 3, 1)
    assert model.array("cuts").tolist() == [0.25, 0.5]
    assert repr(model) == f"<model {path}: blocks, type>"


def test_any_layout_of_columns_will_do(path: Path) -> None:
    model = load(path)
    columns = np.random.default_rng(0).normal(size=(2, 300))
    scores = model.predict("blocks", columns).tolist()
    assert model.predict("blocks", np.asfortranarray(columns, np.float32)).tolist() == scores
    assert model.predict("blocks", columns[:, ::-1]).tolist() == scores[::-1]
    assert model.predict("blocks", np.empty((2, 0))).tolist() == []


def test_a_row_does_not_depend_on_the_others(path: Path) -> None:
    columns = np.random.default_rng(0).normal(size=(2, 700)).astype(np.float32)
    model = load(path)
    one_by_one = [model.predict("blocks", columns[:, [row]])[0] for row in range(700)]
    assert model.predict("blocks", columns).tolist() == one_by_one


def test_threads_share_a_model(path: Path) -> None:
    columns = np.random.default_rng(0).normal(size=(2, 5000))
    model = load(path)
    actual: list[list[float]] = []
    threads = [
        threading.Thread(target=lambda: actual.append(model.predict("blocks", columns).tolist()))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert actual == [model.predict("blocks", columns).tolist()] * 4


def test_contributions_by_hand(path: Path) -> None:
    # The mean of all leaves is 2.5; the first level moves it by 0.5, the second by 1.
    values, base = load(path).contributions("blocks", [[0, 1, 0, 1], [-2, -2, 0, 0]], [0, 3])
    assert (values.tolist(), base.tolist()) == ([[-0.5, -1.0], [0.5, 1.0]], [12.5])


def test_contributions_of_several_outputs_add_up(path: Path) -> None:
    model = load(path)
    columns = np.random.default_rng(0).normal(size=(2, 9))
    values, base = model.contributions("type", columns, np.arange(9))
    assert values.shape == (9, 2, 3)
    assert not values[:, 0].any()
    np.testing.assert_allclose(values.sum(1) + base, model.predict("type", columns), atol=1e-6)
    assert model.contributions("type", columns, [])[0].shape == (0, 2, 3)


@pytest.mark.parametrize("row", [-1, 2, 1.5])
def test_contributions_of_no_row_are_refused(path: Path, row: float) -> None:
    with pytest.raises(BadInput, match="row"):
        load(path).contributions("blocks", [[0, 0], [0, 0]], [row])


@pytest.mark.parametrize("columns", [[[1.0]], [[1.0], [1.0], [1.0]], [1.0, 1.0], 1.0, [[[1.0]]]])
def test_wrong_columns_are_refused(path: Path, columns: object) -> None:
    with pytest.raises(BadInput, match=r"forest 'blocks' of .*small\.model: "):
        load(path).predict("blocks", columns)  # type: ignore[arg-type] # what is tested


def test_unknown_names_list_the_known(path: Path) -> None:
    model = load(path)
    with pytest.raises(BadOption, match=r"has no 'block'; it has blocks, type"):
        model.predict("block", [[0.0], [0.0]])
    with pytest.raises(BadOption, match=r"has no 'cut'; it has cuts"):
        model.array("cut")
    with pytest.raises(KeyError, match="block"):
        model.core.predict("block", np.zeros((2, 1), np.float32))


def test_other_features_are_refused(path: Path) -> None:
    model = load(path)
    model.expect("feed")
    with pytest.raises(ModelError, match=r"small\.model: .*the features feed.* has beef; train"):
        model.expect("beef")


# ---------------------------------------------------------------- files that are none


def test_every_truncation_is_an_error(path: Path, tmp_path: Path) -> None:
    content, bad = path.read_bytes(), tmp_path / "bad.model"
    for n in range(len(content)):
        bad.write_bytes(content[:n])
        with pytest.raises(ModelError, match=r"bad\.model: .*; expected a model trained"):
            load(bad)


def test_every_changed_byte_is_an_error(path: Path, tmp_path: Path) -> None:
    content, bad = path.read_bytes(), tmp_path / "bad.model"
    for at in range(len(content)):
        bad.write_bytes(content[:at] + bytes([content[at] ^ 0x10]) + content[at + 1 :])
        with pytest.raises(ModelError, match=r"bad\.model: .*; expected a model trained"):
            load(bad)


def test_other_files_are_refused(path: Path, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"none\.model: .*No such file"):
        load(tmp_path / "none.model")
    with pytest.raises(ModelError, match=r"directory"):
        load(tmp_path)
    with pytest.raises(ModelError, match=r"null"):
        load("a\0b")
    (tmp_path / "page.html").write_text("<p>text")
    with pytest.raises(ModelError, match=r"page\.html: not a model file"):
        load(tmp_path / "page.html")
    newer = bytearray(path.read_bytes())
    newer[8] = 2
    (tmp_path / "newer.model").write_bytes(newer)
    with pytest.raises(ModelError, match=r"format 2, but this pagecore reads 1"):
        load(tmp_path / "newer.model")


def test_a_file_too_large_is_not_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pagecore.models.model, "MAX_BYTES", 100)
    with pytest.raises(ModelError, match="more than 100 bytes"):
        load(path)


def test_the_shipped_model_is_read_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(path, path.with_name("default.model"))
    monkeypatch.setattr(pagecore.models.model, "SHIPPED", path.with_name("default.model"))
    pagecore.models.model._load_shipped.cache_clear()
    try:
        assert load() is load(None)
        assert load(path) is not load(path)
    finally:
        pagecore.models.model._load_shipped.cache_clear()


def test_a_missing_shipped_model_names_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pagecore.models.model, "SHIPPED", tmp_path / "default.model")
    pagecore.models.model._load_shipped.cache_clear()
    with pytest.raises(ModelError, match=r"default\.model: .*; install pagecore again"):
        load()


def test_a_model_pickles(path: Path) -> None:
    again = pickle.loads(pickle.dumps(load(path)))
    assert again.core.write() == path.read_bytes()
    assert repr(again) == repr(load(path))


def test_a_model_can_be_read_from_memory(path: Path) -> None:
    assert read(path.read_bytes()).predict("blocks", [[1.0], [0.0]]).tolist() == [14]
    with pytest.raises(ModelError, match="a model in memory: not a model file"):
        read(b"")


def test_core_reads_what_it_writes(path: Path) -> None:
    content = path.read_bytes()
    core = _core.Model.read(content)
    assert core.write() == content
    assert json.loads(core.metadata) == METADATA
    assert Model(core, "memory").predict("blocks", [[1.0], [0.0]]).tolist() == [14]
