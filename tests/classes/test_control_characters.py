"""Characters that XML does not allow, in the markup of pages: every wrapper can be read again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pagecore import Wrapper, extract, learn, parse
from pagecore.classes.outline import Outline, find_common_classes
from pagecore.errors import WrapperError
from pagecore.registry import list_methods
from pagecore.sites.structure_tree import StructureTree
from tests.conftest import Run
from tests.sites.sample_site import make_html, make_list, make_story

#: A method that needs a feed learns something else.
METHODS = [method.name for method in list_methods("site") if not method.needs]
#: Parameters of methods that learn little from these pages with their defaults.
PARAMETERS: dict[str, dict[str, Any]] = {"hybrid": {"learner": "default"}}
#: As written in a page: references are decoded, and some characters replaced.
CHARACTERS = ["\x01", "&#1;", "\x0b", "&#xFFFE;", "\ufffe", "&#xD800;", "\x1f", "&#x85;"]


def spoil(html: str, character: str) -> str:
    """Write a character into the classes and ids of a page."""
    spoilt = html.replace('class="', f'class="x{character}y ')
    return spoilt.replace("<body>", f'<body class="a{character}b" id="c{character}d">')


@pytest.mark.parametrize("character", CHARACTERS, ids=ascii)
@pytest.mark.parametrize("method", METHODS)
def test_wrappers_can_be_read_again(method: str, character: str) -> None:
    pages = [make_html(n) for n in range(4)] + [make_list(n) for n in range(3)]
    spoilt = [spoil(page, character) for page in pages]
    wrapper = learn(spoilt, method=method, **PARAMETERS.get(method, {}))
    again = Wrapper.read(wrapper.xml())
    assert again == wrapper
    page = parse(spoil(make_html(77), character))
    assert again.fits(page)
    assert make_story(77) in page.render(again.content(page).content)


def test_classes_that_cannot_be_written_do_not_count() -> None:
    outlines = [Outline.of(parse("<p class='a&#1;b c'>x")) for _ in range(2)]
    assert find_common_classes(outlines) == {"c"}


def test_a_folder_of_such_pages_is_evidence(run: Run, tmp_path: Path) -> None:
    for n in range(4):
        (tmp_path / f"{n}.html").write_text(spoil(make_html(n), "&#1;"))
    done = run("extract", str(tmp_path / "1.html"), "--site", str(tmp_path))
    assert done.code == 0
    assert done.out.strip() == extract(make_html(1), site=[make_html(n) for n in range(4)]).text


def test_what_cannot_be_written_is_refused() -> None:
    wrapper = learn([make_html(n) for n in range(4)], method="cst")
    assert isinstance(wrapper.body, StructureTree)
    spoilt = replace(wrapper, body=replace(wrapper.body, classes=("a\x01b",)))
    with pytest.raises(WrapperError, match=r"contains .*a\\x01b.*: expected characters that XML"):
        spoilt.xml()
