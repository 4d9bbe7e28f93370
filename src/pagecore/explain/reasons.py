"""Why a model judged a block as it did: the features that moved its score most, in words.

A forest's score is a sum over its features (A. Saabas, "Interpreting random forests", 2014); see
`Model.contributions`. The second look knows how the first one judged the block itself, and what
that adds is laid on the features that moved the first look: that a block was judged so is no reason
to judge it so.
"""

from __future__ import annotations

import math
import re
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from pagecore.explain.absent import absent
from pagecore.models.model import Model
from pagecore.page import Page
from pagecore.page.judging import Floats, Listed, describe_blocks

#: So many features are named for and against a block.
NAMED: Final = 3
#: What moved a score by less is no reason: in log-odds, and beside the strongest.
LEAST: Final = 0.1
LEAST_SHARE: Final = 0.1
#: The same for what speaks against what became of the block: little of that puzzles more than it
#: tells.
LEAST_OTHER: Final = 0.25
#: Characters of an element's name that are given.
MAX_NAME: Final = 30
#: Features of the second look that tell how the block itself was judged at first, or blocks in
#: places like its own with it.
OF_ITSELF: Final = frozenset({"first look", "first look alike", "rank", "words better"})


class Reason(NamedTuple):
    """A feature that moved the score of a block."""

    #: Its name, and what it says.
    feature: str
    says: str
    #: Its value, as a person would write it; empty where it adds nothing to what the feature says.
    value: str
    #: What it added to the log-odds of being content.
    moved: float

    @property
    def side(self) -> str:
        """Whether it spoke for the block or against it."""
        return "for" if self.moved > 0 else "against"

    @property
    def words(self) -> str:
        """What it says, with its value."""
        return f"{self.says} ({self.value})" if self.value else self.says

    def __str__(self) -> str:
        return f"{self.side}: {self.words}"


def reasons(page: Page, model: Model) -> dict[int, tuple[Reason, ...]]:
    """For each block that the model judged what moved its score, the strongest first."""
    listed, blocks, columns, moved = contributions(page, model)
    meant = [_meaning(name, says) for name, says in listed]
    meanings = list(dict.fromkeys(meant))
    meaning = np.array([meanings.index(says) for says in meant])
    merged = np.zeros((len(meanings), len(blocks)), np.float32)
    # What is the same for all blocks of a page tells none of them from the others.
    if len(blocks) > 1:
        moved = np.where(columns.min(axis=1) == columns.max(axis=1), 0, moved)
    moved = np.where(_misleads(listed, columns, moved), 0, moved)
    np.add.at(merged, meaning, moved.T)
    found = {}
    for at, block in enumerate(blocks.tolist()):
        told: dict[tuple[str, str, bool], Reason] = {}
        for number in _strongest(merged[:, at]):
            # Of features that say the same the one that moved most to this side has the value.
            same = np.flatnonzero(meaning == number)
            side = np.sign(merged[number, at])
            feature = int(same[(moved[at, same] * side).argmax()])
            name, says = listed[feature][0], meanings[number]
            says, value = _told(page, block, name, says, float(columns[feature, at]), side > 0)
            made = Reason(name, says, value, float(merged[number, at]))
            # Where there is no list, for example, all that describes it says the same.
            other = told.get((says, value, side > 0))
            if other is not None:
                made = other._replace(moved=other.moved + made.moved)
            told[says, value, side > 0] = made
        found[block] = tuple(sorted(told.values(), key=lambda reason: -abs(reason.moved)))
    return found


def _meaning(name: str, says: str) -> str:
    """What a feature says to a person, who tells fewer apart."""
    return "the names of the elements around it" if name in _NAMES else says


def _misleads(listed: Listed, columns: Floats, moved: Floats) -> npt.NDArray[np.bool_]:
    """Where a feature stands on the side that its value speaks against, by what a person reads in
    it: that neighbours were judged to be no content moves a score up where worse was expected."""
    misleads = np.zeros(moved.shape, np.bool_)
    for at, (name, _) in enumerate(listed):
        if name.startswith("first look") and name != "first look":
            low, high = (columns[at] >= 0) & (columns[at] < 0.5), columns[at] >= 0.5
        elif name.startswith("balance"):
            low, high = columns[at] <= 0, columns[at] > 0
        else:
            continue
        misleads[:, at] = low & (moved[:, at] > 0) | high & (moved[:, at] < 0)
    return misleads


