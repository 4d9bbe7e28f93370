"""Hybrid: the opening tags that a site's content stands in, and string search for them.

K. Nethra, J. Anitha and G. Thilagavathi. "Web content extraction using hybrid approach." ICTACT
Journal on Soft Computing, 2014; after E. Uzun, H. V. Agun and T. Yerlikaya, "A hybrid approach for
extracting informative content from web pages", 2013.

Which block of a page is its content is found out once, for some pages of a site. What is kept are
the opening tags of these blocks. Other pages of the site are not parsed: the tag is searched for in
the source, and what stands between it and its end tag is cut out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, Self
from xml.etree.ElementTree import Element

import numpy as np

from pagecore import _core
from pagecore.choice import Choice
from pagecore.errors import WrapperError
from pagecore.methods.hybrid import find_content_block
from pagecore.page import Mask, Page, parse
from pagecore.records import Cell, Records
from pagecore.registry import method
from pagecore.site import Site
from pagecore.wrapper import UNWRITABLE, Wrapper, check

#: What a page's content may be called by: an opening tag is never longer.
MAX_TAG: Final = 4096
#: Elements that rules may be of: those that hold blocks, and close by an end tag.
NAMES: Final = ("div", "td", "article", "main", "section", "body", "table", "tr", "form")
#: Rules of a site: each is looked for in the whole page where those before it do not fit.
MAX_RULES: Final = 100
MAX_WORDS: Final = 1000


@dataclass(frozen=True)
class Rule:
    """An opening tag: literally, and by what it is known by."""

    tag: str
    id: str
    class_: str
    #: As it stands in the source.
    open: str
    #: How many of the pages that were learned from have it.
    pages: int = 1

    @property
    def key(self) -> tuple[str, str, str]:
        """What rules of several pages have in common."""
        return self.tag, self.id, self.class_

    def cut(self, source: bytes, encoding: str | None, least: int) -> tuple[int, bytes] | None:
        """Where in a source the element begins, and the element."""
        return _core.cut(
            source,
            encoding=encoding,
            literal=self.open,
            tag=self.tag,
            id=self.id,
            class_=self.class_,
            least_words=least,
        )


@dataclass(frozen=True)
class Rules:
    """The rules of a site, the most frequent first."""

    rules: tuple[Rule, ...]
    least_words: int

    @classmethod
    def read(cls, elements: Iterable[Element]) -> Self:
        """Read the body of a wrapper."""
        body = list(elements)
        if [one.tag for one in body] != ["rules"]:
            raise WrapperError("expected one element 'rules' in it")
        check(body[0], ("least_words",))
        if not 0 < len(body[0]) <= MAX_RULES:
            raise WrapperError(f"'rules' has {len(body[0])} rules in it: expected 1 to {MAX_RULES}")
        return cls(tuple(map(_rule, body[0])), _number(body[0], "least_words", MAX_WORDS))

    def write(self) -> Iterable[Element]:
        """The body of a wrapper."""
        body = Element("rules", least_words=str(self.least_words))
        for rule in self.rules:
            attributes = {"tag": rule.tag, "id": rule.id, "class": rule.class_, "open": rule.open}
            body.append(Element("rule", attributes, pages=str(rule.pages)))
        return [body]

    def cut(self, source: bytes, encoding: str | None) -> bytes | None:
        """The element of the first rule that fits."""
        found = self._found(source, encoding)
        return None if found is None else found[1]

    def content(self, page: Page) -> Choice | None:
        """The rows of the element of the first rule that fits."""
        found = self._found(page.source, "utf-8")
        return None if found is None else _choose(page, *found)

    def fields(self, page: Page) -> Records | None:
        """The content as text: one item with one field."""
        found = self._found(page.source, "utf-8")
        if found is None:
            return None
        begin, piece = found
        content = _choose(page, begin, piece).content
        rows = tuple(np.flatnonzero(content).tolist())
        cell = Cell(page.render(content), rows, begin, begin + len(piece))
        return Records(("content",), ({"content": cell},))

    def _found(self, source: bytes, encoding: str | None) -> tuple[int, bytes] | None:
        for rule in self.rules:
            found = rule.cut(source, encoding, self.least_words)
            if found is not None:
                return found
        return None


def _choose(page: Page, begin: int, piece: bytes) -> Choice:
    """The rows of the element that a piece of the source is."""
    inside = (page.start >= begin) & (page.stop <= begin + len(piece)) & page.visible
    return Choice.of(page, inside, evidence={"rule": inside})


def _rule(element: Element) -> Rule:
    if element.tag != "rule":
        raise WrapperError(f"'rules' has an unknown element {element.tag!r}")
    check(element, ("tag", "id", "class", "open", "pages"))
    if len(element):
        raise WrapperError(f"'rule' has an unknown element {element[0].tag!r}")
    tag, opened = element.get("tag", ""), element.get("open", "")
    if tag not in NAMES:
        raise WrapperError(f"tag={tag!r}: expected one of {', '.join(sorted(NAMES))}")
    told = _read_tag(opened)
    if told is None or told.tag != tag:
        raise WrapperError(f"open={opened[:80]!r}: expected an opening tag of {tag!r}")
    rule = Rule(
        tag, element.get("id", ""), element.get("class", ""), opened, _number(element, "pages")
    )
    if rule.key != told.key:
        raise WrapperError(f"open={opened[:80]!r}: its id and class are others than the rule's")
    return rule


def _read_tag(opened: str) -> Rule | None:
    """The rule of an opening tag, if a text is one and nothing else."""
    page = parse(opened if len(opened) <= MAX_TAG else "")
    # Parts of a table are read only inside of one.
    if opened[:3].lower() in ("<td", "<tr"):
        page = parse(f"<table>{opened}")
    rows = np.flatnonzero(page.is_tag(*NAMES))[::-1].tolist()
    rules = (_rule_at(page, row) for row in rows if not page.text(row))
    return next((rule for rule in rules if rule is not None and rule.open == opened), None)


def _number(element: Element, name: str, most: int = 10**9) -> int:
    text = element.get(name, "")
    if not text.isdecimal() or not text.isascii() or len(text) > 9 or int(text) > most:
        raise WrapperError(f"{name}={text!r}: expected a whole number up to {most}")
    return int(text)


@method(
    "hybrid",
    paper="Nethra, Anitha and Thilagavathi 2014",
    family="site",
    bounds={"least_words": (0, MAX_WORDS)},
    made_on=(),
    uses=("page/default",),
    body=Rules,
)
def hybrid(site: Site, *, default: Callable[[Page], Choice], least_words: int = 25) -> Wrapper:
    """Learn the opening tags that the content of a site stands in.

    Args:
        site: some pages of a site; its labels say which rows are content.
        default: the default extractor, which says so where the site has no labels.
        least_words: what is cut out with fewer words does not fit.

    Returns:
        The rules, the most frequent first.

    Raises:
        WrapperError: no page has a block with an id or a class that is content.
    """
    labels = site.labels or (lambda page: default(page).content)
    opened: dict[tuple[str, str, str], Counter[str]] = {}
    n_pages = n_left_out = 0
    for page in site:
        n_pages += 1
        rule = rule_of(page, labels(page))
        if rule is None:
            n_left_out += 1
        else:
            opened.setdefault(rule.key, Counter())[rule.open] += 1
    why = "content in a div or td that is known by an id or a class, or is in one that is"
    if not opened:
        raise WrapperError(f"nothing was learned: of {n_pages} pages none has its {why}")
    notes: tuple[str, ...] = ()
    if n_left_out:
        notes = (f"nothing was learned of {n_left_out} of {n_pages} pages, which have no {why}",)
    # Of equals the first stays first.
    ordered = sorted(opened.items(), key=lambda one: -one[1].total())[:MAX_RULES]
    rules = tuple(
        Rule(*key, open=counts.most_common(1)[0][0], pages=counts.total())
        for key, counts in ordered
    )
    return Wrapper("hybrid", Rules(rules, least_words), notes=notes)


def rule_of(page: Page, content: Mask) -> Rule | None:
    """The rule of a page's content: the opening tag of its block, or of the nearest element around
    it that has an id or a class."""
    row = find_content_block(page, content)
    while row is not None and row >= 0:
        rule = _rule_at(page, row)
        if rule is not None:
            return rule
        row = int(page.parent[row])
    return None


def _rule_at(page: Page, row: int) -> Rule | None:
    """The rule of an element; None where it has neither id nor class, or no tag in the source."""
    opened = _opening_tag(page, row)
    if opened is None or page.name(row) not in NAMES:
        return None
    # As it is written: what is searched for is the source, in which references are not decoded.
    id_, class_ = (_core.tag_value(opened, name) or "" for name in ("id", "class"))
    class_ = " ".join(class_.split())
    # What XML cannot hold could not be read again.
    if not (id_.strip() or class_) or UNWRITABLE.search(opened):
        return None
    return Rule(page.name(row), id_, class_, opened)


def _opening_tag(page: Page, row: int) -> str | None:
    """The opening tag of an element as it stands in the source; None where it has none."""
    begin = int(page.start[row])
    source = page.source[begin : begin + MAX_TAG].decode("utf-8", "ignore")
    length = _core.tag_length(source)
    opened = source[:length]
    name = page.name(row)
    return opened if opened.lower().startswith(f"<{name}") and opened.endswith(">") else None
