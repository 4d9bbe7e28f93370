"""CPU time and memory of learning a site, and of matching two pages.

    python -m bench.sites --record

generates pages of three templates with words of a corpus, so that no text is repeated, and learns
them from a folder with every site method, from 50 to 2000 pages, each in a process of its own. It
also learns sites of many templates with two pages each, and matches real pages of about 2000 rows.
With `--record`, the figures are recorded as the entry `learning speed`.
"""

from __future__ import annotations

import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from pathlib import Path
from typing import Any, Final, Literal

import click

from bench.memory import peak_rss, reset_peak
from pagecore import Page, corpora, learn, match, parse
from pagecore.corpora.corpus import Corpus
from pagecore.registry import SITE, list_methods
from tools.record import describe_machine, describe_run, record

ENTRY: Final = "learning speed"
SIZES: Final = (50, 200, 1000, 2000)
#: Pages of sites with two pages of each template, and the method that learns them.
CLASS_SIZES: Final = (100, 200, 400, 800)
CLASS_METHOD: Final = "cst"
SEED: Final = 31
#: Words of a page, on average.
N_WORDS: Final = 400
#: Rows of the real pages that are matched, their number, and how many of them a site may have.
N_ROWS: Final = (1700, 2300)
N_MATCHED: Final = 22
MAX_OF_SITE: Final = 2
LABELS: Final[tuple[Literal["tag", "class", "text"], ...]] = ("tag", "class", "text")
N_ROUNDS: Final = 3
#: Targets: seconds for 1000 pages, times as long for twice the pages, and milliseconds for a match.
MAX_SECONDS: Final = 60
MAX_GROWTH: Final = 2.6
MAX_MATCH_MS: Final = 30


def read_words(corpus: Corpus) -> list[str]:
    """The words of the gold texts of a corpus, in their order."""
    return [word for item in corpus.items for word in str(item.gold.text).split()]


def generate_pages(words: list[str], n_pages: int) -> Iterator[str]:
    """Pages of three templates: articles, lists and profiles; the same ones for the same words."""
    numbers = random.Random(SEED)

    def draw(n: int) -> str:
        start = numbers.randrange(len(words) - n)
        return " ".join(numbers.sample(words[start : start + n], n))

    menu = "".join(f"<li><a href=/{name}>{name}</a>" for name in words[:12])
    for number in range(n_pages):
        kind = "article" if number % 10 < 7 else "list" if number % 10 < 9 else "profile"
        if kind == "article":
            n = numbers.randint(3, 12)
            inside = f"<h1>{draw(7)}</h1><p class=byline>{draw(3)}</p>"
            inside += "".join(f"<p>{draw(2 * N_WORDS // (n + 3))}</p>" for _ in range(n))
        elif kind == "list":
            items = "".join(
                f"<li><a href=/{number}/{at}><h2>{draw(6)}</h2></a><p>{draw(20)}</p>"
                for at in range(15)
            )
            inside = f"<h1>{draw(3)}</h1><ul class=teasers>{items}</ul>"
        else:
            rows = "".join(f"<tr><th>{draw(1)}<td>{draw(6)}" for _ in range(12))
            inside = f"<h1>{draw(2)}</h1><table>{rows}</table><p>{draw(60)}</p>"
        yield (
            f"<html lang=en><title>{draw(5)}</title><body class='{kind} id-{number}'><header><nav>"
            f"<ul>{menu}</ul></nav></header><main class={kind}>{inside}</main><aside><h3>Read also"
            f"</h3><ul><li>{draw(5)}<li>{draw(5)}</ul></aside><footer><p>Imprint, privacy and "
            "terms of use of this paper</footer>"
        )


