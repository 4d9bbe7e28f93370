"""The layout of a rendered page: boxes, fonts and colours, one row for every row of the page."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from pagecore.errors import BadInput, show_value
from pagecore.page.columns import Array, check_list, convert_array, freeze, is_fraction
from pagecore.page.warning import PageWarning

if TYPE_CHECKING:
    from pagecore.page.page import Page

#: Computed values of `display`, by their numbers in the column; the last is for all others.
DISPLAYS: Final = (
    "none", "inline", "block", "inline-block", "list-item", "flow-root", "contents",
    "flex", "inline-flex", "grid", "inline-grid", "table", "inline-table", "table-caption",
    "table-column-group", "table-column", "table-header-group", "table-row-group",
    "table-footer-group", "table-row", "table-cell", "other",
)  # fmt: skip
#: Computed values of `position`, by their numbers in the column.
POSITIONS: Final = ("static", "relative", "absolute", "fixed", "sticky")
#: The flags of `seen`.
VISIBLE, IN_VIEWPORT, CLICKABLE, COVERED = 1, 2, 4, 8

#: Below this quality, geometry says little about a page; visual methods warn and doubt.
LOW_QUALITY: Final = 0.5

#: The columns of one value per row, with their types.
_DTYPES: Final[Mapping[str, type[np.generic]]] = {
    "font_size": np.float32,
    "font_weight": np.uint16,
    "font": np.uint16,
    "colour": np.uint32,
    "background": np.uint32,
    "display": np.uint8,
    "position": np.uint8,
    "seen": np.uint8,
}


@dataclass(frozen=True, eq=False)
class Layout:
    """How a browser rendered a page; `docs/data-model.md` describes the columns.

    A layout belongs to one source, the document as rendered and serialised. `Layout.of` builds
    one for a page, and `page.with_layout` returns the page with it.
    """

    #: x, y, width and height in CSS pixels; NaN where nothing is drawn.
    box: npt.NDArray[np.float32]
    font_size: npt.NDArray[np.float32]
    font_weight: npt.NDArray[np.uint16]
    font: npt.NDArray[np.uint16]
    colour: npt.NDArray[np.uint32]
    background: npt.NDArray[np.uint32]
    display: npt.NDArray[np.uint8]
    position: npt.NDArray[np.uint8]
    seen: npt.NDArray[np.uint8]
    #: The names of fonts, by their numbers in `font`.
    fonts: tuple[str, ...]
    #: How reliable the geometry is, 0 to 1.
    quality: float
    #: The SHA-256 of the source of the page it belongs to.
    source_digest: str
    #: Whether the scripts of the page ran before.
    has_run_scripts: bool = False

    def __post_init__(self) -> None:
        """Check the invariants, and make the columns read-only."""
        object.__setattr__(self, "box", _convert_boxes(self.box))
        n = len(self.box)
        for name, dtype in _DTYPES.items():
            object.__setattr__(self, name, _convert_column(name, getattr(self, name), dtype, n))
        fonts = check_list("layout: fonts", self.fonts, "a list of names")
        if not all(isinstance(name, str) for name in fonts):
            raise BadInput(f"layout: fonts={show_value(self.fonts, 200)}: expected a list of names")
        object.__setattr__(self, "fonts", fonts)
        _check_numbers("font", self.font, len(self.fonts))
        _check_numbers("display", self.display, len(DISPLAYS))
        _check_numbers("position", self.position, len(POSITIONS))
        _check_numbers("seen", self.seen, 2 * COVERED)
        if not (np.isfinite(self.font_size) & (self.font_size >= 0)).all():
            raise BadInput("layout: font_size has a value that is not finite or below 0")
        if (self.seen[np.isnan(self.box[:, 0])] & VISIBLE).any():
            raise BadInput("layout: seen has a visible row without a box")
        if not is_fraction(self.quality):
            raise BadInput(
                f"layout: quality={show_value(self.quality, 200)}: expected a number, 0 to 1"
            )
        if not isinstance(self.has_run_scripts, bool):
            raise BadInput(
                f"layout: has_run_scripts={show_value(self.has_run_scripts, 200)}: expected True "
                "or False"
            )

    @classmethod
    def of(
        cls,
        page: Page,
        *,
        box: npt.ArrayLike,
        font_size: npt.ArrayLike,
        font_weight: npt.ArrayLike,
        font: npt.ArrayLike,
        colour: npt.ArrayLike,
        background: npt.ArrayLike,
        display: npt.ArrayLike,
        position: npt.ArrayLike,
        seen: npt.ArrayLike,
        fonts: Sequence[str],
        quality: float = 1.0,
        has_run_scripts: bool = False,
    ) -> Layout:
        """Build the layout of a page from columns with one value for each of its rows.

        Raises:
            BadInput: a column has the wrong shape or type, or a value out of range.
        """
        # Imported here, because a page may have a layout.
        from pagecore.page.parse import expect_page

        columns: dict[str, Any] = {
            "box": box,
            "font_size": font_size,
            "font_weight": font_weight,
            "font": font,
            "colour": colour,
            "background": background,
            "display": display,
            "position": position,
            "seen": seen,
            "fonts": fonts,
        }
        digest = digest_source(expect_page("Layout.of", page))
        layout = cls(
            **columns, quality=quality, source_digest=digest, has_run_scripts=has_run_scripts
        )
        layout.check_fits(page)
        return layout

    def __len__(self) -> int:
        return len(self.box)

    def check_fits(self, page: Page) -> None:
        """Raise `BadInput` if this is the layout of another source."""
        if len(self) != len(page):
            raise BadInput(f"the layout has {len(self)} rows and the page has {len(page)}")
        if self.source_digest != digest_source(page):
            raise BadInput(
                "the layout belongs to another source: parse the document as the browser "
                "serialised it"
            )

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of all columns."""
        digest = hashlib.sha256(self.source_digest.encode())
        for name in ("box", *_DTYPES):
            digest.update(getattr(self, name).tobytes())
        digest.update(repr((self.fonts, float(self.quality), self.has_run_scripts)).encode())
        return digest.hexdigest()

    def __eq__(self, other: object) -> bool:
        return self.digest == other.digest if isinstance(other, Layout) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.digest)

    def __reduce__(self) -> tuple[Callable[..., Layout], tuple[Any, ...]]:
        columns = (self.box, *(getattr(self, name) for name in _DTYPES))
        more = (self.fonts, self.quality, self.source_digest, self.has_run_scripts)
        return Layout, (*columns, *more)

    def __repr__(self) -> str:
        n_drawn = int((~np.isnan(self.box[:, 0])).sum())
        return f"<Layout: {n_drawn} of {len(self)} rows drawn, quality {self.quality:.2f}>"


