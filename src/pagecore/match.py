"""The verb `match`: compare two pages as trees."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
import numpy.typing as npt

from pagecore.errors import BadOption, show_value
from pagecore.extract import parse_html
from pagecore.page import Html, Page, PageWarning
from pagecore.page.core_table import check_word
from pagecore.page.trees import LABELS, ROWS, build_tree

#: Default limit of the cells of all matrices: half a second of work.
MAX_CELLS: Final = 1 << 24

#: Largest cost. Sums of larger ones would lose the smaller ones.
MAX_COST: Final = 1e6

Measure = Literal["rtdm", "stm"]


@dataclass(frozen=True, eq=False)
class Match:
    """Two pages, row by row: which rows correspond, and how much the pages differ."""

    #: From 0 to 1 for equal trees. For `rtdm`, 1 minus the distance over the cost of deleting the
    #: first tree and inserting the second; for `stm`, twice the mapped rows over all rows.
    similarity: float
    #: The cost of turning the first tree into the second.
    distance: float
    #: Pairs of rows, of the first and of the second page, in document order.
    mapping: npt.NDArray[np.int64]
    #: Number of compared rows of each page.
    n_rows: tuple[int, int]
    #: `limit-match` if the pages were too large to be compared completely.
    warnings: tuple[PageWarning, ...] = ()

    def __repr__(self) -> str:
        return (
            f"<Match: similarity {self.similarity:.3f}, distance {self.distance:g}, "
            f"{len(self.mapping)} pairs of {self.n_rows[0]} and {self.n_rows[1]} rows>"
        )


def match(
    a: Html | Page,
    b: Html | Page,
    *,
    measure: Measure = "rtdm",
    rows: Literal["all", "shown", "blocks", "skeleton"] = "all",
    labels: Literal["tag", "class", "text"] = "tag",
    delete: float = 1,
    insert: float = 1,
    replace: float = 1,
    epsilon: float = math.inf,
    max_cells: int = MAX_CELLS,
) -> Match:
    """Compare two pages as trees: elements and texts, in their order.

    The root of a page is mapped to the root of the other, and two rows are mapped only if their
    parents are. The mapping is the one with the least cost.

    Args:
        a: a page, parsed or not.
        b: another page.
        measure: `rtdm`, the restricted top-down edit distance, which may replace a row by one with
            another label if nothing below them is mapped; or `stm`, Simple Tree Matching, which
            maps equal labels only, so that its distance is the number of rows that are not mapped.
        rows: `all`; `shown`, without hidden rows and white space; `blocks`, which are the visible
            block-level elements; or `skeleton`, the same without repetitions: of siblings with
            equal subtrees it has only the first.
        labels: the label of a row: its name (tag), its name and its classes (class), or the name
            of an element and the words of a text (text).
        delete: cost of a row of the first page that is not mapped, 0 to 1 000 000.
        insert: cost of a row of the second page that is not mapped. It and `delete` cannot both be
            0: all pages would be equal.
        replace: cost of two mapped rows with different labels; not for `stm`.
        epsilon: do not look further where the cost is more than this. A distance above it only
            says that it is more.
        max_cells: limit of the work, in pairs of siblings that are compared. Beyond it, `distance`
            is too large, and there is a warning.

    Raises:
        BadInput: a page is a PDF, an image, an archive or another file type.
        BadOption: an option is out of range.
    """
    check_word("measure", measure, ("rtdm", "stm"))
    check_word("rows", rows, ROWS)
    check_word("labels", labels, LABELS)
    for name, cost in (("delete", delete), ("insert", insert), ("replace", replace)):
        check_cost(name, cost, MAX_COST)
    if delete + insert == 0:
        raise BadOption("delete=0 and insert=0: expected at least one cost that is more than 0")
    check_cost("epsilon", epsilon, math.inf)
    if isinstance(max_cells, bool) or not isinstance(max_cells, int) or max_cells < 0:
        raise BadOption(f"max_cells={show_value(max_cells)}: expected an integer, 0 or more")
    pages = [parse_html(page, None, None) for page in (a, b)]
    first, second = (build_tree(page, rows, labels) for page in pages)
    distance, is_complete, a_nodes, b_nodes = first.align(
        second,
        delete=delete,
        insert=insert,
        replace=delete + insert if measure == "stm" else replace,
        epsilon=epsilon,
        max_cells=max_cells,
    )
    pairs = [
        np.frombuffer(tree.row, np.uint32)[np.frombuffer(nodes, np.uint32)]
        for tree, nodes in ((first, a_nodes), (second, b_nodes))
    ]
    mapping = np.stack(pairs, axis=1).astype(np.int64)
    mapping.setflags(write=False)
    if measure == "stm":
        similarity = 2 * len(mapping) / (len(first) + len(second))
    else:
        similarity = 1 - distance / (delete * len(first) + insert * len(second))
    return Match(
        similarity=similarity,
        distance=distance,
        mapping=mapping,
        n_rows=(len(first), len(second)),
        warnings=() if is_complete else (_warn_of_limit(max_cells),),
    )


def check_cost(name: str, value: object, most: float) -> None:
    """Raise `BadOption` unless a value is a number from 0 to `most`."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= most:
        limit = "0 or more" if most == math.inf else f"0 to {most:,.0f}".replace(",", " ")
        raise BadOption(f"{name}={show_value(value)}: expected a number, {limit}")


def _warn_of_limit(max_cells: int) -> PageWarning:
    message = (
        f"the pages were not compared completely, because that takes more than {max_cells} pairs "
        "of siblings; the distance is too large"
    )
    return PageWarning("limit-match", message, -1, -1, 1)
