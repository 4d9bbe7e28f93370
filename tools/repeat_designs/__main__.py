"""Measure the designs, and record the figures."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import click

from pagecore import Choice, Page, corpora, extract, parse
from pagecore.corpora.corpus import Corpus
from pagecore.metrics.words import score_words
from pagecore.steps.pipeline import exclude_steps
from tools.options import Tool, data_option, figures_option
from tools.record import describe_run, record, round_value, write_command
from tools.repeat_designs.composites import Composite, make_composites
from tools.repeat_designs.designs import ARTICLES, COPIES

ENTRY: Final = "repeat designs"
CORPORA: Final = "wcxb,fundus,readability,sites"
#: The rules: the step that is left out, its designs, and the composite pages that show them.
RULES: Final = {
    "copies": (COPIES, ("same", "other middle")),
    "articles": (ARTICLES, ("other article",)),
}


def measure_rule(
    step: str,
    designs: Mapping[str, Callable[[Page, Choice], Choice]],
    kinds: Sequence[str],
    loaded: Sequence[Corpus],
    composites: Sequence[Composite],
) -> list[dict[str, Any]]:
    """Measure the designs of a rule on pages and on composite pages."""
    steps = exclude_steps([step])
    scores: dict[tuple[str, str], list[float]] = defaultdict(list)
    changed: dict[str, list[float]] = defaultdict(list)
    for corpus in loaded:
        for item in corpus.items:
            if item.gold.text is None or not item.in_means:
                continue
            page, choice = extract(
                parse(item.html(), url=item.url, encoding=item.encoding), steps=steps
            ).parts[-1]
            for name, design in designs.items():
                text = page.render(design(page, choice).content)
                scores[name, corpus.name].append(
                    score_words(item.gold.text, text, unspaced=True).f1
                )
                gain = scores[name, corpus.name][-1] - scores["no rule", corpus.name][-1]
                changed[name] += [gain] if abs(gain) > 1e-9 else []
    for composite in (made for made in composites if made.kind in kinds):
        page, choice = extract(composite.html, url=composite.url, steps=steps).parts[-1]
        for name, design in designs.items():
            text = page.render(design(page, choice).content)
            scores[name, composite.kind].append(score_words(composite.gold, text, unspaced=True).f1)
    return [
        {
            "rule": step,
            "design": name,
            "better": sum(gain > 0 for gain in changed[name]),
            "worse": sum(gain < 0 for gain in changed[name]),
            "f1": {
                pages: round_value(sum(values) / len(values))
                for (design, pages), values in scores.items()
                if design == name
            },
            "pages": {
                pages: len(values) for (design, pages), values in scores.items() if design == name
            },
        }
        for name in designs
    ]


@click.command(cls=Tool)
@click.option("--corpora", "names", default=CORPORA, show_default=True, help="Comma-separated.")
@data_option
@figures_option
@click.pass_context
def main(context: click.Context, names: str, data: Path, figures: Path) -> None:
    """Compare designs of the rules for repeated text and other articles, and record them."""
    loaded = [corpora.load(name, data / name) for name in names.split(",")]
    composites = list(make_composites(loaded))
    rows = [
        row
        for step, (designs, kinds) in RULES.items()
        for row in measure_rule(step, designs, kinds, loaded, composites)
    ]
    run = describe_run(write_command(context, "tools.repeat_designs"), loaded)
    record(ENTRY, rows, provenance=run, path=figures)


if __name__ == "__main__":
    main()
