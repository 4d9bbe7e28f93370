"""Designs of a default extractor that sees the page: measured on the same folds."""

from __future__ import annotations

from typing import Final

#: The entries of the figures: the designs, and the extractor as it is.
DESIGNS_ENTRY: Final = "layout designs"
EXTRACTOR_ENTRY: Final = "layout extractor"