def generate_templates(words: list[str], n_pages: int) -> Iterator[str]:
    """Pages of many templates, two of each: other elements with other classes."""
    numbers = random.Random(SEED)
    for number in range(n_pages):
        template = number // 2
        tags = [("div", "section", "table")[template // 3**at % 3] for at in range(6)]
        parts = "".join(
            f"<{tag} class=t{template}x{at}><p class=u{template}x{at}>Part {at}</p></{tag}>"
            for at, tag in enumerate(tags)
        )
        start = numbers.randrange(len(words) - N_WORDS)
        story = " ".join(words[start : start + N_WORDS])
        yield f"<body class=b{template}><main class=m{template}><p>{story}</p></main>{parts}"


def measure_learning(folder: Path, method: str) -> dict[str, float]:
    """Learn the site in a folder in this process."""
    reset_peak()
    before = peak_rss()
    began = time.process_time()
    wrapper = learn(folder, method=method)
    seconds = time.process_time() - began
    return {
        "seconds": round(seconds, 2),
        "mib": round((peak_rss() - before) / (1 << 20)),
        "file_kb": round(len(wrapper.xml()) / 1000),
    }


def learn_generated(pages: Iterator[str], method: str) -> dict[str, float]:
    """Write pages to a folder, and learn them in a process of their own."""
    with tempfile.TemporaryDirectory() as folder:
        for number, html in enumerate(pages):
            Path(folder, f"{number:05}.html").write_text(html, encoding="utf-8")
        command = [sys.executable, "-m", "bench.sites", "--one", folder, "--method", method]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def find_large_pages(corpus: Corpus) -> list[Page]:
    """Real pages of about 2000 rows, a few of each site."""
    items = list(corpus.items)
    random.Random(SEED).shuffle(items)
    n_of_site: dict[str, int] = {}

    def list_pages() -> Iterator[Page]:
        for item in items:
            site = item.id.partition("/")[0]
            page = parse(item.html())
            if N_ROWS[0] <= len(page) <= N_ROWS[1] and n_of_site.get(site, 0) < MAX_OF_SITE:
                n_of_site[site] = n_of_site.get(site, 0) + 1
                yield page

    return list(islice(list_pages(), N_MATCHED))


def measure_matching(pages: Sequence[Page]) -> list[dict[str, Any]]:
    """Match all pairs of pages; for each kind of labels the median and the longest time."""
    figures = []
    for labels in LABELS:
        times = []
        for a, b in combinations(pages, 2):
            rounds = []
            for _ in range(N_ROUNDS):
                began = time.process_time()
                match(a, b, labels=labels)
                rounds.append(1000 * (time.process_time() - began))
            times.append(min(rounds))
        row = {"labels": labels, "pairs": len(times), "longest_ms": round(max(times), 1)}
        figures.append(row | {"median_ms": round(statistics.median(times), 1)})
    return figures


@click.command()
@click.option("--data", type=click.Path(path_type=Path), default=Path(".data"), show_default=True)
@click.option("--method", "only", help="A site method; all without it.")
@click.option("--pages", "n_pages", type=int, help="A number of pages; 50 to 2000 without it.")
@click.option("--record", "is_recorded", is_flag=True, help="Record the figures for the documents.")
@click.option("--one", type=click.Path(path_type=Path), hidden=True, help="Learn this folder here.")
def main(
    data: Path, only: str | None, n_pages: int | None, is_recorded: bool, one: Path | None
) -> None:
    """Measure learning of generated sites, and the matching of real pages."""
    if one is not None:
        assert only is not None
        click.echo(json.dumps(measure_learning(one, only)))
        return
    if is_recorded and (only or n_pages):
        raise click.UsageError("--record records all figures; remove --method and --pages")
    corpus = corpora.load("sites", data / "sites")
    words = read_words(corpus)
    matching = measure_matching(find_large_pages(corpus))
    for row in matching:
        click.echo(
            f"match of {row['pairs']} pairs of pages of {N_ROWS[0]} to {N_ROWS[1]} rows, labels "
            f"{row['labels']}: median {row['median_ms']:.1f} ms CPU, "
            f"longest {row['longest_ms']:.1f} ms"
        )
    click.echo(
        f"{'method':10} {'templates':>9} {'pages':>6} {'CPU, s':>8} {'MiB':>7} {'file, kB':>9}"
    )
    learning = []
    # A method that needs a feed learns something else.
    names = [method.name for method in list_methods(SITE.name) if not method.needs]
    runs = [(name, "three", size) for name in ([only] if only else names) for size in SIZES]
    runs += [(CLASS_METHOD, "many", size) for size in CLASS_SIZES if only in (None, CLASS_METHOD)]
    for name, templates, size in runs:
        if n_pages not in (None, size):
            continue
        generate = generate_pages if templates == "three" else generate_templates
        figures = learn_generated(generate(words, size), name)
        learning.append({"method": name, "templates": templates, "pages": size} | figures)
        click.echo(
            f"{name:10} {templates:>9} {size:6} {figures['seconds']:8.1f} {figures['mib']:7.0f} "
            f"{figures['file_kb']:9.0f}"
        )
    if is_recorded:
        run = describe_run("python -m bench.sites --record", [corpus], machine=describe_machine())
        rows = {"least": N_ROWS[0], "most": N_ROWS[1]}
        record(ENTRY, {"learning": learning, "matching": matching, "rows": rows}, provenance=run)
        click.echo(f"The figures have the entry {ENTRY!r} now; run: python -m tools.render")


if __name__ == "__main__":
    main()
