"""CPU time of `wtm`: learning a blog, reading the entries of its pages, and cutting out bodies.

    python -m bench.feeds

learns every blog of the collection from its homepage and all pages of entries. Then it measures
`fields(page)` beyond the parse, the same with all texts, which are rendered when they are asked
for, and `cut(source)`, on up to ten pages of each. It records the entry `wtm speed` of the figures.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple, TypeVar

import click

from pagecore import corpora
from pagecore.errors import WrapperError
from pagecore.learn import learn
from pagecore.page import Page, parse
from pagecore.wrapper import Wrapper
from tools.options import Tool, figures_option, path_option
from tools.record import describe_machine, describe_run, record, round_value
from tools.wtm_blogs import Blog, load_blogs

ENTRY: Final = "wtm speed"
N_PAGES: Final = 10
N_ROUNDS: Final = 15

T = TypeVar("T")


class BlogCost(NamedTuple):
    """CPU time of a blog."""

    learn_s: float
    #: Milliseconds of each list of entries, and of each page of an entry.
    lists_ms: list[float]
    entries_ms: list[float]
    #: The same with the texts of all cells.
    list_texts_ms: list[float]
    entry_texts_ms: list[float]
    #: Milliseconds per 100 kB of each page that could be cut.
    cut_ms: list[float]


def measure_blog(blog: Blog) -> BlogCost:
    """Measure a blog."""
    pages = [blog.read_home(), *(page for page, _ in blog.read_entries())]
    began = time.process_time()
    wrapper = learn(pages, method="wtm", feed=blog.feed)
    cost = BlogCost(time.process_time() - began, [], [], [], [], [])
    for page in pages[:N_PAGES]:
        source = page.source
        if not wrapper.fits(page):
            continue
        # Each call gets a fresh page, so that it pays for the lazy columns that it uses.
        fresh = [parse(source, url=page.url) for _ in range(N_ROUNDS)]
        took = min(_measure_ms(partial(wrapper.fields, of)) for of in fresh)
        rendered = [parse(source, url=page.url) for _ in range(N_ROUNDS)]
        took_all = min(_measure_ms(partial(_read_texts, wrapper, of)) for of in rendered)
        is_home = page is pages[0]
        (cost.lists_ms if is_home else cost.entries_ms).append(took)
        (cost.list_texts_ms if is_home else cost.entry_texts_ms).append(took_all)
        try:
            took = min(_measure_ms(partial(wrapper.cut, source)) for _ in fresh)
        except WrapperError:
            # Its bodies have row rules.
            continue
        cost.cut_ms.append(took * 100_000 / len(source))
    return cost


def _read_texts(wrapper: Wrapper, page: Page) -> None:
    wrapper.fields(page).texts()


def _measure_ms(call: Callable[[], T]) -> float:
    began = time.process_time_ns()
    call()
    return (time.process_time_ns() - began) / 1e6


@click.command(cls=Tool)
@path_option("--data", ".data/blogs", "The folder of the blogs.")
@figures_option
def main(data: Path, figures: Path) -> None:
    """Measure `wtm` on blogs, and record the figures."""
    blogs = load_blogs(data)
    costs = [measure_blog(blog) for blog in blogs]
    columns = {
        "learn_s": [cost.learn_s for cost in costs],
        "lists_ms": [value for cost in costs for value in cost.lists_ms],
        "entries_ms": [value for cost in costs for value in cost.entries_ms],
        "list_texts_ms": [value for cost in costs for value in cost.list_texts_ms],
        "entry_texts_ms": [value for cost in costs for value in cost.entry_texts_ms],
        "cut_ms": [value for cost in costs for value in cost.cut_ms],
    }
    rows = {
        name: {
            "n": len(values),
            "median": round_value(median(values)),
            "p90": round_value(sorted(values)[int(0.9 * len(values))]),
            "most": round_value(max(values)),
        }
        for name, values in columns.items()
    }
    pages = corpora.load("blogs", data)
    run = describe_run("python -m bench.feeds", [pages], machine=describe_machine())
    record(ENTRY, rows, provenance=run, path=figures)
    for name, of in rows.items():
        click.echo(
            f"{name:14} n {of['n']:4}, median {of['median']:.3f}, 90 % {of['p90']:.3f}, most "
            f"{of['most']:.3f}"
        )


if __name__ == "__main__":
    main()
