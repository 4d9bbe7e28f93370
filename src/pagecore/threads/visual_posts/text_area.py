"""The area that boxes cover together, without counting overlaps twice."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

_Floats = npt.NDArray[np.float64]


def measure_cover(boxes: _Floats) -> float:
    """Return the area that boxes (x, y, width and height) cover together, in n log n time."""
    boxes = boxes[(boxes[:, 2] > 0) & (boxes[:, 3] > 0)]
    if not len(boxes):
        return 0.0
    boxes = boxes[np.argsort(boxes[:, 1], kind="stable")]
    top, bottom = boxes[:, 1], boxes[:, 1] + boxes[:, 3]
    # Boxes side by side form a band; a line of text alone is a band of one box.
    reach = np.maximum.accumulate(bottom)
    first = np.flatnonzero(np.append(True, top[1:] >= reach[:-1]))
    sizes = np.diff(np.append(first, len(boxes)))
    alone = boxes[first[sizes == 1]]
    cover = float((alone[:, 2] * alone[:, 3]).sum())
    for start, size in zip(first[sizes > 1].tolist(), sizes[sizes > 1].tolist(), strict=True):
        cover += _sweep_band(boxes[start : start + size])
    return cover


def _sweep_band(boxes: _Floats) -> float:
    """The area that boxes cover together: a line sweeps them from top to bottom."""
    edges = np.unique(np.concatenate([boxes[:, 0], boxes[:, 0] + boxes[:, 2]]))
    first = np.searchsorted(edges, boxes[:, 0]).tolist()
    stop = np.searchsorted(edges, boxes[:, 0] + boxes[:, 2]).tolist()
    n = len(boxes)
    heights = np.concatenate([boxes[:, 1], boxes[:, 1] + boxes[:, 3]])
    order = np.argsort(heights, kind="stable").tolist()
    line = _SweepLine(edges.tolist())
    cover, height = 0.0, float(heights[order[0]])
    for event in order:
        cover += line.length * (float(heights[event]) - height)
        height = float(heights[event])
        box = event % n
        line.add(first[box], stop[box], 1 if event < n else -1)
    return cover


class _SweepLine:
    """A line with intervals on it, and the length that they cover: a segment tree over the edges
    of the intervals."""

    def __init__(self, edges: Sequence[float]) -> None:
        self.size = 1
        while self.size < len(edges) - 1:
            self.size *= 2
        self.edges = [*edges, *[edges[-1]] * (self.size + 1 - len(edges))]
        self.counts = [0] * (2 * self.size)
        self.lengths = [0.0] * (2 * self.size)
        self.widths = [0.0] * (2 * self.size)
        for at in range(self.size):
            self.widths[self.size + at] = self.edges[at + 1] - self.edges[at]
        for node in range(self.size - 1, 0, -1):
            self.widths[node] = self.widths[2 * node] + self.widths[2 * node + 1]

    @property
    def length(self) -> float:
        """The length that the intervals cover."""
        return self.lengths[1]

    def add(self, first: int, stop: int, count: int) -> None:
        """Add an interval between two edges, or remove it with a count of -1."""
        left, right = first + self.size, stop + self.size
        ends = (left, right - 1)
        while left < right:
            if left & 1:
                self._change(left, count)
                left += 1
            if right & 1:
                right -= 1
                self._change(right, count)
            left //= 2
            right //= 2
        for end in ends:
            node = end // 2
            while node:
                self._update(node)
                node //= 2

    def _change(self, node: int, count: int) -> None:
        self.counts[node] += count
        self._update(node)

    def _update(self, node: int) -> None:
        if self.counts[node]:
            self.lengths[node] = self.widths[node]
        elif node < self.size:
            self.lengths[node] = self.lengths[2 * node] + self.lengths[2 * node + 1]
        else:
            self.lengths[node] = 0.0
