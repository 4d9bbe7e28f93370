"""Sites whose articles are written in common words, as people write: no method loses an article."""

from __future__ import annotations

import random

import pytest

from pagecore import apply, extract, learn
from pagecore.registry import list_methods
from tests.sites.sample_site import read_words

#: A method that needs a feed learns something else.
METHODS = [method.name for method in list_methods("site") if not method.needs]
#: Words that all articles draw from, so that no word belongs to one article.
COMMON = [
    *("the", "and", "was", "with", "from", "that", "this", "they", "when"),
    *("after", "before", "again", "never", "every", "other", "people", "water", "harbour"),
    *("boat", "town", "winter", "morning", "evening", "letter", "station", "window", "garden"),
    *("bread", "music", "paper", "work", "house", "street", "light", "stone", "river"),
    *("summer", "market", "school", "friend", "mother", "story"),
]


def write_prose(seed: int, n_sentences: int) -> str:
    """Sentences of common words, in an order of their own."""
    drawn = random.Random(seed)
    sentences = (
        " ".join(drawn.choices(COMMON, k=drawn.randint(6, 14))) for _ in range(n_sentences)
    )
    return ". ".join(sentence.capitalize() for sentence in sentences) + "."


def write_article(n: int, n_sentences: int = 12) -> str:
    """An article; the shorter it is, the more of its words other articles have."""
    paragraphs = "".join(f"<p>{write_prose(100 * n + at, n_sentences // 3)}</p>" for at in range(3))
    return (
        f"<html lang=en><title>Day {n}</title><body class=story><nav><ul><li><a href=/>Home</a><li>"
        f"<a href=/all>All stories</a></ul></nav><div class=post><h1>Day {n}</h1>{paragraphs}</div>"
        "<footer><p>Imprint of the harbour paper</footer>"
    )


@pytest.mark.parametrize("n_pages", [2, 3, 8])
@pytest.mark.parametrize("n_sentences", [12, 24])
@pytest.mark.parametrize("method", METHODS)
def test_articles_of_common_words_are_not_lost(method: str, n_sentences: int, n_pages: int) -> None:
    pages = [write_article(n, n_sentences) for n in range(n_pages)]
    wrapper = learn(pages, method=method)
    for html in (pages[0], write_article(77, n_sentences)):
        document = apply(wrapper, html)
        # By the wrapper or, if that chooses nothing, by the default extractor.
        default = read_words(extract(html).text)
        assert len(read_words(document.text) & default) > len(default) / 2
        if document.method == "default":
            assert document.warnings[0].code == "wrapper-does-not-fit"


def test_entropy_of_two_short_articles_chooses_nothing() -> None:
    """The page that showed the loss: all its words are on the other page too."""
    words = " ".join(COMMON)
    pages = [write_article(n).replace("</div>", f"<p>{words}</p></div>") for n in range(2)]
    wrapper = learn(pages, method="entropy", classes="one", share=0.0, tolerance=0.0)
    document = apply(wrapper, pages[0])
    assert (document.method, document.text) == ("default", extract(pages[0]).text)
    assert "the rules choose none of its text" in document.warnings[0].message
