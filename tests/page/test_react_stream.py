"""Chunks of React's stream, and the values in them."""

from __future__ import annotations

import json

import pytest

from pagecore.page.react_stream import read_chunk, read_stream
from tests.growth import FACTOR, check_ends, check_linear

CHUNKS = [
    # what it shows            script                                        piece
    ("a piece",                'self.__next_f.push([1,"a:b\\n"])',           "a:b\n"),
    ("with white space",       '\n self.__next_f.push([1,"a"])',             "a"),
    ("no text",                "self.__next_f.push([0])",                    ""),
    ("the beginning",          "(self.__next_f=self.__next_f||[]).push([0])", None),
    ("something else",         "push([1,2])",                                None),
    ("cut off",                'self.__next_f.push([1,"a',                   None),
    ("too deep",               "self.__next_f.push([1," + "[" * 100_000,      None),
]  # fmt: skip


@pytest.mark.parametrize(
    ("code", "piece"), [case[1:] for case in CHUNKS], ids=[case[0] for case in CHUNKS]
)
def test_chunk(code: str, piece: str | None) -> None:
    assert read_chunk(code) == piece


ROWS = [
    # what it shows            stream                                             values
    ("text by its bytes",      "1:T6,größ2:T1,a",                                 ["größ", "a"]),
    ("text with a line break", "1:T3,a\nb2:T1,c",                                 ["a\nb", "c"]),
    ("a paragraph",            '0:["$","p",0,{"children":"<"}]\n',               [["<p>&lt;</p>"]]),
    ("an element in another",  '0:["$","p",0,{"children":["a",["$","b",0,{"children":"c"}]]}]',
     [["<p>a<b>c</b></p>"]]),
    ("a component",            '0:["$","$L1",null,{"children":"a","title":"b"}]', [["a", "b"]]),
    ("elements in data",       '0:{"f":[["$","p",null,{"children":"a"}]]}',       [["<p>a</p>"]]),
    ("a reference",            '0:["$","p",null,{"children":"$L1"}]',             [["<p></p>"]]),
    ("a module",               '1:I[1,"a"]\n2:T1,c',                              [["", "a"], "c"]),
    ("broken",                 "1:{\nnothing\n2:T1,a",                            [None, "a"]),
    ("cut off",                "1:Tff,abc",                                       ["abc"]),
    ("nothing",                "",                                                []),
]  # fmt: skip


@pytest.mark.parametrize(
    ("stream", "values"), [case[1:] for case in ROWS], ids=[case[0] for case in ROWS]
)
def test_parts(stream: str, values: list[object]) -> None:
    assert list(read_stream(stream)) == values


def test_cost_grows_with_the_stream_and_no_faster() -> None:
    def make(depth: int, n_rows: int, n_others: int) -> str:
        nested: object = "a"
        for _ in range(depth):
            nested = ["$", "div", None, {"children": nested}]
        rows = "\n".join(f"{at:x}:{json.dumps(nested)}" for at in range(n_rows))
        return rows + "\nx" * n_others

    def read(stream: str) -> list[object]:
        return list(read_stream(stream))

    check_linear(read, make(15, 10, 10), make(15 * FACTOR, 10, 10))
    check_linear(read, make(5, 10, 10), make(5, 10 * FACTOR, 10 * FACTOR))
    assert len(check_ends(lambda: read(make(300, 200, 1_000_000)))) == 200
