from __future__ import annotations

from typing import Any

import pytest

import pagecore
from pagecore.errors import BadInput, BadOption
from pagecore.visual import BrowserPool

BAD = [
    # option                        message
    ({"scripts": 1},                "scripts=1: expected True or False"),
    ({"network": "yes"},            "network='yes': expected True or False"),
    ({"viewport": (0, 5)},          "viewport=.*expected width and height"),
    ({"viewport": (1366,)},         "viewport=.*expected width and height"),
    ({"viewport": (1e3, 1e3)},      "viewport=.*expected width and height"),
    ({"viewport": "1366x900"},      "viewport=.*expected width and height"),
    ({"wait": "forever"},           "wait='forever': expected one of parsed, load, idle"),
    ({"timeout": 0},                "timeout=0: expected seconds"),
    ({"timeout": "5"},              "timeout='5': expected seconds"),
    ({"max_bytes": 0},              "max_bytes=0: expected an integer"),
    ({"max_navigations": -1},       "max_navigations=-1: expected an integer"),
    ({"files": "no-such-folder"},   "files='no-such-folder': expected a folder"),
]  # fmt: skip


@pytest.mark.parametrize(("options", "message"), BAD, ids=[str(options) for options, _ in BAD])
def test_bad_options_are_refused_before_a_browser_starts(
    options: dict[str, Any], message: str
) -> None:
    with pytest.raises(BadOption, match=message):
        pagecore.browse("<p>a", **options)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n_browsers": 0}, "n_browsers=0"),
        ({"n_browsers": 1.5}, "n_browsers=1.5"),
        ({"pages_per_browser": 0}, "pages_per_browser=0"),
        ({"max_memory_mib": -1}, "max_memory_mib=-1"),
    ],
)
def test_bad_pools(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(BadOption, match=message):
        BrowserPool(**arguments)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (5, "expected a URL, a path, or a page"),
        (b"%PDF-1.7 ...", "this is a PDF"),
        ("file:///etc/passwd", "only http and https|not"),
    ],
)
def test_what_is_not_a_page(source: Any, message: str) -> None:
    with pytest.raises((BadInput, pagecore.errors.FetchError), match=message):
        pagecore.browse(source)
