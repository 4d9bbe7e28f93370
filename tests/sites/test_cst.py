"""The site method `cst`: importance, weights and content, by example."""

from __future__ import annotations

import math

import numpy as np
import pytest

from pagecore import Wrapper, learn, parse
from pagecore.errors import BadOption, WrapperError
from pagecore.sites.cst import compute_entropy
from pagecore.sites.element_nodes import DISPLAY_ATTRIBUTES
from tests.sites.learned_trees import ENGLISH, WORDS, learn_tree, read_content, read_importance

# ---------------------------------------------------------------- the equations

MENU = "<div class=menu><a href=/>Home</a></div>"


def test_text_beside_elements_is_a_leaf_of_its_own() -> None:
    pages = [f"{MENU}<p>{word} <a>more</a></p>" for word in ("alpha", "beta")]
    found = read_importance(learn_tree(pages), pages[0])
    assert found == {"Home": 0, "alpha": 1, "more": 0}


def test_texts_between_other_elements_are_other_leaves() -> None:
    pages = [f"{MENU}<p>Posted <b>x</b> {word}</p>" for word in WORDS[:3]]
    found = read_importance(learn_tree(pages), pages[0])
    assert found == {"Home": 0, "Posted": 0, "x": 0, "anchor": 1}


def test_importance_of_an_element_is_the_entropy_of_its_styles() -> None:
    # The styles of body are 4:1; entropy in base 5 is .3109.
    pages = [f"{MENU}<p>{word}</p>" for word in WORDS[:4]] + [f"{MENU}<p>{WORDS[4]}</p><hr>"]
    tree = learn_tree(pages)
    page = parse(pages[0])
    row = int(np.flatnonzero(page.is_tag("body"))[0])
    assert tree.importance(page)[row] == pytest.approx(0.3109, abs=5e-5)
    choice = learn(pages, method="cst", classes="one").content(page)
    assert choice.evidence["NodeImp"][row] == pytest.approx(0.3109, abs=5e-5)
    # The menu is the same on the pages that have this style, so all of it is that of body.
    assert read_importance(tree, page)["Home"] == pytest.approx(0.3109, abs=5e-5)


@pytest.mark.parametrize(
    ("texts", "importance"),
    [
        # terms on pages                              1 - mean of the entropies, in base 5
        (["a1", "a2", "a3", "a4", "a5"], 1.0),
        (["a1"] * 5, 0.0),
        (["a1", "a1", "a2", "a3", "a4"], 1 - 0.4307 / 4),
        (["a1"] * 4 + ["a2"], 1 - 0.8614 / 2),
        (["a1 a1 a1", "a1", "a2", "a3", "a4"], 1 - 0.3494 / 4),
        (["a1 b1", "a1 b2", "a1 b3", "a1 b4", "a1 b5"], 1 - 1 / 6),
        # An empty element is a merged tag node without terms.
        (["a1", "a1", "", "", ""], 1 - 0.4307),
    ],
)
def test_importance_of_a_leaf_is_that_of_its_terms(texts: list[str], importance: float) -> None:
    # A word keeps the pages apart.
    pages = [
        f"{MENU}<p>{text}</p><div>{word}</div>" for text, word in zip(texts, WORDS, strict=False)
    ]
    found = read_importance(learn_tree(pages), pages[0])
    assert found[texts[0]] == pytest.approx(importance, abs=1e-4)


def test_importance_of_a_path_joins_those_of_its_nodes() -> None:
    # Styles of body 4:1; below the frequent one the terms a1, a1, a2, a3 on four pages.
    texts = ["a1", "a1", "a1", "a2", "a3"]
    pages = [
        f"{MENU}<i>{word}</i><p>{text}</p>{'<hr>' if at else ''}"
        for at, (text, word) in enumerate(zip(texts, WORDS, strict=False))
    ]
    leaf = 1 - 0.5 / 3
    found = read_importance(learn_tree(pages), pages[1])
    assert found["a1"] == pytest.approx(1 - (1 - 0.3109) * (1 - leaf), abs=1e-4)


def test_node_of_one_page_has_the_importance_one() -> None:
    pages = [
        f"{MENU}<p>{word}</p>" + "<section>news</section>" * at for at, word in enumerate("ab")
    ]
    assert set(read_importance(learn_tree(pages), pages[1]).values()) == {1.0}


def test_node_that_is_not_in_the_tree_has_the_importance_one() -> None:
    pages = [f"{MENU}<p>{word}</p>" for word in WORDS[:3]]
    tree = learn_tree(pages, compare="places")
    assert read_importance(tree, pages[0])["Home"] == 0
    assert read_importance(tree, f"<h1>News</h1>{pages[0]}")["Home"] == 1


def test_weights_are_sums_over_leaves() -> None:
    pages = [
        f"{ENGLISH}{MENU}<p>{word} harbour</p><div>harbour harbour</div><i>{word} boats, a boat</i>"
        for word in WORDS[:3]
    ]
    weights = Wrapper("cst", learn_tree(pages)).weights(parse(pages[0]))
    # A leaf with four terms of which one is on all pages, and leaves with "harbour" alone.
    leaf = 1 - 1 / 4
    assert weights == pytest.approx(
        {"anchor": 2 * leaf, "boat": 2 * leaf, "harbour": leaf, "home": 0}, abs=1e-3
    )
    assert list(weights) == ["anchor", "boat", "harbour", "home"]


def test_entropy_has_the_base_m() -> None:
    counts = np.array([4.0, 1.0])
    total = np.array([counts.sum()])
    n_log_n = np.array([(counts * np.log(counts)).sum()])
    assert compute_entropy(total, n_log_n, np.array([5.0]))[0] == pytest.approx(0.3109, abs=5e-5)
    assert compute_entropy(np.array([3.0]), np.array([3 * math.log(3)]), np.array([1.0]))[0] == 0


