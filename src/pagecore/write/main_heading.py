"""The main heading: the title of the page, written once before the content."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal, NamedTuple

import numpy as np

from pagecore.choice import Part
from pagecore.page import Page
from pagecore.page.columns import Mask
from pagecore.page.parse import parse

#: A repeated title is looked for in this many words and blocks at the start of the content.
_FIRST_WORDS: Final = 100
_FIRST_BLOCKS: Final = 16
#: A heading that is only a part of the title repeats it if it has this share of its letters.
_MAIN_SHARE: Final = 0.5
#: Titles and headings are compared by this many characters.
_MAX_COMPARED: Final = 1000
_HEADINGS: Final = ("h1", "h2", "h3", "h4", "h5", "h6")


class MainHeading(NamedTuple):
    """The title as it is written, and the content without it."""

    text: str
    #: The row of the first part that has the title; -1 without one.
    row: int
    #: The content of each part, without headings that repeat the title.
    contents: tuple[Mask, ...]

    @property
    def is_all(self) -> bool:
        """Whether the content has nothing but the title."""
        return not any(content.any() for content in self.contents)

    def render(self, to: Literal["text", "markdown", "html", "tei"], bodies: Sequence[str]) -> str:
        """Render the heading in a format; empty if the content is empty in this format.

        Args:
            to: the format.
            bodies: the content below the heading. In Markdown, its dollar signs decide whether
                those of the title need a backslash.
        """
        if not self.is_all and not any(bodies):
            return ""
        if to == "text":
            return self.text
        page = parse(f"<h1>{html.escape(self.text)}</h1>")
        written = page.render(np.ones(len(page), np.bool_), to)
        if to == "markdown" and sum(text.count("$") for text in (written, *bodies)) > 1:
            return re.sub(r"(?<!\\)\$", r"\\$", written)
        if to == "tei":
            # A division cannot have a heading only, but the body can begin with one.
            return written.removeprefix("<div>\n").removesuffix("<p/>\n</div>\n")
        return written

    def to_dict(self, page: Page) -> dict[str, Any]:
        """Return the heading as a block of JSON; `page` is the first part's."""
        has_row = self.row >= 0
        return {
            "part": 0,
            "kind": "heading",
            "level": 1,
            "text": self.text,
            "row": self.row,
            "last_row": int(page.end[self.row]) - 1 if has_row else -1,
            "xpath": page.xpath(self.row) if has_row else None,
            "start": int(page.start[self.row]) if has_row else -1,
            "stop": int(page.stop[self.row]) if has_row else -1,
        }


def find_main_heading(parts: Sequence[Part], title: str | None, row: int) -> MainHeading | None:
    """Find the main heading of a document; None if the page has no title or no content.

    Repetitions of the title are left out: headings and blocks at the start of the content, and
    level-1 headings anywhere with the same letters. Nothing is left of a page that has only its
    title. If the content begins with a longer heading, which begins with the title, that heading is
    the title.

    Args:
        parts: the parts of the document.
        title: the title in the metadata.
        row: the row of the title in the first part; -1 without one.
    """
    contents = [part.choice.content for part in parts]
    at = next((at for at, content in enumerate(contents) if content.any()), None)
    if title is None or at is None or not (key := make_key(title)):
        return None
    text = title = " ".join(title.split())
    page, content = parts[at].page, contents[at]
    repeated = np.zeros(len(page), np.bool_)
    for first, stop, is_heading in _list_candidates(page, content):
        rows = content[first:stop]
        candidate = page.text(first + np.flatnonzero(rows & page.leaves[first:stop]))
        match _compare(make_key(candidate), key, is_heading=is_heading):
            case "longer" if text == title:
                text = " ".join(candidate.split())
            case "longer" | None:
                continue
        row = first if at == 0 else row
        repeated[first:stop] = True
    if repeated.any():
        contents[at] = page.below(content & page.leaves & ~repeated, how="any")
    return MainHeading(text, row, tuple(contents))


def make_key(text: str) -> str:
    """Return the letters and digits of a text in lower case, for comparing titles."""
    normalised = unicodedata.normalize("NFKC", text[:_MAX_COMPARED])
    return "".join(filter(str.isalnum, normalised.casefold()))


def _compare(candidate: str, title: str, *, is_heading: bool) -> Literal["same", "longer"] | None:
    """Compare a candidate with the title, both without marks and blanks: does it repeat the
    title, or the main part of it, or does it begin with the title?"""
    if candidate == title:
        return "same"
    if not candidate or not is_heading:
        return None
    if title.startswith(candidate) or title.endswith(candidate):
        return "same" if len(candidate) >= _MAIN_SHARE * len(title) else None
    is_longer = candidate.startswith(title) and len(title) >= _MAIN_SHARE * len(candidate)
    return "longer" if is_longer else None


def _list_candidates(page: Page, content: Mask) -> Iterator[tuple[int, int, bool]]:
    """List what may repeat the title: headings and other blocks at the start of the content, then
    the other level-1 headings. Each is its first row, its last row + 1, and whether it is a
    heading, or looks like one because all of it is bold."""
    is_heading = page.is_tag(*_HEADINGS)
    heading_above = page.above(is_heading)
    is_bold = page.above(page.is_tag("b", "strong")) >= 0
    blocks, n_words, last = page.blocks, 0, -1
    for block in np.flatnonzero(page.blocks_with(content & page.leaves))[:_FIRST_BLOCKS].tolist():
        first, stop = int(blocks.first[block]), int(blocks.last[block]) + 1
        if first >= last:
            heading = first if is_heading[first] else int(heading_above[first])
            if heading >= 0:
                first, stop = heading, int(page.end[heading])
            is_text = content[first:stop] & page.leaves[first:stop] & (page.words[first:stop] > 0)
            yield first, stop, heading >= 0 or bool(is_bold[first:stop][is_text].all())
            last = stop
        n_words += int(blocks.words[block])
        if n_words > _FIRST_WORDS:
            break
    for heading in np.flatnonzero(content & page.is_tag("h1"))[:_FIRST_BLOCKS].tolist():
        if heading >= last:
            yield heading, int(page.end[heading]), False
