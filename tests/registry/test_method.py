"""A method: what it declares, and what is asked of it when it is called."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pagecore import Choice, Page, Segmentation, Site, Wrapper, extract, method, parse, posts
from pagecore.errors import BadInput, BadOption, NeedsBrowser
from pagecore.models.model import Model
from pagecore.registry import (
    FAMILIES,
    PAGE,
    SITE,
    Parameter,
    find_method,
    find_methods,
    list_methods,
    lookup,
)
from tests.layouts import make_layout

SOME_PAGE = parse("<p>one")


pytestmark = pytest.mark.usefixtures("own_registry")


#: The parameters of the calls of `tide`.
CALLS: list[tuple[Any, ...]] = []


def tide(
    page: Page, *, floor: int = 25, cost: float = 1.0, how: str = "up", deep: bool = False
) -> Choice:
    """Choose everything, and note the parameters.

    Args:
        page: any page.
        floor: characters a node must hold, as many as
            it takes.
        cost: weight of a linked character.
        how: the way.
        deep: whether to go on.
    """
    CALLS.append((floor, cost, how, deep))
    return Choice.of(page, page.leaves)


BOUNDS: dict[str, Any] = {"floor": (0, 99), "cost": (0.0, 1.0), "how": ("up", "down")}


def register(function: Callable[..., Any] = tide, **value: Any) -> None:
    settings: dict[str, Any] = {"paper": "Example 2009", "family": "page", "bounds": BOUNDS}
    method("tide", **{**settings, **value})(function)


# ---------------------------------------------------------------- registering


def test_registered_method_is_listed_with_what_it_declares() -> None:
    def on_top(page: Page, *, default: Choice, floor: int = 25, deep: bool = False) -> Choice:
        """Take the default's choice.

        Args:
            page: any page.
            floor: characters a node must hold, as many as
                it takes.
            deep: whether to go on.
        """
        return default

    settings: dict[str, Any] = {"uses": ("default",), "needs": ("layout",)}
    settings |= {"printed": {"floor": 9}, "used_with": {"floor": {"deep": True}}}
    register(on_top, **settings, developed_on=("wcxb",), sweep={"floor": (9, 25)})
    chosen = find_method("tide")
    assert (chosen.printed, chosen.used_with) == ({"floor": 9}, {"floor": {"deep": True}})
    assert chosen in list_methods()
    assert (chosen.name, chosen.paper, chosen.family) == ("tide", "Example 2009", PAGE)
    assert (chosen.uses, chosen.needs, chosen.developed_on) == (
        ("default",),
        ("layout",),
        ("wcxb",),
    )
    assert chosen.sweep == {"floor": (9, 25)}
    assert chosen.doc == "Take the default's choice."
    assert list(chosen.parameters) == ["floor", "deep"]
    assert chosen.parameters["floor"] == Parameter(
        "floor", 25, (0, 99), "characters a node must hold, as many as it takes."
    )
    assert chosen.parameters["deep"].bounds is None


def test_methods_are_sorted_and_of_a_family() -> None:
    register(family="segment")
    for family in FAMILIES:
        names = [method.name for method in list_methods(family)]
        assert names == sorted(names)
    assert list_methods() == [method for family in FAMILIES for method in list_methods(family)]
    assert "tide" in [method.name for method in list_methods("segment")]
    assert "tide" not in [method.name for method in list_methods("page")]
    assert "tide" not in [method.name for method in list_methods("site")]


def test_what_a_method_was_made_on_is_unknown_unless_it_says() -> None:
    register()
    assert find_method("tide").developed_on is None


def test_decorator_gives_the_function_back() -> None:
    assert method("tide", paper="Example 2009", family="page", bounds=BOUNDS)(tide) is tide


def test_unknown_name_lists_those_there_are() -> None:
    register()
    with pytest.raises(BadOption, match=r"no method 'ebb'; expected one of: balance, .*tide"):
        find_method("ebb")


@pytest.mark.parametrize("name", ["", [], None, 3])
def test_name_that_is_none(name: Any) -> None:
    with pytest.raises(BadOption, match=r"no method .*; expected one of: balance, .*default"):
        find_method(name)


def test_method_in_another_process_is_the_one_of_that_name() -> None:
    chosen = find_method("default")
    assert pickle.loads(pickle.dumps(chosen)) is chosen
    assert copy.deepcopy(chosen) is chosen


def test_name_is_taken_once() -> None:
    register()
    with pytest.raises(BadOption, match="the family 'page' already has a method 'tide'"):
        register()
    # One of another family may have the same name; without a family the first one is meant.
    register(family="site", body=object)
    assert find_method("tide").family is PAGE
    assert find_method("tide", "site").family is SITE
    assert find_method("site/tide").family is SITE
    assert [method.full_name for method in find_methods("tide")] == ["page/tide", "site/tide"]
    assert [method.short_name for method in find_methods("tide")] == ["tide", "site/tide"]
    with pytest.raises(BadOption, match="'site/tide' is a site method; page methods are: "):
        find_method("site/tide", "page")


def no_default(page: Page, *, floor: int) -> None:
    """Take no default.

    Args:
        floor: a number.
    """


def not_described(page: Page, *, floor: int = 1) -> None:
    """Say nothing of floor."""


def whole_by_chance(page: Page, *, cost: float = 1) -> Choice:
    """Note the cost.

    Args:
        cost: a number whose default happens to be whole.
    """
    CALLS.append((cost,))
    return Choice.of(page, page.leaves)


def not_a_number(page: Page, *, floor: int = 1.5) -> None:  # type: ignore[assignment]  # Wrong on purpose.
    """Take a default of another type.

    Args:
        floor: a number.
    """


def of_no_type(page: Page, *, floor=1) -> None:  # type: ignore[no-untyped-def]  # Wrong on purpose.
    """Have no annotation.

    Args:
        floor: a number.
    """


def positional(page: Page, hybrid: Choice) -> Choice:
    """Take a result that is no keyword."""
    return hybrid


def like_an_option(page: Page, *, links: bool = True) -> None:
    """Take a name of a writer's option.

    Args:
        links: whether there are links.
    """


def like_a_keyword(page: Page, *, url: str = "") -> None:
    """Take a name of a verb's keyword.

    Args:
        url: a word.
    """


@pytest.mark.parametrize(
    ("function", "value", "message"),
    [
        (
            tide,
            {"family": "book"},
            "unknown family 'book'; expected one of: page, segment, thread, listing, site",
        ),
        (tide, {"family": "site"}, "a site method needs body="),
        (tide, {"body": object}, "a page method must not have body="),
        (tide, {"needs": ("feed",)}, "needs 'feed', but a page method can need layout"),
        (tide, {"needs": ("chars",)}, "needs 'chars', but a page method can need layout"),
        (tide, {"uses": ("hybrid", "site/hybrid")}, "has two methods of the same name"),
        (tide, {"uses": ("hybrid",)}, "its function has no keyword 'hybrid' for the result"),
        (positional, {"uses": ("hybrid",)}, "its function has no keyword 'hybrid' for the result"),
        (tide, {"bounds": {}}, "the parameter 'floor' needs bounds"),
        (no_default, {}, "the parameter 'floor' needs a default"),
        (not_a_number, {}, "'floor' needs an annotation .* that fits its default"),
        (
            of_no_type,
            {},
            r"'floor' needs an annotation \(bool, int, float, str, Model \| None, Link",
        ),
        (not_described, {}, "the parameter 'floor' is not described"),
        (like_a_keyword, {"bounds": {"url": ("",)}}, "'url' has a name that extract"),
        (like_an_option, {}, "'links' has a name that extract"),
        (tide, {"sweep": {"speed": (1,)}}, "sweep= names 'speed', which is not a parameter"),
        (tide, {"sweep": {"floor": (25, 100)}}, "floor=100: expected integer, 0 to 99"),
        (tide, {"sweep": {"floor": (1, 2)}}, "the sweep of 'floor' lacks its default"),
        (tide, {"printed": {"floor": 25}}, "printed= has floor=25, which its sweep does not try"),
        (
            tide,
            {"sweep": {"floor": (9, 25)}, "printed": {"floor": 10}},
            "printed= has floor=10, which its sweep does not try",
        ),
        (tide, {"used_with": {"speed": {"floor": 9}}}, "used_with= names 'speed'"),
        (tide, {"used_with": {"floor": {"speed": 9}}}, "used_with= names 'speed'"),
        (tide, {"used_with": {"floor": {"floor": 100}}}, "floor=100: expected integer, 0 to 99"),
    ],
)
def test_method_that_cannot_be_registered(
    function: Callable[..., Any], value: dict[str, Any], message: str
) -> None:
    with pytest.raises(BadOption, match=message):
        register(function, **value)
    assert "tide" not in [method.name for method in list_methods()]


# ---------------------------------------------------------------- calling


def test_call_passes_checked_parameters_on() -> None:
    register()
    call = find_method("tide")
    call(SOME_PAGE)
    assert CALLS.pop() == (25, 1, "up", False)
    call(SOME_PAGE, floor=3.0, cost=1, how="down", deep=True)
    floor, cost, *words = CALLS.pop()
    assert (floor, cost, words) == (3, 1.0, ["down", True])
    assert (type(floor), type(cost)) == (int, float)


def test_annotation_says_whether_a_number_is_whole() -> None:
    register(whole_by_chance)
    chosen = find_method("tide")
    assert chosen.parameters["cost"].read("0.5") == 0.5
    chosen(SOME_PAGE, cost=0.5)
    assert CALLS.pop() == (0.5,)
    assert type(chosen.parameters["cost"].default) is float


def test_unknown_parameter_lists_those_there_are() -> None:
    register()
    with pytest.raises(
        BadOption, match="'tide' has no parameter 'x'; it has: floor, cost, how, deep"
    ):
        find_method("tide")(SOME_PAGE, x=1)


@pytest.mark.parametrize("result", [None, (), "text", Segmentation.of(SOME_PAGE, [-1] * 5)])
def test_result_of_another_type_is_refused(result: object) -> None:
    register(lambda page: result)
    expected = f"method 'page/tide' returned {type(result).__name__}: expected a Choice"
    with pytest.raises(BadOption, match=expected):
        find_method("tide")(SOME_PAGE)
    with pytest.raises(BadOption, match=expected):
        extract(SOME_PAGE, method="tide")
    register(lambda page: result, family="thread")
    with pytest.raises(BadOption, match=r"method 'thread/tide' returned .*: expected a Thread"):
        posts(SOME_PAGE, method="tide")


@pytest.mark.parametrize("name", ["", "a/b", "a,b", " x", "Tide", "all", "none", 5])
def test_names_that_no_method_may_have(name: Any) -> None:
    with pytest.raises(BadOption, match=r"expected a name of lower-case letters"):
        method(name, paper="Example 2009", family="page", bounds=BOUNDS)(tide)


def test_a_circle_that_is_found_late_leaves_no_method_behind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def ebb(page: Page, *, flow: Choice) -> Choice:
        """Take the choice of flow."""
        return flow

    def flow(page: Page, *, ebb: Choice) -> Choice:
        """Take the choice of ebb."""
        return ebb

    # As if both were registered before the first lookup.
    monkeypatch.setattr(lookup, "_imported", [])
    method("ebb", paper="Example 2009", family="page", uses=("flow",))(ebb)
    method("flow", paper="Example 2009", family="page", uses=("ebb",))(flow)
    with pytest.raises(BadOption, match="in a circle: page/ebb uses page/flow uses page/ebb"):
        list_methods()
    with pytest.raises(BadOption, match="there is no method 'ebb'"):
        find_method("ebb")


def test_methods_cannot_use_each_other_in_a_circle() -> None:
    def ebb(page: Page, *, tide: Choice) -> Choice:
        """Take the choice of tide."""
        return tide

    def flow(page: Page, *, ebb: Choice) -> Choice:
        """Take the choice of ebb."""
        return ebb

    with pytest.raises(BadOption, match="in a circle: page/tide uses page/tide"):
        register(ebb, uses=("tide",))
    # A method may use one that is registered after it, but not the other way round too.
    method("ebb", paper="Example 2009", family="page", uses=("tide",))(ebb)
    with pytest.raises(BadOption, match="in a circle: page/tide uses page/ebb uses page/tide"):
        register(flow, uses=("ebb",))
    register()
    assert find_method("ebb")(SOME_PAGE).content.any()
    # A method of the same name in another family is another method.
    method("tide", paper="Example 2009", family="segment", uses=("tide",))(ebb)
    assert find_method("segment/tide").uses == ("tide",)


def test_method_gets_the_results_it_uses() -> None:
    def on_top(page: Page, *, default: Choice) -> Choice:
        """Take the default's choice."""
        return default

    register(on_top, uses=("default",))
    chosen = find_method("tide")
    assert dict(chosen.parameters) == {}
    expected = find_method("default")(SOME_PAGE)
    assert np.array_equal(chosen(SOME_PAGE).content, expected.content)
    with pytest.raises(BadOption, match="has no parameter 'default'; it has: none"):
        chosen(SOME_PAGE, default=expected)


