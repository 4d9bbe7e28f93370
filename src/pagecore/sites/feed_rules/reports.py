"""The notes of a wrapper: the rules of page kinds, and how each entry was matched or why not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pagecore.page.counts import format_count, shorten
from pagecore.sites.feed_rules.body import FeedRules
from pagecore.sites.feed_rules.collector import FeedItem
from pagecore.sites.feed_rules.learn_rules import MAX_ENTRIES, MAX_HOME
from pagecore.sites.feed_rules.teach import Course

#: Lines about single entries of the feed in the notes of a wrapper.
MAX_LINES: Final = 100
_MAX_TITLE: Final = 60
#: Why entries are not matched.
_BEYOND: Final = (
    f"rules are learned from up to {MAX_HOME} entries of a page and {MAX_ENTRIES} pages of entries"
)
_OUTSIDE: Final = "their title or link is on {place}, but not as an entry of the list"
_ABSENT: Final = "neither their title nor their link is on {place}"
#: The page kinds in words.
KIND_NAMES: Final = {"home": "pages that list entries", "entries": "pages of single entries"}


def list_notes(course: Course) -> list[str]:
    """List the notes of a wrapper: the rules of each page kind, and how entries were matched."""
    notes: list[str] = list(course.warnings)
    matches: dict[int, dict[str, str]] = {}
    for lesson in course.lessons:
        if lesson.rules is None:
            continue
        kind, n_entries = KIND_NAMES[lesson.rules.kind], lesson.rules.n_entries
        if n_entries < 3:
            few = "one entry" if n_entries == 1 else "two entries"
            notes.append(f"{kind}: learned from {few} only; the rules may not hold for others")
        notes += [f"{kind}: {note}" for note in lesson.notes]
        for number, reasons in lesson.matches.items():
            # A value may be on the homepage, and not on the page of its entry.
            known = matches.get(number, reasons)
            matches[number] = {name: known[name] and reasons[name] for name in reasons}
    return [*notes, *describe_matches(course, matches)]


def describe_kinds(course: Course, rules: FeedRules) -> Iterator[str]:
    """Yield how many pages are not learned from, and how many the rules read as another kind."""
    if course.unlisted:
        n_pages = format_count(len(course.unlisted), "page")
        yield (
            f"{n_pages} that the feed does not list: read by the rules of single entries, and not "
            "learned from"
        )
    learned = {id(view.page) for lesson in course.lessons for view in lesson.views}
    n_unused = sum(id(view.page) not in learned for view in course.home) if learned else 0
    if n_unused:
        yield (
            f"{n_unused} of {format_count(len(course.home), 'page')} that may list entries: no "
            "rules learned, because they have too few entries of the feed, or only a menu of them"
        )
    lists = [view for lesson in course.lessons for view in lesson.views[:MAX_ENTRIES]]
    for kind, other, views in (("entries", "home", course.singles), ("home", "entries", lists)):
        read = [rules.read_page(view.page) for view in views]
        n_wrong = sum(bool(of.fit) and of.rules.kind == other for of in read)
        if n_wrong:
            yield (
                f"warning: {n_wrong} of {len(read)} {KIND_NAMES[kind]} are read by the rules of "
                f"{KIND_NAMES[other]}, because both kinds look alike; `--set train={kind}` learns "
                "the rules of one kind only"
            )


def describe_matches(course: Course, matches: dict[int, dict[str, str]]) -> list[str]:
    """Describe how each entry of the feed was matched, or why not.

    Args:
        course: what was learned.
        matches: for each matched entry the reason of each field, empty for a matched field.
    """
    items = course.items
    lines: list[str] = []
    for item in items:
        if item.number in matches and len(lines) < MAX_LINES:
            reasons = matches[item.number]
            fields = ", ".join(name for name, reason in reasons.items() if not reason) or "nothing"
            others = "".join(f"; {name}: {reason}" for name, reason in reasons.items() if reason)
            lines.append(f"entry {item.number + 1} {_name(item)}: matched {fields}{others}")
    missing = [item for item in items if item.number not in matches]
    if len(items) - len(missing) > len(lines):
        lines.append(f"{len(items) - len(missing) - len(lines)} more entries were matched")
    return [*lines, *_explain_missing(course, missing)]


def _explain_missing(course: Course, missing: Sequence[FeedItem]) -> Iterator[str]:
    """Yield why entries are not matched: they are beyond the limits, not entries of a list, or not
    on the pages."""
    last = min((of.last for of in course.lessons if of.last is not None), default=None)
    groups: dict[str, list[FeedItem]] = {_BEYOND: [], _OUTSIDE: [], _ABSENT: []}
    for item in missing:
        if not course.is_present(item):
            groups[_ABSENT].append(item)
        elif item.number in course.paged or (last is not None and item.number > last):
            groups[_BEYOND].append(item)
        else:
            groups[_OUTSIDE].append(item)
    place = "the page" if course.n_pages == 1 else "the pages"
    for reason, group in groups.items():
        if group:
            named = ", ".join(f"{item.number + 1} {_name(item)}" for item in group[:5])
            more = f" and {len(group) - 5} more" if len(group) > 5 else ""
            yield (
                f"{len(group)} of {len(course.items)} entries of the feed are not matched, because "
                f"{reason.format(place=place)}: {named}{more}"
            )


def _name(item: FeedItem) -> str:
    return repr(shorten(item.title or item.link or "without a title", _MAX_TITLE))
