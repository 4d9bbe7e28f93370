"""Rules: what is cut out of a source, and what is chosen on a parsed page."""

from __future__ import annotations

import pickle
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pagecore import Wrapper, _core, parse
from pagecore.errors import WrapperError
from pagecore.sites.rules import Rule, Rules, read_values

MAIN = Rule("div", "m", "", "<div id=m>")


def wrapper(*rules: Rule, min_words: int = 0) -> Wrapper:
    return Wrapper("hybrid", Rules(rules, min_words))


CUTS = [
    # what is shown, the source, and the piece that is cut out
    ("tags balance", "<div id=m>a<div>b</div>c</div>d</div>", "<div id=m>a<div>b</div>c</div>"),
    ("comments", "<!--<div id=m>x</div>--><div id=m>a<!--</div>-->b</div>",
     "<div id=m>a<!--</div>-->b</div>"),
    ("scripts", "<script>'<div id=m>'</script><div id=m><script>'</div>'</script>a</div>",
     "<div id=m><script>'</div>'</script>a</div>"),
    ("capitals", "<DIV ID=m>a</DIV>", "<DIV ID=m>a</DIV>"),
    ("by its id", "<div class=x id='m' >a</div>", "<div class=x id='m' >a</div>"),
    ("the first", "<div id=m>a</div><div id=m>b</div>", "<div id=m>a</div>"),
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


def test_pieces_are_put_together_in_the_order_of_the_source() -> None:
    rules = (
        Rule("section", "", "c", "<section class=c>", at=0),
        MAIN,
        Rule("p", "", "", "<p>", "noise", 0),
        Rule("h2", "", "", "<h2>More", "end", 0),
    )
    source = (
        "<p>0</p><div id=m>1<p>2</p>3</div>4<section class=c>5</section>"
        "<section class=c>6<h2>Less</h2><h2>More</h2>7</section>"
    )
    assert wrapper(*rules).cut(source.encode()).decode().split("\n") == [
        "<div id=m>1",
        "3</div>",
        "<section class=c>5</section>",
        "<section class=c>6<h2>Less</h2>",
    ]


def test_a_rule_that_is_missing_leaves_the_others() -> None:
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
    page = parse("<p>a<div id=m>b <b>c</b><p hidden>h</p><ul>x</ul><div>d</div></div><p>e")
    learned = wrapper(MAIN, Rule("ul", "", "", "<ul>", "noise", 0))
    choice = learned.content(page)
    texts = [page.text(int(row)) for row in np.flatnonzero(choice.content & (page.tag == 0))]
    assert texts == ["b ", "c", "d"]
    # The evidence of a row is the number of its rule.
    rules = {page.text(int(row)): int(choice.evidence["rule"][row])
             for row in np.flatnonzero(page.tag == 0)}  # fmt: skip
    assert rules == {"a": 0, "b ": 1, "c": 1, "h": 1, "x": 2, "d": 1, "e": 0}
    # Blocks stay apart.
    (item,) = learned.fields(page)
    cell = item["content"]
    assert cell.text == "b c\nd"
    # The rows are those of the choice, without the elements around the pieces.
    around = [row for row in np.flatnonzero(choice.content).tolist() if row not in cell.rows]
    assert {page.name(row) for row in around} == {"html", "body", "div"}
    # Without anything to see, the item has no cell.
    hidden = parse("<div id=m><p hidden>a b c d</div>")
    assert learned.fields(hidden).texts() == [{}]
    with pytest.raises(WrapperError):
        learned.content(parse("<p>a"))
    with pytest.raises(WrapperError):
        learned.fields(parse("<p>a"))


def test_rules_are_pickled_without_those_of_the_core() -> None:
    learned = wrapper(MAIN)
    source = b"<div id=m>a</div>"
    assert learned.cut(source) == source
    again = pickle.loads(pickle.dumps(learned))
    assert again == learned
    assert again.cut(source) == source


def test_the_core_knows_the_kinds() -> None:
    with pytest.raises(ValueError, match="unknown kind"):
        _core.CutRules([("ads", "<p>", "p", "", "", 0)])


# ---------------------------------------------------------------- the definition, as plain loops


class Tag(NamedTuple):
    """An element of a generated page: its opening tag, and what is in it."""

    open: str
    inside: tuple[Tag | str, ...]

    @property
    def name(self) -> str:
        return self.open.strip("<>").split()[0]


OPEN = st.sampled_from(
    ["<div>", "<div id=a>", "<div class=b>", "<div id=a class=b>", "<p>", "<p class=b>", "<ul>"]
)
TREE = st.recursive(
    st.sampled_from(["one ", "two three ", "four "]),
    lambda inner: st.builds(Tag, OPEN, st.lists(inner, max_size=4).map(tuple)),
    max_leaves=20,
)
RULE = st.builds(
    lambda open, use_id, kind, at: make_rule(open, use_id, kind, at),
    OPEN,
    st.booleans(),
    st.sampled_from(["content", "content", "noise", "end"]),
    st.integers(0, 3),
)


def make_rule(open: str, use_id: bool, kind: str, at: int) -> Rule:
    """The rule of a tag, by id or by class if it has both."""
    id_, class_ = read_values(open)
    if id_ and class_:
        id_, class_ = (id_, "") if use_id else ("", class_)
    return Rule(open.strip("<>").split()[0], id_, class_, open, kind, at)


def write(node: Tag | str) -> str:
    if isinstance(node, str):
        return node
    return f"{node.open}{''.join(map(write, node.inside))}</{node.name}>"


def matches(rule: Rule, open: str) -> bool:
    if not rule.id and not rule.class_:
        return open == rule.open
    id_, class_ = read_values(open)
    same_name = rule.tag == open.strip("<>").split()[0]
    return same_name and rule.id in ("", id_) and rule.class_ in ("", class_)


def cut_by_definition(nodes: list[Tag | str], rules: list[Rule]) -> list[str]:
    """The words of the content, by walking through the elements."""
    counts = [0] * len(rules)
    words: list[str] = []

    def walk(node: Tag | str, is_content: bool) -> tuple[bool, bool]:
        """Walk through a node; returns whether content ended in it, and whether it was content."""
        if isinstance(node, str):
            words.extend(node.split() if is_content else ())
            return False, is_content
        own, ends = is_content, False
        number = next((at for at, rule in enumerate(rules) if matches(rule, node.open)), None)
        if number is not None and (rules[number].kind == "content" or is_content):
            rule = rules[number]
            counts[number] += 1
            if rule.at in (0, counts[number]) and (rule.kind == "content") != is_content:
                own, ends = rule.kind == "content", rule.kind == "end"
        inner = own
        for child in node.inside:
            has_ended, _ = walk(child, inner)
            # Noise goes on to the end of the content that this element belongs to.
            inner = inner and not has_ended
        is_passed_on = own == is_content and own and not inner
        return ends or is_passed_on, own

    state = False
    for node in nodes:
        walk(node, state)
    return words


@given(st.lists(TREE, max_size=4), st.lists(RULE, min_size=1, max_size=4))
@settings(max_examples=300, deadline=None)
def test_agrees_with_its_definition(nodes: list[Tag | str], rules: list[Rule]) -> None:
    source = "".join(map(write, nodes)).encode()
    cut = Rules(tuple(rules), 0).cut(source, "utf-8")
    pieces = _core.find_elements(f"<body>{(cut or b'').decode()}</body>".encode(), ["body"])
    assert len(pieces) == 1
    words = [] if cut is None else strip_tags(cut.decode())
    assert words == cut_by_definition(nodes, rules)


def strip_tags(source: str) -> list[str]:
    """The words of a source outside of its tags."""
    parts = [part.rpartition(">")[2] for part in source.split("<")]
    return " ".join(parts).split()
