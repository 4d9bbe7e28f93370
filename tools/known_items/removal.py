"""Pages without the texts of the queries that they answer.

Every phrase of a query is taken out of the whole source of its page: text, title, headings,
metadata, JSON-LD, alternative texts. Titles are often repeated with small changes, so the single
words of a title are also taken out of everything that repeats it (`title`, `h1`, `og:title`,
`headline` and the like). On all other pages, the same holds for the links that lead to the page:
phrases of all its queries, and single words of titles and of texts of links. URLs stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from pagecore.page import Page
from pagecore.page.layout import digest_source
from pagecore.page.metadata import collect_metadata
from pagecore.page.parse import parse
from tools.known_items.candidates import ANCHOR, TITLE
from tools.known_items.pages import normalise_url
from tools.known_items.phrases import has_phrase, split_phrase, take_out_phrase, take_out_words

#: Names of metadata, and keys of JSON, that repeat the title.
_TITLE_NAME: Final = re.compile(r"(?:^|[:._-])(?:title|headline|alternativeheadline)$", re.I)
_TITLE_VALUE: Final = re.compile(
    r'("(?:name|title|headline|alternativeHeadline)"\s*:\s*)("(?:[^"\\]|\\.)*")', re.I
)
_ADDRESS: Final = re.compile(r"""(?:https?:|\\?/)\\?/[^\s"'<>]*""")
#: Attributes that are read as texts.
_TEXT_ATTRIBUTES: Final = ("title", "alt", "content", "aria-label", "value", "placeholder")


@dataclass(frozen=True)
class Query:
    """A query, and the page that answers it."""

    id: str
    kind: str
    text: str
    page: str

    @property
    def phrase(self) -> tuple[str, ...]:
        """The words of the query."""
        return split_phrase(self.text)


def take_out_queries(
    page: Page, own: Sequence[Query], queries_by_url: Mapping[str, Sequence[Query]]
) -> str:
    """The source of a page without its own queries, and without those of the pages that its links
    lead to.

    Args:
        page: the page.
        own: the queries that it answers.
        queries_by_url: the queries of other pages, by their normalised URLs.
    """
    edits = dict(_edit_links(page, queries_by_url))
    titles = [word for query in own if query.kind == TITLE for word in query.phrase]
    if titles:
        edits |= {
            span: take_out_words(edits.get(span) or _cut(page, span), titles)
            for span in _find_titles(page)
        }
    source = _apply(page.source, edits)
    for query in own:
        source = take_out_phrase(source, query.phrase)
    if titles:
        source = _TITLE_VALUE.sub(
            lambda match: match.group(1) + take_out_words(match.group(2), titles), source
        )
    return source


def reparse(page: Page, source: str) -> Page:
    """Parse a changed source of a page; a layout is kept, because the rows are the same."""
    changed = parse(source, url=page.url)
    if page.layout is None:
        return changed
    return changed.with_layout(replace(page.layout, source_digest=digest_source(changed)))


def find_leftover(page: Page, query: Query) -> str | None:
    """The field of a changed page that still contains a query, or None.

    It reads what the parser, the reader of metadata and the attributes return, not the source.
    Addresses do not count, because no index reads their words.
    """
    fields: dict[str, Any] = {"text": page.text(), "metadata": collect_metadata(page)}
    fields["scripts"] = [page.source_of(int(row)) for row in np.flatnonzero(page.is_tag("script"))]
    fields |= {name: page.attr(name)[1] for name in _TEXT_ATTRIBUTES}
    for name, value in fields.items():
        if any(has_phrase(text, query.phrase) for text in _list_texts(value)):
            return name
    return None


def find_linked_leftover(page: Page, query: Query, url: str) -> bool:
    """Whether a link of a changed page to the answer of a query still has its text."""
    return any(
        normalise_url(link.url) == url and has_phrase(link.text, query.phrase)
        for link in page.links()
    )


def _edit_links(
    page: Page, queries_by_url: Mapping[str, Sequence[Query]]
) -> Iterator[tuple[tuple[int, int], str]]:
    for link in page.links():
        queries = queries_by_url.get(normalise_url(link.url) or "", ())
        if not queries:
            continue
        span = int(page.start[link.row]), int(page.stop[link.row])
        source = _cut(page, span)
        for query in queries:
            source = take_out_phrase(source, query.phrase)
            if query.kind in (TITLE, ANCHOR):
                source = take_out_words(source, query.phrase)
        yield span, source


def _find_titles(page: Page) -> Iterator[tuple[int, int]]:
    """The places of everything that repeats the title."""
    is_title = page.is_tag("title", "h1")
    for name in ("name", "property", "itemprop"):
        is_title |= page.match_attribute(name, lambda value: bool(_TITLE_NAME.search(value)))
    for row in np.flatnonzero(is_title):
        yield int(page.start[row]), int(page.stop[row])


def _cut(page: Page, span: tuple[int, int]) -> str:
    return bytes(page.source[span[0] : span[1]]).decode(errors="replace")


def _apply(source: bytes, edits: Mapping[tuple[int, int], str]) -> str:
    """Replace parts of a source; a part inside another, or across its end, is left to that one."""
    pieces, at = [], 0
    for (start, stop), text in sorted(edits.items()):
        if start >= at:
            pieces += [source[at:start], text.encode(errors="replace")]
            at = stop
    return b"".join([*pieces, source[at:]]).decode(errors="replace")


def _list_texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield _ADDRESS.sub(" ", value)
    elif isinstance(value, Mapping):
        for member in value.values():
            yield from _list_texts(member)
    elif isinstance(value, list | tuple):
        for member in value:
            yield from _list_texts(member)
