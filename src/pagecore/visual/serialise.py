"""A rendered document as HTML, with a number on every element.

The numbers join the rows of the parsed page to the nodes that the browser reported; texts are
joined by their offsets in the source. A shadow tree becomes a `template` with `shadowrootmode`
inside its element, with the slotted nodes in their slots, in the order in which they are drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from pagecore.visual.snapshot import COMMENT, DOCUMENT_TYPE, ELEMENT, TEXT, Snapshot

#: The attribute that holds the number of an element.
NUMBER: Final = "data-pagecore"

_VOID: Final = frozenset({
    "area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "img", "input",
    "keygen", "link", "meta", "param", "source", "track", "wbr",
})  # fmt: skip
#: Elements whose text is not escaped.
_RAW: Final = frozenset({
    "style", "script", "xmp", "iframe", "noembed", "noframes", "plaintext", "noscript",
})  # fmt: skip
#: Elements at whose start the parser drops a line break.
_DROPS_BREAK: Final = frozenset({"pre", "textarea", "listing"})


@dataclass(frozen=True)
class SerialisedDocument:
    """The source, and where the texts of the document are in it."""

    source: bytes
    #: The node of each text, and its byte offsets in the source, in order.
    text_node: npt.NDArray[np.int64]
    text_start: npt.NDArray[np.int64]
    text_stop: npt.NDArray[np.int64]


def serialise(snapshot: Snapshot) -> SerialisedDocument:
    """Write a document as HTML. The number of an element is that of its node."""
    writer = _Writer()
    #: What is still open: the nodes, each with its end tag.
    ends: list[tuple[int, str]] = [(-1, "")]
    parent, kind, shadow = snapshot.parent, snapshot.kind, snapshot.shadow
    for node, above in enumerate(parent):
        # Nodes of the document itself and of pseudo-elements have no tags.
        if kind[node] not in (ELEMENT, TEXT, COMMENT, DOCUMENT_TYPE):
            continue
        while ends[-1][0] > above:
            writer.write(ends.pop()[1])
        is_root = shadow[node] and above >= 0 and shadow[above] != shadow[node]
        is_first = is_root and (ends[-1][1] != "</template>" or ends[-1][0] != above)
        if is_first and shadow[node] in ("open", "closed") and snapshot.name[above] != "slot":
            writer.write(f'<template shadowrootmode="{shadow[node]}">')
            ends.append((above, "</template>"))
        if kind[node] == ELEMENT:
            _write_start(writer, snapshot, node)
            if snapshot.name[node] not in _VOID:
                ends.append((node, f"</{snapshot.name[node]}>"))
        elif kind[node] == TEXT:
            _write_text(writer, snapshot, node)
        elif kind[node] == COMMENT:
            data = snapshot.value[node].replace("-->", "--&gt;").replace("--!>", "--!&gt;")
            writer.write(f"<!--{data}-->")
        else:
            writer.write(_doctype(snapshot, node))
    while ends:
        writer.write(ends.pop()[1])
    return writer.finish()


class _Writer:
    """Pieces of the source, and the offsets of texts."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []
        self.n_bytes = 0
        self.nodes: list[int] = []
        self.starts: list[int] = []
        self.stops: list[int] = []

    def write(self, text: str) -> None:
        piece = text.encode("utf-8", "replace")
        self.pieces.append(piece)
        self.n_bytes += len(piece)

    def write_text(self, node: int, text: str) -> None:
        self.nodes.append(node)
        self.starts.append(self.n_bytes)
        self.write(text)
        self.stops.append(self.n_bytes)

    def finish(self) -> SerialisedDocument:
        return SerialisedDocument(
            b"".join(self.pieces),
            np.asarray(self.nodes, np.int64),
            np.asarray(self.starts, np.int64),
            np.asarray(self.stops, np.int64),
        )


def _write_start(writer: _Writer, snapshot: Snapshot, node: int) -> None:
    words = snapshot.attributes[node]
    tag = [f'<{snapshot.name[node]} {NUMBER}="{node}"']
    tag += [
        f' {name}="{_escape_value(value)}"'
        for name, value in zip(words[::2], words[1::2], strict=True)
        if name != NUMBER
    ]
    writer.write("".join(tag) + ">")


def _write_text(writer: _Writer, snapshot: Snapshot, node: int) -> None:
    value, name = snapshot.value[node], snapshot.name[max(snapshot.parent[node], 0)]
    if name in _RAW:
        # A script may hold its own end tag, if another script wrote it.
        writer.write_text(node, value.replace(f"</{name}", f"<\\/{name}"))
        return
    if name in _DROPS_BREAK and value.startswith("\n") and snapshot.parent[node] == node - 1:
        writer.write("\n")
    escaped = value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    writer.write_text(node, escaped.replace("\xa0", "&nbsp;"))


def _escape_value(value: str) -> str:
    return value.replace("&", "&amp;").replace('"', "&quot;").replace("\xa0", "&nbsp;")


def _doctype(snapshot: Snapshot, node: int) -> str:
    if snapshot.public_id:
        system = f' "{snapshot.system_id}"' if snapshot.system_id else ""
        return f'<!DOCTYPE {snapshot.name[node]} PUBLIC "{snapshot.public_id}"{system}>'
    system = f' SYSTEM "{snapshot.system_id}"' if snapshot.system_id else ""
    return f"<!DOCTYPE {snapshot.name[node]}{system}>"
