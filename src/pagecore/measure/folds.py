"""Cross-validation: a page is measured with a model that has seen nothing of its site.

Pages are laid into folds by group, and what shares a group or a host shares a fold, also across
corpora: two collections may have pages of one site. Or each corpus is a fold, so that a model is
measured on a collection it knows nothing of. What may not be trained on is in no fold; it is
measured with a model of all the rest.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pagecore.corpora.corpus import Corpus, Item
from pagecore.corpora.reader import read_domain
from pagecore.errors import BadOption

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
        cv: how many folds, `groups` for a fold for each group, or `collections` for each corpus a
            fold.
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
    groups = _groups(learned_from)
    names = sorted(set(groups.values()), key=lambda name: _hash(f"{seed}\t{name}"))
    if cv == "groups":
        cv = len(names)
    if isinstance(cv, bool) or not isinstance(cv, int) or cv < 2:
        raise BadOption(
            f"cv={cv!r}: expected a number of folds from 2 on, 'groups' or 'collections'"
        )
    if len(names) < cv:
        raise BadOption(
            f"cv={cv}: there are {len(names)} groups (domains or publishers) that may be trained "
            "on, and a fold needs one at least"
        )
    # Dealt like cards, so that every fold has as many groups as any other, or one more.
    fold = {name: str(at % cv) for at, name in enumerate(names)}
    of = {place: fold[group] for place, group in groups.items()}
    return Folds(f"{cv}-fold by group", of)


def hosts(item: Item) -> list[str]:
    """Where a page is from, as far as its collection knows: the host of its URL, and its group
    where that is written as a host."""
    as_host = read_domain(f"//{item.group}") if _HOST.fullmatch(item.group) else None
    return [host for host in (read_domain(item.url), as_host) if host is not None]


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
