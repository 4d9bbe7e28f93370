"""Numbered links: which number is that of the current page, and which addresses count pages."""

from __future__ import annotations

import pytest

from pagecore import parse
from pagecore.pagination.pager_links import list_pager_links
from pagecore.pagination.sequences import NumberedSequence, find_sequences, find_step
from tests.growth import FACTOR, check_linear

HOST = "https://a.example"


def read_sequences(html: str, url: str = "/list") -> list[NumberedSequence]:
    page = parse(html, url=HOST + url)
    return find_sequences(page, HOST + url, list_pager_links(page, HOST + url))


def link(number: int, url: str) -> str:
    return f"<li><a href='{url}'>{number}</a>"


CURRENT = [
    # what it shows      address         links                                            current
    ("by its text",      "/list",        "<li>2" + link(1, "/x?a") + link(3, "/x?c"),     2),
    ("by its address",   "/list?p=4",    link(3, "?p=3") + link(4, "?p=4") + link(5, "?p=5"), 4),
    ("without a number", "/list",        link(1, "?p=1") + link(2, "?p=2"),               1),
    ("other parameters", "/list?q=a&f=b", link(1, "?f=b&q=a&p=1") + link(2, "?f=b&q=a&p=2"), 1),
    ("folder",           "/list",        link(1, "/list/p1") + link(2, "/list/p2"),       1),
    ("items",            "/list?s=20",   link(1, "?s=0") + link(2, "?s=10") + link(4, "?s=30"), 3),
    ("two numbers grow", "/list?p=2&s=25", link(3, "?p=3&s=50") + link(4, "?p=4&s=75"),   2),
    ("only higher ones", "/home",        link(2, "/all/2") + link(3, "/all/3"),           1),
    ("by its class",     "/home",        "<li class=active><a href=/all/1>1</a>"
                                         + link(2, "/all/2") + link(3, "/all/3"),         1),
    ("unknown",          "/home",        link(1, "/all/1") + link(2, "/all/2"),           None),
    ("not regular",      "/home",        link(2, "/a7") + link(3, "/b5"),                 None),
]  # fmt: skip


@pytest.mark.parametrize(
    ("url", "links", "current"), [case[1:] for case in CURRENT], ids=[case[0] for case in CURRENT]
)
def test_number_of_the_current_page(url: str, links: str, current: int | None) -> None:
    (sequence,) = read_sequences(f"<ul>{links}</ul>", url)
    assert sequence.current == current


def test_days_of_a_calendar_are_no_pages() -> None:
    days = "".join(f"<td><a href=/2024/05/{day:02}>{day}</a>" for day in range(1, 9))
    assert read_sequences(f"<table><tr>{days}</table>") == []


def test_sequences_in_separate_containers() -> None:
    threads = "".join(
        f"<div><h3>A thread</h3><span>{link(2, f'/t{at}/2')}{link(3, f'/t{at}/3')}</span></div>"
        for at in range(3)
    )
    assert [sorted(sequence.links) for sequence in read_sequences(threads)] == [[2, 3]] * 3


@pytest.mark.parametrize(
    ("addresses", "factor", "offset"),
    [
        ({2: "a/2", 3: "a/3"}, 1, 0),
        ({2: "a?p=1", 3: "a?p=2"}, 1, -1),
        ({1: "a", 2: "a-25", 4: "a-75"}, 25, -25),
        ({2: "a/f26-25", 3: "a/f26-50"}, 25, -25),
        ({2: "a/2"}, 1, 0),
    ],
)
def test_steps(addresses: dict[int, str], factor: int, offset: int) -> None:
    step = find_step(addresses)
    assert step is not None
    assert (step.factor, step.offset) == (factor, offset)


@pytest.mark.parametrize(
    "addresses",
    [{2: "a/3", 3: "a/2"}, {2: "a", 3: "b"}, {2: "a/7"}, {2: "a/1", 3: "a/2", 4: "a/9"}],
)
def test_addresses_without_steps(addresses: dict[int, str]) -> None:
    assert find_step(addresses) is None


def test_time_is_linear_in_nested_containers() -> None:
    def search(n: int) -> None:
        read_sequences("<div>".join(f"<a href=/{at}>{at % 99}</a>" for at in range(n)))

    check_linear(search, 60, 60 * FACTOR)
