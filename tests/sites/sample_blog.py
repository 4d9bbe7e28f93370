"""A blog written for the tests: its entries, homepage, entry pages and feed."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from pagecore import Page, parse

HOST = "https://tides.example"
_WORDS = (
    *("harbour", "tide", "boat", "gull", "net", "fog", "mole", "rope", "sail", "wind", "wave"),
    *("quay", "lamp", "crew", "chart", "anchor", "buoy", "crab", "eel", "pier", "reef", "salt"),
    *("sand", "shell", "storm", "strait", "trawl", "vessel", "wharf", "yard", "zinc", "oar"),
)
_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August")


@dataclass(frozen=True)
class Entry:
    """An entry: what the blog shows of it."""

    number: int
    title: str
    day: str
    paragraphs: tuple[str, ...]

    @property
    def path(self) -> str:
        return f"/{self.day[:4]}/entry-{self.number}.html"

    @property
    def shown_day(self) -> str:
        year, month, day = self.day.split("-")
        return f"{_MONTHS[int(month) - 1]} {int(day)}, {year}"

    @property
    def body(self) -> str:
        return "".join(f"<p>{text}</p>" for text in self.paragraphs)


def make_entries(n: int, first: int = 1) -> list[Entry]:
    """Entries with different words, one a day."""
    return [
        Entry(
            number,
            f"Notes on the {_pick(number, 1)} and the {_pick(number, 2)} {number}",
            f"2024-0{1 + number // 28}-{1 + number % 28:02}",
            tuple(_make_paragraph(number, part) for part in range(2 + number % 3)),
        )
        for number in range(first, first + n)
    ]


def _pick(number: int, step: int) -> str:
    return _WORDS[(number * 7 + step * 11) % len(_WORDS)]


def _make_paragraph(number: int, part: int) -> str:
    words = random.Random(100 * number + part).choices(_WORDS, k=18)
    return f"Day {number}.{part}: {' '.join(words)}."


def show_entry(entry: Entry) -> str:
    """The usual markup of an entry on the homepage."""
    return (
        f'<article class="post"><h2 class="title"><a href="{entry.path}">{escape(entry.title)}</a>'
        f'</h2><p class="date">{entry.shown_day}</p><div class="text">{entry.body}</div>'
        '<p class="share">Share this entry</p></article>'
    )


def make_home(
    entries: Sequence[Entry], show: Callable[[Entry], str] = show_entry, path: str = "/"
) -> Page:
    """A page that lists entries."""
    inside = "".join(map(show, entries))
    return parse(
        '<html lang="en"><head><title>Tides</title></head><body class="blog"><header class="top">'
        '<a class="home" href="/">Tides</a><nav class="menu"><a href="/about">About</a></nav>'
        f'</header><main class="list">{inside}</main><footer class="end">Imprint</footer></body>',
        url=HOST + path,
    )


def make_page(entry: Entry) -> Page:
    """The page of an entry."""
    return parse(
        f'<html lang="en"><head><title>{escape(entry.title)} | Tides</title></head>'
        '<body class="single"><header class="top"><a class="home" href="/">Tides</a></header>'
        f'<main class="entry"><h1 class="headline">{escape(entry.title)}</h1>'
        f'<span class="when">{entry.shown_day}</span><div class="copy">{entry.body}</div>'
        '<div class="comments"><h3>Comments</h3></div></main><footer class="end">Imprint</footer>',
        url=HOST + entry.path,
    )


def make_feed(
    entries: Sequence[Entry],
    *,
    title: Callable[[Entry], str] = lambda entry: entry.title,
    text: Callable[[Entry], str] = lambda entry: entry.body,
    link: Callable[[Entry], str] = lambda entry: HOST + entry.path,
    date: Callable[[Entry], str] = lambda entry: f"{entry.day}T09:00:00Z",
) -> bytes:
    """The feed of the blog, as RSS."""
    items = "".join(
        f"<item><title>{escape(title(entry))}</title><link>{escape(link(entry))}</link>"
        f"<pubDate>{date(entry)}</pubDate><description>{escape(text(entry))}</description></item>"
        for entry in entries
    )
    return f'<rss version="2.0"><channel><title>Tides</title>{items}</channel></rss>'.encode()
