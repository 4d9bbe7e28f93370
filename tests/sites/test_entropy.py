"""The site method `entropy`: the equations, the threshold, pieces and wrappers."""

from __future__ import annotations

import math
import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pagecore import Page, Wrapper, parse
from pagecore.errors import WrapperError
from pagecore.sites import entropy as module
from pagecore.sites.entropy import Entropies, TermSpread, choose_threshold
from tests.sites.sample_site import (
    learn_class,
    make_html,
    make_pages,
    make_story,
    read_words,
)


def read_body(wrapper: Wrapper) -> Entropies:
    """The body of a wrapper of this method."""
    assert isinstance(wrapper.body, Entropies)
    return wrapper.body


# ---------------------------------------------------------------- the entropy of terms

FREQUENCIES = [
    # what it shows   tf on the five pages   H
    ("one page",      (3, 0, 0, 0, 0),       0.0),
    ("two pages",     (1, 1, 0, 0, 0),       0.4307),
    ("four pages",    (2, 2, 2, 2, 0),       0.8614),
    ("unevenly",      (3, 1, 0, 0, 0),       0.3494),
    ("all pages",     (1, 1, 1, 1, 1),       1.0),
]  # fmt: skip


@pytest.mark.parametrize("is_split", [False, True])
def test_entropy_of_terms(is_split: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if is_split:
        # Sums are added up after every page.
        monkeypatch.setattr(module, "_MAX_WAITING", 0)
    spread = TermSpread()
    for at in range(5):
        counts = {number: tf[at] for number, (_, tf, _) in enumerate(FREQUENCIES)}
        drawn = [number for number, n in counts.items() for _ in range(n)]
        spread.add(np.array(drawn, np.uint64))
    terms, entropies = spread.measure(5)
    assert terms.tolist() == list(range(len(FREQUENCIES)))
    assert entropies.tolist() == pytest.approx([h for _, _, h in FREQUENCIES], abs=1e-4)


# ---------------------------------------------------------------- the threshold

#: The entropy of a piece and its number of terms; no term is in two pieces.
WORKED = [(0.05, 2), (0.35, 60), (0.95, 8)]
THRESHOLDS = [
    # what it shows                       pieces                       share  tolerance  threshold
    ("the worked example",                WORKED,                      0.5,   0.0,       0.4),
    ("the same by default",               WORKED,                      0.8,   0.01,      0.4),
    ("no minimum: stops at once",         WORKED[1:],                  0.0,   0.0,       0.1),
    ("nothing below",                     [(0.95, 8)],                 0.5,   0.0,       0.9),
    ("a term more at each step",          [(at / 10, 10) for at in range(1, 11)], 0.5, 0.0, 0.9),
    ("the tolerance ignores a term",      [(0.1, 99), (0.2, 1)],       0.5,   0.01,      0.1),
    ("no tolerance",                      [(0.1, 99), (0.2, 1)],       0.5,   0.0,       0.2),
    ("the minimum is reached exactly",    [(0.3, 5), (0.95, 5)],       0.5,   0.0,       0.3),
    ("no terms",                          [],                          0.5,   0.0,       0.1),
]  # fmt: skip


@pytest.mark.parametrize(
    ("pieces", "share", "tolerance", "threshold"),
    [case[1:] for case in THRESHOLDS],
    ids=[case[0] for case in THRESHOLDS],
)
def test_threshold(
    pieces: list[tuple[float, int]], share: float, tolerance: float, threshold: float
) -> None:
    lowest = np.array([entropy for entropy, n in pieces for _ in range(n)])
    assert choose_threshold(lowest, share, tolerance) == pytest.approx(threshold)


def test_worked_example_has_62_of_70_terms() -> None:
    lowest = np.array([entropy for entropy, n in WORKED for _ in range(n)])
    assert np.count_nonzero(lowest <= choose_threshold(lowest, 0.5, 0.0)) == 62
    assert len(lowest) == 70


# ---------------------------------------------------------------- what decides


def choose_texts(wrapper: Wrapper, html: str) -> str:
    """The text that a wrapper chooses on a page."""
    page = parse(html)
    return page.render(wrapper.content(page).content)


def test_only_the_spread_of_terms_decides() -> None:
    # The boxes differ in nothing but their words, and change their order.
    menu = "".join(f"<div><p>{make_story(900 + at, 12)}</p></div>" for at in range(3))

    def write(seed: int) -> str:
        boxes = [f"<div><p>{make_story(seed, 12)}</p></div>", menu]
        return "".join(boxes if seed % 2 else reversed(boxes))

    wrapper = learn_class([write(seed) for seed in range(4)], method="entropy")
    for seed in (0, 1, 50):
        assert choose_texts(wrapper, write(seed)).split() == make_story(seed, 12).split()


def test_pages_that_took_no_part_are_read() -> None:
    wrapper = learn_class(make_pages(), method="entropy")
    for seed in (0, 77):
        words = read_words(choose_texts(wrapper, make_html(seed)))
        assert words == read_words(make_story(seed) + " " + make_story(seed + 10_000, 30))
    page = parse(make_html(77))
    (item,) = wrapper.fields(page)
    assert item["content"].text == choose_texts(wrapper, make_html(77))
    evidence = wrapper.content(page).evidence["entropy"]
    body = read_body(wrapper)
    # Terms that were not seen have the entropy 0.
    assert evidence[page.is_tag("#text")].min() == 0
    assert evidence.max() > body.threshold


def test_piece_without_terms_follows_its_neighbours() -> None:
    picture = "<div><p><img src=a.png alt=''></p></div>"
    pages = [make_html(seed).replace("</article>", f"{picture}</article>") for seed in range(5)]
    pages = [page.replace("<aside", f"{picture}<aside") for page in pages]
    wrapper = learn_class(pages, method="entropy")
    page = parse(pages[0])
    images = np.flatnonzero(page.is_tag("img"))
    choice = wrapper.content(page)
    # The first is followed by a redundant piece, the second is between redundant ones.
    entropy = choice.evidence["entropy"]
    assert 0 < entropy[images[0]] < 1
    assert choice.content[images[0]] == (entropy[images[0]] <= read_body(wrapper).threshold)
    only = "<body><div><div><img src=a.png></div></div>"
    assert read_body(wrapper).measure_rows(parse(only)).tolist() == [0.0] * len(parse(only))


def test_ambiguous_pieces_are_split() -> None:
    # A piece of two lists: one is on all pages, the other on none.
    def write(seed: int) -> str:
        same = "".join(f"<li>{make_story(800 + at, 3)}" for at in range(4))
        own = "".join(f"<li>{make_story(300 + seed * 9 + at, 3)}" for at in range(4))
        return (
            f"<article><p>{make_story(seed)}</p></article><div><ul>{same}</ul><ol>{own}</ol></div>"
        )

    pages = [write(seed) for seed in range(4)]
    common = make_story(800, 3)
    for refine, is_kept in ((0.0, True), (0.2, False)):
        wrapper = learn_class(pages, method="entropy", refine=refine, share=0.9)
        assert read_body(wrapper).threshold == 0.5
        text = choose_texts(wrapper, pages[0])
        assert make_story(300, 3) in text
        assert (common in text) == is_kept


def test_tables_divide_pages_as_printed() -> None:
    def write(seed: int) -> str:
        same, own = make_story(700, 20), make_story(seed, 60)
        return (
            f"<table><tr><td><table><tr><td>{same}</table><td><table><tr><td>{own}</table></table>"
        )

    pages = [write(seed) for seed in range(4)]
    wrapper = learn_class(pages, method="entropy", coarse="table")
    assert choose_texts(wrapper, write(33)).split() == make_story(33, 60).split()
    # Without tables, a page is one piece.
    body = read_body(learn_class(make_pages(), method="entropy", coarse="table", refine=0.0))
    page = parse(make_html(77))
    assert len(set(body.measure_rows(page)[page.is_tag("#text")].tolist())) == 1


@pytest.mark.parametrize(
    ("language", "common", "texts"),
    [
        (
            "ja",
            "天気予報 お問い合わせ",
            ["湖の水位が上がった", "駅前に新店舗", "選挙結果を発表", "山火事は鎮火"],
        ),
        ("de", "Wettervorhersage Impressum", [make_story(at) for at in range(4)]),
    ],
)
def test_other_languages(language: str, common: str, texts: list[str]) -> None:
    pages = [
        f"<html lang={language}><div class=m><p>{common}</p></div><div class=t><p>{text}</p></div>"
        for text in texts
    ]
    wrapper = learn_class(pages, method="entropy")
    assert read_body(wrapper).language == language
    assert [choose_texts(wrapper, page) for page in pages] == texts


# ---------------------------------------------------------------- the definition


def generate_site(seed: int) -> list[Page]:
    """Pages of few words, with nested containers, lists, loose text and empty elements."""
    drawn = random.Random(seed)
    words = [f"w{at}q" for at in range(8)]

    def write(depth: int) -> str:
        kind = drawn.choice(["div", "section", "table", "p", "ul", "text", "img", "nav"])
        text = " ".join(drawn.choices(words, k=drawn.randint(0, 4)))
        inner = "".join(write(depth - 1) for _ in range(drawn.randint(0, 3))) if depth else ""
        match kind:
            case "text":
                return f" {text} "
            case "img":
                return "<img src=a.png>"
            case "p":
                return f"<p>{text}</p>"
            case "table":
                return f"<table><tr><td>{text}{inner}</td></tr></table>"
            case "ul":
                return f"<ul><li>{text}{inner}</li></ul>"
            case _:
                return f"<{kind}>{text}{inner}</{kind}>"

    pages = ["".join(write(3) for _ in range(4)) for _ in range(drawn.randint(2, 4))]
    # Every page has text of its own, so that no page is left out.
    return [parse(f"<p>only{at}</p>{html}") for at, html in enumerate(pages)]


def split_by_definition(page: Page, is_container: list[bool]) -> list[list[int]]:
    """The visible leaves of each piece, in document order."""
    pieces: dict[object, list[int]] = {}
    n_containers = 0
    for row in range(len(page)):
        n_containers += is_container[row]
        if not (page.leaves[row] and page.visible[row]):
            continue
        above = row
        while above >= 0 and not is_container[above]:
            above = int(page.parent[above])
        # Loose rows belong together if there is no container between them.
        key = above if above >= 0 else ("loose", n_containers)
        pieces.setdefault(key, []).append(row)
    return list(pieces.values())


def find_containers_by_definition(page: Page) -> list[bool]:
    names = [
        "article",
        "aside",
        "body",
        "footer",
        "form",
        "header",
        "main",
        "nav",
        "section",
        "table",
    ]
    blocks = [page.owner[row] == row and page.tag[row] != 0 for row in range(len(page))]
    has_block = [False] * len(page)
    for row in range(1, len(page)):
        has_block[page.parent[row]] |= bool(blocks[row])
    return [
        page.name(row) in names or (page.name(row) == "div" and has_block[row])
        for row in range(len(page))
    ]


def list_terms(page: Page, rows: list[int]) -> list[int]:
    mask = np.zeros(len(page), np.bool_)
    mask[rows] = True
    return list(page.term_digests(mask, "")[1].tolist())


def learn_by_definition(pages: list[Page], share: float) -> tuple[dict[int, float], float]:
    """The entropy of every term, and the threshold."""
    n = len(pages)
    tf = [Counter(list_terms(page, list(range(len(page))))) for page in pages]
    entropies: dict[int, float] = {}
    for term in {term for counts in tf for term in counts}:
        total = sum(counts[term] for counts in tf)
        weights = [counts[term] / total for counts in tf if counts[term]]
        h = -sum(w * math.log(w, n) for w in weights)
        entropies[term] = round(h, 3)

    def count_terms(t: float) -> int:
        known = set()
        for page in pages:
            for rows in split_by_definition(page, find_containers_by_definition(page)):
                terms = set(list_terms(page, rows))
                if terms and sum(entropies[term] for term in terms) / len(terms) <= t + 1e-9:
                    known |= terms
        return len(known)

    for step in range(1, 9):
        t, following = step / 10, (step + 1) / 10
        enough = count_terms(t) >= share * count_terms(1.0)
        if enough and count_terms(following) == count_terms(t):
            return entropies, t
    return entropies, 0.9


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**6), share=st.sampled_from([0.0, 0.5, 0.8]))
def test_agrees_with_definition(seed: int, share: float) -> None:
    pages = generate_site(seed)
    body = read_body(learn_class(pages, method="entropy", share=share, tolerance=0.0, refine=0.0))
    assert body.language in ("", "en")
    entropies, threshold = learn_by_definition(pages, share)
    assert body.threshold == pytest.approx(threshold)
    for page in pages:
        measured = body.measure_rows(page)
        values: list[float | None] = []
        pieces = split_by_definition(page, find_containers_by_definition(page))
        for rows in pieces:
            terms = set(list_terms(page, rows))
            mean = sum(entropies[term] for term in terms) / len(terms) if terms else None
            values.append(mean)
        for at, rows in enumerate(pieces):
            before = [value for value in values[: at + 1] if value is not None][-1:]
            after = [value for value in values[at:] if value is not None][:1]
            near = (before or after)[0], (after or before)[0]
            want = sum(near) / 2
            assert measured[rows].tolist() == pytest.approx([want] * len(rows))


