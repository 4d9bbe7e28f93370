"""The fields of a site as rules: the aligned tree, and the nodes that are columns.

    <fields depths="0 1 2 …" labels="…" kinds="eetv…">
      <field node="12" name="price" sign="?" kind="text" label="cut" reason="the label 'Price'"/>
    </fields>

`kinds` has a letter for each node: `e` for an element, `t` for a text that is the same on all
pages, `v` for a text that varies.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Self
from xml.etree.ElementTree import Element

import numpy as np
import numpy.typing as npt

from pagecore.choice import Choice
from pagecore.errors import WrapperError, show_value
from pagecore.page import Page
from pagecore.records import Records
from pagecore.sites.digests import read_number
from pagecore.sites.fields.aligned_tree import AlignedTree, Node
from pagecore.sites.fields.text_tree import TextTree, is_value, read_text, split_label
from pagecore.sites.tree_xml import read_parents, write_depths
from pagecore.store.xml_elements import check_element

#: The element that the rules consist of.
TAG: Final = "fields"
#: The kinds of fields, with their signs.
SIGNS: Final = {"text": (".", "?"), "body": (".", "?"), "parts": ("+", "*")}
MAX_FIELDS: Final = 100
MAX_NODES: Final = 50_000
_MAX_NAME: Final = 200
_LABELS: Final = re.compile(r"(?:[0-9a-f]{16}(?: [0-9a-f]{16})*)?")
_FIELD_ATTRIBUTES: Final = ("node", "name", "reason", "sign", "kind", "label")


@dataclass(frozen=True)
class Field:
    """A column of a site."""

    #: Its node in the aligned tree.
    node: int
    name: str
    #: What it was named by, in words.
    reason: str
    #: `.` for one text, `+` for several; `?` and `*` if some pages have none.
    sign: str
    #: `text`, `body` or `parts`, as in `FieldColumn`.
    kind: str = "text"
    #: Whether the label in a text such as `Price: 9 €` belongs to the value.
    with_label: bool = False


@dataclass(frozen=True, eq=False)
class FieldRules:
    """Finds the fields of a page."""

    tree: AlignedTree
    #: In the order of their rank.
    fields: tuple[Field, ...]

    def find_records(self, page: Page, body: Choice) -> Records:
        """Return the fields of a page as one item; `body` is the choice of its running text."""
        tree = TextTree.of(page)
        nodes = self.tree.align(tree)
        taken = self._find_used_texts(nodes)
        item: dict[str, tuple[str, npt.ArrayLike]] = {}
        for field in self.fields:
            if field.kind == "body":
                rows = np.flatnonzero(body.content & page.leaves)
                if rows.size:
                    item[field.name] = (page.render(body.content), rows)
            elif field.node in nodes and field.kind == "parts":
                parts = _list_parts(tree, nodes[field.node], taken)
                if parts:
                    texts = [read_text(page, row) for row in parts]
                    item[field.name] = ("\n".join(texts), parts)
            elif field.node in nodes:
                node = nodes[field.node]
                item[field.name] = (self._read_value(field, tree, node), [tree.rows[node]])
        return Records.of(page, [field.name for field in self.fields], [item])

    def _find_used_texts(self, nodes: Mapping[int, int]) -> set[int]:
        """Return the texts of a page that are another field or in the template, and so in no
        repeated part."""
        fields = {field.node for field in self.fields if field.kind == "text"}
        return {
            other
            for node, other in nodes.items()
            if node in fields or not self.tree.nodes[node].varies
        }

    def _read_value(self, field: Field, page: TextTree, node: int) -> str:
        """Return the value of a field, without the label that all pages have before it."""
        text = page.texts[node]
        assert text is not None
        own = self.tree.nodes[field.node]
        labelled = split_label(text)
        is_labelled = not own.varies and own.label == page.labels[node]
        if labelled is None or not is_labelled or field.with_label:
            return text
        return labelled.value

    # ------------------------------------------------------------ as XML

    def write(self) -> Element:
        """Return the element `fields`."""
        nodes = self.tree.nodes
        element = Element(
            TAG,
            depths=write_depths(node.parent for node in nodes),
            labels=" ".join(f"{node.label:016x}" for node in nodes),
            kinds="".join("v" if node.varies else "t" if node.is_text else "e" for node in nodes),
        )
        for field in self.fields:
            attributes = {
                "node": str(field.node),
                "name": field.name,
                "reason": field.reason,
                "sign": field.sign,
                "kind": field.kind,
                "label": "kept" if field.with_label else "cut",
            }
            element.append(Element("field", attributes))
        return element

    @classmethod
    def read(cls, element: Element) -> Self:
        """Read the element `fields`; raise `WrapperError` if it is invalid."""
        check_element(element, ("depths", "labels", "kinds"))
        kinds, labels = element.get("kinds", ""), element.get("labels", "")
        if set(kinds) - set("etv") or not 0 < len(kinds) <= MAX_NODES:
            raise WrapperError(
                f"kinds={show_value(kinds, 60)}: expected one of e, t, v for each of 1 to "
                f"{MAX_NODES} nodes"
            )
        if not _LABELS.fullmatch(labels) or len(labels.split()) != len(kinds):
            raise WrapperError(
                f"labels={show_value(labels, 60)}: expected a hash of 16 hexadecimal digits for "
                f"each of {len(kinds)} nodes"
            )
        parents = read_parents(element)
        if len(parents) != len(kinds):
            raise WrapperError(f"'fields' has {len(parents)} depths and {len(kinds)} kinds")
        if any(kinds[parent] != "e" for parent in parents[1:]) or kinds[0] != "e":
            raise WrapperError("'fields': a text has nodes below it; expected leaves")
        nodes = [
            Node(parent, int(label, 16), kind != "e", kind == "v")
            for parent, label, kind in zip(parents, labels.split(), kinds, strict=True)
        ]
        fields = tuple(_read_fields(element, kinds))
        return cls(AlignedTree(nodes), fields)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FieldRules) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[object, ...]:
        nodes = tuple(
            (node.parent, node.label, node.is_text, node.varies) for node in self.tree.nodes
        )
        return nodes, self.fields


def _list_parts(page: TextTree, element: int, taken: set[int]) -> list[int]:
    """List the rows of the texts below an element, without those that are taken, and without
    punctuation between them."""
    rows = []
    for node in range(element + 1, len(page.parents)):
        if page.parents[node] < element:
            break
        text = page.texts[node]
        if text is not None and node not in taken and is_value(text):
            rows.append(page.rows[node])
    return rows


def _read_fields(element: Element, kinds: str) -> Iterator[Field]:
    names: set[str] = set()
    if len(element) > MAX_FIELDS:
        raise WrapperError(f"'fields' has {len(element)} fields: expected at most {MAX_FIELDS}")
    for child in element:
        if child.tag != "field" or len(child):
            raise WrapperError(f"'fields' has an unknown element {show_value(child.tag)}")
        check_element(child, _FIELD_ATTRIBUTES)
        node = int(read_number(child, "node", 0, len(kinds) - 1, is_integer=True))
        name, kind = child.get("name", ""), child.get("kind", "")
        if not 0 < len(name) <= _MAX_NAME or name in names:
            raise WrapperError(f"name={show_value(name)}: expected a name that no other field has")
        if child.get("sign", "") not in SIGNS.get(kind, ()):
            raise WrapperError(
                f"field {show_value(name)}: kind={show_value(kind)}, "
                f"sign={show_value(child.get('sign'))}: expected a kind of fields and one of its "
                "signs"
            )
        if (kind == "text") != (kinds[node] != "e"):
            raise WrapperError(
                f"field {show_value(name)}: expected a text for the kind text, else an element"
            )
        if child.get("label") not in ("kept", "cut"):
            raise WrapperError(f"field {name!r}: expected the label kept or cut")
        names.add(name)
        reason, with_label = child.get("reason", ""), child.get("label") == "kept"
        yield Field(node, name, reason, child.get("sign", ""), kind, with_label)
