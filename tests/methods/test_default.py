"""The default extractor with the model that comes with the package.

What holds whatever was learned is held for all pages; of what was learned only what any model worth
shipping knows. How good it is, the gate measures.
"""

from __future__ import annotations

import functools
import pickle
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from pagecore import Choice, Page, _core, extract, parse
from pagecore.errors import BadInput, BadOption, ModelError
from pagecore.methods.default import BETAS, default, read_and_choose
from pagecore.models.model import SHIPPED, Model, load, read
from pagecore.registry import find_method
from pagecore.train.samples import TYPES
from pagecore.train.signs import KINDS
from pagecore.train.write_model import pack_model
from tests.forests import SMALL, forest
from tests.log import list_copies

ROOT = Path(__file__).resolve().parents[2]
PAGES = {
    path.stem: path
    for folder in ("tests/pages", "examples")
    for path in sorted((ROOT / folder).glob("*.html"))
}
EVERY = pytest.mark.parametrize("name", PAGES)
#: Pages without content, and words of their menus.
BARE = {
    "error-page": ("Streets", "Archive", "Privacy"),
    "javascript-shell": (),
    "loading-shell": ("Wind", "Harbours", "Terms"),
    "login-page": ("Accounts", "Loans", "Cookies"),
}


@functools.cache
def read_test_page(name: str) -> Page:
    return parse(PAGES[name].read_bytes())


@functools.cache
def chosen(name: str, favor: str = "balanced") -> Choice:
    return default(read_test_page(name), favor=favor)


def kept_words(page: Page, choice: Choice) -> int:
    return int(page.words[choice.content & (page.tag == 0)].sum())


# ---------------------------------------------------------------- what always holds


@EVERY
def test_one_call_of_the_core_gives_what_two_give(name: str) -> None:
    page, choice = read_and_choose(PAGES[name].read_bytes(), "https://a.example/b")
    apart, expected = read_test_page(name), chosen(name)
    assert (page.source, page.url) == (apart.source, "https://a.example/b")
    np.testing.assert_array_equal(choice.content, expected.content)
    np.testing.assert_array_equal(choice.score, expected.score)
    assert (choice.changes, choice.done) == (expected.changes, expected.done)
    assert (choice.types, choice.confidence) == (expected.types, expected.confidence)


def test_one_call_takes_what_parse_takes() -> None:
    html = "<p>a word of two halves: \ud83d\ude00 and \ud83d alone"
    for source in (html, bytearray(b"<p>a"), memoryview(b"<p>a")):
        assert read_and_choose(source, None)[0] == parse(source)
    with pytest.raises(BadInput, match="bytes or str"):
        read_and_choose(3, None)  # type: ignore[arg-type]  # Callers may pass anything.
    with pytest.raises(BadOption, match="url="):
        read_and_choose(b"<p>a", 3)  # type: ignore[arg-type]  # The same.


def test_page_types_are_computed_when_asked_for_and_travel_as_numbers() -> None:
    choice = chosen("forum")
    types = choice.types
    copied = pickle.loads(pickle.dumps(types))
    assert type(copied) is dict
    assert copied == types
    assert repr(types) == repr(copied)
    with pytest.raises(KeyError):
        types["no type"]


@EVERY
def test_types_and_confidence_are_chances(name: str) -> None:
    choice = chosen(name)
    # Of a page without a block that could be content nothing is known.
    assert tuple(choice.types) == (TYPES if choice.score.any() else ())
    assert sum(choice.types.values()) == pytest.approx(1 if choice.types else 0, abs=1e-5)
    assert min(choice.types.values(), default=0) >= 0
    assert choice.confidence is not None
    assert 0 <= choice.confidence <= 1


def with_copies(page: Page, choice: Choice) -> npt.NDArray[np.bool_]:
    """Return the rows that were chosen before rules removed copies and other articles."""
    leaves = choice.content & (page.end == np.arange(1, len(page) + 1))
    removed = [change.block for change in choice.changes if not change.kept]
    leaves |= np.isin(page.block, removed)
    both: npt.NDArray[np.bool_] = page.below(leaves, how="any")
    return both


