"""The rules of a site: what is learned, and on what pages each rule alone decides."""

from __future__ import annotations

import numpy as np
import pytest

from pagecore import Wrapper, learn, parse
from pagecore.errors import BadInput, WrapperError
from pagecore.page import Mask, Page
from pagecore.sites.hybrid import Rule, Rules, find_rule

TEXT = " ".join(["The tide comes in at six, and the boats go out."] * 6)


def marked(page: Page) -> Mask:
    """What the page itself marks as content."""
    return page.above(page.is_tag("p") & ~page.has_class("no")) >= 0


def rule(html: str) -> Rule | None:
    page = parse(html)
    return find_rule(page, marked(page))


# ---------------------------------------------------------------- the rule of a page


def test_rule_is_the_opening_tag_of_the_block_with_most_content() -> None:
    learned_rule = rule(
        f'<div id=a><p class=no>{TEXT}</div><div\n CLASS="b  c" data-x=">"><p>{TEXT}</div>'
    )
    assert learned_rule == Rule("div", "", "b c", '<div\n CLASS="b  c" data-x=">">')


def test_block_without_id_and_class_takes_the_tag_around_it() -> None:
    learned_rule = rule(f"<article id=m><div><div class=''><p>{TEXT}</div></div></article>")
    assert learned_rule == Rule("article", "m", "", "<article id=m>")


def test_without_any_there_is_no_rule() -> None:
    assert rule(f"<div><p>{TEXT}</div>") is None
    assert rule(f"<p>{TEXT}") is None
    assert rule("<div id=m></div>") is None


def test_element_that_has_no_tag_in_the_source_gives_no_rule() -> None:
    # The cell's row and section are implied.
    learned_rule = rule(f"<table class=t><td><p>{TEXT}</table>")
    assert learned_rule == Rule("table", "", "t", "<table class=t>")


def test_values_are_kept_as_they_are_written() -> None:
    learned_rule = rule(f"<div class='a&amp;b' data-n=1><p>{TEXT}</div>")
    assert learned_rule == Rule("div", "", "a&amp;b", "<div class='a&amp;b' data-n=1>")
    other = f"<div data-n=2 class='a&amp;b'><p>{TEXT}</div>".encode()
    assert learned_rule is not None
    assert wrapper(learned_rule).cut(other) == other


@pytest.mark.parametrize("odd", ["\x0c", "\x01", "\ufffe"])
def test_tag_that_xml_cannot_hold_gives_no_rule(odd: str) -> None:
    page = f"<article id=m><div class='a' title='{odd}'><p>{TEXT}</div></article>"
    learned_rule = rule(page)
    assert learned_rule is not None
    assert learned_rule.id == "m"
    learned = learn([page], labels=marked)
    assert Wrapper.read(learned.xml()) == learned


def test_long_opening_tags_are_learned() -> None:
    opened = f"<div id=m data-x='{'y' * 2000}'>"
    assert rule(f"{opened}<p>{TEXT}</div>") == Rule("div", "m", "", opened)
    # But not without end: the tag around it is taken.
    longer = f"<section id=s><div id=m data-x='{'y' * 9000}'><p>{TEXT}</div></section>"
    assert rule(longer) == Rule("section", "s", "", "<section id=s>")


@pytest.mark.parametrize("tag", ["article", "main", "section", "body", "table", "tr", "form"])
def test_elements_around_a_block_may_be_others(tag: str) -> None:
    cell = f"<td><p>{TEXT}" if tag in ("table", "tr") else f"<div><p>{TEXT}</div>"
    before = "<table>" if tag == "tr" else ""
    assert rule(f"{before}<{tag} id=m>{cell}") == Rule(tag, "m", "", f"<{tag} id=m>")
    # A wrapper with it can be read.
    learned = Wrapper("hybrid", Rules((Rule(tag, "m", "", f"<{tag} id=m>"),), 25))
    assert Wrapper.read(learned.xml()) == learned


# ---------------------------------------------------------------- what is learned of several


def test_most_frequent_rule_comes_first() -> None:
    pages = [f"<div class=a><p>{TEXT}</div>", *[f"<div class=b id=x><p>{TEXT}</div>"] * 2]
    learned = learn(pages, labels=marked)
    assert isinstance(learned.body, Rules)
    assert [(rule.class_, rule.id, rule.pages) for rule in learned.body.rules] == [
        ("b", "x", 2),
        ("a", "", 1),
    ]


def test_of_one_tag_id_and_class_the_most_frequent_literal_tag_is_kept() -> None:
    pages = [
        f"<div class=a data-page=1><p>{TEXT}</div>",
        f"<div class='a'><p>{TEXT}</div>",
        f"<div class='a'><p>{TEXT}</div>",
    ]
    rules = learn(pages, labels=marked).body
    assert isinstance(rules, Rules)
    assert rules.rules == (Rule("div", "", "a", "<div class='a'>", 3),)


def test_labels_are_the_default_extractors_where_none_are_given() -> None:
    html = f"<div id=menu><a href=/>Home</a></div><div id=text><p>{TEXT}</p><p>{TEXT}</p></div>"
    rules = learn([html] * 2).body
    assert isinstance(rules, Rules)
    assert [rule.id for rule in rules.rules] == ["text"]


def test_pages_without_a_block_teach_nothing() -> None:
    with pytest.raises(WrapperError, match="nothing was learned: none of 2 pages yielded"):
        learn([f"<p>{TEXT}", ""])


