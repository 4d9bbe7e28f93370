"""Rules: opening tags of elements with content or with noise, which are found by string search.

The body of the wrappers of the site method `hybrid`. A page is not parsed: each tag is searched for
in the source, its end tag is found by counting, and the pieces that are content are put together in
the order of the source.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Self
from xml.etree.ElementTree import Element

import numpy as np

from pagecore import _core
from pagecore.choice import Choice
from pagecore.errors import WrapperError, show_value
from pagecore.fit import Fit
from pagecore.page import Mask, Page
from pagecore.page.counts import format_count
from pagecore.records import Records
from pagecore.sites.content_field import record_content
from pagecore.store.xml_elements import UNWRITABLE, check_element

#: Length limit of an opening tag, in characters.
MAX_TAG: Final = 4096
#: Elements that a rule may name: blocks that have an end tag.
NAMES: Final = (
    *("address", "article", "aside", "blockquote", "body", "center", "dd", "details", "div", "dl"),
    *("dt", "fieldset", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header"),
    *("hgroup", "li", "main", "nav", "ol", "p", "pre", "section", "table", "tbody", "td", "th"),
    *("tr", "ul"),
)
#: Maximum number of rules, and of the elements of a rule that are counted.
MAX_RULES: Final = 100
MAX_AT: Final = 1000
MAX_WORDS: Final = 1000
#: What the elements of a rule are.
KINDS: Final = ("content", "noise", "end")
_ATTRIBUTES: Final = ("kind", "tag", "id", "class", "at", "open", "pages")


@dataclass(frozen=True)
class Rule:
    """An opening tag: its name, id and class, its literal source, and what its elements are."""

    tag: str
    #: The values that are compared; an empty one is not. Without both, the literal tag is.
    id: str
    class_: str
    #: The tag as written in the source. Without id and class, text may follow it.
    open: str
    #: `content`, `noise` inside content, or `end` for noise up to the end of the content.
    kind: str = "content"
    #: Which element with this tag is meant, from 1 on; 0 for all. Noise is counted inside content.
    at: int = 1
    #: Number of pages of the site with such an element.
    pages: int = 1


@dataclass(frozen=True)
class Rules:
    """The rules of a site. A place in the source belongs to the innermost element of a rule."""

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
        rules = tuple(map(_read_rule, body[0]))
        if not any(rule.kind == "content" for rule in rules):
            raise WrapperError("'rules' contains no rule with kind='content'")
        return cls(rules, min_words)

    def write(self) -> Iterable[Element]:
        """Return the body of a wrapper."""
        body = Element("rules", min_words=str(self.min_words))
        for rule in self.rules:
            attributes = {"kind": rule.kind, "tag": rule.tag, "id": rule.id, "class": rule.class_}
            attributes |= {"at": str(rule.at), "open": rule.open, "pages": str(rule.pages)}
            body.append(Element("rule", attributes))
        return [body]

    def cut(self, source: bytes, encoding: str | None) -> bytes | None:
        """Cut out the content: its pieces, separated by line breaks."""
        return self._core_rules.cut(source, encoding, self.min_words)

    def fit(self, page: Page) -> Fit:
        """Compare the number of words that the rules cut out with their minimum."""
        number = self._number_rows(page, min_words=0)
        if number is None:
            return Fit(0, "none of the opening tags is in the source")
        is_cut = page.visible & self._is_content(number)
        n_words = int(page.words[is_cut].sum())
        reason = (
            f"the rules cut out {format_count(n_words, 'word')}, at least {self.min_words} expected"
        )
        is_enough = self._number_rows(page) is not None
        return Fit(1 if is_enough else 0.5 * n_words / max(self.min_words, n_words + 1), reason)

    def content(self, page: Page) -> Choice | None:
        """Choose the rows inside the pieces that are content."""
        number = self._number_rows(page)
        return None if number is None else self._choose(page, number)

    def fields(self, page: Page) -> Records | None:
        """Return the content as text: one item with one field."""
        number = self._number_rows(page)
        if number is None:
            return None
        return record_content(page, self._choose(page, number), self._is_content(number))

    @cached_property
    def _core_rules(self) -> _core.CutRules:
        """The rules, converted once for the core."""
        return _core.CutRules(
            [(rule.kind, rule.open, rule.tag, rule.id, rule.class_, rule.at) for rule in self.rules]
        )

    def __reduce__(self) -> tuple[type[Rules], tuple[tuple[Rule, ...], int]]:
        # The rules of the core cannot be pickled.
        return Rules, (self.rules, self.min_words)

    def _number_rows(
        self, page: Page, min_words: int | None = None
    ) -> np.ndarray[tuple[int], np.dtype[np.int64]] | None:
        """The number of the rule that decides about each row, -1 without one; None if the rules do
        not fit."""
        rules_and_ranges = self._core_rules.find_pieces(
            page.source, self.min_words if min_words is None else min_words
        )
        if rules_and_ranges is None:
            return None
        pieces = np.array(rules_and_ranges, np.int64)
        at = np.searchsorted(pieces[:, 1], page.start, side="right") - 1
        is_inside = (at >= 0) & (page.stop <= pieces[at, 2])
        return np.where(is_inside, pieces[at, 0], -1)

    def _is_content(self, number: np.ndarray[tuple[int], np.dtype[np.int64]]) -> Mask:
        """Whether the rule of each row is for content."""
        # The last entry is for rows without a rule.
        is_content = np.array([*(rule.kind == "content" for rule in self.rules), False])
        mask: Mask = is_content[number]
        return mask

    def _choose(self, page: Page, number: np.ndarray[tuple[int], np.dtype[np.int64]]) -> Choice:
        """Choose the visible rows of rules for content; the evidence is the rule, from 1 on."""
        return Choice.of(
            page, self._is_content(number) & page.visible, evidence={"rule": number + 1}
        )


def read_values(open_tag: str) -> tuple[str, str]:
    """Read the id and the class of an opening tag, undecoded, because rules are searched for in the
    source."""
    id_, class_ = (_core.tag_value(open_tag, name) or "" for name in ("id", "class"))
    return (id_ if id_.strip() else ""), " ".join(class_.split())


def is_writable(open_tag: str) -> bool:
    """Whether a wrapper can hold an opening tag."""
    return len(open_tag) <= MAX_TAG and not UNWRITABLE.search(open_tag)


def _read_rule(element: Element) -> Rule:
    if element.tag != "rule":
        raise WrapperError(f"'rules' has an unknown element {show_value(element.tag)}")
    check_element(element, _ATTRIBUTES)
    if len(element):
        raise WrapperError(f"'rule' has an unknown element {show_value(element[0].tag)}")
    kind, tag, id_, class_, open_tag = (
        element.get(name, "") for name in ("kind", "tag", "id", "class", "open")
    )
    for name, value, known in (("kind", kind, KINDS), ("tag", tag, NAMES)):
        if value not in known:
            raise WrapperError(
                f"{name}={show_value(value, 200)}: expected one of {', '.join(known)}"
            )
    # Text may follow a tag that is compared as it is written.
    tag_length = _core.tag_length(open_tag)
    if (
        not is_writable(open_tag)
        or not _is_opening_tag(open_tag[:tag_length], tag)
        or "<" in open_tag[tag_length:]
        or ((id_ or class_) and open_tag[tag_length:])
    ):
        raise WrapperError(f"open={open_tag[:80]!r}: expected an opening tag of {tag!r}")
    values = read_values(open_tag[:tag_length])
    is_same = (id_ or values[0], class_ or values[1]) == values
    if not is_same or (any(values) and not (id_ or class_)):
        raise WrapperError(f"open={open_tag[:80]!r}: its id or class differs from the rule's")
    at = _read_integer(element, "at", MAX_AT)
    return Rule(tag, id_, class_, open_tag, kind, at, _read_integer(element, "pages"))


def _is_opening_tag(text: str, tag: str) -> bool:
    """Whether a text is exactly one opening tag of a name."""
    source = f"{text}</{tag}>".encode("utf-8", "replace")
    length = len(source) - len(f"</{tag}>")
    return (0, 0, len(source), length) in _core.find_elements(source, [tag])


def _read_integer(element: Element, name: str, most: int = 10**9) -> int:
    text = element.get(name, "")
    if not text.isdecimal() or not text.isascii() or len(text) > 9 or int(text) > most:
        raise WrapperError(f"{name}={show_value(text, 200)}: expected integer, 0 to {most}")
    return int(text)
