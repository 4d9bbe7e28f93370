"""Faults of whole parts of a page: lost notes, repeated text, other articles. Gold decides where
there is gold."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final
from urllib.parse import unquote

from tools.text_faults.output import Count, Output, join_words

_NOTE: Final = re.compile(r"(?i)(^|[#_:\-])(foot|end|cite_|side)?(note|fn|ftn|en|ref)")


def count_notes(output: Output) -> Count:
    """Notes that a chosen reference leads to and that are not chosen, unless the gold lacks
    them."""
    page = output.page
    superscript = page.above(page.is_tag("sup"))
    targets = set()
    for row in output.rows("a"):
        href = page.get(row, "href") or ""
        mark = output.line(row).strip("[]() ")
        is_mark = bool(re.fullmatch(r"\d{1,3}|[*†‡§]{1,3}|[a-z]", mark))
        is_raised = superscript[row] >= 0 or "sup" in {
            page.name(at) for at in range(row, int(page.end[row]))
        }
        if href.startswith("#") and is_mark and (is_raised or _NOTE.search(href)):
            target = output.ids.get(unquote(href[1:]), -1)
            if target > row and output.line(target):
                targets.add(target)
    lost = [output.line(target) for target in targets if not output.content[target]]
    return len(targets), sum(output.count_in_gold(note.lstrip("↑^ ")) != 0 for note in lost)


#: Marks in Markdown that link to a place in the page: `[1](#f1)`, `[[note 1]](#cite_note-1)`.
_MARK: Final = re.compile(
    r"\[\[?(?:\d{1,3}|\\?\*|[†‡]|[a-z]|(?:note|nb|n|lower-alpha) \d{1,3})\]?\]"
    r"\(<?[^)>\s#]*(#[^)>\s]+)"
)


def count_marks(output: Output) -> Count:
    """Marks that are written as links to a chosen note, not as references to it."""
    links = [match[1] for match in _MARK.finditer(output.document.markdown(title=False))]
    n_notes = len(re.findall(r"\[\^[^\]\s]+\](?!:)", output.markdown))
    ids, content = output.ids, output.content
    targets = [ids.get(unquote(link[1:]), -1) for link in links if _NOTE.search(link)]
    faults = sum(target >= 0 and bool(content[target]) for target in targets)
    return n_notes + faults, faults


#: A shorter text is repeated for many reasons.
_MIN_REPEATED_WORDS: Final = 15


def count_repeats(output: Output) -> Count:
    """Long blocks of prose that were written before, more often than the gold has them."""
    texts = Counter(
        " ".join(block.text.split())
        for block in output.blocks
        if block.kind in ("paragraph", "item") and len(block.text.split()) >= _MIN_REPEATED_WORDS
    )
    faults = [
        times - max(output.count_in_gold(text) or 0, 1)
        for text, times in texts.items()
        if times > 1
    ]
    return texts.total(), sum(fault for fault in faults if fault > 0)


def count_near_copies(output: Output) -> Count:
    """Pages of which a third of the text was written before and the gold does not repeat it, by
    runs of eight words."""
    words = output.text.lower().split()
    if len(words) < 100:
        return 0, 0
    in_gold = 0 if output.gold_words is None else _count_repeated(output.gold_words.split())
    return 1, int(_count_repeated(words) - in_gold > (len(words) - 7) / 3)


def _count_repeated(words: list[str]) -> int:
    """The runs of eight words that come again."""
    runs = Counter(zip(*(words[at:] for at in range(8)), strict=False))
    return sum(times - 1 for times in runs.values())


#: The kinds of pages whose content are several articles, by the corpora.
_LISTS: Final = frozenset(
    {"listing", "collection", "forum"}
    | {"list", "tag", "category", "archive", "home", "author", "comments"}
)
#: Minimum share of an article's runs of words in the gold, for an article that the gold has.
_MIN_GOLD_SHARE: Final = 0.2


def count_other_articles(output: Output) -> Count:
    """Articles with a main heading of their own after the first one, unless the gold has them or
    the page is a list."""
    page = output.page
    article_of = page.above(page.is_tag("article"))
    headings = [row for row in output.rows("h1") if article_of[row] >= 0]
    articles = sorted({int(article_of[row]) for row in headings})
    if output.gold is not None and output.gold.page_type in _LISTS:
        return len(articles), 0
    return len(articles), sum(not _is_in_gold(output, row) for row in articles[1:])


def _is_in_gold(output: Output, row: int) -> bool:
    """Whether the gold has the text of an element."""
    if output.gold_words is None:
        return False
    runs = set(_make_runs(join_words(output.chosen_line(row)).split()))
    known = runs & set(_make_runs(output.gold_words.split()))
    return len(known) >= _MIN_GOLD_SHARE * len(runs)


def _make_runs(words: list[str]) -> Iterator[tuple[str, ...]]:
    return zip(*(words[at:] for at in range(5)), strict=False)
