"""The report of a run: one HTML page with plots, a diff for every bad page, the raw results."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from pagecore.errors import NeedsExtra
from pagecore.evaluate import plots
from pagecore.evaluate.run import Measured, Results
from pagecore.evaluate.summary import Line, by, lines, worst

#: Words of a text that a diff looks at; a longer one is cut, and says so.
MAX_WORDS = 4000

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem }
table { border-collapse: collapse } td, th { padding: .2rem .6rem; text-align: right }
td:first-child, th:first-child { text-align: left } tr:nth-child(even) { background: #f5f5f5 }
svg { width: 100%; max-width: 44rem } .legend i { display: inline-block; width: .8em; height: .8em;
margin: 0 .3em 0 1em } ins { background: #fecaca; text-decoration: none } del { background: #bbf7d0;
text-decoration: none } .two { display: grid; grid-template-columns: 1fr 1fr; gap: 2rem }
.text { white-space: pre-wrap; overflow-wrap: anywhere }
"""


def write(results: Results, folder: Path, *, bad_pages: int = 50, seed: int = 0) -> Path:
    """Write the report of a run into a folder and give the page to open.

    Args:
        results: what was measured.
        folder: made if need be; holds `index.html`, `pages/` and `results.parquet`.
        bad_pages: how many of the worst pages of each contender are shown beside their gold.
        seed: of the intervals.
    """
    folder.mkdir(parents=True, exist_ok=True)
    table = lines(results, seed=seed)
    bad = {line.name: worst(results, line.name, bad_pages) for line in table}
    for name, pages in bad.items():
        for one in pages:
            path = folder / _page_of(name, one)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(_diff_page(one), encoding="utf-8")
    index = folder / "index.html"
    index.write_text(_index(results, table, bad), encoding="utf-8")
    write_parquet(results, folder / "results.parquet")
    return index


def write_parquet(results: Results, path: Path) -> None:
    """Write a row per contender and page."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise NeedsExtra(
            "results as Parquet need pyarrow: pip install 'pagecore[evaluate]'"
        ) from error
    rows = [
        {
            "corpus": results.corpus.name,
            "corpus_digest": results.corpus.digest,
            "contender": one.contender,
            "id": one.item.id,
            "group": one.item.group,
            "page_type": one.item.gold.page_type,
            "language": one.item.gold.language,
            "in_means": one.item.in_means,
            "precision": one.words.precision,
            "recall": one.words.recall,
            "f1": one.words.f1,
            "cpu_ms": one.output.cpu_ms,
            "error": one.output.error,
            "text": one.output.text,
        }
        for one in results.measured
    ]
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), path)


def _index(results: Results, table: Sequence[Line], bad: dict[str, list[Measured]]) -> str:
    corpus = results.corpus
    names = [line.name for line in table]
    parts = [
        f"<h1>{escape(corpus.name)}</h1>",
        f"<p>{len(corpus.items)} pages, digest <code>{corpus.digest}</code>; "
        f"{sum(not item.in_means for item in corpus.items)} without gold are left out of the "
        f"means.</p>",
        _summary_table(table),
        "<h2>Quality against speed</h2>",
        plots.scatter([(one.name, one.cpu_ms, one.f1) for one in table if one.cpu_ms is not None]),
        "<h2>How many pages have at most this F1</h2>",
        plots.distribution({name: [one.words.f1 for one in results.of(name)] for name in names}),
    ]
    for trait, heading in (("page_type", "F1 per page type"), ("language", "F1 per language")):
        scores = {name: by(results, name, trait) for name in names}
        groups = sorted({group for of in scores.values() for group in of})
        if len(groups) > 1:
            series = {
                name: [of[group][1] if group in of else None for group in groups]
                for name, of in scores.items()
            }
            parts += [f"<h2>{heading}</h2>", plots.bars(groups, series)]
    for name, pages in bad.items():
        parts.append(f"<h2>Worst pages of {escape(name)}</h2><ol>")
        for one in pages:
            note = f" ({escape(one.output.error)})" if one.output.error else ""
            parts.append(
                f'<li><a href="{escape(_page_of(name, one).as_posix())}">{escape(one.item.id)}</a> '
                f"{one.words.f1:.3f}{note}</li>"
            )
        parts.append("</ol>")
    if corpus.problems:
        parts.append("<h2>What is wrong with the corpus</h2><ul>")
        parts += [
            f"<li><code>{escape(problem.where)}</code>: {escape(problem.what)}</li>"
            for problem in corpus.problems
        ]
        parts.append("</ul>")
    return _page(f"pagecore evaluate: {corpus.name}", "\n".join(parts))


def _summary_table(table: Sequence[Line]) -> str:
    rows = []
    for line in table:
        share = "" if line.absent is None else f"{line.absent:.1%}"
        ms = "" if line.cpu_ms is None else f"{line.cpu_ms:.2f}"
        rows.append(
            f"<tr><td>{escape(line.name)} {escape(line.version)}</td><td>{line.f1:.3f}</td>"
            f"<td>{line.interval[0]:.3f}–{line.interval[1]:.3f}</td><td>{line.precision:.3f}</td>"
            f"<td>{line.recall:.3f}</td><td>{share}</td><td>{ms}</td><td>{line.misses}</td></tr>"
        )
    head = "".join(
        f"<th>{name}</th>"
        for name in ("", "F1", "95 %", "precision", "recall", "left in", "CPU ms", "misses")
    )
    return f"<table><tr>{head}</tr>{''.join(rows)}</table>"


def _page_of(name: str, one: Measured) -> Path:
    def safe(text: str) -> str:
        return re.sub(r"[^\w.-]+", "_", text)

    return Path("pages") / safe(name) / f"{safe(one.item.id)}.html"


def _diff_page(one: Measured) -> str:
    gold, text = one.item.gold.text or "", one.output.text
    body = (
        f"<h1>{escape(one.item.id)}, {escape(one.contender)}</h1>"
        f"<p>F1 {one.words.f1:.3f}, precision {one.words.precision:.3f}, recall "
        f"{one.words.recall:.3f}. <del>Green</del> is missing, <ins>red</ins> is too much.</p>"
        f'<p class="text">{"".join(_marked(gold, text))}</p>'
        f'<div class="two"><div><h2>Gold</h2><p class="text">{escape(gold)}</p></div>'
        f'<div><h2>Output</h2><p class="text">{escape(text)}</p></div></div>'
    )
    return _page(f"{one.item.id}: {one.contender}", body)


def _marked(gold: str, text: str) -> Iterator[str]:
    """The words of both, those of one alone marked."""
    a, b = gold.split(), text.split()
    cut = len(a) > MAX_WORDS or len(b) > MAX_WORDS
    matcher = difflib.SequenceMatcher(None, a[:MAX_WORDS], b[:MAX_WORDS], autojunk=False)
    for what, a_from, a_to, b_from, b_to in matcher.get_opcodes():
        if what == "equal":
            yield escape(" ".join(a[a_from:a_to])) + " "
            continue
        if a_to > a_from:
            yield f"<del>{escape(' '.join(a[a_from:a_to]))}</del> "
        if b_to > b_from:
            yield f"<ins>{escape(' '.join(b[b_from:b_to]))}</ins> "
    if cut:
        yield f"… (the first {MAX_WORDS} words are compared)"


def _page(title: str, body: str) -> str:
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{_STYLE}</style><body>{body}</body></html>\n"
    )
