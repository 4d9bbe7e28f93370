"""Models of the default extractor that have not seen the pages on which groups are measured.

The shipped model was trained on WCXB and `forums`, so on these pages there is little left to
correct. Each base leaves out all pages of some hosts, and is measured on these pages only.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from pagecore.corpora.corpus import Corpus, Item
from pagecore.measure.folds import list_hosts
from pagecore.train.default import DefaultTrainer
from pagecore.train.settings import Settings
from pagecore.train.write_model import write_model

#: The collections that the default extractor is trained on.
TRAINED_ON: Final = ("wcxb", "fundus", "readability", "forums")
#: Page types that are mostly groups.
GROUPED: Final = ("forum", "listing", "collection")
#: Number of pages of WCXB, of all types, that the first base leaves out.
N_SAMPLE: Final = 300
#: The bases, each with the number of parts of its training pages (see `Settings.parts`; fewer are
#: faster), in the order in which they are used: a page is measured with the first that left it out.
BASES: Final = {"sample": 4, "half": 2, "rest": 2}


def name_hosts(item: Item) -> set[str]:
    """The hosts and the group of a page."""
    return {*list_hosts(item), *([item.group] if item.group else [])}


def choose_sample(corpus: Corpus) -> set[str]:
    """Choose hosts in the order of a digest of their names, until they have enough pages."""
    sites: dict[str, list[Item]] = {}
    for item in corpus.items:
        if item.in_means:
            sites.setdefault(item.group or item.id, []).append(item)
    chosen: list[Item] = []
    for site in sorted(sites, key=lambda name: hashlib.sha256(name.encode()).hexdigest()):
        if len(chosen) >= N_SAMPLE:
            break
        chosen += sites[site]
    return {host for item in chosen for host in name_hosts(item)}


def choose_half(wcxb: Corpus, forums: Corpus, *, rest: bool = False) -> set[str]:
    """Choose half of the forums, and half of the hosts of WCXB with grouped pages that are not in
    the sample; with `rest`, the other half."""
    sampled = choose_sample(wcxb)
    grouped = [
        item
        for item in wcxb.items
        if item.gold.page_type in GROUPED and not name_hosts(item) & sampled
    ]
    chosen = (item for item in (*grouped, *forums.items) if _is_even(item.group or item.id) != rest)
    return {host for item in chosen for host in name_hosts(item)}


def _is_even(name: str) -> bool:
    return hashlib.sha256(f"groups {name}".encode()).digest()[0] % 2 == 0


def leave_out(name: str, corpora: Mapping[str, Corpus]) -> dict[str, list[Item]]:
    """The pages that a base has not seen, by corpus."""
    wcxb, forums = corpora["wcxb"], corpora["forums"]
    if name == "sample":
        hosts = choose_sample(wcxb)
    else:
        hosts = choose_half(wcxb, forums, rest=name == "rest")
    return {
        corpus.name: [item for item in corpus.items if name_hosts(item) & hosts]
        for corpus in corpora.values()
    }


def train_base(
    name: str, corpora: Sequence[Corpus], path: Path, report: Callable[[str], None]
) -> None:
    """Train a base, and write its model."""
    left_out = leave_out(name, {corpus.name: corpus for corpus in corpora})
    trainer = DefaultTrainer(Settings(parts=BASES[name]))
    samples = {}
    for corpus in corpora:
        unseen = {item.id for item in left_out[corpus.name]}
        seen = tuple(item for item in corpus.items if item.id not in unseen)
        samples[corpus.name] = trainer.samples(replace(corpus, items=seen))
    path.parent.mkdir(parents=True, exist_ok=True)
    write_model(path, *trainer.fit_parts(samples, seed=0, report=report))
