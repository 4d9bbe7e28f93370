"""Chunks: where they end, whether words are lost or repeated, and whether their ids stay.

The places of borders are checked by the rows of the page and by the punctuation, not by the units
that chunks are packed from.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Final

import numpy as np

from pagecore import Chunk, Document, extract, parse
from pagecore.choice import Part
from pagecore.page.columns import Array
from tools.output_counts.pages import CountedPage

#: The lengths that are counted, in words: the default, and one at which most pages are cut.
LENGTHS: Final = (256, 64)


def count_chunks(
    document: Document, chunks: Sequence[Chunk], counts: Counter[str], max_length: int
) -> Iterator[str]:
    """Add the chunks of a document, which are without images; yields places that are faults."""
    counts["pages"] += 1
    counts["pages with several chunks"] += len(chunks) > 1
    counts["chunks"] += len(chunks)
    counts["ids that are not unique"] += len(chunks) - len({chunk.id for chunk in chunks})
    yield from _count_words(document, chunks, counts)
    places = [_Places(part, document.text) for part in document.parts]
    for chunk in chunks:
        if chunk.length > max_length:
            kind = places[chunk.part].name_kind(chunk.last_row)
            counts["too long"] += 1
            counts[f"too long: {kind}"] += 1
    for before, after in pairwise(chunks):
        if before.part != after.part:
            continue
        counts["borders"] += 1
        fault = places[after.part].find_fault(before, after)
        if fault is not None:
            counts[f"cut inside {fault}"] += 1
            new = after.text[after.n_repeated_chars :]
            yield f"cut inside {fault}: …{before.text[-60:]!r} | {new[:60]!r}"


def count_changed_ids(
    item: CountedPage, document: Document, counts: Counter[str], max_length: int
) -> Iterator[str]:
    """Add whether the ids of a page stay if it is extracted again, and if a side bar changes."""
    ids = _list_ids(document, max_length)
    url = document.page.url
    page = parse(item.html(), url=url, encoding=item.encoding)
    counts["ids that change if extracted again"] += len(ids - _list_ids(extract(page), max_length))
    changed = _change_side_bar(document)
    if changed is None:
        return
    new = extract(parse(changed, url=url, encoding="utf-8"))
    lost = ids - _list_ids(new, max_length)
    counts["pages with a side bar"] += 1
    counts["chunks of these"] += len(ids)
    counts["ids that change with the side bar"] += len(lost)
    # The method may choose other blocks, because it compares each with the others.
    has_same_text = new.text == document.text
    counts["pages whose content changes with the side bar"] += not has_same_text
    counts["ids that change although the content does not"] += len(lost) if has_same_text else 0
    if lost and has_same_text:
        yield f"{len(lost)} of {len(ids)} ids change with the side bar"


def _list_ids(document: Document, max_length: int) -> set[str]:
    return {chunk.id for chunk in document.chunks(max_length, images=False)}


def _change_side_bar(document: Document) -> bytes | None:
    """Change the longest text in an `aside`, `nav` or `footer` that was not chosen: reverse its
    words, so that it stays as long as it is. None if there is no such text."""
    page, choice = document.page, document.parts[0].choice
    is_beside = page.above(page.is_tag("aside", "nav", "footer")) >= 0
    is_text = page.is_tag("#text") & page.visible & ~page.joined & (page.words > 2)
    candidates = np.where(is_text & is_beside & ~choice.content, page.chars, 0)
    row = int(candidates.argmax()) if len(page) else 0
    if not len(page) or not candidates[row]:
        return None
    start, stop = int(page.start[row]), int(page.stop[row])
    words = page.source[start:stop].split()
    return page.source[:start] + b" ".join(reversed(words)) + page.source[stop:]


# -- Words -----------------------------------------------------------------------------------------

#: The numbers and marks of list items, which texts and chunks may write in different ways.
_ITEM_MARK: Final = re.compile(
    r"(?m)^[ \t]*(?:-[ \t]+)?(?:(?:-?[0-9]+|[a-zA-Z]|[ivxlcIVXLC]+)[.)][ \t]+)?"
)


def _count_words(
    document: Document, chunks: Sequence[Chunk], counts: Counter[str]
) -> Iterator[str]:
    """Compare the words of all chunks with those of the plain text, without the title. Formulas are
    TeX in chunks and may be Unicode in plain text, so pages with formulas are left out."""
    if 'class="math ' in document.html(images=False):
        counts["pages with formulas"] += 1
        return
    title = chunks[0].heading_path[0] if chunks and chunks[0].heading_path else ""
    expected = _split_words(document.to_text(title=True).removeprefix(title))
    words: list[str] = []
    for chunk in chunks:
        words += _split_chunk(chunk.text[chunk.n_repeated_chars :], expected, len(words))
    counts["words"] += len(expected)
    # The only chunk of a page that has nothing but its title is the title.
    if words in (expected, _split_words(document.text)):
        return
    lost = (Counter(expected) - Counter(words)).total()
    doubled = (Counter(words) - Counter(expected)).total()
    counts["words that are lost"] += lost
    counts["words that are repeated"] += doubled
    counts["pages with words in another order"] += not lost and not doubled
    pairs = zip(words, expected, strict=False)
    at = next((at for at, (word, other) in enumerate(pairs) if word != other), 0)
    difference = f"chunks have {words[at : at + 8]}, the text {expected[at : at + 8]}"
    yield f"{lost} words lost, {doubled} repeated: {difference}"


def _split_chunk(text: str, expected: Sequence[str], at: int) -> list[str]:
    """Split a chunk into words. One that begins inside a paragraph may begin with what looks like
    the number of an item; it is kept if it is expected."""
    words = _split_words(text)
    first, end, rest = text.partition("\n")
    whole = re.findall(r"\w+", first) + _split_words(end + rest)
    return whole if whole == expected[at : at + len(whole)] else words


def _split_words(text: str) -> list[str]:
    return re.findall(r"\w+", _ITEM_MARK.sub("", text))


# -- Borders ---------------------------------------------------------------------------------------

#: What may end a sentence, and quotation marks, brackets and notes after it.
_SENTENCE_END: Final = re.compile(
    r"""[.!?…‥。．！？｡:：;；؟۔।॥·†*"'“”‘’»›」』）)\]】》〉❞–—-][\s"'“”‘’»›」』）)\]】》〉*†‡0-9\[¹²³]*$"""
)
#: A quotation mark that opens the next sentence; in German, it ends one.
_OPENING: Final = re.compile(r"[。！？][“‘]$")
#: Scripts without full stops: Thai, Lao, Khmer, Burmese.
_UNSTOPPED: Final = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]")