# ---------------------------------------------------------------- display attributes


def test_class_of_few_pages_is_no_display_attribute() -> None:
    html = "<body class='post postid-{0}'>{1}<p>{0}</p>"
    pages = [html.format(number, MENU) for number in range(5)]
    tree = learn_tree(pages)
    assert read_importance(tree, pages[0])["Home"] == 0
    assert tree.classes == ("menu", "post")


def test_class_of_half_of_the_pages_is_one() -> None:
    pages = [
        f"<body class='{'red' if at < 2 else ''}'>{MENU}<p>{word}</p>"
        for at, word in enumerate(WORDS[:4])
    ]
    # html has two styles with two pages each, of four.
    assert read_importance(learn_tree(pages), pages[0])["Home"] == pytest.approx(0.5)
    assert learn_tree(pages[1:]).classes == ("menu",)


def test_class_of_one_of_two_pages_is_none() -> None:
    pages = [f"<body class=postid-{word}>{MENU}<p>{word}</p>" for word in WORDS[:2]]
    assert read_importance(learn_tree(pages), pages[0])["Home"] == 0


def test_order_of_attributes_and_classes_makes_no_difference() -> None:
    tags = ["<p width=1 align=left class='a b'>", "<p class='b  a a' align=left width=1>"]
    pages = [f"{MENU}{tag}same</p><i>{word}</i>" for tag, word in zip(tags, WORDS, strict=False)]
    assert read_importance(learn_tree(pages), pages[0])["same"] == 0


@pytest.mark.parametrize("attribute", DISPLAY_ATTRIBUTES)
def test_display_attributes_are_of_the_style(attribute: str) -> None:
    pages = [f"{MENU}<p {attribute}={at}>same</p><i>{at}</i>" for at in range(2)]
    assert read_importance(learn_tree(pages), pages[0])["same"] == 1
    pages = [f"{MENU}<p data-{attribute}={at}>same</p><i>{at}</i>" for at in range(2)]
    assert read_importance(learn_tree(pages), pages[0])["same"] == 0


def test_id_is_no_display_attribute() -> None:
    pages = [f"{MENU}<p id=post-{at}>same</p><i>{at}</i>" for at in range(2)]
    assert read_importance(learn_tree(pages), pages[0])["same"] == 0


def test_hidden_rows_count_nothing() -> None:
    scripts = ("<script>a</script>", "", "<p hidden>b</p><script>a</script>")
    pages = [
        f"{MENU}{script}<p>same</p><i>{word}</i>"
        for script, word in zip(scripts, WORDS, strict=False)
    ]
    assert read_importance(learn_tree(pages), pages[0])["same"] == 0


def test_image_is_a_leaf_whose_term_is_its_source() -> None:
    pages = [f"{MENU}<img src=logo.png><img src={word}.png><p>{word}" for word in WORDS[:3]]
    page = parse(pages[0])
    images = np.flatnonzero(page.is_tag("img"))
    assert learn_tree(pages).importance(page)[images].tolist() == [0, 1]
    content = learn(pages, method="cst", classes="one").content(page).content
    assert content[images].tolist() == [False, True]


# ---------------------------------------------------------------- the content


def test_threshold_decides() -> None:
    # The importance of the paragraph is 5/6.
    pages = [f"{MENU}<p>shared {word}</p>" for word in WORDS[:5]]
    with pytest.raises(WrapperError, match="the rules choose none of its text, although"):
        read_content(pages, pages[0], threshold=0.9)
    assert read_content(pages, pages[0], threshold=0.8333) == ["shared", "anchor"]
    assert read_content(pages, pages[0], threshold=0.0, compare="places")[0] == "Home"
    with pytest.raises(BadOption, match="threshold=2"):
        learn(pages, method="cst", classes="one", threshold=2)


def test_list_that_shifts_stays_in() -> None:
    """Merging is by position: a text that moves is compared with others."""
    links = ["<li>one", "<li>two", "<li>three", "<li>four"]
    pages = [
        f"{MENU}<p>{word}</p><ul>{''.join(links[at:] + links[:at])}</ul>"
        for at, word in enumerate(WORDS[:4])
    ]
    assert "two" in read_content(pages, pages[0], compare="places")
    assert read_content(pages, pages[0]) == ["anchor"]


def test_text_of_the_template_is_found_where_it_moves() -> None:
    """A new banner moves everything, and the importance of a new place is 1."""
    pages = [f"{MENU}<p>{word}</p><div>about us</div>" for word in WORDS[:4]]
    new = f"<h2>velvet</h2>{MENU}<p>walnut</p><div>about us</div>"
    assert read_content(pages, new) == ["velvet", "walnut"]
    everything = ["velvet", "Home", "walnut", "about", "us"]
    assert read_content(pages, new, compare="places") == everything


def test_same_text_in_other_elements_is_not_of_the_template() -> None:
    footer = "<footer><b>Imprint</b></footer>"
    pages = [f"{MENU}<p>{word}</p><div>about us</div>{footer}" for word in WORDS[:4]]
    new = f"{MENU}<p>walnut</p><section><p>about us</p></section>{footer}"
    assert read_content(pages, new) == ["walnut", "about", "us"]


def test_text_without_terms_belongs_to_the_text_around_it() -> None:
    pages = [
        f"{ENGLISH}{MENU}<p><b>{word}</b> and <i>{word}s</i><br>!</p><div>and</div>"
        for word in WORDS[:3]
    ]
    assert read_content(pages, pages[0]) == ["anchor", "and", "anchors", "!"]
