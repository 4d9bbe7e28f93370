"""Measure rules for the language of a content, and record the entry `languages`.

python -m tools.languages
"""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import click

from pagecore import corpora, extract
from pagecore.corpora.corpus import Item
from pagecore.errors import CorpusError
from pagecore.models.model import load
from pagecore.page import parse
from tools.languages.designs import RULES, USED
from tools.options import Tool, data_option, figures_option
from tools.record import describe_run, record, round_value, write_command

LABELS: Final = Path(__file__).with_name("labels.tsv")
#: The label of a page without text in a language.
NO_LANGUAGE: Final = "-"
#: Rules that the table by language shows.
SHOWN: Final = ("declared language alone", "whatlang on the whole text (before)", USED)


class Answer(NamedTuple):
    """The languages of a page: its gold, and those by every rule."""

    collection: str
    page: str
    gold: str
    by_rule: Mapping[str, str | None]

    def is_right(self, rule: str) -> bool:
        """Whether a rule agrees with the gold."""
        return self.by_rule[rule] == self.gold


@click.command(cls=Tool)
@data_option
@figures_option
@click.pass_context
def main(context: click.Context, data: Path, figures: Path) -> None:
    """Measure rules for the language of a content, and record the figures."""
    loaded = [corpora.load(name, data / name) for name in ("fundus", "sites")]
    fundus, sites = (corpus.items for corpus in loaded)
    golds = [("fundus", item, item.gold.language) for item in fundus if item.gold.language]
    golds += [("sites", item, language) for item, language in match_labels(sites, read_labels())]
    answers = [answer_page(collection, item, gold) for collection, item, gold in golds]
    run = describe_run(write_command(context, "tools.languages"), loaded, model=load().digest)
    measured: dict[str, list[dict[str, Any]]] = {
        "designs": count_designs(answers),
        "languages": count_languages(answers),
        "wrong": [
            {"page": f"{answer.collection}/{answer.page}", "gold": answer.gold}
            | {"language": answer.by_rule[USED]}
            for answer in answers
            if not answer.is_right(USED)
        ],
    }
    record("languages", measured, provenance=run, path=figures)
    for row in [*measured["designs"], *measured["languages"], *measured["wrong"]]:
        click.echo("  ".join(str(value) for value in row.values()))


def read_labels(path: Path = LABELS) -> dict[str, str]:
    """Read the labelled language of each page of `sites`."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {row["page"]: row["language"] for row in rows}


def match_labels(items: Iterable[Item], labels: Mapping[str, str]) -> Iterator[tuple[Item, str]]:
    """Return the labelled pages that have text in a language, with their labels."""
    by_id = {item.id: item for item in items}
    for page, language in labels.items():
        if page not in by_id:
            raise CorpusError(f"{LABELS.name}: the corpus `sites` has no page {page!r}")
        if language != NO_LANGUAGE:
            yield by_id[page], language


def answer_page(collection: str, item: Item, gold: str) -> Answer:
    """Apply every rule to a page."""
    document = extract(parse(item.html(), url=item.url, encoding=item.encoding))
    by_rule = {name: rule(document) for name, rule in RULES.items()}
    return Answer(collection, item.id, gold, by_rule)


def count_designs(answers: Sequence[Answer]) -> list[dict[str, Any]]:
    """The share of right pages of each collection, by rule."""
    collections = sorted({answer.collection for answer in answers})
    return [
        {"design": rule}
        | {
            name: _share(rule, [answer for answer in answers if answer.collection == name])
            for name in collections
        }
        for rule in RULES
    ]


def count_languages(answers: Iterable[Answer]) -> list[dict[str, Any]]:
    """The share of right pages of each language, by rule; the most frequent language first."""
    by_language: dict[tuple[str, str], list[Answer]] = defaultdict(list)
    for answer in answers:
        by_language[answer.collection, answer.gold].append(answer)
    ordered = sorted(by_language.items(), key=lambda pair: (pair[0][0], -len(pair[1]), pair[0][1]))
    return [
        {"collection": collection, "language": language, "pages": len(pages)}
        | {rule: _share(rule, pages) for rule in SHOWN}
        for (collection, language), pages in ordered
    ]


def _share(rule: str, answers: Sequence[Answer]) -> float:
    return round_value(sum(answer.is_right(rule) for answer in answers) / len(answers))


if __name__ == "__main__":
    main()
