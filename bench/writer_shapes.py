"""Pages that hurt writers when all of a page is chosen: elements that repeat, and elements that are
nested as deep as a page may be.

Each shape is a function from the number of its elements to HTML. The letter `w` stands for a word,
and occurs in no tag, so that tests can count words. `tests/write/test_hostile.py` reads the same
shapes.
"""

from __future__ import annotations

from collections.abc import Callable


def _refer(n: int) -> str:
    """References to so many notes."""
    return "".join(f"<sup><a href=#n{at}>{at}</a></sup>" for at in range(n))


#: One element follows the other.
FLAT: dict[str, Callable[[int], str]] = {
    "siblings": lambda n: "<p>w</p>" * n,
    "line breaks": lambda n: "<p>" + "w<br>" * n,
    "one long paragraph": lambda n: "<p>" + "w <b>x!</b>y " * n,
    "links": lambda n: "<p>" + "<a href=x>w</a> " * n,
    "cells": lambda n: "<table><tr><th>h" + "<td>w" * n,
    "wide cells": lambda n: "<table>" + "<tr><th colspan=1000>w<td>x" * n,
    "high cells": lambda n: "<table>" + "<tr><th rowspan=65534>w<td>x" * n,
    "code": lambda n: "<pre>" + "w ``` <b>x</b>\n" * n,
    "brackets": lambda n: "<p>" + "[w] ] ![ " * n,
    "marks": lambda n: "<p>" + "*w* _x_ ~~y~~ \\ & < " * n,
    "stars": lambda n: "<p>w" + "*" * n,
    "dollars": lambda n: "<script>MathJax</script><p>" + "$w \\(x \\[y " * n,
    "dollars on lines": lambda n: "<script>MathJax</script><p>" + "$$w \\[x<br>" * n,
    "images of a picture": lambda n: "<p>w<picture>" + "<img alt=x>" * n,
    "code in many classes": lambda n: f"<div class='{'a ' * n}'>" + "<pre>w</pre>" * n,
    "numbered code": lambda n: "<pre>" + "".join(f"<i>{at}</i>w\n" for at in range(n)),
    "wide tables": lambda n: f"<table><tr><th>h{'<td>w' * n}{'<tr><td colspan=1000>w' * n}",
    "images": lambda n: "<p>" + "<img src=a.png>w" * n,
    "permalinks": lambda n: "<h1>" + "<a class=anchor href=#a>w</a><a href=#b>#</a>" * n,
    "links to the page": lambda n: "<h1><a href=/>w</a></h1>" * n,
    "labels of code": lambda n: "<div>Copy</div><pre>w</pre>" * n,
    "boxes": lambda n: "<ul>" + "<li><input type=checkbox>w" * n,
    "readings": lambda n: "<p>" + "<ruby>w<rt>x</rt></ruby>" * n,
    "deep formulas": lambda n: "<p>w " + f"<math>{'<mstyle><mi>x</mi>' * 40}</math>" * (n // 40),
    "one large formula": lambda n: "<p>w <math>" + "<msup><mi>x</mi><mn>2</mn></msup>" * n,
    "references": lambda n: "<p>" + "<a href=#fn1>1</a>w" * n + "<p id=fn1>x",
    "notes": lambda n: "<p>w" + _refer(n) + "<ol>" + "".join(f"<li id=n{at}>x" for at in range(n)),
    "notes in definitions": lambda n: (
        "<p>w" + _refer(n) + "<dl>" + "".join(f"<dt id=n{at}>{at}<dd>x" for at in range(n))
    ),
    "notes in rows": lambda n: (
        "<p>w" + _refer(n) + "<table>" + "".join(f"<tr id=n{at}><td>{at}<td>x" for at in range(n))
    ),
    "references to a long term": lambda n: (
        "<p>" + "<a href=#fn1>1</a>w" * n + f"<dl><dt id=fn1>{'1 ' * n}<dd>x</dl>"
    ),
    "links back": lambda n: (
        "<p>w<a href=#fn1>1</a><p id=fn1>x" + "<a class=backref href=#m>1</a>" * n
    ),
    "code with breaks": lambda n: "<div class=code><span class=string>w</span><br></div>" * n,
    "captions": lambda n: "<figure><img src=a.png><figcaption>w</figcaption></figure>" * n,
}  # fmt: skip

#: One element is inside the other.
NESTED: dict[str, Callable[[int], str]] = {
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
    "frames of code": lambda n: "<div>yaml" * n + "<pre>w</pre>",
    "quotation marks": lambda n: "<p>" + "<q>w" * n,
    "one deep formula": lambda n: "<p>w <math>" + "<msup>" * n,
    "code in code": lambda n: "<div class=code><span class=string>w</span><br>" * n,
    "notes in notes": lambda n: "<p>w" + _refer(n) + "".join(f"<div id=n{at}>x" for at in range(n)),
    "captions in captions": lambda n: "<figure><img src=a.png><figcaption>w" * n,
    "formulas": lambda n: "<math><mi>w</mi></math>" + "<span class=katex>x" * n,
    "cells of code": lambda n: "<table><tr><td><pre>1</pre><td><pre>w</pre>" * n,
}  # fmt: skip
