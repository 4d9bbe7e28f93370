"""The site method `ibdf`: features, similarity, frequency over pages and hosts, and wrappers."""

from __future__ import annotations

import math
import pickle
import random

import numpy as np
import pytest

from pagecore import Page, Site, Wrapper, parse
from pagecore.errors import WrapperError
from pagecore.sites import stored_pieces
from pagecore.sites.piece_features import TYPE_HASHES, PieceVectors, find_vectors
from pagecore.sites.piece_store import KeyCounter
from pagecore.sites.redundant_pieces import RedundantPieces
from pagecore.sites.similar_pieces import Vectors, make_vectors, measure_cosines
from tests.sites.sample_site import learn_class, make_html, make_pages, make_story, read_words


def read_body(wrapper: Wrapper) -> RedundantPieces:
    """The body of a wrapper of this method."""
    assert isinstance(wrapper.body, RedundantPieces)
    return wrapper.body


def vectorise(page: Page, tags: str = "today", features: str = "binary") -> PieceVectors:
    return find_vectors(page, *page.term_digests(page.visible, ""), tags, features)


def choose_text(wrapper: Wrapper, html: str) -> str:
    """The text that a wrapper chooses on a page."""
    page = parse(html)
    return page.render(wrapper.content(page).content)


# ---------------------------------------------------------------- pieces

PIECES = [
    # what it shows              page                                        texts of its pieces
    ("innermost element",        "<div>a<p>b</p>c<p>d</p></div>",            ["a c", "b", "d"]),
    ("hr cuts",                  "<div>a<hr>b<p>c</p><hr>d</div>",           ["a", "b", "c", "d"]),
    ("hr of another element",    "<div>a<p>b</p><center><hr></center>c",     ["a", "b", "c"]),
    ("hr inside a piece inside", "<div>a<div>b<hr>c</div>d</div>",           ["a d", "b", "c"]),
    ("loose text",               "a <b>b</b><p>c</p>d",                      ["a b", "c", "d"]),
    ("items of lists",           "<ul><li>a<li>b<ul><li>c</ul></ul>",        ["a", "b", "c"]),
    ("cells of a row",           "<table><tr><td>a<td>b<tr><td>c</table>",   ["a b", "c"]),
    ("hidden",                   "<p>a</p><p hidden>b</p>",                  ["a"]),
]  # fmt: skip


def list_texts(page: Page, tags: str) -> list[str]:
    pieces = vectorise(page, tags).pieces
    leaves = page.leaves & page.visible
    texts = [" ".join(page.text(leaves & (pieces.ids == at)).split()) for at in range(len(pieces))]
    separated = [" ".join(text) for text in texts]
    return [text for text in separated if text]


@pytest.mark.parametrize(
    ("html", "texts"), [case[1:] for case in PIECES], ids=[case[0] for case in PIECES]
)
def test_pieces(html: str, texts: list[str]) -> None:
    assert [text.replace("  ", "") for text in list_texts(parse(html), "today")] == texts


def test_printed_tags_have_no_div_and_no_items() -> None:
    page = parse("<div>a<p>b</p></div><div>c<ul><li>d<li>e</ul></div>")
    assert list_texts(page, "printed") == ["a", "b", "c", "d e"]


TYPES = [
    ("text", "boat", [0]),
    ("link", "<a href=/>boat</a>", [0, 1]),
    ("link without text", "<a href=/><img src=a></a>", [1, 2]),
    ("image", "boat <img src=a>", [0, 2]),
    ("script", "boat <script>x</script>", [0, 3]),
    ("heading", "<h2>boat</h2>", [0, 4]),
    ("list", "<ol>boat</ol>", [0, 5]),
    ("embedded", "boat <embed src=a>", [0, 6]),
    ("nothing", "***", []),
]


@pytest.mark.parametrize(
    ("html", "types"), [case[1:] for case in TYPES], ids=[case[0] for case in TYPES]
)
def test_types_of_what_a_piece_holds(html: str, types: list[int]) -> None:
    vectors = vectorise(parse(f"<div>{html}</div>")).vectors
    held = np.isin(vectors.features, TYPE_HASHES)
    assert sorted(vectors.features[held].tolist()) == sorted(TYPE_HASHES[types].tolist())
    # The only term is the word.
    assert np.count_nonzero(~held) == ("boat" in html)


# ---------------------------------------------------------------- similarity

TERMS = " ".join(f"term{at}" for at in range(20))
LINKED = f"<div class=a>{TERMS} <a href=/>{TERMS}</a></div>"
PICTURED = f"<div class=a>{TERMS} <a href=/>{TERMS}</a><img src=a></div>"


def compare(html: str, other: str, features: str = "binary") -> float:
    vectors, others = (vectorise(parse(page), features=features).vectors for page in (html, other))
    (cosine,) = measure_cosines(vectors, others, np.zeros(1, np.int64), np.zeros(1, np.int64))
    return float(cosine)


