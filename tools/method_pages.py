"""The pages of methods in docs/methods: what a command can write of them.

    python -m tools.method_pages

writes into every docs/methods/NAME.md, between its marks, the parameters, the published figures and
the sweep, and draws NAME.svg, an example page with the method's score of each block, and
NAME-sweep.svg, what the values that were tried are worth.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any, Final

import click
import numpy as np

from pagecore.choice import Choice
from pagecore.errors import BadInput
from pagecore.evaluate.plots import COLOURS, lines
from pagecore.models.model import load
from pagecore.page import Array, Page, parse
from pagecore.registry import Method, methods, quality
from tools import sweep
from tools.path_option import path_option
from tools.readme import marked

EXAMPLE: Final = Path("examples/article.html")
#: Blocks of the example that are drawn, and what each takes.
MOST_BLOCKS: Final = 44
WIDTH, LINE, BAR = 760, 18, 80
LETTERS: Final = 80


def write_page(method: Method, docs: Path, example: Page) -> None:
    """Write all of a method's page that a command knows."""
    path = docs / f"{method.name}.md"
    _put(path, "parameters", parameters(method))
    _put(path, "quality", figures(method))
    choice = method(example)
    (docs / f"{method.name}.svg").write_text(picture(example, choice), encoding="utf-8")
    record = sweep.path_of(method.name, docs)
    if method.sweep and record.is_file():
        tried = json.loads(record.read_text("utf-8"))
        if len(tried["tried"]) != len(sweep.combinations(method)):
            raise BadInput(f"{record}: other values were swept; do it again: {sweep.COMMAND}")
        _put(path, "sweep", swept(method, tried))
        (docs / f"{method.name}-sweep.svg").write_text(plot(method, tried), encoding="utf-8")


def _put(path: Path, part: str, told: Sequence[str]) -> None:
    begin, end = f"<!-- {part}:begin -->", f"<!-- {part}:end -->"
    before, after = marked(path, begin, end)
    path.write_text("\n".join([before + begin, *told, end]) + after, encoding="utf-8")


# ---------------------------------------------------------------- tables


def parameters(method: Method) -> list[str]:
    """A line for each parameter."""
    lines = ["| parameter | default | may be | what it is |", "|---|---|---|---|"]
    for one in method.parameters.values():
        default = "" if one.default is None else f"`{one.default}`"
        lines.append(f"| `{one.name}` | {default} | {one.expected} | {one.doc} |")
    return lines


def figures(method: Method) -> list[str]:
    """The published figures of a method, beside those of the default."""
    own, learned = quality(method.name), quality("default")
    lines = ["| pages, metric | " + method.name + " | default |", "|---|--:|--:|"]
    for heading in {**learned, **own}:
        cells = [f"{of[heading]:.3f}" if heading in of else "" for of in (own, learned)]
        lines.append(f"| {heading} | {' | '.join(cells)} |")
    told = [*lines, "", "Written by `make readme`, which measures all methods."]
    return [*told, *_by_word(method)] if "model" in method.parameters else told


def _by_word(method: Method) -> list[str]:
    """What the file of a learned method's model tells of each word of a parameter, such as a
    learner, by cross-validation."""
    way = load(method=method.name).metadata["validation"][0]
    lines = []
    for name, parameter in method.parameters.items():
        for word in parameter.bounds or () if isinstance(parameter.default, str) else ():
            for corpus, of in way["corpora"].items():
                known = of[name][word]
                cells = [f"{known[figure]:.3f}" for figure in ("F1", "P", "R")]
                lines.append(f"| `{name}={word}` | {corpus} | {' | '.join(cells)} |")
    head = ["| | pages | word F1 | precision | recall |", "|---|---|--:|--:|--:|"]
    how = f"Cross-validated {way['folds']} (folds `{way['digest']}`), as the model's file tells."
    return ["", *head, *lines, "", how]


def swept(method: Method, record: Mapping[str, Any]) -> list[str]:
    """The combinations that were tried, the best first."""
    corpora = list(record["corpora"])
    names = list(method.sweep)
    heads = [*(f"`{name}`" for name in names), *corpora]
    told = [f"| {' | '.join(heads)} |", "|" + "---|" * len(names) + "--:|" * len(corpora)]
    ordered = sorted(record["tried"], key=lambda one: -sum(one[name] for name in corpora))
    for one in ordered:
        values = [f"`{one['parameters'][name]}`" for name in names]
        told.append(f"| {' | '.join([*values, *(f'{one[name]:.3f}' for name in corpora)])} |")
    held = ", ".join(f"{name} {of['f1']:.3f}" for name, of in record["corpora"].items())
    return [
        f"![What each value is worth at best]({method.name}-sweep.svg)",
        "",
        *told,
        "",
        f"Word F1. Out of fold ({record['folds']}, folds `{record['digest']}`): {held}.",
        f"Written by `python -m tools.sweep {method.name}` and `python -m tools.method_pages`.",
    ]


