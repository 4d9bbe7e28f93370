"""The envelope of wrappers: what is written is read, and what is not as it should be is refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from xml.etree.ElementTree import Element

import pytest

from pagecore import Cell, Choice, Page, Records, Site, Wrapper, apply, learn, parse
from pagecore.errors import BadInput, BadOption, WrapperError
from pagecore.fit import Fit
from pagecore.sites.rules import Rule, Rules
from pagecore.wrapper import MAX_BYTES, check_wrapper

ODD = Rule("div", 'a"&amp;<', "x y", '<div id=\'a"&amp;<\' class="x\ny">', "content", 2, 3)
#: Rules of all kinds: by one value of two, by a literal tag, and with a text after it.
RULES = (
    ODD,
    Rule("p", "", "x", "<p id=n class=x>", "content", 0),
    Rule("td", "", "", "<td width=9>", "noise", 0),
    Rule("h2", "", "", "<h2>More & more", "end", 1, 7),
)
XML = Wrapper("hybrid", Rules(RULES, 25), "tide.example", "2026-11-15").xml()


def test_what_is_written_is_read() -> None:
    learned = Wrapper.read(XML)
    assert (learned.method, learned.site, learned.date) == ("hybrid", "tide.example", "2026-11-15")
    assert learned.body == Rules(RULES, 25)
    assert learned.xml() == XML
    assert Wrapper.read(XML.encode()) == learned


def test_files_are_written_and_read(tmp_path: Path) -> None:
    file = tmp_path / "rules.xml"
    Wrapper.read(XML).write(file)
    assert Wrapper.load(file) == Wrapper.read(XML)
    with pytest.raises(WrapperError, match=r"nowhere\.xml: the wrapper cannot be read: No such"):
        Wrapper.load(tmp_path / "nowhere.xml")
    with pytest.raises(WrapperError, match="cannot be read"):
        Wrapper.load("a\0b")


RULE = '<rule kind="content" tag="div" id="a" class="" at="1" open="&lt;div id=a&gt;" pages="1"/>'
LITERAL = RULE.replace('id="a"', 'id=""').replace(" id=a", "")
ENVELOPE = '<wrapper version="1" method="hybrid" site="" date="">'
GOOD = ENVELOPE + '<rules min_words="25">{}</rules></wrapper>'


def test_the_good_one_is_read() -> None:
    assert Wrapper.read(GOOD.format(RULE)).cut(f"<div id=a>{'a ' * 25}</div>".encode())
    assert Wrapper.read(GOOD.format(LITERAL)).cut(f"<div>{'a ' * 25}</div>".encode())


BAD = [
    # what is wrong, and what is said of it
    ("", "not a wrapper: invalid XML"),
    ("no XML", "not a wrapper: invalid XML"),
    ("<wrapper", "not a wrapper: invalid XML"),
    ("<wrapper>\0</wrapper>", "not a wrapper: invalid XML"),
    (b"<?xml version='1.0' encoding='nonsense'?><wrapper/>", "not a wrapper: invalid XML"),
    ("<html/>", "not a wrapper: the root element is 'html'"),
    ("<!DOCTYPE wrapper><wrapper/>", "document types are not allowed"),
    ('<!DOCTYPE w [<!ENTITY a "b">]><wrapper>&a;</wrapper>', "document types are not allowed"),
    ("<wrapper/>", "'wrapper' lacks the attribute 'version'"),
    (GOOD.replace('version="1"', 'version="2"').format(RULE), "the wrapper has version '2'"),
    (GOOD.replace('date=""', 'date="" by="me"').format(RULE), "unknown attribute 'by'"),
    (GOOD.replace("hybrid", "tide").format(RULE), "no method 'tide' in the family 'site'"),
    (GOOD.replace("hybrid", "cetr").format(RULE), "'cetr' is a page method"),
    (GOOD.replace("rules", "laws").format(RULE), "exactly one element 'rules'"),
    (GOOD.replace('<rules', 'text<rules').format(RULE), "'wrapper' contains text"),
    (GOOD.format(""), "'rules' contains 0 rules: expected 1 to 100"),
    (GOOD.format(RULE * 101), "'rules' contains 101 rules"),
    (GOOD.format(RULE.replace("&lt;div id=a&gt;", "&lt;divider id=a&gt;")), "an opening tag of"),
    (GOOD.format(RULE.replace("id=a&gt;", "id=a&gt;&lt;script&gt;")), "an opening tag of"),
    (GOOD.format(RULE.replace("id=a&gt;", "id=ads&gt;")), "its id or class differs"),
    (GOOD.replace('"25"', '"1001"').format(RULE), "min_words='1001': expected integer, 0 to"),
    (GOOD.format("<law/>"), "'rules' has an unknown element 'law'"),
    (GOOD.format("<rule/>"), "'rule' lacks the attribute 'kind'"),
    (GOOD.format(RULE.replace('"content"', '"ads"')), "kind='ads': expected one of content, noise"),
    (GOOD.format(RULE.replace('"content"', '"noise"')), "contains no rule with kind='content'"),
    (GOOD.format(RULE.replace('at="1"', 'at="1001"')), "at='1001': expected integer, 0 to 1000"),
    (GOOD.format(RULE.replace('id="a"', 'id=""')), "its id or class differs"),
    (GOOD.format(RULE.replace('class=""', 'class="b"')), "its id or class differs"),
    (GOOD.format(RULE.replace("id=a&gt;", "id=a&gt;text")), "an opening tag of 'div'"),
    (GOOD.format(LITERAL.replace("&gt;", "&gt;a&lt;b&gt;")), "an opening tag of 'div'"),
    (GOOD.format(LITERAL.replace("&lt;div&gt;", "&lt;div&gt;" + "a" * 5000)), "an opening tag of"),
    (GOOD.format(LITERAL.replace("&lt;div&gt;", "a&lt;div&gt;")), "an opening tag of 'div'"),
    (GOOD.format(RULE.replace("/>", "><b/></rule>")), "'rule' has an unknown element 'b'"),
    (GOOD.format(RULE.replace('"div"', '"script"')), "tag='script': expected one of"),
    (GOOD.format(RULE.replace("&lt;div", "&lt;p")), "open='<p id=a>': expected an opening tag"),
    (GOOD.format(RULE.replace('pages="1"', 'pages="-1"')), "pages='-1': expected integer, 0 to"),
    (GOOD.replace('"25"', '"٢"').format(RULE), "min_words='٢': expected integer, 0 to"),
    (GOOD.replace('"25"', '"99999999999999999999"').format(RULE), "expected integer, 0 to"),
    (" " * (MAX_BYTES + 1), "the file is larger than 4194304 bytes"),
]  # fmt: skip


@pytest.mark.parametrize(("content", "message"), BAD, ids=[message for _, message in BAD])
def test_what_is_invalid_is_refused(content: str | bytes, message: str) -> None:
    with pytest.raises(WrapperError, match=r"^rules: ") as raised:
        Wrapper.read(content, "rules")
    assert message in str(raised.value)


# ---------------------------------------------------------------- learn and apply


TEXT = " ".join(["The tide comes in at six, and the boats go out."] * 6)
PAGE = (
    f"<div id=menu><a href=/>Home</a></div><div id=text><p>{TEXT} <a href=/more>More</a></p></div>"
)


def test_select_learned_some_pages_and_applied_to_others() -> None:
    learned = learn([parse(PAGE, url="https://tide.example/1")] * 2, date="2026-11-15")
    assert (learned.site, learned.date) == ("tide.example", "2026-11-15")
    other = PAGE.replace("tide", "flood").encode()
    document = apply(learned, other, url="https://tide.example/2/")
    assert document.method == "site/hybrid"
    assert document.text == TEXT.replace("tide", "flood") + " More"
    assert "[More](https://tide.example/more)" in document.markdown()
    assert not document.warnings
    # Of text and of a parsed page the same.
    assert apply(learned, other.decode()).text == document.text
    assert apply(learned, parse(other)).text == document.text


def test_where_it_does_not_fit_the_default_takes_over_and_says_so(tmp_path: Path) -> None:
    learned = learn([PAGE] * 2, host="tide.example")
    learned.write(tmp_path / "rules.xml")
    for item in (f"<article><p>{TEXT}</article>", parse(f"<article><p>{TEXT}</article>")):
        document = apply(tmp_path / "rules.xml", item)
        assert document.method == "default"
        assert document.text == TEXT
        (warning,) = document.warnings
        assert warning.code == "wrapper-does-not-fit"
        assert warning.message == (
            "the default extractor was used: the wrapper of tide.example (hybrid) does not fit the "
            "page: none of the opening tags is in the source; learn it again if it fits few pages"
        )


def test_document_has_what_the_whole_page_says() -> None:
    learned = learn([PAGE] * 2)
    html = f"<html lang=en><title>Tides</title><base href=https://b.example/x/>{PAGE}"
    document = apply(learned, html, url="https://a.example/p")
    assert document.title == "Tides"
    assert "(https://b.example/more)" in document.markdown()
    row = int(document.page.is_tag("p").argmax())
    assert document.page.source_of(row).startswith("<p>The tide")


def test_page_of_another_site_is_reported() -> None:
    learned = learn([PAGE] * 2, host="tide.example")
    for host in ("tide.example", "www.tide.example", "news.tide.example"):
        assert not apply(learned, PAGE, url=f"https://{host}/").warnings
    assert not apply(learned, PAGE).warnings
    (warning,) = apply(learned, PAGE, url="https://ebb.example/").warnings
    assert warning.code == "wrapper-of-another-site"
    assert "from tide.example, but the page is https://ebb.example/" in warning.message


def test_what_xml_cannot_hold_is_not_written() -> None:
    with pytest.raises(WrapperError, match="expected characters that XML allows"):
        learn([PAGE] * 2, host="\x01").xml()


def test_what_is_given_wrongly() -> None:
    with pytest.raises(BadOption, match="expected a folder, a list of pages"):
        learn(None)  # type: ignore[arg-type]  # That is what is tested.
    with pytest.raises(BadInput):
        apply(learn([PAGE]), None)  # type: ignore[arg-type]  # As above.
    with pytest.raises(BadOption, match="expected a folder, a list of pages"):
        learn(PAGE)
    with pytest.raises(BadOption, match="'cetr' is a page method"):
        learn([PAGE], method="cetr")
    with pytest.raises(BadOption, match="min_words=-1"):
        learn([PAGE], min_words=-1)
    with pytest.raises(BadOption, match=r"^learn\(\) has no keyword 'speed'; it has: method, "):
        learn([PAGE], speed=1)


# ---------------------------------------------------------------- what a wrapper answers


class Uncut:
    """A body that can do nothing without a parsed page, and fits none."""

    @classmethod
    def read(cls, elements: object) -> Uncut:
        return cls()

    def write(self) -> list[Element]:
        return []

    def fit(self, page: Page) -> Fit:
        return Fit(0, "it fits nothing")

    def content(self, page: Page) -> Choice | None:
        return None

    def fields(self, page: Page) -> Records | None:
        return None


def test_a_wrapper_that_fits_answers_and_another_says_so() -> None:
    known, page, other = learn([PAGE] * 2), parse(PAGE), parse("<p>a")
    assert known.fits(page) == Fit(1, "the rules cut out 67 words, at least 25 expected")
    assert known.fits(other) == Fit(0, "none of the opening tags is in the source")
    short = known.fits(parse(PAGE.replace(TEXT, "Three short words")))
    assert 0 < short.score < 0.5
    assert str(short).startswith("does not fit (0.08): the rules cut out 4 words")
    assert [item["content"].text for item in known.fields(page)] == [TEXT + " More"]
    with pytest.raises(WrapperError, match=r"the wrapper \(hybrid\) does not fit the page"):
        known.fields(other)
    with pytest.raises(WrapperError, match="'tide' needs a parsed page"):
        Wrapper("tide", Uncut()).cut(PAGE.encode())
    with pytest.raises(
        WrapperError, match="'tide' weighs no words; learn one with the method 'cst'"
    ):
        Wrapper("tide", Uncut()).weights(page)


@pytest.mark.parametrize(
    ("site", "url", "matches"),
    [
        ("tide.example", None, True),
        ("tide.example", "http://[", True),
        ("tide.example", "about:blank", True),
        ("", "https://ebb.example/", True),
        ("www.tide.example", "https://tide.example/", True),
        ("news.tide.example", "https://tide.example/", True),
        ("tide.example", "https://riptide.example/", False),
        ("riptide.example", "https://tide.example/", False),
    ],
)
def test_which_sites_match(site: str, url: str | None, matches: bool) -> None:
    assert Wrapper("hybrid", Uncut(), site).matches_site(url) is matches


# ---------------------------------------------------------------- the contract of results


def problems(known: object) -> list[tuple[str, str]]:
    return list(check_wrapper(Site.of([parse(PAGE)]), known))


def test_a_wrapper_that_keeps_the_contract() -> None:
    assert problems(learn([PAGE] * 2)) == []
    assert problems(None) == [("result", "expected a Wrapper, not NoneType")]
    # On a page that it does not fit, it has nothing to keep.
    assert list(check_wrapper(Site.of(["<p>a"]), learn([PAGE] * 2))) == []


def test_a_wrapper_that_breaks_the_contract(monkeypatch: pytest.MonkeyPatch) -> None:
    known, page = learn([PAGE] * 2), parse(PAGE)
    choice = known.content(page)
    others = Rules((ODD,), 9).write()
    with monkeypatch.context() as patch:
        patch.setattr(Rules, "write", lambda self: others)
        assert problems(known) == [("result", "the wrapper differs after writing and reading")]
    with monkeypatch.context() as patch:
        patch.setattr(Rules, "fields", lambda self, page: None)
        assert problems(known) == [
            ("result", "content and fields disagree whether the wrapper fits")
        ]
    with monkeypatch.context() as patch:
        patch.setattr(Rules, "content", lambda self, page: replace(choice, evidence={}))
        assert problems(known) == [("evidence", "the result has no evidence")]
    with monkeypatch.context() as patch:
        late = Records(("a",), ({"a": Cell("x", (999,), 0, 1)},))
        patch.setattr(Rules, "fields", lambda self, page: late)
        assert problems(known) == [("result", "item 0, a: the page has no row 999")]
