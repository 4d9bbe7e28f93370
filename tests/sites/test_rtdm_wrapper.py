"""Wrappers of the site method `rtdm`: learned pages, fit, bad input, and the file."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from xml.etree import ElementTree

import pytest

from pagecore import Wrapper, learn, parse
from pagecore.errors import WrapperError
from pagecore.registry import find_method
from pagecore.site import Site
from pagecore.sites import rtdm as rtdm_module
from pagecore.sites.rtdm import TemplateTree
from tests.sites.learned_templates import (
    FOOT,
    WORDS,
    learn_template,
    make_site,
    make_story,
    read_columns,
    read_texts,
    write_template,
)
from tests.sites.sample_site import POST, SMALL_CHANGES

# ---------------------------------------------------------------- the pages that are aligned


@pytest.mark.parametrize(
    ("n_pages", "n_given", "chosen"),
    [
        (2, 10, [0, 9]),
        (3, 9, [0, 4, 8]),
        (5, 5, [0, 1, 2, 3, 4]),
        (5, 3, [0, 1, 2]),
        (4, 10, [0, 3, 6, 9]),
    ],
)
def test_pages_at_equal_distances_are_aligned(
    n_pages: int, n_given: int, chosen: list[int]
) -> None:
    pages = [make_story(number) for number in range(n_given)]
    learned = learn_template(pages, n_pages=n_pages)
    # One more page than are chosen, so that the choice is not made again.
    assert learned == learn_template([pages[at] for at in chosen], n_pages=100)


def test_pages_that_teach_nothing_are_not_chosen() -> None:
    """Every second page is empty, and the others are there three times."""
    pages = [make_story(number) for number in range(4)]
    given = [html for page in pages for html in (page, "<p></p>", page, "", page, "<p> </p>")]
    learned = learn(given, method="rtdm", classes="one", n_pages=3)
    assert learned.notes == (
        "12 of 24 pages have no text and were left out",
        "8 of 24 pages have the text of another page and were left out",
    )
    assert learned.body == learn_template([pages[0], pages[1], pages[3]])


def test_pages_are_iterated_twice_and_not_kept() -> None:
    opened = []

    def open_pages() -> list[str]:
        opened.append(1)
        return [make_story(number) for number in range(30)]

    find_method("rtdm", "site")(Site.of(open_pages))
    assert len(opened) == 2


# ---------------------------------------------------------------- how well it fits


def make_post(number: int) -> str:
    some = [f"{word}{number}" for word in WORDS]
    return POST.format(" ".join(some[:2]), number + 1, " ".join(some[2:]))


@pytest.fixture
def wrapper() -> Wrapper:
    return learn(map(make_post, range(6)), method="rtdm", classes="one")


@pytest.mark.parametrize(("before", "after"), SMALL_CHANGES)
def test_wrapper_fits_pages_of_the_template(wrapper: Wrapper, before: str, after: str) -> None:
    page = parse(make_post(7).replace(before, after) if before else make_post(7))
    assert wrapper.fits(page).score >= (0.8 if "Sports" in after else 1)
    text = wrapper.fields(page)[0]["content"].text
    assert "canal7 drizzle7" in text
    assert "News" not in text


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda html: html.replace("header", "nav").replace("article", "section")
                     .replace("footer", "div").replace("main", "div"),
                     id="a redesign with the same words"),
        pytest.param(lambda html: html.replace("Home", "Start").replace("News", "World")
                     .replace("Sport", "Games").replace("Contact", "Write to us"),
                     id="another site with the same elements"),
        pytest.param(lambda html: "<table><tr><td>Archive<tr><td>2024<tr><td>2025</table>",
                     id="another template"),
        pytest.param(lambda html: "", id="an empty page"),
    ],
)  # fmt: skip
def test_wrapper_does_not_fit_other_pages(wrapper: Wrapper, change: Callable[[str], str]) -> None:
    page = parse(change(make_post(7)))
    fit = wrapper.fits(page)
    assert fit.score < 0.5
    assert fit.reason.endswith("of 5 leaves of the template (texts, images) are on the page")
    with pytest.raises(WrapperError, match="of 5 leaves of the template"):
        wrapper.content(page)
    with pytest.raises(WrapperError, match="of 5 leaves of the template"):
        wrapper.fields(page)


def test_score_is_the_share_of_the_leaves(wrapper: Wrapper) -> None:
    page = parse(make_post(7).replace("<a>News</a><a>Sport</a>", ""))
    fit = wrapper.fits(page)
    assert fit.score == 0.6
    assert fit.reason == "3 of 5 leaves of the template (texts, images) are on the page"


# ---------------------------------------------------------------- bad input


@pytest.mark.parametrize(
    ("pages", "problem"),
    [
        ([], "there are no pages; "),
        ([make_post(1)], "there is only one page; "),
        (["<p></p>", "", "<hr>"], "none of 3 pages has text; "),
        ([make_post(1)] * 3, "the texts of the 3 pages with text are identical; "),
        (
            [make_post(1), f"<script>1</script>{make_post(1)}"],
            "the texts of the 2 pages with text are identical; ",
        ),
        ([make_post(1), ""], "only one of 2 pages has text; "),
        (
            ["<p>anchor", "<ul><li><b>baker</b></ul>"],
            "2 pages have no text in common; pass pages of one template",
        ),
        # A wildcard is nothing in common.
        (["<div><p>anchor", "<div><p>baker"], "2 pages have no text in common; "),
    ],
)
def test_pages_that_teach_nothing_are_refused(pages: list[str], problem: str) -> None:
    with pytest.raises(WrapperError, match=f"^nothing was learned: {problem}"):
        learn(pages, method="rtdm", classes="one")


def test_template_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rtdm_module, "MAX_NODES", 20)
    with pytest.raises(WrapperError, match=r"the template has \d+ nodes, more than 20"):
        learn([make_post(1), make_post(2)], method="rtdm", classes="one")


def test_deep_pages() -> None:
    depth = 3000
    pages = [f"{FOOT}{'<div>' * depth}<p>{word}</p>" for word in WORDS[:3]]
    learned = learn(pages, method="rtdm", classes="one")
    assert Wrapper.read(learned.xml()) == learned
    page = parse(f"{FOOT}{'<div>' * depth}<p>kettle</p>")
    choice = learned.content(page)
    assert read_texts(page, choice.content) == ["kettle"]


def test_long_lists_that_are_not_compared_are_data(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the limit of compared pairs is reached, children become one wildcard."""
    monkeypatch.setattr(rtdm_module, "_MAX_CELLS", 300)
    pages = [
        f"<p>Menu</p><ul>{''.join(f'<li>{word}{at}</li>' for at in range(20))}</ul>"
        for word in WORDS[:3]
    ]
    assert write_template(learn_template(pages), pages) == "p('Menu') ul(*)"


