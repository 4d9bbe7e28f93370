"""Small sites on which one rule of `entropy`, `ibdf` or their template decides."""

from __future__ import annotations

import pytest

from pagecore import Page, Site, Wrapper, parse
from pagecore.sites import entropy as entropy_module
from pagecore.sites import piece_store
from pagecore.sites.entropy import Entropies
from pagecore.sites.page_terms import SitePages
from pagecore.sites.pieces import Integers
from pagecore.sites.redundant_pieces import RedundantPieces
from pagecore.sites.similar_pieces import find_similar
from pagecore.sites.template import TemplateCounter
from tests.sites.sample_site import learn_class, make_html, make_story
from tests.sites.test_template import make_marks

# ---------------------------------------------------------------- entropy


def read_entropies(wrapper: Wrapper) -> Entropies:
    assert isinstance(wrapper.body, Entropies)
    return wrapper.body


def write_noted(seed: int, n_sharing: int) -> str:
    """A page; the first ones share a notice beside what all share."""
    notice = f'<div class="note"><p>{make_story(500, 6)}</p></div>' if seed < n_sharing else ""
    return make_html(seed).replace("</aside>", f"{notice}</aside>")


def test_of_too_many_terms_those_with_the_highest_entropy_stay(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pages = [write_noted(seed, 3) for seed in range(6)]
    every = read_entropies(learn_class(pages, method="entropy")).thousandths
    n_common = int((every == 1000).sum())
    assert 0 < n_common < len(every)
    monkeypatch.setattr(entropy_module, "MAX_TERMS", n_common)
    few = read_entropies(learn_class(pages, method="entropy")).thousandths
    assert few.tolist() == [1000] * n_common


def test_pieces_far_above_the_threshold_are_not_split() -> None:
    """A menu of all pages with a line of its own: far above, it is redundant as a whole."""

    def write(seed: int) -> str:
        same = "".join(f"<li>{make_story(800 + at, 3)}" for at in range(8))
        return (
            f"<article><p>{make_story(seed)}</p></article><div class=menu><ul>{same}</ul>"
            f"<p>{make_story(300 + seed, 3)}</p></div>"
        )

    pages = [write(seed) for seed in range(4)]
    for refine, is_split in ((0.1, False), (0.9, True)):
        wrapper = learn_class(pages, method="entropy", refine=refine)
        page = parse(pages[0])
        entropy = wrapper.content(page).evidence["entropy"]
        menu = page.above(page.has_class("menu")) >= 0
        texts = entropy[menu & page.is_tag("#text")]
        assert read_entropies(wrapper).threshold + 0.1 < 8 / 9
        assert (len(set(texts.tolist())) > 1) == is_split
        kept = page.render(wrapper.content(page).content)
        assert (make_story(300, 3) in kept) == is_split


# ---------------------------------------------------------------- pages and templates


def test_equal_pages_of_two_hosts_are_two_pages() -> None:
    html = make_html(1)
    pages = [parse(html, url=f"https://{host}.example/") for host in ("a", "b", "a")]
    compared = SitePages(Site.of(pages))
    assert [host for _, host, *_ in compared] == ["a.example", "b.example"]
    assert compared.n_repeated == 1


@pytest.mark.parametrize(("n_having", "is_kept"), [(1, False), (2, True), (3, True)])
def test_marks_of_a_tenth_of_the_pages_are_kept(n_having: int, is_kept: bool) -> None:
    counter = TemplateCounter(())
    for at in range(20):
        counter.add_marks(make_marks([1, 2] if at < n_having else [1], []))
    assert (2 in counter.make_template().places.tolist()) == is_kept


# ---------------------------------------------------------------- ibdf


@pytest.mark.parametrize(("n_words", "is_reported"), [(6, False), (14, True)])
def test_short_texts_of_two_hosts_are_not_reported(n_words: int, is_reported: bool) -> None:
    shared = f"<p>{make_story(900, n_words)}</p>"

    def write(host: str, seed: int, inside: str) -> Page:
        html = make_html(seed).replace("</article>", f"{inside}</article>")
        return parse(html, url=f"https://{host}.example/{seed}")

    pages = [write("a", 1, shared), write("a", 2, ""), write("b", 3, shared), write("b", 4, "")]
    notes = learn_class(pages, method="ibdf").notes
    assert any("different hosts have the same content" in note for note in notes) == is_reported


def test_pieces_that_were_compared_in_one_direction_count_for_both(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In a crowd of similar pieces, not each is compared with each."""

    def find_half(*arguments: object) -> tuple[Integers, Integers]:
        one, other = find_similar(*arguments)  # type: ignore[arg-type]  # As it was called.
        return one[one < other], other[one < other]

    def write(seed: int) -> str:
        # Each page has a word more in a notice that all have.
        notice = f"<p>{make_story(900, 40)} {make_story(seed, 1)}</p>"
        return make_html(seed).replace("</aside>", f"{notice}</aside>")

    pages = [write(seed) for seed in range(4)]
    every = learn_class(pages, method="ibdf").body
    monkeypatch.setattr(piece_store, "find_similar", find_half)
    assert learn_class(pages, method="ibdf").body == every
    assert isinstance(every, RedundantPieces)
    assert set(every.stored.n_pages.tolist()) == {4}
