"""The rendered pages that designs are compared on, scored by a model that has not seen them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import click
import numpy as np

from pagecore import corpora
from pagecore.corpora.corpus import Corpus, Item, compute_digest, compute_fingerprint
from pagecore.corpora.rendered import find_rendered
from pagecore.errors import BadInput
from pagecore.measure.folds import list_hosts
from pagecore.models.model import Model, load
from pagecore.page.judging import Floats, NameWeights, decide, describe_blocks
from pagecore.page.page_file import load_page
from pagecore.train.default import DefaultTrainer
from pagecore.train.samples import PageSample, make_sample
from pagecore.train.write_model import write_model
from tools.layout_designs.seen_blocks import describe_seen_blocks
from tools.record_layouts import choose_sample

#: The collections that the shipped model is trained on.
LEARNED: Final = ("wcxb", "fundus", "readability", "forums")
SAMPLE: Final = "wcxb-sample"


@dataclass(frozen=True, eq=False)
class SeenSample:
    """A rendered page with labels, and what models see of it."""

    corpus: str
    page: PageSample
    quality: float
    #: The weights of names of the model that scored it.
    names: NameWeights
    #: The probability of each block.
    probability: Floats
    #: The visual columns and the features of the default extractor, one row per block.
    seen: Floats
    features: Floats


def load_sample(data: Path) -> Corpus:
    """The rendered pages of WCXB as a corpus."""
    wcxb = corpora.load("wcxb", data / "wcxb")
    rendered = find_rendered(data / "wcxb", SAMPLE)
    items = tuple(
        replace(item, rendered=rendered[item.id])
        for item in choose_sample(wcxb)
        if item.id in rendered
    )
    if not items:
        raise BadInput(f"WCXB is not rendered; run: python -m tools.record_layouts {SAMPLE}")
    digest = compute_digest(map(compute_fingerprint, items))
    return replace(wcxb, items=items, digest=digest, part="some sites")


def collect(corpus: Corpus, model: Model) -> Iterator[SeenSample]:
    """Label and describe the rendered pages of a corpus, scored by a model."""
    names = (model.array("near names"), model.array("far names"))
    for item in corpus.items:
        if not item.in_means or item.rendered is None:
            continue
        page = load_page(item.rendered)
        sample = make_sample(item, unspaced=corpus.metric == "words-unspaced", page=page)
        decision = decide(page, model.core, beta=1.0)
        probability = np.frombuffer(decision.probability, np.float32)
        if sample is None or not len(probability) or page.layout is None:
            continue
        seen = describe_seen_blocks(page, sample.blocks, probability)
        features = describe_blocks(page, names=names)[2]
        yield SeenSample(
            corpus.name, sample, page.layout.quality, names, probability, seen.T, features.T
        )


def train_without(data: Path, items: Sequence[Item], path: Path) -> Model:
    """Train the default extractor as it is shipped, but without the sites of some pages, unless
    `path` has that model already."""
    if not path.exists():
        sites = {site for item in items for site in (item.group, *list_hosts(item))}
        trainer = DefaultTrainer()
        samples: Mapping[str, Sequence[PageSample]] = {
            corpus.name: trainer.samples(
                replace(
                    corpus,
                    items=tuple(
                        item for item in corpus.items if not sites & {item.group, *list_hosts(item)}
                    ),
                )
            )
            for corpus in (corpora.load(name, data / name) for name in LEARNED)
        }
        parts = trainer.fit_parts(samples, seed=0, report=lambda step: click.echo(step))
        write_model(path, *parts)
    return load(path)