def test_pages_of_several_hosts_are_reported() -> None:
    pages = [parse(make_post(at), url=f"https://{at}.example/") for at in (1, 2)]
    (note,) = learn(pages, method="rtdm", classes="one").notes
    assert note == "the pages are from several hosts: 1.example, 2.example"


def test_languages_and_encodings_may_differ() -> None:
    pages = [f"<p>Menü</p><p>{text}</p>" for text in ("Fähre", "паром", "渡し船")]
    encoded = [page.encode(of) for page, of in zip(pages, ("utf-16", "utf-8", "utf-16"))]  # noqa: B905 - they have the same length
    assert read_texts("<p>Menü</p><p>bac</p>", learn_template(encoded).find_data) == ["bac"]


# ---------------------------------------------------------------- as XML


def test_wrapper_survives_the_file(wrapper: Wrapper) -> None:
    again = Wrapper.read(wrapper.xml())
    assert again == wrapper
    assert hash(again.body) == hash(wrapper.body)
    assert again.xml() == wrapper.xml()
    page = parse(make_post(8))
    assert again.fields(page)[0]["content"].text == wrapper.fields(page)[0]["content"].text
    other = learn(map(make_post, range(6)), method="rtdm", classes="one", keep="data")
    assert other.body != wrapper.body
    assert Wrapper.read(other.xml()) == other


@pytest.mark.parametrize("seed", range(20))
def test_generated_templates_survive_the_file(seed: int) -> None:
    template = learn_template(make_site(Random(seed)), share=0.65)
    assert TemplateTree.read(template.write()) == template


def test_file_holds_no_words(wrapper: Wrapper) -> None:
    for word in ("Home", "Imprint", "article", "anchor"):
        assert word not in wrapper.xml()


