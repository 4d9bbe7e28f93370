"""Captions: written with their image, chosen or not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pagecore import Choice, Document, extract, parse
from pagecore.choice import Part

PAGE = Path(__file__).parents[1] / "pages" / "captions.html"

IMAGE = "<img src=/a.png>"

CASES = [
    # what it shows          page; all but "no" is chosen                              written
    ("a caption",            f"<figure>{IMAGE}<figcaption>no</figcaption></figure>",        True),
    ("with elements in it",  f"<figure>{IMAGE}<div><figcaption><p>no <b>no</b></figcaption></div>",
                                                                                            True),
    ("without an image",     "<figure><figcaption>no</figcaption></figure>",                False),
    ("an image beside it",   f"<figure><figcaption>no</figcaption></figure>{IMAGE}",        False),
    ("hidden",               f"<figure>{IMAGE}<figcaption hidden>no</figcaption></figure>", False),
    ("a long text",          f"<figure>{IMAGE}<figcaption>{'no ' * 600}</figcaption>",      False),
    ("of an inner figure",   f"<figure>{IMAGE}<figure><figcaption>no</figcaption></figure>",
                                                                                            False),
]  # fmt: skip


def make_document(html: str) -> Document:
    """A page of which all is chosen but texts with "no"."""
    page = parse(f"<p>yes</p>{html}", url="https://a.example/")
    texts = np.array(["no" not in page.text(row) for row in range(len(page))], np.bool_)
    return Document([Part(page, Choice.of(page, texts & page.leaves))], "some")


@pytest.mark.parametrize(("html", "written"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_captions_follow_their_image(html: str, written: bool) -> None:
    document = make_document(html)
    for text in (document.markdown(), document.html(), document.to_text(images=True)):
        assert ("no" in text.replace("note", "")) == written
    assert "no" not in document.text
    assert "no" not in document.markdown(images=False)


def test_captions_of_an_article_are_written() -> None:
    document = extract(PAGE.read_bytes(), url="https://herald.example/harbour")
    markdown = document.markdown()
    for caption in ("Boats at the quay. Photo: A. Sailor", "The book of 1952"):
        assert caption in markdown
    assert "ferries that are late" not in markdown
