"""A choice: which rows of a page are content, with scores, evidence, and a log of later changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from pagecore.page import Page
from pagecore.page.columns import Array, Mask, frozen, numeric

#: A choice whose expected F1 is below this is more likely wrong than right.
LOW_CONFIDENCE: Final = 0.5
#: A choice of fewer words is next to nothing: of 1771 labelled pages three have less, and the text
#: of an error page is hardly longer.
FEW_WORDS: Final = 25

#: The number that stands for all blocks in the log.
PAGE: Final = -1
#: The step that takes copies out, and why it puts a block in.
COPIES: Final = "copies"
ONLY_COPY: Final = "a copy of it was chosen"


class Change(NamedTuple):
    """A block that a step put in or took out, and why."""

    #: `PAGE` for the page as a whole: a wall, or a page that was read from data.
    block: int
    #: Whether the block, or anything of the page, is content after the change.
    kept: bool
    #: The name of the step, or of the method where it changed its own first choice.
    step: str
    why: str


class Wall(NamedTuple):
    """Why a page seems to have no content of its own."""

    cause: str
    #: Whether the page stands in for another one: the data in it is not its content either.
    is_stand_in: bool = False


@dataclass(frozen=True, eq=False)
class Choice:
    """Rows chosen by a method, and what steps made of them.

    Attributes:
        content: a mask; an element is content when something below it is.
        score: how likely each row is content, 0 to 1.
        evidence: the method's own quantities as columns, under the paper's names.
        types: the probability of each page type, where the method estimates it.
        confidence: the F1 that the method expects of its choice, where it estimates it.
        changes: the log: what was put in or taken out after the first choice, in this order.
        done: names of steps that the method has taken itself, and which are not taken again.
        wall: why the page seems to have no content of its own, where a step found so.
    """

    content: Mask
    score: npt.NDArray[np.float32]
    evidence: Mapping[str, Array] = field(default_factory=dict)
    types: Mapping[str, float] = field(default_factory=dict)
    confidence: float | None = None
    changes: tuple[Change, ...] = ()
    done: tuple[str, ...] = ()
    wall: Wall | None = None

    @classmethod
    def of(
        cls,
        page: Page,
        leaves: npt.ArrayLike,
        *,
        score: npt.ArrayLike | None = None,
        evidence: Mapping[str, npt.ArrayLike] | None = None,
    ) -> Choice:
        """A choice of leaves (texts, images and other void content), closed upward.

        Args:
            page: the page chosen from.
            leaves: a mask; elements in it that hold other rows count only through those.
            score: 0 to 1 per row; without it what is chosen has 1.
            evidence: columns with one value per row.
        """
        n = len(page)
        chosen = numeric("leaves", leaves, n).astype(np.bool_)
        chosen &= page.leaves
        content = page.below(chosen, how="any")
        # Of 0 and NaN fmax takes 0.
        scored = content if score is None else np.fmin(np.fmax(numeric("score", score, n), 0), 1)
        columns = {
            name: frozen(numeric(name, values, n)) for name, values in (evidence or {}).items()
        }
        return cls(frozen(content), frozen(scored.astype(np.float32)), columns)

    def change(self, page: Page, leaves: Mask, step: str, why: str | Mapping[int, str]) -> Choice:
        """The choice with other leaves, and a log entry for every block that this changes.

        Args:
            page: the page chosen from.
            leaves: the rows that are content now; elements that hold other rows follow from them.
            step: the name of the step that changes the choice.
            why: the reason, for all blocks or by block.
        """
        content = frozen(page.below(leaves & page.leaves, how="any"))
        changed = np.flatnonzero(page.blocks_with(content != self.content)).tolist()
        kept = page.blocks_with(content)
        log = [
            Change(block, bool(kept[block]), step, why if isinstance(why, str) else why[block])
            for block in changed
        ]
        return replace(self, content=content, changes=(*self.changes, *log))

    def drop(self, page: Page, rows: Mask, step: str, why: str | Mapping[int, str]) -> Choice:
        """The choice without some rows; the arguments are those of `change`."""
        return self.change(page, self.content & ~rows, step, why)

    def note(self, step: str, why: str) -> Choice:
        """The choice with a log entry for the page as a whole."""
        entry = Change(PAGE, bool(self.content.any()), step, why)
        return replace(self, changes=(*self.changes, entry))

    def undo(self, page: Page, step: str) -> Choice:
        """The choice without the changes that a step made to whole blocks, by the log."""
        was_kept = page.blocks_with(self.content)
        for change in self.changes:
            if change.step == step and change.block != PAGE:
                was_kept[change.block] = not change.kept
        moved = was_kept != page.blocks_with(self.content)
        leaves = np.where(page.spread(moved, fill=False), page.spread(was_kept), self.content)
        content = page.below(leaves & page.leaves, how="any")
        changes = tuple(change for change in self.changes if change.step != step)
        done = tuple(name for name in self.done if name != step)
        return replace(self, content=frozen(content), changes=changes, done=done)

    @property
    def last_changes(self) -> dict[int, Change]:
        """The last log entry of every block that was changed."""
        return {change.block: change for change in self.changes if change.block != PAGE}


def log_copies(copies: Mapping[int, int], restored: Iterable[int]) -> tuple[Change, ...]:
    """Log entries for copies that were taken out.

    Args:
        copies: for each copy the block that it repeats.
        restored: blocks that were put in since only their copies had been chosen.
    """
    out = (Change(copy, False, COPIES, f"duplicate of block {of}") for copy, of in copies.items())
    return (*out, *(Change(block, True, COPIES, ONLY_COPY) for block in restored))


class _Pair(NamedTuple):
    page: Page
    choice: Choice


class Part(_Pair):
    """A page and what was chosen of it."""

    @property
    def rows(self) -> Array:
        """The numbers of the rows that are content."""
        return np.flatnonzero(self.choice.content)

    @cached_property
    def n_words(self) -> int:
        """How many words of the page are content."""
        return self.page.count_words(self.choice.content)


def check_choice(page: Page, result: object) -> Iterator[tuple[str, str]]:
    """Yield each rule that the result of a page method breaks, with what is wrong."""
    if not isinstance(result, Choice):
        yield "result", f"expected a Choice, not {type(result).__name__}"
        return
    n = len(page)
    columns = {"content": result.content, "score": result.score, **result.evidence}
    for name, column in columns.items():
        rule = "evidence" if name in result.evidence else "result"
        if column.shape != (n,):
            yield rule, f"{name} has the shape {column.shape}, and the page has {n} rows"
            return
        if column.dtype.kind not in "biuf" or not np.isfinite(column).all():
            yield rule, f"{name} has values that are not finite numbers"
        if column.flags.writeable:
            yield rule, f"{name} can be written to"
    if result.content.dtype != np.bool_ or result.score.dtype != np.float32:
        yield "result", f"content is {result.content.dtype}, score is {result.score.dtype}"
    if not ((result.score >= 0) & (result.score <= 1)).all():
        yield "result", "a score is below 0 or above 1"
    # An element is content when something below it is, and only then.
    is_leaf = page.end == np.arange(1, n + 1)
    if not np.array_equal(result.content, page.below(result.content & is_leaf, how="any")):
        yield "result", "content is not closed upward"
    if not result.evidence:
        yield "evidence", "there is none"
