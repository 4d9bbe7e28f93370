"""The contract of rule 6 of the design: what holds for every method of every family.

A method that is registered is tested here with nothing else to edit: its family says what a result
must satisfy. Each method runs once on each page, and everything is checked on that run; a second
run, on a copy of the page whose counts are reals, has to give the same. Exceptions stand in
EXCEPTIONS with their reasons, and one that is no longer needed is a failure. That cost is linear is
measured by `make bench`: a test that asserts times would fail on a busy machine.
"""

from __future__ import annotations

import functools
import hashlib
import inspect
import math
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

from pagecore import Choice, Page, Site, parse
from pagecore.errors import BadOption, PagecoreError
from pagecore.models import model
from pagecore.page import Blocks
from pagecore.page.linked_pages import LinkedPages
from pagecore.registry import Method, Parameter, find_method, list_methods
from pagecore.registry.method import name_identifier
from pagecore.write.text import render_text
from tests.contract.contract_pages import (
    FILES,
    MADE,
    PAGES,
    ROOT,
    SOME,
    make_feed,
    read_test_page,
)
from tests.contract.real_pages import real_copy
from tests.contract.results import digest_result, find_differences
from tests.layouts import add_layout
from tests.trees import COLUMNS

#: What a method need not do, and the reason: (method, rule), or (method, rule, page).
EXCEPTIONS: dict[tuple[str, ...], str] = {
    ("page/balance", "paper"): "a heuristic of our own",
    ("page/default", "paper"): "learned, of our own",
    ("site/default", "paper"): "of our own",
    ("thread/siblings", "paper"): "a baseline of our own",
    ("thread/groups", "paper"): "a method of our own",
    ("listing/repeats", "paper"): "a method of our own",
    ("segment/content", "paper"): "a method of our own",
}
RULES = {"result", "evidence", "purity", "floats", "parameters", "name", "paper"}

METHODS = [method.full_name for method in list_methods()]


def run(method: Method, page: Page, **options: Any) -> Any:
    """The result of a method for a page, or the error that its family allows."""
    subject = method.family.make_subject(page)
    if "feed" in method.needs:
        subject = Site.of(subject, feed=make_feed(page))
    try:
        return method(subject, **options)
    except method.family.may_raise as error:
        return str(error)


@functools.cache
def read_page_for(method: Method, name: str) -> Page:
    """A page as a method takes it, with a layout if it needs one."""
    return add_layout(method, read_test_page(name))


@contextmanager
def held(method: str, rule: str, page: str = "") -> Iterator[None]:
    """The checks inside hold, or else the method is excepted from them, and does need that."""
    assert rule in RULES
    if not {(method, rule), (method, rule, page)} & EXCEPTIONS.keys():
        yield
        return
    with pytest.raises(AssertionError):
        yield


def test_exceptions_are_of_methods_rules_and_pages_that_exist() -> None:
    for (method, rule, *page), reason in EXCEPTIONS.items():
        assert method in METHODS
        assert rule in RULES
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


# ---------------------------------------------------------------- one run


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("method", METHODS)
def test_method_keeps_the_contract(method: str, name: str) -> None:
    chosen = find_method(method)
    page = read_page_for(chosen, name)
    before = state(page) if name in SOME else []
    result = run(chosen, page)
    message = digest_result(result)
    if not isinstance(result, str):
        check_result(chosen, page, name, result)
    # What comes of the same page with reals for counts, parsed again from a pickle.
    again = run(chosen, real_copy(page))
    with held(method, "floats", name):
        assert find_differences(result, again) == []
    if name in SOME:
        with held(method, "purity", name):
            assert state(page) == before
            # Nor does a result change when the method runs again.
            assert digest_result(result) == message
    DIGESTS[method, name] = message


#: Of the results that were checked, for the tests below.
DIGESTS: dict[tuple[str, str], str] = {}


def check_result(method: Method, page: Page, name: str, result: Any) -> None:
    """Check a result by the rules of its family, and that evidence always has the same columns."""
    broken = list(method.family.check(method.family.make_subject(page), result))
    for rule in {"result", "evidence"} | {rule for rule, _ in broken}:
        with held(method.full_name, rule, name):
            assert [problem for problem in broken if problem[0] == rule] == []
    evidence = getattr(result, "evidence", None)
    if evidence is not None:
        assert list(evidence) == evidence_names(method.full_name)
    if isinstance(result, Choice) and name in MADE:
        # What was chosen can be written, and is text of the page.
        assert set(re.findall(r"\w+", render_text(page, result))) <= {"word"}


@functools.cache
def evidence_names(method: str) -> list[str]:
    """The columns of a method's evidence, which are the same for every page."""
    return list(run(find_method(method), read_page_for(find_method(method), SOME[-1])).evidence)


def state(page: Page) -> list[bytes]:
    """Everything of a page that a method might change."""
    columns = [getattr(page, name) for name in COLUMNS]
    columns += [getattr(page.blocks, name) for name in vars(Blocks) if not name.startswith("_")]
    columns += [*page.attr_table[:4], page.attr("class")[0]]
    return [page.source, bytes(page.text_buffer), *(column.tobytes() for column in columns)]


def test_page_of_reals_is_one() -> None:
    page: Any = real_copy(parse("<p>one two"))
    for column in (page.chars, page.depth, page.blocks.words, page.blocks.lines):
        assert column.dtype == np.float64
    assert page.chars.tolist() == [0, 0, 0, 0, 7]
    assert page.blocks.words.tolist() == [2]
    assert page.below(page.chars)[0] == 7
    assert page.end.dtype == page.blocks.first.dtype == np.int32


