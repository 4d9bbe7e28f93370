"""The body of the wrappers of `cst`: reading, writing, and what is refused."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from pagecore import Wrapper, learn, parse
from pagecore.classes.tokens import MAX_TOKENS
from pagecore.errors import WrapperError
from pagecore.sites.structure_tree import MAX_NODES, MAX_PIECES, StructureTree
from pagecore.wrapper import MAX_BYTES

PAGE = "<body class='site {0}'><div class='menu top'><a>Home</a></div><p>{0}</p>"


@pytest.fixture
def wrapper() -> Wrapper:
    return learn(
        [PAGE.format(f"word{at}") for at in range(5)], method="cst", classes="one", threshold=0.25
    )


def get_tree(wrapper: Wrapper) -> StructureTree:
    assert isinstance(wrapper.body, StructureTree)
    return wrapper.body


def test_wrapper_survives_writing_and_reading(wrapper: Wrapper) -> None:
    again = Wrapper.read(wrapper.xml())
    assert again == wrapper
    assert hash(again) == hash(wrapper)
    assert again.xml() == wrapper.xml()
    assert pickle.loads(pickle.dumps(wrapper)) == wrapper
    page = parse(PAGE.format("word9"))
    assert again.content(page).content.tolist() == wrapper.content(page).content.tolist()
    tree = get_tree(again)
    assert (tree.pages, tree.threshold, tree.compare) == (5, 0.25, "texts")
    assert tree.classes == ("menu", "site", "top")


def test_wrappers_differ_if_a_value_does(wrapper: Wrapper) -> None:
    tree = get_tree(wrapper)
    others = (
        replace(tree, threshold=0.5),
        replace(tree, compare="places"),
        replace(tree, classes=()),
        replace(tree, path_importance=tree.path_importance + np.uint16(1)),
        replace(tree, pieces=tree.pieces[1:]),
        replace(tree, piece_share=tree.piece_share[1:]),
    )
    assert all(other != tree for other in others)
    assert tree != "tree"


@pytest.mark.parametrize("threshold", [0, 1, 0.1 + 0.2, 1 / 3, 1e-7])
def test_every_threshold_is_written(threshold: float) -> None:
    wrapper = learn(
        [PAGE.format(at) for at in "ab"], method="cst", classes="one", threshold=threshold
    )
    assert Wrapper.read(wrapper.xml()) == wrapper
    assert get_tree(wrapper).threshold == pytest.approx(threshold, abs=1e-9)


def test_classes_that_cannot_be_written_are_no_display_attributes() -> None:
    odd = ("\x01", "x" * 101, "\ufffe")
    pages = [f"<body class='plain {' '.join(odd)}'><p>{at}</p><a>Home</a>" for at in "ab"]
    wrapper = learn(pages, method="cst", classes="one")
    assert get_tree(wrapper).classes == ("plain",)
    assert Wrapper.read(wrapper.xml()) == wrapper


def test_tree_holds_no_text_of_the_pages(wrapper: Wrapper) -> None:
    assert "word" not in wrapper.xml()
    assert "Home" not in wrapper.xml()


def test_largest_tree_can_be_read() -> None:
    names = tuple(sorted(f"{at:0100}" for at in range(MAX_TOKENS)))
    keys = np.arange(MAX_NODES, dtype=np.uint64)
    importance = np.full(MAX_NODES, 9999, np.uint16)
    pieces = np.arange(MAX_PIECES, dtype=np.uint64)
    shares = importance[:MAX_PIECES]
    tree = StructureTree(9, "en", 0.5, "texts", names, keys, importance, importance, pieces, shares)
    xml = Wrapper("cst", tree).xml()
    assert len(xml) < MAX_BYTES
    assert Wrapper.read(xml).body == tree


BAD: list[tuple[str, Callable[[str], str], str]] = [
    # what is wrong        the change                                        the message
    ("no tree",            lambda xml: re.sub(r"<tree.*</tree>", "", xml, flags=re.S),
     "must contain exactly one element 'tree'"),
    ("another element",    lambda xml: xml.replace("<classes", "<class").replace("</tree>",
                                                                              "<b/></tree>"),
     "must contain the elements 'classes', 'nodes' and 'pieces'"),
    ("a missing value",    lambda xml: xml.replace('pages="5"', ""), "lacks the attribute 'pages'"),
    ("a foreign value",    lambda xml: xml.replace("<pieces", "<pieces a=''"),
     "'pieces' has an unknown attribute 'a'"),
    ("a text",             lambda xml: xml.replace("<classes", "x<classes"), "contains text"),
    ("no pages",           lambda xml: xml.replace('pages="5"', 'pages="1"'),
     "pages='1': expected integer, 2 to"),
    ("a threshold",        lambda xml: xml.replace('threshold="0.25"', 'threshold="nan"'),
     "threshold='nan': expected number, 0 to 1"),
    ("a comparison",       lambda xml: xml.replace('"texts"', '"words"'),
     "compare='words': expected one of places, texts"),
    ("a language",         lambda xml: re.sub('language="[a-z]*"', 'language="x1"', xml),
     "language='x1'"),
    ("no hex",             lambda xml: xml.replace('path="0', 'path="g'),
     "expected numbers of 4 hexadecimal digits"),
    ("half a number",      lambda xml: xml.replace('path="0', 'path="'),
     "expected numbers of 4 hexadecimal digits"),
    ("a blank",            lambda xml: xml.replace('path="0', 'path=" 0'),
     "expected numbers of 4 hexadecimal digits"),
    ("other numbers",      lambda xml: xml.replace('path="', 'path="0000'),
     "different numbers of keys and importances"),
    ("too important",      lambda xml: re.sub('path="....', 'path="2711', xml),
     "path: an importance is greater than 2710"),
    ("a key twice",        lambda xml: re.sub('(<pieces keys=")(.{16})', r"\1\2\2", xml),
     "'pieces' has keys that are not sorted"),
    ("other shares",       lambda xml: xml.replace('share="', 'share="0000'),
     "'pieces' has different numbers of keys and shares"),
    ("a long class",       lambda xml: xml.replace("menu", "m" * 101), "expected 5000 classes"),
    ("an element inside",  lambda xml: re.sub("(<classes.*) />", r"\1><b/></classes>", xml),
     "'classes' has an unknown element 'b'"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "message"), [c[1:] for c in BAD], ids=[c[0] for c in BAD])
def test_bad_body_is_refused(wrapper: Wrapper, change: Callable[[str], str], message: str) -> None:
    changed = change(wrapper.xml())
    assert changed != wrapper.xml()
    with pytest.raises(WrapperError, match=re.escape(message)):
        Wrapper.read(changed)


def test_too_many_keys_are_refused(wrapper: Wrapper) -> None:
    tree = replace(get_tree(wrapper), pieces=np.arange(MAX_PIECES + 1, dtype=np.uint64))
    with pytest.raises(WrapperError, match="'pieces' has 20001 keys: expected 20000 at most"):
        Wrapper.read(Wrapper("cst", tree).xml())