class _Places:
    """The code blocks, table rows, items and blocks of a page, by row."""

    def __init__(self, part: Part, text: str) -> None:
        self._page, self._content = part.page, part.choice.content
        #: The plain text of the document.
        self._text = text

    @cached_property
    def _code(self) -> Array:
        return self._page.above(self._page.is_tag("pre", "listing", "xmp"))

    @cached_property
    def _table_row(self) -> Array:
        """Rows of data tables; one with a data table inside is not written as a table."""
        page = self._page
        is_written = page.data_tables & (page.below(page.data_tables) == 1)
        table = page.above(page.is_tag("table"))
        return page.above(page.is_tag("tr") & (table >= 0) & is_written[table])

    @cached_property
    def _item(self) -> Array:
        """Items with one block that is no quotation. Others may be cut like the blocks in them."""
        page = self._page
        is_first = np.zeros(len(page) + 1, np.int64)
        blocks = page.block[self._content & (page.words > 0)]
        is_first[page.blocks.first[np.unique(blocks)]] = 1
        n_before = np.concatenate(([0], np.cumsum(is_first)))
        n_blocks = n_before[page.end] - n_before[np.arange(len(page))]
        item = page.above(page.is_tag("li") & (n_blocks == 1))
        return np.where(page.above(page.is_tag("blockquote")) > item, -1, item)

    @cached_property
    def _heading(self) -> Array:
        return self._page.above(self._page.is_tag("h1", "h2", "h3", "h4", "h5", "h6"))

    def name_kind(self, row: int) -> str:
        """Name the unit that a row is in."""
        if self._code[row] >= 0:
            return "code"
        if self._table_row[row] >= 0:
            return "a table row"
        if self._heading[row] >= 0:
            return "a heading"
        return "a list item" if self._item[row] >= 0 else "a sentence"

    def find_fault(self, before: Chunk, after: Chunk) -> str | None:
        """Find what two chunks of a page are cut inside of; None at the end of a unit or sentence.

        If the rows of both overlap, the cut is inside a block.
        """
        page, last, first = self._page, before.last_row, after.row
        for rows, name in ((self._code, "code"), (self._table_row, "a table row")):
            if rows[last] >= 0 and rows[last] == rows[first]:
                return name
        if last < first and page.block[last] != page.block[first]:
            return None
        if last < first and page.block[last] < 0:
            return None
        if self._heading[first] >= 0 and self._heading[first] == self._heading[last]:
            return "a heading"
        if self._item[first] >= 0 and self._item[first] == self._item[last]:
            return "a list item"
        if _OPENING.search(before.text):
            return "a sentence"
        is_end = _SENTENCE_END.search(before.text[-40:]) or _UNSTOPPED.match(before.text[-1:])
        return None if is_end or self._is_line_end(before, after) else "a sentence"

    def _is_line_end(self, before: Chunk, after: Chunk) -> bool:
        """Whether the text has a line end between two chunks, such as that of a `br`."""
        head = after.text[after.n_repeated_chars :].partition("\n")[0]
        if head.startswith("\\["):
            # A formula in a line of its own.
            return True
        tail = before.text.rpartition("\n")[2]
        pattern = rf"{re.escape(tail[-40:])}\s*\n\s*{re.escape(head[:40])}"
        return re.search(pattern, self._text) is not None
