"""Samples: labelled pages as the default extractor learns from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from pagecore.corpora.labels import label_blocks
from pagecore.metrics import words
from pagecore.page import Page, parse
from pagecore.page.judging import Floats, describe_blocks
from pagecore.train.names import Bags

if TYPE_CHECKING:
    from pagecore.corpora.corpus import Item

#: The page types. A model tells those apart that it has seen, in this order.
TYPES: Final = (
    "article",
    "collection",
    "documentation",
    "forum",
    "listing",
    "product",
    "service",
)
#: The type of all pages of a corpus, where it is known.
TYPE_OF_CORPUS: Final = {"fundus": "article", "forums": "forum"}


@dataclass(frozen=True, eq=False)
class PageSample:
    """A page with the labels of its blocks."""

    id: str
    group: str
    page: Page
    #: The blocks with words; for each the share of it that is content, and its words.
    blocks: npt.NDArray[np.int64]
    label: Floats
    words: Floats
    #: The names of elements around each block.
    names: Bags
    #: How often each word is in the gold, by its number; and the numbers of the words of each
    #: block, -1 for those not in the gold.
    gold: npt.NDArray[np.int64]
    word_numbers: list[npt.NDArray[np.int64]]
    page_type: str | None

    def score_choice(self, keep: npt.NDArray[np.bool_]) -> float:
        """Word F1 of a choice of blocks."""
        chosen = [self.word_numbers[at] for at in np.flatnonzero(keep)]
        all_words = np.concatenate(chosen) if chosen else np.zeros(0, np.int64)
        counts = np.bincount(all_words[all_words >= 0], minlength=len(self.gold))
        right = np.minimum(counts, self.gold).sum()
        return float(2 * right / (len(all_words) + self.gold.sum()))


def make_sample(item: Item, *, unspaced: bool, page: Page | None = None) -> PageSample | None:
    """Label the blocks of a page; None where it has no gold text or posts.

    Args:
        item: the page.
        unspaced: whether every character of scripts without spaces is a word.
        page: the page as a browser rendered it, to be used in place of the page as received.
    """
    gold = item.gold.text
    if gold is None and item.gold.posts:
        gold = "\n".join(post.text for post in item.gold.posts)
    if not gold or not item.in_means:
        return None
    if page is None:
        page = parse(item.html(), url=item.url, encoding=item.encoding)
    blocks = describe_blocks(page)[1].astype(np.int64)
    number: dict[str, int] = {}
    wanted = [number.setdefault(word, len(number)) for word in words.split_words(gold, unspaced)]
    texts = page.block_texts()
    word_numbers = [
        np.array(
            [number.get(word, -1) for word in words.split_words(texts[at], unspaced)], np.int64
        )
        for at in blocks
    ]
    return PageSample(
        item.id,
        item.group or item.id,
        page,
        blocks,
        label_blocks(page, gold)[blocks],
        page.blocks.words[blocks].astype(np.float32),
        Bags.of(page, blocks),
        np.bincount(wanted, minlength=len(number)),
        word_numbers,
        item.gold.page_type if item.gold.page_type in TYPES else None,
    )
