"""CPU time and memory of learning a site, and of matching two pages.

    python -m bench.sites

generates pages of three templates with words of a corpus, so that no text is repeated, and learns
them with every site method, from 50 to 2000 pages, each in a process of its own.
"""

from __future__ import annotations

import json
import random
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from pagecore import corpora, learn, match, parse
from pagecore.registry import SITE, list_methods

SIZES: Final = (50, 200, 1000, 2000)
SEED: Final = 31
#: Words of a page, on average.
N_WORDS: Final = 400


def read_words(data: Path) -> list[str]:
    """The words of the gold texts of a corpus, in their order."""
    items = corpora.load("fundus", data / "fundus").items
    return [word for item in items for word in str(item.gold.text).split()]


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


def measure(method: str, n_pages: int, data: Path) -> dict[str, float]:
    """Learn a site in this process."""
    words = read_words(data)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = time.process_time()
    for _ in generate_pages(words, n_pages):
        pass
    generated = time.process_time() - began
    began = time.process_time()
    wrapper = learn(lambda: generate_pages(words, n_pages), method=method)
    # The pages are generated at each of up to three iterations per page class.
    seconds = time.process_time() - began
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return {
        "seconds": seconds,
        "generated": generated,
        "mib": (after - before) / 1024,
        "bytes": float(len(wrapper.xml())),
    }


@click.command()
@click.option("--data", type=click.Path(path_type=Path), default=Path(".data"), show_default=True)
@click.option("--method", "only", help="A site method; all without it.")
@click.option("--pages", "n_pages", type=int, help="A number of pages; 50 to 2000 without it.")
@click.option("--one", is_flag=True, hidden=True, help="Measure one method in this process.")
def main(data: Path, only: str | None, n_pages: int | None, one: bool) -> None:
    """Measure learning of generated sites, and the matching of two of their pages."""
    if one:
        assert only is not None
        assert n_pages is not None
        click.echo(json.dumps(measure(only, n_pages, data)))
        return
    pages = list(generate_pages(read_words(data), 2))
    large = [parse(page.replace("<p>", "<p>x</p><p>" * 60)) for page in pages]
    began = time.process_time()
    for _ in range(10):
        match(*large)
    took = 100 * (time.process_time() - began)
    click.echo(f"match of {len(large[0])} and {len(large[1])} rows: {took:.1f} ms CPU")
    click.echo(
        f"{'method':10} {'pages':>6} {'CPU, s':>8} {'generating, s':>14} {'MiB':>7} {'file, kB':>9}"
    )
    for method in [only] if only else [method.name for method in list_methods(SITE.name)]:
        for size in [n_pages] if n_pages else SIZES:
            command = [sys.executable, "-m", "bench.sites", "--one", "--data", str(data)]
            command += ["--method", method, "--pages", str(size)]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            of = json.loads(done.stdout)
            click.echo(
                f"{method:10} {size:6} {of['seconds']:8.1f} {of['generated']:14.1f} "
                f"{of['mib']:7.0f} {of['bytes'] / 1000:9.0f}"
            )


if __name__ == "__main__":
    main()