def keep_types(vectors: Vectors) -> Vectors:
    """The features that are types of what a piece holds."""
    kept = np.isin(vectors.features, TYPE_HASHES)
    return make_vectors(
        vectors.owners[kept], vectors.features[kept], vectors.weights[kept], len(vectors)
    )


def test_an_image_more_makes_little_difference() -> None:
    assert compare(LINKED, PICTURED) == pytest.approx(0.978, abs=5e-4)
    # The types alone, text and links of three, would make a greater difference.
    one, other = (keep_types(vectorise(parse(html)).vectors) for html in (LINKED, PICTURED))
    (cosine,) = measure_cosines(one, other, np.zeros(1, np.int64), np.zeros(1, np.int64))
    assert cosine == pytest.approx(math.sqrt(2 / 3))
    texts = [make_story(at, 20) for at in range(2)]
    pages = [
        f"{part}<div class=b><p>{text}</p></div>"
        for part, text in zip((LINKED, PICTURED), texts, strict=True)
    ]
    wrapper = learn_class(pages, method="ibdf", similarity=0.9)
    page = parse(pages[0])
    evidence = wrapper.content(page).evidence["IBDF"]
    row = int(np.flatnonzero(page.is_tag("#text"))[0])
    assert evidence[row] == 0.5
    assert choose_text(wrapper, pages[0]) == texts[0]


def test_counts_weigh_features_by_their_frequency() -> None:
    one, other = "<div>boat tide</div>", "<div>boat boat boat tide</div>"
    assert compare(one, other) == pytest.approx(1)
    weights = [math.log(2), math.log(2), math.log(3)]
    others = [math.log(4), math.log(2), math.log(5)]
    dot = sum(a * b for a, b in zip(weights, others, strict=True))
    norm = math.hypot(*weights) * math.hypot(*others)
    assert compare(one, other, "counts") == pytest.approx(dot / norm)


# ---------------------------------------------------------------- what decides


def test_only_the_pages_with_a_similar_piece_decide() -> None:
    # The pieces differ in nothing but their words, and change their order.
    menu = "".join(f"<p>{make_story(900 + at, 12)}</p>" for at in range(3))

    def write(seed: int) -> str:
        parts = [f"<p>{make_story(seed, 12)}</p>", menu]
        return f"<div class=x>{''.join(parts if seed % 2 else reversed(parts))}</div>"

    wrapper = learn_class([write(seed) for seed in range(4)], method="ibdf", similarity=0.9)
    for seed in (0, 1, 50):
        assert choose_text(wrapper, write(seed)).split() == make_story(seed, 12).split()


def test_theta_is_the_least_frequency_of_content() -> None:
    # The second paragraph is on two of four pages.
    def write(seed: int) -> str:
        shared = f"<p>{make_story(500, 20)}</p>" if seed < 2 else ""
        return (
            f"<div class=m><p>{make_story(600, 20)}</p></div><p>{make_story(seed, 20)}</p>{shared}"
        )

    pages = [write(seed) for seed in range(4)]
    for theta, is_kept in ((1.0, False), (0.5, True)):
        wrapper = learn_class(pages, method="ibdf", theta=theta, similarity=0.9)
        text = choose_text(wrapper, pages[0])
        assert (make_story(500, 20) in text) == is_kept
        assert make_story(600, 20) not in text
        assert make_story(0, 20) in text


def test_piece_without_features_follows_its_neighbours() -> None:
    html = "<div class=m><p>Sport</p><p>***</p><p>Weather</p></div><p>{0}</p><p>+++</p><p>{1}</p>"
    pages = [html.format(make_story(at), make_story(at + 50)) for at in range(3)]
    wrapper = learn_class(pages, method="ibdf")
    assert choose_text(wrapper, pages[1]).split("\n\n") == [make_story(1), "+++", make_story(51)]


def test_pages_that_took_no_part_are_read() -> None:
    wrapper = learn_class(make_pages(), method="ibdf")
    words = read_words(choose_text(wrapper, make_html(77)))
    assert words == read_words(make_story(77) + " " + make_story(10_077, 30))
    (item,) = wrapper.fields(parse(make_html(77)))
    assert item["content"].text == choose_text(wrapper, make_html(77))


# ---------------------------------------------------------------- hosts


def write_paper(name: str, story: str) -> str:
    return (
        f"<html lang=en><div class=menu><p>{name} {make_story(300 + ord(name[0]), 9)}</p></div>"
        f"<div class=text><p>{story}</p></div>"
    )


