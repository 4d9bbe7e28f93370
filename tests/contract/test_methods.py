"""The contract of rule 6 of the design: what holds for every method of the registry.

A method that is registered is tested here with nothing else to edit. What one may do otherwise
stands in EXCEPTIONS with its reason, and an exception that is no longer needed is a failure. That
cost is linear is measured by `make bench`: a test that asserts times would fail on a busy machine.
"""

from __future__ import annotations

import functools
import hashlib
import inspect
import math
import os
import pickle
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pagecore import Choice, Page, Wrapper, parse
from pagecore.errors import BadOption, WrapperError
from pagecore.models import model
from pagecore.page import Blocks
from pagecore.registry import Method, Parameter, method_named, methods
from pagecore.write.text import render_text
from tests.trees import COLUMNS

ROOT = Path(__file__).resolve().parents[2]

#: What a method need not do, and the reason: (method, check), or (method, check, page).
EXCEPTIONS: dict[tuple[str, ...], str] = {
    ("balance", "paper"): "a heuristic of our own",
    ("default", "paper"): "learned, of our own",
}
CHECKS = {"result", "evidence", "determinism", "purity", "floats", "parameters", "name", "paper"}

METHODS = [known.name for known in methods("page")]
SITES = [known.name for known in methods("site")]

# ---------------------------------------------------------------- the pages

MADE: dict[str, Callable[[], str | bytes]] = {
    "empty": lambda: b"",
    "one text": lambda: "word",
    "one word in a paragraph": lambda: "<p>word</p>",
    "no body": lambda: "<frameset><frame></frameset><noframes>word</noframes>",
    "nothing shown": lambda: "<title>word</title><p hidden>word word</p><script>word</script>",
    "only images": lambda: "<p><img></p><p><img></p>",
    "only links": lambda: "<ul>" + "<li><a href=/>word word</a>" * 9 + "</ul>",
    "100 000 siblings": lambda: "<p>word word, word." * 100_000,
    "60 000 levels": lambda: "<div>word word" * 60_000,
}
FILES = {
    str(path.relative_to(ROOT)): path
    for folder in ("tests/pages", "examples")
    for path in sorted((ROOT / folder).glob("*.html"))
}
PAGES = [*MADE, *FILES]
#: A page of each kind, for checks that need no more.
SOME = ["empty", "one text", "no body", "tests/pages/article-en.html", "examples/forum.html"]


@functools.cache
def page_named(name: str) -> Page:
    """A page, parsed once: no method may change it."""
    return parse(MADE[name]() if name in MADE else FILES[name].read_bytes())


def run(method: str, page: Page, **parameters: Any) -> Choice:
    """The result of a method; each family has to have its checks."""
    known = method_named(method)
    assert known.family == "page", f"the family {known.family} has no contract yet: write it here"
    choice = known(page, **parameters)
    assert isinstance(choice, Choice)
    return choice


@contextmanager
def held(method: str, check: str, page: str = "") -> Iterator[None]:
    """The checks inside hold, or else the method is excepted from them, and does need that."""
    assert check in CHECKS
    if not {(method, check), (method, check, page)} & EXCEPTIONS.keys():
        yield
        return
    with pytest.raises(AssertionError):
        yield


def test_exceptions_are_of_methods_checks_and_pages_that_exist() -> None:
    for (method, check, *page), reason in EXCEPTIONS.items():
        assert method in METHODS
        assert check in CHECKS
        assert set(page) <= set(PAGES)
        assert reason


def test_exceptions_are_strict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EXCEPTIONS, ("tide", "name", "empty"), "is older than the rule")
    with held("tide", "name", "empty"):
        raise AssertionError
    with pytest.raises(pytest.fail.Exception, match="DID NOT RAISE"), held("tide", "name", "empty"):
        pass
    with pytest.raises(AssertionError), held("tide", "name", "no body"):
        raise AssertionError


# ---------------------------------------------------------------- results


