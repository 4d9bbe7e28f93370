"""Pages made to hurt writers: no word is lost, and time and output grow with the page alone."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

import pytest

from pagecore import Choice, Document, parse
from pagecore.choice import Part

#: The most by which four times the page may take longer; a square would be sixteen.
STEEPEST = 9
SMALL, LARGE = 15_000, 60_000
#: Bytes of output for each of the page, where every line may be indented by all lists around it.
MAX_BYTES = 60

SHAPES: dict[str, Callable[[int], str]] = {
    "siblings": lambda n: "<p>w</p>" * n,
    "line breaks": lambda n: "<p>" + "w<br>" * n,
    "one long paragraph": lambda n: "<p>" + "w <b>x!</b>y " * n,
    "links": lambda n: "<p>" + "<a href=x>w</a> " * n,
    "levels": lambda n: "<div>w " * n,
    "lists": lambda n: "<ul><li>w" * n,
    "numbered lists": lambda n: "<ol start=99999999><li>w" * n,
    "reversed lists": lambda n: "<ol reversed><li>w" * n,
    "lists in lists": lambda n: "<ul>" * n + "<li>w",
    "quotations": lambda n: "<blockquote>w" * n,
    "definitions": lambda n: "<dl><dd>w" * n,
    "terms": lambda n: "<dl>" + "<dt>w<div>" * n,
    "headings": lambda n: "<h1><div>w" * n,
    "figures": lambda n: "<figure><figcaption>w" * n,
    "styles around blocks": lambda n: "<b><i><p>w</p>" * n,
    "tables": lambda n: "<table><caption>c</caption><tr><th>w<td>" * n,
    "cells": lambda n: "<table><tr><th>h" + "<td>w" * n,
    "wide cells": lambda n: "<table>" + "<tr><th colspan=1000>w<td>x" * n,
    "high cells": lambda n: "<table>" + "<tr><th rowspan=65534>w<td>x" * n,
    "code": lambda n: "<pre>" + "w ``` <b>x</b>\n" * n,
    "brackets": lambda n: "<p>" + "[w] ] ![ " * n,
    "marks": lambda n: "<p>" + "*w* _x_ ~~y~~ \\ & < " * n,
    "stars": lambda n: "<p>w" + "*" * n,
    "dollars": lambda n: "<script>MathJax</script><p>" + "$w \\(x \\[y " * n,
    "dollars on lines": lambda n: "<script>MathJax</script><p>" + "$$w \\[x<br>" * n,
    "formulas": lambda n: "<math><mi>w</mi></math>" + "<span class=katex>x" * n,
    "images of a picture": lambda n: "<p>w<picture>" + "<img alt=x>" * n,
    "code in many classes": lambda n: f"<div class='{'a ' * n}'>" + "<pre>w</pre>" * n,
    "numbered code": lambda n: "<pre>" + "".join(f"<i>{at}</i>w\n" for at in range(n)),
    "cells of code": lambda n: "<table><tr><td><pre>1</pre><td><pre>w</pre>" * n,
    "wide tables": lambda n: f"<table><tr><th>h{'<td>w' * n}{'<tr><td colspan=1000>w' * n}",
    "images": lambda n: "<p>" + "<img src=a.png>w" * n,
}  # fmt: skip


def whole(html: str) -> Document:
    """A page as deep as it is written, of which everything is chosen."""
    page = parse(html, url="https://a.example/", max_depth=65_536)
    return Document([Part(page, Choice.of(page, page.visible))], "all")


@pytest.mark.parametrize("name", SHAPES)
def test_writers_are_linear(name: str) -> None:
    taken: dict[int, float] = {}
    for n in (SMALL, LARGE):
        document = whole(SHAPES[name](n))
        rounds = []
        # The least of three rounds, because other processes slow down some of them.
        for _ in range(3):
            began = time.process_time()
            written = [document.markdown(), document.html(), document.xml()]
            rounds.append(time.process_time() - began)
        taken[n] = min(rounds)
        most = MAX_BYTES * len(document.page.source) + 10_000
        assert max(len(text) for text in written) < most
    # What takes next to no time says nothing.
    assert taken[LARGE] < max(STEEPEST * taken[SMALL], 0.2)


def cpu_seconds(document: Document) -> float:
    # What Python collects meanwhile is the garbage of all tests.
    gc.disable()
    try:
        began = time.process_time()
        document.to_text(images=True, links=True)
        document.json()
        return time.process_time() - began
    finally:
        gc.enable()


@pytest.mark.parametrize("name", SHAPES)
def test_text_and_json_are_linear(name: str) -> None:
    taken: dict[int, float] = {}
    for n in (SMALL // 4, LARGE // 4):
        # Paths are as long as a page is deep, so this one has the usual limit.
        page = parse(SHAPES[name](n), url="https://a.example/")
        document = Document([Part(page, Choice.of(page, page.visible))], "all")
        taken[n] = min(cpu_seconds(document) for _ in range(3))
    assert taken[LARGE // 4] < max(STEEPEST * taken[SMALL // 4], 0.2)


@pytest.mark.parametrize("name", SHAPES)
def test_no_word_is_lost(name: str) -> None:
    document = whole(SHAPES[name](300))
    n_words = document.text.count("w")
    assert n_words >= 1
    # Neither tags nor addresses have that letter, but for spans of cells.
    html = document.html(title=False, images=False).replace("rowspan", "")
    assert [document.markdown(title=False, images=False).count("w"), html.count("w")] == [
        n_words
    ] * 2
