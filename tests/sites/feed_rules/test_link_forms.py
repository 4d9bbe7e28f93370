"""Forms of links: what the addresses of entries have in common."""

from __future__ import annotations

import pytest

from pagecore.errors import WrapperError
from pagecore.sites.feed_rules.link_forms import LinkForms, check_link_forms, learn_link_forms

LEARNED = [
    # what it shows        links                                            forms
    ("dates",              ["a/2024/05/x", "a/2023/11/y", "a/2023/01/z"],   ("#/#/*",)),
    ("folder",             ["a/posts/x", "a/posts/y", "a/posts/z"],         ("posts/*",)),
    ("digits in names",    ["a/quiz1.html", "a/quiz12.html", "a/quiz3.html"], ("quiz#.html",)),
    ("query",              ["a/?p=1", "a/?p=2", "a/?p=7"],                  ("?p",)),
    ("rare length",        ["a/x", "a/y", "a/z", "a/c/2/w"],                ("*", "c/#/*")),
    ("no folder, rare",    ["a/b/x", "a/b/y", "a/b/z", "a/about"],          ("b/*", "about")),
    ("few links",          ["a/x", "a/y"],                                  None),
    ("nothing in common",  ["a/x", "a/y/z", "a/1/2/3", "a/1/2/3/4"],        None),
    ("the homepage",       ["a", "b", "c"],                                 None),
]  # fmt: skip


@pytest.mark.parametrize(("what", "links", "forms"), LEARNED)
def test_forms_are_learned(what: str, links: list[str], forms: tuple[str, ...] | None) -> None:
    learned = learn_link_forms(links)
    assert (None if learned is None else learned.forms) == forms, what


def test_links_are_compared_with_forms() -> None:
    forms = LinkForms(frozenset({"a.example"}), ("posts/#/*", "?p"))
    own = ["a.example/posts/2024/x", "a.example/posts/1/y", "a.example/?p=9", "/posts/3/z"]
    assert not any(forms.is_foreign(link, "") for link in own)
    others = ["a.example", "a.example/posts", "a.example/posts/x/y", "a.example/tags/1/x"]
    others += ["b.example/posts/2024/x", "a.example/?q=9", "a.example/posts/2024/x/comments"]
    assert all(forms.is_foreign(link, "") for link in others)
    # The page may have moved to another host.
    assert not forms.is_foreign("b.example/posts/2024/x", "b.example")


def test_signs_of_forms_are_no_part_of_a_link() -> None:
    learned = learn_link_forms([f"a/*/{name}" for name in "xyz"])
    assert learned is not None
    assert learned.forms == ("*/*",)


@pytest.mark.parametrize("form", ["", "/", "a//b", "a b", "x" * 2000])
def test_other_forms_are_refused(form: str) -> None:
    with pytest.raises(WrapperError, match="expected a path such as"):
        check_link_forms(["a"], [form])
    with pytest.raises(WrapperError, match="0 forms"):
        check_link_forms(["a"], [])
