"""Looking up methods: their files are imported once, when the first one is looked up."""

from __future__ import annotations

import importlib

import pytest

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


def test_a_package_without_methods_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    list_methods()
    monkeypatch.setattr(lookup, "_METHODS", {})
    with pytest.raises(BadOption, match=r"there is no method 'tide'; expected one of: none$"):
        find_method("tide")
