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
#: Renderers that make links of addresses in the text. Markdown has no way to escape a mailbox.
MAKE_LINKS: Final = ("markdown-it with links", "cmark-gfm")


#: What clean HTML consists of, as docs/output.md lists it.
HTML_ELEMENTS: Final = {
    *("h1", "h2", "h3", "h4", "h5", "h6", "p", "pre", "code", "blockquote", "ul", "ol", "li"),
    *("dl", "dt", "dd", "table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td"),
    *("figure", "figcaption", "hr", "br", "strong", "em", "del", "sup", "sub", "a", "img", "span"),
}  # fmt: skip
HTML_ATTRIBUTES: Final = {
    *("href", "src", "alt", "start", "reversed", "value", "colspan", "rowspan", "dir", "class"),
}  # fmt: skip
#: An address in clean HTML, as the URL standard reads it: without blanks and control characters at
#: its ends, tabs and line ends.
SCHEME: Final = re.compile(r"[a-z][a-z0-9+.-]*:", re.I)
SAFE_LINK: Final = re.compile(r"(https?|ftp|mailto|tel):", re.I)
SAFE_IMAGE: Final = re.compile(r"(https?|ftp):|data:image/", re.I)
SAFE_ID: Final = re.compile(r"note-[0-9a-z]{1,4}")
SAFE_CLASS: Final = re.compile(r"math (inline|display)|language-\S+")


def _markdown_it(preset: str, *rules: str) -> MarkdownIt:
    renderer = MarkdownIt(preset, {"maxNesting": 100, "html": True}).enable(list(rules))
    if renderer.linkify is not None:
        # GitHub's Markdown makes no link of `page.example` and `//page.example`.
        renderer.linkify.set({"fuzzy_link": False}).add("//", None)
    # It refuses links to scripts; here they are to be seen.
    renderer.validateLink = lambda url: True  # type: ignore[method-assign]  # The library documents this.
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
    """List what renderers make of Markdown that the clean HTML of the document does not have."""
    html = document.html()
    expected = _count(html)
    targets = set(_targets(html))
    text = _shorten(_parse(html).text())
    markdown = document.markdown()
    reported = []
    for name, render in RENDERERS.items():
        rendered = render(markdown)
        more_targets = [target for target in _targets(rendered) if target not in targets]
        mailboxes = [
            target
            for target in more_targets
            if name in MAKE_LINKS and _is_visible_mailbox(target, text)
        ]
        reported += [
            f"{name}: target {target!r}" for target in more_targets if target not in mailboxes
        ]
        reads_dollars = name.endswith("dollars")
        more = _more(rendered, expected + Counter(a=len(mailboxes)), reads_dollars)
        reported += [f"{name}: {addition}" for addition in more]
    return reported


def find_unsafe_markup(html: str) -> list[str]:
    """Elements, attributes and addresses that clean HTML must not have."""
    reported = []
    for node in _nodes(_parse(html)):
        if node.tag not in HTML_ELEMENTS:
            reported.append(f"element {node.tag}")
        for name, value in node.attributes.items():
            text = re.sub(r"[\t\r\n]", "", value or "").strip("".join(map(chr, range(33))))
            is_safe = name in HTML_ATTRIBUTES
            if name in ("href", "src"):
                pattern = SAFE_LINK if name == "href" else SAFE_IMAGE
                is_safe = not SCHEME.match(text) or pattern.match(text) is not None
            elif name == "class":
                is_safe = SAFE_CLASS.fullmatch(value or "") is not None
            elif name == "id":
                is_safe = SAFE_ID.fullmatch(value or "") is not None
            if not is_safe:
                reported.append(f"{name}={value!r} of {node.tag}")
    return reported


def _more(rendered: str, expected: Counter[str], reads_dollars: bool) -> Iterator[str]:
    for tag, n in _count(rendered).items():
        is_free = (
            tag == "p"
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


def _is_visible_mailbox(target: str, text: str) -> bool:
    """Whether a target is a mailbox in the text."""
    return target.startswith("mailto:") and _shorten(target.removeprefix("mailto:")) in text


def _shorten(text: str) -> str:
    """A text without percent-encoding, white space and backslashes, which renderers take away."""
    return "".join(unquote(text).replace("\\", "").split())
