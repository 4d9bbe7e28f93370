"""Threads: posts and their fields beside the baseline, and the text of threads.

    python -m tools.thread_figures

records the entries `thread posts` and `thread texts` of the figures. Posts and fields are measured
on `forums`, leaving out one forum at a time: each page with the parameters of the sweep that are
best on other forums. Texts are measured by word F1 on `forums` and on the forum pages of WCXB: what
`extract` returns, the same as Markdown, and Markdown as posts without the headings, which repeat
author and date.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from statistics import fmean
from typing import Any, Final

import click
from rich.progress import track

from pagecore import corpora, extract
from pagecore.corpora.corpus import GoldPost, Item
from pagecore.document import Document
from pagecore.evaluate.peers import check_peers, read_version
from pagecore.evaluate.peers.peer import Peer
from pagecore.extract import parse_html
from pagecore.figures import load_figures
from pagecore.metrics.posts import PostCounts, count_posts
from pagecore.metrics.words import score_words
from pagecore.posts import posts
from pagecore.registry import THREAD, find_method
from pagecore.write.markup import render_markup
from tools.options import Tool, data_option, figures_option
from tools.record import describe_run, record, round_value

#: Other extractors whose text is measured, if they are installed.
PEERS: Final = ("trafilatura", "rs-trafilatura")
METHODS: Final = ("groups", "siblings")
COMMAND: Final = "python -m tools.thread_figures"


def count_with_each(name: str, items: Sequence[Item]) -> Iterator[list[PostCounts]]:
    """Count the posts of each page, with each combination of the parameters of the sweep."""
    sweep: Mapping[str, Any] = find_method(name, THREAD.name).sweep
    every = [dict(zip(sweep, values, strict=True)) for values in product(*sweep.values())]
    for item in track(items, name):
        page = parse_html(item.html(), item.url, item.encoding)
        counts = []
        for options in every:
            thread = posts(page, method=name, **options)
            output = [
                GoldPost(text, post.author, post.date, post.link, post.author_link)
                for text, post in zip(thread.texts(page), thread.posts, strict=True)
            ]
            gold = item.gold.posts or ()
            counts.append(count_posts(gold, output, unspaced=True, url=item.url))
        yield counts


def measure_posts(name: str, items: Sequence[Item]) -> dict[str, Any]:
    """Measure a method out of fold: the parameters of each forum are the best on the others."""
    counts = list(count_with_each(name, items))
    groups = [item.group or item.id for item in items]
    total = PostCounts()
    for group in sorted(set(groups)):
        others = [row for row, of in zip(counts, groups, strict=True) if of != group]
        sums = [sum(column, PostCounts()) for column in zip(*others, strict=True)]
        best = max(range(len(sums)), key=lambda at: sums[at].score.f1)
        own = (row[best] for row, of in zip(counts, groups, strict=True) if of == group)
        total = sum(own, total)
    score = total.score
    values = {"P": score.precision, "R": score.recall, "F1": score.f1, **total.accuracy}
    return {"method": name, **{key: round_value(value) for key, value in values.items()}}


def measure_texts(items: Sequence[Item]) -> dict[str, Any]:
    """Measure the words of what `extract` returns."""
    columns: dict[str, list[float]] = {"text": [], "markdown": [], "as posts": []}
    n_threads = 0
    for item in track(items, "texts"):
        if not item.gold.text:
            continue
        document = extract(parse_html(item.html(), item.url, item.encoding), quotes=True)
        n_threads += bool(document.posts)
        for name, text in _list_texts(document).items():
            columns[name].append(score_words(item.gold.text, text, unspaced=True).f1)
    means = {name: round_value(fmean(values)) for name, values in columns.items()}
    return {"pages": len(columns["text"]), "threads": n_threads, **means}


def measure_peers(items: Sequence[Item]) -> dict[str, float]:
    """Measure the words of other extractors, those that are installed."""
    means: dict[str, float] = {}
    for name, peer in check_peers().items():
        if name in PEERS and isinstance(peer, Peer):
            scores = [
                score_words(item.gold.text or "", peer.extract(item.html(), item.url).text,
                            unspaced=True).f1
                for item in track(items, name) if item.gold.text
            ]  # fmt: skip
            means[f"{name} {read_version(name)}"] = round_value(fmean(scores))
    return means


def _list_texts(document: Document) -> dict[str, str]:
    plain = (
        render_markup(page, choice, "markdown", links=False, images=False)
        for page, choice in document.parts
    )
    written = document.markdown(title=False, links=False, images=False)
    if document.posts:
        # The headings of posts.
        lines = (line for line in written.split("\n") if not line.startswith("## "))
        written = "\n".join(lines)
    return {"text": document.text, "markdown": "\n\n".join(plain), "as posts": written}


def _list_known(figures: Path) -> dict[str, float]:
    """The figures of other extractors as they were recorded, for a run without them."""
    entry = load_figures(figures).get("thread texts", {"figures": {}})
    known: dict[str, float] = entry["figures"].get("forums", {}).get("others", {})
    return known


@click.command(cls=Tool)
@data_option
@figures_option
def main(data: Path, figures: Path) -> None:
    """Measure posts, their fields, and the texts of threads."""
    forums = corpora.load("forums", data / "forums")
    rows = [measure_posts(name, forums.items) for name in METHODS]
    record("thread posts", rows, provenance=describe_run(COMMAND, [forums]), path=figures)
    wcxb = corpora.load("wcxb", data / "wcxb")
    of_forums = [item for item in wcxb.items if item.gold.page_type == "forum"]
    texts = {
        "forums": measure_texts(forums.items),
        "wcxb, forum pages": measure_texts(of_forums),
    }
    texts["forums"]["others"] = measure_peers(forums.items) or _list_known(figures)
    run = describe_run(COMMAND, [forums, wcxb])
    record("thread texts", texts, provenance=run, path=figures)


if __name__ == "__main__":
    main()
