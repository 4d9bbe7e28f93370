"""The registry: what a method declares, and what is asked of it when it is called."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pagecore import Choice, Page, method, parse
from pagecore.errors import BadOption, NeedsBrowser
from pagecore.registry import Parameter, method_named, methods, registry

PAGE = parse("<p>one")


@pytest.fixture(autouse=True)
def _own_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test registers is gone behind it."""
    methods()
    monkeypatch.setattr(registry, "_METHODS", dict(registry._METHODS))


def tide(
    page: Page, *, floor: int = 25, cost: float = 1.0, how: str = "up", deep: bool = False
) -> Any:
    """Choose nothing.

    Args:
        page: any page.
        floor: characters a node must hold, as many as
            it takes.
        cost: weight of a linked character.
        how: the way.
        deep: whether to go on.

    Returns:
        What it was given.
    """
    return floor, cost, how, deep


BOUNDS: dict[str, Any] = {"floor": (0, 99), "cost": (0.0, 1.0), "how": ("up", "down")}


def register(function: Callable[..., Any] = tide, **given: Any) -> None:
    settings: dict[str, Any] = {"paper": "Example 2009", "family": "page", "bounds": BOUNDS}
    method("tide", **{**settings, **given})(function)


# ---------------------------------------------------------------- registering


def test_registered_method_is_listed_with_what_it_declares() -> None:
    register(uses=("default",), needs=("chars",), made_on=("wcxb",), sweep={"floor": (9, 25)})
    known = method_named("tide")
    assert known in methods()
    assert (known.name, known.paper, known.family) == ("tide", "Example 2009", "page")
    assert (known.uses, known.needs, known.made_on) == (("default",), ("chars",), ("wcxb",))
    assert known.sweep == {"floor": (9, 25)}
    assert known.doc == "Choose nothing."
    assert list(known.parameters) == ["floor", "cost", "how", "deep"]
    assert known.parameters["floor"] == Parameter(
        "floor", 25, (0, 99), "characters a node must hold, as many as it takes."
    )
    assert known.parameters["deep"].bounds is None


def test_methods_are_sorted_and_of_a_family() -> None:
    register(family="segment")
    names = [known.name for known in methods()]
    assert names == sorted(names)
    assert "tide" in names
    assert [known.name for known in methods("segment")] == ["tide"]
    assert "tide" not in [known.name for known in methods("page")]
    assert "tide" not in [known.name for known in methods("site")]


def test_what_a_method_was_made_on_is_unknown_unless_it_says() -> None:
    register()
    assert method_named("tide").made_on is None


def test_decorator_gives_the_function_back() -> None:
    assert method("tide", paper="Example 2009", family="page", bounds=BOUNDS)(tide) is tide


def test_unknown_name_lists_those_there_are() -> None:
    register()
    with pytest.raises(BadOption, match=r"no method 'ebb'; there are: balance, .*default, .*tide"):
        method_named("ebb")


@pytest.mark.parametrize("name", ["", [], None, 3])
def test_name_that_is_none(name: Any) -> None:
    with pytest.raises(BadOption, match=r"no method .*; there are: balance, .*default"):
        method_named(name)


def test_method_in_another_process_is_the_one_of_that_name() -> None:
    known = method_named("default")
    assert pickle.loads(pickle.dumps(known)) is known
    assert copy.deepcopy(known) is known


def test_name_is_taken_once() -> None:
    register()
    with pytest.raises(BadOption, match="there is a method 'tide' of the family 'page' already"):
        register()
    # One of another family may have the same name.
    register(family="site")
    assert method_named("tide").family == "page"
    assert method_named("tide", "site").family == "site"


def no_default(page: Page, *, floor: int) -> None:
    """Take no default.

    Args:
        floor: a number.
    """


def not_described(page: Page, *, floor: int = 1) -> None:
    """Say nothing of floor."""


def whole_by_chance(page: Page, *, cost: float = 1) -> float:
    """Give the cost back.

    Args:
        cost: a number whose default happens to be whole.
    """
    return cost


def not_a_number(page: Page, *, floor: int = 1.5) -> None:  # type: ignore[assignment]
    """Take a default of another type.

    Args:
        floor: a number.
    """


def of_no_type(page: Page, *, floor=1) -> None:  # type: ignore[no-untyped-def]
    """Have no annotation.

    Args:
        floor: a number.
    """


