"""Build the collection: read all pages, choose queries, take them out, check that they are gone."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from pagecore.extract import extract
from pagecore.page import Page
from pagecore.page.parse import parse
from tools.known_items.candidates import (
    ANCHOR,
    HEADING,
    KINDS,
    QUESTION,
    TITLE,
    Candidates,
    can_answer,
    choose_title,
    contains_phrase,
    find_candidates,
)
from tools.known_items.collection import Collection, CollectionPage, digest_source_text
from tools.known_items.pages import (
    SourcePage,
    digest_text,
    find_duplicates,
    normalise_url,
    sketch_text,
)
from tools.known_items.phrases import split_phrase
from tools.known_items.removal import (
    Query,
    find_leftover,
    find_linked_leftover,
)

#: Distinct terms without stop words that a query needs, and that its page must still have.
MIN_TERMS: Final = 2
MAX_WORDS: Final = 25
#: A term on at most this share of the pages is rare; a query needs one. One on more than
#: `COMMON_TERM` of the pages does not count among the terms that a query needs. On few pages, terms
#: on `N_RARE` and `N_COMMON` of them are.
RARE_TERM, COMMON_TERM = 0.01, 0.05
N_RARE, N_COMMON = 10, 30


@dataclass(frozen=True)
class Limits:
    """How many queries are chosen."""

    per_kind: int = 400
    #: Pages of one site with queries of one kind.
    per_site: int = 30
    #: Of one kind, for one page.
    per_page: int = 1
    seed: int = 0


@dataclass(frozen=True)
class _ReadPage:
    page: CollectionPage
    candidates: Candidates
    url: str | None
    terms: frozenset[int]
    can_answer: bool


def build_collection(
    part: str,
    sources: Iterable[SourcePage],
    limits: Limits,
    report: Callable[[str], None] = lambda text: None,
) -> tuple[Collection, dict[str, Any]]:
    """Build a collection, and count what was left out."""
    kept = {source.id: source for source in sources}
    n_all = len(kept)
    read, sketches = _read_pages(kept)
    kept = {page: kept[page] for page in read}
    report(f"{n_all} pages, {len(read)} of them once")
    duplicates = find_duplicates(sketches)
    pages = tuple(of.page for of in read.values())
    queries = choose_queries(read, limits)
    collection = Collection(part, pages, queries, {}, kept)
    report(f"{len(queries)} queries chosen")
    collection, left = _drop_leftovers(collection)
    answers = {
        query.id: (query.page, *sorted(duplicates.get(query.page, ())))
        for query in collection.queries
    }
    counts = Counter(query.kind for query in collection.queries)
    about = {
        "seed": limits.seed,
        "pages": len(pages),
        "copies_left_out": n_all - len(pages),
        "queries": dict(sorted(counts.items())),
        "queries_left_out": dict(sorted(left.items())),
        "queries_with_near_duplicates": sum(len(of) > 1 for of in answers.values()),
    }
    return replace(collection, answers=answers), about


def _read_pages(sources: Mapping[str, SourcePage]) -> tuple[dict[str, _ReadPage], dict[str, Any]]:
    """Read all pages, without those whose URL or whose text another page has."""
    read: dict[str, _ReadPage] = {}
    sketches: dict[str, Any] = {}
    seen: set[str] = set()
    for source in sources.values():
        page = source.load()
        url = normalise_url(source.item.url)
        keys = {key for key in (url, digest_text(page)) if key is not None}
        if keys & seen:
            continue
        seen |= keys
        document = extract(page)
        # The gold of some collections has three letters; two are enough for all stemmers.
        language = document.language or source.item.gold.language
        known = CollectionPage(source.id, source.item.url, source.item.group or source.id, language)
        candidates, terms = find_candidates(page, source.item), _list_terms(page, language)
        read[source.id] = _ReadPage(
            known, candidates, url, frozenset(terms), can_answer(source.item)
        )
        sketches[source.id] = sketch_text(document.text)
    return read, sketches


def choose_queries(read: Mapping[str, _ReadPage], limits: Limits) -> tuple[Query, ...]:
    """Choose queries of each kind."""
    uses = Counter(label for of in read.values() for label in of.candidates.labels)
    n_with_term = Counter(term for of in read.values() for term in of.terms)
    options: dict[str, dict[str, list[str]]] = {kind: {} for kind in KINDS}
    incoming = _collect_links(read)
    site_parts = _find_site_parts(read)
    for page_id, of in read.items():
        if not of.can_answer:
            continue
        title = choose_title(of.candidates, of.page.site, site_parts[of.page.site])
        anchors = incoming.get(of.url or "", [])
        # Texts of links to this page, and a main heading beside the title, are no other uses.
        own = Counter(label for _, label in anchors)
        phrases: set[tuple[str, ...]] = set()
        for kind, texts in {
            TITLE: [title] if title else [],
            QUESTION: of.candidates.questions,
            HEADING: [*of.candidates.headings],
            ANCHOR: [
                text
                for text, phrase in anchors
                if not contains_phrase(phrase, split_phrase(title or ""))
            ],
        }.items():
            for text in texts:
                phrase = split_phrase(text)
                n_others = uses[phrase] - own[phrase] - (phrase in of.candidates.labels)
                if phrase in phrases or n_others > 0 or len(phrase) > MAX_WORDS:
                    continue
                if not is_specific(text, of.page.language, n_with_term, len(read)):
                    continue
                options[kind].setdefault(page_id, []).append(text)
                phrases.add(phrase)
                if kind == QUESTION:
                    break
    return tuple(_draw(options, read, limits))


def _draw(
    options: Mapping[str, Mapping[str, Sequence[str]]],
    read: Mapping[str, _ReadPage],
    limits: Limits,
) -> Iterable[Query]:
    for kind, by_page in options.items():
        per_site: Counter[str] = Counter()
        n_drawn = 0
        for page_id in sorted(by_page, key=lambda page: _order(limits.seed, kind, page)):
            site = read[page_id].page.site
            if n_drawn < limits.per_kind and per_site[site] < limits.per_site:
                texts = sorted(set(by_page[page_id]), key=lambda text: _order(limits.seed, text))
                for text in texts[: limits.per_page]:
                    n_drawn += 1
                    yield Query(f"{kind}-{n_drawn:03}", kind, text, page_id)
                per_site[site] += 1


def _order(*parts: object) -> str:
    return hashlib.sha256("\0".join(map(str, parts)).encode(errors="replace")).hexdigest()


def _collect_links(read: Mapping[str, _ReadPage]) -> dict[str, list[tuple[str, tuple[str, ...]]]]:
    """The texts of links on other pages, once for each page, by the URL that they lead to."""
    incoming: defaultdict[str, list[tuple[str, tuple[str, ...]]]] = defaultdict(list)
    known = {of.url for of in read.values()}
    for of in read.values():
        for url, texts in of.candidates.links.items():
            if url in known and url != of.url:
                phrases = {split_phrase(text): text for text in texts}
                incoming[url] += [(text, phrase) for phrase, text in phrases.items()]
    return dict(incoming)


def _find_site_parts(read: Mapping[str, _ReadPage]) -> dict[str, set[str]]:
    """Parts of titles that several pages of a site have."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for of in read.values():
        counts[of.page.site].update(set(of.candidates.title_parts))
    return {site: {part for part, n in of.items() if n > 1} for site, of in counts.items()}


