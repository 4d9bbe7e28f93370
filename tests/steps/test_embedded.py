"""Content that a page carries in its data, where it shows none of it or a stub."""

from __future__ import annotations

import html
import json
import pickle
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from pagecore import Choice, Page, extract, parse
from pagecore.choice import LOW_CONFIDENCE, WHOLE_PAGE, Change, Part, Wall
from pagecore.page import embedded_pages
from pagecore.page.embedded_pages import Budget
from pagecore.steps.embedded import EMBEDDED, find_embedded, is_stub, read_embedded
from pagecore.steps.pipeline import STEPS, select_steps
from pagecore.steps.step import Request
from pagecore.write.text import render_text
from tests.growth import FACTOR, check_ends, check_linear, count_calls

TITLE = "The lamp of the lock keeper"
LEAD = "At lock nine a lamp has burned every night since 1908."
BODY = (
    f"{LEAD[:-1]}, and nobody has to light it, since it has hung on a timer for thirty years.",
    "The keeper lights it anyway, and the timer, he says, has got used to it; on winter nights the"
    " boats see it from the second bend of the canal.",
    "When the lock was rebuilt in 1963 the lamp was taken down and lay in a shed, until the mother"
    " of the keeper carried it back under her coat.",
    "Nobody has asked for it since, and the office that would have to be asked has been closed for"
    " longer than the timer has been there.",
)
TEXT = "\n\n".join(BODY)
HTML = "".join(f"<p>{part}</p>" for part in BODY)
OFFER = "Subscribe to our letter and read what nobody else will tell you about canals, every week."

HEAD = f"<title>{TITLE}</title><meta name=description content='{LEAD}'>"
MENU = "<nav><a href=/>Home</a><a href=/news>News</a></nav>"
#: What the page shows of its text.
SHOWN = {
    "nothing": "<div id=root></div>",
    "a stub": f"{MENU}<main><h1>{TITLE}</h1><p>{LEAD}</p></main><footer>2020</footer>",
}
ALL = f"{MENU}<main><h1>{TITLE}</h1>{HTML}</main><footer>2020</footer>"


def script(data: object, kind: str = "application/json") -> str:
    return f"<script type={kind}>{json.dumps(data)}</script>"


def write_json_ld(*, between: str) -> str:
    article = {"@type": "NewsArticle", "description": LEAD, "articleBody": between.join(BODY)}
    site = {"@type": "WebSite", "description": OFFER}
    return script({"@graph": [site, article]}, "application/ld+json")


def state() -> str:
    post = {"title": TITLE, "html": HTML}
    return script({"props": {"pageProps": {"post": post, "offers": [{"text": OFFER}] * 9}}})


def stream() -> str:
    """Two paragraphs as elements, two as a text, cut into pieces anywhere."""
    elements = [["$", "p", str(at), {"children": part}] for at, part in enumerate(BODY[:2])]
    tree = ["$", "article", None, {"children": elements}]
    text = "".join(f"<p>{part}</p>" for part in BODY[2:])
    rows = f'1:"$Sreact.fragment"\n0:{json.dumps({"f": [tree]})}\n2:T{len(text):x},{text}'
    pieces = [rows[at : at + 200] for at in range(0, len(rows), 200)]
    begin = "<script>(self.__next_f=self.__next_f||[]).push([0])</script>"
    push = "<script>self.__next_f.push({})</script>"
    return begin + "".join(push.format(json.dumps([1, piece])) for piece in pieces)


def write_preload() -> str:
    posts = [{"username": "keeper", "cooked": f"<p>{part}</p>"} for part in BODY]
    data = {
        "siteSettings": json.dumps({"welcome": OFFER}),
        "topic_7": json.dumps({"post_stream": {"posts": posts}}),
    }
    return f"<div id=data-preloaded data-preloaded='{html.escape(json.dumps(data))}'></div>"


CARRIED: dict[str, Callable[[], str]] = {
    "linked data, lines": lambda: write_json_ld(between="\n"),
    "linked data, blank lines": lambda: write_json_ld(between="\n\n"),
    "state": state,
    "stream": stream,
    "preloaded": write_preload,
    "frame": lambda: f'<iframe srcdoc="{html.escape(HTML)}"></iframe>',
}
EACH = pytest.mark.parametrize("carried", CARRIED)


@EACH
@pytest.mark.parametrize("shown", SHOWN)
def test_what_is_carried_is_taken_where_little_is_shown(shown: str, carried: str) -> None:
    document = extract(HEAD + SHOWN[shown] + CARRIED[carried]())
    assert document.text == TEXT
    page, inner = document.parts
    assert not page.choice.content.any()
    assert inner.page.origin is not None
    assert inner.page.origin[0] is page.page
    assert document.confidence == inner.choice.confidence
    assert document.confidence is not None
    assert document.confidence > 0.5
    (warning,) = document.warnings
    assert warning.code == "embedded-content"
    assert f"read from the data in {page.page.xpath(warning.row)}" in warning.message


