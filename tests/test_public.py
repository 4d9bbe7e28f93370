"""The public names: all are described, and tag numbers never change."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Iterator
from importlib.metadata import version
from types import ModuleType

import pytest

import pagecore
from pagecore import tags


def test_all_is_what_is_importable_and_public() -> None:
    # Submodules hang at the package once something has imported them; those in __all__ are meant.
    importable = {
        name
        for name, value in vars(pagecore).items()
        if not name.startswith("_") and not isinstance(value, ModuleType)
    }
    modules = {name for name in pagecore.__all__ if isinstance(getattr(pagecore, name), ModuleType)}
    assert modules == {"errors", "tags"}
    assert set(pagecore.__all__) == importable | modules | {"__version__"}
    assert list(pagecore.__all__) == sorted(set(pagecore.__all__))


def test_everything_can_be_imported_by_star() -> None:
    names: dict[str, object] = {}
    exec("from pagecore import *", names)
    assert set(pagecore.__all__) <= set(names)


def public_things() -> Iterator[tuple[str, object]]:
    """What is public and can be described, by name: modules, classes, functions, properties."""
    for name in pagecore.__all__:
        thing = getattr(pagecore, name)
        if isinstance(thing, str):
            continue
        yield name, thing
        if isinstance(thing, (type, ModuleType)):
            for below, value in members(thing):
                # Class methods and cached properties hide the function they are made of.
                value = getattr(value, "__func__", getattr(value, "func", value))
                described = (type, property)
                is_ours = getattr(value, "__module__", "pagecore").startswith("pagecore")
                is_described = isinstance(value, described) or inspect.isfunction(value)
                if is_described and is_ours and not below.startswith("_"):
                    yield f"{name}.{below}", value


def members(thing: type | ModuleType) -> Iterator[tuple[str, object]]:
    """What a module or a class holds, with what the class has from others of ours."""
    owners = thing.__mro__ if isinstance(thing, type) else (thing,)
    for owner in owners:
        if isinstance(owner, ModuleType) or owner.__module__.startswith("pagecore"):
            yield from vars(owner).items()


def test_everything_public_has_a_docstring() -> None:
    for name, thing in public_things():
        doc = inspect.getdoc(thing)
        assert doc, f"{name} is not described"
        # The one that a dataclass or named tuple is given unasked says nothing.
        assert not doc.startswith(f"{name}("), f"{name} is not described"


def test_public_things_are_found() -> None:
    names = [name for name, _ in public_things()]
    for name in ("Page.below", "Page.warnings", "Page.nbytes", "Choice.of", "errors.BadInput",
                 "tags.make_constant", "parse", "Document.text"):  # fmt: skip
        assert name in names


def test_extract_takes_page_and_url_in_this_order() -> None:
    document = pagecore.extract("<p>One <a href=x>two</a> three.", "https://e.example/")
    assert [link.url for link in document.page.links()] == ["https://e.example/x"]


@pytest.mark.parametrize("verb", [pagecore.parse, pagecore.content, pagecore.method])
def test_first_argument_is_positional_and_the_others_are_keywords(verb: object) -> None:
    kinds = [parameter.kind for parameter in inspect.signature(verb).parameters.values()]  # type: ignore[arg-type]  # A verb is a function.
    assert kinds[0] is inspect.Parameter.POSITIONAL_OR_KEYWORD
    assert set(kinds[1:]) <= {inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.VAR_KEYWORD}


def test_version_is_that_of_the_package() -> None:
    assert pagecore.__version__ == version("pagecore")


# ---------------------------------------------------------------- numbers of elements


def test_numbers_of_elements_never_change() -> None:
    # Numbers are written into models and indexes: names may be added behind, none may move.
    assert len(tags.NAMES) == 259
    digest = hashlib.sha256("\n".join(tags.NAMES).encode()).hexdigest()
    assert digest == "65660a495d92f1d2847a202feed3da270ab17ed1274bcc63c79285142b7b4ab2"


def test_some_numbers() -> None:
    assert tags.TEXT == 0
    assert (tags.HTML, tags.P, tags.A, tags.SVG_TITLE, tags.MATH_MI) == (1, 35, 68, 202, 226)


def test_names_and_numbers_are_each_other() -> None:
    assert tags.NAMES[0] == "#text"
    assert [tags.NUMBERS[name] for name in tags.NAMES] == list(range(len(tags.NAMES)))
    for name, number in tags.NUMBERS.items():
        assert getattr(tags, tags.make_constant(name)) == number
    assert tags.NAMES[tags.SVG_FOREIGNOBJECT] == "svg foreignObject"
    assert tags.NAMES[tags.MATH_ANNOTATION_XML] == "math annotation-xml"


def test_constants_are_numbers_of_a_parsed_page() -> None:
    page = pagecore.parse("<p>a<svg><title>b</title></svg>")
    # html, head, body, p, a, svg, title, b
    assert page.tag.tolist() == [
        tags.HTML, tags.HEAD, tags.BODY, tags.P, tags.TEXT, tags.SVG_SVG, tags.SVG_TITLE, tags.TEXT,
    ]  # fmt: skip


def test_unknown_constant_says_where_to_look() -> None:
    with pytest.raises(AttributeError, match=r"no element .* 'PARAGRAPH'; tags\.NAMES"):
        _ = tags.PARAGRAPH
