"""The families: every part that one names is there, and no method can shadow a verb's keyword."""

from __future__ import annotations

import inspect
from dataclasses import fields
from typing import Any

import pytest

import pagecore
from pagecore import Document, Page, Site, cli, parse
from pagecore.errors import BadOption
from pagecore.measure.known_metrics import METRICS
from pagecore.registry import FAMILIES, PAGE, SITE, Family, find_family, list_methods
from pagecore.registry.families import OPTIONS, reserved_keywords
from pagecore.registry.family import LazyImport


@pytest.mark.parametrize("family", FAMILIES.values(), ids=str)
def test_every_part_is_there(family: Family) -> None:
    for field in fields(Family):
        assert getattr(family, field.name) is not None or field.name == "n_folds"
    assert isinstance(family.takes, type)
    assert isinstance(family.gives, type)
    for part in (*family.verbs, family.check, family.contend):
        assert callable(part)
        assert inspect.getdoc(part)
    assert family.default in [method.name for method in list_methods(family.name)]
    assert repr(family) == f"<Family {family.name}>"


@pytest.mark.parametrize("family", FAMILIES.values(), ids=str)
def test_verbs_are_public_and_take_a_method(family: Family) -> None:
    for verb in family.verbs:
        assert getattr(pagecore, verb.__name__) is verb
    keywords = inspect.signature(family.verbs[0]).parameters
    assert "method" in keywords
    assert any(keyword.kind is keyword.VAR_KEYWORD for keyword in keywords.values())


@pytest.mark.parametrize("family", FAMILIES.values(), ids=str)
def test_a_metric_can_score_what_a_family_gives(family: Family) -> None:
    for metric in (*family.corpora.values(), *family.rendered_corpora.values()):
        assert set(METRICS[metric].needs) <= set(family.outputs)


def test_every_folder_of_methods_has_a_family() -> None:
    names = [method.function.__module__.split(".")[1] for method in list_methods()]
    assert set(names) == {family.folder for family in FAMILIES.values()}
    for method in list_methods():
        assert method.function.__module__.startswith(f"pagecore.{method.family.folder}.")


def test_part_without_a_place_is_missing() -> None:
    settings = {field.name: "x" for field in fields(Family) if field.name != "check"}
    with pytest.raises(TypeError, match="missing 1 required keyword-only argument: 'check'"):
        Family(**settings)  # type: ignore[arg-type]  # That is what is tested.
    assert isinstance(vars(Family)["check"], LazyImport)


def test_unknown_family_lists_those_there_are() -> None:
    wrong: list[Any] = ["book", None, []]
    for name in wrong:
        with pytest.raises(
            BadOption, match="expected one of: page, segment, thread, listing, site"
        ):
            find_family(name)


def test_page_as_what_a_family_takes() -> None:
    page = parse("<p>one")
    assert PAGE.make_subject(page) is page
    site = SITE.make_subject(page)
    assert isinstance(site, Site)
    assert list(site) == [page]
    assert PAGE.takes is Page


# ---------------------------------------------------------------- keywords of verbs


def test_keywords_of_all_public_verbs_are_reserved() -> None:
    # They call no method.
    without_method = {"match", "method", "next_page", "browse", "load_page", "save_page"}
    verbs = [
        getattr(pagecore, name)
        for name in pagecore.__all__
        if inspect.isfunction(getattr(pagecore, name)) and name not in without_method
    ]
    assert {verb.__name__ for verb in verbs} >= {"parse", "extract", "content", "segment", "posts"}
    for verb in verbs:
        for keyword in inspect.signature(verb).parameters.values():
            assert keyword.name in reserved_keywords() or keyword.kind is keyword.VAR_KEYWORD


def test_options_of_writers_and_commands_are_reserved() -> None:
    writers = (Document.to_text, Document.markdown, Document.html, Document.xml, Document.json)
    options = {name for write in writers for name in inspect.signature(write).parameters}
    for command in ("extract", "explain", "segment", "posts"):
        names = {str(option.name) for option in cli.pagecore.commands[command].params}
        options |= names & {"to", "only", "jobs"}
    assert options - {"self"} == OPTIONS
    assert reserved_keywords() >= OPTIONS


def test_no_parameter_shadows_a_keyword() -> None:
    for method in list_methods():
        assert not set(method.parameters) & reserved_keywords(), method.full_name
