"""Labels: small pages, their gold, and the blocks that must be labelled as content."""

from __future__ import annotations

import numpy as np
import pytest

from pagecore import parse
from pagecore.train.labels import block_texts, labels

ONE = "The harbour was quiet when the first boats came home before dawn."
TWO = "Nets were mended on the quay while gulls argued over scraps of fish."
THREE = "By noon the market had sold everything and the streets fell silent."
JAPANESE = "港は静かで最初の船が夜明け前に帰ってきた。"

CASES = [
    # what it shows, page, gold, texts of the blocks with a label of a half or more
    ("story beside menu", f"<nav><a>Home</a></nav><p>{ONE}<p>{TWO}", f"{ONE}\n{TWO}", [ONE, TWO]),
    ("gold in one line", f"<p>{ONE}<p>{TWO}<p>{THREE}", f"{ONE} {TWO} {THREE}", [ONE, TWO, THREE]),
    ("text that is not in the page", f"<p>{ONE}", f"Unseen words of a lead.\n{ONE}", [ONE]),
    ("no word in common", f"<p>{ONE}", "Αυτό το κείμενο λείπει", []),
    ("no gold", f"<p>{ONE}", "", []),
    ("no page", "", ONE, []),
    (
        "short heading in its place",
        f"<h1>Harbour</h1><p>{ONE}<h2>Nets</h2><p>{TWO}<aside>Nets</aside>",
        f"Harbour\n{ONE}\nNets\n{TWO}",
        ["Harbour", ONE, "Nets", TWO],
    ),
    (
        "price between matched blocks",
        f"<p>{ONE}<p>$12.99<p>{TWO}<footer><p>$12.99</footer>",
        f"{ONE}\n$12.99\n{TWO}",
        [ONE, "$12.99", TWO],
    ),
    (
        "same words in menu, breadcrumb and teaser",
        f"<nav><li>Boats come home</nav><ol><li>News<li>Boats come home</ol>"
        f"<h1>Boats come home</h1><p>{ONE}<p>{TWO}<aside><p>Boats come home<p>Read on</aside>",
        f"Boats come home\n{ONE}\n{TWO}",
        ["Boats come home", ONE, TWO],
    ),
]


@pytest.mark.parametrize(
    ("html", "gold", "wanted"), [c[1:] for c in CASES], ids=[c[0] for c in CASES]
)
def test_blocks_of_the_gold(html: str, gold: str, wanted: list[str]) -> None:
    page = parse(html)
    label = labels(page, gold)
    assert label.dtype == np.float32
    assert label.shape == (len(page.blocks),)
    texts = block_texts(page)
    assert [
        text.strip() for text, share in zip(texts, label, strict=True) if share >= 0.5
    ] == wanted