@EACH
def test_what_is_carried_is_left_alone_where_the_page_shows_its_text(carried: str) -> None:
    shown = extract(HEAD + ALL)
    assert shown.text.endswith(TEXT)
    document = extract(HEAD + ALL + CARRIED[carried]())
    assert document.text == shown.text
    assert len(document.parts) == 1
    assert document.warnings == ()


@pytest.mark.parametrize("holder", ["template", "noscript"])
@pytest.mark.parametrize("shown", SHOWN)
def test_what_is_in_a_template_is_text_of_the_page(shown: str, holder: str) -> None:
    """It is in its blocks, and judged with them."""
    document = extract(f"{HEAD}{SHOWN[shown]}<{holder}><article>{HTML}</article></{holder}>")
    assert document.text.endswith(TEXT)
    assert len(document.parts) == 1


@EACH
@pytest.mark.parametrize("shown", SHOWN)
def test_text_of_another_page_is_not_taken(shown: str, carried: str) -> None:
    """The page says of itself something that the text has not."""
    head = (
        "<title>Prices of firewood by the cubic metre</title><meta name=description"
        " content='Beech, oak and ash, dry, cut to any length; delivered within eight days.'>"
    )
    document = extract(head + SHOWN[shown].replace(TITLE, "Firewood") + CARRIED[carried]())
    assert BODY[1] not in document.text
    assert document.confidence is not None
    assert document.warnings[-1].code == "no-content"


def test_text_that_is_hardly_longer_than_what_is_shown_is_not_taken() -> None:
    short = script({"@type": "NewsArticle", "articleBody": BODY[0]}, "application/ld+json")
    assert len(extract(HEAD + SHOWN["a stub"] + short).parts) == 1


def test_scripts_without_spaces() -> None:
    story = "閘門の番人の灯は千九百八年から毎晩ともっている。番人は今も毎晩登る。"
    body = "\n".join(
        f"{story}冬の夜には運河の二つ目の曲がり角から船がその灯を見る。{at}" for at in range(6)
    )
    head = "<title>閘門の番人の灯</title><meta name=description content='灯は毎晩ともっている。'>"
    data = script({"@type": "NewsArticle", "articleBody": body}, "application/ld+json")
    document = extract(f"{head}<div id=root></div>{data}")
    assert document.text.count(story) == 6
    assert document.text.count("\n\n") == 5


def test_cost_grows_with_the_page_and_no_faster() -> None:
    def make(n: int) -> str:
        values = {f"k{at}": {"text": f"{OFFER} {at}"} for at in range(n)}
        return HEAD + SHOWN["nothing"] + script(values) + write_preload()

    check_linear(extract, make(100), make(100 * FACTOR))
    check_ends(lambda: extract(make(10_000)))


# ---------------------------------------------------------------- parts of the rule


def stub(html: str, *, confidence: float | None, words: int) -> Part:
    """A part of which the first words of the page are chosen."""
    page = parse(html)
    texts = np.flatnonzero((page.words > 0) & page.visible)
    chosen = texts[np.cumsum(page.words[texts]) <= words]
    choice = Choice.of(page, np.isin(np.arange(len(page)), chosen))
    return Part(page, replace(choice, confidence=confidence))


def take_all(page: Page) -> Choice:
    return replace(Choice.of(page, page.visible), confidence=0.8)


REQUEST = Request(take_all, STEPS)
WORD = "<p>word</p>"

STUBS = [
    # what it shows                  words  confidence             is a stub
    ("nothing",                      0,     None,                  True),
    ("anything without confidence",  1,     None,                  False),
    ("few words",                    59,    LOW_CONFIDENCE,        True),
    ("enough words",                 60,    LOW_CONFIDENCE,        False),
    ("doubtful words",               299,   LOW_CONFIDENCE - 0.01, True),
    ("many doubtful words",          300,   LOW_CONFIDENCE - 0.01, False),
]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "confidence", "expected"), [case[1:] for case in STUBS], ids=[c[0] for c in STUBS]
)
def test_stubs(words: int, confidence: float | None, expected: bool) -> None:
    part = stub(WORD * 300, confidence=confidence, words=words)
    assert part.n_words == words
    assert is_stub(part) is expected


def test_a_choice_of_empty_elements_is_a_stub() -> None:
    page = parse(HEAD + SHOWN["nothing"] + state())
    chosen = page.is_tag("div")
    assert chosen.any()
    part = Part(page, Choice(chosen, chosen.astype(np.float32)))
    assert is_stub(part)
    assert read_embedded((part,), REQUEST)[1].page.origin is not None