def check_choice(page: Page, choice: Choice) -> None:
    """Assert what holds for a choice of a page, whatever the method."""
    n_rows = len(page)
    assert choice.content.shape == choice.score.shape == (n_rows,)
    assert choice.content.dtype == np.bool_
    assert choice.score.dtype == np.float32
    assert np.isfinite(choice.score).all()
    assert (choice.score >= 0).all()
    assert (choice.score <= 1).all()
    # An element is content when something below it is, and only then.
    is_leaf = page.end == np.arange(1, n_rows + 1)
    assert np.array_equal(choice.content, page.below(choice.content & is_leaf, how="any"))
    for column in (choice.content, choice.score, *choice.evidence.values()):
        assert not column.flags.writeable


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("method", METHODS)
def test_result_has_its_shape_and_type(method: str, name: str) -> None:
    page = page_named(name)
    with held(method, "result", name):
        choice = run(method, page)
        check_choice(page, choice)
        # What was chosen can be written, and is text of the page.
        text = render_text(page, choice)
        if name in MADE:
            assert set(re.findall(r"\w+", text)) <= {"word"}


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("method", METHODS)
def test_evidence_is_finite_and_has_one_value_per_row(method: str, name: str) -> None:
    page = page_named(name)
    with held(method, "evidence", name):
        evidence = run(method, page).evidence
        # The same columns for every page, or what shows them would have to ask.
        assert list(evidence) == list(run(method, page_named(SOME[-1])).evidence)
        assert evidence
        for column in evidence.values():
            assert column.shape == (len(page),)
            assert column.dtype.kind in "biuf"
            assert np.isfinite(column).all()


# ---------------------------------------------------------------- purity


def digest_of(choice: Choice) -> str:
    """A digest of everything a choice says."""
    digest = hashlib.sha256()
    for name, column in {"": choice.content, " ": choice.score, **choice.evidence}.items():
        digest.update(f"{name} {column.dtype} {column.shape} ".encode() + column.tobytes())
    return digest.hexdigest()


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("method", METHODS)
def test_same_page_same_result(method: str, name: str) -> None:
    page = page_named(name)
    with held(method, "determinism", name):
        first = digest_of(run(method, page))
        assert digest_of(run(method, page)) == first
        assert digest_of(run(method, pickle.loads(pickle.dumps(page)))) == first


@pytest.mark.parametrize("method", METHODS)
def test_same_result_in_every_thread(method: str) -> None:
    pages = [parse(path.read_bytes()) for path in FILES.values()]
    with held(method, "determinism"), ThreadPoolExecutor(4) as threads:
        alone = [digest_of(run(method, page_named(name))) for name in FILES]
        together = threads.map(lambda page: digest_of(run(method, page)), pages * 3)
        assert list(together) == alone * 3


def all_digests() -> str:
    """One digest of the results of all methods for the pages that lie in files."""
    digests = [digest_of(run(method, page_named(name))) for method in METHODS for name in FILES]
    return hashlib.sha256(" ".join(digests).encode()).hexdigest()


@pytest.mark.parametrize("seed", ["1", "2"])
def test_same_result_in_every_process(seed: str) -> None:
    code = "from tests.contract.test_methods import all_digests; print(all_digests())"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        check=True,
        cwd=ROOT,
        env={
            **os.environ,
            "PYTHONHASHSEED": seed,
            "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}",
        },
        text=True,
    )
    assert done.stdout.strip() == all_digests()


def state(page: Page) -> list[bytes]:
    """Everything of a page that a method might change."""
    columns = [getattr(page, name) for name in COLUMNS]
    columns += [getattr(page.blocks, name) for name in vars(Blocks) if not name.startswith("_")]
    columns += [*page.attr_table[:4], page.attr("class")[0]]
    return [page.source, bytes(page.text_buffer), *(column.tobytes() for column in columns)]


@pytest.mark.parametrize("name", SOME)
@pytest.mark.parametrize("method", METHODS)
def test_page_is_left_alone(method: str, name: str) -> None:
    page = page_named(name)
    before = state(page)
    with held(method, "purity", name):
        choice = run(method, page)
        assert state(page) == before
        # Nor does the result change when the method runs again.
        said = digest_of(choice)
        run(method, page)
        assert digest_of(choice) == said