# ---------------------------------------------------------------- XML


def test_wrapper_survives_xml() -> None:
    wrapper = learn_class(make_pages(), method="entropy", date="2026-11-17")
    again = Wrapper.read(wrapper.xml())
    assert again == wrapper
    assert hash(again.body) == hash(wrapper.body)
    assert again.xml() == wrapper.xml()
    page = parse(make_html(77))
    assert again.content(page).evidence["entropy"].tolist() == (
        wrapper.content(page).evidence["entropy"].tolist()
    )
    assert again.body != learn_class(make_pages(5), method="entropy").body
    assert make_story(0).split()[0] not in wrapper.xml()


def test_wrapper_holds_the_terms_with_the_highest_entropy(monkeypatch: pytest.MonkeyPatch) -> None:
    every = read_body(learn_class(make_pages(), method="entropy"))
    assert (every.thousandths == 1000).sum() > 5
    monkeypatch.setattr(module, "MAX_TERMS", 5)
    few = read_body(learn_class(make_pages(), method="entropy"))
    assert len(few.terms) == 5
    assert few.thousandths.tolist() == [1000] * 5
    assert (np.diff(few.terms.astype(object)) > 0).all()


HASHES = "00000000000000aa 00000000000000ff"
GOOD = f"""<entropies pages="2" threshold="0.5" refine="0.1" coarse="table" language="en"
names="post">
<terms thousandths="900">{HASHES}</terms><places pages="2">{HASHES}</places>
<texts pages="1">{HASHES}</texts></entropies>"""
INVALID = [
    # what it shows, in place of what, this, message
    ("another element", "entropies",
     "rules",
     "exactly one element 'entropies'"),
    ("one page", 'pages="2" threshold',
     'pages="1" threshold',
     "pages='1': expected integer, 2 to"),
    ("no attribute", ' refine="0.1"',
     "",
     "lacks the attribute 'refine'"),
    ("unknown attribute", ' refine="0.1"',
     ' refine="0.1" x="1"',
     "unknown attribute 'x'"),
    ("threshold", 'threshold="0.5"',
     'threshold="nan"',
     "threshold='nan': expected number, 0 to 1"),
    ("high threshold", 'threshold="0.5"',
     'threshold="1.5"',
     "threshold='1.5': expected number, 0 to 1"),
    ("refine", 'refine="0.1"',
     'refine="-1"',
     "refine='-1': expected number"),
    ("coarse", 'coarse="table"',
     'coarse="div"',
     "coarse='div': expected one of table, containers"),
    ("language", 'language="en"',
     'language="EN-us"',
     "language='EN-us': expected the ISO 639 code"),
    ("names", 'names="post"',
     'names="' + "x" * 101 + '"',
     "expected 5000 classes at most, with 100 characters"),
    ("entropy", 'thousandths="900"',
     'thousandths="1001"',
     "thousandths='1001': expected integer, 1 to 1000"),
    ("no integer", 'thousandths="900"',
     'thousandths="9.5"',
     "thousandths='9.5': expected integer"),
    ("no hash", "<terms thousandths=\"900\">00000000000000aa",
     "<terms thousandths=\"900\">aa",
     "expected hashes of 16 hexadecimal digits"),
    ("not sorted", HASHES + "</terms>",
     "00000000000000ff 00000000000000aa</terms>",
     "not sorted, or one twice"),
    ("no hashes", HASHES + "</terms>",
     "</terms>",
     "'terms' contains '': expected hashes"),
    ("a group twice", "</texts>",
     f'</texts><terms thousandths="900">{HASHES}</terms>',
     "two elements 'terms' have thousandths='900'"),
    ("a hash twice", "</texts>",
     f'</texts><terms thousandths="5">{HASHES}</terms>',
     "a hash occurs twice"),
    ("more pages", '<texts pages="1">',
     '<texts pages="3">',
     "pages='3': expected integer, 1 to 2"),
    ("element inside", HASHES + "</terms>",
     HASHES + "<b/></terms>",
     "'terms' has an unknown element 'b'"),
    ("unknown element", "<texts",
     "<b/><texts",
     "unknown element 'b'"),
    ("text", "<texts",
     "x<texts",
     "contains text: expected none"),
]  # fmt: skip


def read_xml(body: str, method: str = "entropy") -> Wrapper:
    return Wrapper.read(f'<wrapper version="1" method="{method}" site="" date="">{body}</wrapper>')


def test_smallest_wrapper_is_valid() -> None:
    wrapper = read_xml(GOOD)
    assert Wrapper.read(wrapper.xml()) == wrapper
    assert read_body(wrapper).terms.tolist() == [0xAA, 0xFF]


@pytest.mark.parametrize(
    ("part", "bad", "message"), [case[1:] for case in INVALID], ids=[case[0] for case in INVALID]
)
def test_invalid_wrapper_is_refused(part: str, bad: str, message: str) -> None:
    assert part in GOOD
    with pytest.raises(WrapperError, match=message):
        read_xml(GOOD.replace(part, bad))
