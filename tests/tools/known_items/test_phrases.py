from __future__ import annotations

import pytest

from tools.known_items.phrases import (
    ELLIPSIS,
    has_phrase,
    split_phrase,
    take_out_phrase,
    take_out_words,
)

TAKEN = [
    # source                         phrase        what stays
    # Words of a text, whatever is between them.
    ("<p>The Old Clock stops</p>",   "old clock",  "<p>The … … stops</p>"),
    ("old, clock: old-clock",        "old clock",  "…, …: …-…"),
    ("<b>Old</b> <i>clock</i>",      "old clock",  "<b>…</b> <i>…</i>"),
    ('<b>Old<i a="x > y">clock</i>', "old clock",  '<b>…<i a="x > y">…</i>'),
    ("old&nbsp;clock",               "old clock",  "…&nbsp;…"),
    ("<p>一個舊鐘錶</p>",              "舊鐘",        "<p>一個…錶</p>"),
    # Letters as references and escapes.
    ("caf&eacute; caf&#233;",        "café",       "… …"),
    ("{'a': 'caf\\u00e9'}",          "café",       "{'a': '…'}"),
    # Attributes, metadata and JSON.
    ('<img alt="Old clock">',        "old clock",  '<img alt="… …">'),
    ('<meta content="Old clock, a">', "old clock", '<meta content="… …, a">'),
    ('{"name": "Old\\nclock"}',      "old clock",  '{"name": "…\\n…"}'),
    # Addresses, classes and names stay.
    ('<a href="/old-clock">x</a>',   "old clock",  '<a href="/old-clock">x</a>'),
    ('<p class="old clock">x</p>',   "old clock",  '<p class="old clock">x</p>'),
    ("<b title=x>b title</b>",       "b title",    "<b title=x>… …</b>"),
    # Parts of words and another order stay.
    ("gold clocks, old clockwork",   "old clock",  "gold clocks, old clockwork"),
    ("clock, old",                   "old clock",  "clock, old"),
]  # fmt: skip


@pytest.mark.parametrize(("source", "phrase", "left"), TAKEN)
def test_phrases_are_taken_out(source: str, phrase: str, left: str) -> None:
    assert take_out_phrase(source, split_phrase(phrase)) == left


def test_words_are_taken_out_one_by_one() -> None:
    source = '<a href="/clock" title="the clock">An old house, a new clock</a>'
    left = f'<a href="/clock" title="the {ELLIPSIS}">An {ELLIPSIS} house, a new {ELLIPSIS}</a>'
    assert take_out_words(source, ("old", "clock")) == left
    assert take_out_words(source, ()) == source


def test_phrases_in_plain_texts() -> None:
    assert split_phrase("Don’t stop: 舊鐘!") == ("don", "t", "stop", "舊", "鐘")
    assert has_phrase("The old -- CLOCK.", ("old", "clock"))
    assert not has_phrase("The gold clock", ("old", "clock"))
