"""Sites with error pages, mixed languages and other bad pages, learned by every site method."""

from __future__ import annotations

from typing import Any

import pytest

from pagecore import Wrapper, apply, learn
from pagecore.registry import list_methods

#: A method that needs a feed learns something else.
METHODS = [method.name for method in list_methods("site") if not method.needs]
WORDS = ("tide", "boat", "harbour", "mole", "buoy", "anchor", "quay", "jetty", "sail", "rope")
ERROR = "<body class=error><main><h1>404</h1><form><input name=q></form><p>Not found</main>"


def write_article(n: int, language: str = "en") -> str:
    """An article of words that no other article has."""
    story = "".join(f"<p>{', '.join(f'{word}{n}x{at}' for word in WORDS)}.</p>" for at in range(5))
    return (
        f"<html lang={language}><body class=story><nav><ul><li><a href=/>Home</a><li><a href=/all>"
        f"All stories</a></ul></nav><div class=post><h1>Day{n}</h1>{story}</div>"
        "<footer><p>Imprint of the harbour paper</footer>"
    )


@pytest.mark.parametrize("method", METHODS)
def test_half_of_the_pages_are_error_pages(method: str) -> None:
    pages = [write_article(n) if n % 2 else ERROR for n in range(12)]
    wrapper = learn(pages, method=method)
    assert any("page 2, page 4, page 6" in note for note in wrapper.notes), wrapper.notes
    document = apply(wrapper, write_article(20))
    assert document.method == f"site/{method}"
    assert "tide20x3, boat20x3" in document.text
    assert "Imprint" not in document.text


@pytest.mark.parametrize("method", METHODS)
def test_pages_without_text_among_others(method: str) -> None:
    pages = [*(write_article(n) for n in range(5)), "", "<body><div></div>", "<script>x()</script>"]
    assert "tide20x3, boat20x3" in apply(learn(pages, method=method), write_article(20)).text


@pytest.mark.parametrize("method", METHODS)
def test_languages_and_encodings(method: str) -> None:
    pages = [
        write_article(n, language).encode(encoding)
        for n, (language, encoding) in enumerate(
            [("en", "utf-8"), ("de", "utf-16"), ("ja", "utf-8"), ("en", "utf-16"), ("fr", "utf-8")]
        )
    ]
    document = apply(learn(pages, method=method), write_article(20))
    assert "tide20x3, boat20x3" in document.text
    assert "Imprint" not in document.text


@pytest.mark.parametrize(
    ("method", "parameter"),
    [
        ("default", "weight"),
        ("entropy", "refine"),
        ("rtdm", "share"),
        ("cst", "threshold"),
        ("ibdf", "similarity"),
    ],
)
def test_numbers_with_many_digits_survive_the_file(method: str, parameter: str) -> None:
    options: dict[str, Any] = {parameter: 2 / 3}
    wrapper = learn([write_article(n) for n in range(4)], method=method, **options)
    assert Wrapper.read(wrapper.xml()) == wrapper
