"""Quotations of posts: how they are counted."""

from __future__ import annotations

from pagecore.corpora.corpus import Gold, Item
from pagecore.figures import load_figures
from tools.quote_figures import ENTRY, count_quotes

BIRDS = ("lark", "tern")
POSTS = [f"The {bird} came back to the marshes in March, earlier than ever." for bird in BIRDS]


def test_quotations_are_counted() -> None:
    html = f"<p>{POSTS[0]}<div><p>{POSTS[1]}</div>"
    quoting = f"<p>{POSTS[0]}<div class=post><blockquote>{POSTS[0]}</blockquote><p>{POSTS[1]}</div>"
    gold = Gold(text="\n".join(POSTS), page_type="forum")
    items = [Item(str(at), page.encode(), gold) for at, page in enumerate((html, quoting))]
    items.append(Item("empty", b"", Gold(text=""), in_means=False))
    counts = count_quotes(items)
    assert (counts["threads"], counts["changed"], counts["blocks"]) == (2, 1, 1)
    n_quoted = counts["words"]["quotes=True"] - counts["words"]["default"]
    assert n_quoted == len(POSTS[0].split())
    assert counts["f1"]["quotes=True"] < counts["f1"]["default"] == 1


def test_quotations_are_recorded() -> None:
    rows = load_figures()[ENTRY]["figures"]
    assert [row["corpus"] for row in rows] == ["forums", "wcxb"]
    for row in rows:
        assert 0 < row["changed"] < row["threads"]
        assert row["words"]["default"] < row["words"]["quotes=True"]