# ---------------------------------------------------------------- drawings


def plot(method: Method, record: Mapping[str, Any]) -> str:
    """For each value of each parameter the best that a combination with it reaches."""
    labels: list[str] = []
    gaps: list[int] = []
    series: dict[str, list[float]] = {name: [] for name in record["corpora"]}
    for name, values in method.sweep.items():
        gaps.append(len(labels))
        for value in values:
            labels.append(f"{name} {value}" if len(method.sweep) > 1 else str(value))
            of = [one for one in record["tried"] if one["parameters"][name] == value]
            for corpus, reached in series.items():
                reached.append(max(one[corpus] for one in of))
    return lines(labels, series, gaps)


def picture(page: Page, choice: Choice) -> str:
    """The blocks of a page from top to bottom: the score of each as a bar, the method's own first
    quantity as another, and the text, which is dark where the block is kept."""
    blocks = page.blocks
    read = np.flatnonzero((blocks.hidden == 0) & (blocks.words > 0))[:MOST_BLOCKS].tolist()
    columns: dict[str, Array] = {"score": choice.score}
    columns |= dict(itertools.islice(choice.evidence.items(), 1))
    drawn = [_named(list(columns))]
    most = [1.0, *(_most(page, read, column) for column in list(columns.values())[1:])]
    for at, block in enumerate(read, start=1):
        values = [_of_block(page, block, column) for column in columns.values()]
        kept = bool(_of_block(page, block, choice.content))
        shares = [value / greatest for value, greatest in zip(values, most, strict=True)]
        drawn.append(_row(LINE * at, values, shares, _text(page, block), kept=kept))
    height = LINE * (len(read) + 1) + LINE // 2
    return (
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" xmlns="http://www.w3.org/2000/svg" '
        'font-family="sans-serif" font-size="12">'
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>' + "".join(drawn) + "</svg>"
    )


def _of_block(page: Page, block: int, column: Array) -> float:
    """The greatest value of a block's own rows: elements around texts may have values of their own,
    which are of more than the block."""
    first, last = int(page.blocks.first[block]), int(page.blocks.last[block])
    rows = slice(first, last + 1)
    is_leaf = page.end[rows] == np.arange(first + 1, last + 2)
    return float(column[rows][is_leaf].max(initial=0))


def _most(page: Page, blocks: Sequence[int], column: Array) -> float:
    return max((_of_block(page, block, column) for block in blocks), default=0) or 1.0


def _text(page: Page, block: int) -> str:
    rows = range(int(page.blocks.first[block]), int(page.blocks.last[block]) + 1)
    text = " ".join("".join(page.text(row) for row in rows if page.tag[row] == 0).split())
    return text if len(text) <= LETTERS else text[: LETTERS - 1] + "…"


def _named(names: Sequence[str]) -> str:
    return "".join(
        f'<text x="{8 + at * (BAR + 8)}" y="{LINE - 5}" fill="#666">{escape(name)}</text>'
        for at, name in enumerate(names)
    )


def _row(
    top: int, values: Sequence[float], shares: Sequence[float], text: str, *, kept: bool
) -> str:
    bars = "".join(
        f'<rect x="{8 + at * (BAR + 8)}" y="{top + 3}" width="{BAR * share:.1f}" '
        f'height="{LINE - 6}" fill="{COLOURS[at] if kept else "#bbb"}">'
        f"<title>{value:.3f}</title></rect>"
        for at, (value, share) in enumerate(zip(values, shares, strict=True))
    )
    left, colour = 16 + len(values) * (BAR + 8), "#111" if kept else "#999"
    return f'{bars}<text x="{left}" y="{top + LINE - 5}" fill="{colour}">{escape(text)}</text>'


@click.command()
@path_option("--docs", sweep.DOCS, "The folder of the pages.")
@path_option("--example", EXAMPLE, "The page to draw.")
def main(docs: Path, example: Path) -> None:
    """Write the generated parts of the pages of methods."""
    page = parse(example.read_bytes())
    for method in methods("page"):
        if (docs / f"{method.name}.md").is_file():
            write_page(method, docs, page)
            click.echo(f"{docs / method.name}.md")


if __name__ == "__main__":
    main()
