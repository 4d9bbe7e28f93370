"""Compare designs that find the price of a page that declares none, and train the one in use.

    python -m tools.price_designs

scores four designs on the product pages of `products` and `swde`, with what the pages declare left
out, and records the entry `price designs` of the figures. Folds are by host. `--write` trains the
weights of the learned design on all pages and writes them into the package.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Final, TypeAlias

import click
import numpy as np
import numpy.typing as npt

from pagecore.corpora.corpus import Corpus
from pagecore.metadata import read_metadata, shown_price
from pagecore.metadata.amounts import Amounts, describe_amounts
from pagecore.metadata.shown_price import FEATURES, choose_price, find_heading, measure_amounts
from pagecore.page import parse
from tools.options import Tool, data_option, figures_option
from tools.record import describe_run, record, round_value
from tools.record_pages import RecordPage, find_fold, load_records

COLLECTIONS: Final = ("products", "swde")
N_FOLDS: Final = 5
#: Strength of the penalty on large weights, and the steps of training.
PENALTY: Final = 0.1
N_STEPS: Final = 400
STEP: Final = 0.05
WEIGHTS: Final = Path(shown_price.__file__).with_name("price_weights.json")
_NUMBER: Final = re.compile(r"\d[\d,]*(?:\.\d+)?")


@dataclass(frozen=True)
class PricedPage:
    """A page with its amounts and its gold prices."""

    collection: str
    host: str
    amounts: Amounts
    gold: frozenset[Decimal]


#: A design: the number of the chosen amount, or None.
Design: TypeAlias = Callable[[Amounts], "int | None"]


@click.command(cls=Tool)
@data_option
@figures_option
@click.option("--write", is_flag=True, help="Train on all pages, and write the weights.")
def main(data: Path, figures: Path, write: bool) -> None:
    """Compare the designs, and record the figures."""
    pages, loaded = _load_pages(data)
    measured = [
        _score(name, pages, dict.fromkeys(range(N_FOLDS), design))
        for name, design in DESIGNS.items()
    ]
    learned = {fold: _design_of(weights) for fold, weights in _train_folds(pages).items()}
    measured.append(_score("learned", pages, learned))
    for row in measured:
        click.echo(f"{row['design']}: {row['right']} by host {row['by_host']}")
    if write:
        weights = zip(FEATURES, train(pages).tolist(), strict=True)
        rounded = {name: round(value, 4) for name, value in weights}
        WEIGHTS.write_text(json.dumps(rounded, indent=1) + "\n", "utf-8")
    run = describe_run("python -m tools.price_designs", loaded)
    record("price designs", measured, provenance=run, path=figures)


def train_by_fold(data: Path) -> dict[int, npt.NDArray[np.float64]]:
    """Return the weights for the hosts of each fold, trained on the other folds."""
    pages, _ = _load_pages(data)
    return _train_folds(pages)


def _train_folds(pages: Sequence[PricedPage]) -> dict[int, npt.NDArray[np.float64]]:
    return {fold: train([page for page in pages if _fold(page) != fold]) for fold in range(N_FOLDS)}


def _load_pages(data: Path) -> tuple[list[PricedPage], list[Corpus]]:
    pages: list[PricedPage] = []
    loaded = []
    for name in COLLECTIONS:
        record_pages, corpus = load_records(data / name)
        pages += filter(None, (_read_page(name, page) for page in record_pages))
        loaded.append(corpus)
    return pages, loaded


def _read_page(collection: str, page: RecordPage) -> PricedPage | None:
    texts = page.record.get("price", ())
    gold = {Decimal(text.replace(",", "")) for price in texts for text in _NUMBER.findall(price)}
    if not gold:
        return None
    parsed = parse(page.html(), url=page.url)
    row = read_metadata(parsed).rows.get("title", -1)
    amounts = describe_amounts(parsed, find_heading(parsed, row))
    return PricedPage(collection, page.host, amounts, frozenset(gold))


def _fold(page: PricedPage) -> int:
    return find_fold(page.host, N_FOLDS)


def _score(
    name: str, pages: Sequence[PricedPage], designs: Mapping[int, Design]
) -> dict[str, object]:
    """The share of right prices by collection, and the mean over hosts, in all and by fold."""
    hosts: dict[str, list[bool]] = {}
    right: Counter[str] = Counter()
    for page in pages:
        at = designs[_fold(page)](page.amounts)
        is_right = at is not None and page.amounts.values[at] in page.gold
        hosts.setdefault(page.host, []).append(is_right)
        right[page.collection] += is_right
    n_pages = Counter(page.collection for page in pages)
    means = {host: float(np.mean(values)) for host, values in hosts.items()}
    by_fold = [
        [mean for host, mean in means.items() if find_fold(host, N_FOLDS) == fold]
        for fold in range(N_FOLDS)
    ]
    return {
        "design": name,
        "right": {name: [right[name], n_pages[name]] for name in COLLECTIONS},
        "by_host": round_value(float(np.mean(list(means.values())))),
        "by_fold": [round_value(float(np.mean(fold))) for fold in by_fold],
    }


# -- Designs ---------------------------------------------------------------------------------------


def choose_by_place(amounts: Amounts) -> int | None:
    """The first amount below the title that is not crossed out."""
    candidates = [
        at
        for at in range(len(amounts))
        if not amounts.is_struck[at] and amounts.values[at] and amounts.currencies[at]
    ]
    distance = amounts.distance
    return min(candidates, key=lambda at: (distance[at] < 0, abs(distance[at])), default=None)


def choose_by_name(amounts: Amounts) -> int | None:
    """The first amount whose classes name a price, and which is in no list."""
    score = (
        2.0 * amounts.is_named
        - 1.5 * amounts.is_other
        - 3.0 * amounts.is_struck
        - amounts.is_linked
        - amounts.is_aside
        - (amounts.n_alike > 1)
    )
    return int(np.argmax(score)) if len(amounts) else None


def choose_by_vote(amounts: Amounts) -> int | None:
    """The amount that the page repeats most, in different places."""
    score = amounts.n_same - 0.5 * amounts.n_alike
    return int(np.argmax(score)) if len(amounts) else None


DESIGNS: Final[dict[str, Design]] = {
    "place": choose_by_place,
    "names": choose_by_name,
    "vote": choose_by_vote,
}


def train(pages: Sequence[PricedPage]) -> npt.NDArray[np.float64]:
    """Train the weights of the learned design: a conditional logit over the amounts of a page, in
    which all pages of a host count as one."""
    n_of_host = Counter(page.host for page in pages)
    measured = [measure_amounts(page.amounts) for page in pages if len(page.amounts)]
    mean = np.concatenate(measured).mean(axis=0)
    spread = np.concatenate(measured).std(axis=0) + 1e-6
    samples = []
    for page in pages:
        is_gold = np.array([value in page.gold for value in page.amounts.values], np.bool_)
        if is_gold.any():
            columns = (measure_amounts(page.amounts) - mean) / spread
            samples.append((columns, is_gold, 1 / n_of_host[page.host]))
    weights = np.zeros(len(FEATURES))
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, N_STEPS + 1):
        gradient = 2 * PENALTY * weights
        for columns, is_gold, share in samples:
            odds = columns @ weights
            odds = np.exp(odds - odds.max())
            gold_odds = odds * is_gold
            gradient -= share * (columns.T @ (gold_odds / gold_odds.sum() - odds / odds.sum()))
        # Adam's rule, with its usual constants.
        first = 0.9 * first + 0.1 * gradient
        second = 0.999 * second + 0.001 * gradient**2
        weights = weights - STEP * (first / (1 - 0.9**step)) / (
            np.sqrt(second / (1 - 0.999**step)) + 1e-8
        )
    # Only differences of scores count, so the means can be left out.
    scaled: npt.NDArray[np.float64] = weights / spread
    return scaled


def _design_of(weights: npt.NDArray[np.float64]) -> Design:
    return lambda amounts: choose_price(amounts, weights)


if __name__ == "__main__":
    main()