SHELLS = [
    # words shown  confidence             carried  is taken
    (149,          LOW_CONFIDENCE,        state,   True),
    (150,          LOW_CONFIDENCE,        state,   False),
    (150,          LOW_CONFIDENCE - 0.01, state,   True),
    (150,          None,                  state,   True),
    (150,          LOW_CONFIDENCE,        lambda: write_json_ld(between="\n"), True),
]  # fmt: skip


@pytest.mark.parametrize(("shown", "confidence", "carried", "expected"), SHELLS)
def test_a_page_that_shows_much_has_its_text_in_linked_data_alone(
    shown: int, confidence: float | None, carried: Callable[[], str], expected: bool
) -> None:
    part = stub(HEAD + WORD * shown + carried(), confidence=confidence, words=0)
    assert part.page.count_words(part.page.visible) == shown
    assert (find_embedded(part, REQUEST) is not None) is expected


def words(n: int) -> str:
    return script({"text": "word " * n})


def taken_from(html: str, *, words: int = 0, request: Request = REQUEST) -> Part | None:
    """What is taken for a page of which the first words are chosen, with some confidence."""
    return find_embedded(stub(html, confidence=0.9, words=words), request)


@pytest.mark.parametrize(("carried", "is_taken"), [(29, False), (30, True)])
def test_text_is_taken_that_is_three_times_as_long(carried: int, is_taken: bool) -> None:
    assert (taken_from(WORD * 10 + words(carried), words=10) is not None) is is_taken
    # However many texts the words are in.
    apart = script({"html": WORD * carried})
    assert (taken_from(WORD * 10 + apart, words=10) is not None) is is_taken


def test_words_that_the_method_does_not_choose_do_not_count() -> None:
    def take_first(page: Page) -> Choice:
        return replace(Choice.of(page, page.block == 0), confidence=0.8)

    html = WORD * 10 + script({"html": "<p>" + "word " * 29 + "</p><p>word</p>"})
    assert taken_from(html, words=10) is not None
    assert taken_from(html, words=10, request=Request(take_first, STEPS)) is None


def test_without_a_description_the_confidence_is_that_of_the_source() -> None:
    taken = taken_from(words(30))
    assert taken is not None
    assert taken.choice.confidence == pytest.approx(0.8 * 0.7)


@pytest.mark.parametrize(("n_words", "kind"), [(8 * 20, "application/ld+json"), (10 * 20, None)])
def test_linked_data_is_worth_nine_times_its_words(n_words: int, kind: str | None) -> None:
    linked_data = script({"articleBody": "word " * 20}, "application/ld+json")
    state = f"<script id=state>{json.dumps({'text': 'word ' * n_words})}</script>"
    taken = taken_from(state + linked_data)
    assert taken is not None
    assert taken.page.origin is not None
    page, row = taken.page.origin
    assert page.get(row, "type") == kind


def test_of_texts_of_the_same_worth_the_first_is_taken() -> None:
    taken = taken_from(words(30) + words(30))
    assert taken is not None
    assert taken.page.origin is not None
    page, row = taken.page.origin
    assert row == np.flatnonzero(page.is_tag("script"))[0]


def test_eight_headings_describe_a_page() -> None:
    data = script({"text": "alpha beta gamma delta epsilon zeta eta theta iota kappa. " * 2})
    known, other = "<h1>alpha beta gamma</h1>", "<h1>one two three four five six</h1>"
    assert taken_from(known * 8 + other + data) is not None
    assert taken_from(known * 7 + other + data) is None


def test_a_description_without_content_says_nothing() -> None:
    data = script({"text": "alpha beta gamma delta. " * 4})
    for empty in ("<meta name=description>", "<meta name=description content=''>"):
        taken = taken_from(f"<title>alpha beta gamma delta</title>{empty}{data}")
        assert taken is not None
        assert taken.choice.confidence == pytest.approx(0.8 * 0.7)


def test_sections_of_a_frame_are_one_text() -> None:
    inner = html.escape("<section><p>alpha beta</p></section><section><p>gamma</p></section>")
    taken = taken_from(f'<iframe srcdoc="{inner}"></iframe>')
    assert taken is not None
    assert render_text(*taken) == "alpha beta\n\ngamma"


def test_the_description_counts_title_headings_and_meta() -> None:
    data = script({"text": "alpha beta gamma delta epsilon zeta eta theta iota kappa. " * 2})
    for head, is_taken in (
        ("<title>alpha beta gamma</title>", True),
        ("<h1>alpha beta gamma</h1>", True),
        ("<title>one two three</title>", False),
        ("<h1>one two three</h1>", False),
        ("<meta name=description content='one two three'>", False),
        ("<meta property=og:title content='one two three'>", False),
        ("<meta property=og:description content='one two three'>", False),
        ("<meta name=keywords content='one two three'>", True),
        # Half of its words are enough, a name alone says nothing.
        ("<title>alpha beta two three</title>", True),
        ("<title>alpha one two three</title>", False),
        ("<title>one two</title>", True),
    ):
        part = stub(head + data, confidence=None, words=0)
        assert (find_embedded(part, REQUEST) is not None) is is_taken, head


