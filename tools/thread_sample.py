"""Comments and reviews on pages of WCXB, to be judged by eye.

    python -m tools.thread_sample

lists 50 pages, drawn by a seed from those that are no forum pages and whose markup has comments or
reviews: what `posts` returns, and the text of the comments as the page shows it.
`tools/thread_judgements.tsv` has the judgements; `--count` counts them.
"""

from __future__ import annotations

import csv
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from pagecore import Page, corpora, posts
from pagecore.corpora.corpus import Item
from pagecore.extract import parse_html
from tools.options import Tool, data_option

SEED: Final = 34
N_PAGES: Final = 50
#: Words in comments or reviews that a page must have.
MIN_WORDS: Final = 30
JUDGEMENTS: Final = Path(__file__).with_name("thread_judgements.tsv")


def draw_pages(items: list[Item]) -> Iterator[tuple[Item, Page, str]]:
    """Draw pages with comments or reviews, each with the text of these."""
    drawn = sorted(items, key=lambda item: item.id)
    random.Random(SEED).shuffle(drawn)
    n = 0
    for item in drawn:
        if item.gold.page_type == "forum" or n == N_PAGES:
            continue
        page = parse_html(item.html(), item.url, item.encoding)
        is_review = page.match_attribute("itemtype", lambda value: value.endswith("/Review"))
        rows = (page.comment_kind == 1) | (page.above(is_review) >= 0)
        if page.words[rows & page.visible].sum() >= MIN_WORDS:
            n += 1
            yield item, page, " ".join(page.text(rows & page.visible).split())


def count_judgements() -> Counter[str]:
    """Count the judgements of the file."""
    with JUDGEMENTS.open(encoding="utf-8", newline="") as file:
        return Counter(row["judgement"] for row in csv.DictReader(file, delimiter="\t"))


@click.command(cls=Tool)
@data_option
@click.option("--count", is_flag=True, help="Count the judgements instead of listing pages.")
def main(data: Path, count: bool) -> None:
    """List pages with comments or reviews, and what `posts` returns."""
    if count:
        for judgement, n in count_judgements().most_common():
            click.echo(f"{n}\t{judgement}")
        return
    wcxb = corpora.load("wcxb", data / "wcxb")
    for item, page, comments in draw_pages(list(wcxb.items)):
        thread = posts(page)
        read = thread.read(page)
        click.echo(
            f"\n=== {item.id} {item.gold.page_type} {item.url}\n"
            f"{len(read)} posts, confidence {thread.confidence:.2f}"
        )
        for post in [*read[:3], *read[3:][-1:]]:
            text = " ".join(post.text.split())
            click.echo(f"  - {post.author} | {post.date} | {text[:110]} … {text[-40:]}")
        click.echo(f"  page: {comments[:420]} … {comments[-160:]}")


if __name__ == "__main__":
    main()
