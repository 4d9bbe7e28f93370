"""Small sites on which one rule of the evidence of a site decides."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest

from pagecore import Page, apply, extract, learn, parse
from pagecore.page import Mask
from pagecore.registry import find_method
from pagecore.sites.evidence import Evidence, take_logit
from tests.sites.test_default import NOTICE, PAGES, write_counted, write_page


def learn_evidence(pages: Sequence[str], **parameters: float) -> Evidence:
    body = learn(pages, method="default", classes="one", **parameters).body  # type: ignore[arg-type]  # No options.
    assert isinstance(body, Evidence)
    return body


# ---------------------------------------------------------------- exceptions


@pytest.mark.parametrize("tag", ["h2", "h3", "th", "dt", "p"])
def test_headings_that_all_pages_have_stay(tag: str) -> None:
    around = {"th": "<table><tr><th>{}<td>{}</table>", "dt": "<dl><dt>{}<dd>{}</dl>"}
    html = around.get(tag, f"<{tag}>{{}}</{tag}><p>{{}}</p>")

    def write(n: int) -> str:
        return write_page(n, notice="").replace(
            "<p></p></div>",
            html.format(NOTICE, f"On day {n} there were {n * 13} ships in the harbour.") + "</div>",
        )

    page = parse(write(9))
    body = learn_evidence([write(n) for n in range(6)], weight=0.0)
    choice = body.content(page)
    assert choice is not None
    assert NOTICE in extract(page).text
    assert (NOTICE in page.render(choice.content)) == (tag != "p")


SHOP = """<html><head><title>Brass lantern {0} | Chandlery shop</title>
<script type="application/ld+json">{{"@context":"https://schema.org","@type":"Product",
"name":"Brass lantern {0}","offers":{{"@type":"Offer","price":"{0}.00","priceCurrency":"EUR"}}}}
</script></head><body><nav><a href=/>Home</a><a href=/cart>Cart</a></nav><main><div class=product
itemscope itemtype="https://schema.org/Product"><h1 itemprop=name>Brass lantern {0}</h1>
<div class=price>€ {0}.00</div><button class=add-to-cart>Add to cart</button><div class=description>
<p>A lantern of brass number {0}, with a glass that stands storms and a handle of oak, for boats of
up to {0} metres.</p><ul><li>Height {0} cm</li><li>Weight {0} kg</li></ul></div><div class=terms>
<p>{1}</p></div></div></main><footer><p>Imprint</p></footer></body></html>"""
TERMS = (
    "Orders are shipped within two days by post, and can be returned within thirty days without a "
    "reason at no cost."
)


def test_terms_of_a_shop_belong_to_each_product() -> None:
    pages = [SHOP.format(n, TERMS) for n in range(20, 26)]
    wrapper = learn(pages, method="default")
    page = parse(SHOP.format(77, TERMS))
    types = find_method("default", "page")(page).types
    assert max(types, key=lambda name: types[name]) == "product"
    assert TERMS in extract(page).text
    document = apply(wrapper, page)
    assert (document.method, document.text) == ("site/default", extract(page).text)


# ---------------------------------------------------------------- odds


def test_log_odds_have_a_margin_of_two_percent() -> None:
    assert take_logit(np.array([0.0, 1.0])).tolist() == pytest.approx([-math.log(49), math.log(49)])
    assert take_logit(np.array([0.02, 0.5])).tolist() == pytest.approx([-math.log(49), 0])


def label_menu(page: Page) -> Mask:
    """Content as the default extractor has it, and the menu."""
    mask: Mask = page.visible & (page.above(page.is_tag("nav") | page.has_class("post")) >= 0)
    return mask


def test_share_of_content_at_a_place_is_smoothed_by_half_a_page() -> None:
    """On three pages, a place that is content is (3 + .5) / (3 + 1) content, and not all."""
    page = parse(write_counted(9))
    choice = find_method("default", "page")(page)
    (row,) = (row for row in np.flatnonzero(page.is_tag("#text")) if page.text(int(row)) == "All")
    own = float(take_logit(choice.score[row : row + 1].astype(np.float64))[0])
    assert own < 0
    smoothed, whole = (float(take_logit(np.array([share]))[0]) for share in (3.5 / 4, 1.0))
    pages = [write_counted(n) for n in range(3)]
    for weight, is_kept in ((-own / smoothed * 0.98, False), (-own / smoothed * 1.02, True)):
        assert -own / whole < weight
        wrapper = learn(pages, method="default", labels=label_menu, weight=weight)
        assert ("- All" in extract(page, site=wrapper).text) == is_kept


# ---------------------------------------------------------------- fit


def test_places_of_half_of_the_pages_are_common() -> None:
    """Six of ten pages have a box; a page without it lacks a place that most pages have."""

    def write(n: int, *, has_box: bool) -> str:
        box = f"<div class=box><p>Box {n} of the harbour</p></div>" if has_box else ""
        return write_page(n).replace("</body>", f"{box}</body>")

    for n_having, n_places in ((4, 0), (6, 1)):
        pages = [write(n, has_box=n < n_having) for n in range(10)]
        body = learn_evidence(pages)
        with_box, without = (parse(write(77, has_box=has_box)) for has_box in (True, False))
        found, common = (int(word) for word in body.fit(without).reason.split(" ")[0:3:2])
        assert common - found == n_places
        assert (body.fit(without).score < body.fit(with_box).score) == (n_places == 1)
    assert learn_evidence(PAGES).fit(parse(write_page(77))).score == 1
