"""The site method `default`: the default extractor with the evidence of a site."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pagecore import Page, Wrapper, apply, extract, learn, parse
from pagecore.errors import BadOption, WrapperError
from pagecore.fit import Fit
from pagecore.sites.evidence import Evidence, take_logit
from pagecore.sites.pieces import hash_texts

WORDS = ("tide", "boat", "harbour", "mole", "buoy", "anchor", "quay", "jetty", "sail", "rope")
#: A paragraph that the default extractor keeps, because it is written like those around it.
NOTICE = (
    "The harbour office is open from Monday to Friday, and the harbour master will gladly answer "
    "all questions about berths, fees and the depth of the fairway in front of the old mole."
)


def write_page(n: int, *, notice: str = NOTICE, kind: str = "post") -> str:
    """A page of the site: its own paragraphs, and a notice that all pages have."""
    story = "".join(
        f"<p>On day {n} at {at} o'clock the {WORDS[(n + at) % 10]} was seen near the "
        f"{WORDS[(n * 3 + at) % 10]}, and {n * 7 + at} people came to look at it before noon.</p>"
        for at in range(4)
    )
    return (
        f"<html><title>Day {n}</title><body><nav><ul><li><a href=/>Home</a><li><a href=/all>All"
        f"</a></ul></nav><div class={kind}><h1>Day {n}</h1>{story}<p>{notice}</p></div></body>"
    )


PAGES = [write_page(n) for n in range(6)]


def read_evidence(wrapper: Wrapper) -> Evidence:
    assert isinstance(wrapper.body, Evidence)
    return wrapper.body


def test_text_that_most_pages_have_is_template() -> None:
    page = write_page(9)
    assert NOTICE in extract(page).text
    document = extract(page, site=PAGES)
    assert document.method == "site/default"
    assert document.text == extract(page).text.replace(f"\n\n{NOTICE}", "")
    (change,) = [change for change in document.choice.changes if change.step == "site"]
    assert change.reason == "100 % of the pages of the site have this text"


def test_a_text_of_few_pages_stays() -> None:
    pages = [write_page(n, notice=NOTICE if n < 2 else f"Notice {n}. {NOTICE}") for n in range(6)]
    assert NOTICE in extract(write_page(9), site=pages).text
    # A third of the pages is enough if the share is lower, but never fewer than three pages.
    assert NOTICE in extract(write_page(9), site=learn(pages, method="default", shared=0.3)).text


def test_one_page_is_extracted_as_by_the_default() -> None:
    for pages in (PAGES[:1], PAGES[:2], []):
        page = write_page(9)
        wrapper = learn(pages, method="default") if pages else None
        document = extract(page, site=wrapper)
        assert document.text == extract(page).text
        if wrapper is not None:
            assert wrapper.fits(parse(page)).reason.startswith(f"it was learned from {len(pages)} ")


def write_counted(n: int) -> str:
    """A page with a note at a place of its own, which no other page has."""
    return write_page(n, notice=f"Number {n} of the harbour notes").replace(
        f"<p>Number {n}", f"<p class=count>Number {n}"
    )


@pytest.mark.parametrize(
    ("labelled", "share"), [("nav", "100%"), ("count", "0%")], ids=["added", "removed"]
)
def test_the_place_corrects_what_the_default_decides(labelled: str, share: str) -> None:
    """Labels contradict the default extractor, which keeps the note and drops the menu."""
    page = write_counted(9)
    assert "Number 9 of the harbour notes" in extract(page).text
    assert "Home" not in extract(page).text

    def label(page: Page) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        is_kept = page.above(page.has_class("post")) >= 0
        if labelled == "nav":
            return is_kept | (page.above(page.is_tag("nav")) >= 0)
        without_count: np.ndarray[tuple[int], np.dtype[np.bool_]] = is_kept & ~(
            page.above(page.has_class("count")) >= 0
        )
        return without_count

    pages = [write_counted(n) for n in range(6)]
    wrapper = learn(pages, method="default", labels=label, weight=5)
    document = extract(page, site=wrapper)
    assert ("Home" in document.text) == (labelled == "nav")
    assert ("Number 9 of the harbour notes" in document.text) == (labelled == "nav")
    reasons = {change.reason for change in document.choice.changes if change.step == "site"}
    assert f"on 6 pages of the site, {share} of the words at this place are content" in reasons
    # Without a weight, the place decides nothing.
    without = learn(pages, method="default", labels=label, weight=0)
    assert extract(page, site=without).text == extract(page).text


def test_another_template_does_not_fit() -> None:
    wrapper = learn(PAGES, method="default")
    redesign = parse("<main><article><section><h2>x</h2><pre>y</pre></section></article></main>")
    assert not wrapper.fits(redesign)
    document = apply(wrapper, redesign)
    assert document.method == "default"
    assert document.warnings[0].code == "wrapper-does-not-fit"
    banner = parse(write_page(9).replace("<nav>", "<div class=banner><p>New!</p></div><nav>"))
    assert wrapper.fits(banner)


def test_evidence_survives_the_file() -> None:
    wrapper = learn(PAGES, method="default", host="harbour.example")
    assert Wrapper.read(wrapper.xml()) == wrapper
    evidence = read_evidence(wrapper)
    assert evidence.n_pages == 6
    assert evidence.names == {"post"}
    assert "harbour master" not in wrapper.xml()
    assert hash(evidence) == hash(read_evidence(Wrapper.read(wrapper.xml())))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("<evidence", "<proof", "exactly one element 'evidence'"),
        ('pages="6"', 'pages="-1"', "pages='-1'"),
        ('<texts pages="6"', '<texts pages="7"', "pages='7': expected integer, 0 to 6"),
        ('content="6100"', 'content="5101"', "the last three digits are more than 100"),
        ('content="6100"', 'content="7100"', "pages-content='7100': expected integer, 0 to 6100"),
        ("<texts", "<words", "unknown element 'words'"),
    ],
)
def test_damaged_files_are_refused(old: str, new: str, message: str) -> None:
    xml = learn(PAGES, method="default").xml()
    damaged = xml.replace(old, new).replace(old.replace("<", "</"), new.replace("<", "</"))
    with pytest.raises(WrapperError, match=message):
        Wrapper.read(damaged)


def test_hashes_of_texts() -> None:
    page = parse("<p>one two<p>one <b>two</b><p>two one<p><img src=x>")
    first, second, third, image = hash_texts(page).tolist()
    assert image == 0
    assert len({first, third, 0}) == 3
    # Texts in other elements are other texts.
    assert second != first


def test_log_odds_are_limited() -> None:
    assert take_logit(np.array([0.5])).tolist() == [0]
    assert np.isfinite(take_logit(np.array([0.0, 1.0]))).all()


def test_empty_pages() -> None:
    with pytest.raises(WrapperError, match="there is no page"):
        learn([], method="default")
    wrapper = learn(["", " ", "<p>"], method="default")
    assert extract("", site=wrapper).text == ""
    assert isinstance(wrapper.fits(parse("")), Fit)


def test_options_that_do_not_go_with_a_site() -> None:
    for options in ({"method": "cetr"}, {"favor": "recall"}, {"pages": [PAGES[0]]}):
        with pytest.raises(BadOption, match="site: it corrects the default extractor"):
            extract(PAGES[0], site=PAGES, **options)


def test_folder_of_a_site(tmp_path: Path) -> None:
    for n, page in enumerate(PAGES):
        (tmp_path / f"{n}.html").write_text(page)
    assert extract(write_page(9), site=tmp_path).method == "site/default"
