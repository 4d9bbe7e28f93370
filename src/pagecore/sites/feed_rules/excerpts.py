"""Excerpts [ours]: entries of a list whose text goes on on their own page.

A link to the entry below its text that says *read more*, an ellipsis at its end, or learned entries
with less text than the feed has, say that the body of a record is a part of the text only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from pagecore.page import Page
from pagecore.sites.feed_rules.body_rules import MIN_EXCERPT
from pagecore.sites.feed_rules.collector import compare_form, is_same_page, resolve_link
from pagecore.sites.feed_rules.page_source import Entry, Value
from pagecore.sites.feed_rules.row_rules import Sample

#: The column of the records, and its values.
PARTIAL: Final = "partial"
MORE_LINK: Final = "more-link"
ELLIPSIS: Final = "ellipsis"
LEARNED: Final = "shorter-than-feed"
#: A text with a smaller share of the feed's words is an excerpt of it.
_MIN_WHOLE: Final = 0.8
#: Bodies of a list are taken as excerpts if so many of the learned ones are, and if links and
#: ellipses mark fewer than this share of them.
_MAJORITY: Final = 0.5
_MIN_MARKED: Final = 0.8
_MAX_LABEL: Final = 60
#: Beginnings of labels of links to the whole text.
_LABELS: Final = (
    *("read more", "continue reading", "keep reading", "read on", "read the rest", "read the full"),
    *("read full", "read post", "read article", "read entry", "full post", "full article"),
    *("full story", "more »", "more →", "more >", "weiterlesen", "weiter lesen", "mehr lesen"),
    *("lire la suite", "lire plus", "lire l'article", "leer más", "seguir leyendo"),
    *("continuar leyendo", "sigue leyendo", "leia mais", "ler mais", "continue lendo"),
    *("continuar a ler", "leggi tutto", "continua a leggere", "leggi di più", "lees meer"),
    *("lees verder", "verder lezen", "läs mer", "les mer", "læs mere", "lue lisää", "czytaj dalej"),
    *("czytaj więcej", "číst dál", "čtěte dál", "celý článek", "tovább", "citește mai mult"),
    *("devamını oku", "đọc tiếp", "читать далее", "читать дальше", "читать полностью"),
    *("читати далі", "διαβάστε περισσότερα", "続きを読む", "もっと読む", "阅读全文", "閱讀全文"),
    *("继续阅读", "繼續閱讀", "阅读更多", "閱讀更多", "더보기", "더 보기", "계속 읽기", "더 읽기"),
    *("اقرأ المزيد", "ادامه مطلب", "המשך קריאה", "קרא עוד"),
)
#: Whole labels: other links may begin with such a word.
_WORDS: Final = frozenset(
    {"", "more", "mehr", "weiter", "suite", "la suite", "más", "mais", "continua", "meer", "mer"}
    | {"далее", "подробнее", "continue", "more...", "full text"}
)
_ARROWS: Final = " \t\n»›>→…⟶➔.[]()"
_CLASS: Final = re.compile(
    r"(?:^|[\s_-])(?:read-?_?more|more(?:-?_?link)?|continue-?_?reading)(?:$|[\s_-])", re.IGNORECASE
)
_ELLIPSIS: Final = re.compile(r"(?:…|\.\.\.)[\])]?\s*$")


def find_excerpts(
    page: Page, entries: Sequence[Entry], *, is_learned: bool = False
) -> dict[int, Value]:
    """Find the entries of a list whose body is an excerpt; the reason and its row for each.

    Args:
        page: the page.
        entries: its entries.
        is_learned: whether the rules were learned from excerpts that nothing marks.
    """
    excerpts: dict[int, Value] = {}
    links = _Links(page)
    for at, entry in enumerate(entries):
        if "body" not in entry:
            continue
        rows = entry["body"].rows
        more = links.find_more(entry["link"].text, min(rows)) if "link" in entry else None
        if more is not None:
            excerpts[at] = Value(MORE_LINK, (more,))
        elif _ends_open(page, rows):
            excerpts[at] = Value(ELLIPSIS, (max(rows),))
        elif is_learned:
            excerpts[at] = Value(LEARNED, rows)
    return excerpts


def is_excerpt(sample: Sample) -> bool:
    """Whether the unit of a labelled entry has a part of the feed's text only."""
    first, stop = sample.unit
    n_inside = int(sample.view.match_words(sample.item)[first:stop].sum())
    return MIN_EXCERPT <= n_inside < _MIN_WHOLE * sample.item.words.size


def learns_excerpts(excerpts: Sequence[bool], marked: Sequence[bool]) -> bool:
    """Whether most learned bodies are excerpts, and links and ellipses do not mark them.

    Args:
        excerpts: whether each learned body is an excerpt.
        marked: whether a link or an ellipsis marks it.
    """
    n_marked = sum(map(min, excerpts, marked))
    is_most = sum(excerpts) >= max(1.0, _MAJORITY * len(excerpts))
    return is_most and n_marked < _MIN_MARKED * sum(excerpts)


class _Links:
    """The links of a page, by the end of their address."""

    def __init__(self, page: Page) -> None:
        self._page = page
        ids, self._values = page.attr("href")
        rows = np.flatnonzero(page.is_tag("a") & (ids >= 0))
        self._rows: dict[int, list[int]] = {}
        for row, value in zip(rows.tolist(), ids[rows].tolist(), strict=True):
            self._rows.setdefault(value, []).append(row)

    def find_more(self, link: str, first: int) -> int | None:
        """Find the link to the whole text of an entry, from a row on; None without one."""
        form = compare_form(link)
        for row in self._find_rows(link):
            if row < first or not _says_more(self._page, row):
                continue
            target = resolve_link(self._page, self._page.get(row, "href") or "")
            if target is not None and is_same_page(compare_form(target), form):
                return row
        return None

    def _find_rows(self, link: str) -> Iterator[int]:
        """Yield the rows of links whose address has the last part of a link."""
        name = link.partition("#")[0].rstrip("/").rpartition("/")[2]
        for at, rows in self._rows.items():
            if name in self._values[at]:
                yield from rows


def _says_more(page: Page, row: int) -> bool:
    """Whether a link says that it leads to the whole text: by its label, its class, or a place
    `#more`."""
    if (page.get(row, "href") or "").partition("#")[2].startswith("more"):
        return True
    if _CLASS.search(page.get(row, "class") or ""):
        return True
    if int(page.chars[row : int(page.end[row])].sum()) > _MAX_LABEL:
        return False
    text = " ".join(page.text(row).lower().split())
    # A link around an image has no label.
    return bool(text) and (text.startswith(_LABELS) or text.strip(_ARROWS) in _WORDS)


def _ends_open(page: Page, rows: Sequence[int]) -> bool:
    """Whether the last text of a body, without links behind it, ends with an ellipsis."""
    for row in reversed(rows):
        text = page.text(row).strip()
        if text and not _is_linked(page, row):
            return _ELLIPSIS.search(text) is not None
    return False


def _is_linked(page: Page, row: int) -> bool:
    while row >= 0 and page.name(row) != "a":
        row = int(page.parent[row])
    return row >= 0