@EVERY
def test_favor_moves_along_one_curve(name: str) -> None:
    page = read_test_page(name)
    precise, balanced, recalled = (chosen(name, favor) for favor in BETAS)
    # A text that is kept for precision is kept for recall too, before copies are taken out. Images
    # go with what is left around them.
    is_text = page.tag == 0
    taken = [with_copies(page, choice) & is_text for choice in (precise, balanced, recalled)]
    assert (taken[0] <= taken[1]).all()
    assert (taken[1] <= taken[2]).all()
    # The chances are the same; only where they are cut differs.
    assert (precise.score == recalled.score).all()
    counts = [int(page.words[rows & (page.tag == 0)].sum()) for rows in taken]
    assert counts == sorted(counts)


def test_favor_makes_a_difference() -> None:
    total = dict.fromkeys(BETAS, 0)
    for name in PAGES:
        for favor in BETAS:
            total[favor] += kept_words(read_test_page(name), chosen(name, favor))
    assert total["precision"] < total["balanced"] < total["recall"]


@EVERY
def test_kept_texts_are_likelier_than_those_left_out(name: str) -> None:
    page, choice = read_test_page(name), chosen(name)
    blocks = page.blocks
    counted = (blocks.words > 0) & ~np.isin(blocks.hidden, (1, 2))
    first = blocks.first[counted]
    kept, score = with_copies(page, choice)[first], choice.evidence["probability"][first]
    if kept.any() and not kept.all():
        assert score[kept].min() >= score[~kept].max()


@EVERY
def test_an_element_has_the_largest_chance_below_it(name: str) -> None:
    page, chance = read_test_page(name), chosen(name).evidence["probability"]
    largest: npt.NDArray[np.float64] = page.below(chance, how="max")
    assert np.allclose(chance, largest)


@EVERY
def test_the_same_twice(name: str) -> None:
    again = default(parse(PAGES[name].read_bytes()))
    choice = chosen(name)
    assert (again.content == choice.content).all()
    assert (again.score == choice.score).all()
    assert (again.types, again.confidence) == (choice.types, choice.confidence)


@pytest.mark.parametrize(
    "html",
    [
        "",
        "<p></p>",
        "<title>word word</title>",
        "<script>word</script>",
        "<p><img>",
        "<select><option>word",
    ],
)
@pytest.mark.parametrize("favor", BETAS)
def test_page_without_words(html: str, favor: str) -> None:
    choice = default(parse(html), favor=favor)
    assert not choice.content.any()
    assert not choice.score.any()
    assert choice.confidence == 0


# ---------------------------------------------------------------- what it has learned


STORY = "It was a dark and stormy night, and the rain fell on the harbour in torrents."
MORE = "At the end of the quay, where the ferries had once left, a lamp was still burning."
MENU = "<ul><li><a href=/a>Home</a><li><a href=/b>News</a><li><a href=/c>Sport</a></ul>"


def test_a_story_is_kept_and_the_menu_is_not() -> None:
    story = "".join(f"<p>{STORY} {MORE}</p>" for _ in range(4))
    html = f"<nav>{MENU}</nav><article>{story}</article><footer>{MENU}</footer>"
    assert extract(html).text == "\n\n".join([f"{STORY} {MORE}"] * 4)


def test_the_method_names_what_its_model_was_made_on() -> None:
    assert set(find_method("default").developed_on or ()) == set(load().metadata["corpora"])


def test_what_stands_twice_comes_out_once() -> None:
    days = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday")
    story = "".join(f"<p>{day} was a stormy day. {STORY} {MORE}</p>" for day in days)
    html = f"<nav>{MENU}</nav><div class=wide>{story}</div><div class=narrow>{story}</div>"
    document = extract(html)
    assert [document.text.count(day) for day in days] == [1] * len(days)
    ((_, choice),) = document.parts
    assert len(list_copies(choice)) == len(days)
    blocks = document.explain().blocks
    for copy, item in list_copies(choice).items():
        assert blocks[copy].text == blocks[item].text
        assert (blocks[copy].kept, blocks[item].kept) == (False, True)
        assert blocks[copy].reason == f"dropped: duplicate of block {item}"


