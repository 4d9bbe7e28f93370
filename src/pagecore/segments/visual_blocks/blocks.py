"""Block extraction, the first step of a round of VIPS: which nodes are divided, by twelve or
thirteen rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from pagecore.segments.visual_blocks.nodes import (
    INLINE,
    OTHER,
    TABLE,
    TD,
    TR,
    ListColumn,
    P,
    VisualNodes,
)  # fmt: skip

#: The number of rule 6a in evidence.
RULE_6A: Final = 13
#: The number of a text in evidence, which no rule decides.
TEXT_RULE: Final = 0

#: The rules of each kind of element, in the order in which they are tried.
RULES: Final = {
    INLINE: (1, 2, 3, 4, 5, 6, RULE_6A, 8, 9, 11),
    TABLE: (1, 2, 3, 7, 9, 12),
    TR: (1, 2, 3, RULE_6A, 7, 9, 12),
    TD: (1, 2, 3, 4, 8, 9, 10, 12),
    P: (1, 2, 3, 4, 5, 6, RULE_6A, 8, 9, 11),
    OTHER: (1, 2, 3, 4, 6, RULE_6A, 8, 9, 11),
}
#: The degree of coherence of a block by rule 8, by tag, and of one by rules 9, 10 and 12.
_DOC_8: Final = {"div": 5, "code": 7}
_DOC_9: Final = {"li": 8, "span": 8, "sup": 8, "img": 8}
#: The degrees of coherence of texts, replaced elements and children with another background.
DOC_TEXT, DOC_FONTS, DOC_REPLACED, DOC_BACKGROUND = 10, 9, 8, 7


class RoundBlock(NamedTuple):
    """A block of a round: a node of the page with everything below it."""

    #: The rows are `first` to `stop`, without `stop`.
    first: int
    stop: int
    #: Degree of coherence, 1 to 10.
    doc: int
    #: The rule that decided that it is not divided.
    rule: int
    #: Left, top, right and bottom.
    box: tuple[float, float, float, float]


class Decision(NamedTuple):
    """What a rule decides about a node: divide it, drop it (doc 0), or keep it as a block."""

    rule: int
    divide: bool
    doc: int = 0


@dataclass(frozen=True, eq=False)
class BlockExtractor:
    """Extracts the blocks of a region by the rules."""

    nodes: VisualNodes
    #: Whether rule 6a is used.
    has_rule_6a: bool = True

    _parent, _end, _tag = ListColumn("page.parent"), ListColumn("page.end"), ListColumn("page.tag")
    _background = ListColumn("layout.background")
    _is_text, _is_replaced, _kind = (
        ListColumn("is_text"),
        ListColumn("replaced"),
        ListColumn("kind"),
    )
    _n_children, _n_texts = ListColumn("n_children"), ListColumn("n_texts")
    _n_line_breaks, _n_rules = ListColumn("n_line_breaks"), ListColumn("n_rules")
    _same_font, _box = ListColumn("same_font"), ListColumn("box")
    _area, _children_area = ListColumn("area"), ListColumn("children_area")
    _share, _largest_child = ListColumn("share"), ListColumn("largest_child")

    @property
    def page_block(self) -> RoundBlock:
        """The whole page as a block, the root of the first round."""
        return self._make_block(0, 1, TEXT_RULE)

    def extract(
        self, roots: Sequence[RoundBlock], threshold: float, *, below_doc: int = 0
    ) -> list[RoundBlock]:
        """Divide the blocks of a region.

        Args:
            roots: the blocks of the region in the round before.
            threshold: the share of the page's area below which a node is not divided.
            below_doc: a block with a lower degree of coherence is divided by rule 3, as if it were
                the only one of the region.
        """
        is_only = len(roots) == 1
        return [
            block
            for root in roots
            for block in self._extract_from(
                root, threshold, is_only=is_only or root.doc < below_doc
            )
        ]

    def _extract_from(
        self, root: RoundBlock, threshold: float, *, is_only: bool
    ) -> Iterator[RoundBlock]:
        children = self.nodes.children
        #: Whether the last visited child of a node was divided.
        was_divided: dict[int, bool] = {}
        frozen: set[int] = set()
        stack = [root.first]
        while stack:
            row = stack.pop()
            if row in frozen:
                yield self._make_block(row, DOC_BACKGROUND, 7)
                continue
            parent = self._parent[row]
            is_root = is_only and row == root.first
            after_block = was_divided.get(parent) is False
            decision = self.decide(row, threshold, is_root=is_root, after_block=after_block)
            was_divided[parent] = decision.divide
            if decision.divide:
                below = children[row]
                if decision.rule == 7:
                    frozen.update(child for child in below if self._differs(row, child))
                stack += reversed(below)
            elif decision.doc:
                yield self._make_block(row, decision.doc, decision.rule)

    def decide(
        self, row: int, threshold: float, *, is_root: bool = False, after_block: bool = False
    ) -> Decision:
        """Return the decision of the first rule that applies to a node.

        Args:
            row: the node.
            threshold: the share of the page's area below which a node is not divided.
            is_root: it is the only root of the region.
            after_block: its previous sibling was not divided.
        """
        if self._is_text[row]:
            return Decision(TEXT_RULE, divide=False, doc=DOC_TEXT)
        if self._is_replaced[row]:
            return Decision(1, divide=False, doc=DOC_REPLACED)
        n_children, n_texts = self._n_children[row], self._n_texts[row]
        if not n_children:
            return Decision(1, divide=False)
        has_text_child = self._is_text[self.nodes.children[row][0]] if n_children == 1 else False
        for rule in RULES[self._kind[row]]:
            if (rule == 2 and n_children == 1 and not has_text_child) or (rule == 3 and is_root):
                return Decision(rule, divide=True)
            if rule == 4 and n_texts == n_children:
                return Decision(4, False, DOC_TEXT if self._same_font[row] else DOC_FONTS)
            if (
                (rule == 5 and self._n_line_breaks[row])
                or (rule == 6 and self._n_rules[row])
                or (rule == RULE_6A and self.has_rule_6a and self._is_overfull(row))
                or (rule == 7 and self._has_other_background(row))
            ):
                return Decision(rule, divide=True)
            if rule == 8 and n_texts and self._share[row] < threshold:
                return Decision(8, False, _DOC_8.get(self._name(row), 8))
            if (
                (rule == 9 and self._largest_child[row] < threshold)
                or (rule == 10 and after_block)
                or rule == 12
            ):
                return Decision(rule, False, _DOC_9.get(self._name(row), 7))
        return Decision(11, divide=True)

    def _make_block(self, row: int, doc: int, rule: int) -> RoundBlock:
        left, top, right, bottom = self._box[row]
        return RoundBlock(row, self._end[row], doc, rule, (left, top, right, bottom))

    # -- Conditions ------------------------------------------------------------------------------

    def _is_overfull(self, row: int) -> bool:
        return bool(self._children_area[row] > self._area[row] + 1)

    def _has_other_background(self, row: int) -> bool:
        return any(self._differs(row, child) for child in self.nodes.children[row])

    def _differs(self, row: int, child: int) -> bool:
        return bool(self._background[row] != self._background[child] and not self._is_text[child])

    def _name(self, row: int) -> str:
        name: str = self.nodes.page.names[self._tag[row]]
        return name