def test_method_gets_the_result_of_a_method_of_another_family() -> None:
    def on_top(page: Page, *, dom: Segmentation) -> Choice:
        """Take the first segment."""
        return Choice.of(page, dom.ids == 0)

    register(on_top, uses=("segment/dom",))
    page = parse("<p>one</p><p>two</p>")
    assert page.text(find_method("tide")(page).content) == "one"


def test_parameters_are_passed_on_to_a_method_that_is_used() -> None:
    def on_top(page: Page, *, tide_mark: Choice, floor: int = 7) -> Choice:
        """Take what tide-mark gives.

        Args:
            page: any page.
            tide_mark: what it gives.
            floor: that of tide-mark.
        """
        return tide_mark

    method("tide-mark", paper="Example 2009", family="page", bounds=BOUNDS)(tide)
    register(
        on_top, bounds={"floor": (0, 99)}, uses=("tide-mark",), passes={"tide-mark": ("floor",)}
    )
    CALLS.clear()
    find_method("tide")(SOME_PAGE)
    find_method("tide")(SOME_PAGE, floor=9)
    assert [call[0] for call in CALLS] == [7, 9]


@pytest.mark.parametrize(
    ("passes", "message"),
    [
        ({"dom": ("floor",)}, "passes= names 'dom', which uses= does not"),
        ({"default": ("height",)}, "passes= names 'height', which is not a parameter"),
    ],
)
def test_only_known_parameters_are_passed_on(
    passes: dict[str, tuple[str, ...]], message: str
) -> None:
    def on_top(page: Page, *, default: Choice, floor: int = 7) -> Choice:
        """Take the default's choice.

        Args:
            page: any page.
            default: what it gives.
            floor: a number.
        """
        return default

    with pytest.raises(BadOption, match=message):
        register(on_top, bounds={"floor": (0, 99)}, uses=("default",), passes=passes)


