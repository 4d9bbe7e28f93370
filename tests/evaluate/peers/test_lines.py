"""The text of HTML that a peer gives."""

from __future__ import annotations

import pytest

from pagecore.evaluate.peers.lines import write_lines

CASES = [
    # what it shows             HTML                                          text
    ("nothing",                 "",                                           ""),
    ("white space alone",       " \n ",                                       ""),
    ("text without an element", "one",                                        "one"),
    ("blocks on lines",         "<div><h1>one</h1><p>two</p>three</div>",     "one\ntwo\nthree"),
    ("inline stays in line",    "<p>one <b>two</b> th<i>r</i>ee</p>",         "one two three"),
    ("a line end is a space",   "<p>one\n  two</p>",                          "one two"),
    ("br ends a line",          "<p>one<br>two</p>",                          "one\ntwo"),
    ("cells do not run together", "<table><tr><td>1<td>2</table>",            "1\n2"),
    ("two pieces",              "<p>one</p><p>two</p>",                       "one\ntwo"),
    ("comments are no text",    "<p>one<!-- no --> two<?no?> three</p>",      "one two three"),
]  # fmt: skip


@pytest.mark.parametrize(("html", "text"), [row[1:] for row in CASES], ids=[r[0] for r in CASES])
def test_text(html: str, text: str) -> None:
    pytest.importorskip("lxml", reason="lxml, which comes with the peers, is not installed")
    assert write_lines(html) == text