def test_an_agency_text_on_two_hosts_is_content_on_both_and_reported() -> None:
    agency = make_story(5)
    pages = [
        parse(write_paper(name, story), url=f"https://{name}.example/{at}")
        for name in ("anchor", "beacon")
        for at, story in enumerate([agency, make_story(ord(name[0])), make_story(ord(name[1]))])
    ]
    wrapper = learn_class(pages, method="ibdf")
    note = (
        "1 pair of pages of different hosts have the same content: https://anchor.example/0 and "
        "https://beacon.example/0"
    )
    assert note in wrapper.notes
    for page in (pages[0], pages[3]):
        assert page.render(wrapper.content(page).content) == agency
    # The redundant pieces are those of the host; a page of an unknown host has those of all.
    other = parse(write_paper("beacon", make_story(7)), url="https://anchor.example/9")
    assert "beacon" in other.render(wrapper.content(other).content)
    unknown = parse(write_paper("beacon", make_story(7)))
    assert "beacon" not in unknown.render(wrapper.content(unknown).content)
    assert Wrapper.read(wrapper.xml()) == wrapper


def test_hosts_with_one_page_each_are_refused() -> None:
    pages = [parse(make_html(at), url=f"https://host{at}.example/") for at in range(3)]
    with pytest.raises(WrapperError, match="nothing was learned: each of 3 hosts has one page"):
        learn_class(pages, method="ibdf")


# ---------------------------------------------------------------- the definition


def generate_site(seed: int) -> list[Page]:
    """Pages of few words, so that many pieces are similar."""
    drawn = random.Random(seed)
    words = [f"w{at}q" for at in range(12)]

    def write_piece() -> str:
        text = " ".join(drawn.choices(words, k=drawn.choice([0, 1, 2, 6, 9])))
        kind = drawn.choice(["<p>{}</p>", "<div>{}</div>", "<p><a href=/>{}</a></p>", "<hr>{}",
                             "<ul><li>{}<li>x{}</ul>", "<p>{}<img src=a></p>"])  # fmt: skip
        return kind.format(text, text)

    shared = [write_piece() for _ in range(4)]
    pages = []
    for at in range(drawn.randint(2, 5)):
        parts = [write_piece() for _ in range(5)] + drawn.sample(shared, 3)
        drawn.shuffle(parts)
        pages.append(parse(f"<div class=top><p>only{at}</p></div>{''.join(parts)}"))
    return pages


def describe_pieces(page: Page, features: str) -> list[dict[int, float]]:
    """The features of each piece with their weights."""
    vectors = vectorise(page, features=features).vectors
    spans = zip(vectors.begin[:-1].tolist(), vectors.begin[1:].tolist(), strict=True)
    return [
        dict(zip(vectors.features[a:b].tolist(), vectors.weights[a:b].tolist(), strict=True))
        for a, b in spans
    ]


def measure_by_definition(one: dict[int, float], other: dict[int, float]) -> float:
    dot = sum(weight * other.get(feature, 0) for feature, weight in one.items())
    return dot / (math.hypot(*one.values()) * math.hypot(*other.values()))


#: Fixed, because MinHash misses a pair in some thousand.
@pytest.mark.parametrize("features", ["binary", "counts"])
@pytest.mark.parametrize("similarity", [0.6, 0.7, 0.8, 0.9])
@pytest.mark.parametrize("seed", range(10))
def test_agrees_with_all_pairs(seed: int, similarity: float, features: str) -> None:
    pages = generate_site(seed)
    body = read_body(
        learn_class(pages, method="ibdf", tags="today", similarity=similarity, features=features)
    )
    every = [describe_pieces(page, features) for page in pages]
    pieces = [piece for of_page in every for piece in of_page if piece]

    def is_similar(one: dict[int, float], other: dict[int, float]) -> bool:
        return bool(other) and measure_by_definition(one, other) > similarity

    def count_pages(piece: dict[int, float]) -> int:
        return sum(any(is_similar(piece, other) for other in of_page) for of_page in every)

    # What is learned: the pieces that are similar on two pages.
    redundant = [(piece, n) for piece in pieces if (n := count_pages(piece)) > 1]
    assert set(body.stored.n_pages.tolist()) == {n for _, n in redundant}
    for page, of_page in zip(pages, every, strict=True):
        measured = body.measure_pieces(page, vectorise(page, features=features))
        for at, piece in enumerate(of_page):
            if piece:
                n_pages = [n for other, n in redundant if is_similar(piece, other)]
                assert measured[at] == 1 / max(n_pages, default=1)


def test_keys_are_counted_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = [[1, 2, 2], [3, 2], [4], [2, 1], [5, 5]]
    for limit in (0, 3, 1000):
        monkeypatch.setattr("pagecore.sites.piece_store._MAX_WAITING", limit)
        counter = KeyCounter()
        for keys in pages:
            counter.add(np.array(keys, np.uint64))
        assert counter.list_shared().tolist() == [1, 2]


# ---------------------------------------------------------------- XML


