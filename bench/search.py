"""Search in 100 000 pages: time and memory of indexing, size of the index, time of queries.

    python -m bench.search --record
    python -m bench.search --documents 5000

generates documents (see `bench.search_documents`), indexes them with `pagecore index`, and asks
queries with each ranking and expansion. Beside it, the whole texts of the same pages are indexed
with the same library, tantivy, alone: no extraction, no segments. With `--record`, the figures are
recorded as the entry `search cost`.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
import numpy as np

from bench.search_documents import draw_queries, read_corpora, write_documents
from pagecore.page.parse import parse
from pagecore.search import open as open_index
from pagecore.visual.memory import list_descendants, measure_memory
from tools.options import Tool, data_option
from tools.record import describe_machine, describe_run, record

if TYPE_CHECKING:
    from tantivy import Index

ENTRY: Final = "search cost"
#: The rankings and expansions that are timed.
SEARCHES: Final[Sequence[Mapping[str, Any]]] = (
    {"rank": "document"},
    {"rank": "block"},
    {"rank": "combined"},
    {"rank": "combined", "candidates": 100},
    {"rank": "combined", "expand": "offer-weight"},
    {"rank": "combined", "expand": "rm3"},
)
#: Pages after which the plain index commits, and memory of its writer in bytes, as in the package.
_COMMIT_PAGES, _HEAP_BYTES = 1000, 64_000_000
_MIB: Final = 2**20


def measure_index(command: Sequence[str], folder: Path, n_documents: int) -> dict[str, Any]:
    """Run a command that writes an index; measure its time and its memory."""
    shutil.rmtree(folder, ignore_errors=True)
    began, peak, cpu = time.perf_counter(), 0, 0.0
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    while process.poll() is None:
        peak = max(peak, measure_memory(process.pid))
        cpu = max(cpu, measure_cpu(process.pid))
        time.sleep(0.2)
    if process.returncode:
        raise click.ClickException(f"{' '.join(command)}: exit status {process.returncode}")
    seconds = time.perf_counter() - began
    return {
        "documents_per_s": n_documents / seconds,
        "cpu_ms": 1000 * cpu / n_documents,
        "seconds": seconds,
        "peak_mib": peak / _MIB,
        "index_mib": measure_folder(folder) / _MIB,
    }


def measure_cpu(pid: int) -> float:
    """Seconds of CPU of a process and of all below it, also of those that have ended."""
    ticks = 0
    for number in list_descendants(pid):
        try:
            fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def measure_folder(folder: Path) -> int:
    """Bytes of the files of a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def time_queries(search: Callable[[str], object], queries: Sequence[str]) -> dict[str, float]:
    """Milliseconds of the median query, and of the one that 95 % are faster than: on the clock, and
    of CPU, which other programs on the machine change less."""
    search(queries[0])
    times = []
    for query in queries:
        began, cpu = time.perf_counter(), time.process_time()
        search(query)
        times.append((time.perf_counter() - began, time.process_time() - cpu))
    quantiles = 1000 * np.quantile(times, [0.5, 0.95], axis=0)
    names = ("p50_ms", "cpu_p50_ms", "p95_ms", "cpu_p95_ms")
    return dict(zip(names, quantiles.ravel().tolist(), strict=True))


def name_search(options: Mapping[str, Any]) -> str:
    """The name of a search in the table."""
    rest = [f"{name} {value}" for name, value in options.items() if name != "rank"]
    return ", ".join([str(options["rank"]), *rest])


def measure_searches(
    folder: Path, queries: Sequence[str]
) -> Iterator[tuple[str, dict[str, float]]]:
    """Time all searches in an index of the package."""
    index = open_index(folder)
    for options in SEARCHES:
        yield name_search(options), time_queries(partial(index.search, **options), queries)


# -- Whole pages with the same library -------------------------------------------------------------


