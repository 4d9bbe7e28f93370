"""The files of html5lib-tests: how their cases are read, and a page written as they write a tree.

The formats are described in the README files of that project. A page has no rows for comments and
doctypes, so `without_comments` drops those from what a case expects; texts that stood on both
sides of a comment stay two texts, as they do in a page.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pagecore import Page
from tests.trees import row_text

_HEADINGS = (
    "#data",
    "#errors",
    "#new-errors",
    "#document-fragment",
    "#script-off",
    "#script-on",
    "#document",
)

# The attributes that the standard moves into a namespace when they stand on a foreign element.
_FOREIGN_ATTRIBUTES = {
    **{f"xlink:{name}": f"xlink {name}" for name in
       ("actuate", "arcrole", "href", "role", "show", "title", "type")},
    "xml:lang": "xml lang",
    "xml:space": "xml space",
    "xmlns": "xmlns xmlns",
    "xmlns:xlink": "xmlns xlink",
}  # fmt: skip


@dataclass(frozen=True)
class TreeCase:
    """One case of tree construction: what goes in and the tree that comes out."""

    name: str
    data: str
    expected: tuple[str, ...]
    fragment: str | None = None
    scripting: bool | None = field(default=None)

    @property
    def without_comments(self) -> tuple[str, ...]:
        """The expected nodes less comments and doctypes."""
        return tuple(node for node in self.expected if not _is_comment_or_doctype(node))


def read_cases(path: Path, label: str) -> Iterator[TreeCase]:
    """Read one .dat file; cases are named `label:line`, the line of their `#data`."""
    sections: dict[str, list[str]] = {}
    started = 0
    heading = ""
    for number, line in enumerate(path.read_bytes().decode("utf-8").split("\n"), start=1):
        # Only `#data` can follow a tree: another line that begins with # is part of a text.
        if line == "#data" and (heading in ("", "#document")):
            if sections:
                yield _case(sections, f"{label}:{started}")
            sections, heading, started = {"#data": []}, "#data", number
        elif heading != "#document" and line in _HEADINGS:
            heading = line
            sections[heading] = []
        elif heading:
            sections[heading].append(line)
    if sections:
        yield _case(sections, f"{label}:{started}")


def _case(sections: dict[str, list[str]], name: str) -> TreeCase:
    nodes: list[str] = []
    lines = sections["#document"]
    while lines and not lines[-1]:
        lines.pop()
    for line in lines:
        if line.startswith("| "):
            nodes.append(line[2:])
        elif nodes:
            nodes[-1] += "\n" + line
    scripting = True if "#script-on" in sections else False if "#script-off" in sections else None
    context = sections.get("#document-fragment")
    return TreeCase(
        name=name,
        data="\n".join(sections["#data"]),
        expected=tuple(nodes),
        fragment=context[0].strip() if context else None,
        scripting=scripting,
    )


def _is_comment_or_doctype(node: str) -> bool:
    return node.lstrip(" ").startswith(("<!-- ", "<!DOCTYPE", "<?"))


def write_tree(page: Page) -> list[str]:
    """Write a page as html5lib-tests do: a string a node, attributes below their element."""
    parent = page.parent.tolist()
    lines: list[str] = []
    # A fragment's root is not part of the tree. The content of a template stands below a line
    # "content", one level deeper than its rows do.
    extra = [-1 if page.fragment else 0] * len(page)
    for row in range(len(page)):
        name = page.name(row)
        above = parent[row]
        if above >= 0:
            extra[row] = extra[above] + (page.name(above) == "template")
        level = int(page.depth[row]) + extra[row]
        if level < 0:
            continue
        pad = "  " * level
        if name == "#text":
            lines.append(f'{pad}"{row_text(page, row)}"')
            continue
        lines.append(f"{pad}<{name}>")
        foreign = " " in name
        attributes = {
            _FOREIGN_ATTRIBUTES.get(key, key) if foreign else key: value
            for key, value in page.attributes(row).items()
        }
        lines += [f'{pad}  {key}="{value}"' for key, value in sorted(attributes.items())]
        if name == "template":
            lines.append(f"{pad}  content")
    return lines