def test_site_method_gets_a_page_method_to_call() -> None:
    def on_top(site: Site, *, default: Callable[[Page], Choice]) -> Wrapper:
        """Tell where there is content."""
        return Wrapper("tide", [bool(default(page).content.any()) for page in site])  # type: ignore[arg-type]  # Wrong on purpose.

    register(on_top, family="site", body=object, uses=("page/default",))
    text = "It was a dark and stormy night, and the rain fell in torrents. " * 9
    assert find_method("tide", "site")(Site.of(["", f"<p>{text}"])).body == [False, True]


# ---------------------------------------------------------------- needs


def learn_nothing(site: Site) -> Wrapper:
    """Learn nothing."""
    return Wrapper("tide", object())  # type: ignore[arg-type]  # Wrong on purpose.


def test_need_that_is_not_met_says_how_to_meet_it() -> None:
    register(needs=("layout",))
    with pytest.raises(
        NeedsBrowser, match=r"'tide' needs a layout, .* page\.with_layout\(layout\)"
    ):
        find_method("tide")(SOME_PAGE)
    register(learn_nothing, family="site", needs=("feed",), body=object)
    with pytest.raises(BadInput, match=r"'tide' needs a feed, .* Site\.of\(pages, feed=feed\)"):
        find_method("tide", "site")(Site.of([SOME_PAGE]))