def test_the_next_article_of_a_page_is_left_out() -> None:
    def article(title: str, kind: str) -> str:
        story = "".join(f"<p>{kind} {number}. {STORY} {MORE}</p>" for number in range(4))
        return f"<article><h1>{title}</h1>{story}</article>"

    html = "<title>The storm of the year</title>" + article("The storm of the year", "Storm")
    both = extract(html + article("Ferries are late again", "Ferry"))
    assert both.text == extract(html).text
    assert "Storm 3" in both.text
    others = [block for block in both.explain().blocks if "Ferry" in block.text]
    assert {block.reason for block in others} == {"dropped: it is in another article of the page"}
    # Without a title of the page nobody knows which is its own.
    assert "Ferry 3" in extract(html.partition("</title>")[2] + article("Ferries", "Ferry")).text


def test_what_is_said_under_another_heading_stays() -> None:
    days = ("Monday", "Tuesday", "Wednesday")
    story = "".join(f"<p>{day} was a stormy day. {STORY} {MORE}</p>" for day in days)
    html = f"<nav>{MENU}</nav><main><h2>Model A</h2>{story}<h2>Model B</h2>{story}</main>"
    assert extract(html).text.count("Tuesday was") == 2


@pytest.mark.parametrize("language", ["ar", "de", "en", "hi", "ja", "ru", "th"])
def test_articles_of_all_scripts(language: str) -> None:
    name = f"article-{language}"
    page, choice = read_test_page(name), chosen(name)
    paragraphs = (page.tag == 0) & (page.above(page.is_tag("p")) >= 0) & (page.words > 15)
    assert paragraphs.sum() >= 2
    assert choice.content[paragraphs].mean() >= 0.7
    assert not choice.content[page.above(page.is_tag("nav")) >= 0].any()
    assert choice.confidence is not None
    assert choice.confidence > 0.5


@pytest.mark.parametrize("name", BARE)
def test_pages_without_content_give_little_and_never_the_menu(name: str) -> None:
    text = extract(read_test_page(name)).text
    assert len(text.split()) <= 10
    for word in BARE[name]:
        assert word not in text
    confidence = chosen(name).confidence
    assert confidence is not None
    # What it says of the error is a text, but not what anybody came for.
    assert confidence < 0.5 if text else confidence == 0


# ---------------------------------------------------------------- models


def test_the_shipped_model_fits() -> None:
    assert SHIPPED.stat().st_size <= 3_000_000
    model = load()
    assert {"blocks", "context", "type", "confidence"} <= set(model.forests)
    page = read_test_page("article-en")
    named, given = default(page, model=load(SHIPPED)), default(page, model=None)
    assert (named.score == given.score).all()


def test_favor_that_is_none() -> None:
    with pytest.raises(BadOption, match=r"favor='both': expected 'precision', 'balanced' or"):
        extract("<p>word", favor="both")


def test_model_that_is_none() -> None:
    with pytest.raises(BadOption, match="expected a model, or the path of its file"):
        extract("<p>word", model=3)


def test_model_of_other_features(tmp_path: Path) -> None:
    path = tmp_path / "other.model"
    path.write_bytes(pack_model({"features": "feed"}, {"blocks": SMALL}, {}))
    with pytest.raises(ModelError, match=r"other\.model: .*; train it again with this version"):
        default(parse("<p>word"), model=load(path))
    assert isinstance(load(path), Model)


@pytest.mark.parametrize("types", [["article"], 7, None])
def test_types_that_do_not_fit_the_forest_are_reported(types: object) -> None:
    names = load().array("near names")
    small_model = read(
        pack_model(
            {"features": _core.features_digest(), "types": types},
            {"blocks": SMALL, "context": SMALL},
            {"near names": names, "far names": names},
        ),
        "own.model",
    )
    with pytest.raises(ModelError, match=r"own\.model: its page types do not fit"):
        extract("<p>one", model=small_model)


@pytest.mark.parametrize("name", ["type", "confidence"])
def test_a_forest_that_asks_for_more_than_there_is_is_reported(name: str) -> None:
    names = load().array("near names")
    greedy = forest(([(0, 0.5)], [1, 2]), n_features=9999)
    small_model = read(
        pack_model(
            {"features": _core.features_digest(), "types": []},
            {"blocks": SMALL, "context": SMALL, name: greedy},
            {"near names": names, "far names": names, "type signs": np.zeros(sum(KINDS))},
        ),
        "own.model",
    )
    with pytest.raises(ModelError, match=r"own\.model: a forest has more features"):
        extract("<p>one", model=small_model)
