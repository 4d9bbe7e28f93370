"""Select the rules that cut out of the pages of a site what a learner chose there.

Every opening tag of the pages is a possible rule, for content or for noise. Rules are added one by
one, always the one after which the cut pieces agree best with the learner's choice on all pages,
until none helps. So a rule that many pages share wins over one that suits a single page, and an
error that the learner makes on a few pages is outvoted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from pagecore import _core
from pagecore.page import Mask, Page
from pagecore.sites.rules import NAMES, Rule, is_writable, read_values

#: Maximum number of rules that are selected.
MAX_SELECTED: Final = 20
#: Budget: elements of a page that are read, and candidates that are tried for each rule, those that
#: may add the most first.
MAX_ELEMENTS: Final = 10_000
MAX_TRIED: Final = 2000
#: A rule that means one of several elements counts up to this number.
MAX_COUNTED: Final = 9
#: Length limit of the text after a tag that a rule has, in characters.
MAX_TEXT: Final = 60
#: Elements that hold parts of a text. Their bare tags stand anywhere, also in a cookie notice.
PARTS: Final = frozenset(
    [
        *("blockquote", "dd", "dl", "dt", "figure", "h1", "h2", "h3", "h4", "h5", "h6", "hgroup"),
        *("li", "ol", "p", "pre", "ul"),
    ]
)
#: What a rule must add to the mean F1 of the pages: by id or class; by a literal tag without both;
#: or by the number of the element, which a page with one element more breaks.
MIN_GAIN: Final = 0.002
MIN_LITERAL_GAIN: Final = 0.004
MIN_COUNTED_GAIN: Final = 0.01
#: The share of the characters removed by a rule for noise that the learner may have chosen.
MAX_CHOSEN_NOISE: Final = 0.2


class Key(NamedTuple):
    """The identity of the elements of a rule: name, id and class, or the literal tag."""

    tag: str
    id: str
    class_: str
    literal: str = ""


class Candidate(NamedTuple):
    """A possible rule: its elements, `content`, `noise` or `end`, and which element is meant."""

    key: Key
    kind: str
    at: int

    @property
    def min_gain(self) -> float:
        """The least that it must add to the mean F1 of the pages."""
        if self.at > 1:
            return MIN_COUNTED_GAIN
        return MIN_LITERAL_GAIN if self.key.literal else MIN_GAIN


class Cut(NamedTuple):
    """The number of characters that rules cut out of a page, and how many of them were chosen."""

    characters: int
    chosen: int


@dataclass(frozen=True, eq=False)
class PageSummary:
    """The elements of a page, and how much of its text was chosen."""

    #: Characters before each text of the page, all and chosen; the last entry is the sum.
    characters: tuple[int, ...]
    chosen: tuple[int, ...]
    #: The elements of each key: number in the page, first text, and the text after the last.
    elements: dict[Key, list[tuple[int, int, int]]]
    #: The literal tags of each key.
    tags: dict[Key, Counter[str]]
    #: The elements with id or class, below the body: their keys, and the position in this list of
    #: the next one around each, -1 without one.
    named: list[tuple[tuple[Key, ...], int]]
    #: The keys of chosen parts of a text without id and class: the positions of the named elements
    #: next around them, -1 without one.
    parts: dict[Key, set[int]]

    @property
    def n_chosen(self) -> int:
        """Number of chosen characters."""
        return self.chosen[-1]

    def has_element(self, rule: Rule) -> bool:
        """Whether an element of the page has the tag of a rule."""
        has_values = rule.id or rule.class_
        return Key(rule.tag, rule.id, rule.class_, "" if has_values else rule.open) in self.elements

    def score(self, cut: Cut) -> float:
        """The F1 of a cut against the choice."""
        return 2 * cut.chosen / (cut.characters + self.n_chosen) if cut.chosen else 0.0


def summarise_page(page: Page, content: Mask) -> PageSummary:
    """Summarise a page.

    Args:
        page: a page of the site.
        content: the rows that the learner chose.
    """
    rows = np.flatnonzero((page.tag == 0) & page.visible)
    rows = rows[np.argsort(page.start[rows], kind="stable")]
    sizes = page.chars[rows].astype(np.int64)
    characters, chosen = (
        tuple(np.append(0, np.cumsum(column)).tolist()) for column in (sizes, sizes * content[rows])
    )
    summary = PageSummary(characters, chosen, {}, {}, [], {})
    elements = _core.find_elements(page.source, NAMES)[:MAX_ELEMENTS]
    offsets = np.array([of[1:3] for of in elements], np.int64).reshape(-1, 2)
    places = np.searchsorted(page.start[rows], offsets).tolist()
    # The end of each named element around the current place, and its position in the list.
    around: list[tuple[int, int]] = []
    for number, ((name, begin, end, open_stop), (first, stop)) in enumerate(
        zip(elements, places, strict=True)
    ):
        while around and around[-1][0] <= begin:
            around.pop()
        next_around = around[-1][1] if around else -1
        text = page.source[open_stop : open_stop + 4 * MAX_TEXT].partition(b"<")[0]
        open_tag, text_after = (
            part.decode("utf-8", "ignore") for part in (page.source[begin:open_stop], text)
        )
        keys = tuple(list_keys(NAMES[name], open_tag, text_after))
        for key in keys:
            summary.elements.setdefault(key, []).append((number, first, stop))
            summary.tags.setdefault(key, Counter())[key.literal or open_tag] += 1
            if key.literal and key.tag in PARTS and chosen[first] < chosen[stop]:
                summary.parts.setdefault(key, set()).add(next_around)
        if keys and not keys[0].literal and keys[0].tag != "body":
            around.append((end, len(summary.named)))
            summary.named.append((keys, next_around))
    return summary


def list_keys(tag: str, open_tag: str, text: str) -> Iterator[Key]:
    """List the keys of an element: id and class, and each alone; or the literal tag without both,
    also with the text after it, such as a headline that many pages share."""
    if not is_writable(open_tag):
        return
    id_, class_ = read_values(open_tag)
    if id_ or class_:
        yield Key(tag, id_, class_)
    if id_ and class_:
        yield Key(tag, id_, "")
        yield Key(tag, "", class_)
    if not id_ and not class_:
        yield Key(tag, "", "", open_tag)
        if text.strip() and len(text) <= MAX_TEXT and is_writable(open_tag + text):
            yield Key(tag, "", "", open_tag + text)


def select_rules(pages: Sequence[PageSummary]) -> tuple[Rule, ...]:
    """Select the rules of a site, in the order of what they add; none if no rule adds anything.

    Args:
        pages: the pages to learn from, each with some chosen text.
    """
    ranks = _list_candidates(pages)
    selected: list[Candidate] = []
    cuts = [Cut(0, 0)] * len(pages)
    while len(selected) < MAX_SELECTED:
        bounds = _bound_gains(pages, cuts, ranks)
        best: Candidate | None = None
        most: tuple[float, ...] = (0.0,)
        for candidate in sorted(bounds, key=bounds.__getitem__, reverse=True)[:MAX_TRIED]:
            # No other candidate can add more.
            if bounds[candidate] < most[0]:
                break
            gain = _measure_gain(pages, selected, cuts, candidate) - candidate.min_gain
            if gain > 0 and (round(gain, 9), *ranks[candidate]) > most:
                best, most = candidate, (round(gain, 9), *ranks[candidate])
        if best is None:
            break
        selected.append(best)
        cuts = [measure_cut(page, selected) for page in pages]
        ranks = {known: rank for known, rank in ranks.items() if known.key != best.key}
    return tuple(_make_rule(candidate, pages) for candidate in selected)


def _list_candidates(pages: Sequence[PageSummary]) -> dict[Candidate, tuple[int, ...]]:
    """All possible rules. Of those that add the same, the one with the highest rank is selected: on
    the most pages, with the most values, the innermost."""
    n_pages = Counter(key for page in pages for key in page.elements)
    inner_parts = _find_inner_parts(pages, n_pages)
    candidates: dict[Candidate, tuple[int, ...]] = {}
    for number, (key, count) in enumerate(n_pages.items()):
        most = max(len(page.elements.get(key, ())) for page in pages)
        counted = range(1, min(most, MAX_COUNTED) + 1) if most > 1 else ()
        rank = (count, bool(key.id) + bool(key.class_), number)
        for kind in ("noise", "end") if key in inner_parts else ("content", "noise", "end"):
            # A single element is found faster: the search ends after it.
            of_one = 1 if kind == "content" and most == 1 else 0
            # Noise of a single page may be anything.
            if kind == "content" or count >= min(2, len(pages)):
                for at in (of_one, *counted):
                    candidates[Candidate(key, kind, at)] = rank
    return candidates


def _find_inner_parts(pages: Sequence[PageSummary], n_pages: Mapping[Key, int]) -> set[Key]:
    """The parts of a text that have no rule for content, because an element around them has an id
    or class that at least half of the pages share: it has the rule."""
    inner_parts = set()
    for page in pages:
        is_shared = [False] * len(page.named)
        for at, (keys, next_around) in enumerate(page.named):
            is_shared[at] = any(2 * n_pages[key] >= len(pages) for key in keys)
            is_shared[at] |= next_around >= 0 and is_shared[next_around]
        for key, positions in page.parts.items():
            if any(at >= 0 and is_shared[at] for at in positions):
                inner_parts.add(key)
    return inner_parts


def _bound_gains(
    pages: Sequence[PageSummary], cuts: Sequence[Cut], candidates: Iterable[Candidate]
) -> dict[Candidate, float]:
    """The candidates that may add something, with the most that each can: if it adds nothing but
    chosen characters, or removes nothing but others."""
    scores = [page.score(cut) for page, cut in zip(pages, cuts, strict=True)]
    by_key: dict[tuple[Key, str], float] = {}
    bounds = {}
    for candidate in candidates:
        key, kind, _ = candidate
        if (key, kind) not in by_key:
            total = 0.0
            for page, cut, score in zip(pages, cuts, scores, strict=True):
                if key in page.elements:
                    total += page.score(_bound_cut(page, cut, key, kind)) - score
            by_key[key, kind] = total / len(pages)
        bound = by_key[key, kind] - candidate.min_gain
        if bound > 0:
            bounds[candidate] = bound
    return bounds


def _bound_cut(page: PageSummary, cut: Cut, key: Key, kind: str) -> Cut:
    """The best that a rule of a kind can make of a cut."""
    n_noise = cut.characters - cut.chosen
    if kind == "end":
        first = page.elements[key][0][1]
        others = page.characters[-1] - page.characters[first]
        others -= page.chosen[-1] - page.chosen[first]
        return Cut(cut.characters - min(others, n_noise), cut.chosen)
    chosen = others = 0
    for _, first, stop in page.elements[key]:
        inside = page.chosen[stop] - page.chosen[first]
        chosen += inside
        others += page.characters[stop] - page.characters[first] - inside
    if kind == "content":
        chosen = min(cut.chosen + chosen, page.n_chosen)
        return Cut(chosen + n_noise, chosen)
    return Cut(cut.characters - min(others, n_noise), cut.chosen)


def _measure_gain(
    pages: Sequence[PageSummary],
    selected: Sequence[Candidate],
    cuts: Sequence[Cut],
    candidate: Candidate,
) -> float:
    """Measure how much a further rule adds to the mean F1 of the pages; 0 if it must not be
    added."""
    gains = []
    removed = removed_chosen = 0
    for page, before in zip(pages, cuts, strict=True):
        if candidate.key not in page.elements:
            continue
        after = measure_cut(page, [*selected, candidate])
        gains.append(page.score(after) - page.score(before))
        removed += before.characters - after.characters
        removed_chosen += before.chosen - after.chosen
    if candidate.kind != "content" and removed_chosen > MAX_CHOSEN_NOISE * removed:
        return 0.0
    return sum(gains) / len(pages)


def measure_cut(page: PageSummary, rules: Sequence[Candidate]) -> Cut:
    """Measure what rules cut out of a page."""
    characters = chosen = 0
    for first, stop in cut_texts(page, rules):
        characters += page.characters[stop] - page.characters[first]
        chosen += page.chosen[stop] - page.chosen[first]
    return Cut(characters, chosen)


def cut_texts(page: PageSummary, rules: Sequence[Candidate]) -> list[tuple[int, int]]:
    """The texts that rules cut out of a page, as ranges. `core/src/parse/cut.rs` does the same with
    a source."""
    matches: dict[int, tuple[int, int, int]] = {}
    for number, rule in enumerate(rules):
        for at, first, stop in page.elements.get(rule.key, ()):
            # The first rule that matches an element counts.
            matches.setdefault(at, (first, stop, number))
    counts = [0] * len(rules)
    ranges: list[tuple[int, int]] = []
    # The elements around the current place: their ends, and whether they are content.
    around: list[tuple[int, bool]] = []
    place = 0

    def go_to(target: int) -> None:
        nonlocal place
        if around and around[-1][1] and place < target:
            ranges.append((place, target))
        place = max(place, target)

    def close(target: int) -> None:
        while around and around[-1][0] <= target:
            go_to(around[-1][0])
            around.pop()

    last = len(page.characters) - 1
    for at in sorted(matches):
        first, stop, number = matches[at]
        rule = rules[number]
        close(first)
        is_inside = bool(around) and around[-1][1]
        is_content = rule.kind == "content"
        if not is_content and not is_inside:
            continue
        counts[number] += 1
        if rule.at not in (0, counts[number]) or is_content == is_inside:
            continue
        go_to(first)
        end = last if rule.kind == "end" else stop
        around.append((min(end, around[-1][0]) if around else end, is_content))
    close(last)
    return ranges


def _make_rule(candidate: Candidate, pages: Sequence[PageSummary]) -> Rule:
    """Make the rule of a candidate, with its most frequent literal tag."""
    key = candidate.key
    tags: Counter[str] = Counter()
    for page in pages:
        tags.update(page.tags.get(key, {}))
    n_pages = sum(key in page.elements for page in pages)
    open_tag = tags.most_common(1)[0][0]
    return Rule(key.tag, key.id, key.class_, open_tag, candidate.kind, candidate.at, n_pages)
