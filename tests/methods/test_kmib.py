"""The method `kmib`: a test for every rule, and the definition as loops."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagecore import Choice, Page, extract, parse
from pagecore.errors import BadOption
from pagecore.methods.kmib import (
    build_tree,
    condense,
    expand,
    find_informative,
    kmib,
    measure_content,
    measure_structure,
)
from pagecore.page.linked_pages import LinkedPages
from tests.rows import find_row, find_rows, text_row
from tests.trees import markup, row_text

LINK = "<a href=/>{}</a>".format


def kept(source: str, **parameters: object) -> list[str]:
    """The texts that are kept."""
    page = parse(source)
    content = kmib(page, **parameters).content  # type: ignore[arg-type]  # Of each its own.
    rows = np.flatnonzero(content & (page.tag == 0) & (page.chars > 0)).tolist()
    return [row_text(page, row).strip() for row in rows]


def sii_of(source: str, m: str = "all") -> float:
    """The structure information index of the one `div`."""
    page = parse(source)
    return float(kmib(page, m=m).evidence["SII"][find_row(page, "div")])


# ---------------------------------------------------------------- features


def test_lengths_are_added_up() -> None:
    page = parse(f"<div><p>one {LINK('two six')}</p><ul><li>{LINK('ten')}</ul></div>")
    evidence = kmib(page).evidence
    alen, clen = evidence["ALEN"], evidence["CLEN"]
    (p, ul, div) = (find_row(page, name) for name in ("p", "ul", "div"))
    assert (alen[p], clen[p]) == (7, 4)
    assert (alen[ul], clen[ul]) == (3, 0)
    assert (alen[div], clen[div]) == (alen[0], clen[0]) == (10, 4)
    # A block has its own at its first row.
    assert (alen[text_row(page, "one")], clen[text_row(page, "one")]) == (7, 4)


def test_hidden_text_counts_nothing() -> None:
    page = parse("<title>one</title><div>one<p hidden>two six</p><i hidden>ten</i></div>")
    evidence = kmib(page).evidence
    assert evidence["CLEN"][0] == 3
    # The block of the div is an only child.
    assert evidence["SII"][find_row(page, "div")] == 0


def measure_information(source: str) -> list[float]:
    page = parse(source)
    return [round(float(value), 6) for value in measure_content(page)[page.blocks.first]]


INFORMATION = [
    # what it shows                  page                                blocks
    ("a term of one block alone",    "<p>one<p>two",                     [1, 1]),
    ("a term of all blocks",         "<p>one<p>one<p>one",               [0, 0, 0]),
    ("a mean, so length tells not",  "<p>one two<p>one six ten",         [0.5, 0.666667]),
    ("distinct terms",               "<p>two two one<p>one",             [0.5, 0]),
    ("in capitals or not",           "<p>ONE<p>one",                     [0, 0]),
    ("uneven: entropy of 3 and 1",   "<p>one one one<p>one",             [0.188722, 0.188722]),
    ("one block",                    "<p>one",                           [1]),
    ("no terms",                     "<p>one<p><img><p>...",             [1, 0, 0]),
    ("hidden blocks",                "<p>one<p hidden>one<p>two",        [1, 0, 1]),
    ("unspaced script",              "<p>言葉<p>言",                     [0.5, 0]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("source", "blocks"), [case[1:] for case in INFORMATION], ids=[case[0] for case in INFORMATION]
)
def test_content_information_index(source: str, blocks: list[float]) -> None:
    assert measure_information(source) == blocks


# ---------------------------------------------------------------- structure information index

EVEN = [
    # what it shows             page                                             all     positive
    ("even",                    "<div><p>aaaa<p>bbbb<p>cccc</div>",              1,      1),
    ("an only child",           "<div><p>aaaa</div>",                            0,      0),
    ("text alone",              "<div>aaaa</div>",                               0,      0),
    ("nothing",                 "<div></div>",                                   0,      0),
    ("one has all",             "<div><p>aaaa<p></p></div>",                     0,      0),
    ("half of four",            "<div><p>aa<p>bb<p></p><p></p></div>",           0.5,    1),
    ("three to one",            "<div><p>aaaaaa<p>bb</div>",                     0.8113, 0.8113),
    ("text is a child",         "<div>aa<p>bb</p>cc</div>",                      1,      1),
    ("not the inline element",  "<div><b>aa</b><i>aa</i><p>bbbb</div>",          1,      1),
    ("through inline ones",     "<div><b><p>aa</p></b><p>bb</div>",              1,      1),
    ("links do not count",      f"<div><p>aa<p>bb<ul><li>{LINK('aa')}</ul></div>", 0.6309, 1),
    ("hidden is no child",      "<div><p>aa<p>bb<p hidden>cc</div>",             1,      1),
]  # fmt: skip


@pytest.mark.parametrize(
    ("source", "of_all", "of_positive"),
    [case[1:] for case in EVEN],
    ids=[case[0] for case in EVEN],
)
def test_structure_information_index(source: str, of_all: float, of_positive: float) -> None:
    assert sii_of(source, "all") == pytest.approx(of_all, abs=5e-5)
    assert sii_of(source, "positive") == pytest.approx(of_positive, abs=5e-5)


# ---------------------------------------------------------------- the search

#: Of 26 characters a section has 18, evenly; beside it two paragraphs of 4.
PARTS = "<section><p>aaaaaa<p>bbbbbb<p>cccccc</section><p>dddd<p>eeee"


def test_even_page_is_not_split() -> None:
    # Over the children of the body 18, 4 and 4 are spread with .79.
    assert kept(PARTS, threshold=0.7) == ["aaaaaa", "bbbbbb", "cccccc", "dddd", "eeee"]


def test_uneven_page_is_split_at_the_largest() -> None:
    assert kept(PARTS, threshold=0.9) == ["aaaaaa", "bbbbbb", "cccccc"]


def test_threshold_itself_is_enough() -> None:
    source = "<div><p>aa<p>bb<p></p><p></p></div>"
    page = parse(source)
    tree = build_tree(page)
    sii = measure_structure(tree, tree.clen, positive=False)
    div = find_row(page, "div")
    # The html and the body have one child with text each.
    assert find_informative(tree, tree.clen, sii, 1, 0.5) == [div]
    assert find_informative(tree, tree.clen, sii, 1, 0.51) == find_rows(page, "p")[:1]


def test_k_candidates_the_largest_first() -> None:
    def find_blocks(k: int) -> list[int]:
        return find_informative(tree, tree.clen, sii, k, 0.9)

    page = parse(PARTS)
    tree = build_tree(page)
    sii = measure_structure(tree, tree.clen, positive=False)
    section, *_, fourth, fifth = find_rows(page, "section", "p")
    assert find_blocks(1) == [section]
    assert find_blocks(2) == [section, fourth]
    # Of equal ones the first; and there are no more.
    assert find_blocks(3) == find_blocks(9) == [section, fourth, fifth]


def test_nothing_is_not_a_candidate() -> None:
    assert kept(f"<ul><li>{LINK('aa')}</ul>") == []
    assert kept("<p></p><img>") == []
    assert kept("<div><p>aaaa<p></p></div>", k=9, threshold=1.0) == ["aaaa"]


def test_element_without_blocks_below_is_a_candidate() -> None:
    # Its index is 0, but there is nothing to split it into.
    assert kept("<p>aaaa", threshold=1.0) == ["aaaa"]


def test_block_is_a_candidate() -> None:
    # The text of the div itself, which has an uneven child beside it.
    assert kept("<div>aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa<p>bb</div>", threshold=0.9) == ["a" * 30]


def test_feature_decides_what_is_chosen() -> None:
    story, menu = "<p>aaaa</p><p>bbbb</p>", f"<li>{LINK('cc')}<li>{LINK('dd')}"
    source = f"<div>{story}</div><ul>{menu}</ul>"
    assert kept(source) == ["aaaa", "bbbb"]
    assert kept(source, feature="ALEN") == ["cc", "dd"]


# ---------------------------------------------------------------- anchor precision index

SITE = "https://x.example/"
LINKED = {
    f"{SITE}tides": "<h1>Tide tables</h1>",
    f"{SITE}news": "<h1>Harbour news</h1><p>of the day",
    f"{SITE}story": "<p>quite another text",
}
TOC = (
    "<ul><li><a href=/tides>Tide tables</a><li><a href=/news>Harbour news</a></ul>"
    "<div><a href=/story>A long text of a link</a> <a href=/nowhere>and one that leads away</a>"
    "</div>"
)


def test_similarity_of_links_is_added_up() -> None:
    page = parse(TOC, url=SITE)
    api = kmib(page, linked=LinkedPages.of(LINKED)).evidence["API"]
    first, second = find_rows(page, "li")
    # Two words of two, and two of five.
    assert api[first] == pytest.approx(1)
    assert api[second] == pytest.approx(2 / math.sqrt(2 * 5))
    # One word of six is one of four; nothing is known of the other page.
    assert api[find_row(page, "div")] == pytest.approx(1 / math.sqrt(6 * 4))
    assert api[0] == pytest.approx(api[first] + api[second] + api[find_row(page, "div")])
    # Without pages there is no such evidence.
    assert "API" not in kmib(page).evidence


def test_links_like_their_pages_are_chosen() -> None:
    page = parse(TOC, url=SITE)
    linked = LinkedPages.of(LINKED)
    by_api = kmib(page, feature="API", linked=linked, threshold=0.95)
    by_alen = kmib(page, feature="ALEN", threshold=0.95)
    chosen = [by.content[[find_row(page, "ul"), find_row(page, "div")]].tolist()
              for by in (by_api, by_alen)]  # fmt: skip
    assert chosen == [[True, False], [False, True]]
    held = by_api.evidence["API"][find_row(page, "ul")] / by_api.evidence["API"][0]
    assert by_api.score[text_row(page, "Tide tables")] == pytest.approx(held)


def test_links_without_text_or_out_of_sight_count_nothing() -> None:
    source = (
        "<a href=/tides><img alt='Tide tables'></a><p hidden><a href=/tides>Tide tables</a></p>"
        "<a href=/tides hidden>Tide tables</a><a>Tide tables</a>"
    )
    assert not kmib(parse(source, url=SITE), linked=LinkedPages.of(LINKED)).evidence["API"].any()


@pytest.mark.parametrize("linked", [None, {}])
def test_api_needs_linked_pages(linked: dict[str, str] | None) -> None:
    with pytest.raises(BadOption, match=r"feature='API': .* pass linked=\{url: page, ...\}"):
        extract(TOC, method="kmib", feature="API", linked=linked)
    # They may well know none of the links of a page.
    others = {"https://y.example/": "<p>text"}
    assert extract(TOC, url=SITE, method="kmib", feature="API", linked=others, steps=()).text == ""


def test_pages_are_passed_by_extract() -> None:
    pages = {url: parse(html, url=url) for url, html in LINKED.items()}
    text = extract(TOC, url=SITE, method="kmib", feature="API", linked=pages, threshold=0.9).text
    assert text == "- Tide tables\n- Harbour news"


@given(st.lists(st.tuples(st.integers(0, 3), st.text("ab ", max_size=6)), max_size=6))
def test_similarity_agrees_with_definition(links: list[tuple[int, str]]) -> None:
    texts = ["", "a b", "b b ab", "a a a b"]
    linked = LinkedPages.of({f"{SITE}{at}": f"<p>{text}" for at, text in enumerate(texts)})
    page = parse("".join(f"<p><a href=/{at}>{text}</a></p>" for at, text in links), url=SITE)
    api = kmib(page, linked=linked).evidence["API"]
    for row, (at, text) in zip(find_rows(page, "p"), links, strict=True):
        here, there = Counter(text.split()), Counter(texts[at].split())
        product = sum(here[word] * there[word] for word in here)
        lengths = [math.sqrt(sum(n * n for n in of.values())) for of in (here, there)]
        expected = product / (lengths[0] * lengths[1]) if product else 0
        assert api[row] == pytest.approx(expected)


# ---------------------------------------------------------------- expansion and condensation


def merged(source: str, names: tuple[str, ...], merge: float = 0.8) -> list[str]:
    """The names of what replaces candidates of some names."""
    page = parse(source)
    tree = build_tree(page)
    actual = expand(page, tree, tree.clen, find_rows(page, *names), merge)
    return [page.name(row) for row in sorted(actual)]


MERGED = [
    # what it shows            page                                          candidates    merged
    ("two of one parent",      "<div><p>aaaa<p>bbbb</div>",                  ("p",),       ["div"]),
    ("one alone",              "<div><p>aaaa</div>",                         ("p",),       ["p"]),
    ("not of one parent",      "<div><p>aaaa</div><ul><li>bbbb</ul>",        ("p", "li"),
     ["p", "li"]),
    ("just enough",            "<div><p>aaaa<p>bbbb<pre>cc</pre></div>",     ("p",),       ["div"]),
    ("too little",             "<div><p>aaaa<p>bbbb<pre>ccc</pre></div>",    ("p",),
     ["p", "p"]),
    ("again upward",           "<main><div><p>aaaa<p>bbbb</div><ul>cccc</ul></main>",
     ("p", "ul"), ["main"]),
    ("with what is inside",    "<div><p>aaaaaa<p>bbbbbb<ul><li>ccc</ul></div>", ("p", "li"),
     ["div"]),
    ("up to the root",         "<head></head><body><p>aaaa<p>bbbb</body>",   ("p",),
     ["body"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("source", "names", "expected"), [case[1:] for case in MERGED], ids=[case[0] for case in MERGED]
)
def test_expansion(source: str, names: tuple[str, ...], expected: list[str]) -> None:
    assert merged(source, names) == expected


def test_merge_is_a_parameter() -> None:
    source = "<div><p>aaaa<p>bbbb<pre>ccc</pre></div>"
    assert merged(source, ("p",), merge=8 / 11) == ["div"]


def dropped(source: str) -> list[str]:
    """The names of what is dropped of the one `div`."""
    page = parse(source)
    tree = build_tree(page)
    mask = condense(page, tree, tree.clen, page.is_tag("div"))
    return [page.name(row) for row in np.flatnonzero(mask).tolist()]


CONDENSED = [
    # what it shows            page                                                     dropped
    ("list of links",          f"<div><p>aaaa<ul><li>{LINK('aaaa')}</ul></div>",        ["ul"]),
    ("with text of its own",   f"<div><p>aaaa<ul>{LINK('aaaa')}</ul></div>",            []),
    # Of 12 characters 8 are no links; a third of that is the half.
    ("just half",              f"<div><p>aaaaaa<ul><li>bb{LINK('bbbb')}</ul></div>",    []),
    ("less than half",         f"<div><p>aaaaaaa<ul><li>bb{LINK('bbbb')}</ul></div>",   ["ul"]),
    ("further down",           f"<div><p>a<ul><li>aaaa<li><p>{LINK('aa')}</ul></div>",  ["li"]),
    ("below what is dropped",  f"<div><p>aaaa<ul><li><p>{LINK('aaaa')}</ul></div>",
     ["ul", "li"]),
    ("not around it",          f"<ul><li>{LINK('aaaa')}<li><div><p>aaaa</div></ul>",    []),
    ("without text",           "<div><p>aaaa<ul><li><img></ul></div>",                  []),
]  # fmt: skip


@pytest.mark.parametrize(
    ("source", "names"), [case[1:] for case in CONDENSED], ids=[case[0] for case in CONDENSED]
)
def test_condensation(source: str, names: list[str]) -> None:
    assert dropped(source) == names


def test_what_is_dropped_is_not_kept() -> None:
    menu = f"<ul><li>{LINK('cccc')}</ul>"
    assert kept(f"<div><p>aaaa<p>bbbb</p>{menu}</div>", threshold=0.3) == ["aaaa", "bbbb"]


def test_score_is_the_share_of_the_page() -> None:
    page = parse(PARTS)
    choice = kmib(page, threshold=0.9, k=2, merge=1.0)
    assert choice.score[text_row(page, "aaaaaa")] == np.float32(18 / 26)
    assert choice.score[text_row(page, "dddd")] == np.float32(4 / 26)
    assert choice.score[text_row(page, "eeee")] == 0


# ---------------------------------------------------------------- the definition, as loops


class ByDefinition:
    """The information coverage tree of a page, with a list of children for every node.

    A node is the row of a block-level element, or `("block", number)`.
    """

    def __init__(self, page: Page, feature: str) -> None:
        self.page = page
        self.children: dict[object, list[object]] = {}
        self.parent: dict[object, object] = {}
        self.alen: Counter[object] = Counter()
        self.clen: Counter[object] = Counter()
        owner, parent = page.owner.tolist(), page.parent.tolist()
        blocks = page.blocks
        nodes: list[tuple[int, object, int]] = [
            (row, row, owner[parent[row]] if row else -1)
            for row in range(len(page))
            if owner[row] == row and page.visible[row]
        ]
        nodes += [
            (int(blocks.first[i]), ("block", i), int(blocks.owner[i]))
            for i in range(len(blocks))
            if blocks.hidden[i] == 0
        ]
        for _, node, above in sorted(nodes, key=lambda node: node[0]):
            self.children[node] = []
            if above >= 0:
                self.children[above].append(node)
                self.parent[node] = above
        for i in range(len(blocks)):
            at: object = ("block", i)
            while at in self.children:
                self.alen[at] += int(blocks.link_chars[i])
                self.clen[at] += int(blocks.chars[i] - blocks.link_chars[i])
                at = self.parent.get(at)
        self.f: Mapping[object, float] = self.clen if feature == "CLEN" else self.alen

    def place(self, node: object) -> int:
        """The row of a node."""
        return int(self.page.blocks.first[node[1]]) if isinstance(node, tuple) else int(node)  # type: ignore[call-overload]  # A row.

    def sii(self, node: object, m: str) -> float:
        values = [self.f[child] for child in self.children[node]]
        positive = [value for value in values if value]
        n = len(positive) if m == "positive" else len(values)
        if n < 2 or not positive:
            return 0.0
        weights = [value / sum(positive) for value in positive]
        return -sum(weight * math.log(weight, n) for weight in weights)

    def candidates(self, k: int, threshold: float, m: str) -> list[object]:
        queue: list[object] = [0] if 0 in self.children else []
        actual: list[object] = []
        while queue and len(actual) < k:
            queue.sort(key=lambda node: (-self.f[node], self.place(node)))
            node = queue.pop(0)
            if self.f[node] == 0:
                break
            inner = any(isinstance(child, int) for child in self.children[node])
            if inner and self.sii(node, m) < threshold - 1e-9:
                queue += self.children[node]
            else:
                actual.append(node)
        return actual

    def is_inside(self, node: object, around: object) -> bool:
        while node is not None and node != around:
            node = self.parent.get(node)
        return node is not None

    def merged(self, output: list[object], merge: float) -> list[object]:
        changed = True
        while changed:
            changed = False
            parents = {self.parent[node] for node in output if node in self.parent}
            for parent in sorted(parents, key=self.place, reverse=True):
                held = [node for node in output if self.parent.get(node) == parent]
                share = sum(self.f[node] for node in held) - merge * self.f[parent]
                if len(held) > 1 and share >= -1e-9:
                    output = [node for node in output if not self.is_inside(node, parent)] + [
                        parent
                    ]
                    changed = True
                    break
        return output

    def is_dropped(self, child: object, candidate: object) -> bool:
        def density(node: object) -> float:
            return self.f[node] / (self.alen[node] + self.clen[node])

        if not isinstance(child, int) or self.alen[child] + self.clen[child] == 0:
            return False
        texts = [node for node in self.children[child] if not isinstance(node, int)]
        has_own = any(self.alen[node] + self.clen[node] for node in texts)
        return not has_own and density(child) < density(candidate) / 2

    def kept(self, output: list[object]) -> set[int]:
        """The blocks that are kept."""

        def is_kept(block: object, candidate: object) -> bool:
            node: object = block
            while node is not None and node != candidate:
                if self.is_dropped(node, candidate):
                    return False
                node = self.parent.get(node)
            return node is not None

        return {
            node[1]
            for node in self.children
            if isinstance(node, tuple) and any(is_kept(node, candidate) for candidate in output)
        }


@given(
    markup(),
    st.sampled_from(["CLEN", "ALEN"]),
    st.integers(1, 5),
    st.sampled_from([0.1, 0.5, 0.7, 0.9, 1.0]),
    st.sampled_from(["all", "positive"]),
    st.sampled_from([0.0, 0.5, 0.8, 1.0]),
)
def test_agrees_with_definition(
    source: str, feature: str, k: int, threshold: float, m: str, merge: float
) -> None:
    page = parse(source)
    tree = ByDefinition(page, feature)
    choice = kmib(page, feature=feature, k=k, threshold=threshold, m=m, merge=merge)
    for node in tree.children:
        at = tree.place(node)
        assert choice.evidence["ALEN"][at] == tree.alen[node]
        assert choice.evidence["CLEN"][at] == tree.clen[node]
        assert choice.evidence["SII"][at] == pytest.approx(tree.sii(node, m))
    expected = tree.kept(tree.merged(tree.candidates(k, threshold, m), merge))
    leaves = np.isin(page.block, sorted(expected))
    assert np.array_equal(choice.content, Choice.of(page, leaves).content)


def words_by_definition(text: str) -> list[str]:
    """Runs of letters, marks, numbers and underscores, and single characters of some scripts."""
    marked = ""
    for char in text.lower():
        if re.match("[一-鿿ぁ-んก-๛]", char):
            marked += f" {char} "
        else:
            marked += char if char == "_" or unicodedata.category(char)[0] in "LMN" else " "
    return marked.split()


@given(markup())
def test_information_agrees_with_definition(source: str) -> None:
    page = parse(source)
    words: dict[int, Counter[str]] = {}
    for row in np.flatnonzero(page.visible & (page.words > 0)).tolist():
        actual = words_by_definition(row_text(page, row))
        words.setdefault(int(page.block[row]), Counter()).update(actual)
    n = len(words)
    total = sum(words.values(), Counter())
    entropy = {
        word: -sum(
            count[word] / total[word] * math.log(count[word] / total[word], max(n, 2))
            for count in words.values()
            if count[word]
        )
        for word in total
    }
    information = measure_content(page)
    for block, count in words.items():
        expected = 1 - sum(entropy[word] for word in count) / len(count)
        assert information[page.blocks.first[block]] == pytest.approx(expected, abs=1e-9)
