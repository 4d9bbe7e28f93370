"""Shared by tests: reading the tree of a page, what holds for every table, and generated pages.

`markup` makes messy but realistic HTML, `nested` makes HTML whose tree is known to every parser,
`pages` are parsed from both.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np
from hypothesis import strategies as st

from pagecore import Page, parse

# ---------------------------------------------------------------- reading a page's tree


def row_text(page: Page, row: int) -> str:
    """The text of a text row as the standard has it, that of script and style included."""
    start, stop = int(page.text_start[row]), int(page.text_stop[row])
    if stop > start:
        return bytes(page.text_buffer[start:stop]).decode("utf-8")
    # Script and style keep their text in the source, before line ends and NUL are changed.
    raw = page.source_of(row)
    return raw.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")


def outline(page: Page, *, templates: bool = True) -> list[tuple[int, str]]:
    """Depth and tag (`<p>`, `<svg title>`) or text (`"text`) of every row, in document order."""
    rows: list[tuple[int, str]] = []
    depth, end, tag = page.depth.tolist(), page.end.tolist(), page.tag.tolist()
    names = page.names
    row = 0
    while row < len(page):
        name = names[tag[row]]
        rows.append((depth[row], f'"{row_text(page, row)}' if tag[row] == 0 else f"<{name}>"))
        row = end[row] if name == "template" and not templates else row + 1
    return rows


def texts(page: Page) -> list[str]:
    """The texts of a page in document order, script and style left out."""
    return [
        row_text(page, row)
        for row in np.flatnonzero(page.tag == 0).tolist()
        if page.text_stop[row] > page.text_start[row]
    ]


def child_lists(page: Page) -> list[list[int]]:
    """The children of every row, read from `parent` alone."""
    lists: list[list[int]] = [[] for _ in range(len(page))]
    for row, above in enumerate(page.parent.tolist()):
        if above >= 0:
            lists[above].append(row)
    return lists


def check_table(page: Page) -> None:
    """Assert the invariants of the data model that hold for every page."""
    n_rows = len(page)
    assert n_rows > 0
    rows = np.arange(n_rows)
    for name in COLUMNS:
        column = getattr(page, name)
        assert column.shape == (n_rows,), name
        assert not column.flags.writeable, name
    assert page.parent[0] == -1
    assert page.depth[0] == 0
    assert page.end[0] == n_rows
    assert (page.parent < rows).all()
    assert (page.parent[1:] >= 0).all()
    assert (page.end > rows).all()
    assert (page.end <= n_rows).all()
    above = page.parent[1:]
    assert (page.end[1:] <= page.end[above]).all(), "a subtree leaves that of its parent"
    assert (page.depth[1:] == page.depth[above] + 1).all()
    assert (page.tag[above] != 0).all(), "a text has no rows below it"
    # The rows of a subtree are consecutive: a row's parent is the last row before it whose
    # subtree is still open.
    open_rows: list[int] = []
    end = page.end.tolist()
    for row, parent in enumerate(page.parent.tolist()):
        while open_rows and end[open_rows[-1]] <= row:
            open_rows.pop()
        assert parent == (open_rows[-1] if open_rows else -1)
        open_rows.append(row)
    assert (page.start >= 0).all()
    assert (page.start <= page.stop).all()
    assert (page.stop <= len(page.source)).all()
    assert (page.text_start <= page.text_stop).all()
    assert (page.text_stop <= len(page.text_buffer)).all()
    assert (page.chars >= 0).all()
    assert (page.words >= 0).all()
    assert (page.words <= page.chars).all()
    assert (page.punctuation <= page.chars).all()
    assert (page.chars[page.tag != 0] == 0).all()
    assert (page.visible == (page.hidden == 0)).all()
    bytes(page.source).decode("utf-8")
    bytes(page.text_buffer).decode("utf-8")


COLUMNS = (
    "tag",
    "parent",
    "end",
    "depth",
    "start",
    "stop",
    "text_start",
    "text_stop",
    "chars",
    "words",
    "punctuation",
    "hidden",
    "visible",
    "owner",
    "block",
    "joined",
)


# ---------------------------------------------------------------- generated markup

WORDS = (
    "page", "table", "Wort", "straße", "слово", "текст", "言葉", "表", "คำ", "كلمة", "शब्द",
    "e\u0301", "a-b", "it's", "3.14", "1,000", "\U0001f600", "\u00a0", "\u200b", "x<y", "a>b",
    "&", "&amp;", "&nbsp;", "&lt;b&gt;", "&eacute", "&notit;", "&#65;", "&#x1F600;", "&#0;",
    "&#128;", "&unknown;", "&", "\"", "'", "]]>", "--", "{}", "\\",
)  # fmt: skip
SPACES = ("", " ", " ", "\n", "\t", "\r\n", "  \n  ", "\f", "\r")
FORMATTING = ("a", "b", "i", "em", "strong", "font", "code", "u", "nobr", "small")
BLOCKS = (
    "div", "p", "section", "article", "ul", "ol", "li", "h1", "h2", "blockquote", "pre", "dl",
    "dt", "dd", "form", "button", "details", "summary", "fieldset", "address", "center", "main",
)  # fmt: skip
INLINE = ("span", "label", "abbr", "x-thing", "ruby", "rb", "rt", "rp", "object", "noscript")
TABLE = ("table", "thead", "tbody", "tfoot", "tr", "td", "th", "caption", "colgroup")
VOID = ("br", "img", "hr", "input", "wbr", "col", "embed", "link", "meta", "area", "image")
CONTROLS = ("select", "option", "optgroup", "textarea", "button", "label")
FOREIGN = ("svg", "g", "path", "title", "desc", "foreignObject", "math", "mi", "mo", "mtext",
           "annotation-xml", "mrow", "circle")  # fmt: skip
FRAME = ("html", "head", "body", "title", "frameset", "template")
ATTRIBUTES = (
    "", "", "", ' class="x y"', " id=a", " hidden", ' href="/a?b=1&amp;c=2"', " CLASS='q'",
    " a=1 a=2", ' style="display:none"', ' encoding="text/html"', ' type="hidden"', ' color="red"',
    ' title="a > b" src="a.png" alt="a b"', " =", ' "', ' xlink:href="#a"',
)  # fmt: skip
RAW = (
    "<script>if (a<b && c>d) { '<p>not a tag</p>' }</script>",
    "<script type='application/json'>{\"a\": \"<\\/b>\"}</script>",
    "<style>p > a::before { content: '<' }</style>",
    "<!-- a comment -->", "<!-->", "<!doctype html>", "<?php echo 1 ?>", "</>", "<![CDATA[x]]>",
    "<textarea>\n<b>raw</b></textarea>", "<title>a &amp; b</title>", "<xmp><i>x</i></xmp>",
    "<svg><style>a<b/></style><![CDATA[x < y]]></svg>", "<math><mi>x</mi><mo>&lt;</mo></math>",
    "<template><tr><td>cell</td></tr></template>", "<iframe><p>fallback</p></iframe>",
    "<noscript><img src=x></noscript>",
)  # fmt: skip

_END_ONLY = ("p", "br", "body", "html", "form", "table", "h3", "template", "select", "svg")


def plain_text() -> st.SearchStrategy[str]:
    """Words of many scripts, entities and stray signs, parted by all kinds of white space."""
    piece = st.tuples(st.sampled_from(WORDS), st.sampled_from(SPACES)).map("".join)
    return st.lists(piece, min_size=1, max_size=5).map("".join)


def tags(names: Sequence[str]) -> st.SearchStrategy[str]:
    """A start or end tag, now and then in capitals or closing itself."""
    name = st.sampled_from(names)
    start = st.builds(
        lambda name, attributes, close: f"<{name}{attributes}{close}>",
        st.one_of(name, name, name.map(str.upper)),
        st.sampled_from(ATTRIBUTES),
        st.sampled_from(("", "", "", "", "/", " /")),
    )
    end = name.map(lambda name: f"</{name}>")
    return st.one_of(start, start, end)


def soup(max_size: int = 30, *, foreign: bool = True) -> st.SearchStrategy[str]:
    """Tags in any order: what real pages do only in places, all the time."""
    kinds = [
        plain_text(),
        plain_text(),
        tags(FORMATTING),
        tags(BLOCKS),
        tags(INLINE),
        tags(TABLE),
        tags(VOID),
        tags(CONTROLS),
        tags(FRAME),
        st.sampled_from(RAW),
        st.sampled_from(_END_ONLY).map(lambda name: f"</{name}>"),
    ]
    if foreign:
        kinds.append(tags(FOREIGN))
    return st.lists(st.one_of(kinds), max_size=max_size).map("".join)


def nested(max_leaves: int = 25) -> st.SearchStrategy[str]:
    """A well-formed page of ordinary elements: every parser builds the same tree of it."""
    word = st.sampled_from([word for word in WORDS if not set(word) & set("<>&")])
    leaf = st.one_of(
        st.lists(word, min_size=1, max_size=4).map(" ".join),
        st.sampled_from((" ", "\n  ", "<br>", "<hr>", '<img src="a.png" alt="a">', "<!-- c -->")),
        st.sampled_from(
            ("&amp;", "&eacute;", "<script>a < b</script>", "<style>a{}</style>", "<svg><g/></svg>")
        ),
    )

    def wrap(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        many = st.lists(inner, max_size=5).map("".join)
        name = st.sampled_from(("div", "section", "article", "span", "blockquote", "x-box"))
        return st.one_of(
            st.builds(lambda name, html: f"<{name}>{html}</{name}>", name, many),
            many.map(lambda html: f"<table><tbody><tr><td>{html}</td></tr></tbody></table>"),
            many.map(lambda html: f"<ul><li>{html}</li></ul>"),
        )

    tree = st.recursive(leaf, wrap, max_leaves=max_leaves)
    body = st.lists(tree, max_size=5).map("".join)
    return body.map(
        lambda html: f"<!doctype html><html><head><title>t</title></head><body>{html}</body></html>"
    )


def random_soup(random: Random, max_size: int = 20) -> str:
    """Tag soup by a seeded generator, of more variety than hypothesis draws in the same time."""
    everything = (FORMATTING, BLOCKS, INLINE, TABLE, VOID, CONTROLS, FRAME, FOREIGN)
    # Two or three kinds of elements among themselves get further than all of them at once.
    kinds = random.choice((everything, random.sample(everything, 2), random.sample(everything, 3)))
    pieces = []
    for _ in range(random.randint(1, max_size)):
        what = random.random()
        name = random.choice(random.choice(kinds))
        if what < 0.25:
            pieces.append(random.choice(WORDS) + random.choice(SPACES))
        elif what < 0.35:
            pieces.append(random.choice(RAW))
        elif what < 0.4:
            pieces.append(f"</{random.choice(_END_ONLY)}>")
        elif what < 0.6:
            pieces.append(f"</{name}>")
        else:
            pieces.append(f"<{name}{random.choice(ATTRIBUTES)}{random.choice(('', '', '', '/'))}>")
    return "".join(pieces)


def markup(max_size: int = 30) -> st.SearchStrategy[str]:
    """Messy but realistic HTML: tag soup, nested pages, and soup inside a page."""
    framed = soup(max_size).map(
        lambda html: f"<!doctype html><html><head><title>t</title></head><body>{html}</body></html>"
    )
    return st.one_of(soup(max_size), framed, nested())


def pages() -> st.SearchStrategy[Page]:
    """Parsed pages, of all the kinds that `markup` makes."""
    return markup().map(parse)
