"""Numbers of things in words."""

from __future__ import annotations

import numpy as np
import pytest

from pagecore import Post, Records, Segmentation, Thread, parse, segment
from pagecore.explain import explain_segmentation
from pagecore.page.counts import format_count


@pytest.mark.parametrize(("n", "text"), [(0, "0 words"), (1, "1 word"), (2, "2 words")])
def test_only_one_is_singular(n: int, text: str) -> None:
    assert format_count(n, "word") == text


def test_results_with_a_single_thing() -> None:
    page = parse("<p>a")
    ids = np.where(page.tag == 0, 0, -1)
    assert repr(Segmentation(ids, np.array([-1]))) == "<Segmentation: 1 segment of 5 rows>"
    thread = Thread(ids, (Post(),), ids > 0, 0.5)
    assert repr(thread) == "<Thread: 1 post, confidence 0.50>"
    assert repr(Records(("a",), ({},))) == "<Records: 1 item, columns a>"
    assert explain_segmentation(page, segment(page), "dom").summary == "dom: 1 segment, 1 word"
