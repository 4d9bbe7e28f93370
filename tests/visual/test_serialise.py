from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagecore import parse, tags
from pagecore.visual.serialise import NUMBER, serialise
from tests.visual.snapshots import Node, make_snapshot, text


def write(root: Node, **document: str) -> str:
    """The source of a document, without numbers."""
    source = serialise(make_snapshot(root, **document)).source.decode()
    return re.sub(rf' {NUMBER}="\d+"', "", source)


BEFORE = Node("::before", ["x"], is_pseudo=True)

CASES = [
    # what it shows         document                             source
    ("elements",            Node("p", ["a", Node("b", ["c"])]),  "<p>a<b>c</b></p>"),
    ("void",                Node("p", [Node("br"), "a"]),        "<p><br>a</p>"),
    ("attributes",          Node("p", attributes={"a": '"&'}),   '<p a="&quot;&amp;"></p>'),
    ("escapes",             Node("p", ["<a>&\xa0"]),             "<p>&lt;a&gt;&amp;&nbsp;</p>"),
    ("script as it is",     Node("script", ["a<b&&c"]),          "<script>a<b&&c</script>"),
    ("end tag in a script", Node("script", ["</script>"]),       "<script><\\/script></script>"),
    ("break in pre",        Node("pre", ["\na"]),                "<pre>\n\na</pre>"),
    ("break inside pre",    Node("pre", [Node("b"), "\na"]),     "<pre><b></b>\na</pre>"),
    ("comment",             Node("#comment", value="x-->y"),     "<!--x--&gt;y-->"),
    ("svg",                 Node("textPath"),                    "<textPath></textPath>"),
    ("own number is lost",  Node("p", attributes={NUMBER: "9"}), "<p></p>"),
    ("pseudo-element",      Node("p", [BEFORE, "a"]),            "<p>a</p>"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("root", "source"), [case[1:] for case in CASES], ids=[c[0] for c in CASES]
)
def test_source(root: Node, source: str) -> None:
    assert write(root) == source


def test_doctypes() -> None:
    page = Node("#doctype")
    assert write(page) == "<!DOCTYPE html>"
    assert write(page, systemId="about:x") == '<!DOCTYPE html SYSTEM "about:x">'
    assert write(page, publicId="-//W3C//X") == '<!DOCTYPE html PUBLIC "-//W3C//X">'


def test_a_shadow_tree_is_a_template_with_the_slotted_nodes_in_their_slots() -> None:
    slot = Node("slot", ["light"], shadow="open")
    inner = [Node("p", [Node("#text", value="in", shadow="open"), slot], shadow="open")]
    page = Node("body", [Node("x-card", [*inner, Node("hr", shadow="open")]), Node("p", ["after"])])
    assert write(page) == (
        '<body><x-card><template shadowrootmode="open"><p>in<slot>light</slot></p><hr></template>'
        "</x-card><p>after</p></body>"
    )


def test_every_element_has_the_number_of_its_node() -> None:
    source = serialise(make_snapshot(Node("body", ["a", Node("p", ["b"])]))).source.decode()
    assert source == f'<body {NUMBER}="1">a<p {NUMBER}="3">b</p></body>'


def test_texts_are_where_they_are_said_to_be() -> None:
    document = Node("body", ["a&b", Node("p", ["ü"]), Node("pre", ["\nc"])])
    serialised = serialise(make_snapshot(document))
    pieces = [
        serialised.source[start:stop].decode()
        for start, stop in zip(serialised.text_start, serialised.text_stop, strict=True)
    ]
    assert pieces == ["a&amp;b", "ü", "\nc"]
    assert serialised.text_node.tolist() == [2, 4, 6]


def test_unpaired_surrogates_are_replaced() -> None:
    assert write(Node("p", [text("a\ud800b")])) == "<p>a?b</p>"


@given(st.lists(st.text("ab<&>\xa0\n é\"'", max_size=9), max_size=5))
def test_parsing_the_source_gives_the_texts_again(texts: list[str]) -> None:
    document = Node("html", [Node("head"), Node("body", [Node("div", [t]) for t in texts if t])])
    page = parse(serialise(make_snapshot(document)).source.decode())
    rows = [row for row in range(len(page)) if page.tag[row] == tags.TEXT]
    assert [page.text(row) for row in rows] == [t for t in texts if t]
