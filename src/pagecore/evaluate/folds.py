"""Cross-validation: a page is measured with a model that has seen nothing of its site.

Pages are laid into folds by group, and what shares a group or a host shares a fold, also across
corpora: two collections may have pages of one site. Or each corpus is a fold, so that a model is
measured on a collection it knows nothing of. What may not be trained on is in no fold; it is
measured with a model of all the rest.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pagecore.corpora.corpus import Corpus, Item
from pagecore.corpora.reading import domain
from pagecore.errors import BadOption
from pagecore.evaluate.contenders import extracted
from pagecore.evaluate.output import Output
from pagecore.train import Trainer, trainers

#: A group that is written as a host; the names of publishers have no dot, or have spaces.
_HOST = re.compile(r"[\w-]+(\.[\w-]+)+")

#: A page: the name of its corpus, and its id there.
Place = tuple[str, str]


@dataclass(frozen=True)
class Folds:
    """Which fold a page is in."""

    #: What it is called in tables.
    name: str
    #: The pages that may be trained on.
    of: Mapping[Place, str]

    @property
    def digest(self) -> str:
        """16 hex digits over the assignment of pages to folds."""
        rows = "".join(f"{corpus}\t{page}\t{fold}\n" for (corpus, page), fold in self.of.items())
        ordered = "\n".join(sorted(rows.splitlines()))
        return hashlib.sha256(ordered.encode(errors="backslashreplace")).hexdigest()[:16]


def folded(corpora: Sequence[Corpus], cv: int | str, seed: int) -> Folds:
    """Lay the pages that may be trained on into folds.

    Args:
        corpora: all that take part.
        cv: how many folds, or `collections` for each corpus a fold.
        seed: which groups share a fold.
    """
    learned_from = [corpus for corpus in corpora if corpus.trainable]
    if cv == "collections":
        if len(learned_from) < 2:
            known = ", ".join(corpus.name for corpus in learned_from) or "none"
            raise BadOption(
                f"cv='collections' needs two corpora that may be trained on, here is {known}; "
                "name more with --corpus and --path"
            )
        of = {(one.name, item.id): one.name for one in learned_from for item in one.items}
        return Folds("over collections", of)
    if isinstance(cv, bool) or not isinstance(cv, int) or cv < 2:
        raise BadOption(f"cv={cv!r}: expected a number of folds from 2 on, or 'collections'")
    groups = _groups(learned_from)
    names = sorted(set(groups.values()), key=lambda name: _hash(f"{seed}\t{name}"))
    if len(names) < cv:
        raise BadOption(
            f"cv={cv}: there are {len(names)} groups (domains or publishers) that may be trained "
            "on, and a fold needs one at least"
        )
    # Dealt like cards, so that every fold has as many groups as any other, or one more.
    fold = {name: str(at % cv) for at, name in enumerate(names)}
    of = {place: fold[group] for place, group in groups.items()}
    return Folds(f"{cv}-fold by group", of)


def learned_of(methods: Sequence[str]) -> list[str]:
    """Those that are learned, which alone can be cross-validated; `BadOption` where none is."""
    known = trainers()
    found = [name for name in methods if name in known]
    if not found:
        given = ", ".join(methods) or "none"
        raise BadOption(
            f"no method that is given is learned ({given}), so there is nothing to cross-validate; "
            f"these are learned: {', '.join(sorted(known)) or 'none'}"
        )
    return found


@dataclass(frozen=True)
class Learned:
    """A method's models, a model a fold, each made when it is asked for."""

    method: str
    trainer: Trainer
    #: By corpus.
    samples: Mapping[str, Sequence[Any]]
    folds: Folds
    seed: int
    _models: dict[str | None, object] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        method: str,
        corpora: Sequence[Corpus],
        folds: Folds,
        seed: int,
        progress: Callable[[str, int], None],
    ) -> Learned:
        """Read the samples of all corpora that may be trained on."""
        known = trainers()

        def samples(corpus: Corpus) -> Sequence[Any]:
            what, total = f"{corpus.name}: samples for {method}", len(corpus.items)
            return known[method].samples(corpus, progress=lambda _: progress(what, total))

        read = {corpus.name: samples(corpus) for corpus in corpora if corpus.trainable}
        return cls(method, known[method], read, folds, seed)

    def model(self, place: Place) -> object:
        """The model for a page, which has seen no page of its fold."""
        fold = self.folds.of.get(place)
        if fold not in self._models:
            kept = {
                corpus: [one for one in samples if self.folds.of[corpus, one.id] != fold]
                for corpus, samples in self.samples.items()
            }
            known = {corpus: samples for corpus, samples in kept.items() if samples}
            if not known:
                raise BadOption(f"method {self.method!r}: there is nothing left to train on")
            self._models[fold] = self.trainer.fit(known, seed=self.seed)
        return self._models[fold]


@dataclass(frozen=True)
class CrossValidated:
    """A learned method, for every page with the model that knows nothing of it."""

    name: str
    version: str
    learned: Learned
    corpus: str
    kind: str = "method"

    def run(self, items: Sequence[Item]) -> Iterator[Output]:
        """Extract page by page; training is not timed."""
        for item in items:
            model = self.learned.model((self.corpus, item.id))
            yield extracted(item, self.learned.method, {"model": model})


def hosts(item: Item) -> list[str]:
    """Where a page is from, as far as its collection knows: the host of its URL, and its group
    where that is written as a host."""
    as_host = domain(f"//{item.group}") if _HOST.fullmatch(item.group) else None
    return [host for host in (domain(item.url), as_host) if host is not None]


def _groups(corpora: Sequence[Corpus]) -> dict[Place, str]:
    """The group of every page, by a name that does not depend on the order of pages or corpora.

    Groups that have a host in common are one, called by the first of its names.
    """
    leader: dict[str, str] = {}

    def find(name: str) -> str:
        leader.setdefault(name, name)
        while leader[name] != name:
            leader[name] = name = leader[leader[name]]
        return name

    named: dict[Place, str] = {}
    for corpus in corpora:
        for item in corpus.items:
            own = f"{corpus.name}\t{item.group or item.id}"
            named[corpus.name, item.id] = own
            for host in hosts(item):
                first, second = sorted((find(own), find(f"\t{host}")))
                leader[second] = first
    return {place: find(own) for place, own in named.items()}


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode(errors="backslashreplace")).hexdigest()
