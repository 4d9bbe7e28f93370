"""Parameters: which values are taken, in which type, and what is said of the others."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pagecore.errors import BadOption
from pagecore.models import model
from pagecore.registry import Parameter

WHOLE = Parameter("n", 5, (1, 9), "a number")
REAL = Parameter("x", 0.5, (0.0, 1.0), "a number")
WORD = Parameter("how", "up", ("up", "down"), "a word")
FLAG = Parameter("deep", False, None, "a flag")

TAKEN = [
    # parameter   given     taken
    (WHOLE,       1,        1),
    (WHOLE,       9.0,      9),
    (REAL,        0,        0.0),
    (REAL,        1.0,      1.0),
    (WORD,        "down",   "down"),
    (FLAG,        True,     True),
    (WHOLE,       np.int64(2), 2),
    (WHOLE,       np.float32(2), 2),
    (REAL,        np.float32(0.5), 0.5),
    (REAL,        np.uint8(1), 1.0),
    (WORD,        np.str_("up"), "up"),
    (FLAG,        np.True_, True),
]  # fmt: skip


@pytest.mark.parametrize(("parameter", "value", "taken"), TAKEN)
def test_value_that_is_taken(parameter: Parameter, value: Any, taken: Any) -> None:
    checked = parameter.check(value)
    assert checked == taken
    assert type(checked) is type(parameter.default)


REFUSED = [
    # parameter, what is expected, and what is not
    (WHOLE, "integer, 1 to 9", [0, 10, 5.5, True, "5", None, float("inf"), 10**400,
                                           np.int64(10), np.float32(5.5), np.True_, 1j]),
    (REAL, r"number, 0\.0 to 1\.0", [-0.1, 1.1, False, "0", None, float("nan"), 10**400]),
    (WORD, "'up' or 'down'", ["", "Up", 1, None, True]),
    (FLAG, "true or false", [0, 1, "true", None, np.int8(1)]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("parameter", "expected", "argument"),
    [(parameter, expected, value) for parameter, expected, values in REFUSED for value in values],
    ids=lambda value: value.name if isinstance(value, Parameter) else str(value)[:20],
)
def test_value_that_is_refused(parameter: Parameter, expected: str, argument: Any) -> None:
    with pytest.raises(BadOption, match=f"^{parameter.name}=.*: expected {expected}$"):
        parameter.check(argument)


READ = [
    # parameter   written    read
    (WHOLE,       "3",       3),
    (REAL,        "0.25",    0.25),
    (REAL,        "1",       1.0),
    (WORD,        "down",    "down"),
    (FLAG,        "true",    True),
    (FLAG,        "False",   False),
]  # fmt: skip


@pytest.mark.parametrize(("parameter", "written", "read"), READ)
def test_value_that_is_read_from_a_command_line(
    parameter: Parameter, written: str, read: Any
) -> None:
    assert parameter.read(written) == read
    assert type(parameter.read(written)) is type(parameter.default)


@pytest.mark.parametrize(
    ("parameter", "written"),
    [
        *((WHOLE, text) for text in ("", "x", "1.5", "10", "0")),
        *((REAL, text) for text in ("", "x", "2", "nan", "inf")),
        *((WORD, text) for text in ("", "left")),
        *((FLAG, text) for text in ("", "1", "yes")),
    ],
)
def test_value_that_cannot_be_read(parameter: Parameter, written: str) -> None:
    with pytest.raises(BadOption, match=f"^{parameter.name}=.*: expected "):
        parameter.read(written)


# ---------------------------------------------------------------- models

MODEL = Parameter("model", None, None, "a model")


def test_a_model_is_given_as_it_is_or_by_its_file() -> None:
    shipped = model.load(method="default")
    assert MODEL.check(None) is None
    assert MODEL.check(shipped) is shipped
    for path in (model.shipped_path("default"), str(model.shipped_path("default"))):
        read = MODEL.check(path)
        assert isinstance(read, model.Model)
        assert repr(read) == repr(shipped)
    with pytest.raises(BadOption, match="model=3: expected a model, or the path of its file"):
        MODEL.check(3)


@pytest.mark.parametrize(
    ("parameter", "text"), [(WHOLE, "one"), (REAL, "half"), (FLAG, "yes"), (WHOLE, "0.5")]
)
def test_text_that_cannot_be_read(parameter: Parameter, text: str) -> None:
    with pytest.raises(BadOption, match=f"^{parameter.name}='{text}': expected "):
        parameter.read(text)