def read_template(**changes: str | None) -> TemplateTree:
    """Read a small template with changed attributes: html(body(text .))."""
    attributes: dict[str, str | None] = {
        "content": "body", "share": "0.7", "depths": "0 1 2 2",
        "labels": "00000000000000ab 00000000000000cd 00000000000000ef", "wildcards": "---.",
    }  # fmt: skip
    known = {name: value for name, value in (attributes | changes).items() if value is not None}
    return TemplateTree.read([ElementTree.Element("template", known)])


def test_small_template_is_read() -> None:
    template = read_template()
    parents, labels, _ = read_columns(template.tree)
    assert parents == [-1, 0, 1, 1]
    assert labels[:3] == [0xAB, 0xCD, 0xEF]
    assert template.tree.wildcards == "   ."
    assert (template.choice, template.share) == ("body", 0.7)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"content": None}, "'template' lacks the attribute 'content'"),
        ({"labels": None}, "'template' lacks the attribute 'labels'"),
        ({"colour": "red"}, "'template' has an unknown attribute 'colour'"),
        ({"content": "title"}, "content='title': expected one of body, data"),
        ({"share": "much"}, "share='much'"),
        ({"share": "1.1"}, "share='1.1'"),
        ({"share": "nan"}, "share='nan'"),
        ({"depths": ""}, "depths='': expected numbers"),
        ({"depths": "0 1 2 x"}, "depths='0 1 2 x': expected numbers"),
        ({"depths": "0 1 2 -1"}, "depths='0 1 2 -1': expected numbers"),
        ({"depths": "0 1 2 ٢"}, "expected numbers"),
        ({"depths": "0 1  2 2"}, "expected numbers"),
        ({"depths": "0 1 2 3 "}, "expected numbers"),
        ({"labels": ""}, "labels='': expected hashes of 16 hexadecimal digits"),
        ({"labels": "ab cd ef"}, "labels='ab cd ef': expected hashes"),
        ({"labels": "0x000000000000ab 00000000000000cd 00000000000000ef"}, "expected hashes"),
        ({"labels": "00000000000000ab 00000000000000cd"}, "'template' has 2 labels: expected one "
         "for each of 3 nodes that are no wildcards"),
        ({"wildcards": ""}, "'template' has 4 depths and the wildcards ''"),
        ({"wildcards": "---"}, "'template' has 4 depths and the wildcards '---'"),
        ({"wildcards": "---x"}, "the wildcards '---x': expected 1 to 50000 nodes, and one of"),
        ({"wildcards": "--- "}, "the wildcards '--- '"),
        ({"wildcards": "----"}, "'template' has 3 labels: expected one for each of 4"),
        ({"depths": "0 1 3 2"}, "'template' has no node above node 2"),
        ({"depths": "0 1 0 1"}, "'template' has no node above node 2"),
        ({"depths": "1 1 2 2"}, "'template' has no node above node 0"),
        ({"wildcards": "-.--"}, "'template': a wildcard is the root or has nodes below it"),
        ({"wildcards": ".---"}, "'template': a wildcard is the root or has nodes below it"),
    ],
)  # fmt: skip
def test_bad_templates_are_refused(changes: dict[str, str | None], problem: str) -> None:
    with pytest.raises(WrapperError) as raised:
        read_template(**changes)
    assert problem in str(raised.value)


def test_nodes_of_a_file_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rtdm_module, "MAX_NODES", 3)
    with pytest.raises(WrapperError, match="expected 1 to 3 nodes"):
        read_template()


def test_other_elements_are_refused() -> None:
    (template,) = learn_template([make_post(1), make_post(2)]).write()
    for elements in ([], [template, template], [ElementTree.Element("tree")]):
        with pytest.raises(WrapperError, match="must contain exactly one element 'template'"):
            TemplateTree.read(elements)
    ElementTree.SubElement(template, "node")
    with pytest.raises(WrapperError, match="'template' has an unknown element 'node'"):
        TemplateTree.read([template])
    template.remove(template[0])
    template.text = "words"
    with pytest.raises(WrapperError, match="'template' contains text: expected none"):
        TemplateTree.read([template])


def test_template_of_a_file_without_leaves_fits_no_page() -> None:
    template = read_template(wildcards="--.?", labels="00000000000000ab 00000000000000cd")
    assert template.fit(parse(make_post(1))).score == 0