def contributions(
    page: Page, model: Model
) -> tuple[Listed, npt.NDArray[np.uint32], Floats, Floats]:
    """The features, the blocks judged, the features' values as columns, and what each added to the
    score of each block: a row for each block."""
    names = (model.array("near names"), model.array("far names"))
    _, blocks, first = describe_blocks(page, names=names)
    n_first = model.shape("blocks")[0]
    first = first[:n_first]
    look = 1 / (1 + np.exp(-model.predict("blocks", first)))
    listed, blocks, second = describe_blocks(page, names=names, first_look=look.astype(np.float32))
    n_second = model.shape("context")[0]
    every = np.arange(len(blocks))
    moved = model.contributions("context", second[:n_second], every)[0].copy()
    by_first = model.contributions("blocks", first, every)[0]
    for at, (name, _) in enumerate(listed[:n_second]):
        if name in OF_ITSELF:
            of_itself = np.ones(len(blocks), np.bool_)
        elif name.startswith("first look"):
            # A heading, for example, is its own heading.
            of_itself = np.isclose(second[at], look)
        else:
            continue
        laid = np.where(of_itself[:, None], _laid(moved[:, at], by_first), 0)
        moved[:, at] -= laid.sum(axis=1)
        moved[:, :n_first] += laid
    return listed[:n_second], blocks, second[:n_second], moved


