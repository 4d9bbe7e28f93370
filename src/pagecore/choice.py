"""A choice: which rows of a page are content, with scores, evidence, and a log of changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from pagecore.page import Page, PageWarning, expect_page
from pagecore.page.columns import Array, Mask, check_evidence, check_numbers, freeze

#: A choice with a lower confidence (expected F1) is more likely wrong than right.
LOW_CONFIDENCE: Final = 0.5

#: The block number of log entries about the whole page.
WHOLE_PAGE: Final = -1
#: The name of the step that removes copies, and its reason for adding a block.
COPIES: Final = "copies"
ONLY_COPY: Final = "a copy of it was chosen"
#: The reason for a change of a block that follows from a change of what is in it.
_FOR_CONTENTS: Final = "what is in it was added or removed"


class Change(NamedTuple):
    """A log entry: a block that a step added or removed, and why."""

    #: `WHOLE_PAGE` for an entry about the page: a wall, or a page that was read from data.
    block: int
    #: Whether the block, or anything of the page, is content after the change.
    kept: bool
    #: The name of the step, or of the method if it corrected its own choice.
    step: str
    reason: str


class Wall(NamedTuple):
    """Why a page seems to have no content of its own."""

    cause: str
    #: Whether the page replaces another one, so that data in it is not content either.
    is_stand_in: bool = False


@dataclass(frozen=True, eq=False)
class Choice:
    """Rows chosen by a method, and the changes that steps made.

    Attributes:
        content: a mask; an element is content if anything below it is.
        score: how likely each row is content, 0 to 1.
        evidence: the method's own quantities as columns, under the names in the paper.
        types: the probability of each page type, if the method estimates it.
        confidence: the F1 that the method expects of its choice, if it estimates it.
        changes: the log of blocks added or removed after the first choice, in order.
        done: names of steps that the method did itself; they are not run again.
        wall: why the page seems to have no content of its own, if a step detected that.
        warnings: what was left out because a limit was reached, or was guessed.
        excluded: rows that no step may add, such as text that is not drawn; `None` for none.
    """

    content: Mask
    score: npt.NDArray[np.float32]
    evidence: Mapping[str, Array] = field(default_factory=dict)
    types: Mapping[str, float] = field(default_factory=dict)
    confidence: float | None = None
    changes: tuple[Change, ...] = ()
    done: tuple[str, ...] = ()
    wall: Wall | None = None
    warnings: tuple[PageWarning, ...] = ()
    excluded: Mask | None = None

    @classmethod
    def of(
        cls,
        page: Page,
        leaves: npt.ArrayLike,
        *,
        score: npt.ArrayLike | None = None,
        evidence: Mapping[str, npt.ArrayLike] | None = None,
    ) -> Choice:
        """Make a choice from leaves: texts, images and other void elements. An element is content
        if a leaf below it is chosen.

        Args:
            page: the page.
            leaves: a mask of the chosen leaves; elements with rows below them are ignored.
            score: 0 to 1 for each row; by default 1 for chosen rows and 0 for others.
            evidence: columns with one value per row.
        """
        n = len(expect_page("Choice.of", page))
        chosen = check_numbers("leaves", leaves, n).astype(np.bool_)
        chosen &= page.leaves
        content = page.below(chosen, how="any")
        scores = content if score is None else check_numbers("score", score, n)
        # fmax replaces NaN by 0.
        clipped = np.fmin(np.fmax(scores, 0), 1).astype(np.float32)
        columns = check_evidence({} if evidence is None else evidence, n)
        return cls(freeze(content), freeze(clipped), columns)

    def change(
        self, page: Page, leaves: Mask, step: str, reason: str | Mapping[int, str]
    ) -> Choice:
        """Return a choice of other leaves, with a log entry for every block that changes.

        Args:
            page: the page.
            leaves: a mask of the leaves that are content now.
            step: the name of the step that changes the choice.
            reason: for all blocks or by block. A block that changes only because of what is in it,
                such as the text of an `iframe`, needs none.
        """
        content = self._close_upward(page, leaves)
        changed = np.flatnonzero(page.blocks_with(content != self.content)).tolist()
        kept = page.blocks_with(content)
        reasons = dict.fromkeys(changed, reason) if isinstance(reason, str) else reason
        log = [
            Change(block, bool(kept[block]), step, reasons.get(block, _FOR_CONTENTS))
            for block in changed
        ]
        return replace(self, content=content, changes=(*self.changes, *log))

    def drop(self, page: Page, rows: Mask, step: str, reason: str | Mapping[int, str]) -> Choice:
        """Return the choice without some rows; the other arguments are those of `change`."""
        return self.change(page, self.content & ~rows, step, reason)

    def note(self, step: str, reason: str) -> Choice:
        """Return the choice with a log entry about the whole page."""
        entry = Change(WHOLE_PAGE, bool(self.content.any()), step, reason)
        return replace(self, changes=(*self.changes, entry))

    def undo(self, page: Page, step: str) -> Choice:
        """Return the choice without the changes that a step made to blocks, according to the
        log."""
        was_kept = page.blocks_with(self.content)
        for change in self.changes:
            if change.step == step and change.block != WHOLE_PAGE:
                was_kept[change.block] = not change.kept
        moved = was_kept != page.blocks_with(self.content)
        leaves = np.where(page.spread(moved), page.spread(was_kept), self.content)
        changes = tuple(change for change in self.changes if change.step != step)
        done = tuple(name for name in self.done if name != step)
        warnings = self.warnings
        if step == COPIES:
            warnings = tuple(warning for warning in warnings if warning.code != "copies-differ")
        content = self._close_upward(page, leaves)
        return replace(self, content=content, changes=changes, done=done, warnings=warnings)

    def _close_upward(self, page: Page, rows: Mask) -> Mask:
        """Return the content whose leaves are among some rows, without the excluded ones."""
        leaves = rows & page.leaves
        if self.excluded is not None:
            leaves &= ~self.excluded
        return freeze(page.below(leaves, how="any"))

    def __reduce__(self) -> tuple[Callable[..., Choice], tuple[Any, ...]]:
        values = {column.name: getattr(self, column.name) for column in fields(self)}
        # Read-only mappings cannot be pickled.
        mappings = {name: dict(values[name]) for name in ("evidence", "types")}
        return _restore_choice, ({**values, **mappings},)

    @property
    def last_changes(self) -> dict[int, Change]:
        """The last log entry of every changed block, by block."""
        return {change.block: change for change in self.changes if change.block != WHOLE_PAGE}


def _restore_choice(values: dict[str, Any]) -> Choice:
    columns = {name: freeze(column) for name, column in values["evidence"].items()}
    restored = {"content": freeze(values["content"]), "score": freeze(values["score"])}
    if values["excluded"] is not None:
        restored["excluded"] = freeze(values["excluded"])
    return Choice(**{**values, **restored, "evidence": MappingProxyType(columns)})


def log_copies(
    copies: Mapping[int, int], restored: Iterable[int], inside: Mapping[int, int] | None = None
) -> tuple[Change, ...]:
    """Return log entries for the removal of copies.

    Args:
        copies: the block that each copy repeats, by the number of the copy.
        restored: blocks that were added because only a copy of them had been chosen.
        inside: blocks between copies that were removed with them, each with a block that the copy
            beside it repeats.
    """
    reasons = {copy: f"duplicate of block {original}" for copy, original in copies.items()}
    for block, original in (inside or {}).items():
        reasons[block] = f"inside a duplicate of the text around block {original}"
    removed = (Change(block, False, COPIES, why) for block, why in reasons.items())
    return (*removed, *(Change(block, True, COPIES, ONLY_COPY) for block in restored))


def warn_of_differences(inside: Mapping[int, int]) -> tuple[PageWarning, ...]:
    """Return a warning if versions of a text differed, so that one of them was chosen."""
    if not inside:
        return ()
    n_blocks = len(inside)
    blocks = "1 block was" if n_blocks == 1 else f"{n_blocks} blocks were"
    message = f"two versions of a text differ; {blocks} left out with the other version"
    return (PageWarning("copies-differ", message, -1, -1, n_blocks),)


class _PageAndChoice(NamedTuple):
    page: Page
    choice: Choice


class Part(_PageAndChoice):
    """A part of a document: a page and the choice of its rows."""

    @property
    def rows(self) -> Array:
        """The numbers of the content rows."""
        return np.flatnonzero(self.choice.content)

    @cached_property
    def n_words(self) -> int:
        """The number of words in the content."""
        return self.page.count_words(self.choice.content)


def check_choice(page: Page, result: object) -> Iterator[tuple[str, str]]:
    """Check the result of a page method; yield each broken rule with a description."""
    if not isinstance(result, Choice):
        yield "result", f"expected a Choice, not {type(result).__name__}"
        return
    n = len(page)
    columns = {"content": result.content, "score": result.score, **result.evidence}
    for name, column in columns.items():
        rule = "evidence" if name in result.evidence else "result"
        if column.shape != (n,):
            yield rule, f"{name} has the shape {column.shape}, but the page has {n} rows"
            return
        if column.dtype.kind not in "biuf" or not np.isfinite(column).all():
            yield rule, f"{name} has values that are not finite numbers"
        if column.flags.writeable:
            yield rule, f"{name} is writable"
    if result.content.dtype != np.bool_ or result.score.dtype != np.float32:
        dtypes = f"{result.content.dtype} and {result.score.dtype}"
        yield "result", f"content and score are {dtypes}: expected bool and float32"
    if not ((result.score >= 0) & (result.score <= 1)).all():
        yield "result", "a score is below 0 or above 1"
    # An element is content if and only if something below it is.
    leaves = result.content & page.leaves
    if not np.array_equal(result.content, page.below(leaves, how="any")):
        yield "result", "content is not closed upward"
    if not result.evidence:
        yield "evidence", "the result has no evidence"
