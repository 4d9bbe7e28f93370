"""URLs that are wrong can be split too."""

from __future__ import annotations

import pytest

from pagecore.page.urls import split_url


def test_parts_of_a_url() -> None:
    parts = split_url("https://a.example:80/b?c#d")
    assert (parts.scheme, parts.hostname, parts.path, parts.query) == (
        "https",
        "a.example",
        "/b",
        "c",
    )


@pytest.mark.parametrize("url", ["http://[", "http://[::1", "http://a]/", "http://a\u2100b/"])
def test_a_wrong_url_has_no_parts(url: str) -> None:
    assert not any(split_url(url))
