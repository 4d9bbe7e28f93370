"""ECON: content has periods and commas, other text has none.

Y. Guo, H. Tang, L. Song, Y. Wang and G. Ding. "ECON: an approach to extract content from web news
page." Proc. APWeb 2010, 314-320. Implemented from the summary in S. Sirsat, "Extraction of core
contents from web pages", section III c.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from pagecore.choice import Choice
from pagecore.page import Array, Page, tags
from pagecore.registry import method

#: Periods and commas: every full stop, comma and danda of Unicode, and the marks with the same
#: function in Tibetan, Myanmar, Khmer, Balinese, Javanese, Meetei Mayek and Ol Chiki.
MARKS: Final = (
    ".,\u055d\u0589\u060c\u06d4\u0701\u0702\u07f8\u0964\u0965\u0f0d\u0f0e\u104a\u104b\u1362\u1363"
    "\u166e\u17d4\u17d5\u1802\u1803\u1808\u1809\u1b5e\u1b5f\u1c7e\u1c7f\u2cf9\u2cfe\u2e32\u2e34"
    "\u2e3c\u2e41\u2e49\u2e4c\u3001\u3002\ua4fe\ua4ff\ua60d\ua60e\ua6f3\ua6f5\ua8ce\ua8cf\ua9c8"
    "\ua9c9\uaa5d\uaa5e\uaa5f\uabeb\ufe10\ufe11\ufe12\ufe50\ufe51\ufe52\uff0c\uff0e\uff61\uff64"
)
#: White space of Unicode; it does not count for the length of a text.
BLANKS: Final = (
    "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)


def _make_table(characters: str) -> npt.NDArray[np.bool_]:
    """A table of code points: True for these characters; the last entry is for all beyond."""
    table = np.zeros(0x10000, np.bool_)
    table[[ord(character) for character in characters]] = True
    return table


_IS_MARK: Final = _make_table(MARKS)
_IS_BLANK: Final = _make_table(BLANKS)


@method(
    "econ",
    paper="Guo and others 2010",
    family="page",
    bounds={"join": ("inline", "paragraphs"), "wrappers": ("all", "until-gain", "none")},
    developed_on=("wcxb", "fundus", "readability"),
    sweep={"join": ("inline", "paragraphs"), "wrappers": ("all", "until-gain", "none")},
    printed={"wrappers": "none"},
)
def econ(page: Page, *, join: str = "paragraphs", wrappers: str = "none") -> Choice:
    """Choose the texts with periods and commas around the longest such text of the page.

    Args:
        page: any page; needs no layout.
        join: which neighbours form one text (text-node-set): `inline` joins across inline elements
            and line breaks; `paragraphs` also joins paragraphs, which keeps a subhead between them.
        wrappers: which parents with the same text as their child the walk passes over: `none`, so
            that it ends at the first of them, as printed; `until-gain`, those before the first
            parent with more periods and commas; `all`.

    Returns:
        The choice. The evidence is the number of periods and commas of the text around each row
        (`punc-num`) and of each subtree (`node-punc-num`), how many more the parent has
        (`distance`), and the first and last element of the walk (`snippet-node`, `summary-node`).

    Differs:
        The walk starts at the innermost element around the longest text; the paper starts at a
        random node of that text. With `wrappers="all"` or `"until-gain"`, the walk skips parents
        with no more text than their child, where the paper ends it. The paper takes each "big-node"
        as input without a definition; here, that is the body.
    """
    marks, chars = _count_characters(page)
    para = number_paragraphs(page, join)
    punc_num = np.bincount(para, marks).astype(np.int64)
    length = np.where(punc_num > 0, np.bincount(para, chars), 0)
    node_punc_num, node_chars = page.below(marks), page.below(chars)

    is_snippet, is_summary = np.zeros((2, len(page)), np.bool_)
    if length.any():
        snippet = _find_innermost_element(
            page, np.flatnonzero((para == length.argmax()) & (chars > 0))
        )
        is_snippet[snippet] = True
        is_summary[_find_summary(page, snippet, node_punc_num, node_chars, wrappers)] = True
    content = page.visible & (punc_num[para] > 0) & (page.above(is_summary) >= 0)
    return Choice.of(
        page,
        content,
        evidence={
            "punc-num": punc_num[para],
            "node-punc-num": node_punc_num,
            "distance": node_punc_num.take(np.maximum(page.parent, 0)) - node_punc_num,
            "snippet-node": is_snippet,
            "summary-node": is_summary,
        },
    )


def _count_characters(page: Page) -> tuple[Array, Array]:
    """Count the marks, and the characters other than white space, of each visible text."""
    text = str(page.text_buffer, "utf-8")
    point: Array = np.frombuffer(page.text_buffer, np.uint8)
    first, stop = page.text_start, page.text_stop
    if not text.isascii():
        point = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")
        # A byte of UTF-8 that starts with the bits 10 continues a character.
        position = _count_before(np.frombuffer(page.text_buffer, np.int8) >= -64)
        first, stop = position.take(first), position.take(stop)
    counts = []
    for is_counted in (_IS_MARK.take(point, mode="clip"), ~_IS_BLANK.take(point, mode="clip")):
        before = _count_before(is_counted)
        counts.append(page.shown(before.take(stop) - before.take(first)))
    return counts[0], counts[1]


def _count_before(mask: Array) -> npt.NDArray[np.int64]:
    """Count the true values before each position; the last entry is the total."""
    total = np.zeros(len(mask) + 1, np.int64)
    np.cumsum(mask, out=total[1:])
    return total


def number_paragraphs(page: Page, join: str) -> Array:
    """The number of the text-para of each row; block-level elements start and end them."""
    rows = np.arange(len(page))
    cuts = page.visible & (page.owner == rows)
    if join == "paragraphs":
        cuts &= ~page.is_tag("p")
    begins = np.zeros(len(page) + 1, np.bool_)
    begins[:-1] = cuts
    begins[page.end[cuts]] = True
    return np.cumsum(begins[:-1])


def _find_innermost_element(page: Page, texts: Array) -> int:
    """The innermost element around all of these texts, which are in document order."""
    return int(np.flatnonzero(page.end[: texts[0]] > texts[-1])[-1])


def _find_summary(page: Page, snippet: int, punc_num: Array, chars: Array, wrappers: str) -> int:
    """Walk up until a parent adds no period or comma, and return the child."""
    path = np.flatnonzero(page.end[: snippet + 1] > snippet)[::-1]
    distance, more = np.diff(punc_num[path]), np.diff(chars[path])
    is_wrapper = more == 0
    if wrappers == "none":
        is_wrapper[:] = False
    elif wrappers == "until-gain":
        is_wrapper &= np.cumsum(distance) == 0
    ends = np.flatnonzero((distance == 0) & ~is_wrapper)
    if ends.size:
        return int(path[ends[0]])
    # A fragment has no body; its root takes its place.
    body = path[page.tag[path] == tags.BODY]
    return int(body[0]) if body.size else 0
