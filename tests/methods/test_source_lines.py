"""Lines of the source: where they begin, and their tags."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given

from pagecore import parse
from pagecore.methods.source_lines import find_end_tags, find_line_starts, find_start_tags
from tests.trees import nested

STARTS = [
    # what it shows            page                                         lines     offsets
    ("breaks",                 "ab\n\ncd\n",                                "source", [0, 3, 4, 7]),
    ("both signs are one",     "ab\r\ncd\ref",                              "source", [0, 4, 7]),
    ("one that ends the page", "ab\ncd\r",                                  "source", [0, 3, 6]),
    ("no breaks",              "<p>ab<p>cd",                                "source", [0]),
    ("block tags instead",     "<p>ab<p><b>cd",                             "auto",   [0, 5]),
    ("breaks are enough",      "<p>ab\n<p>cd",                              "auto",   [0, 6]),
    ("one break in twenty",    "<p>\n" + "<p>" * 19,                        "auto",   [0, 4]),
    ("too few",                "<p>\n" + "<p>" * 20,                        "auto",
     [0, *range(4, 64, 3)]),
    ("breaks in a script",     "<script>\n\n</script><p><p>ab",             "auto",
     [0, 9, 10, 19, 22]),
    ("hidden blocks",          "<p>ab<p hidden>cd",                         "auto",   [0]),
    ("65 characters",          "a" * 131,                                   "65",     [0, 65, 130]),
    ("no more than 65",        "a" * 64 + "\n" + "b" * 65,                  "65",     [0, 65]),
    ("65 of any script",       "я" * 66 + "\n\n" + "b" * 66,                "65",
     [0, 130, 133, 134, 199]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("source", "lines", "offsets"), [case[1:] for case in STARTS], ids=[case[0] for case in STARTS]
)
def test_where_lines_begin(source: str, lines: str, offsets: list[int]) -> None:
    assert find_line_starts(parse(source), lines, 20).tolist() == offsets


@pytest.mark.parametrize(("blocks_per_break", "is_split"), [(1, True), (3, True), (4, False)])
def test_breaks_that_are_too_few(blocks_per_break: int, is_split: bool) -> None:
    """One break between four blocks is enough for four blocks per break."""
    page = parse("<p>ab\n<p>cd<p>ef<p>gh")
    starts = find_line_starts(page, "auto", blocks_per_break).tolist()
    assert starts == ([0, 6, 11, 16] if is_split else [0, 6])


@given(nested())
def test_every_tag_of_a_sound_page_is_counted_once(source: str) -> None:
    taken_out = re.compile(r"<head>.*?</head>|<!--.*?-->|<script>.*?</script>|<style>.*?</style>")
    left = taken_out.sub("", source)
    page = parse(source)
    everything = np.ones(len(page), np.bool_)
    assert len(find_start_tags(page, everything)) == len(re.findall(r"<[a-z]", left))
    assert len(find_end_tags(page)) == len(re.findall(r"</[a-z]", left))