# ---------------------------------------------------------------- the same everywhere


def digest(method: str, name: str) -> str:
    """The digest of a method's result for a page, by an earlier test where there was one."""
    if (method, name) not in DIGESTS:
        chosen = find_method(method)
        DIGESTS[method, name] = digest_result(run(chosen, read_page_for(chosen, name)))
    return DIGESTS[method, name]


@pytest.mark.parametrize("method", METHODS)
def test_same_result_in_every_thread(method: str) -> None:
    chosen = find_method(method)
    pages = [add_layout(chosen, parse(path.read_bytes())) for path in FILES.values()]
    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(lambda page: digest_result(run(chosen, page)), pages))
    assert together == [digest(method, name) for name in FILES]


def all_digests() -> str:
    """One digest of the results of all methods for the pages that lie in files."""
    digests = [digest(method, name) for method in METHODS for name in FILES]
    return hashlib.sha256(" ".join(digests).encode()).hexdigest()


def test_same_result_in_every_process() -> None:
    code = "from tests.contract.test_methods import all_digests; print(all_digests())"
    path = f"{ROOT / 'src'}{os.pathsep}{ROOT}"
    settings = [{"PYTHONHASHSEED": seed, "PYTHONPATH": path} for seed in ("1", "2")]
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", code],
            stdout=subprocess.PIPE,
            cwd=ROOT,
            env={**os.environ, **more},
            text=True,
        )
        for more in settings
    ]
    outputs = [process.communicate()[0].strip() for process in processes]
    assert outputs == [all_digests()] * 2


# ---------------------------------------------------------------- parameters


#: For parameters that take linked pages.
LINKED: dict[str, Page | str | bytes] = {
    "https://x.example/": "<p>Home",
    "https://x.example/news": parse("<p>News"),
}


def list_parameters(method: str) -> list[Parameter]:
    return list(find_method(method).parameters.values())


def values_within(method: str, parameter: Parameter) -> list[Any]:
    """The ends of what a parameter accepts, and other ways to write its default."""
    if isinstance(parameter.default, bool):
        return [not parameter.default]
    if parameter.takes_pages:
        return [LINKED, LinkedPages.of(LINKED)]
    if parameter.default is None:
        name = find_method(method).name
        shipped = model.shipped_path(name)
        return [shipped, str(shipped), model.load(method=name)]
    assert parameter.bounds is not None
    return [value for value in parameter.bounds if value != parameter.default]


def values_outside(parameter: Parameter) -> list[Any]:
    """Values that a parameter may not have."""
    if isinstance(parameter.default, bool):
        return [None, "true", 1]
    if parameter.takes_pages:
        return [1, True, "https://x.example/", ["<p>"], {"x": "<p>"}, {"https://x.example/": 1}]
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
        for parameter in list_parameters(method):
            assert len(parameter.doc) > 10, parameter.name
            assert parameter.check(parameter.default) == parameter.default
            if not isinstance(parameter.default, bool | None):
                assert parameter.bounds
            if isinstance(parameter.default, (int, float)) and parameter.bounds:
                assert np.isfinite(parameter.bounds).all()
                assert parameter.bounds[0] < parameter.bounds[1]  # type: ignore[operator]  # As above.


@pytest.mark.parametrize("method", METHODS)
def test_values_outside_the_bounds_are_refused(method: str) -> None:
    page = read_test_page("one text")
    with held(method, "parameters"):
        for parameter in list_parameters(method):
            for value in values_outside(parameter):
                with pytest.raises(BadOption, match=rf"^{parameter.name}="):
                    run(find_method(method), page, **{parameter.name: value})


@pytest.mark.parametrize("name", SOME)
@pytest.mark.parametrize("method", METHODS)
def test_values_at_the_bounds_work(method: str, name: str) -> None:
    chosen = find_method(method)
    page = read_page_for(chosen, name)
    with held(method, "parameters", name):
        for parameter in list_parameters(method):
            for value in values_within(method, parameter):
                needed = {"linked": LINKED} if chosen.needs_pages(parameter.name, value) else {}
                result = run(chosen, page, **{parameter.name: value}, **needed)
                if not isinstance(result, str):
                    subject = chosen.family.make_subject(page)
                    assert list(chosen.family.check(subject, result)) == []


# ---------------------------------------------------------------- names and papers


@pytest.mark.parametrize("method", METHODS)
def test_file_and_function_share_a_name(method: str) -> None:
    chosen = find_method(method)
    with held(method, "name"):
        name = name_identifier(chosen.name)
        assert chosen.function.__name__ == name
        folder, _, file = chosen.function.__module__.rpartition(".")
        assert (folder, file) == (f"pagecore.{chosen.family.folder}", name)
        assert inspect.getdoc(chosen.function)


@pytest.mark.parametrize("method", METHODS)
def test_docstring_cites_a_paper(method: str) -> None:
    chosen = find_method(method)
    with held(method, "paper"):
        doc = inspect.getdoc(inspect.getmodule(chosen.function)) or ""
        assert chosen.paper is not None, f"{method} has no paper"
        year = re.search(r"\b(?:19|20)\d\d\b", chosen.paper)
        assert year, f"the paper of {method} has no year: {chosen.paper}"
        # Authors, the title between quotes, and the year that the registry has.
        assert re.search(rf'"[^"]+"(?:.|\n)*\b{year[0]}\b', doc), f"{method} cites no paper"
        assert chosen.paper.split()[0].rstrip(",") in doc


def test_families_may_raise_errors_of_ours_alone() -> None:
    for method in list_methods():
        assert all(issubclass(error, PagecoreError) for error in method.family.may_raise)
