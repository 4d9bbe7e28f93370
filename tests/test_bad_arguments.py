"""Wrong arguments of verbs and result types: each is an error of pagecore that names the argument,
never a TypeError or AttributeError from inside."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

import numpy as np
import pytest

import pagecore
from pagecore import (
    Cell,
    Choice,
    Layout,
    PagecoreError,
    Post,
    Records,
    Segmentation,
    Site,
    Thread,
    Wrapper,
    WrapperStore,
)
from pagecore.batch.limits import Limits

PAGE: Final = pagecore.parse("<p>a</p><p>b c</p>")
N: Final = len(PAGE)
ZEROS: Final = np.zeros(N)
MASK: Final = np.ones(N, np.bool_)
#: The first text is a post or a segment.
IDS: Final = np.where(np.arange(N) == 3, 0, -1)
SEGMENTATION: Final = Segmentation(IDS, np.array([-1]))
LAYOUT: Final[Mapping[str, Any]] = {
    "box": np.zeros((N, 4)),
    **dict.fromkeys(("font_size", "font_weight", "font", "colour"), ZEROS),
    **dict.fromkeys(("background", "display", "position", "seen"), ZEROS),
    "fonts": ("serif",),
}
STORY: Final = f"<title>Tide</title><div id=story><p>{'word ' * 60}</p></div>"
WRAPPER: Final = pagecore.learn([STORY, STORY])


class Call(NamedTuple):
    """A function with arguments that it accepts."""

    function: Callable[..., Any]
    arguments: Mapping[str, Any]


CALLS: Final = {
    "parse": Call(pagecore.parse, {"html": "<p>a", "url": None, "encoding": None, "max_rows": 9}),
    "extract": Call(
        pagecore.extract, {"html": "<p>a", "url": None, "method": None, "pages": (), "steps": None}
    ),
    "content": Call(pagecore.content, {"page": PAGE, "method": None, "steps": None}),
    "segment": Call(pagecore.segment, {"page": PAGE, "method": None}),
    "posts": Call(pagecore.posts, {"page": PAGE, "method": None, "alike": 0.2}),
    "learn": Call(
        pagecore.learn,
        {"pages": [STORY], "labels": None, "host": None, "feed": None, "date": "", "update": None},
    ),
    "apply": Call(
        pagecore.apply, {"wrapper": WRAPPER, "html": STORY, "url": None, "encoding": None}
    ),
    "Thread": Call(
        Thread,
        {"ids": IDS, "posts": (Post(),), "quoted": ~MASK, "confidence": 0.5, "evidence": {}},
    ),
    "Post": Call(
        lambda **fields: Thread(IDS, (Post(**fields),), ~MASK, 0.5),
        {"author": None, "date": None, "number": None, "reply_to": None, "recognised_by": {}},
    ),
    "Thread.rows": Call(Thread(IDS, (Post(),), ~MASK, 0.5).rows, {"post": 0}),
    "Thread.texts": Call(Thread(IDS, (Post(),), ~MASK, 0.5).texts, {"page": PAGE}),
    "Segmentation": Call(Segmentation, {"ids": IDS, "parent": [-1], "columns": {}, "evidence": {}}),
    "Segmentation.of": Call(
        Segmentation.of, {"page": PAGE, "labels": IDS, "columns": None, "evidence": None}
    ),
    "Segmentation.inside": Call(SEGMENTATION.inside, {"segment": 0}),
    "Segmentation.texts": Call(SEGMENTATION.texts, {"page": PAGE}),
    "Records": Call(Records, {"columns": ("a",), "items": ()}),
    "Records, item": Call(lambda item: Records(("a",), (item,)), {"item": {}}),
    "Cell": Call(
        lambda **cell: Records(("a",), ({"a": Cell(**cell)},)),
        {"text": "a", "rows": (3,), "start": 0, "stop": 1},
    ),
    "Records.of": Call(Records.of, {"page": PAGE, "columns": ("a",), "items": ()}),
    "Records.of, cell": Call(
        lambda cell: Records.of(PAGE, ("a",), [{"a": cell}]), {"cell": ("a", [3])}
    ),
    "Choice.of": Call(Choice.of, {"page": PAGE, "leaves": MASK, "score": None, "evidence": None}),
    "Layout.of": Call(Layout.of, {"page": PAGE, **LAYOUT, "quality": 1.0}),
    "Page.with_layout": Call(PAGE.with_layout, {"layout": Layout.of(PAGE, **LAYOUT)}),
    "Site.of": Call(
        lambda **site: list(Site.of(**site)),
        {"pages": ["<p>a"], "feed": None, "labels": None, "host": None},
    ),
    "Wrapper": Call(Wrapper, {"method": "hybrid", "body": WRAPPER.body, "site": "", "date": ""}),
    "Wrapper.load": Call(Wrapper.load, {"path": "missing.xml"}),
    "Wrapper.read": Call(Wrapper.read, {"content": WRAPPER.xml()}),
    "Wrapper.write": Call(WRAPPER.write, {"path": "wrapper.xml"}),
    "Wrapper.content": Call(WRAPPER.content, {"page": PAGE}),
    "Wrapper.fits": Call(WRAPPER.fits, {"page": PAGE}),
    "Wrapper.fields": Call(WRAPPER.fields, {"page": PAGE}),
    "Wrapper.cut": Call(WRAPPER.cut, {"source": b"<p>a", "encoding": None}),
    "Wrapper.weights": Call(WRAPPER.weights, {"page": PAGE}),
    "WrapperStore": Call(WrapperStore, {"folder": "store"}),
    "WrapperStore.put": Call(WrapperStore("store").put, {"wrapper": WRAPPER}),
    "WrapperStore.get": Call(WrapperStore("store").get, {"host": "a.example"}),
    "WrapperStore.find": Call(WrapperStore("store").find, {"url": "https://a.example/"}),
    "WrapperStore.remove": Call(WrapperStore("store").remove, {"host": "a.example"}),
    "Page.below": Call(PAGE.below, {"x": ZEROS, "how": "sum"}),
    "Page.beside": Call(PAGE.beside, {"x": ZEROS, "step": 1, "fill": 0, "blank": False}),
    "Page.children": Call(PAGE.children, {"x": ZEROS, "how": "sum", "blank": False}),
    "Page.attr": Call(PAGE.attr, {"name": "class"}),
    "Page.get": Call(PAGE.get, {"row": 0, "name": "class"}),
    "Page.text": Call(PAGE.text, {"rows": None}),
    "Page.render": Call(PAGE.render, {"rows": MASK, "to": "text", "images": False, "links": False}),
    "Page.xpaths": Call(PAGE.xpaths, {"rows": [0]}),
    "Page.convert_offsets": Call(PAGE.convert_offsets, {"offsets": [0], "unit": "char"}),
    "Page.block_texts": Call(PAGE.block_texts, {"seam": ""}),
    "Page.block_beginnings": Call(PAGE.block_beginnings, {"limit": 9}),
    "Document.json": Call(
        pagecore.extract(PAGE).json, {"tables": True, "links": True, "readings": False}
    ),
    "Document.chunks": Call(
        pagecore.extract(PAGE).chunks,
        {"max_length": 9, "length": len, "overlap": 0, "links": True, "readings": False},
    ),
    "Limits": Call(Limits, {"max_seconds": None, "max_memory_mib": None}),
}
ODD_VALUES: Final[tuple[Any, ...]] = (
    10**5000,
    *(None, True, 5, -1, 1.5, float("nan"), 2**70, 1j, "", "x", "\ud800", b"x", object()),
    *([], [None], ["x"], [[1], [1, 2]], [{}], [{"a": 1}], [{"a": ("x",)}], (1, 2), set(), range(3)),
    *({}, {1: 2}, {"a": None}, {"a": [1]}, slice(3), PAGE, memoryview(b"x")),
    *(
        np.array(3),
        np.zeros(0),
        np.zeros((2, 2)),
        np.array(["x"]),
        np.array([None]),
        np.array([1j]),
    ),
)


@pytest.mark.parametrize("name", CALLS)
def test_odd_values_are_accepted_or_refused_by_an_error_of_pagecore(
    name: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    function, arguments = CALLS[name]
    messages, out_of_range = [], []
    for argument in arguments:
        for value in ODD_VALUES:
            try:
                function(**{**arguments, argument: value})
            except PagecoreError as error:
                messages.append(str(error))
            except IndexError as error:
                # A number of a row, post or segment, as for a list.
                out_of_range.append(str(error))
    assert messages
    assert all(messages)
    assert all("of range" in text or "rows" in text for text in out_of_range)


MESSAGES: Final = [
    # call, argument, value, the message
    ("Thread", "posts", None, "posts=None: expected a list of Post"),
    ("Thread", "evidence", None, "evidence=None: expected a mapping from names"),
    ("Post", "recognised_by", {1: "a"}, "recognised_by={1: 'a'}: expected a mapping from names"),
    ("Thread.rows", "post", "0", "post '0': expected an integer"),
    ("Segmentation", "columns", None, "columns=None: expected a mapping from names"),
    ("Segmentation", "evidence", None, "evidence=None: expected a mapping from names"),
    ("Records", "columns", 5, "columns=5: expected a list of names"),
    ("Records", "items", None, "items=None: expected a list of mappings"),
    ("Records, item", "item", ["a"], r"item 0=\['a'\]: expected a mapping from names"),
    ("Records.of, cell", "cell", ("a",), r"a=\('a',\): expected a text and its rows"),
    ("Layout.of", "box", None, r"layout: box has the shape \(\): expected 4 numbers per row"),
    ("Layout.of", "box", [[1], [1, 2]], "layout: box cannot be converted to an array"),
    ("Layout.of", "fonts", None, "layout: fonts=None: expected a list of names"),
    ("Page.with_layout", "layout", None, "layout=None: expected a Layout"),
    ("Site.of", "pages", np.array(3), "pages has the type ndarray: expected a folder, a list"),
    ("Site.of", "pages", 5, "pages has the type int: expected a folder, a list"),
    ("Site.of", "pages", int, "the function that opens the pages returned 0: pass a list"),
    ("Site.of", "feed", 5, "feed=5: expected the bytes of a feed"),
    ("Site.of", "feed", b"%PDF-1.7", "feed: this is a PDF, not a feed"),
    ("Site.of", "feed", b"\n<!DOCTYPE HTML><p>a", "feed: this is an HTML page, not a feed"),
    ("Site.of", "labels", 5, "labels=5: expected a function from a page to a mask"),
    ("apply", "wrapper", 5, "wrapper=5: expected a Wrapper, or the path of its file"),
    ("learn", "update", 5, "update=5: expected a Wrapper"),
    ("WrapperStore", "folder", None, "folder=None: expected the path of a folder"),
    ("WrapperStore.get", "host", "a/b", "host='a/b': expected the name of a host"),
    ("apply", "html", None, "a page is bytes or str, not NoneType"),
    ("extract", "html", 5, "a page is bytes or str, not int"),
    ("content", "page", "<p>a", "content takes a parsed page, not str"),
    ("segment", "page", None, "segment takes a parsed page, not NoneType"),
    ("posts", "page", b"<p>a", "posts takes a parsed page, not bytes"),
    ("Choice.of", "page", None, "Choice.of takes a parsed page, not NoneType"),
    ("Wrapper.content", "page", "<p>a", "Wrapper.content takes a parsed page, not str"),
    ("Wrapper.cut", "source", "<p>a", "Wrapper.cut takes the bytes of a page, not str"),
    ("Page.attr", "name", "", "name='': expected the name of an attribute"),
    ("Page.render", "to", "xml", "to='xml': expected 'text', 'markdown', 'html' or 'tei'"),
]


@pytest.mark.parametrize(("name", "argument", "value", "message"), MESSAGES)
def test_message_names_the_argument_the_value_and_what_is_expected(
    name: str, argument: str, value: object, message: str
) -> None:
    function, arguments = CALLS[name]
    with pytest.raises(PagecoreError, match=f"^{message}"):
        function(**{**arguments, argument: value})