# ---------------------------------------------------------------- whole numbers as reals


def real(column: str) -> Any:
    """A column of the class above, as reals."""

    def read(self: Any) -> Any:
        values = getattr(super(type(self), self), column).astype(np.float64)
        values.flags.writeable = False
        return values

    return property(read)


class RealBlocks(Blocks):
    """Blocks whose counts are reals."""

    chars = real("chars")
    words = real("words")
    punctuation = real("punctuation")
    link_chars = real("link_chars")
    link_words = real("link_words")
    lines = real("lines")
    media = real("media")


class RealPage(Page):
    """A page whose counts are reals. What numbers rows, tags and reasons stays whole: nobody
    calculates with those, and numpy takes no real as an index."""

    depth = real("depth")
    chars = real("chars")
    words = real("words")
    punctuation = real("punctuation")

    @property
    def blocks(self) -> Any:
        return as_class(super().blocks, RealBlocks)


def as_class(thing: Any, other: type) -> Any:
    # A page cannot be changed; past that this is the shortest way to one of another class.
    object.__setattr__(thing, "__class__", other)
    return thing


def test_real_page_is_one() -> None:
    page = as_class(parse("<p>one two"), RealPage)
    for column in (page.chars, page.depth, page.blocks.words, page.blocks.lines):
        assert column.dtype == np.float64
    assert page.chars.tolist() == [0, 0, 0, 0, 7]
    assert page.blocks.words.tolist() == [2]
    assert page.below(page.chars)[0] == 7
    assert page.end.dtype == page.blocks.first.dtype == np.int32


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("method", METHODS)
def test_same_choice_when_counts_are_reals(method: str, name: str) -> None:
    page = page_named(name)
    again = as_class(pickle.loads(pickle.dumps(page)), RealPage)
    with held(method, "floats", name):
        whole, reals = run(method, page), run(method, again)
        assert np.array_equal(whole.content, reals.content)
        assert np.allclose(whole.score, reals.score)
        for column, values in whole.evidence.items():
            assert np.allclose(values, reals.evidence[column])


# ---------------------------------------------------------------- parameters


def parameters_of(method: str) -> list[Parameter]:
    return list(method_named(method).parameters.values())


def values_within(method: str, parameter: Parameter) -> list[Any]:
    """The default and the ends of what a parameter may be."""
    if isinstance(parameter.default, bool):
        return [True, False]
    if parameter.default is None:
        shipped = model.shipped_path(method)
        return [None, shipped, str(shipped), model.load(method=method)]
    assert parameter.bounds is not None
    return [parameter.default, *parameter.bounds]


def values_outside(parameter: Parameter) -> list[Any]:
    """Values that a parameter may not have."""
    if isinstance(parameter.default, bool):
        return [None, "true", 1]
    if parameter.default is None:
        return [1, True, 0.5, b"model"]
    if isinstance(parameter.default, str):
        return [None, "", "no such word", 1]
    assert parameter.bounds is not None
    least, greatest = map(float, parameter.bounds)
    within = (least + greatest) / 2
    wrong = [math.nextafter(least, -math.inf), math.nextafter(greatest, math.inf), str(within)]
    wrong += [None, True, math.nan, math.inf, -math.inf]
    if isinstance(parameter.default, int):
        wrong += [parameter.bounds[0] - 1, parameter.bounds[1] + 1, parameter.default + 0.5]  # type: ignore[operator]  # Numbers have numbers for bounds.
    return wrong


@pytest.mark.parametrize("method", METHODS)
def test_parameters_are_described_and_bounded(method: str) -> None:
    with held(method, "parameters"):
        for parameter in parameters_of(method):
            assert len(parameter.doc) > 10, parameter.name
            assert parameter.checked(parameter.default) == parameter.default
            if not isinstance(parameter.default, bool | None):
                assert parameter.bounds
            if isinstance(parameter.default, (int, float)) and parameter.bounds:
                assert np.isfinite(parameter.bounds).all()
                assert parameter.bounds[0] < parameter.bounds[1]  # type: ignore[operator]  # As above.


