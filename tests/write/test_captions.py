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
    ("of docutils",          f"<div class=figure>{IMAGE}<p class=caption>no</p></div>",     True),
    ("of MediaWiki",         f"<div>{IMAGE}<div class=thumbcaption>no</div></div>",         True),
    ("of WordPress",         f"<div class=wp-caption>{IMAGE}<p class=wp-caption-text>no</p></div>",
                                                                                            True),
    ("beside a credit",      f"<div>{IMAGE}<i>A. Sailor</i><p class=image-caption>no</div>", True),
    ("in an element",        f"<div>{IMAGE}<div><p class=media_caption>no</p></div></div>", True),
    ("before its image",     f"<div><p class=bildunterschrift>no</p>{IMAGE}</div>",         True),
    ("hidden, by class",     f"<div>{IMAGE}<p class=caption hidden>no</p></div>",           False),
    ("without one, by class", f"<div><p class=caption>no</p></div>{IMAGE}<p>{'yes ' * 40}", False),
    ("in a text",            f"<div>{IMAGE}<p>{'yes ' * 40}<p class=caption>no</div>",      False),
    ("of a table",           f"<div>{IMAGE}<p class=table-caption>no</div>",                False),
    ("around the image",     f"<div class=caption>{IMAGE}<p>no</div>",                      False),
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


def test_lists_of_an_image_are_figures() -> None:
    """WordPress wrote a figure as a list of definitions."""
    figure = "<dl class=wp-caption><dt><img src=/a.png alt=x></dt><dd>A boat.</dd></dl>"
    page = parse(f"<p>one</p>{figure}<p>two</p>", url="https://a.example/")
    document = Document([Part(page, Choice.of(page, page.visible))], "all")
    assert document.markdown() == "one\n\n![x](https://a.example/a.png)\n\nA boat.\n\ntwo"
    assert "<figcaption>A boat.</figcaption>" in document.html().replace("\n", "")
    terms = "<dl><dt>Boat <img src=/a.png><dd>one<dt>Ship<dd>two</dl>"
    page = parse(terms, url="https://a.example/")
    document = Document([Part(page, Choice.of(page, page.visible))], "all")
    assert document.markdown(images=False).startswith("**Boat**")


def test_captions_by_class_of_an_article_are_written() -> None:
    page = PAGE.with_name("captions-by-class.html")
    markdown = extract(page.read_bytes(), url="https://harbour.example/crane").markdown()
    for image, caption in (
        ("crane.jpg", "The crane before its repair."),
        ("list.jpg", "A page of the list from 1954."),
        ("engine.jpg", "The engine."),
    ):
        assert f"{image})\n\n{caption}\n\n" in markdown
    assert "**" not in markdown


@pytest.mark.parametrize("label", ["Image caption,", "Image caption:"])
def test_labels_of_captions_are_not_written(label: str) -> None:
    page = parse(f"<figure>{IMAGE}<figcaption><b>{label} </b><p>The pier.</figcaption></figure>")
    document = Document([Part(page, Choice.of(page, page.visible))], "all")
    assert document.text == "The pier."
    page = parse(f"<figure>{IMAGE}<figcaption><b>{label}</b></figcaption></figure>")
    document = Document([Part(page, Choice.of(page, page.visible))], "all")
    assert document.text == label
