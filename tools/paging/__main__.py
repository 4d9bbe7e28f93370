"""Measure links to other pages, and record the entries `paging` and `paging designs`.

python -m tools.paging
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from pagecore import corpora
from pagecore.corpora.corpus import Item
from pagecore.models.model import load
from pagecore.next_page import next_page
from pagecore.page import parse
from pagecore.pagination.next_page import find_next_page
from pagecore.pagination.page_links import find_page_links
from tools.options import Tool, data_option, figures_option
from tools.paging.designs import N_FOLDS, RULES, find_out_of_fold
from tools.paging.labels import LINKS, LabelledPage, make_key, read_paging, read_threads
from tools.record import describe_run, record, round_value, write_command

#: Languages with fewer pages are counted together.
MIN_PAGES = 3


@dataclass
class Counts:
    """Links that are right, wrong and missed."""

    right: int = 0
    wrong: int = 0
    missed: int = 0

    def add(self, wanted: frozenset[str], urls: Iterable[str], *, single: bool) -> None:
        """Count the links of a page. A single link is right if it has any of the addresses; a
        wrong one where there is one is wrong and missed."""
        keys = {make_key(url) for url in urls}
        n_right = len(keys & wanted)
        self.right += n_right
        self.wrong += len(keys - wanted)
        self.missed += int(bool(wanted) and not n_right) if single else len(wanted - keys)

    def describe(self) -> dict[str, float]:
        """The counts with precision and recall."""
        answered, labelled = self.right + self.wrong, self.right + self.missed
        return {
            "right": self.right,
            "wrong": self.wrong,
            "missed": self.missed,
            "precision": round_value(self.right / answered if answered else 0.0),
            "recall": round_value(self.right / labelled if labelled else 0.0),
        }


@click.command(cls=Tool)
@data_option
@figures_option
@click.pass_context
def main(context: click.Context, data: Path, figures: Path) -> None:
    """Measure links to the next, the previous and the numbered pages, and record the figures."""
    pages, paging = read_paging(data / "paging")
    threads, forums = read_threads(data / "forums")
    provenance = describe_run(write_command(context, "tools.paging"), model=load().digest)
    wcxb = corpora.load("wcxb", data / "wcxb")
    about = {"pages": len(wcxb.items), "digest": wcxb.digest}
    provenance["corpora"] = {"paging": paging, "forums": forums, "wcxb": about}
    measured = {
        "links": measure_links(pages),
        "languages": measure_languages(pages),
        "threads": count_next(threads, map(_find_next, threads)).describe(),
        "followed": count_followed(wcxb.items),
    }
    record("paging", measured, provenance=provenance, path=figures)
    provenance = {**provenance, "corpora": {"paging": paging}}
    record("paging designs", compare_designs(pages), provenance=provenance, path=figures)


def measure_links(pages: Sequence[LabelledPage]) -> list[dict[str, Any]]:
    """Count the links of each kind."""
    counts = {name: Counts() for name in LINKS}
    for labelled in pages:
        links = find_page_links(labelled.page)
        urls = {
            "next": [links.next.link.url] if links.next else [],
            "previous": [links.previous.link.url] if links.previous else [],
            "numbered": [link.url for link in links.numbered],
        }
        for name in LINKS:
            counts[name].add(labelled.links[name], urls[name], single=name != "numbered")
    return [{"links": name} | counts[name].describe() for name in LINKS]


def measure_languages(pages: Sequence[LabelledPage]) -> list[dict[str, Any]]:
    """Count the links to next pages by language; rare languages together."""
    by_language: dict[str, list[LabelledPage]] = defaultdict(list)
    for labelled in pages:
        by_language[labelled.language].append(labelled)
    rare = [name for name, members in by_language.items() if len(members) < MIN_PAGES]
    others = [labelled for name in rare for labelled in by_language.pop(name)]
    rows = sorted(by_language.items(), key=lambda item: (-len(item[1]), item[0]))
    return [
        {"language": name, "pages": len(members)}
        | count_next(members, map(_find_next, members)).describe()
        for name, members in [*rows, (", ".join(sorted(rare)), others)]
    ]


def compare_designs(pages: Sequence[LabelledPage]) -> list[dict[str, Any]]:
    """Count the links to next pages that each design finds."""
    rows = [
        {"design": name} | count_next(pages, [find(page.page) for page in pages]).describe()
        for name, find in RULES.items()
    ]
    learned = count_next(pages, find_out_of_fold(pages)).describe()
    name = f"logistic model of link features, out of fold ({N_FOLDS} folds by host)"
    rows.insert(-1, {"design": name} | learned)
    return rows


def count_followed(items: Iterable[Item]) -> list[dict[str, Any]]:
    """Count the pages of each type with a link to a next page of an article, and those on which it
    is followed, because the page is not a list."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for item in items:
        page = parse(item.html(), url=item.url, encoding=item.encoding)
        of_type = counts[item.gold.page_type or ""]
        of_type["pages"] += 1
        if find_next_page(page) is not None:
            of_type["link"] += 1
            of_type["followed"] += next_page(page) is not None
    return [
        {"type": name} | {key: of_type[key] for key in ("pages", "link", "followed")}
        for name, of_type in sorted(counts.items())
    ]


def count_next(pages: Sequence[LabelledPage], urls: Iterable[str | None]) -> Counts:
    """Count right, wrong and missed next pages."""
    counts = Counts()
    for labelled, url in zip(pages, urls, strict=True):
        counts.add(labelled.links["next"], [] if url is None else [url], single=True)
    return counts


def _find_next(labelled: LabelledPage) -> str | None:
    next_link = find_page_links(labelled.page).next
    return None if next_link is None else next_link.link.url


if __name__ == "__main__":
    main()