def index_whole_pages(pages: Path, folder: Path) -> None:
    """Index the visible text of pages, and store it."""
    from tantivy import Document

    folder.mkdir(parents=True)
    index = _open_plain(folder)
    writer = index.writer(_HEAP_BYTES, 1)
    with pages.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            record = json.loads(line)
            page = parse(record["html"], url=record["url"])
            title = page.text(page.is_tag("title").take(page.parent))
            body = page.text(page.visible)
            writer.add_document(Document(url=record["url"], title=title, body=body))
            if number % _COMMIT_PAGES == 0:
                writer.commit()
    writer.commit()
    writer.wait_merging_threads()


def search_whole_pages(folder: Path) -> Callable[[str], object]:
    """A function that returns the ten best pages with their texts."""
    index = _open_plain(folder)
    searcher = index.searcher()

    def search(query: str) -> object:
        parsed = index.parse_query(query, ["title", "body"])
        return [searcher.doc(address) for _, address in searcher.search(parsed, 10).hits]

    return search


def _open_plain(folder: Path) -> Index:
    from tantivy import Index, SchemaBuilder

    builder = SchemaBuilder()
    builder.add_text_field("url", stored=True, tokenizer_name="raw", index_option="basic")
    for name in ("title", "body"):
        builder.add_text_field(name, stored=True, tokenizer_name="en_stem")
    return Index(builder.build(), path=str(folder), reuse=True)


# -- Both ------------------------------------------------------------------------------------------


@click.command(cls=Tool)
@click.option("--documents", "n_documents", default=100_000, show_default=True)
@click.option("--queries", "n_queries", default=100, show_default=True)
@click.option("--jobs", default=2, show_default=True, help="Worker processes of `pagecore index`.")
@click.option("--seed", default=0, show_default=True, help="Random seed.")
@click.option("--record", "is_recorded", is_flag=True, help="Record the figures for the documents.")
@click.option("--whole-pages", nargs=2, type=click.Path(path_type=Path), hidden=True)
@data_option
def main(
    n_documents: int,
    n_queries: int,
    jobs: int,
    seed: int,
    is_recorded: bool,
    whole_pages: tuple[Path, Path] | None,
    data: Path,
) -> None:
    """Measure, and print the figures."""
    if whole_pages:
        # The process whose memory is measured.
        index_whole_pages(*whole_pages)
        return
    figures = measure(n_documents, n_queries, jobs, seed, data)
    click.echo(json.dumps(figures, indent=1))
    if is_recorded:
        command = f"python -m bench.search --documents {n_documents} --jobs {jobs} --record"
        run = describe_run(command, machine=describe_machine())
        record(ENTRY, figures, provenance=run)


def measure(n_documents: int, n_queries: int, jobs: int, seed: int, data: Path) -> dict[str, Any]:
    """Generate documents, index them in both ways, and ask queries."""
    folder = data / "search-bench"
    pages = folder / f"pages-{n_documents}-{seed}.jsonl"
    if not pages.is_file():
        click.echo(write_documents(n_documents, seed, pages, data), err=True)
    _, vocabularies = read_corpora(data)
    queries = draw_queries(vocabularies, n_queries, seed)
    own, plain = folder / "blocks", folder / "whole"
    run = [sys.executable, "-m"]
    blocks = [*run, "pagecore", "index", str(pages), "--out", str(own), "--jobs", str(jobs)]
    whole = [*run, "bench.search", "--whole-pages", str(pages), str(plain)]
    figures: dict[str, Any] = {
        "documents": n_documents,
        "jobs": jobs,
        "queries": n_queries,
        "pages_mib": pages.stat().st_size / _MIB,
        "whole": measure_index(whole, plain, n_documents),
    }
    figures["whole"]["searches"] = {"document": time_queries(search_whole_pages(plain), queries)}
    click.echo(json.dumps(figures), err=True)
    figures["blocks"] = measure_index(blocks, own, n_documents)
    figures["blocks"]["searches"] = dict(measure_searches(own, queries))
    figures["search_mib"] = measure_memory(os.getpid()) / _MIB
    return figures


if __name__ == "__main__":
    main()
