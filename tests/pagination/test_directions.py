"""Where a link leads, by its label or class."""

from __future__ import annotations

import pytest

from pagecore.pagination.directions import (
    is_current_class,
    is_exact_label,
    is_pager_class,
    read_class_direction,
    read_direction,
    read_page_number,
)

LABELS = [
    # label                      direction     only words for directions, pages and entries
    ("Next",                     "next",       True),
    ("Next Page »",              "next",       True),
    ("Next Thread",              "next",       False),
    ("Next: The cranes return",  "next",       False),
    ("Older posts",              "older",      True),
    ("Older Post",               "older",      False),
    ("← Ältere Beiträge",        "older",      True),
    ("Newer posts",              "newer",      True),
    ("Weiter »",                 "next",       True),
    ("Weitere Artikel",          None,         False),
    ("Page suivante",            "next",       True),
    ("Siguiente ›",              "next",       True),
    ("Entradas más antiguas",    "older",      True),
    ("Следующая",                "next",       True),
    ("Назад",                    "previous",   True),
    ("الصفحة التالية",           "next",       True),
    ("صفحه بعد",                 "next",       True),
    ("अगला",                     "next",       True),
    ("หน้าถัดไป",                  "next",       True),
    ("次のページ",                "next",       True),
    ("次の20件",                  "next",       True),
    ("目次",                      None,         False),
    ("次世代の車",                None,         False),
    ("下一页",                    "next",       True),
    ("下一篇",                    None,         False),
    ("다음 페이지",               "next",       True),
    ("다음글",                    "next",       False),
    ("»",                        "next",       True),
    ("<",                        "previous",   True),
    (">|",                       "last",       True),
    ("|<<",                      "first",      True),
    ("Last »",                   "last",       True),
    ("",                         None,         True),
    ("next " * 9,                None,         True),
    ("a long title about the next great thing", None, False),
]  # fmt: skip


@pytest.mark.parametrize(("label", "direction", "is_exact"), LABELS)
def test_labels(label: str, direction: str | None, is_exact: bool) -> None:
    answer = read_direction(label)
    assert (None if answer is None else answer.value) == direction
    assert is_exact_label(label) == is_exact


@pytest.mark.parametrize(
    ("label", "number"),
    [
        ("2", 2),
        ("[2]", 2),
        ("2.", 2),
        ("٢", 2),
        ("Page 2", 2),
        ("第2页", 2),
        ("$2", None),
        ("2 %", None),
        ("#2", None),
        ("2 comments", None),
        ("1-20", None),
        ("123456", None),
        ("", None),
    ],
)
def test_page_numbers(label: str, number: int | None) -> None:
    assert read_page_number(label) == number


@pytest.mark.parametrize(
    ("value", "direction"),
    [
        ("next", "next"),
        ("pagination-next", "next"),
        ("nextpostslink", "next"),
        ("prev page-numbers", "previous"),
        ("blog-pager-older-link", "older"),
        ("prev_next", None),
        ("nextgen", None),
        ("holder", None),
        ("breakfast", None),
    ],
)
def test_classes(value: str, direction: str | None) -> None:
    answer = read_class_direction(value)
    assert (None if answer is None else answer.value) == direction


def test_classes_of_pagers_and_of_the_current_page() -> None:
    assert [is_pager_class(name) for name in ("wp-pagenavi", "Pager", "nav-links")] == [True] * 3
    assert [is_pager_class(name) for name in ("page", "holder", "navigation")] == [False] * 3
    assert [is_current_class(name) for name in ("active", "is-current", "curr")] == [True] * 3
    assert [is_current_class(name) for name in ("nonactive", "currency")] == [False] * 2
