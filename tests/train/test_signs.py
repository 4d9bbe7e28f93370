"""Signs of page types: their weights, and that the core adds them up as training does."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from pagecore import _core, extract, parse
from pagecore.errors import ModelError
from pagecore.models.model import Model, read
from pagecore.page.features import list_page_features
from pagecore.train.signs import KINDS, Signs
from pagecore.train.write_model import pack_model
from tests.forests import SMALL, forest

FORUM = "<div class=post><div class='post-author'>Ἀλκαῖος</div><p>один два три</p></div>"
SHOP = '<script type="application/ld+json">{"@type":"Product"}</script><p>один два три</p>'
PLAIN = "<p>один два три</p>"
SLOTS = 1 << 15
N_PAGE = len(list_page_features())


def fit_weights(*pages: str) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    """The weights learned from pages that are each of another type."""
    signs = Signs.of([parse(html) for html in pages])
    n = len(pages)
    return signs.fit_weights(np.eye(n, dtype=np.float32), np.ones(n), np.ones(n, np.bool_))


def make_model(weights: np.ndarray[tuple[int, int], np.dtype[np.float32]] | None, at: int) -> Model:
    """A model of three types that tells the second where a score is above 0."""
    tells = forest(
        ([(N_PAGE + at, 0.0)], [[1, 0, 0], [0, 1, 0]]), bias=[0.0] * 3, n_features=N_PAGE + 9
    )
    arrays: dict[str, npt.ArrayLike] = {
        name: np.zeros(SLOTS, np.float32) for name in ("near names", "far names")
    }
    if weights is not None:
        arrays["type signs"] = weights
    metadata = {"features": _core.features_digest(), "types": ["article", "forum", "product"]}
    return read(
        pack_model(metadata, {"blocks": SMALL, "context": SMALL, "type": tells}, arrays), "own"
    )


def test_pages_are_distinguished_by_names_and_by_what_they_declare() -> None:
    weights = fit_weights(PLAIN, FORUM, SHOP)
    other_words = [html.replace("один", "四") for html in (PLAIN, FORUM, SHOP)]
    scores = Signs.of([parse(html) for html in other_words]).compute_scores(weights)
    by_names, by_saying, by_links = np.split(scores, 3, axis=1)
    assert by_names[1].argmax() == 1
    assert by_saying[2].argmax() == 2
    assert not by_links.any()


def test_the_core_adds_up_as_training_does() -> None:
    weights = np.random.default_rng(0).normal(size=(sum(KINDS), 3)).astype(np.float32)
    html = FORUM + SHOP + "<a href=/thread/reply>x</a><link rel=canonical href=http://a.example/b>"
    (scores,) = Signs.of([parse(html)]).compute_scores(weights)
    assert scores.all()
    for at, score in enumerate(scores):
        types = extract(html, model=make_model(weights, at)).choice.types
        assert max(types, key=lambda kind: types[kind]) == ("forum" if score > 0 else "article")


def test_pages_count_by_their_weight() -> None:
    signs = Signs.of([parse(html) for html in (FORUM, FORUM, PLAIN, PLAIN)])
    # The same page has another type the second time.
    target = np.eye(2, dtype=np.float32)[[0, 1, 0, 1]]
    every = np.ones(4, np.bool_)
    for weight, likelier in (([9.0, 1.0, 5.0, 5.0], 0), ([1.0, 9.0, 5.0, 5.0], 1)):
        scores = signs.compute_scores(signs.fit_weights(target, np.array(weight), every))
        assert scores[0, :2].argmax() == likelier


def test_pages_that_are_left_out_teach_nothing() -> None:
    signs = Signs.of([parse(PLAIN), parse(FORUM), parse(SHOP)])
    which = np.array([True, False, True])
    target = np.eye(3, dtype=np.float32)
    weights = signs.fit_weights(target, np.ones(3), which)
    assert not signs.compute_scores(weights)[1, :3].any()
    target[1] = [1, 0, 0]
    assert (signs.fit_weights(target, np.ones(3), which) == weights).all()


def test_of_a_page_without_a_block_nothing_is_known() -> None:
    model = make_model(fit_weights(PLAIN, FORUM, SHOP), 1)
    for html in ("", "<div class=post></div>", "<title>один</title>"):
        document = extract(html, model=model)
        assert (document.page_type, document.page_types) == (None, {})
    assert extract(PLAIN, model=model).page_type is not None


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        (None, 'own: no array "type signs"'),
        (np.zeros((sum(KINDS), 2), np.float32), "own: the array of signs has a wrong size"),
    ],
)
def test_a_model_without_fitting_signs_is_refused(
    weights: np.ndarray[tuple[int, int], np.dtype[np.float32]] | None, message: str
) -> None:
    with pytest.raises(ModelError, match=message):
        extract(PLAIN, model=make_model(weights, 0))