def like_a_keyword(page: Page, *, url: str = "") -> None:
    """Take a name of a verb's keyword.

    Args:
        url: a word.
    """


@pytest.mark.parametrize(
    ("function", "given", "message"),
    [
        (tide, {"family": "book"}, "family='book' of method 'tide': expected .*'page'"),
        (tide, {"bounds": {}}, "the parameter 'floor' needs bounds"),
        (no_default, {}, "the parameter 'floor' needs a default"),
        (not_a_number, {}, "'floor' needs an annotation .* that fits its default"),
        (of_no_type, {}, r"'floor' needs an annotation \(bool, int, float, str, Model \| None\)"),
        (not_described, {}, "the parameter 'floor' is not described"),
        (like_a_keyword, {"bounds": {"url": ("",)}}, "a parameter may not be called 'url'"),
        (tide, {"sweep": {"speed": (1,)}}, "there is no parameter 'speed' to sweep"),
        (tide, {"sweep": {"floor": (25, 100)}}, "floor=100: expected a whole number"),
        (tide, {"sweep": {"floor": (1, 2)}}, "the sweep of 'floor' lacks its default"),
    ],
)
def test_method_that_cannot_be_registered(
    function: Callable[..., Any], given: dict[str, Any], message: str
) -> None:
    with pytest.raises(BadOption, match=message):
        register(function, **given)
    assert "tide" not in [known.name for known in methods()]


# ---------------------------------------------------------------- calling


def test_call_passes_checked_parameters_on() -> None:
    register()
    call = method_named("tide")
    assert call(PAGE) == (25, 1, "up", False)
    assert call(PAGE, floor=3.0, cost=1, how="down", deep=True) == (3, 1.0, "down", True)
    floor, cost, *_ = call(PAGE, floor=3.0, cost=1)
    assert (type(floor), type(cost)) == (int, float)


def test_annotation_says_whether_a_number_is_whole() -> None:
    register(whole_by_chance)
    known = method_named("tide")
    assert known.parameters["cost"].read("0.5") == 0.5
    assert known(PAGE, cost=0.5) == 0.5
    assert type(known.parameters["cost"].default) is float


def test_unknown_parameter_lists_those_there_are() -> None:
    register()
    with pytest.raises(
        BadOption, match="'tide' has no parameter 'x'; it has: floor, cost, how, deep"
    ):
        method_named("tide")(PAGE, x=1)


def test_method_gets_the_results_it_uses() -> None:
    def on_top(page: Page, *, default: Choice) -> Choice:
        """Take the default's choice."""
        return default

    register(on_top, uses=("default",))
    known = method_named("tide")
    assert dict(known.parameters) == {}
    expected = method_named("default")(PAGE)
    assert np.array_equal(known(PAGE).content, expected.content)
    with pytest.raises(BadOption, match="has no parameter 'default'; it has: none"):
        known(PAGE, default=expected)


def test_method_that_needs_layout() -> None:
    register(needs=("box",))
    with pytest.raises(NeedsBrowser, match="'tide' needs the column 'box'"):
        method_named("tide")(PAGE)


# ---------------------------------------------------------------- parameters

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


@pytest.mark.parametrize(("parameter", "given", "taken"), TAKEN)
def test_value_that_is_taken(parameter: Parameter, given: Any, taken: Any) -> None:
    checked = parameter.checked(given)
    assert checked == taken
    assert type(checked) is type(parameter.default)


REFUSED = [
    # parameter, what is expected, and what is not
    (WHOLE, "a whole number from 1 to 9", [0, 10, 5.5, True, "5", None, float("inf"), 10**400,
                                           np.int64(10), np.float32(5.5), np.True_, 1j]),
    (REAL, r"a number from 0\.0 to 1\.0", [-0.1, 1.1, False, "0", None, float("nan"), 10**400]),
    (WORD, "'up' or 'down'", ["", "Up", 1, None, True]),
    (FLAG, "true or false", [0, 1, "true", None, np.int8(1)]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("parameter", "expected", "given"),
    [(parameter, expected, value) for parameter, expected, values in REFUSED for value in values],
    ids=lambda value: value.name if isinstance(value, Parameter) else str(value)[:20],
)
def test_value_that_is_refused(parameter: Parameter, expected: str, given: Any) -> None:
    with pytest.raises(BadOption, match=f"^{parameter.name}=.*: expected {expected}$"):
        parameter.checked(given)


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
