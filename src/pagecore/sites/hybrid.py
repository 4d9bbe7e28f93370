"""Hybrid: learn the opening tags of a site's content, and find them by string search.

K. Nethra, J. Anitha and G. Thilagavathi. "Web content extraction using hybrid approach." ICTACT
Journal on Soft Computing, 2014; after E. Uzun, H. V. Agun and T. Yerlikaya, "A hybrid approach for
extracting informative content from web pages", 2013.

The `div` or `td` with the content is located on some pages of a site, and the opening tags of these
elements become rules. Other pages of the site are not parsed: the tag is searched for in the
source, and everything up to its end tag is cut out.
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
from pagecore.errors import WrapperError, show_value
from pagecore.methods.candidates import find_content_candidate
from pagecore.page import Mask, Page, parse
from pagecore.page.counts import format_count
from pagecore.records import Records
from pagecore.registry import method
from pagecore.site import Site
from pagecore.wrapper import UNWRITABLE, Wrapper, check_element

#: Length limit of an opening tag, in characters.
MAX_TAG: Final = 4096
#: Elements that a rule may name: they contain blocks and have an end tag.
NAMES: Final = ("div", "td", "article", "main", "section", "body", "table", "tr", "form")
#: Maximum number of rules; a rule that does not fit costs a search of the whole page.
MAX_RULES: Final = 100
MAX_WORDS: Final = 1000
#: Maximum number of pages without a rule that a note names.
_MAX_NAMED: Final = 5
#: Why a page yields no rule.
_NO_RULE: Final = (
    "because neither the element with the content (a div or td) nor one around it has an id or a "
    "class"
)


@dataclass(frozen=True)
class Rule:
    """An opening tag: its name, id and class, and its literal source."""

    tag: str
    id: str
    class_: str
    #: The tag as written in the source.
    open: str
    #: Number of pages that the rule was learned from.
    pages: int = 1

    @property
    def key(self) -> tuple[str, str, str]:
        """Identifies the rule; pages with the same key share a rule."""
        return self.tag, self.id, self.class_

    def cut(self, source: bytes, encoding: str | None, min_words: int) -> tuple[int, bytes] | None:
        """Cut the element out of a source; returns its byte offset and its source."""
        return _core.cut(
            source,
            encoding=encoding,
            literal=self.open,
            tag=self.tag,
            id=self.id,
            class_=self.class_,
            least_words=min_words,
        )


@dataclass(frozen=True)
class Rules:
    """The rules of a site, most frequent first."""

    rules: tuple[Rule, ...]
    min_words: int

    @classmethod
    def read(cls, elements: Iterable[Element]) -> Self:
        """Read the body of a wrapper."""
        body = list(elements)
        if [element.tag for element in body] != ["rules"]:
            raise WrapperError("'wrapper' must contain exactly one element 'rules'")
        check_element(body[0], ("min_words",))
        if not 0 < len(body[0]) <= MAX_RULES:
            raise WrapperError(f"'rules' contains {len(body[0])} rules: expected 1 to {MAX_RULES}")
        min_words = _read_integer(body[0], "min_words", MAX_WORDS)
        return cls(tuple(map(_read_rule, body[0])), min_words)

    def write(self) -> Iterable[Element]:
        """Return the body of a wrapper."""
        body = Element("rules", min_words=str(self.min_words))
        for rule in self.rules:
            attributes = {"tag": rule.tag, "id": rule.id, "class": rule.class_, "open": rule.open}
            body.append(Element("rule", attributes, pages=str(rule.pages)))
        return [body]

    def cut(self, source: bytes, encoding: str | None) -> bytes | None:
        """Cut out the element of the first rule that fits."""
        match = self._find_match(source, encoding)
        return None if match is None else match[1]

    def content(self, page: Page) -> Choice | None:
        """Choose the element of the first rule that fits."""
        match = self._find_match(page.source, "utf-8")
        return None if match is None else _choose_piece(page, *match)

    def fields(self, page: Page) -> Records | None:
        """Return the content as text: one item with one field."""
        match = self._find_match(page.source, "utf-8")
        if match is None:
            return None
        begin, piece = match
        content = _choose_piece(page, begin, piece).content
        # The elements around the piece are content too, but they hold more than the piece.
        inside = (page.start >= begin) & (page.stop <= begin + len(piece))
        rows = np.flatnonzero(content & inside)
        item = {"content": (page.render(content), rows)} if rows.size else {}
        return Records.of(page, ("content",), [item])

    def _find_match(self, source: bytes, encoding: str | None) -> tuple[int, bytes] | None:
        """Find the element of the first rule that fits; returns its byte offset and its source."""
        for rule in self.rules:
            match = rule.cut(source, encoding, self.min_words)
            if match is not None:
                return match
        return None


def _choose_piece(page: Page, begin: int, piece: bytes) -> Choice:
    """Choose the visible rows inside a piece of the source."""
    inside = (page.start >= begin) & (page.stop <= begin + len(piece)) & page.visible
    return Choice.of(page, inside, evidence={"rule": inside})


def _read_rule(element: Element) -> Rule:
    if element.tag != "rule":
        raise WrapperError(f"'rules' has an unknown element {element.tag!r}")
    check_element(element, ("tag", "id", "class", "open", "pages"))
    if len(element):
        raise WrapperError(f"'rule' has an unknown element {element[0].tag!r}")
    tag, open_tag = element.get("tag", ""), element.get("open", "")
    if tag not in NAMES:
        raise WrapperError(
            f"tag={show_value(tag, 200)}: expected one of {', '.join(sorted(NAMES))}"
        )
    parsed = _parse_tag(open_tag)
    if parsed is None or parsed.tag != tag:
        raise WrapperError(f"open={open_tag[:80]!r}: expected an opening tag of {tag!r}")
    rule = Rule(
        tag,
        element.get("id", ""),
        element.get("class", ""),
        open_tag,
        _read_integer(element, "pages"),
    )
    if rule.key != parsed.key:
        raise WrapperError(f"open={open_tag[:80]!r}: its id or class differs from the rule's")
    return rule


def _parse_tag(open_tag: str) -> Rule | None:
    """Make the rule of an opening tag; None if the text is anything else."""
    page = parse(open_tag if len(open_tag) <= MAX_TAG else "")
    # The parser accepts rows and cells only inside a table.
    if open_tag[:3].lower() in ("<td", "<tr"):
        page = parse(f"<table>{open_tag}")
    rows = np.flatnonzero(page.is_tag(*NAMES))[::-1].tolist()
    rules = (_make_rule(page, row) for row in rows if not page.text(row))
    return next((rule for rule in rules if rule is not None and rule.open == open_tag), None)


def _read_integer(element: Element, name: str, most: int = 10**9) -> int:
    text = element.get(name, "")
    if not text.isdecimal() or not text.isascii() or len(text) > 9 or int(text) > most:
        raise WrapperError(f"{name}={show_value(text, 200)}: expected integer, 0 to {most}")
    return int(text)


@method(
    "hybrid",
    paper="Nethra, Anitha and Thilagavathi 2014",
    family="site",
    bounds={"min_words": (0, MAX_WORDS)},
    developed_on=(),
    uses=("page/default",),
    body=Rules,
)
def hybrid(site: Site, *, default: Callable[[Page], Choice], min_words: int = 25) -> Wrapper:
    """Learn the opening tags of the elements that contain the content of a site.

    Args:
        site: some pages of a site; its labels mark the content rows.
        default: the default extractor, which labels the pages of a site without labels.
        min_words: minimum number of words inside an element for its rule to fit.

    Returns:
        The rules, most frequent first.

    Raises:
        WrapperError: on no page is the content in an element with an id or a class.
    """
    labels = site.labels or (lambda page: default(page).content)
    tags_by_key: dict[tuple[str, str, str], Counter[str]] = {}
    n_pages = 0
    without_rule: list[str] = []
    for page in site:
        n_pages += 1
        rule = find_rule(page, labels(page))
        if rule is None:
            without_rule.append(page.url or f"page {n_pages}")
        else:
            tags_by_key.setdefault(rule.key, Counter())[rule.open] += 1
    if not tags_by_key:
        count = format_count(n_pages, "page")
        raise WrapperError(f"nothing was learned: none of {count} yielded a rule, {_NO_RULE}")
    notes: tuple[str, ...] = ()
    if without_rule:
        names = ", ".join(without_rule[:_MAX_NAMED])
        more = f" and {len(without_rule) - _MAX_NAMED} more"
        listed = names + (more if len(without_rule) > _MAX_NAMED else "")
        notes = (f"{len(without_rule)} of {n_pages} pages yielded no rule, {_NO_RULE}: {listed}",)
    # The sort is stable, so the first of equally frequent rules stays first.
    ordered = sorted(tags_by_key.items(), key=lambda entry: -entry[1].total())[:MAX_RULES]
    rules = tuple(
        Rule(*key, open=counts.most_common(1)[0][0], pages=counts.total())
        for key, counts in ordered
    )
    return Wrapper("hybrid", Rules(rules, min_words), notes=notes)


def find_rule(page: Page, content: Mask) -> Rule | None:
    """Find the rule for a page: the opening tag of the `div` or `td` with its content, or of the
    nearest element around it that has an id or a class."""
    row = find_content_candidate(page, content)
    while row is not None and row >= 0:
        rule = _make_rule(page, row)
        if rule is not None:
            return rule
        row = int(page.parent[row])
    return None


def _make_rule(page: Page, row: int) -> Rule | None:
    """Make the rule of an element; None if it has neither id nor class, or no tag in the source."""
    open_tag = _read_open_tag(page, row)
    if open_tag is None or page.name(row) not in NAMES:
        return None
    # Values are not decoded, because rules are searched for in the source.
    id_, class_ = (_core.tag_value(open_tag, name) or "" for name in ("id", "class"))
    class_ = " ".join(class_.split())
    # A wrapper with such characters could not be written.
    if not (id_.strip() or class_) or UNWRITABLE.search(open_tag):
        return None
    return Rule(page.name(row), id_, class_, open_tag)


def _read_open_tag(page: Page, row: int) -> str | None:
    """Read the opening tag of an element from the source; None if it has no tag there."""
    begin = int(page.start[row])
    source = page.source[begin : begin + MAX_TAG].decode("utf-8", "ignore")
    length = _core.tag_length(source)
    open_tag = source[:length]
    name = page.name(row)
    return open_tag if open_tag.lower().startswith(f"<{name}") and open_tag.endswith(">") else None
