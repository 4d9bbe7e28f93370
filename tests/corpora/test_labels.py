"""Labels: small pages, their gold, and the blocks that must be labelled as content."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from pagecore import Page, parse
from pagecore.corpora.labels import label_blocks, normalise_words
from tests.growth import FACTOR, check_ends, check_linear

ONE = "The harbour was quiet when the first boats came home before dawn."
TWO = "Nets were mended on the quay while gulls argued over scraps of fish."
THREE = "By noon the market had sold everything and the streets fell silent."
LONG = f"{ONE} {TWO} {THREE}"
MENU = "<ul>" + "".join(f"<li><a href=/{n}>Topic {n} of many</a>" for n in range(40)) + "</ul>"

#: What it shows, page, gold, and the texts of the blocks with a label of a half or more.
CASES = [
    ("story beside menu", f"{MENU}<p>{ONE}<p>{TWO}", f"{ONE}\n{TWO}", [ONE, TWO]),
    ("gold in one line", f"<p>{ONE}<p>{TWO}<p>{THREE}", LONG, [ONE, TWO, THREE]),
    ("gold that is not in the page", f"<p>{ONE}", f"Unseen words of a lead.\n{ONE}", [ONE]),
    ("gold that is cut", f"<p>{ONE}<p>{TWO}<p>{THREE}", f"{ONE}\n{TWO[:-12]}", [ONE, TWO]),
    ("no word in common", f"<p>{ONE}", "Αυτό το κείμενο λείπει", []),
    ("no gold", f"<p>{ONE}", "", []),
    ("no page", "", ONE, []),
    ("one word", "<nav><a href=/>Home</a></nav><p>Boats", "Boats", ["Boats"]),
    ("title of the head is no block", f"<title>{ONE}</title><p>{TWO}", f"{ONE}\n{TWO}", [TWO]),
    # Short blocks.
    (
        "short heading in its place",
        f"<p>Nets<h1>Harbour</h1><p>{ONE}<h2>Nets</h2><p>{TWO}<aside>Nets</aside>",
        f"Harbour\n{ONE}\nNets\n{TWO}",
        ["Harbour", ONE, "Nets", TWO],
    ),
    (
        "price between matched blocks",
        f"<p>$12.99</p>{MENU}<p>{ONE}<p>$12.99<p>{TWO}{MENU}<p>$12.99",
        f"{ONE}\n$12.99\n{TWO}",
        [ONE, "$12.99", TWO],
    ),
    (
        "short block that only the running text has",
        f"<p>{ONE}<p>Home<p>Share<p>{TWO}",
        f"{ONE}\nA sentence the page lacks says share and home to all.\n{TWO}",
        [ONE, TWO],
    ),
    (
        "short block far away",
        f"<p>Nets</p>{MENU}<p>{ONE}<p>{TWO}",
        f"Nets\n{ONE}\n{TWO}",
        [ONE, TWO],
    ),
    (
        "short heading far away",
        f"<h1>Nets</h1>{MENU}<p>{ONE}<p>{TWO}",
        f"Nets\n{ONE}\n{TWO}",
        ["Nets", ONE, TWO],
    ),
    # Another order.
    (
        "title behind the text",
        f"<p>{ONE}<p>{TWO}<p>{THREE}<h1>Boats come home before dawn</h1>",
        f"Boats come home before dawn\n{LONG}",
        [ONE, TWO, THREE, "Boats come home before dawn"],
    ),
    (
        "part far away in another order",
        f"<p>{THREE}</p>{MENU}<p>{ONE}<p>{TWO}",
        LONG,
        [THREE, ONE, TWO],
    ),
    ("parts in another order", f"<p>{ONE}<p>{TWO}", f"{TWO}\n{ONE}", [ONE, TWO]),
    (
        "short blocks that change places",
        f"<h2>Nets</h2><p>Star 194k<p>{ONE}<h2>Gulls</h2><p>Star 76k<p>{TWO}",
        f"Nets\n{ONE}\nStar 194k\nGulls\n{TWO}\nStar 76k",
        ["Nets", "Star 194k", ONE, "Gulls", "Star 76k", TWO],
    ),
    # Gold that is written in another way.
    (
        "quotes, white space, bullets, hyphens, entities",
        "<ul><li>“Don’t” go\N{NO-BREAK SPACE}there<li>co\N{SOFT HYPHEN}operate &amp; e‑mail us"
        "<li>Ofﬁce hours</ul>",
        '* "Don\'t" go there\n* cooperate & e-mail us\n* Office  hours',
        [
            "“Don’t” go\N{NO-BREAK SPACE}there",
            "co\N{SOFT HYPHEN}operate & e‑mail us",
            "Ofﬁce hours",
        ],
    ),
    (
        "inline elements that are drawn as blocks",
        "<div><span>Publisher</span><span>Harbour Press</span></div><div><b>W</b>ord of it</div>",
        "Publisher Harbour Press\nWord of it",
        ["PublisherHarbour Press", "Word of it"],
    ),
    (
        "a script without spaces",
        "<div>港の船</div><p>港は静かで最初の船が夜明け前に帰ってきた。<p>網は岸壁で直されていた。",
        "港は静かで最初の船が夜明け前に帰ってきた。網は岸壁で直されていた。",
        ["港は静かで最初の船が夜明け前に帰ってきた。", "網は岸壁で直されていた。"],
    ),
]


TITLE = "Boats come home again"
FILLER = "Twenty words about sponsors that paid us once more this year: " + "advertisement " * 9

#: What it shows, page, gold, and the names of the elements whose blocks are content. The words of
#: the gold are there more than once, but one copy only is meant.
COPIES = [
    (
        "title in menu, breadcrumb, heading and teaser",
        f"<nav><ul><li>{TITLE}</ul></nav><ol><li>News<dt><a href=/>{TITLE}</a></ol>"
        f"<h1>{TITLE}</h1><p>{ONE}<p>{TWO}<dd><a href=/>{TITLE}</a>",
        f"{TITLE}\n{ONE}\n{TWO}",
        ["h1", "p", "p"],
    ),
    (
        "breadcrumb that is nearer than the heading",
        f"<h1>Harbour</h1><div>Saved 5 times</div><li>Harbour</li><p>{ONE}<p>{TWO}",
        f"Harbour\n{ONE}\n{TWO}",
        ["h1", "p", "p"],
    ),
    (
        "link that is nearer than the text",
        f"<p>{TITLE}<li><a href=/>{TITLE}</a></li><p>{ONE}",
        f"{TITLE}\n{ONE}",
        ["p", "p"],
    ),
    (
        "teaser of the text before it",
        f"<div>{ONE}</div>{MENU}<p>{ONE}<p>{TWO}<p>{THREE}",
        f"{ONE}\n{TWO}\n{THREE}",
        ["p", "p", "p"],
    ),
    (
        "second copy behind the text",
        f"<p>{ONE}<p>{TWO}</p>{MENU}<div>{ONE}</div><div>{TWO}</div>",
        f"{ONE}\n{TWO}",
        ["p", "p"],
    ),
    (
        "shown copy behind a hidden one",
        f"<section hidden><div>{ONE}</div><div>{TWO}</div></section><p>{ONE}<p>{TWO}",
        f"{ONE}\n{TWO}",
        ["p", "p"],
    ),
    (
        "heading that says what the paragraph begins with",
        f"<h1>{ONE}</h1><p>{ONE} {TWO}<p>{THREE}",
        f"{ONE} {TWO}\n{THREE}",
        ["p", "p"],
    ),
    (
        "heading that says more than the paragraph begins with",
        f"<h1>Today {ONE}</h1><p>{ONE} {TWO}<p>{THREE}",
        f"Today {ONE} {TWO}\n{THREE}",
        ["p", "p"],
    ),
    (
        "quotation of the paragraph behind it",
        f"<p>{TWO}<div>{ONE}</div><p>{ONE} And so on, said she.<p>{THREE}",
        f"{TWO}\n{ONE} And so on, said she.\n{THREE}",
        ["p", "p", "p"],
    ),
    (
        "gold that says a sentence twice",
        f"<p>{TWO}<p>{ONE}<p>{THREE}</p>{MENU}<div>{ONE}</div>",
        f"{ONE}\n{TWO}\n{ONE}\n{THREE}",
        ["p", "p", "p"],
    ),
    (
        "short title near in another order, and far in order",
        f"<div>Ridge Wallet</div>{MENU}<p>{ONE}<h1>Ridge Wallet</h1><p>{TWO}",
        f"Ridge Wallet\n{ONE}\n{TWO}",
        ["p", "h1", "p"],
    ),
    (
        "short block in order, and nearer in another order",
        f"<dt>Easy</dt><p>{ONE}</p><div>{FILLER}</div><dd>Easy</dd><div>{FILLER}</div><p>{TWO}",
        f"{ONE}\nEasy\n{TWO}",
        ["p", "dd", "p"],
    ),
    (
        "title near in another order, and far in order",
        f"<div>{TITLE}</div>{MENU}<p>{ONE}<h1>{TITLE}</h1><p>{TWO}",
        f"{TITLE}\n{ONE}\n{TWO}",
        ["p", "h1", "p"],
    ),
]


def chosen(page: Page, gold: str) -> list[str]:
    """The texts of the blocks with a label of a half or more."""
    label = label_blocks(page, gold)
    texts = page.block_texts()
    return [text.strip() for text, share in zip(texts, label, strict=True) if share >= 0.5]


@pytest.mark.parametrize(
    ("html", "gold", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_blocks_of_the_gold(html: str, gold: str, expected: list[str]) -> None:
    assert chosen(parse(html), gold) == expected


@pytest.mark.parametrize(
    ("html", "gold", "expected"), [case[1:] for case in COPIES], ids=[case[0] for case in COPIES]
)
def test_copy_that_is_meant(html: str, gold: str, expected: list[str]) -> None:
    page = parse(html)
    owners = page.blocks.owner[label_blocks(page, gold) >= 0.5]
    assert [page.name(int(owner)) for owner in owners] == expected


@pytest.mark.parametrize(
    "wrapped",
    [
        "<noscript>{}</noscript>",
        "<div style='display:none'>{}</div>",
        "<template>{}</template>",
        "<details><summary>More</summary>{}</details>",
        "<div hidden>{}</div>",
    ],
)
def test_hidden_blocks_are_found(wrapped: str) -> None:
    page = parse(f"<p>{ONE}</p>" + wrapped.format(f"<p>{TWO}</p><p>{THREE}</p>"))
    assert chosen(page, LONG) == [ONE, TWO, THREE]


def test_which_copy_is_labelled() -> None:
    page = parse(f"<div hidden><p>{ONE}</div><aside><p>{ONE}</aside><p>{ONE}<nav><p>{ONE}</nav>")
    assert label_blocks(page, ONE).tolist() == [0, 0, 1, 0]


def test_label_is_the_share_of_words() -> None:
    page = parse(f"<p>{ONE}<p>{TWO} {THREE} {ONE}<p><img>")
    whole, part, picture = label_blocks(page, f"{ONE}\n{TWO}").tolist()
    assert whole == 1
    n_words = len(normalise_words(f"{TWO} {THREE} {ONE}"))
    assert part == pytest.approx(len(normalise_words(TWO)) / n_words)
    assert picture == 0


def test_whole_line_of_the_gold_in_a_longer_block() -> None:
    page = parse(f"<p>{ONE}<p>{FILLER}<p>Regular price $19.99<p>{FILLER}<p>{TWO}")
    assert label_blocks(page, f"{ONE}\n$19.99\n{TWO}").tolist() == [1, 0, 0.5, 0, 1]


def test_block_of_scattered_common_words() -> None:
    common = "When the boats were on a market before noon we all went home by the first streets"
    page = parse(f"<p>{ONE}<p>{common}<p>{THREE}")
    assert label_blocks(page, LONG).tolist() == [1, 0, 1]


def test_a_few_characters_are_not_a_run_of_words() -> None:
    text, other = "港は静かで最初の船が夜明け前に帰ってきた。", "市場には魚を売る人々がいた。"
    page = parse(f"<p>{text}<p>次の話題は魚を売る人々と別の町の祭りについての長い記事です")
    assert label_blocks(page, f"{text}{other}").tolist() == [1, 0]


def test_labels_are_a_column_of_blocks() -> None:
    page = parse(f"<title>t</title><p>{ONE}<script>{TWO}</script><p>{THREE}")
    label = label_blocks(page, LONG)
    assert label.dtype == np.float32
    assert label.shape == (len(page.blocks),)
    assert np.array_equal(label, label_blocks(page, LONG))


@pytest.mark.parametrize(
    ("html", "gold", "n", "share"),
    [
        ("<p>a b c d</p>", "a b c d\n", 5000, 1.0),
        ("<p>a</p>", "a ", 20_000, 1.0),
        ("<p>a b a</p>", "b a b b a a\n", 5000, 0.5),
    ],
)
def test_words_that_repeat_cost_little(html: str, gold: str, n: int, share: float) -> None:
    def label(n: int) -> NDArray[np.float32]:
        return label_blocks(parse(html * n), gold * n)

    assert check_ends(lambda: label(n)).mean() >= share
    check_linear(label, n // 4 // FACTOR, n // 4)


def test_text_of_blocks() -> None:
    page = parse("<p>a<b>b</b> c<br>d<p> e <script>f</script><p><img>")
    assert page.block_texts() == ["ab c\nd", " e ", ""]
    assert page.block_texts("|")[0] == "a|b| c\nd"


@pytest.mark.parametrize(
    ("text", "known", "expected"),
    [
        ("Year\0002013", (), ["year", "2013"]),
        ("in\0to it", {"into", "in", "to"}, ["into", "it"]),
        ("done\0001, and\0 on", {"done"}, ["done", "1", "and", "on"]),
        ("snake_case 漢字", (), ["snake", "case", "漢", "字"]),
        ("soft\N{SOFT HYPHEN}ly ﬁne", (), ["softly", "fine"]),
    ],
)
def test_words_that_are_compared(text: str, known: set[str], expected: list[str]) -> None:
    assert normalise_words(text, known) == expected
