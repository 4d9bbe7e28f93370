"""The round trip: Markdown rendered back by markdown-it-py, element by element beside clean HTML.

`python -m tests.write.roundtrip wcxb fundus readability` counts the pages of corpora that differ.

Markdown has no terms, no blocks in cells and no links in code, so a term counts as strong, a
definition as an item, what is in a cell as its text, and a link in code as nothing. It has no
numbers below zero or of more than nine digits: a list that begins with one begins with 1. It spells
some TeX in other ways, so that it is not markup.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from selectolax.lexbor import LexborHTMLParser, LexborNode

from pagecore import Document, extract, parse

Elements = dict[str, list[tuple[Any, ...]]]

HEADINGS: Final = {f"h{level}": level for level in range(1, 7)}
#: The numbers that items of Markdown have.
NUMBERS: Final = range(1_000_000_000)
LISTS: Final = {"ul", "ol", "dl"}
ITEMS: Final = {"li", "dd"}
CELLS: Final = {"td", "th"}
#: What is in an item and not of it. Terms in it are paragraphs.
OWN: Final = frozenset({"ul", "ol", "dd"})
STYLES: Final = {"strong", "em", "del", "s", "sup", "sub", "code", "dt"}
BLOCKS: Final = {
    "p", "div", "blockquote", "pre", "table", "tr", "figure", "figcaption", "caption", "hr", "br",
    *HEADINGS, *LISTS, *ITEMS, *CELLS, "dt",
}  # fmt: skip


def find_differences(document: Document) -> list[str]:
    """In what the Markdown of a document differs from its clean HTML, a line for each kind."""
    html = _join_notes(_unlink_notes(document.html(title=False)))
    markdown = _unindent_notes(document.markdown(title=False, posts=False))
    written = elements(html, is_markdown=False)
    rendered = elements(_join_notes(render_html(markdown, 'class="math' in html)), is_markdown=True)
    reported = []
    for kind in written:
        if written[kind] != rendered[kind]:
            at, pair = _first(written[kind], rendered[kind])
            reported.append(f"{kind} {at}: {pair[0]!r} became {pair[1]!r}")
    return reported


def _unlink_notes(html: str) -> str:
    """Clean HTML whose references to notes are texts, as they are for a renderer that knows no
    notes."""
    # Labels are marks with dashes for blanks: the mark of `note-n-1` is `[n 1]`.
    html = re.sub(r'<sup><a href="#note-([\w-]+)">\[[^]<]*\]</a></sup>', r"[\1]", html)
    return re.sub(r'(id="note-([\w-]+)">\s*(?:<p>)?)\[[^]<]*\]', r"\1[\2]", html)


def _unindent_notes(markdown: str) -> str:
    """Markdown whose notes begin with a paragraph and are not indented, for a renderer that knows
    no notes."""
    lines: list[str] = []
    is_note = False
    for line in markdown.split("\n"):
        note = re.match(r"(\[\^[\w-]+\]:) (.*)", line)
        is_note = note is not None or (is_note and (not line or line.startswith("    ")))
        if note is not None and note[2].startswith(("> ", "- ")):
            lines += [note[1], "", note[2]]
        else:
            lines.append(line.removeprefix("    ") if is_note else line)
    return "\n".join(lines)


def _join_notes(rendered: str) -> str:
    """Rendered Markdown with the marks of notes as clean HTML has them."""
    return re.sub(r"\[\^([\w-]{1,40})\]:?", r"[\1]", rendered)


def _first(first: list[Any], two: list[Any]) -> tuple[int, tuple[Any, Any]]:
    for at, pair in enumerate(zip([*first, None], [*two, None], strict=False)):
        if pair[0] != pair[1]:
            return at, pair
    raise AssertionError("they are the same")


# -- Markdown to HTML ------------------------------------------------------------------------------


def render_html(markdown: str, with_formulas: bool) -> str:
    """Markdown as HTML by markdown-it-py, with tables and strikethrough as GitHub has them."""
    renderer = MarkdownIt("commonmark", {"maxNesting": 1000}).enable(["table", "strikethrough"])
    if with_formulas:
        renderer.inline.ruler.before("escape", "formula", _formula)
        renderer.add_render_rule("formula", _render_formula)
    return str(renderer.render(markdown))


def _formula(state: StateInline, silent: bool) -> bool:
    match = re.compile(r"(\$\$?)(?!\$)((?:\\.|[^\\])+?)\1", re.S).match(state.src, state.pos)
    if match is None:
        return False
    if not silent:
        token = state.push("formula", "span", 0)
        token.content = match[2]
    state.pos = match.end()
    return True


def _render_formula(_: Any, tokens: Any, at: int, *__: Any) -> str:
    text = tokens[at].content
    for mark, reference in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")):
        text = text.replace(mark, reference)
    return f'<span class="math">{text}</span>'


# -- HTML to elements ------------------------------------------------------------------------------


def elements(html: str, *, is_markdown: bool) -> Elements:
    """The elements of HTML by kind, in order, each by what it is known by."""
    actual: Elements = {
        kind: []
        for kind in (
            *("headings", "items", "cells", "code", "quotes", "rules"),
            *("links", "images", "styles", "text"),
        )
    }
    body = LexborHTMLParser(f"<body>{html}").body
    assert body is not None
    _collect(body, actual, is_markdown)
    return actual


def _collect(body: LexborNode, output: Elements, is_markdown: bool) -> None:
    normal = MarkdownIt().normalizeLink
    numbers: dict[int, int] = {}
    for node, above in _nodes(body):
        tag = node.tag
        in_cell = any(name in CELLS for name in above)
        if tag in HEADINGS and not in_cell:
            output["headings"].append((HEADINGS[tag], _text(node)))
        elif tag in ITEMS and not in_cell:
            depth = sum(name in LISTS for name in above)
            number = numbers.get(node.mem_id)
            output["items"].append((depth, number, _text(node, without=OWN)))
        elif tag == "ol":
            numbers |= _numbers(node)
        elif tag == "table":
            output["cells"] += _rows(node)
        elif tag == "pre" and not in_cell:
            code = node.css_first("code")
            name = (code.attributes.get("class") if code is not None else None) or ""
            output["code"].append((name, _exact(node).removesuffix("\n")))
        elif tag == "blockquote" and not in_cell:
            output["quotes"].append((_text(node),))
        elif tag == "hr":
            output["rules"].append((len(output["items"]), len(output["headings"])))
        elif tag == "a" and node.attributes.get("href") is not None and "pre" not in above:
            output["links"].append((normal(node.attributes["href"] or ""), _text(node)))
        elif tag == "img":
            alt = " ".join((node.attributes.get("alt") or "").split())
            output["images"].append((normal(node.attributes.get("src") or ""), alt))
        elif tag in STYLES and "pre" not in above:
            kind = {"s": "del", "dt": "strong"}.get(tag, tag)
            if not (tag == "code" and in_cell):
                output["styles"].append((kind, _text(node)))
    # Which of two styles is around the other says nothing.
    output["styles"].sort()
    output["text"] = [(word,) for word in _text(body).split()]


def _numbers(ordered: LexborNode) -> dict[int, int]:
    """The numbers of the items of a list, as far as Markdown has them."""
    passed = ordered.attributes
    start = int(passed.get("start") or 1)
    following = start if start in NUMBERS else 1
    numbers = {}
    for item in ordered.iter():
        value = int(item.attributes.get("value") or -1)
        number = value if value in NUMBERS else min(max(following, 0), NUMBERS[-1])
        numbers[item.mem_id] = number
        following = number + (-1 if "reversed" in passed else 1)
    return numbers


def _rows(table: LexborNode) -> list[tuple[str, ...]]:
    """The cells of a table row by row, each in its column, without blank ones at the end."""
    below: dict[int, int] = {}
    rows = []
    for item in table.css("tr"):
        row: list[str] = []
        for cell in item.iter():
            _pass(row, below)
            n_rows = int(cell.attributes.get("rowspan") or 1)
            for at in range(int(cell.attributes.get("colspan") or 1)):
                below[len(row)] = n_rows - 1
                row.append("" if at else _text(cell))
        _pass(row, below)
        below = {at: n - (at >= len(row)) for at, n in below.items() if n > 0}
        while row and not row[-1]:
            row.pop()
        rows += [tuple(row)] if row else []
    return rows


def _pass(row: list[str], below: dict[int, int]) -> None:
    """Leave the columns blank that a cell above reaches over."""
    while below.get(len(row), 0) > 0:
        below[len(row)] -= 1
        row.append("")


def _nodes(body: LexborNode) -> Iterator[tuple[LexborNode, tuple[str, ...]]]:
    """All elements in document order, each with the names of those around it."""
    waiting: list[tuple[LexborNode, tuple[str, ...]]] = [
        (child, ()) for child in reversed(list(body.iter()))
    ]
    while waiting:
        node, above = waiting.pop()
        yield node, above
        inside = (*above, str(node.tag))
        waiting += ((child, inside) for child in reversed(list(node.iter())))


def _exact(node: LexborNode) -> str:
    return str(node.text())


def _text(node: LexborNode, without: frozenset[str] | set[str] = frozenset()) -> str:
    """The text of an element on one line; blocks in it are words apart."""
    pieces: list[str] = []
    waiting: list[LexborNode | str] = list(reversed(list(node.iter(include_text=True))))
    while waiting:
        first = waiting.pop()
        if isinstance(first, str):
            pieces.append(first)
        elif first.tag == "-text":
            pieces.append(str(first.text_content))
        elif first.tag not in without:
            if first.tag == "span" and "math" in (first.attributes.get("class") or ""):
                pieces.append(_tex(re.sub(r"^\\[(\[]|\\[)\]]$", "", _exact(first))))
                continue
            seam = [" "] if first.tag in BLOCKS else []
            waiting += [*seam, *reversed(list(first.iter(include_text=True))), *seam]
    return " ".join("".join(pieces).split())


#: How Markdown spells TeX that would be markup, and how the page may have it.
SPELLED: Final = {
    r"\\ast(?![a-zA-Z])": "*",
    r"\\Vert(?![a-zA-Z]) ?": r"\\|",
    r"\\lt(?![a-zA-Z])": "<",
    r"\\lbrack(?![a-zA-Z]) ?": "[",
    r"\\rbrack(?![a-zA-Z]) ?": "]",
    "`": "‘",
    r"([*_~\]<]|:/|www) ": r"\1",
}


def _tex(tex: str) -> str:
    """TeX in one spelling, without the blanks by which Markdown separates marks."""
    for spelled, plain in SPELLED.items():
        tex = re.sub(spelled, plain, tex)
    return tex


# -- Words -----------------------------------------------------------------------------------------

#: Elements of TEI that stand inside of lines.
INLINE: Final = {"hi", "ref", "code", "del", "formula"}


def find_lost_words(document: Document) -> list[str]:
    """The writers whose words are not those of the plain text, in order, with the first that is
    another. Formulas are written in TeX, which has words of its own, so pages with formulas tell
    nothing."""
    html = document.html(title=False, images=False)
    if 'class="math' in html:
        return []
    expected = _mark_numbers(document.text) if "<ol" in html else words(document.text)
    unindented = _unindent_notes(document.markdown(title=False, images=False, posts=False))
    markdown = render_html(unindented, with_formulas=False)
    tei = document.xml(title=False, images=False)
    actual = {"html": shown(html), "markdown": shown(markdown), "tei": tei_text(tei)}
    reported = []
    for name, text in actual.items():
        if (without := _skip_numbers(expected, words(text))) != words(text):
            at, pair = _first(without, words(text))
            near = " ".join(without[max(0, at - 3) : at + 3])
            reported.append(f"{name} {at}: {pair[0]!r} became {pair[1]!r} in {near!r}")
    return reported


def find_lost_posts(document: Document) -> list[str]:
    """In what the Markdown of a thread differs from its posts and its plain Markdown, a line for
    each: headings that posts lack, and words that are lost."""
    if 'class="math' in document.html():
        return []
    options = {"title": False, "images": False}
    plain, written = (
        render_html(_unindent_notes(document.markdown(**options, posts=posts)), False)
        for posts in (False, True)
    )
    reported = []
    headings = [
        " ".join(heading.text().split())
        for heading in LexborHTMLParser(f"<body>{written}").css("body > h2")
    ]
    rows = {row for part in document.parts for row in part.rows.tolist()}
    expected = [
        " ".join(" ".join(value.split()) for value in (post.author, post.date) if value)
        for post in document.posts
        if len(document.parts) > 1 or rows.intersection(post.rows)
    ]
    at = 0
    for text in expected:
        of_post = text.replace(", ", " ")[:150]
        while at < len(headings) and of_post not in headings[at].replace(", ", " "):
            at += 1
        if at == len(headings):
            reported.append(f"no heading for {text!r}")
            break
        at += 1
    lost = Counter(words(shown(plain))) - Counter(words(shown(written)))
    known = {word for post in document.posts for word in words(f"{post.author} {post.date}")}
    if unknown := {word: n for word, n in lost.items() if word not in known}:
        reported.append(f"lost words: {unknown}")
    return reported


def words(text: str) -> list[str]:
    """The words of a text, in order."""
    return re.findall(r"\w+", text)


#: The number of an item at the start of a line of plain text.
_NUMBER: Final = re.compile(r"(?m)^[ \t]*-?([0-9]+|[a-z]+|[A-Z]+)\. ")
#: Stands before a word that may be such a number.
_MAYBE: Final = "\0"


def _mark_numbers(text: str) -> list[str]:
    """The words of plain text; those that may be numbers of items, which only plain text writes,
    are marked."""
    return re.findall(rf"{_MAYBE}?\w+", _NUMBER.sub(rf"{_MAYBE}\1. ", text))


def _skip_numbers(expected: list[str], actual: list[str]) -> list[str]:
    """The expected words without those marked ones that are not there."""
    kept: list[str] = []
    for at, word in enumerate(expected):
        following = expected[at + 1].removeprefix(_MAYBE) if at + 1 < len(expected) else None
        here = actual[len(kept)] if len(kept) < len(actual) else None
        if word.startswith(_MAYBE) and (here == following or here != word[1:]):
            continue
        kept.append(word.removeprefix(_MAYBE))
    return kept


def shown(html: str) -> str:
    """All of HTML on one line."""
    body = LexborHTMLParser(f"<body>{html}").body
    assert body is not None
    return _text(body)


def tei_text(tei: str) -> str:
    """The text in the body of a TEI document; blocks are words apart."""
    space = "{http://www.tei-c.org/ns/1.0}"
    body = ElementTree.fromstring(tei).find(f"{space}text/{space}body")
    assert body is not None
    pieces: list[str] = []
    for event, node in _events(body):
        if node.tag.removeprefix(space) not in INLINE:
            pieces.append("\n")
        pieces.append((node.text if event == "start" else node.tail) or "")
    return "".join(pieces)


def _events(body: ElementTree.Element) -> Iterator[tuple[str, ElementTree.Element]]:
    waiting: list[tuple[str, ElementTree.Element]] = [("start", body)]
    while waiting:
        event, node = waiting.pop()
        yield event, node
        if event == "start":
            waiting.append(("end", node))
            waiting += (("start", child) for child in reversed(node))


# -- Corpora ---------------------------------------------------------------------------------------


def corpus_pages(name: str, folder: Path) -> list[Path]:
    """The pages of a corpus."""
    patterns = {"wcxb": "dev/html/*.html", "readability": "*/source.html", "fundus": "html/*.html"}
    return sorted(folder.glob(patterns[name]))


def main() -> None:
    """Count the pages of corpora that differ, and print the first difference of each."""
    for name in sys.argv[1:]:
        paths = corpus_pages(name, Path(".data") / name)
        n_different = 0
        for path in paths:
            page = parse(path.read_bytes(), url="https://page.example/folder/page.html")
            document = extract(page)
            actual = find_differences(document) + find_lost_words(document)
            if actual:
                n_different += 1
                print(path, *actual, sep="\n    ", flush=True)
        print(f"{name}: {n_different} of {len(paths)} pages differ")


if __name__ == "__main__":
    main()
