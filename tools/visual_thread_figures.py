"""Measure `vbpa-threads` on rendered threads: its readings, why posts are missed, and its phases.

    python -m tools.record_layouts forums
    python -m tools.visual_thread_figures

finds the posts of `forums`, which has hardly any style sheets, and of the styled threads that were
written for this project, and records the entry `visual threads`: precision, recall and F1 of posts
with each reading; the causes of missed posts with the default values; and the milliseconds that
each phase takes on the median page of `forums`. The values for each forum are chosen on the others
by `python -m tools.sweep vbpa-threads`.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import click
import numpy as np

from pagecore import corpora
from pagecore.corpora.corpus import Corpus, Item
from pagecore.measure.run_families import find_posts_with_each
from pagecore.methods.theme_blocks import ThemeRules, find_theme, measure_blocks
from pagecore.metrics.posts import PostCounts, count_posts, match_posts
from pagecore.metrics.words import count_words
from pagecore.page import Page
from pagecore.page.groups import group_texts
from pagecore.registry import find_method
from pagecore.segmentation import Segmentation
from pagecore.thread import Thread
from pagecore.threads.visual_posts.clustering import Clusterer, cluster_rounds
from pagecore.threads.visual_posts.element_blocks import build_element_tree
from pagecore.threads.visual_posts.post_blocks import find_below
from pagecore.train.figures import round_figure
from tools.options import Tool, data_option, figures_option
from tools.record import describe_machine, describe_run, record, write_command
from tools.visual_figures import load_rendered

ENTRY: Final = "visual threads"
METHOD: Final = "vbpa-threads"
#: The threads that were written for this project.
STYLED: Final = Path("tests/pages/styled/forums")
#: The paper's, with the values that it leaves to experiments.
PRINTED: Final[Mapping[str, Any]] = {
    "blocks": "vips", "search": "theme", "rounds": 3, "share": 0.75, "cover": 0.0, "m_sim": 0.36,
}  # fmt: skip
#: The values of options that the first rows do not have yet.
OPEN: Final[Mapping[str, Any]] = {"share": 0.75, "cover": 0.0, "nested": False}
#: The readings that are measured, each with what it adds to the one before it, and others.
READINGS: Final[Sequence[tuple[str, Mapping[str, Any]]]] = (
    ("as printed", PRINTED),
    ("as printed, normalised", {**PRINTED, "normalise": True}),
    ("`elements`", {**OPEN, "kinds": False, "search": "theme", "rounds": 3, "m_sim": 0.36}),
    ("and `kinds`", {**OPEN, "search": "theme", "rounds": 3}),
    ("and `below`", {**OPEN, "rounds": 3}),
    ("and 4 rounds", OPEN),
    ("and `share` 0.9", {"cover": 0.0, "nested": False}),
    ("and `cover`", {"nested": False}),
    ("and `nested`: default", {}),
    ("default, `search=page`", {"search": "page"}),
    ("default, `normalise`", {"normalise": True}),
    ("default, `m_sim` 0.36", {"m_sim": 0.36}),
)
DEFAULT: Final = "and `nested`: default"
#: A post is in a block that has this share of its words.
INSIDE: Final = 0.8
#: Posts with fewer words may be in another post by chance.
MIN_WORDS: Final = 12


@click.command(cls=Tool)
@data_option
@figures_option
@click.pass_context
def main(context: click.Context, data: Path, figures: Path) -> None:
    """Measure the readings on both collections, and record the figures."""
    forums = corpora.load("forums", data / "forums")
    styled = corpora.load("forums", STYLED)
    rows = {"forums": measure_readings(forums), "styled": measure_readings(styled)}
    causes, pages = count_causes(forums)
    run = describe_run(
        write_command(context, "tools.visual_thread_figures"), [forums], machine=describe_machine()
    )
    entry = {
        "readings": rows,
        "causes": causes,
        "pages": pages,
        "styled": {"pages": len(styled.items), "digest": styled.digest},
        "phases": measure_phases(forums),
    }
    record(ENTRY, entry, provenance=run, path=figures)


def measure_readings(corpus: Corpus) -> list[dict[str, Any]]:
    """Find the posts of a collection with each reading."""
    every = [values for _, values in READINGS]
    counts = [PostCounts()] * len(every)
    for item in corpus.items:
        outputs = find_posts_with_each(find_method(METHOD), item, every)
        for at, output in enumerate(outputs):
            counts[at] += count_posts(item.gold.posts or (), output.posts or (), url=item.url)
    return [
        {
            "name": name,
            "values": dict(values),
            **{
                part: round_figure(getattr(of.score, part))
                for part in ("precision", "recall", "f1")
            },
            "posts": of.n_gold,
            "accuracy": {field: round_figure(value) for field, value in of.accuracy.items()},
        }
        for (name, values), of in zip(READINGS, counts, strict=True)
    ]


# ---------------------------------------------------------------- causes


def count_causes(corpus: Corpus) -> tuple[dict[str, int], dict[str, dict[str, int]]]:
    """Count the causes of missed and false posts, in all and by page."""
    method = find_method(METHOD)
    total: Counter[str] = Counter()
    by_page = {}
    for item, page in load_rendered(corpus):
        causes = Counter(_list_causes(item, page, method(page)))
        total += causes
        by_page[item.id] = dict(sorted(causes.items()))
    return dict(total.most_common()), by_page


def _list_causes(item: Item, page: Page, thread: Thread) -> Iterator[str]:
    """The cause of each gold post: found, or why it was missed; and each false post."""
    gold = [count_words(post.text) for post in item.gold.posts or ()]
    texts = [_Text(text) for text in thread.texts(page)]
    found = {pair.gold for pair in match_posts(item.gold.posts or (), texts)}
    yield from ["found"] * len(found)
    yield from ["false post"] * (len(texts) - len(found))
    blocks = thread.evidence["block"]
    numbers, labels = np.unique(np.where(blocks >= 0, blocks, -1), return_inverse=True)
    of_blocks = [
        count_words(text)
        for number, text in zip(
            numbers.tolist(), group_texts(page, labels.reshape(-1), len(numbers)), strict=True
        )
        if number >= 0
    ]
    theme = count_words(group_texts(page, thread.evidence["theme"] - 1, 1)[0])
    written = [count_words(text.text) for text in texts]
    for at, words in enumerate(gold):
        if at in found:
            continue
        if not words.total():
            yield "a post without text"
            continue
        holders = [of for of in of_blocks if (of & words).total() >= INSIDE * words.total()]
        if not holders:
            is_outside = (theme & words).total() < INSIDE * words.total()
            yield "outside the theme block" if is_outside else "in no block of the set"
            continue
        block = min(holders, key=lambda of: of.total())
        is_shared = any(
            (block & other).total() >= INSIDE * other.total()
            for place, other in enumerate(gold)
            if place != at and other.total() >= MIN_WORDS
        )
        if is_shared:
            yield "several posts in a block"
        elif any((of & words).total() >= INSIDE * words.total() for of in written):
            yield "content with other text"
        else:
            yield "content without some of the text"


class _Text(NamedTuple):
    """A post of which only the text is compared."""

    text: str
    user: str | None = None
    date: str | None = None
    link: str | None = None
    user_link: str | None = None


# ---------------------------------------------------------------- phases


def measure_phases(corpus: Corpus) -> dict[str, float]:
    """The milliseconds that each phase takes, on the median page."""
    times: dict[str, list[float]] = {}
    for _, page in load_rendered(corpus):
        for name, milliseconds in _time_phases(page).items():
            times.setdefault(name, []).append(milliseconds)
    return {name: round(float(np.median(of)), 1) for name, of in times.items()}


def _time_phases(page: Page) -> dict[str, float]:
    assert page.layout is not None
    layout = page.layout
    method = find_method(METHOD)
    values: dict[str, Any] = {name: of.default for name, of in method.parameters.items()}
    times: dict[str, float] = {}

    def timed(name: str, work: Callable[[], Any]) -> Any:
        began = time.process_time()
        result = work()
        times[name] = 1000 * (time.process_time() - began)
        return result

    used = timed("blocks of vips", lambda: method.run_used(page, {}))
    vips: Segmentation = used["vips"]
    rules = ThemeRules(share=values["share"], m=values["m"])
    timed(
        "theme block",
        lambda: find_theme(measure_blocks(page, layout, vips, pure="outside"), rules),
    )
    tree = timed("blocks of elements", lambda: build_element_tree(page, layout))
    clusterer = Clusterer(tree, values["m_sim"], values["normalise"], kinds=True)
    posts = timed(
        "first round, on the whole page", lambda: find_below(clusterer, 0) if len(tree) else None
    )
    members = posts.members if posts else ()
    timed(
        "other rounds",
        lambda: cluster_rounds(clusterer, [members], values["rounds"]) if members else None,
    )
    timed("all but vips", lambda: method.run_with(page, used, {}))
    return times


if __name__ == "__main__":
    main()
