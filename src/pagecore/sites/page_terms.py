"""The pages of a site with their terms: pages with text, and equal pages once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from hashlib import blake2b
from typing import NamedTuple

from pagecore.errors import WrapperError
from pagecore.page import Array, Page
from pagecore.page.counts import format_count
from pagecore.site import Site, parse_host
from pagecore.sites.pieces import Hashes, hash_texts
from pagecore.sites.terms import find_site_language, find_terms
from pagecore.store.xml_elements import UNWRITABLE


def find_host(page: Page) -> str:
    """Return the host of a page; empty if it has none that a wrapper can hold."""
    host = parse_host(page.url) if page.url else ""
    return "" if UNWRITABLE.search(host) else host


class PageTerms(NamedTuple):
    """A page, its host, and its terms with their rows."""

    page: Page
    host: str
    rows: Array
    terms: Hashes


class PageCounts:
    """How many pages of a site a method compares, and how many it leaves out."""

    def __init__(self) -> None:
        """Count later."""
        #: Number of all pages, of those without text, and of those with the text of another page.
        self.n_pages = self.n_empty = self.n_repeated = 0

    @property
    def n_compared(self) -> int:
        """The number of pages with different texts."""
        return self.n_pages - self.n_empty - self.n_repeated

    def expect_two(self) -> None:
        """Raise `WrapperError` unless two pages are compared."""
        if self.n_compared >= 2:
            return
        raise WrapperError(
            f"nothing was learned: {self.describe_few()}; this method compares at least two pages "
            "with different texts"
        )

    def describe_few(self) -> str:
        """Describe why fewer pages are compared than there are, or why there are few."""
        if not self.n_pages:
            return "there are no pages"
        if self.n_pages == 1:
            return "there is only one page"
        if self.n_empty == self.n_pages:
            return f"none of {format_count(self.n_pages, 'page')} has text"
        if 1 < self.n_compared == self.n_pages:
            return f"there are only {self.n_pages} pages"
        if self.n_compared > 1:
            return f"only {self.n_compared} of {self.n_pages} pages have texts of their own"
        if self.n_repeated:
            return f"the texts of the {self.n_pages - self.n_empty} pages with text are identical"
        return f"only one of {format_count(self.n_pages, 'page')} has text"

    def list_notes(self) -> tuple[str, ...]:
        """Remarks on pages that were left out."""
        notes = []
        if self.n_empty:
            notes.append(f"{self.n_empty} of {self.n_pages} pages have no text and were left out")
        if self.n_repeated:
            notes.append(
                f"{self.n_repeated} of {self.n_pages} pages have the text of another page and were "
                "left out"
            )
        return tuple(notes)


class DistinctPages(PageCounts):
    """The pages of a site with text; of pages whose blocks have the same texts, the first. Per
    page, a hash is kept."""

    def __init__(self, site: Site) -> None:
        """Iterate later; each iteration counts anew."""
        super().__init__()
        self._site = site

    def __iter__(self) -> Iterator[Page]:
        self.n_pages = self.n_empty = self.n_repeated = 0
        seen: set[bytes] = set()
        for page in self._site:
            self.n_pages += 1
            hashes = hash_texts(page)
            hashes = hashes[hashes > 0]
            if not len(hashes):
                self.n_empty += 1
                continue
            digest = blake2b(hashes.tobytes(), digest_size=8).digest()
            if digest in seen:
                self.n_repeated += 1
                continue
            seen.add(digest)
            yield page


class SitePages(PageCounts):
    """The pages of a site that methods compare. Each iteration parses them again.

    Pages without terms are left out, and so is a page whose terms are those of another page of its
    host. Per page, a hash is kept.
    """

    def __init__(self, site: Site, language: str | None = None) -> None:
        """Iterate later.

        Args:
            site: the pages.
            language: the language of stems and stop words; None to detect it in the first
                iteration.
        """
        super().__init__()
        self._site = site
        self._languages = None if language is None else Counter({language: 1})

    def __iter__(self) -> Iterator[PageTerms]:
        pages: Iterator[Page] = iter(self._site)
        if self._languages is None:
            self._languages, pages = find_site_language(pages)
        self.n_pages = self.n_empty = self.n_repeated = 0
        seen: set[bytes] = set()
        for page in pages:
            self.n_pages += 1
            rows, terms = find_terms(page, self.language)
            if not len(terms):
                self.n_empty += 1
                continue
            host = find_host(page)
            digest = blake2b(terms.tobytes() + host.encode(), digest_size=8).digest()
            if digest in seen:
                self.n_repeated += 1
                continue
            seen.add(digest)
            yield PageTerms(page, host, rows, terms)

    @property
    def language(self) -> str:
        """The most frequent language of the first pages; empty if it is not clear."""
        counts = self._languages or Counter()
        # A tie goes to the first, so that the result does not depend on the run.
        return max(counts, key=lambda code: counts[code], default="")

    def list_notes(self) -> tuple[str, ...]:
        """Remarks on pages that were left out, and on the languages."""
        notes = super().list_notes()
        known = {code: n for code, n in (self._languages or {}).items() if code}
        if len(known) > 1:
            listed = ", ".join(f"{code} ({n})" for code, n in known.items())
            languages = (
                f"the pages are in several languages: {listed}; words are stemmed as in "
                f"{self.language}"
            )
            return (*notes, languages)
        return notes