def is_specific(
    text: str, language: str | None, n_with_term: Mapping[int, int], n_pages: int
) -> bool:
    """Whether a query has enough terms that are on few pages, and one that is on very few."""
    uses = [n_with_term.get(term, 0) for term in _list_query_terms(text, language)]
    telling = [n for n in uses if n <= max(N_COMMON, COMMON_TERM * n_pages)]
    return len(telling) >= MIN_TERMS and min(telling) <= max(N_RARE, RARE_TERM * n_pages)


def _list_query_terms(text: str, language: str | None) -> set[int]:
    return _list_terms(parse(text.replace("<", " ").replace("&", " ")), language)


def _list_terms(page: Page, language: str | None) -> set[int]:
    """The terms of all visible texts of a page, without numbers."""
    texts = page.term_texts(page.visible, language)
    return {digest for digest, text in texts.items() if not text.isdigit()}


def _drop_leftovers(collection: Collection) -> tuple[Collection, Counter[str]]:
    """Drop queries that some field still contains, and those that their page no longer answers."""
    by_id = {page.id: page for page in collection.pages}
    dropped: dict[str, str] = {}
    urls = {query.id: normalise_url(by_id[query.page].url) for query in collection.queries}
    for query in collection.queries:
        page = collection.load(by_id[query.page])
        language = by_id[query.page].language
        field = find_leftover(page, query)
        if field is not None:
            dropped[query.id] = f"still in {field}"
            continue
        terms = _list_query_terms(query.text, language)
        if len(terms & _list_terms(page, language)) < MIN_TERMS:
            dropped[query.id] = "too few terms left on the page"
    collection = _keep(collection, dropped)
    by_url: defaultdict[str, list[Query]] = defaultdict(list)
    for query in collection.queries:
        if (url := urls[query.id]) is not None:
            by_url[url].append(query)
    for known in collection.pages:
        page = collection.load(known)
        for url in {normalise_url(link.url) for link in page.links()} & set(by_url):
            for query in by_url[url or ""]:
                if known.id != query.page and find_linked_leftover(page, query, url or ""):
                    dropped[query.id] = "still in a link"
    collection = _keep(collection, dropped)
    return _digest_pages(collection), Counter(dropped.values())


def _keep(collection: Collection, dropped: Mapping[str, str]) -> Collection:
    kept = tuple(query for query in collection.queries if query.id not in dropped)
    return replace(collection, queries=kept)


def _digest_pages(collection: Collection) -> Collection:
    """Note the digest of each page without the queries."""
    pages = tuple(
        replace(page, digest=digest_source_text(bytes(collection.load(page).source).decode()))
        for page in collection.pages
    )
    return replace(collection, pages=pages)