@pytest.mark.parametrize("features", ["binary", "counts"])
def test_wrapper_survives_xml(features: str) -> None:
    wrapper = learn_class(make_pages(), method="ibdf", features=features, date="2026-11-17")
    again = Wrapper.read(wrapper.xml())
    assert again == wrapper
    assert hash(again.body) == hash(wrapper.body)
    assert again.xml() == wrapper.xml()
    assert pickle.loads(pickle.dumps(again)) == again
    page = parse(make_html(77))
    assert np.array_equal(again.content(page).content, wrapper.content(page).content)
    assert again.body != learn_class(make_pages(5), method="ibdf", features=features).body
    assert make_story(0).split()[0] not in wrapper.xml()


def test_wrapper_holds_the_pieces_of_most_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = [*[make_html(at) for at in range(5)]]
    pages[0] = pages[0].replace("</article>", f"<p>{make_story(400, 9)}</p></article>")
    pages[1] = pages[1].replace("</article>", f"<p>{make_story(400, 9)}</p></article>")
    every = read_body(learn_class(pages, method="ibdf")).stored
    assert every.n_pages.tolist() == sorted(every.n_pages.tolist(), reverse=True)
    assert every.n_pages[-1] == 2
    n_features = int((every.vectors.sizes[:-1] + stored_pieces.PIECE_COST).sum())
    monkeypatch.setattr(stored_pieces, "MAX_FEATURES", n_features)
    assert read_body(learn_class(pages, method="ibdf")).stored.n_pages.tolist() == (
        every.n_pages[:-1].tolist()
    )


HASHES = "00000000000000aa 00000000000000ff"
GOOD = f"""<pieces pages="3" similarity="0.9" tags="today" features="counts" language="en"
names="post" theta="1">
<host name="a.example"><piece pages="2" counts="1 4">{HASHES}</piece></host>
<places pages="2">{HASHES}</places></pieces>"""
INVALID = [
    # what it shows, in place of what, this, message
    ("another element", "pieces", "rules", "exactly one element 'pieces'"),
    ("one page", '<pieces pages="3"', '<pieces pages="1"', "pages='1': expected integer, 2 to"),
    ("similarity", 'similarity="0.9"', 'similarity="0.1"', "similarity='0.1': expected number"),
    ("tags", 'tags="today"', 'tags="all"', "tags='all': expected one of printed, today"),
    ("features", 'features="counts"', 'features="x"', "features='x': expected one of binary"),
    ("language", 'language="en"', 'language="?"', "language='\\?': expected the ISO 639 code"),
    ("names", 'names="post"', "", "'pieces' lacks the attribute 'names'"),
    ("no host", ' name="a.example"', "", "'host' lacks the attribute 'name'"),
    ("more pages", '<piece pages="2"', '<piece pages="4"', "pages='4': expected integer, 1 to 3"),
    ("counts", 'counts="1 4"', 'counts="1"', "counts='1': expected 2 positive integers"),
    ("no count", 'counts="1 4"', 'counts="1 0"', "expected 2 positive integers"),
    ("no integer", 'counts="1 4"', 'counts="1 x"', "expected 2 positive integers"),
    ("no counts", ' counts="1 4"', "", "'piece' lacks the attribute 'counts'"),
    ("binary", 'features="counts"', 'features="binary"', "unknown attribute 'counts'"),
    ("no hash", "00000000000000aa 00000000000000ff</piece>", "aa</piece>", "16 hexadecimal"),
    ("element", "<piece pages", "<b/><piece pages", "'host' has an unknown element 'b'"),
    ("unknown element", "<places", "<b/><places", "unknown element 'b'"),
    ("host twice", "<places", '<host name="a.example"/><places', "'host' have the same name"),
]  # fmt: skip


def read_xml(body: str) -> Wrapper:
    return Wrapper.read(f'<wrapper version="1" method="ibdf" site="" date="">{body}</wrapper>')


def test_smallest_wrapper_is_valid() -> None:
    wrapper = read_xml(GOOD)
    assert Wrapper.read(wrapper.xml()) == wrapper
    assert read_body(wrapper).stored.hosts == ("a.example",)


@pytest.mark.parametrize(
    ("part", "bad", "message"), [case[1:] for case in INVALID], ids=[case[0] for case in INVALID]
)
def test_invalid_wrapper_is_refused(part: str, bad: str, message: str) -> None:
    assert part in GOOD
    with pytest.raises(WrapperError, match=message):
        read_xml(GOOD.replace(part, bad))


def test_site_without_redundant_pieces_keeps_everything() -> None:
    pages = [f"<div class=t><p>{make_story(at)}</p></div>" for at in range(3)]
    wrapper = learn_class(Site.of(pages), method="ibdf", similarity=0.9)
    assert read_body(wrapper).stored.hosts == ()
    assert choose_text(wrapper, pages[0]) == make_story(0)
