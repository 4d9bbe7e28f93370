"""Markdown as renderers show it, and what of it the page did not have."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from html import unescape
from typing import Final
from urllib.parse import unquote

import cmarkgfm
from cmarkgfm.cmark import Options
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin
from selectolax.lexbor import LexborHTMLParser, LexborNode

from pagecore import Document

#: Elements of Markdown for those of clean HTML that Markdown does not have.
SAME: Final = {"dt": "strong", "dl": "ul", "dd": "li", "s": "del"}
#: Elements that a table in Markdown has more: groups of rows and a blank head, and in a cell line
#: breaks between blocks, and one code for each line.
OF_TABLES: Final = {"thead", "tbody", "tr", "th", "td", "br", "code"}
#: Lists, which are split in two where a number is not the next.
SPLIT: Final = {"ul", "ol"}
ATTRIBUTES: Final = {
    ("a", "href"), ("img", "src"), ("img", "alt"), ("ol", "start"), ("code", "class"),
}  # fmt: skip
#: Schemes of the links that GitHub's Markdown makes of visible addresses.
AUTOLINKS: Final = ("http://", "https://", "ftp://", "mailto:", "xmpp:")


def _markdown_it(preset: str, *rules: str) -> MarkdownIt:
    renderer = MarkdownIt(preset, {"maxNesting": 100, "html": True}).enable(list(rules))
    # It refuses links to scripts; here they are to be seen.
    renderer.validateLink = lambda url: True  # type: ignore[method-assign]
    return renderer


def _with_dollars(**options: bool) -> Callable[[str], str]:
    renderer = _markdown_it("commonmark", "table", "strikethrough")
    renderer.use(dollarmath_plugin, **options)
    # A `div` in a line would split the elements around it.
    return lambda markdown: re.sub(
        r'<div class="math inline">(.*?)</div>',
        r'<span class="math">\1</span>',
        renderer.render(markdown),
        flags=re.S,
    )


def _cmark(*extensions: str) -> Callable[[str], str]:
    options = Options.CMARK_OPT_UNSAFE | Options.CMARK_OPT_FOOTNOTES
    return lambda markdown: str(
        cmarkgfm.markdown_to_html_with_extensions(markdown, options, list(extensions))
    )


#: Each lets raw HTML through.
RENDERERS: Final[dict[str, Callable[[str], str]]] = {
    "markdown-it": _markdown_it("commonmark", "table", "strikethrough").render,
    "markdown-it with links": _markdown_it("gfm-like").render,
    "cmark": _cmark(),
    "cmark-gfm": _cmark("table", "autolink", "strikethrough", "tasklist"),
    "dollars": _with_dollars(double_inline=True),
    "strict dollars": _with_dollars(allow_space=False, allow_digits=False),
}


def find_additions(document: Document) -> list[str]:
    """What each renderer makes of a document's Markdown that its clean HTML does not have."""
    html = document.html()
    expected = _count(html)
    targets = set(_targets(html))
    text = _shorten(_parse(html).text())
    markdown = document.markdown()
    reported = []
    for name, render in RENDERERS.items():
        rendered = render(markdown)
        makes_links = name in {"markdown-it with links", "cmark-gfm"}
        reported += [
            f"{name}: target {target!r}"
            for target in _targets(rendered)
            if target not in targets and not (makes_links and _is_visible(target, text))
        ]
        reads_dollars = name.endswith("dollars")
        more = _more(rendered, expected, makes_links, reads_dollars)
        reported += [f"{name}: {addition}" for addition in more]
    return reported


def _more(
    rendered: str, expected: Counter[str], makes_links: bool, reads_dollars: bool
) -> Iterator[str]:
    for tag, n in _count(rendered).items():
        is_free = (
            tag == "p"
            or (tag == "a" and makes_links)
            or (tag in OF_TABLES and expected["table"])
            or (tag in SPLIT and expected[tag])
        )
        # A dollar sign on each side of a start tag takes it away, and its end tag is another.
        if n > expected[tag] and not is_free and not (expected[tag] and reads_dollars):
            yield f"element {tag}, {n} instead of {expected[tag]}"
    for node in _nodes(_parse(rendered)):
        kinds = node.attributes.get("class") or ""
        is_formula = node.tag in {"span", "div"} and kinds.startswith("math")
        for attribute in node.attributes:
            if not is_formula and (node.tag, attribute) not in ATTRIBUTES:
                yield f"attribute {attribute} of {node.tag}"


def _parse(html: str) -> LexborNode:
    body = LexborHTMLParser(f"<body>{html}").body
    assert body is not None
    return body


def _nodes(body: LexborNode) -> Iterator[LexborNode]:
    nodes = body.traverse()
    return (node for node in nodes if node.mem_id != body.mem_id)


def _count(html: str) -> Counter[str]:
    """How often each element is there. Formulas are text."""
    counts: Counter[str] = Counter()
    for node in _nodes(_parse(html)):
        if "math" not in (node.attributes.get("class") or "").split():
            counts[SAME.get(str(node.tag), str(node.tag))] += 1
    return counts


def _targets(html: str) -> Iterator[str]:
    for node in _nodes(_parse(html)):
        for attribute in ("href", "src"):
            if attribute in node.attributes:
                yield _normal(node.attributes[attribute] or "")


def _normal(target: str) -> str:
    """A target without percent-encoding, which renderers add as they like."""
    is_web = target.startswith(("http:", "https:", "ftp:"))
    normal = MarkdownIt().normalizeLink(target) if is_web else target
    return unquote(unquote(unescape(normal)))


def _is_visible(target: str, text: str) -> bool:
    """Whether a target is an address in the text, with a scheme that renderers make links of."""
    scheme = re.match(r"[a-z][a-z0-9+.-]*:(//)?", target, re.I)
    if scheme is not None and not scheme[0].lower().startswith(AUTOLINKS):
        return False
    shown = target.removeprefix(scheme[0]) if scheme is not None else target
    return _shorten(shown).rstrip("/") in text


def _shorten(text: str) -> str:
    """A text without percent-encoding, white space and backslashes, which renderers take away."""
    return "".join(unquote(text).replace("\\", "").split())
