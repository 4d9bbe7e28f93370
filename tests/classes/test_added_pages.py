"""Updates with pages that fit: they are added to the counts of their class, and make a difference
where the rules of a method are sums over pages."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pagecore import Site, Wrapper, learn, parse
from pagecore.classes.body import ClassedBody
from pagecore.classes.profile import Profile
from pagecore.sites.entropy import Entropies
from pagecore.sites.evidence import Evidence
from pagecore.sites.redundant_pieces import RedundantPieces
from pagecore.sites.structure_tree import StructureTree
from tests.sites.sample_site import make_html, make_list, make_story

SUMS = ["cst", "default", "entropy", "ibdf"]
#: A notice that later pages have, beside the story.
NOTICE = f"<p>{make_story(700, 12)}</p>"


def write_later(n: int) -> str:
    return make_html(n).replace("</aside>", f'<div class="box">{NOTICE}</div></aside>')


def read_classes(wrapper: Wrapper) -> ClassedBody:
    assert isinstance(wrapper.body, ClassedBody)
    return wrapper.body


def read_text(wrapper: Wrapper, html: str) -> str:
    page = parse(html)
    return page.render(wrapper.content(page).content)


# ---------------------------------------------------------------- profiles


def test_profile_with_further_pages_is_that_of_all() -> None:
    drawn = np.random.default_rng(0)
    pages = [np.unique(drawn.integers(0, 30, 20).astype(np.uint64)) for _ in range(12)]
    profile = Profile.of(pages[:7]).add(7, pages[7:])
    every = Profile.of(pages)
    assert profile.paths.tolist() == every.paths.tolist()
    assert np.abs(profile.shares.astype(int) - every.shares.astype(int)).max() <= 1
    # A path that becomes rare is left out.
    rare = [np.array([1, 2], np.uint64), *[np.array([1], np.uint64)] * 2]
    assert Profile.of(rare).add(3, [np.array([1], np.uint64)] * 50).paths.tolist() == [1]


@pytest.mark.parametrize("method", [*SUMS, "rtdm", "hybrid"])
def test_counts_and_profiles_are_extended(method: str) -> None:
    parameters: dict[str, Any] = {"learner": "default"} if method == "hybrid" else {}
    pages = [*(make_html(n) for n in range(4)), *(make_list(n) for n in range(3))]
    old = learn(pages, method=method, **parameters)
    later = [*(write_later(n) for n in (50, 51)), make_list(50)]
    updated = learn(later, update=old, **parameters)
    before, after = read_classes(old).classes, read_classes(updated).classes
    assert [of.n_pages for of in after] == [4 + 2, 3 + 1]
    assert before[1].profile == after[1].profile
    assert (before[0].body != after[0].body) == (method in SUMS)
    assert ("added to its rules" in updated.notes[0]) == (method in SUMS)
    assert Wrapper.read(updated.xml()) == updated
    for html in (make_html(77), write_later(77), make_list(77)):
        assert updated.fits(parse(html))


# ---------------------------------------------------------------- rules


@pytest.mark.parametrize("method", ["cst", "entropy", "ibdf"])
def test_a_text_that_later_pages_share_becomes_template(method: str) -> None:
    parameters: dict[str, Any] = {"threshold": 0.5} if method == "cst" else {}
    old = learn([make_html(n) for n in range(3)], method=method, **parameters)
    notice = make_story(700, 12)
    assert notice in read_text(old, write_later(77))
    updated = learn([write_later(n) for n in range(50, 70)], update=old)
    assert notice not in read_text(updated, write_later(77))
    assert read_text(updated, make_html(77)) == read_text(old, make_html(77))


@pytest.mark.parametrize("method", ["default", "entropy", "ibdf"])
def test_update_is_close_to_learning_from_all(method: str) -> None:
    first, second = [make_html(n) for n in range(6)], [write_later(n) for n in range(6, 12)]
    updated: Any = learn(second, update=learn(first, method=method)).body
    every: Any = learn([*first, *second], method=method).body
    for html in (make_html(77), write_later(77)):
        page = parse(html)
        assert updated.fit(page).score == pytest.approx(every.fit(page).score, abs=0.1)
        assert np.array_equal(updated.content(page).content, every.content(page).content)


def test_entropies_of_evenly_spread_terms_are_those_of_all_pages() -> None:
    first, second = [make_html(n) for n in range(6)], [write_later(n) for n in range(6, 12)]
    body = learn(second, update=learn(first, method="entropy")).body
    every = learn([*first, *second], method="entropy").body
    assert isinstance(body, Entropies)
    assert isinstance(every, Entropies)
    # Terms of the template are on all pages, those of the notice on half.
    half = round(1000 * np.log(6) / np.log(12))
    assert set(every.thousandths.tolist()) == {1000, half}
    assert body.terms.tolist() == every.terms.tolist()
    assert body.thousandths.tolist() == every.thousandths.tolist()
    assert body.template == every.template
    # One page more: the entropy of its own terms is 0.
    more = learn([make_html(50)], update=Wrapper("entropy", every)).body
    assert isinstance(more, Entropies)
    assert more.template.n_pages == 13
    assert set(more.thousandths.tolist()) == {1000, round(1000 * np.log(6) / np.log(13))}


def test_pieces_count_the_pages_that_have_them() -> None:
    first, second = [make_html(n) for n in range(3)], [write_later(n) for n in range(3, 7)]
    old = learn(first, method="ibdf")
    assert isinstance(old.body, RedundantPieces)
    body = learn(second, update=old).body
    assert isinstance(body, RedundantPieces)
    assert set(old.body.stored.n_pages.tolist()) == {3}
    # The notice is new.
    assert sorted(set(body.stored.n_pages.tolist())) == [4, 7]
    assert (body.stored.n_pages == 4).sum() == 1
    # With a lower theta, a piece on four pages is content; the wrapper holds it.
    low = learn(second, update=learn(first, method="ibdf", theta=0.25)).body
    assert isinstance(low, RedundantPieces)
    assert low.theta == 0.25
    assert 4 not in low.stored.n_pages.tolist()


def test_evidence_counts_texts_and_places() -> None:
    first, second = [make_html(n) for n in range(4)], [write_later(n) for n in range(4, 8)]
    body = learn(second, update=learn(first, method="default")).body
    every = learn([*first, *second], method="default").body
    assert isinstance(body, Evidence)
    assert isinstance(every, Evidence)
    assert body.n_pages == every.n_pages == 8
    assert body.texts.tolist() == every.texts.tolist()
    assert body.n_text_pages.tolist() == every.n_text_pages.tolist()
    assert body.places.tolist() == every.places.tolist()
    assert body.n_place_pages.tolist() == every.n_place_pages.tolist()
    assert np.abs(body.content_shares - every.content_shares).max() <= 1


def test_tree_counts_texts_and_places() -> None:
    first, second = [make_html(n) for n in range(4)], [write_later(n) for n in range(4, 8)]
    old = learn(first, method="cst").body
    body = learn(second, update=Wrapper("cst", old)).body
    every = learn([*first, *second], method="cst").body
    assert isinstance(old, StructureTree)
    assert isinstance(body, StructureTree)
    assert isinstance(every, StructureTree)
    assert body.pages == 8
    assert body.pieces.tolist() == every.pieces.tolist()
    assert body.piece_share.tolist() == every.piece_share.tolist()
    assert body.keys.tolist() == old.keys.tolist()


@pytest.mark.parametrize("method", SUMS)
def test_copies_and_pages_without_text_add_nothing(method: str) -> None:
    body: Any = learn([make_html(n) for n in range(4)], method=method).body
    once = body.add_pages(Site.of([make_html(50)]))
    assert body.add_pages(Site.of([make_html(50)] * 3 + ["", "<p>"])) == once
    assert body.add_pages(Site.of(["", "<p>"])) == body