def test_pages_that_taught_nothing_are_reported() -> None:
    learned = learn([f"<div id=a><p>{TEXT}</div>", f"<p>{TEXT}", f"<main><p>{TEXT}</main>"])
    (note,) = learned.notes
    assert note == (
        "2 of 3 pages yielded no rule, because neither the element with the content (a div or "
        "td) nor one around it has an id or a class: page 2, page 3"
    )
    many = [parse(f"<p>{TEXT}", url=f"https://a.example/{at}") for at in range(7)]
    (note,) = learn([f"<div id=a><p>{TEXT}</div>", *many]).notes
    assert note.endswith(": " + ", ".join(page.url or "" for page in many[:5]) + " and 2 more")
    assert learn([f"<div id=a><p>{TEXT}</div>"]).notes == ()


def test_pages_of_several_hosts_are_reported() -> None:
    pages = [parse(f"<div id=a><p>{TEXT}</div>", url=f"https://{at}.example/") for at in "ab"]
    learned = learn(pages)
    assert learned.site == "a.example"
    assert learned.notes == ("the pages are from several hosts: a.example, b.example",)


def test_labels_have_a_value_for_every_row() -> None:
    with pytest.raises(BadInput, match="labels"):
        learn([f"<div id=a><p>{TEXT}</div>"], labels=lambda page: np.ones(3, np.bool_))


# ---------------------------------------------------------------- where a rule fits


def test_min_words_are_the_papers_reading() -> None:
    learned = learn([f"<div id=a><p>{TEXT}</div>"], labels=marked)
    with pytest.raises(WrapperError):
        learned.cut(f"<div id=a>{'word ' * 24}</div>".encode())
    assert learned.cut(f"<div id=a>{'word ' * 25}</div>".encode())


CUTS = [
    # what is shown, the source, and the piece that is cut out
    ("tags balance", "<div id=m>a<div>b</div>c</div>d</div>", "<div id=m>a<div>b</div>c</div>"),
    ("comments", "<!--<div id=m>x</div>--><div id=m>a<!--</div>-->b</div>",
     "<div id=m>a<!--</div>-->b</div>"),
    ("scripts", "<script>'<div id=m>'</script><div id=m><script>'</div>'</script>a</div>",
     "<div id=m><script>'</div>'</script>a</div>"),
    ("capitals", "<DIV ID=m>a</DIV>", "<DIV ID=m>a</DIV>"),
    ("by its id", "<div class=x id='m' >a</div>", "<div class=x id='m' >a</div>"),
    ("longer names", "<divider></divider><div id=m><divider>a</divider></div>b",
     "<div id=m><divider>a</divider></div>"),
    ("never balanced", "<div id=m>a<div>b</div>", None),
    ("missing", "<div id=n>a</div>", None),
]  # fmt: skip


@pytest.mark.parametrize(("source", "piece"), [c[1:] for c in CUTS], ids=[c[0] for c in CUTS])
def test_what_is_cut_out(source: str, piece: str | None) -> None:
    learned = wrapper(MAIN)
    if piece is None:
        with pytest.raises(WrapperError, match="does not fit"):
            learned.cut(source.encode())
    else:
        assert learned.cut(source.encode()).decode() == piece


def wrapper(*rules: Rule, min_words: int = 0) -> Wrapper:
    return Wrapper("hybrid", Rules(rules, min_words))


MAIN = Rule("div", "m", "", "<div id=m>")


def test_first_rule_that_fits_cuts() -> None:
    learned = wrapper(Rule("div", "other", "", "<div id=other>"), MAIN)
    assert learned.cut(b"<p>a<div id=m>b<div>c</div></div>d") == b"<div id=m>b<div>c</div></div>"
    with pytest.raises(
        WrapperError, match=r"^the wrapper \(hybrid\) does not fit the page; learn it again"
    ):
        learned.cut(b"<div id=n>b</div>")


def test_few_words_do_not_fit() -> None:
    source = b"<div id=m>one two</div>"
    assert wrapper(MAIN, min_words=2).cut(source) == source
    with pytest.raises(WrapperError):
        wrapper(MAIN, min_words=3).cut(source)


def test_pages_in_other_encodings_are_cut_as_utf_8() -> None:
    source = "<meta charset=windows-1251><div id=m>прилив</div>".encode("cp1251")
    assert wrapper(MAIN).cut(source).decode() == "<div id=m>прилив</div>"
    wide = "\ufeff<div id=m>прилив</div>".encode("utf-16-le")
    assert wrapper(MAIN).cut(wide).decode() == "<div id=m>прилив</div>"
    named = "<div id=m>прилив</div>".encode("koi8-r")
    assert wrapper(MAIN).cut(named, encoding="koi8-r").decode() == "<div id=m>прилив</div>"


def test_content_of_a_parsed_page_is_what_would_be_cut() -> None:
    page = parse("<p>a<div id=m>b <b>c</b><p hidden>h</p><div>d</div></div><p>e")
    choice = wrapper(MAIN).content(page)
    texts = [page.text(int(row)) for row in np.flatnonzero(choice.content & (page.tag == 0))]
    assert texts == ["b ", "c", "d"]
    # Blocks stay apart.
    (item,) = wrapper(MAIN).fields(page)
    assert item["content"].text == "b c\nd"
    cell = item["content"]
    assert page.source[cell.start : cell.stop] == wrapper(MAIN).cut(page.source)
    # The rows are those of the choice, without the elements around the piece.
    around = [row for row in np.flatnonzero(choice.content).tolist() if row not in cell.rows]
    assert [page.name(row) for row in around] == ["html", "body"]
    assert page.name(cell.rows[0]) == "div"
    # Without anything to see, the item has no cell.
    hidden = parse("<div id=m><p hidden>a b c d</div>")
    assert wrapper(MAIN).fields(hidden).texts() == [{}]
    with pytest.raises(WrapperError):
        wrapper(MAIN).content(parse("<p>a"))
    with pytest.raises(WrapperError):
        wrapper(MAIN).fields(parse("<p>a"))