def test_linked_data_is_preferred_and_trusted_more() -> None:
    html = HEAD + SHOWN["nothing"]
    of_state = find_embedded(stub(html + state(), confidence=None, words=0), REQUEST)
    assert of_state is not None
    of_linked = find_embedded(
        stub(html + write_json_ld(between="\n"), confidence=None, words=0), REQUEST
    )
    assert of_linked is not None
    assert of_linked.choice.confidence is not None
    assert of_state.choice.confidence is not None
    assert of_linked.choice.confidence * 0.7 == pytest.approx(of_state.choice.confidence)
    both = find_embedded(
        stub(html + state() + write_json_ld(between="\n"), confidence=None, words=0), REQUEST
    )
    assert both is not None
    assert both.page == of_linked.page


def test_the_log_reports_where_it_was_read() -> None:
    document = extract(HEAD + SHOWN["a stub"] + state())
    shown, inner = document.parts
    left_out = [change.reason for change in shown.choice.changes if change.step == EMBEDDED]
    assert set(left_out) == {"replaced by the longer text in the page's data"}
    script_row = int(np.flatnonzero(shown.page.is_tag("script"))[0])
    note = Change(WHOLE_PAGE, True, EMBEDDED, f"read from {shown.page.xpath(script_row)}")
    assert note in inner.choice.changes
    others = [change for change in inner.choice.changes if change.block != WHOLE_PAGE]
    assert all(not change.kept for change in others)


def test_copies_inside_are_taken_out_where_the_step_is_taken() -> None:
    twice = script({"html": f"<div>{HTML}</div><p>between</p><div>{HTML}</div>"})
    part = stub(HEAD + SHOWN["nothing"] + twice, confidence=None, words=0)
    for steps, times in ((STEPS, 1), (select_steps(["embedded"]), 2)):
        inner = find_embedded(part, Request(take_all, steps))
        assert inner is not None
        assert render_text(*inner).count(BODY[1]) == times


def test_a_wall_that_stands_in_is_left_alone() -> None:
    part = stub(HEAD + SHOWN["nothing"] + state(), confidence=0.1, words=0)
    for wall, n_parts in (
        (None, 2),
        (Wall("it is empty"), 2),
        (Wall("it asks", is_stand_in=True), 1),
    ):
        walled = Part(part.page, replace(part.choice, wall=wall))
        parts = read_embedded((walled,), REQUEST)
        assert len(parts) == n_parts
        assert parts[0].choice.wall is (wall if n_parts == 1 else None)
        # A method without a confidence may have missed the content.
        unsure = Part(part.page, replace(part.choice, wall=wall, confidence=None))
        assert len(read_embedded((unsure,), REQUEST)) == 2


CARRIERS = {
    "scripts": ('<script>var a={{"b":"{}"}}</script>', Budget.MAX_PAGES),
    "frames": ('<iframe srcdoc="<p>{}"></iframe>', Budget.MAX_PAGES),
    "attributes": ('<div data-a="&lt;p>{0} {0} {0}"></div>', Budget.MAX_PAGES),
}


@pytest.mark.parametrize("name", CARRIERS)
def test_data_is_read_up_to_a_budget(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    unit, most = CARRIERS[name]
    text = "some words of the text in a value that is long enough to be taken for text"
    calls = count_calls(monkeypatch, Page, "_parse_embedded")
    html = "<title>some words of the text</title>" + unit.format(text) * (most + 50)
    document = extract(html)
    assert len(calls) == most
    assert [warning.code for warning in document.warnings].count("limit-embedded") == 1
    few = extract("<title>some words of the text</title>" + unit.format(text))
    assert "limit-embedded" not in [warning.code for warning in few.warnings]


def test_values_of_html_are_read_up_to_a_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = count_calls(monkeypatch, embedded_pages, "_close_html")
    values = json.dumps(["<p>some words of the text"] * (Budget.MAX_VALUES + 500))
    html = f"<title>some words of the text</title><script type=application/json>{values}</script>"
    document = extract(html)
    assert len(calls) == Budget.MAX_VALUES
    assert "limit-embedded" in [warning.code for warning in document.warnings]
    assert len(document.text) > 20 * Budget.MAX_VALUES
    page = parse(html)
    inside = page.embedded_page(int(np.flatnonzero(page.is_tag("script"))[0]))
    assert inside is not None
    assert [warning.code for warning in inside.warnings] == ["limit-embedded"]
    assert pickle.loads(pickle.dumps(inside)).warnings == inside.warnings
