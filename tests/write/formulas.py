"""Formulas of corpora that cleaning changes: `python -m tests.write.formulas FOLDER…`.

Every HTML file below the folders is searched for TeX. White space, comments, `\\displaystyle` and
delimiters around a formula do not count as changes.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

from selectolax.lexbor import LexborHTMLParser, LexborNode

from pagecore import Choice, Document, parse
from pagecore.choice import Part

#: Elements with TeX, and the attribute that has it; without one, it is their text.
SOURCES: Final = (
    ("script[type^='math/tex']", None),
    ("annotation[encoding='application/x-tex']", None),
    ("img.tex, img.latex, img[class*='mwe-math-fallback-image']", "alt"),
)
#: Examples of each kind of change that are printed.
SHOWN: Final = 3


def find_tex(html: bytes) -> Iterator[str]:
    """TeX of a page as the page has it."""
    if b"math" not in html and b"tex" not in html:
        return
    tree = LexborHTMLParser(html)
    for selector, attribute in SOURCES:
        for node in tree.css(selector):
            yield (node.attributes.get(attribute) if attribute else _read_text(node)) or ""


def _read_text(node: LexborNode) -> str:
    return str(node.text())


def clean(tex: str) -> str:
    """TeX as the writers have it."""
    page = parse(f"<p>x <math><mi>y</mi><annotation encoding=TeX>{escape(tex)}</annotation></math>")
    document = Document([Part(page, Choice.of(page, page.visible))], "all")
    formula = ElementTree.fromstring(document.xml()).find(".//{*}formula")
    return "" if formula is None else formula.text or ""


def normalise(tex: str) -> str:
    """TeX without what does not count as a change."""
    tex = re.sub(r"^% <!\[CDATA\[|%\]\]>$", "", tex.strip())
    tex = re.sub(r"(?<!\\)((?:\\\\)*)%.*?(\n\s*|$)", r"\1", tex)
    tex = " ".join(tex.split())
    tex = re.sub(r"^\{\\displaystyle(.*)\}$", r"\1", tex).strip()
    for first, last in (("$$", "$$"), ("$", "$"), ("\\(", "\\)"), ("\\[", "\\]")):
        if len(tex) > 3 and tex.startswith(first) and tex.endswith(last):
            return tex[len(first) : -len(last)].strip()
    return tex


def name_change(before: str, after: str) -> str:
    """Say how a formula was changed."""
    if before.replace(" ", "") == after.replace(" ", ""):
        return "blanks"
    if "$" in before:
        return "dollar signs"
    if before.rstrip("\\ ") == after.rstrip("\\ "):
        return "a backslash at the end"
    missing = Counter(re.findall(r"\\[a-zA-Z]+", before)) - Counter(
        re.findall(r"\\[a-zA-Z]+", after)
    )
    return " ".join(sorted(missing)) or "other"


def main() -> None:
    """Count the formulas that are changed, by the kind of change."""
    changes: Counter[str] = Counter()
    examples: dict[str, list[tuple[str, str]]] = {}
    formulas = {
        tex
        for folder in sys.argv[1:]
        for path in sorted(Path(folder).rglob("*.html"))
        for tex in find_tex(path.read_bytes())
    }
    for tex in sorted(formulas):
        before, after = normalise(tex), clean(tex)
        if before != after:
            kind = name_change(before, after)
            changes[kind] += 1
            examples.setdefault(kind, []).append((before, after))
    print(f"{sum(changes.values())} of {len(formulas)} different formulas are changed")
    for kind, n in changes.most_common():
        print(f"{n} {kind}")
        for before, after in examples[kind][:SHOWN]:
            print(f"    {before!r} became {after!r}")


if __name__ == "__main__":
    main()
