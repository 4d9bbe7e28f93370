"""Structure of Markdown on the pages of `defuddle`: which marks are found."""

from __future__ import annotations

from pathlib import Path

import pytest

from pagecore.errors import CorpusError
from pagecore.evaluate.peers.markdown import CONVERTERS
from pagecore.figures import load_figures
from tools.defuddle_figures import KINDS, find_marks, read_items
from tools.structure_by_element import OWN

CASES = [
    # kind                   Markdown                                     keys
    ("footnotes",            "a[^1]\n\n[^1]: A note.",                    [("a", "note")]),
    ("footnote references",  "a[^1] b[^x]\n\n[^1]: A note.",              ["1", "x"]),
    ("code blocks",          "```go\na = 1\n```",                          ["a = 1"]),
    ("languages of code",    "```Go\na\n```\n\n```\nb\n```",               ["go"]),
    ("formulas",             "is $a + b$, costs $5 and $6\n$$\nc\n$$",     ["c", "a+b"]),
    ("formulas",             "```\n$a$\n```\n\\$b\\$",                   []),
    ("callouts",             "> [!Note] Title\n> text\n\n> quote",         ["note"]),
    ("table cells",          "| a | b |\n|---|---|\n| c |",               [("a",), ("b",), ("c",)]),
    ("headings",             "# One\n\ntwo",                              [("one",)]),
    ("links",                "[a](//b.example)",             [("https://b.example/", ("a",))]),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "markdown", "keys"), CASES)
def test_marks(kind: str, markdown: str, keys: list[object]) -> None:
    assert list(find_marks(markdown, "https://x.example/")[kind].elements()) == keys


def test_all_kinds_are_found_and_recorded() -> None:
    assert set(KINDS) <= set(find_marks("", None))
    rows = load_figures()["defuddle"]["figures"]
    assert [row["elements"] for row in rows[::2]] == list(KINDS)
    names = [OWN, "trafilatura", *(peer.name.split()[0] for peer in CONVERTERS)]
    assert [name.split()[0] for name in rows[0]["f1"]] == names


def test_a_missing_corpus_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="unpack the collection"):
        read_items(tmp_path)


def test_a_converter_writes_the_whole_page() -> None:
    (converter,) = CONVERTERS
    pytest.importorskip("turbohtml")
    written = converter.extract(b"<nav>menu</nav><h1>One</h1>", None).text
    assert "menu" in written
    assert "# One" in written
