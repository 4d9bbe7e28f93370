"""The tokenizer cases of html5lib-tests, as far as the tree shows what the tokenizer did.

A case that starts in the data state is parsed behind `<body>`, one that starts in another state
behind the start tag that puts the tokenizer there, or, where there was no start tag, as a fragment.
Text, start tags and attributes are compared; comments, doctypes and end tags leave nothing in a
page that could be.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pagecore import Page, parse
from tests.trees import row_text

# The element that puts the tokenizer into a state.
CONTEXTS = {
    "Data state": None,
    "RCDATA state": "title",
    "RAWTEXT state": "xmp",
    "Script data state": "script",
    "PLAINTEXT state": "plaintext",
    "CDATA section state": "svg svg",
}

# The tree builder's rules for these start or end tags hide what the tokenizer did.
SPECIAL = frozenset({"br", "p", "plaintext", "html", "head", "body"})

NOTHING_TO_SEE = "only comments, doctypes or end tags come out"
SPECIAL_TAG = "the tree builder has a rule of its own for the tag"

# Name of a case -> why a page differs. Strict: a case listed here that passes is a failure too.
EXCEPTIONS: dict[str, str] = {}

Expected = tuple[str, list[tuple[str, dict[str, str]]]]


@dataclass(frozen=True)
class TokenizerCase:
    name: str
    source: str
    state: str
    last_start_tag: str | None
    output: list[list[Any]]


@pytest.fixture(scope="module")
def cases(corpus: Callable[[str], Path]) -> list[TokenizerCase]:
    folder = corpus("html5lib-tests") / "tokenizer"
    # The cases of xmlViolation.test are for parsers that coerce a page into XML.
    files = [path for path in sorted(folder.glob("*.test")) if path.stem != "xmlViolation"]
    return [case for path in files for case in _read(path)]


def _read(path: Path) -> Iterator[TokenizerCase]:
    for number, test in enumerate(json.loads(path.read_text("utf-8"))["tests"]):
        source, output = test["input"], test["output"]
        if test.get("doubleEscaped"):
            source = _unescape(source)
            output = json.loads(re.sub(r"\\\\u([0-9A-Fa-f]{4})", r"\\u\1", json.dumps(output)))
        for state in test.get("initialStates", ["Data state"]):
            yield TokenizerCase(
                f"{path.stem}:{number} {state}", source, state, test.get("lastStartTag"), output
            )


def _unescape(text: str) -> str:
    return re.sub(r"\\u([0-9A-Fa-f]{4})", lambda match: chr(int(match[1], 16)), text)


def _expected(case: TokenizerCase) -> Expected | str:
    """Text and elements that the tokens make, or why the tree does not show them."""
    text = ""
    elements: list[tuple[str, dict[str, str]]] = []
    for kind, *rest in case.output:
        if kind == "Character":
            text += rest[0]
        elif kind in ("StartTag", "EndTag"):
            if rest[0] in SPECIAL:
                return SPECIAL_TAG
            if kind == "StartTag":
                elements.append((rest[0], rest[1]))
    if not text and not elements:
        return NOTHING_TO_SEE
    if case.state == "Data state":
        # The tree builder drops a NUL of the body, where the tokenizer passes it on.
        text = text.replace("\0", "")
    elif case.state == "CDATA section state":
        text = text.replace("\0", "\ufffd")
    # A lone surrogate of a `str` becomes U+FFFD on its way in.
    return re.sub("[\ud800-\udfff]", "\ufffd", text), elements


def _parse(case: TokenizerCase) -> Page:
    context = CONTEXTS[case.state]
    if context is None:
        return parse("<body>" + case.source)
    if case.state == "CDATA section state":
        return parse("<![CDATA[" + case.source, fragment=context)
    if case.last_start_tag is None:
        # In a fragment no end tag is appropriate, as the standard says.
        return parse(case.source, fragment=context)
    return parse(f"<body><{context}>" + _rename(case.source, case.last_start_tag, context))


def _rename(text: str, name: str, other: str) -> str:
    """Call the element of a case by the name of the one that is there."""
    return re.sub(name, other, text, flags=re.IGNORECASE)


def _observed(page: Page, context: str | None) -> Expected:
    rows = range(len(page))
    frame = ("#text", "html", "head", "body", context)
    text = "".join(row_text(page, row) for row in rows if page.name(row) == "#text")
    elements = [
        (page.name(row), page.attributes(row)) for row in rows if page.name(row) not in frame
    ]
    return text, elements


def test_tokens(cases: list[TokenizerCase]) -> None:
    left_out: Counter[str] = Counter()
    failed: dict[str, str] = {}
    compared = 0
    for case in cases:
        expected = _expected(case)
        if isinstance(expected, str):
            left_out[expected] += 1
            continue
        compared += 1
        context = CONTEXTS[case.state]
        if case.last_start_tag is not None:
            expected = _rename(expected[0], case.last_start_tag, str(context)), expected[1]
        observed = _observed(_parse(case), context)
        if observed != expected:
            failed[case.name] = f"{case.source!r}\n  expected {expected}\n  got      {observed}"
    print(f"tokenizer cases of html5lib-tests: {compared - len(failed)}/{compared} as expected")
    for reason, count in left_out.most_common():
        print(f"  {count} left out: {reason}")
    unlisted = sorted(failed.keys() - EXCEPTIONS.keys())
    assert not unlisted, "\n".join(f"{name}: {failed[name]}" for name in unlisted[:20])
    assert not EXCEPTIONS.keys() - failed.keys(), "these are listed as exceptions but pass"
    assert compared > 5000, "the files were not read to their end"
