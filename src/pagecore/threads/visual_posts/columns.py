"""Columns: the sets of blocks in posts, named by their content."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from pagecore.page import Mask, Page
from pagecore.threads.fields import find_date_rows
from pagecore.threads.visual_posts.block_tree import BlockTree
from pagecore.threads.visual_posts.clustering import BlockSet

_Floats = npt.NDArray[np.float64]

#: The names of columns; their numbers are the evidence `column`, with 0 for none.
NAMES: Final = ("", "content", "time", "avatar", "user", "user data")
#: Maximum number of words of a user's name.
MAX_WORDS: Final = 6
#: Least and greatest ratio of width to height of a near-square image, and its least width.
SQUARE: Final = (0.75, 1.34)
MIN_AVATAR_PX: Final = 24.0
#: Least share of the text of posts in paragraphs, if these alone are the content; lists and
#: quotations may be beside them.
MIN_RUNNING: Final = 0.9
#: The share of the members of a set that must have what names it.
MOST: Final = 0.5


@dataclass(frozen=True)
class Column:
    """A set of blocks with its name."""

    name: str
    members: tuple[int, ...]


def name_columns(
    tree: BlockTree, sets: Sequence[BlockSet], text: _Floats, share: float, cover: float
) -> list[Column]:
    """Name the columns of posts.

    Args:
        tree: the tree of blocks.
        sets: the sets of all rounds; the first one is the set of posts.
        text: the length of the text of each block, without that of replies in it.
        share: the share of the text of a set that the content in it must have.
        cover: the share of the text of a set in those of its members that have a block in the
            content; quotations and lists are in some posts only.

    Returns:
        The content first, which is the set of posts itself if no set in it has enough of the text;
        then the other innermost sets, in the order of the page.
    """
    below: dict[int, list[int]] = {}
    for at, of in enumerate(sets):
        below.setdefault(of.above, []).append(at)
    totals = [float(text[list(of.members)].sum()) for of in sets]
    content = 0
    members = sets[0].members
    others: list[int] = []
    while inner := below.get(content, []):
        best = max(inner, key=lambda at: (totals[at], -at))
        is_running = bool(tree.running[sets[best].members[0]])
        least = max(share, MIN_RUNNING) if is_running else share
        if not totals[best] or totals[best] < least * totals[content]:
            break
        owner = _find_owners(tree, sets[content].members)
        owners = sorted({owner[block] for block in sets[best].members})
        if float(text[owners].sum()) < cover * totals[content]:
            break
        others += [at for at in inner if at != best]
        members = sets[best].members
        if is_running:
            members = _keep_mixed(owner, sets[content].members, members, text)
        content = best
    columns = [Column("content", members)]
    innermost = []
    while others:
        at = others.pop()
        others += below.get(at, [])
        if at not in below:
            innermost.append(sets[at].members)
    return columns + _name_others(tree, sorted(innermost))


def _find_owners(tree: BlockTree, members: Sequence[int]) -> dict[int, int]:
    """The member that each block in one of some members is in."""
    owner = {block: block for block in members}
    for block, above in enumerate(tree.parent.tolist()):
        if above in owner and block not in owner:
            owner[block] = owner[above]
    return owner


def _keep_mixed(
    owner: Mapping[int, int], outer: Sequence[int], paragraphs: Sequence[int], text: _Floats
) -> tuple[int, ...]:
    """Replace the paragraphs of blocks that have much other text by these blocks as a whole."""
    held: dict[int, float] = {}
    for block in paragraphs:
        held[owner[block]] = held.get(owner[block], 0.0) + float(text[block])
    whole = {block for block in outer if held.get(block, 0.0) < MIN_RUNNING * text[block]}
    return tuple(sorted(whole | {block for block in paragraphs if owner[block] not in whole}))


def _name_others(tree: BlockTree, sets: Sequence[tuple[int, ...]]) -> list[Column]:
    """Name the columns beside the content: a date, a near-square image, the first short link."""
    if not sets:
        return []
    searched = tree.find_owners([block for members in sets for block in members]) >= 0
    searched &= tree.visible | ~tree.page.is_tag("#text")
    dates = tree.total(find_date_rows(tree.page, searched)) > 0
    images = tree.total(find_avatars(tree)) > 0
    links = tree.total(find_short_links(tree.page)) > 0
    columns = []
    has_user = False
    for members in sets:
        at = list(members)
        if dates[at].mean() > MOST:
            name = "time"
        elif (images & (tree.letters == 0))[at].mean() > MOST:
            name = "avatar"
        elif not has_user and links[at].mean() > MOST:
            name, has_user = "user", True
        else:
            name = "user data"
        columns.append(Column(name, members))
    return columns


def find_avatars(tree: BlockTree) -> Mask:
    """Return the mask of near-square images."""
    width, height = tree.layout.box[:, 2], tree.layout.box[:, 3]
    with np.errstate(invalid="ignore", over="ignore"):
        is_square = (width >= SQUARE[0] * height) & (width <= SQUARE[1] * height)
        is_large = width >= MIN_AVATAR_PX
    mask: Mask = tree.page.is_tag("img") & is_square & is_large
    return mask


def find_short_links(page: Page) -> Mask:
    """Return the mask of links with a short text, which may be a user's name."""
    words = page.below(page.words)
    mask: Mask = page.is_tag("a") & (page.attr("href")[0] >= 0) & (words > 0) & (words <= MAX_WORDS)
    return mask
