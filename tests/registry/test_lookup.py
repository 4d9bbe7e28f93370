"""Looking up methods: their files are imported once, when the first one is looked up."""

from __future__ import annotations

import importlib

import numpy as np
import pytest
from click.testing import CliRunner

from pagecore import Choice, Page, method, parse
from pagecore.cli import pagecore
from pagecore.errors import BadOption
from pagecore.registry import find_method, list_methods, lookup


@pytest.fixture
def imported(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The modules that a first lookup imports, as if none had been imported yet."""
    names: list[str] = []
    real = importlib.import_module

    def import_module(name: str) -> object:
        names.append(name)
        return real(name)

    monkeypatch.setattr(lookup, "_imported", [])
    monkeypatch.setattr(importlib, "import_module", import_module)
    return names


def test_first_lookup_imports_the_files_of_all_methods(imported: list[str]) -> None:
    list_methods()
    files = {method.function.__module__ for method in list_methods()}
    assert files <= set(imported)
    n_imported = len(imported)
    find_method("default", "page")
    list_methods("site")
    assert len(imported) == n_imported


def test_finding_a_method_imports_them_as_well(imported: list[str]) -> None:
    find_method("default", "page")
    assert "pagecore.methods.default" in imported


def test_message_lists_each_method_once_by_the_name_that_finds_it() -> None:
    with pytest.raises(BadOption) as raised:
        find_method("tide")
    names = str(raised.value).rpartition(": ")[2].split(", ")
    assert [find_method(name) for name in names] == list_methods()
    with pytest.raises(BadOption, match=r"site methods are: ([a-z]+, )*hybrid"):
        find_method("dom", "site")


@pytest.mark.usefixtures("own_registry")
def test_method_that_uses_an_unknown_one_is_an_error_before_it_runs() -> None:
    @method("ebb", paper="Example 2009", family="page", uses=("flow",))
    def ebb(page: Page, *, flow: Choice) -> Choice:
        """Return the other."""
        return flow

    message = r"^method 'page/ebb' uses 'flow', but there is no such method; .* are: balance, "
    for family in (None, "page"):
        with pytest.raises(BadOption, match=message):
            find_method("ebb", family)
    result = CliRunner().invoke(pagecore, ["methods"])
    assert isinstance(result.exception, BadOption)
    assert "'page/ebb' uses 'flow'" in str(result.exception)

    # It may be registered later.
    @method("flow", paper="Example 2009", family="page")
    def flow(page: Page) -> Choice:
        """Keep all."""
        return Choice.of(page, np.ones(len(page), np.bool_), evidence={"x": page.words})

    assert find_method("ebb")(parse("<p>a")).content.any()
    assert CliRunner().invoke(pagecore, ["methods"]).exit_code == 0


def test_a_package_without_methods_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    list_methods()
    monkeypatch.setattr(lookup, "_METHODS", {})
    with pytest.raises(BadOption, match=r"there is no method 'tide'; expected one of: none$"):
        find_method("tide")
