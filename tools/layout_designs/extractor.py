"""The default extractor as it is, on rendered pages with and without their layouts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from pagecore import extract, parse
from pagecore.corpora.corpus import Corpus
from pagecore.metrics.bootstrap import compare_pairs
from pagecore.metrics.words import score_words
from pagecore.models.model import Model
from pagecore.page.layout import LOW_QUALITY
from pagecore.page.page_file import load_page
from tools.record import describe_lead, round_value


def measure_extractor(corpus: Corpus, model: Model) -> Iterator[dict[str, Any]]:
    """Measure word F1 on the rendered pages of a corpus, apart by the quality of their layouts."""
    unspaced = corpus.metric == "words-unspaced"
    scores: dict[bool, list[tuple[float, float]]] = {True: [], False: []}
    for item in corpus.items:
        if not item.in_means or item.rendered is None or item.gold.text is None:
            continue
        page = load_page(item.rendered)
        assert page.layout is not None
        texts = [extract(of, model=model).text for of in (page, parse(page.source, url=page.url))]
        seen, unseen = (score_words(item.gold.text, text, unspaced).f1 for text in texts)
        scores[page.layout.quality >= LOW_QUALITY].append((seen, unseen))
    for is_good, pairs in scores.items():
        if pairs:
            yield describe_pairs(corpus.name, np.array(pairs), is_good=is_good)


def describe_pairs(corpus: str, pairs: npt.NDArray[np.float64], *, is_good: bool) -> dict[str, Any]:
    """The figures of pages, from F1 with and without layout."""
    seen, unseen = pairs.T
    return {
        "corpus": corpus,
        "good": is_good,
        "pages": len(pairs),
        "with": round_value(float(seen.mean())),
        "without": round_value(float(unseen.mean())),
        "lead": describe_lead(compare_pairs(seen, unseen)),
        "changed": int((np.abs(seen - unseen) > 1e-9).sum()),
    }