def digest_source(page: Page) -> str:
    """Return the SHA-256 of a page's source."""
    return hashlib.sha256(page.source).hexdigest()


def warn_of_quality(layout: Layout) -> tuple[PageWarning, ...]:
    """Return a warning if the geometry of a layout is not reliable."""
    if layout.quality >= LOW_QUALITY:
        return ()
    message = (
        f"the geometry of this page is not reliable (quality {layout.quality:.2f}): style sheets "
        "are missing, or the page has no design"
    )
    return (PageWarning("layout-quality", message, -1, -1, 1),)


def _convert_column(name: str, column: npt.ArrayLike, dtype: type[np.generic], n: int) -> Array:
    values = convert_array(f"layout: {name}", column)
    if values.shape != (n,) or values.dtype.kind not in "biuf":
        raise BadInput(
            f"layout: {name} has the shape {values.shape} and the type {values.dtype}: expected "
            f"{n} numbers"
        )
    with np.errstate(invalid="ignore", over="ignore"):
        converted = values.astype(dtype)
        is_same = (converted == values) | np.isnan(values)
    if dtype is not np.float32 and not is_same.all():
        raise BadInput(f"layout: {name} has the value {values[~is_same][0]}: expected {dtype}")
    return freeze(converted)


def _convert_boxes(values: npt.ArrayLike) -> Array:
    box = convert_array("layout: box", values)
    if box.ndim != 2 or box.shape[1] != 4 or box.dtype.kind not in "iuf":
        raise BadInput(f"layout: box has the shape {box.shape}: expected 4 numbers per row")
    boxes = box.astype(np.float32)
    is_nan = np.isnan(boxes)
    drawn = boxes[~is_nan.any(axis=1)]
    if (is_nan.any(axis=1) != is_nan.all(axis=1)).any():
        raise BadInput("layout: box has a row that is partly NaN: expected all four values or none")
    if not np.isfinite(drawn).all() or (drawn[:, 2:] < 0).any():
        raise BadInput("layout: box has an infinite value, or a width or height below 0")
    return freeze(boxes)


def _check_numbers(name: str, column: Array, n: int) -> None:
    """Raise `BadInput` if a column has a number of `n` or more."""
    if column.size and column.max() >= n:
        raise BadInput(f"layout: {name} has the value {column.max()}: expected less than {n}")
