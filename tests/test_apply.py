"""The verb `apply`: the same pipeline as `extract`, behind a wrapper."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pagecore import PageWarning, Wrapper, apply, extract, learn, parse
from pagecore.errors import BadInput, BadOption
from pagecore.steps.pipeline import STEPS

TEXT = "The tide comes in at six, and the boats go out. "
PAGE = "<title>{1}</title><div id=menu><a href=/>Home</a></div><div id=text>{0}</div>"


def page(content: str, title: str = "Tides") -> str:
    return PAGE.format(content, title)


@pytest.fixture(scope="module")
def wrapper() -> Wrapper:
    """Of a site whose content is in `div id=text`."""
    return learn([page(f"<p>{name} {TEXT * 6}</p>") for name in ("one", "two", "three")])


def test_the_wrapper_chooses(wrapper: Wrapper) -> None:
    document = apply(wrapper, page(f"<p>four {TEXT * 6}</p>"))
    assert document.text == f"four {TEXT * 6}".strip()
    assert document.method == "site/hybrid"
    assert document.steps == tuple(step.name for step in STEPS)
    assert document.warnings == ()


def test_copies_are_taken_out(wrapper: Wrapper) -> None:
    story = "".join(f"<p>{' '.join(f'{name}{n}' for n in range(20))}</p>" for name in "abc")
    html = page(f"<div class=phone>{story}</div><p>between them</p><div>{story}</div>")
    document = apply(wrapper, html)
    assert document.text.count("b19") == 1
    assert {change.step for _, change in document.changes} == {"copies"}
    assert "duplicate of block" in " ".join(b.reason for b in document.explain().blocks)
    assert apply(wrapper, html, steps=()).text.count("b19") == 2


def test_walls_are_recognised(wrapper: Wrapper) -> None:
    html = page(f"<h1>404</h1><p>{TEXT * 4}", "404 Not Found")
    document = apply(wrapper, html)
    assert document.method == "site/hybrid"
    assert document.wall is not None
    (warning,) = document.warnings
    assert warning.code == "no-content"
    assert "the status 404" in warning.message
    assert apply(wrapper, html, steps=["copies"]).wall is None


def test_embedded_content_is_read(wrapper: Wrapper, monkeypatch: pytest.MonkeyPatch) -> None:
    story = f"The harbour of the north and its tides. {TEXT * 9}"
    data = f'<script type="application/ld+json">{{"articleBody": "{story}"}}</script>'
    html = page("<p></p>", "The harbour of the north") + data
    document = apply(wrapper, html)
    assert "The tide comes in at six" in document.text
    assert "embedded-content" in {warning.code for warning in document.warnings}
    assert "The tide" not in apply(wrapper, html, steps=["copies", "walls"]).text


def test_comments_are_put_in_and_taken_out(wrapper: Wrapper) -> None:
    message = "I have always liked the harbour at low tide."
    html = page(f"<p>{TEXT * 6}</p><ol class=comments><li class=comment><p>{message}</ol>")
    assert message in apply(wrapper, html).text
    assert message not in apply(wrapper, html, comments=False).text
    outside = page(f"<p>{TEXT * 6}</p>") + f"<ol class=comments><li class=comment><p>{message}</ol>"
    assert message not in apply(wrapper, outside).text
    assert message in apply(wrapper, outside, comments=True).text


def test_other_files_are_refused(wrapper: Wrapper) -> None:
    for kind in (bytes, bytearray, memoryview):
        with pytest.raises(BadInput, match=r"^this is a PDF, not an HTML page$"):
            apply(wrapper, kind(b"%PDF-1.7\n%\xe2\xe3"))


@pytest.mark.parametrize("value", [{"url": "http://a.example/"}, {"encoding": "utf-8"}])
def test_a_parsed_page_has_its_own(wrapper: Wrapper, value: dict[str, Any]) -> None:
    (name,) = value
    with pytest.raises(BadOption, match=f"^{name}: a parsed page has its own"):
        apply(wrapper, parse(page(TEXT)), **value)


def test_where_it_does_not_fit_the_default_extracts(wrapper: Wrapper) -> None:
    html = f"<article><p>{TEXT * 9}</article><ol class=comments><li class=comment><p>Nice one.</ol>"
    document, expected = apply(wrapper, html, comments=False), extract(html, comments=False)
    assert (document.text, document.method) == (expected.text, "default")
    assert document.changes == expected.changes
    message = (
        "the default extractor was used: the wrapper (hybrid) does not fit the page: none of the "
        "opening tags is in the source; learn it again if it fits few pages"
    )
    assert document.warnings == (PageWarning("wrapper-does-not-fit", message, -1, -1, 1),)


def test_a_page_of_another_site_is_reported(wrapper: Wrapper) -> None:
    known = replace(wrapper, site="tide.example")
    document = apply(known, page(f"<p>{TEXT * 6}"), url="https://ebb.example/a")
    message = "the wrapper was learned from tide.example, but the page is https://ebb.example/a"
    assert document.warnings == (PageWarning("wrapper-of-another-site", message, -1, -1, 1),)
    # Both are reported, this first.
    other = apply(known, f"<article><p>{TEXT * 9}", url="https://ebb.example/a")
    assert [warning.code for warning in other.warnings] == [
        "wrapper-of-another-site",
        "wrapper-does-not-fit",
    ]


@pytest.mark.parametrize(
    ("value", "message"), [({"steps": ["tide"]}, "no step 'tide'"), ({"comments": 3}, "comments=3")]
)
def test_wrong_options(wrapper: Wrapper, value: dict[str, Any], message: str) -> None:
    with pytest.raises(BadOption, match=message):
        apply(wrapper, page(TEXT), **value)