@pytest.mark.parametrize("method", METHODS)
def test_values_outside_the_bounds_are_refused(method: str) -> None:
    page = page_named("one text")
    with held(method, "parameters"):
        for parameter in parameters_of(method):
            for value in values_outside(parameter):
                with pytest.raises(BadOption, match=rf"^{parameter.name}="):
                    run(method, page, **{parameter.name: value})


@pytest.mark.parametrize("name", SOME)
@pytest.mark.parametrize("method", METHODS)
def test_values_at_the_bounds_work(method: str, name: str) -> None:
    page = page_named(name)
    with held(method, "parameters", name):
        for parameter in parameters_of(method):
            for value in values_within(method, parameter):
                choice = run(method, page, **{parameter.name: value})
                check_choice(page, choice)
                for column in choice.evidence.values():
                    assert np.isfinite(column).all()


# ---------------------------------------------------------------- methods of sites


def site_pages() -> list[Page]:
    """Pages of a site: the content of each is in a part of its own."""
    text = " ".join(["The tide comes in at six, and the boats go out."] * 9)
    menu = "<div id=menu><a href=/>Home</a> <a href=/news>News</a></div>"
    html = "<title>{0}</title>{1}<div id=text class=post><h1>{0}</h1><p>{0} {2}</p></div>"
    return [parse(html.format(f"Page {at}", menu, text)) for at in range(6)]


@pytest.mark.parametrize("method", SITES)
def test_site_method_learns_a_wrapper_that_is_read_again(method: str) -> None:
    known = method_named(method, "site")
    wrapper = known(site_pages())
    assert wrapper.method == method
    assert Wrapper.read(wrapper.xml()) == wrapper
    # Nothing of it depends on the run, and an iterator serves as well as a list.
    assert known(iter(site_pages())).xml() == wrapper.xml()
    page = site_pages()[0]
    check_choice(page, wrapper.content(page))
    assert "boats" in wrapper.fields(page)["content"]
    assert "News" not in wrapper.fields(page)["content"]


@pytest.mark.parametrize("name", SOME)
@pytest.mark.parametrize("method", SITES)
def test_wrapper_of_another_site_does_not_fit(method: str, name: str) -> None:
    wrapper, page = method_named(method, "site")(site_pages()), page_named(name)
    with pytest.raises(WrapperError, match="does not fit"):
        wrapper.content(page)
    with pytest.raises(WrapperError, match="does not fit"):
        wrapper.fields(page)


@pytest.mark.parametrize("method", SITES)
def test_site_method_that_learns_nothing_says_so(method: str) -> None:
    with pytest.raises(WrapperError, match="nothing was learned"):
        method_named(method, "site")([])


@pytest.mark.parametrize("method", SITES)
def test_parameters_of_site_methods_are_bounded(method: str) -> None:
    known = method_named(method, "site")
    for parameter in known.parameters.values():
        assert len(parameter.doc) > 10
        for value in values_outside(parameter):
            with pytest.raises(BadOption, match=rf"^{parameter.name}="):
                known(site_pages(), **{parameter.name: value})
    check_citation(known)


# ---------------------------------------------------------------- names and papers


@pytest.mark.parametrize("method", METHODS)
def test_file_and_function_share_a_name(method: str) -> None:
    known = method_named(method)
    with held(method, "name"):
        assert known.function.__name__ == method
        assert known.function.__module__.rpartition(".")[2] == method
        assert inspect.getdoc(known.function)


@pytest.mark.parametrize("method", METHODS)
def test_docstring_cites_a_paper(method: str) -> None:
    with held(method, "paper"):
        check_citation(method_named(method))


def check_citation(known: Method) -> None:
    """The module names authors, the title between quotes, and the year that the registry has."""
    module = inspect.getmodule(known.function)
    doc = inspect.getdoc(module) or ""
    year = re.search(r"\b(?:19|20)\d\d\b", known.paper)
    assert year, f"the paper of {known.name} has no year: {known.paper}"
    assert re.search(rf'"[^"]+"(?:.|\n)*\b{year[0]}\b', doc), f"{known.name} cites no paper"
    author = known.paper.split()[0]
    assert author in doc
