"""Count wrong titles, authors and dates, class by class.

    python -m tools.metadata_faults --label before
    python -m tools.metadata_faults

reads the metadata of all pages of the corpora. A class has the pages that it concerns, such as
pages with a date in the URL, and the faults among them: by the gold of the page where it has any,
else by a sign, such as an author that is a word of a list. The signs are rules of this program, not
those of the core. Hosts are divided into two halves by a checksum of their names. The rules of the
core were written while looking at the even half, and at the WCXB pages with even numbers of both
halves. The first command records the counts of an older version beside which the others are shown.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from functools import cached_property
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import click
import numpy as np
from rich.progress import Progress

from pagecore import Page, corpora, parse
from pagecore.corpora.corpus import Corpus, Item
from pagecore.metadata import Metadata, read_metadata
from pagecore.metrics import metadata as compare
from tools.options import Tool, count_options
from tools.record import describe_run, record_column, write_command

ENTRY: Final = "metadata faults"
CORPORA: Final = "wcxb,fundus,readability,forums,blogs,sites"


@dataclass(frozen=True)
class Answer:
    """The metadata of a page, with the page and its gold."""

    item: Item
    page: Page
    metadata: Metadata

    @cached_property
    def title(self) -> str:
        """The title, empty if there is none."""
        return self.metadata.title or ""

    @cached_property
    def site_names(self) -> set[str]:
        """The names of the site: declared, of links to the front page, and of the host."""
        page = self.page
        hosts = [urlsplit(self.page.url or "").hostname or ""]
        names = [self.metadata.site or "", *hosts[0].split(".")[-3:-1]]
        codes, values = page.attr("href")
        fronts = {code for code, value in enumerate(values) if is_front_page(value, hosts[0])}
        for row in np.flatnonzero(page.is_tag("a") & np.isin(codes, list(fronts)))[:20]:
            names.append(page.text(int(row))[:80])
        return {fold_text(name) for name in names if len(fold_text(name)) > 3}

    @cached_property
    def gold_day(self) -> str | None:
        """The day of the gold, or of the first post of a thread; feeds write it in RFC 822."""
        posts = self.item.gold.posts
        text = self.item.gold.date or ((posts[0].date or "") if posts else "")
        if iso := re.match(r"\d{4}-\d\d-\d\d", text.strip()):
            return iso[0]
        try:
            return parsedate_to_datetime(text).date().isoformat()
        except (TypeError, ValueError):
            return None


def fold_text(text: str) -> str:
    """The words of a text in lower case."""
    return " ".join(re.findall(r"\w+", text.casefold()))


def is_front_page(href: str, host: str) -> bool:
    """Whether an address is that of the front page of a host."""
    parts = urlsplit(href.strip()) if "[" not in href else urlsplit("#")
    is_root = parts.path in ("/", "/index.html") or (not parts.path and parts.hostname == host)
    is_own = not parts.hostname or parts.hostname == host
    return is_own and is_root and not parts.query and not parts.fragment


#: Whether a page is concerned, and whether it is at fault.
Count = tuple[bool, bool]

_LABEL: Final = re.compile(
    r"(?i)about( (us|me|the author))?|archives?|articles?|authors?|blogs?|categor(y|ies)|comments?|"
    r"contact( us)?|copyright|(full|read) bio|home( ?page)?|licen[cs]e|log ?in|members?|menu|news|"
    r"password|posts?|profile|read more|region|register|search|share|shop|sign (in|up)|store|"
    r"subscribe|topic author|user ?name.*|.*e-?mail( address)?|website|& .*|.*editorial polic.*|"
    r"über uns|autor(en|in)?|kategorien?|kommentare?|kontakt|startseite|à propos|auteurs?|accueil|"
    r"(mon|tue|wed|thu|fri|sat|sun)|"
    r"((senior|staff|chief|managing|guest|contributing|lead|associate) )+(editor|writer|analyst|"
    r"reporter|correspondent|author|manager|contributor)"
)


def count_labels(answer: Answer) -> Count:
    """Authors that are a word of a menu or a form, a role, or a day of the week."""
    authors = answer.metadata.authors
    is_gold = compare.are_same_authors(answer.item.gold.authors, authors)
    return bool(authors), not is_gold and any(_LABEL.fullmatch(name) for name in authors)


def count_accounts(answer: Answer) -> Count:
    """Authors of articles that are a login name although the page shows the gold name."""
    gold = answer.item.gold.authors
    if not gold or answer.item.gold.page_type == "forum":
        return False, False
    is_login = all(re.fullmatch(r"[a-z0-9._-]+", name) for name in answer.metadata.authors)
    is_right = compare.are_same_authors(gold, answer.metadata.authors)
    return True, bool(answer.metadata.authors) and is_login and not is_right


def count_organisations(answer: Answer) -> Count:
    """Authors that are a name of the site where the gold is another name."""
    gold = {fold_text(name) for name in answer.item.gold.authors or ()}
    if not gold or gold & answer.site_names:
        return False, False
    authors = {fold_text(name) for name in answer.metadata.authors}
    return True, bool(authors) and authors <= answer.site_names


def count_missed_authors(answer: Answer) -> Count:
    """Pages with gold authors that have no author."""
    gold = answer.item.gold.authors
    return bool(gold), bool(gold) and not answer.metadata.authors


def count_wrong_authors(answer: Answer) -> Count:
    """Pages with gold authors that have another author."""
    gold, authors = answer.item.gold.authors, answer.metadata.authors
    is_wrong = bool(gold and authors) and not compare.are_same_authors(gold, authors)
    return bool(gold), is_wrong


_HOME: Final = re.compile(
    r"(?i)(.* [-|·–•] )?(home ?page|home|startseite|accueil|inicio|welcome|index|untitled.*)"
    r"( [-|·–•] .*)?"
)


def count_homes(answer: Answer) -> Count:
    """Titles that are, or contain as a part, a word such as "Home"."""
    return bool(answer.title), bool(_HOME.fullmatch(answer.title))


_LAST_PART: Final = re.compile(r".*\S\s+[^\w\s,.?!'’“”\"()&+]\s+(.{4,80})")


def count_site_names(answer: Answer) -> Count:
    """Titles that end with a sign and a name of the site."""
    part = _LAST_PART.fullmatch(answer.title)
    is_in_gold = compare.is_same_title(answer.item.gold.title, answer.title)
    is_site = part is not None and fold_text(part[1]) in answer.site_names
    return bool(answer.title), is_site and not is_in_gold


def count_longer_titles(answer: Answer) -> Count:
    """Titles that begin with the gold title, and have more."""
    gold, title = fold_text(answer.item.gold.title or ""), fold_text(answer.title)
    return bool(gold), bool(gold) and title.startswith(f"{gold} ")


def count_wrong_titles(answer: Answer) -> Count:
    """Pages with another title than the gold title."""
    gold = answer.item.gold.title
    return bool(gold), bool(gold) and not compare.is_same_title(gold, answer.title)


def count_phone_numbers(answer: Answer) -> Count:
    """Titles that are a phone number."""
    n_digits = sum(c.isdigit() for c in answer.title)
    n_letters = sum(c.isalpha() for c in answer.title)
    has_phone = bool(re.search(r"\d{3}\)?[-. ]\d{3}[-. ]\d{4}", answer.title))
    return bool(answer.title), has_phone and n_letters < n_digits


def count_swapped_days(answer: Answer) -> Count:
    """Dates with day and month exchanged, by the gold or by the date in the URL."""
    day = (answer.metadata.date or "")[:10]
    known = answer.gold_day or find_url_day(answer)
    if not day or known is None:
        return False, False
    year, month, number = day.split("-")
    return True, day != known and f"{year}-{number}-{month}" == known


_URL_DAY: Final = re.compile(r"/(\d{4})[/-](\d\d)[/-](\d\d)[/+_-](?!index|page)[^/]{4,}")


def find_url_day(answer: Answer) -> str | None:
    """The day in the URL of a page, if the name of the page follows."""
    match = _URL_DAY.search(urlsplit(answer.item.url or "").path)
    return "-".join(match.groups()) if match else None


def count_url_days(answer: Answer) -> Count:
    """Pages with a day and a name in the URL that have no date."""
    has_day = find_url_day(answer) is not None
    return has_day, has_day and answer.metadata.date is None


def count_missed_days(answer: Answer) -> Count:
    """Pages with a gold date that have no date."""
    has_gold = answer.gold_day is not None
    return has_gold, has_gold and answer.metadata.date is None


def count_wrong_days(answer: Answer) -> Count:
    """Pages with a gold date that have another date."""
    has_both = answer.gold_day is not None and answer.metadata.date is not None
    is_wrong = has_both and (answer.metadata.date or "")[:10] != answer.gold_day
    return answer.gold_day is not None, is_wrong


def count_thread_starts(answer: Answer) -> Count:
    """Threads whose date is not that of the first post."""
    is_thread = answer.item.gold.page_type == "forum" or bool(answer.item.gold.posts)
    has_day = is_thread and answer.gold_day is not None
    return has_day, has_day and (answer.metadata.date or "")[:10] != answer.gold_day


def count_sidebar_days(answer: Answer) -> Count:
    """Dates of rows in the navigation or an aside, or of the day on which a user joined."""
    page, row = answer.page, answer.metadata.rows.get("published", -1)
    if answer.metadata.published is None or row <= 0 or not page.visible[row]:
        return False, False
    is_beside = bool(page.above(page.is_tag("nav"))[row] >= 0)
    before = page.text(np.arange(max(row - 6, 0), row + 1))
    return True, is_beside or bool(
        re.search(r"(?i)(joined|member since|registered):?\s[^\n]*$", before)
    )


#: The classes, in the order of the documents.
CLASSES: Final[dict[str, Callable[[Answer], Count]]] = {
    "author: word of a menu, a form or a role": count_labels,
    "author: site instead of a person": count_organisations,
    "author: account instead of a person": count_accounts,
    "author: none, by gold": count_missed_authors,
    "author: another, by gold": count_wrong_authors,
    "title: “Home”": count_homes,
    "title: name of the site at the end": count_site_names,
    "title: more than gold": count_longer_titles,
    "title: phone number": count_phone_numbers,
    "title: another, by gold": count_wrong_titles,
    "date: day and month exchanged": count_swapped_days,
    "date: none, although the URL has one": count_url_days,
    "date: not that of the first post": count_thread_starts,
    "date: of the navigation or a user": count_sidebar_days,
    "date: none, by gold": count_missed_days,
    "date: another, by gold": count_wrong_days,
}


def count_faults(answers: Iterable[Answer]) -> dict[str, dict[str, int]]:
    """Count the faults of pages by class, and the hosts that have any."""
    counts = {name: dict.fromkeys(("pages", "even", "odd"), 0) for name in CLASSES}
    hosts: dict[str, set[str]] = {name: set() for name in CLASSES}
    for answer in answers:
        group = answer.item.group or answer.item.id
        half = "odd" if zlib.crc32(group.encode()) % 2 else "even"
        for name, count in CLASSES.items():
            is_concerned, is_fault = count(answer)
            counts[name]["pages"] += is_concerned
            counts[name][half] += is_fault
            if is_fault:
                hosts[name].add(group)
    return {name: {**row, "hosts": len(hosts[name])} for name, row in counts.items()}


def _read_pages(loaded: Iterable[Corpus], bar: Progress, step: int) -> Iterator[Answer]:
    for corpus in loaded:
        for item in bar.track(corpus.items[::step], description=corpus.name):
            page = parse(item.html(), url=item.url, encoding=item.encoding)
            yield Answer(item, page, read_metadata(page))


@click.command(cls=Tool)
@count_options(CORPORA)
@click.pass_context
def main(
    context: click.Context, names: str, label: str, step: int, data: Path, figures: Path
) -> None:
    """Count wrong titles, authors and dates on the corpora, and record the counts."""
    loaded = [corpora.load(name, data / name) for name in names.split(",")]
    with Progress(transient=True) as bar:
        counts = count_faults(_read_pages(loaded, bar, step))
    for name, row in counts.items():
        click.echo(
            f"{name:42} {row['even']:5} {row['odd']:5} of {row['pages']:5} pages,"
            f" {row['hosts']:4} hosts"
        )
    if step > 1:
        return
    run = describe_run(write_command(context, "tools.metadata_faults"), loaded)
    record_column(ENTRY, label, counts, provenance=run, path=figures)


if __name__ == "__main__":
    main()
