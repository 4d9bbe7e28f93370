"""Addresses: what links are joined to if the URL of a page is not passed, and if that is right.

A link is right if it has the same target as with `url=`. Before, only a `base` was used without it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final, TypeAlias

import numpy as np

from pagecore import Document, Page, parse
from pagecore.page.address import find_base, find_declared_address
from pagecore.page.urls import join_url
from tools.output_counts.pages import CountedPage

#: What the links of a page are joined to.
DECLARATIONS: Final = ("base", "saved-from comment", "canonical link", "og:url")
DIFFERENT_HOSTS: Final = "nothing: the hosts differ"
NOTHING: Final = "nothing is declared"

AddressCounts: TypeAlias = dict[str, Counter[str]]


def start_counts() -> AddressCounts:
    """Counts of no page, by what links are joined to."""
    return {name: Counter() for name in (*DECLARATIONS, DIFFERENT_HOSTS, NOTHING)}


def count_addresses(item: CountedPage, document: Document, counts: AddressCounts) -> Iterator[str]:
    """Add the links of a page that was extracted without `url=`; yields links that are wrong."""
    page = document.page
    of = counts[_name_declaration(page)]
    of["pages"] += 1
    known = parse(item.html(), url=item.url, encoding=item.encoding) if item.url else None
    n_wrong = 0
    for reference in _list_references(page, document):
        if join_url(None, reference) is not None:
            of["absolute"] += 1
            continue
        of["relative"] += 1
        target = page.resolve_url(reference)
        of["joined"] += target is not None
        if known is not None and target is not None:
            expected = known.resolve_url(reference)
            of["checked"] += 1
            of["right"] += target == expected
            if target != expected:
                n_wrong += 1
                yield f"{reference} is {target}, expected {expected}"
    of["pages with wrong links"] += n_wrong > 0
    of["relative in the output"] += sum(
        join_url(None, target) is None for target in _list_written(document)
    )


def _name_declaration(page: Page) -> str:
    if find_base(page, None) is not None:
        return "base"
    if page.url is not None:
        return "saved-from comment"
    declared = find_declared_address(page)
    if declared.warning is None:
        return NOTHING
    if declared.url is None:
        return DIFFERENT_HOSTS
    names = ("canonical link", "og:url")
    return next(name for name in names if f"is its {name}" in declared.warning.message)


def _list_references(page: Page, document: Document) -> Iterator[str]:
    """List the links to other pages in the content, as they are in the source."""
    content = document.parts[0].choice.content
    for row in np.flatnonzero(page.is_tag("a") & content).tolist():
        reference = (page.get(row, "href") or "").strip()
        if reference and not reference.startswith("#"):
            yield reference


def _list_written(document: Document) -> Iterator[str]:
    """List the targets of links to other pages in the output."""
    written = parse(document.html(images=False))
    for row in np.flatnonzero(written.is_tag("a")).tolist():
        target = written.get(row, "href") or ""
        if target and not target.startswith("#"):
            yield target
