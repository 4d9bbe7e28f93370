"""`pagecore extract --model FILE`: the file that is used, and files that are none."""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from pagecore import _core, extract
from pagecore.errors import ModelError
from pagecore.train.write_model import pack_model, write_model
from tests.conftest import Run
from tests.forests import forest

HTML = "<h1>Harbour</h1><p>It was a dark and stormy night.</p>"
SLOTS = 1 << 15


@pytest.fixture
def run(run: Run) -> Run:
    """`run("--model", "a.model")` extracts a page, as from a shell."""
    return partial(run, "extract", "-", stdin=HTML.encode())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a model in it that takes every block of more than two words for content."""
    monkeypatch.chdir(tmp_path)
    many = forest(([(0, 2.0)], [-9, 9]), n_features=1)
    names = {name: np.zeros(SLOTS) for name in ("near names", "far names")}
    metadata = {"features": _core.features_digest()}
    write_model("words.model", metadata, {"blocks": many, "context": many}, names)
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_the_model_is_used(run: Run) -> None:
    for arguments in (("--model", "words.model"), ("--set", "model=words.model")):
        code, out, err = run(*arguments)
        assert (code, out) == (0, "It was a dark and stormy night.\n")
        # The page is a short one.
        assert err.startswith("pagecore: -: no-content: ")
        assert len(err.splitlines()) == 1
    # As in Python.
    assert extract(HTML, model="words.model").text == "It was a dark and stormy night."


@pytest.mark.usefixtures("folder")
def test_a_model_that_says_nothing_of_types_gives_none(run: Run) -> None:
    # Of fewer words any choice is doubted.
    html = "<p>" + " ".join(["word"] * 30)
    choice = extract(html, model=Path("words.model")).choice
    assert choice.types == {}
    # Without a forest for it, it is the F1 that the chances promise.
    assert choice.confidence == pytest.approx(1, abs=0.01)


def list_damages(content: bytes) -> dict[str, bytes]:
    """What may happen to a file."""
    newer = bytearray(content)
    newer[8] = 2
    tampered = bytearray(content)
    tampered[len(content) // 2] ^= 1
    return {
        "truncated": content[: len(content) // 2],
        "newer": bytes(newer),
        "tampered": bytes(tampered),
        "empty": b"",
        "page": HTML.encode(),
    }


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("truncated", ""),
        ("newer", "format 2, but this pagecore reads 1"),
        ("tampered", ""),
        ("empty", "not a model file"),
        ("page", "not a model file"),
    ],
)
def test_damaged_files(run: Run, folder: Path, name: str, message: str) -> None:
    content = list_damages((folder / "words.model").read_bytes())[name]
    Path("bad.model").write_bytes(content)
    code, out, err = run("--model", "bad.model")
    assert (code, out) == (2, "")
    (line,) = err.splitlines()
    assert line.startswith("pagecore: bad.model: ")
    assert message in line
    assert line.endswith("; expected a model trained with this version of pagecore")
    with pytest.raises(ModelError, match=r"^bad\.model: "):
        extract(HTML, model="bad.model")


UNFIT = [
    # what it lacks           features    what is left out   said
    ("features of today",     "feed",     (),                "the features feed"),
    ("second look",           "today's",  ("context",),      'no forest "context"'),
    ("names",                 "today's",  ("near names",),   'no array "near names"'),
]  # fmt: skip


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("features", "without", "message"),
    [case[1:] for case in UNFIT],
    ids=[case[0] for case in UNFIT],
)
def test_models_that_do_not_fit(
    run: Run, features: str, without: tuple[str, ...], message: str
) -> None:
    many = forest(([(0, 2.0)], [-9, 9]), n_features=1)
    forests = {name: many for name in ("blocks", "context") if name not in without}
    arrays = {name: np.zeros(SLOTS) for name in ("near names", "far names") if name not in without}
    digest = _core.features_digest() if features == "today's" else features
    Path("unfit.model").write_bytes(pack_model({"features": digest}, forests, arrays))
    code, out, err = run("--model", "unfit.model")
    assert (code, out) == (2, "")
    (line,) = err.splitlines()
    assert line.startswith("pagecore: unfit.model: ")
    assert message in line
    assert line.endswith("; train it again with this version")


@pytest.mark.usefixtures("folder")
def test_files_that_cannot_be_read(run: Run) -> None:
    for name, reason in (("none.model", os.strerror(2)), (".", os.strerror(21))):
        code, out, err = run("--model", name)
        assert (code, out) == (2, "")
        assert err.startswith(
            f"pagecore: {name}: the model cannot be read: {reason}; expected a model"
        )


@pytest.mark.usefixtures("folder")
def test_given_twice(run: Run) -> None:
    code, _, err = run("--model", "words.model", "--set", "model=words.model")
    assert code == 2
    assert "--model and --set model= are the same" in err


@pytest.mark.usefixtures("folder")
def test_method_that_takes_no_model(run: Run) -> None:
    code, _, err = run("--method", "balance", "--model", "words.model")
    assert code == 2
    assert "method 'balance' has no parameter 'model'" in err


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are text here")
@pytest.mark.usefixtures("folder")
def test_file_whose_name_is_not_text(run: Run) -> None:
    code, out, err = run("--model", os.fsdecode(b"\xff.model"))
    assert (code, out) == (2, "")
    assert err.startswith("pagecore: \ufffd.model: the model cannot be read")
