"""The results of a run as a Parquet file: one row per corpus, contender and page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pagecore import __version__
from pagecore.errors import NeedsExtra
from pagecore.evaluate.marks import escape_surrogates, find_in_sample
from pagecore.measure.known_metrics import METRICS
from pagecore.measure.run import Results
from pagecore.store import write_file


def import_pyarrow() -> Any:
    """Import the library that writes Parquet, or raise `NeedsExtra`."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise NeedsExtra(
            "results as Parquet need pyarrow: pip install 'pagecore[evaluate]'"
        ) from error
    return pyarrow


def write_parquet(
    every: Sequence[Results], path: Path, *, seed: int = 0, command: str | None = None
) -> None:
    """Write one row per corpus, contender and page, with a column for each number of a metric, such
    as `words.precision`. The metadata of the file has version, seed and command."""
    pyarrow = import_pyarrow()
    used = {metric.name for results in every for metric in results.metrics}
    numbers = [
        (metric.name, at, f"{metric.name}.{column.replace(' ', '_')}")
        for metric in METRICS.values()
        if metric.name in used
        for at, column in enumerate(metric.columns)
    ]
    texts = ["corpus", "corpus_digest", "contender", "version", "id", "group", "page_type"]
    texts += ["language", "error", "text", "title", "author", "date", "predicted_page_type"]
    origin = {"pagecore": __version__, "seed": str(seed)}
    if command is not None:
        origin["command"] = escape_surrogates(command)
    schema = pyarrow.schema(
        [(name, pyarrow.string()) for name in texts]
        + [("in_means", pyarrow.bool_()), ("in_sample", pyarrow.bool_())]
        + [("cpu_ms", pyarrow.float64()), ("confidence", pyarrow.float64())]
        + [(name, pyarrow.float64()) for _, _, name in numbers],
        metadata=origin,
    )
    rows: list[dict[str, object]] = []
    for results in every:
        versions = {contender.name: contender.version for contender in results.contenders}
        in_sample = find_in_sample(results)
        for page in results.measured:
            rows.append(
                {
                    "corpus": results.corpus.name,
                    "corpus_digest": results.corpus.digest,
                    "contender": page.contender,
                    "version": versions[page.contender],
                    "id": page.item.id,
                    "group": page.item.group,
                    "page_type": page.item.gold.page_type,
                    "language": page.item.gold.language,
                    "in_means": page.item.in_means,
                    "in_sample": page.contender in in_sample,
                    "cpu_ms": page.output.cpu_ms,
                    "confidence": page.output.confidence,
                    "predicted_page_type": page.output.page_type,
                    "error": page.output.error,
                    "text": page.output.text if results.corpus.shown else None,
                    "title": page.output.title if results.corpus.shown else None,
                    "author": page.output.author if results.corpus.shown else None,
                    "date": page.output.date if results.corpus.shown else None,
                    **{name: page.scores[of][at] for of, at, name in numbers if of in page.scores},
                }
            )
    for row in rows:
        for name in texts:
            if isinstance(value := row[name], str):
                row[name] = escape_surrogates(value)
    file = pyarrow.BufferOutputStream()
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows, schema=schema), file)
    write_file(path, file.getvalue().to_pybytes())