def test_need_that_is_met() -> None:
    register(needs=("layout",))
    assert find_method("tide")(SOME_PAGE.with_layout(make_layout(SOME_PAGE)))
    register(learn_nothing, family="site", needs=("feed",), body=object)
    assert find_method("tide", "site")(Site.of([SOME_PAGE], feed=b"<rss/>"))


def test_need_of_a_method_that_is_used() -> None:
    def on_top(page: Page, *, tide: Any) -> None:
        """Take what tide gives."""

    register(needs=("layout",), family="segment")
    method("ebb", paper="Example 2009", family="page", uses=("tide",))(on_top)
    with pytest.raises(NeedsBrowser, match="'tide' needs a layout"):
        find_method("ebb")(SOME_PAGE)


def test_a_method_names_itself_and_its_trainer() -> None:
    register()
    known = find_method("tide")
    assert repr(known) == "<Method page/tide>"
    assert known.doc == "Choose everything, and note the parameters."
    with pytest.raises(BadOption, match="method 'tide' cannot be trained: it has no trainer"):
        known.load_trainer()
    assert find_method("default").load_trainer() is not None


def test_a_method_without_a_docstring_and_parameters() -> None:
    def bare(page: Page) -> Choice:
        return Choice.of(page, page.leaves)

    register(bare, bounds={})
    known = find_method("tide")
    assert known.doc == ""
    with pytest.raises(BadOption, match=r"method 'tide' has no parameter 'floor'; it has: none$"):
        known(SOME_PAGE, floor=1)


def test_a_model_is_a_parameter_of_its_own() -> None:
    def learned(page: Page, *, model: Model | None = None) -> Choice:
        """Choose everything.

        Args:
            page: any page.
            model: the model that decides.
        """
        return Choice.of(page, page.leaves)

    register(learned, bounds={})
    assert find_method("tide").parameters["model"].default is None

    def wrong(page: Page, *, model: str | None = None) -> Choice:
        """Choose nothing.

        Args:
            page: any page.
            model: the model that decides.
        """
        return Choice.of(page, page.leaves)

    with pytest.raises(BadOption, match="needs an annotation"):
        method("ebb", paper="Example 2009", family="page")(wrong)
