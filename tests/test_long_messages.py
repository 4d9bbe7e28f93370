"""Messages about damaged wrappers are short, however long the names in the file are."""

from __future__ import annotations

import pytest

from pagecore import Wrapper, learn
from pagecore.errors import WrapperError
from tests.sites.sample_site import make_html, make_list

LONG = "x" * 1_000_000
PAGES = [*(make_html(n) for n in range(4)), *(make_list(n) for n in range(3))]
#: What is replaced in a file, and by what.
CHANGES = [
    ("root", "<wrapper ", f"<{LONG} "),
    ("version", 'version="1"', f'version="{LONG}"'),
    ("method", 'method="', f'method="{LONG}'),
    ("attribute", "<wrapper ", f'<wrapper {LONG}="1" '),
    ("attribute of a class", "<class ", f'<class {LONG}="1" '),
    ("number of pages", '<class pages="', f'<class pages="{LONG}'),
    ("element", "<classes ", f"<{LONG}/><classes "),
    ("element of classes", "<class ", f"<{LONG}/><class "),
    ("entity", "<classes ", f"&{LONG};<classes "),
]


def spoil(xml: str, part: str, bad: str) -> str:
    assert part in xml
    spoilt = xml.replace(part, bad, 1)
    return spoilt.replace("</wrapper>", f"</{LONG}>") if bad == f"<{LONG} " else spoilt


@pytest.mark.parametrize(
    ("part", "bad"), [case[1:] for case in CHANGES], ids=[case[0] for case in CHANGES]
)
def test_long_names_of_the_envelope(part: str, bad: str) -> None:
    xml = learn(PAGES, method="cst").xml()
    with pytest.raises(WrapperError) as raised:
        Wrapper.read(spoil(xml, part, bad))
    assert len(str(raised.value)) < 500


@pytest.mark.parametrize(
    ("method", "tags"),
    [
        ("cst", ["tree", "nodes", "pieces"]),
        ("default", ["evidence", "texts", "places"]),
        ("entropy", ["entropies", "terms", "texts"]),
        ("ibdf", ["pieces", "host", "piece", "places"]),
        ("rtdm", ["template"]),
        ("hybrid", ["rules", "rule"]),
    ],
)
def test_long_names_of_the_rules(method: str, tags: list[str]) -> None:
    parameters = {"learner": "default"} if method == "hybrid" else {}
    xml = learn(PAGES[:4], method=method, **parameters).xml()  # type: ignore[arg-type]  # No option.
    for tag in tags:
        for bad in (f"<{LONG}/><{tag} ", f'<{tag} {LONG}="1" '):
            with pytest.raises(WrapperError) as raised:
                Wrapper.read(spoil(xml, f"<{tag} ", bad))
            assert len(str(raised.value)) < 500, tag