def _laid(moved: Floats, by_first: Floats) -> Floats:
    """What the first look moved, laid on the features behind it: on all of them in proportion; but
    where that would be more than these moved, or to the other side, on those of the same side. It
    stays where it is where there are none."""
    total = by_first.sum(axis=1)
    same = np.where(by_first * moved[:, None] > 0, by_first, 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = moved / total
        fits = (share > 0) & (share <= 1)
        laid = np.where(
            fits[:, None], share[:, None] * by_first, (moved / same.sum(axis=1))[:, None] * same
        )
    finite: Floats = np.nan_to_num(laid, posinf=0, neginf=0).astype(np.float32)
    return finite


def _strongest(moved: Floats) -> list[int]:
    """The numbers of what moved a score most in either direction, the strongest first."""
    order = np.argsort(-np.abs(moved), kind="stable")
    strongest = float(np.abs(moved).max(initial=0))
    share = np.where(moved * moved.sum() < 0, LEAST_OTHER, LEAST_SHARE)
    order = order[np.abs(moved[order]) >= np.maximum(LEAST, share * strongest)[order]]
    kept = np.concatenate([order[moved[order] > 0][:NAMED], order[moved[order] < 0][:NAMED]])
    return [int(at) for at in sorted(kept, key=lambda at: -abs(moved[at]))]


# ---------------------------------------------------------------- values in words

#: There is nothing that a feature could describe.
_NONE: Final = "there is none"
#: Features that say how far a block is the page's title.
_TITLES: Final = frozenset({"title match", "in title", "title covered"})
_ENDS: Final = {
    -1: "other", 0: "a letter", 1: "a digit", 2: "a comma", 3: "a colon",
    4: "a quotation mark or bracket", 5: "the end of a sentence",
}  # fmt: skip
_BEGINS: Final = {-1: "other", 0: "a digit", 1: "a small letter", 2: "a letter", 3: "a capital"}
_KINDS: Final = {0: "nothing", 1: "a website", 2: "an article", 3: "a product", 4: "other"}
_HIDDEN: Final = {
    0: "no", 3: "template", 4: "noscript", 5: "by attribute", 6: "by style", 7: "closed",
    8: "no, it is a control of a form", 9: "fallback",
}  # fmt: skip
_BY_CLASS: Final = {
    0: "no", 1: "but on narrow screens", 2: "but on wide screens", 3: "but for screen readers",
    4: "wholly",
}  # fmt: skip
_CODES: Final = {
    "ends": _ENDS, "begins": _BEGINS, "page kind": _KINDS, "hidden": _HIDDEN,
    "class hidden": _BY_CLASS, "twin hidden": {0: _NONE, 1: "no", 2: "yes"},
}  # fmt: skip

#: How the names of features begin that are shares of something.
_SHARES: Final = (
    "alike link words", "alike share", "best share", "capitalised", "capitals",
    "control box share", "digits", "expected share", "from best", "from first content",
    "from last content", "group share", "image box share", "in description", "in title",
    "item link words", "link words", "links below", "of longest", "outer begins", "outer dated",
    "outer ellipsis", "outer free before", "outer image", "outer link share",
    "outer plain share", "outer price", "page hidden", "page link words", "page noscript",
    "page paragraphs", "paragraphs", "place", "rank", "says slug", "section link words",
    "shouted", "text from title", "title covered", "title found", "title match", "unique",
    "unseen share", "words passed",
)  # fmt: skip
#: Weights of names, together and one by one.
_NAMES: Final = frozenset({"names", "near names", "own name", "worst name", "best name"})
_ELEMENTS: Final = frozenset({"element", "outer element", "inner element"})
#: What is far away, or judged, has a negative value where there is no such thing. Places before
#: another are negative as well.
_SIGNED: Final = frozenset(
    {"from best", "from title", "text from title", "from first content", "from last content"}
)
#: Chances of the first look up to a value, in words.
_CHANCES: Final = (
    (0.1, "no content"), (0.4, "mostly no content"), (0.6, "in doubt"), (0.9, "mostly content"),
    (1.1, "content"),
)  # fmt: skip

#: What is kept above 0 by adding so much, and logarithms of a count and so much.
_SHIFTED: Final = {"link steps 3": 4, "alike link steps": 4, "slug beside page's": 8}
_LOGARITHMS: Final = {
    "link folder 2": 0, "alike link folder": 0, "link length 3": 1, "alike link length": 1,
}  # fmt: skip


def _told(
    page: Page, block: int, name: str, says: str, value: float, is_for: bool
) -> tuple[str, str]:
    """What a feature says of a block, and its value."""
    if says.startswith("that "):
        return (says if value > 0 else denied(says)), ""
    written = _value(page, block, name, value)
    if written == _NONE:
        missing = absent(name)
        return (says, written) if missing is None else (missing, "")
    if name in _TITLES and value >= 0.5 and not is_for:
        # A person would take it for content; it is in the metadata.
        return "that it says the page's title, which is told apart from the text", written
    return says, written


def denied(says: str) -> str:
    """That something is not so: `that it is not a heading`."""
    says = re.sub(r"^that a ", "that no ", says)
    if says.startswith("that no "):
        return says
    says = re.sub(r"(?<= )is ", "is not ", says, count=1)
    says = re.sub(r"(?<= )came ", "did not come ", says, count=1)
    says = re.sub(r"(?<= )has ", "does not have ", says, count=1)
    return re.sub(r"(?<= )(begin|end|stand|mark|declare)s ", r"does not \1 ", says, count=1)


def _value(page: Page, block: int, name: str, value: float) -> str:
    if name in _ELEMENTS:
        return f"<{_element(page, block, name)}>"
    if name in _CODES:
        return _CODES[name].get(round(value), "other")
    if name in _NAMES:
        return _nearest_name(page, block)
    if name.startswith("balance"):
        return "more text" if value > 0 else "less text"
    if name == "place in best":
        return "before it" if value < 0 else "behind it" if value >= 1 else f"{value:.0%} down"
    if name in _SIGNED:
        return _distance(name, value)
    if value < 0:
        return _NONE
    if name.startswith("first look") or name == "best look":
        return next(words for least, words in _CHANCES if value <= least) + f", {value:.2f}"
    value -= _SHIFTED.get(name, 0)
    if name in _LOGARITHMS:
        value = math.exp(value) - _LOGARITHMS[name]
    if name.startswith(_SHARES):
        # What is hidden is in some parts and not in the whole.
        return f"{min(value, 1):.0%}"
    return f"{value:.0f}" if value == round(value) or abs(value) >= 10 else f"{value:.2f}"


def _distance(name: str, value: float) -> str:
    """How far it is from something, and to which side."""
    if value == 0:
        return "there"
    far = abs(value)
    length = f"{far:.0f} blocks" if name == "from title" else f"{far:.0%} of the page"
    return f"{length} {'before it' if value < 0 else 'behind it'}"


def _nearest_name(page: Page, block: int) -> str:
    """The nearest element around a block that has a name, as style sheets write it."""
    row = int(page.blocks.owner[block])
    while row >= 0:
        names = [f"#{name}" for name in (page.get(row, "id") or "").split()]
        names += [f".{name}" for name in (page.get(row, "class") or "").split()]
        if names:
            return _cut(page.name(row) + names[0])
        row = int(page.parent[row])
    return "there are none"


def _cut(name: str) -> str:
    return name if len(name) <= MAX_NAME else name[: MAX_NAME - 1] + "…"


def _element(page: Page, block: int, name: str) -> str:
    """The element that stands for a number of `place.rs`, where some share one."""
    owner = int(page.blocks.owner[block])
    if name == "element":
        return page.name(owner)
    around = page.parent[owner if name == "outer element" else page.blocks.first[block]]
    return page.name(max(int(around), 0))
