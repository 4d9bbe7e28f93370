"""What a method says: which rows are content, how sure, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from pagecore.page import Page
from pagecore.page.columns import Array, Mask, frozen, numeric

#: Why a block was put in that the method had not chosen.
ONLY_COPY: Final = "a copy of it was chosen"


@dataclass(frozen=True, eq=False)
class Choice:
    """Rows chosen by a method.

    Attributes:
        content: a mask; an element is content when something below it is.
        score: how much speaks for each row, 0 to 1.
        evidence: the method's own quantities as columns, under the paper's names.
        types: how likely the page is of each type, where the method says so.
        confidence: the F1 that the method expects of its choice, where it says so.
        copies: blocks left out since they stand elsewhere too, and of which each is a copy.
        is_once: whether copies have been looked for.
        overruled: blocks that a step behind the method put in or took out, and why.
    """

    content: Mask
    score: npt.NDArray[np.float32]
    evidence: Mapping[str, Array] = field(default_factory=dict)
    types: Mapping[str, float] = field(default_factory=dict)
    confidence: float | None = None
    copies: Mapping[int, int] = field(default_factory=dict)
    is_once: bool = False
    overruled: Mapping[int, str] = field(default_factory=dict)

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
        chosen &= page.end == np.arange(1, n + 1, dtype=np.int32)
        content = page.below(chosen, how="any")
        # Of 0 and NaN fmax takes 0.
        scored = content if score is None else np.fmin(np.fmax(numeric("score", score, n), 0), 1)
        columns = {
            name: frozen(numeric(name, values, n)) for name, values in (evidence or {}).items()
        }
        return cls(frozen(content), frozen(scored.astype(np.float32)), columns)

    def once(self, page: Page) -> Choice:
        """The choice less what stands elsewhere in it too: for phones and for desktops, to be
        printed, in a carousel."""
        if self.is_once:
            return self
        leaves = self.content & (page.end == np.arange(1, len(page) + 1, dtype=np.int32))
        copies, rows = page._table.once(leaves.view(np.uint8))
        chosen = set(page.block[leaves].tolist())
        restored = [of for _, of in copies if of not in chosen]
        return replace(
            self,
            content=frozen(np.frombuffer(rows, np.bool_)),
            copies=dict(copies),
            is_once=True,
            overruled={**self.overruled, **dict.fromkeys(restored, ONLY_COPY)},
        )

    def without(self, page: Page, rows: Mask, why: str) -> Choice:
        """The choice less some rows, and why these were left out."""
        leaves = self.content & (page.end == np.arange(1, len(page) + 1, dtype=np.int32))
        left_out = np.unique(page.block[leaves & rows & (page.block >= 0)])
        content = frozen(page.below(leaves & ~rows, how="any"))
        overruled = {**self.overruled, **dict.fromkeys(left_out.tolist(), why)}
        return replace(self, content=content, overruled=overruled)


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
