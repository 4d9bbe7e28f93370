"""Folds: how pages are split for cross-validation.

Pages are split by group. Pages that share a group or a host are in the same fold, even across
corpora, because two collections may have pages of one site. Alternatively each corpus is a fold, so
that a model is measured on a collection that it was not trained on. A corpus that may not be
trained on is in no fold; it is measured with a model of all folds.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pagecore.corpora.corpus import Corpus, Item
from pagecore.corpora.reader import read_domain
from pagecore.errors import BadOption, show_value

#: A group that is a host. Names of publishers have no dot, or have spaces.
_HOST = re.compile(r"[\w-]+(\.[\w-]+)+")

#: A page: the name of its corpus, and its id there.
Place = tuple[str, str]


@dataclass(frozen=True)
class Folds:
    """The fold of each page."""

    #: The name of the split in tables.
    name: str
    #: By page; pages that may not be trained on are missing.
    fold_of: Mapping[Place, str]

    @property
    def digest(self) -> str:
        """16 hex digits over the assignment of pages to folds."""
        rows = "".join(
            f"{corpus}\t{page}\t{fold}\n" for (corpus, page), fold in self.fold_of.items()
        )
        ordered = "\n".join(sorted(rows.splitlines()))
        return hashlib.sha256(ordered.encode(errors="backslashreplace")).hexdigest()[:16]


def split_folds(
    corpora: Sequence[Corpus], cv: int | str, seed: int, *, tuning: bool = False
) -> Folds:
    """Split the pages that may be trained on into folds.

    Args:
        corpora: the corpora that take part.
        cv: number of folds, `groups` for one fold per group, or `collections` for one per corpus.
        seed: random seed; it decides which groups share a fold.
        tuning: whether the folds are for choosing parameters, which some corpora allow although
            no model may be trained on them.
    """
    learned_from = [corpus for corpus in corpora if corpus.trainable or (tuning and corpus.tunable)]
    if cv == "collections":
        if len(learned_from) < 2:
            known = ", ".join(corpus.name for corpus in learned_from) or "none"
            raise BadOption(
                f"cv='collections' needs two corpora that may be trained on (here: {known}); "
                "add more with --corpus and --path"
            )
        fold_of = {
            (corpus.name, item.id): corpus.name for corpus in learned_from for item in corpus.items
        }
        return Folds("over collections", fold_of)
    groups = _groups(learned_from)
    names = sorted(set(groups.values()), key=lambda name: _hash(f"{seed}\t{name}"))
    if cv == "groups":
        cv = len(names)
    if isinstance(cv, bool) or not isinstance(cv, int) or cv < 2:
        raise BadOption(
            f"cv={show_value(cv)}: expected an integer of at least 2, 'groups' or 'collections'"
        )
    if len(names) < cv:
        raise BadOption(
            f"cv={cv}: there are {len(names)} groups (domains or publishers) that may be trained "
            "on, and each fold needs at least one"
        )
    # Dealt like cards, so that the numbers of groups differ by one at most.
    fold = {name: str(at % cv) for at, name in enumerate(names)}
    fold_of = {place: fold[group] for place, group in groups.items()}
    return Folds(f"{cv}-fold by group", fold_of)


def list_hosts(item: Item) -> list[str]:
    """The known hosts of a page: that of its URL, and its group if that is a host."""
    as_host = read_domain(f"//{item.group}") if _HOST.fullmatch(item.group) else None
    return [host for host in (read_domain(item.url), as_host) if host is not None]


def _groups(corpora: Sequence[Corpus]) -> dict[Place, str]:
    """The group of every page, named independently of the order of pages and corpora.

    Groups that share a host are merged and get the first of their names.
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
            for host in list_hosts(item):
                first, second = sorted((find(own), find(f"\t{host}")))
                leader[second] = first
    return {place: find(own) for place, own in named.items()}


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode(errors="backslashreplace")).hexdigest()
