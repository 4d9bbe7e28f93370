"""Fields of a site: which texts are fields, what they are named, and what a new page gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from pagecore import Wrapper, learn, parse
from pagecore.errors import BadOption, WrapperError

PAGE = """<title>{title} - Shop</title><body><div><a href=/>Shop</a> <a href=/new>New</a></div>
<h1>{title}</h1><p class=price>{price}</p>
<table><tr><th>Maker</th><td>{maker}</td></tr>{more}<tr><th>Year</th><td>{year}</td></tr></table>
<p>Stock: {stock}</p><div><p>All prices with tax, sent on weekdays only</p></div>"""


def page(title: str, price: str, maker: str, year: str, stock: str, more: str = "") -> str:
    return PAGE.format(title=title, price=price, maker=maker, year=year, stock=stock, more=more)


COLOUR = "<tr><th>Colour</th><td>{}</td></tr>"
SHOP = [
    page("Lantern", "€ 34.50", "Ember", "1890", "12", COLOUR.format("Brass")),
    page("Kettle", "€ 48.00", "Haldor", "1901", "3"),
    page("Rope", "€ 19.90", "Lind", "1888", "40", COLOUR.format("Brown")),
]
BELL = page("Fog bell", "€ 112.00", "Haldor", "1911", "1", COLOUR.format("Brass"))


def learn_shop(pages: Sequence[str] = SHOP, **options: Any) -> Wrapper:
    return learn(pages, fields=True, classes="one", **options)


def read(wrapper: Wrapper, html: str) -> dict[str, str]:
    return wrapper.fields(parse(html)).texts()[0]


def test_a_new_page_gives_named_values() -> None:
    assert read(learn_shop(), BELL) == {
        "title": "Fog bell", "price": "€ 112.00", "maker": "Haldor", "year": "1911", "stock": "1",
        "colour": "Brass",
    }  # fmt: skip


def test_a_page_without_an_optional_part_lacks_its_field() -> None:
    wrapper = learn_shop()
    kettle = read(wrapper, page("Pan", "€ 5.00", "Lind", "1999", "7"))
    assert "colour" not in kettle
    assert kettle["year"] == "1999"
    assert wrapper.columns == ("title", "price", "maker", "year", "stock", "colour")


def test_fields_know_their_rows_and_their_places_in_the_source() -> None:
    bell = parse(BELL)
    cell = learn_shop().fields(bell)[0]["stock"]
    # The value is without its label, and the row is the whole text.
    assert (cell.text, bell.text(cell.rows[0])) == ("1", "Stock: 1")
    assert bell.source[cell.start : cell.stop] == b"Stock: 1"


def test_wrapper_survives_its_file() -> None:
    wrapper = learn_shop()
    again = Wrapper.read(wrapper.xml())
    assert again == wrapper
    assert read(again, BELL) == read(wrapper, BELL)
    assert again != learn(SHOP, method="rtdm", classes="one")


def test_wrapper_holds_no_value_of_a_page() -> None:
    xml = learn_shop().xml()
    for value in ("Lantern", "34.50", "Ember", "Brown", "weekdays"):
        assert value not in xml


NAMES = [
    # what names it                values on three pages                             name
    ("a date", ["3 May 2021", "17 June 2022", "1 July 2020"], "date"),
    ("a day in numbers", ["2021-05-03", "2022-06-17", "2020-07-01"], "date"),
    ("an amount", ["$1,200.00", "$ 15", "$3.50"], "price"),
    ("an amount before its sign", ["12,50 €", "3 €", "1.200 €"], "price"),
    ("a number of a telephone", ["(415) 668-1783", "+49 40 123456", "020 7946 0958"], "phone"),
    ("an address of mail", ["a@b.example", "c.d@e.example", "f@g.example"], "email"),
    ("an address of a page", ["www.a.example", "http://b.example/x", "www.c.example"], "url"),
    ("nothing", ["red", "green", "blue"], "text_1"),
    ("most of them", ["$1", "$2", "on request"], "price"),
]


@pytest.mark.parametrize(("name", "values", "expected"), NAMES, ids=[of[0] for of in NAMES])
def test_names_by_the_shape_of_values(name: str, values: list[str], expected: str) -> None:
    pages = [f"<p>Same words on all pages</p><div>{value}</div>" for value in values]
    assert learn_shop(pages).columns == (expected,)


def test_names_by_metadata() -> None:
    head = '<title>{0}</title><meta name=author content="{1}"><p>Same on all pages here</p>'
    pages = [
        (head + "<h2>{0}</h2><i>{1}</i>").format(title, author)
        for title, author in [
            ("On tides", "Ann Lee"), ("On winds", "Bo Dahl"), ("On fog", "Cy Ray"),
        ]
    ]  # fmt: skip
    assert learn_shop(pages).columns == ("title", "author")


def test_the_title_is_what_other_pages_link_to() -> None:
    # No title in the head, and no heading: only the links of other pages name the pages.
    names = ["First story", "Second story", "Third story"]
    pages = []
    for number, name in enumerate(names):
        links = "".join(
            f"<a href=/{other}>{text}</a>" for other, text in enumerate(names) if other != number
        )
        html = f"<p>Same words on all pages</p><b>{name}</b><div>{number}{number}</div>{links}"
        pages.append(parse(html, url=f"https://a.example/{number}"))
    assert learn(pages, fields=True, classes="one").columns[0] == "title"
    unknown = [parse(page.source) for page in pages]
    assert learn(unknown, fields=True, classes="one").columns[0] == "text_1"


def test_the_title_is_what_a_list_of_another_page_class_links_to() -> None:
    names = ["First story", "Second story", "Third story"]
    links = "".join(f"<li><a href=/{at}>{name}</a>" for at, name in enumerate(names))
    home = parse(f"<ul class=list>{links}</ul><p>All stories", url="https://a.example/")
    html = "<div class=top><p>Same words on all pages</p></div><div><b>{}</b></div><i>{}</i>"
    stories = [
        parse(html.format(name, number), url=f"https://a.example/{number}")
        for number, name in enumerate(names)
    ]
    wrapper = learn([*stories, home], fields=True)
    assert "without another page of the same template" in "".join(wrapper.notes)
    assert wrapper.columns[0] == "title"


HEADS = [
    # what it shows              titles in the heads                               is a title
    ("site first",               ("Shop: Red lamp", "Shop: Old bell"),             True),
    ("site last",                ("Red lamp | My shop", "Old bell | My shop"),     True),
    ("words on both sides",      ("Buy Red lamp now", "Buy Old bell now"),         True),
    ("half of what varies",      ("Red lamp, 9 €", "Old bell, 3 €"),               True),
    ("a small part",             ("Red lamp for dim dark nights", "Old bell for wet days"), False),
    ("not one after the other",  ("Red, a lamp", "Old, a bell"),                   False),
    ("on one page",              ("Red lamp", "An old friend"),                    False),
    ("equal titles",             ("Red lamp, Old bell", "Red lamp, Old bell"),     False),
    ("no titles",                ("", ""),                                         False),
]  # fmt: skip


@pytest.mark.parametrize(
    ("heads", "is_title"), [case[1:] for case in HEADS], ids=[c[0] for c in HEADS]
)
def test_the_title_is_most_of_what_varies_in_the_heads(
    heads: tuple[str, str], is_title: bool
) -> None:
    pages = [
        f"<title>{head}</title><p>Same words here</p><i>{at} of 2</i><b>{name}</b>"
        for at, (head, name) in enumerate(zip(heads, ("Red lamp", "Old bell"), strict=True))
    ]
    wrapper = learn_shop(pages)
    assert ("title" in wrapper.columns) == is_title
    if is_title:
        assert read(wrapper, pages[1])["title"] == "Old bell"


def test_the_number_of_a_page_is_no_title() -> None:
    pages = [f"<title>Shop | page {at}</title><p>Same words</p><b>{at}</b>" for at in (2, 3, 4)]
    assert learn_shop(pages).columns == ("same_words",)


def test_the_column_with_more_words_of_the_heads_is_the_title() -> None:
    pages = [
        f"<title>Buy {maker} {name} now</title><p>Same words</p><i>{maker}</i><b>{maker} {name}</b>"
        f"<u>{name}</u>"
        for maker, name in [("Ember Ltd", "Red lamp"), ("Haldor AS", "Old bell")]
    ]
    assert read(learn_shop(pages), pages[1])["title"] == "Haldor AS Old bell"


def test_equal_labels_are_numbered() -> None:
    row = "<tr><th>Price</th><td>{}</td></tr>"
    pages = [
        f"<p>Same on all pages</p><table>{row.format(at)}{row.format(-at)}</table>" for at in (1, 2)
    ]
    assert learn_shop(pages).columns == ("price", "price_2")


def test_repeated_parts_are_one_field() -> None:
    def list_page(*items: str) -> str:
        return f"<p>Same on all pages</p><ul>{''.join(f'<li>{of}</li>' for of in items)}</ul>"

    wrapper = learn_shop([list_page("a", "b"), list_page("c"), list_page("d", "e", "f")])
    (rule,) = wrapper.body.field_rules.fields  # type: ignore[attr-defined]  # The body of rtdm.
    assert (rule.kind, rule.sign) == ("parts", "+")
    # A new page may have more of them than any that was learned from.
    assert read(wrapper, list_page("v", "w", "x", "y", "z")) == {"text_1": "v\nw\nx\ny\nz"}


PUNCTUATION = [
    # what it shows     texts of two pages    is a field
    ("brackets",        ("(", "["),           False),
    ("a separator",     (" | ", ", "),        False),
    ("a comma, a word", (",", "and"),         True),
    ("stars",           ("★★★", "★★"),        True),
]  # fmt: skip


@pytest.mark.parametrize(
    ("texts", "is_field"), [case[1:] for case in PUNCTUATION], ids=[c[0] for c in PUNCTUATION]
)
def test_punctuation_is_no_field(texts: tuple[str, str], is_field: bool) -> None:
    pages = [f"<p>Same words here</p><i>{at} pieces</i><b>{of}</b>" for at, of in enumerate(texts)]
    assert len(learn_shop(pages).columns) == 1 + is_field


def test_punctuation_between_repeated_parts_is_not_in_their_values() -> None:
    def list_page(separator: str, *items: str) -> str:
        listed = separator.join(f"<a>{of}</a>" for of in items)
        return f"<p>Same words here</p><div>{listed}</div>"

    wrapper = learn_shop(
        [
            list_page(" ", "gif", "jpeg"),
            list_page(" ", "svg"),
            list_page(" ", "png", "webp", "avif"),
        ]
    )
    assert read(wrapper, list_page(", ", "bmp", "tiff"))["text_1"] == "bmp\ntiff"


def test_a_label_in_an_element_of_its_own_leaves_no_colon_in_the_value() -> None:
    row = "<p>Same words here</p><ul><li><b>Phone</b>: {}</li><li><b>Kind</b>: {}</li></ul>"
    pages = [row.format(f"020 7946 095{at}", kind) for at, kind in enumerate(("a b", "c", "d e f"))]
    assert read(learn_shop(pages), pages[2]) == {"phone": "020 7946 0952", "kind": "d e f"}


def test_paragraphs_are_the_body() -> None:
    prose = "The ferry leaves the quay at six in the morning and comes back with the mail at noon"
    pages = [
        f"<div><b>Same</b> menu here</div><h1>Day {at}</h1><div>"
        + "".join(f"<p>{prose} {at} {n} <i>of</i> {n + at}.</p>" for n in range(2 + at))
        + "</div>"
        for at in range(3)
    ]
    wrapper = learn_shop(pages)
    assert wrapper.columns == ("title", "body")
    body = read(wrapper, pages[1])["body"]
    assert body.startswith("The ferry")
    assert body.count("ferry") == 3


def test_texts_of_one_page_name_no_field() -> None:
    items = ["<li>secret 0</li>", "<li>secret 1</li><li>secret 2</li>", "<li>secret 3</li>"]
    pages = [
        f"<p>Same words here</p><div><ul>{of}</ul><p>value {at * at}</p></div>"
        for at, of in enumerate(items)
    ]
    wrapper = learn_shop(pages)
    assert all("secret" not in name for name in wrapper.columns)
    assert "secret" not in wrapper.xml()


def test_texts_of_links_are_no_labels() -> None:
    pages = [f"<p>Same words</p><div><a href=/all>See all</a><p>{at}</p></div>" for at in (4, 5)]
    assert learn_shop(pages).columns == ("text_1",)
    assert learn_shop(
        [page.replace("a>", "b>").replace("<a href=/all", "<b") for page in pages]
    ).columns == ("see_all",)


def test_names_of_the_columns_of_a_table_are_not_taken() -> None:
    pages = [f"<p>Same words here</p><p>Page: {at}</p><p>Error: e{at}</p>" for at in (4, 5)]
    assert learn_shop(pages).columns == ("page_2", "error_2")


def test_the_title_to_the_letter_comes_first() -> None:
    pages = [
        f"<title>Lamp {at}</title><p>Same words</p><i>&gt; Lamp {at}</i><h1>Lamp {at}</h1>"
        for at in range(3)
    ]
    wrapper = learn_shop(pages)
    assert read(wrapper, pages[1])["title"] == "Lamp 1"


def test_prose_of_scripts_without_spaces_is_the_body() -> None:
    sentence = "この船は朝六時に港を出て、正午に郵便を積んで戻ってきます"
    pages = [
        f"<div><b>共通</b>の案内です</div><h1>日 {at}</h1><div>"
        + "".join(f"<p>{sentence}{at}{n}{'々' * (at + 7 * n)}。</p>" for n in range(6))
        + "</div>"
        for at in range(4)
    ]
    assert "body" in learn_shop(pages).columns


def test_pages_without_a_varying_text_in_one_place_have_their_content() -> None:
    tags = ("b", "i", "u")
    pages = [f"<p>Same words here</p><{tag}>{tag} value</{tag}>" for tag in tags]
    wrapper = learn_shop(pages)
    assert any("no fields were found" in note for note in wrapper.notes)
    assert read(wrapper, pages[0])["content"] == "b value"


def test_an_update_keeps_the_fields() -> None:
    old = learn(SHOP, fields=True)
    assert learn([BELL, *SHOP], update=old).columns == old.columns
    with pytest.raises(BadOption, match="has no fields"):
        learn(SHOP, fields=True, update=learn(SHOP, method="rtdm"))


# ---------------------------------------------------------------- labelled values


def label(page_number: int, values: Mapping[str, str | list[str]]) -> Any:
    pages = [parse(html) for html in SHOP]
    return learn(
        pages,
        fields=True,
        classes="one",
        values=lambda of: values if of is pages[page_number] else None,
    )


def test_values_of_one_page_name_the_fields() -> None:
    wrapper = label(1, {"article": "Kettle", "pieces": "3", "cost": ["€ 48.00"]})
    assert wrapper.columns == ("article", "cost", "pieces", "maker", "year", "colour")
    bell = read(wrapper, BELL)
    assert (bell["article"], bell["pieces"], bell["cost"]) == ("Fog bell", "1", "€ 112.00")


#: An offer of another shop costs as much as the article of the first page.
OFFERS = [
    f"<p>Same words on all pages</p><div>{offer}</div>"
    f"<table><tr><th>Our price</th><td>{price}</td></tr></table>"
    for offer, price in (("€ 9", "€ 9"), ("€ 4", "€ 7"), ("€ 2", "€ 6"))
]


@pytest.mark.parametrize(
    ("name", "labelled", "expected"),
    [
        # what decides             values by page                  value on the third page
        pytest.param("price",      {0: "€ 9"},             "€ 2",  id="the rank"),
        pytest.param("our_price",  {0: "€ 9"},             "€ 6",  id="the label before it"),
        pytest.param("price",      {0: "€ 9", 1: "€ 7"},   "€ 6",  id="two pages"),
        pytest.param("our_price",  {0: "€ 9", 1: "€ 4"},   "€ 2",  id="pages before the label"),
    ],
)  # fmt: skip
def test_of_several_fields_with_a_labelled_value(
    name: str, labelled: Mapping[int, str], expected: str
) -> None:
    pages = [parse(html) for html in OFFERS]
    values = {id(pages[at]): {name: text} for at, text in labelled.items()}
    wrapper = learn(pages, fields=True, classes="one", values=lambda page: values.get(id(page)))
    reasons = wrapper.body.describe_columns()  # type: ignore[attr-defined]  # The body of rtdm.
    assert [column for column, of in reasons.items() if "a labelled value" in of] == [name]
    assert read(wrapper, OFFERS[2])[name] == expected


def test_a_labelled_value_that_all_pages_share_is_a_field() -> None:
    wrapper = label(0, {"note": "All prices with tax, sent on weekdays only"})
    assert read(wrapper, BELL)["note"] == "All prices with tax, sent on weekdays only"


def test_a_label_stays_if_the_user_labelled_it() -> None:
    assert read(label(1, {"pieces": "Stock: 3"}), BELL)["pieces"] == "Stock: 1"
    assert read(label(1, {"pieces": "3"}), BELL)["pieces"] == "1"
    both = read(label(1, {"pieces": "Stock: 3", "article": "Kettle"}), BELL)
    assert (both["pieces"], both["article"]) == ("Stock: 1", "Fog bell")
    assert Wrapper.read(label(1, {"pieces": "Stock: 3"}).xml()) == label(1, {"pieces": "Stock: 3"})


def test_two_names_for_one_value_are_reported() -> None:
    wrapper = label(0, {"a": "Ember", "b": "Ember"})
    assert "a" in wrapper.columns
    assert any("b='Ember'" in note for note in wrapper.notes)


def test_a_value_that_no_text_has_is_reported() -> None:
    wrapper = label(0, {"article": "Lantern", "owner": "nobody"})
    assert any("owner='nobody'" in note for note in wrapper.notes)
    assert not any("article" in note for note in wrapper.notes)


# ---------------------------------------------------------------- bad input


def test_pages_that_are_too_large_are_reported() -> None:
    pages = [
        "<p>Same words here</p><div>" + "<br>".join(f"{at} {n}" for n in range(3000)) + "</div>"
        for at in range(2)
    ]
    assert any("too large to be aligned" in note for note in learn_shop(pages).notes)
    assert not any("too large" in note for note in learn_shop().notes)


def test_fields_are_learned_by_rtdm_only() -> None:
    with pytest.raises(BadOption, match="'rtdm' only"):
        learn(SHOP, fields=True, method="cst")


def test_values_without_fields_are_refused() -> None:
    with pytest.raises(BadOption, match="fields=True"):
        learn(SHOP, values=lambda page: None)


BAD_NAMES = ["", "a,b", " a", "a\n", "a\x01", "\ud800", "x" * 201, "page", "fallback", "error"]


@pytest.mark.parametrize(
    "values",
    [{"price": 3}, {"price": [3]}, {3: "x"}, ["price"], *({name: "x"} for name in BAD_NAMES)],
)
def test_bad_values_are_refused(values: Any) -> None:
    with pytest.raises(Exception, match="values") as raised:
        learn(SHOP, fields=True, classes="one", values=lambda page: values)
    assert type(raised.value).__module__ == "pagecore.errors"


def damage(xml: str, old: str, new: str) -> str:
    assert old in xml
    return xml.replace(old, new, 1)


DAMAGES = [
    ('kind="text"', 'kind="all"', "kind"),
    ('kind="text"', 'kind="parts"', "kind"),
    ('sign="."', 'sign="x"', "sign"),
    ('name="price"', 'name="title"', "no other field"),
    ('name="price"', 'name=""', "no other field"),
    ("<field ", "<rule ", "unknown element 'rule'"),
    ('kinds="e', 'kinds="t', "leaves"),
    ('kinds="e', 'kinds="x', "one of e, t, v"),
    ('kinds="e', 'kinds="', "labels"),
    ('node="', 'node="99999', "node"),
]


@pytest.mark.parametrize(("old", "new", "message"), DAMAGES)
def test_damaged_rules_are_refused(old: str, new: str, message: str) -> None:
    xml = learn_shop().xml()
    if old.startswith("<field "):
        xml = xml.replace("</field>", "</rule>")
    head, _, rules = xml.partition("<fields")
    with pytest.raises(WrapperError, match=message):
        Wrapper.read(head + "<fields" + damage(rules, old, new))
