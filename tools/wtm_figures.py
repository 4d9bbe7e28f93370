"""Quality of the site method `wtm`: what its rules extract of the entries that the feeds list.

    python -m tools.wtm_figures

learns from the homepage of each blog as printed and with row rules, and from the pages of every
second entry. It compares the values with the feed, judges the records of all pages
(`tools.wtm_records`), counts the blogs with rules, and records the entry `wtm` of the figures.
Every failure is listed with its reason in `docs/wtm-failures.tsv`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any, Final, NamedTuple

import click

from pagecore import corpora
from pagecore.errors import WrapperError
from pagecore.learn import learn
from pagecore.metrics.words import score_words
from pagecore.page import Page
from pagecore.page.counts import shorten
from pagecore.sites.feed_rules.body import FeedRules
from pagecore.sites.feed_rules.collector import FeedItem, compare_form, make_key
from pagecore.sites.feed_rules.excerpts import PARTIAL
from pagecore.sites.feed_rules.page_view import PageView, sum_rows
from pagecore.wrapper import Wrapper
from tools.options import Tool, figures_option, path_option
from tools.record import describe_run, record, round_value
from tools.wtm_blogs import Blog, load_blogs
from tools.wtm_records import KINDS, PageReading, judge_blog, summarise_readings

ENTRY: Final = "wtm"
FIELDS: Final = ("title", "link", "date", "body")
#: What is measured: the pages that were learned from, the rules, and the pages that are read.
SETTINGS: Final = {
    "home, printed": "homepages, rules as printed",
    "home, rows": "homepages, with row rules",
    "entries, printed": "pages of entries, rules of the homepage as printed",
    "entries, rows": "pages of entries, with row rules, learned from every second entry",
}
#: Minimum word F1 of a right body.
RIGHT_F1: Final = 0.9
_MAX_TITLE: Final = 50


class Outcome(NamedTuple):
    """A field of an entry on a page."""

    blog: str
    item: FeedItem
    field: str
    #: Whether the value is on the page.
    is_there: bool
    is_right: bool
    #: Why it is not right, or not on the page.
    reason: str
    #: Word F1 of a body.
    f1: float = 0.0
    #: Whether the record is marked as an excerpt.
    is_partial: bool = False


#: The wrappers whose records are judged.
WRAPPERS: Final = {
    "printed": "rules of the homepage as printed",
    "rows": "with row rules, of the homepage and the pages of every second entry",
    "lists": "with row rules, of the lists themselves too",
}


class BlogFigures(NamedTuple):
    """What was measured on a blog."""

    #: By setting.
    outcomes: dict[str, list[Outcome]]
    #: By wrapper and page kind.
    readings: dict[str, dict[str, list[PageReading]]]
    #: The fields with rules by setting, and whether they have string rules.
    rules: dict[str, dict[str, bool]]


def measure_blog(blog: Blog) -> BlogFigures:
    """Measure all settings on a blog."""
    home, pages = blog.read_home(), list(blog.read_entries())
    printed = _learn(blog, [home], train="home", rules="printed")
    ours = _learn(blog, [home], train="home", rules="rows")
    entries = _learn(blog, [page for page, _ in pages[::2]], train="entries", rules="rows")
    learned_from = [home, *(page for page, _ in pages[::2])]
    both = _learn(blog, learned_from, train="both", rules="rows")
    all_lists = _learn(blog, [*learned_from, *blog.read_lists()], train="both", rules="rows")
    on_home = [(home, item) for item in blog.items]
    outcomes = {
        "home, printed": measure_pages(blog, printed, on_home, is_home=True),
        "home, rows": measure_pages(blog, ours, on_home, is_home=True),
        "entries, printed": measure_pages(blog, printed, pages[1::2], is_home=False),
        "entries, rows": measure_pages(blog, entries, pages[1::2], is_home=False),
    }
    readings = {
        "printed": judge_blog(blog, printed),
        "rows": judge_blog(blog, both),
        "lists": judge_blog(blog, all_lists, ("lists",)),
    }
    learned = {"home, printed": printed, "home, rows": ours, "entries, rows": entries}
    rules = {name: list_rules(wrapper) for name, wrapper in learned.items()}
    return BlogFigures(outcomes, readings, rules)


def list_rules(wrapper: Wrapper | str) -> dict[str, bool]:
    """List the fields that a wrapper has rules for, and whether all their rules are strings."""
    if isinstance(wrapper, str):
        return {}
    body = wrapper.body
    assert isinstance(body, FeedRules)
    fields = body.sets[0].fields
    return {name: fields[name].kind == "strings" for name in FIELDS if name in fields}


def _learn(blog: Blog, pages: Sequence[Page], *, train: str, rules: str) -> Wrapper | str:
    """Learn from pages; the message if nothing was learned."""
    try:
        return learn(pages, method="wtm", feed=blog.feed, train=train, rules=rules)
    except WrapperError as error:
        return str(error)


def measure_pages(
    blog: Blog,
    wrapper: Wrapper | str,
    pages: Sequence[tuple[Page, FeedItem]],
    *,
    is_home: bool,
) -> list[Outcome]:
    """Compare what a wrapper reads from pages with the entries of the feed, of which one is passed
    with each page."""
    outcomes: list[Outcome] = []
    known: dict[int, tuple[PageView, list[dict[str, str]], str]] = {}
    for page, item in pages:
        if id(page) not in known:
            view = PageView(page, str(blog.about["language"] or ""))
            known[id(page)] = view, *_read(wrapper, page)
        view, entries, problem = known[id(page)]
        there = find_values(view, item, is_home=is_home)
        if is_home and not (there["title"] or there["link"]):
            absent = Outcome(blog.folder.name, item, "title", False, False, "not on the homepage")
            outcomes.append(absent)
            continue
        entry = find_entry(entries, item) if is_home else (entries[0] if entries else {})
        reason = problem or ("" if entry else "the entry was not read")
        for name in FIELDS:
            is_there, why_not = there[name], "not on the page"
            if name == "body" and not is_home:
                is_there, why_not = blog.has_whole_text(item), "the feed has another text"
            right, why, f1 = _compare(item, name, (entry or {}).get(name), reason)
            reason_shown = why if is_there else why_not
            marked = name == "body" and PARTIAL in (entry or {})
            outcome = Outcome(
                blog.folder.name, item, name, is_there, right, reason_shown, f1, marked
            )
            outcomes.append(outcome)
    return outcomes


def _read(wrapper: Wrapper | str, page: Page) -> tuple[list[dict[str, str]], str]:
    """The entries of a page, and why there are none."""
    if isinstance(wrapper, str):
        return [], "nothing was learned"
    try:
        return wrapper.fields(page).texts(), ""
    except WrapperError:
        return [], "the wrapper does not fit the page"


def find_values(view: PageView, item: FeedItem, *, is_home: bool) -> dict[str, bool]:
    """Find which values of an entry are on a page at all."""
    page = view.page
    has_title = next(view.find_key(item.title_key, 1), None) is not None
    links = view.links.get(item.link, [])
    has_link = any(not is_home or page.name(row) == "a" for row in links)
    has_date = any(day in item.near_days for day in view.dates.values())
    return {
        "title": has_title,
        "link": has_link,
        "date": has_date,
        "body": _has_text(view, item),
    }


def _has_text(view: PageView, item: FeedItem) -> bool:
    """Whether an element of a page has the text of the feed, and hardly anything else."""
    n_own = item.words.size
    if n_own < 5:
        return False
    page, matched = view.page, sum_rows(view.match_words(item))
    n_matched = matched[page.end] - matched[:-1]
    n_words = view.n_words[page.end] - view.n_words[:-1]
    scores = 2 * n_matched.clip(max=n_own) / (n_words + n_own)
    return bool(scores.max() >= RIGHT_F1)


def find_entry(entries: Sequence[dict[str, str]], item: FeedItem) -> dict[str, str] | None:
    """Find the entry of a page that is an item of the feed, by its link or title."""
    rated = []
    for at, entry in enumerate(entries):
        is_linked = bool(item.link) and compare_form(entry.get("link", "")) == item.link
        is_titled = bool(item.title_key) and make_key(entry.get("title", "")) == item.title_key
        if is_linked or is_titled:
            rated.append((-is_linked - is_titled, at, entry))
    return min(rated, key=lambda of: of[:2])[2] if rated else None


def _compare(item: FeedItem, name: str, value: str | None, reason: str) -> tuple[bool, str, float]:
    """Return whether a value is right, why not, and the word F1 of a body."""
    if value is None:
        return False, reason or "no value", 0.0
    f1 = 0.0
    if name == "title":
        right = make_key(value) == item.title_key
    elif name == "link":
        right = compare_form(value) == item.link
    elif name == "date":
        right = value[:10] in item.near_days
    else:
        own = item.body
        gold = own.render(own.below(own.leaves & own.visible, "any"))
        f1 = score_words(gold, value, unspaced=True).f1
        right = f1 >= RIGHT_F1
    return right, "" if right else "another value", f1


def summarise(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """The shares of right values by field, and their causes."""
    rows: dict[str, Any] = {}
    for name in FIELDS:
        of_field = [
            of for of in outcomes if of.field == name and of.reason != "not on the homepage"
        ]
        there = [of for of in of_field if of.is_there]
        blogs = {of.blog for of in there}
        wrong = {of.blog for of in there if not of.is_right}
        rows[name] = {
            "items": len(there),
            "right": sum(of.is_right for of in there),
            "blogs": len(blogs),
            "all_right": len(blogs - wrong),
            "missing": len(of_field) - len(there),
            "causes": dict(Counter(of.reason for of in there if not of.is_right).most_common()),
        }
    bodies = [of for of in outcomes if of.field == "body"]
    for label, is_whole in (("whole", True), ("others", False)):
        scores = [of.f1 for of in bodies if of.is_there is is_whole]
        rows["body"][f"f1_{label}"] = round_value(fmean(scores)) if scores else None
    rows["body"]["excerpts_right"] = sum(
        of.is_partial for of in bodies if of.is_there and of.is_right
    )
    rows["body"]["excerpts_others"] = sum(of.is_partial for of in bodies if not of.is_there)
    rows["absent"] = sum(of.reason == "not on the homepage" for of in outcomes)
    return rows


def count_rules(measured: Sequence[BlogFigures]) -> dict[str, Any]:
    """Count the blogs with rules by setting and field, and those with string rules."""
    return {
        setting: {
            field: {
                "blogs": sum(field in of.rules[setting] for of in measured),
                "strings": sum(of.rules[setting].get(field, False) for of in measured),
            }
            for field in FIELDS
        }
        for setting in ("home, printed", "home, rows", "entries, rows")
    }


def join_readings(measured: Sequence[BlogFigures], wrapper: str, kind: str) -> list[PageReading]:
    """Join what was read from the pages of a kind."""
    return [of for blog in measured for of in blog.readings[wrapper].get(kind, [])]


def list_false_records(measured: Sequence[BlogFigures]) -> list[str]:
    """List the records that are no entries, or are repeated: a line for those of a page with the
    same reason."""
    counts: Counter[tuple[str, ...]] = Counter()
    names: dict[tuple[str, ...], str] = {}
    for wrapper in WRAPPERS:
        for kind, about in KINDS.items():
            for reading in join_readings(measured, wrapper, kind):
                for of in reading.verdicts:
                    if of.verdict in ("false", "repeated"):
                        reason = ": ".join(filter(None, (of.verdict, of.reason)))
                        key = (f"{about}, {wrapper}", of.blog, of.page, reason)
                        counts[key] += 1
                        names.setdefault(key, of.name)
    return [
        "\t".join([*key[:3], _shorten(names[key]), "record", "no", f"{key[3]} ({count} records)"])
        for key, count in counts.items()
    ]


def _shorten(text: str) -> str:
    return shorten(text, _MAX_TITLE).replace("\t", " ")


def write_failures(
    path: Path, measured: Mapping[str, Sequence[Outcome]], others: Sequence[str]
) -> None:
    """Write a line for each value that is on the page and not extracted, and for each that is not
    on the page. Entries that are not on a homepage are counted by blog. Other lines follow."""
    lines = ["setting\tblog\tentry\ttitle\tfield\ton the page\treason"]
    for setting, outcomes in measured.items():
        absent: Counter[str] = Counter()
        for of in outcomes:
            if of.reason == "not on the homepage":
                absent[of.blog] += 1
            elif not of.is_right or not of.is_there:
                title = _shorten(of.item.title)
                there = "yes" if of.is_there else "no"
                if of.is_there or of.field != "body" or "printed" not in setting:
                    number = of.item.number + 1
                    lines.append(
                        f"{setting}\t{of.blog}\t{number}\t{title}\t{of.field}\t{there}\t{of.reason}"
                    )
        lines += [
            f"{setting}\t{blog}\t\t\tall\tno\t{count} entries of the feed are not on the homepage"
            for blog, count in absent.items()
        ]
    path.write_text("\n".join([*lines, *others]) + "\n", encoding="utf-8")


@click.command(cls=Tool)
@path_option("--data", ".data/blogs", "The folder of the blogs.")
@path_option("--failures", "docs/wtm-failures.tsv", "The list of failures.")
@figures_option
def main(data: Path, failures: Path, figures: Path) -> None:
    """Measure `wtm` on blogs, record the figures, and list every failure."""
    from rich.progress import track

    blogs = load_blogs(data)
    figures_of = [measure_blog(blog) for blog in track(blogs, transient=True)]
    measured = {
        name: [outcome for of in figures_of for outcome in of.outcomes[name]] for name in SETTINGS
    }
    records = {
        wrapper: {
            kind: summarise_readings(join_readings(figures_of, wrapper, kind)) for kind in KINDS
        }
        for wrapper in WRAPPERS
    }
    rows = {name: summarise(outcomes) for name, outcomes in measured.items()}
    run = describe_run("python -m tools.wtm_figures", [corpora.load("blogs", data)])
    entry = {
        "blogs": len(blogs),
        "settings": rows,
        "records": records,
        "rules": count_rules(figures_of),
    }
    record(ENTRY, entry, provenance=run, path=figures)
    write_failures(failures, measured, list_false_records(figures_of))
    for name, of in rows.items():
        click.echo(f"{SETTINGS[name]}:")
        for field_name in FIELDS:
            row = of[field_name]
            share = row["right"] / max(row["items"], 1)
            click.echo(
                f"  {field_name:6} {row['right']:4} of {row['items']:4} {share:.3f}, all right in "
                f"{row['all_right']} of {row['blogs']} blogs, not on the page {row['missing']}, "
                f"{row['causes']}"
            )
        click.echo(f"  body F1 {of['body']['f1_whole']}, others {of['body']['f1_others']}")
    for wrapper, kinds in records.items():
        for kind, row in kinds.items():
            click.echo(f"records, {wrapper}, {KINDS[kind]}: {row}")
    click.echo(f"rules: {entry['rules']}")


if __name__ == "__main__":
    main()
