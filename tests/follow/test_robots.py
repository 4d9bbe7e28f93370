"""The rules of `robots.txt`."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator

import pytest

from pagecore.errors import NeedsExtra
from pagecore.follow.robots import MAX_DELAY, RobotRules
from pagecore.sources.read import ReadOptions
from tests.server import Answer, Server, answer, raw, serving

pytest.importorskip("protego")

OPTIONS = ReadOptions(allow_private=True, timeout=60)

RULES = [
    # what it shows          robots.txt                                          path        allowed
    ("nothing",              "",                                                 "/a",       True),
    ("all clients",          "User-agent: *\nDisallow: /a",                      "/a/b",     False),
    ("another path",         "User-agent: *\nDisallow: /a",                      "/b",       True),
    ("another client",       "User-agent: x\nDisallow: /",                       "/a",       True),
    ("our own rules",        "User-agent: *\nDisallow: /\nUser-agent: PageCore\nAllow: /",
                                                                                 "/a",       True),
    ("with a version",       "User-agent: pagecore/1.0\nDisallow: /",            "/a",       False),
    ("a longer name",        "User-agent: pagecorebot\nDisallow: /",             "/a",       True),
    ("group of clients",     "User-agent: x\nUser-agent: pagecore\nDisallow: /", "/a",       False),
    ("the longest rule",     "User-agent: *\nDisallow: /\nAllow: /a",            "/a/b",     True),
    ("wildcards",            "User-agent: *\nDisallow: /*.pdf$",                 "/a.pdf",   False),
    ("end of an address",    "User-agent: *\nDisallow: /*.pdf$",                 "/a.pdf?b", True),
    ("queries",              "User-agent: *\nDisallow: /*?page=",                "/?page=2", False),
    ("comments",             "User-agent: * # all\nDisallow: /a # b",            "/a",       False),
    ("a mark, CR",           "\ufeffUser-agent: *\rDisallow: /a\r",              "/a",       False),
]  # fmt: skip


@pytest.mark.parametrize(("what", "content", "path", "is_allowed"), RULES)
def test_rules(what: str, content: str, path: str, is_allowed: bool) -> None:
    rules = RobotRules.parse(content.encode())
    refusal = rules.find_refusal(f"https://a.example{path}")
    assert refusal == ("" if is_allowed else "robots.txt of a.example disallows it"), what


DELAYS = [
    # robots.txt                                        seconds
    ("",                                                0.0),
    ("User-agent: *\nCrawl-delay: 2.5",                 2.5),
    ("User-agent: *\nRequest-rate: 1/5",                5.0),
    ("User-agent: x\nCrawl-delay: 2",                   0.0),
    ("User-agent: *\nCrawl-delay: 100000",              MAX_DELAY),
    ("User-agent: *\nCrawl-delay: nan",                 0.0),
]  # fmt: skip


@pytest.mark.parametrize(("content", "seconds"), DELAYS)
def test_delays(content: str, seconds: float) -> None:
    assert RobotRules.parse(content.encode()).delay == seconds
    assert RobotRules().delay == 0


@pytest.mark.parametrize(
    "content",
    [
        b"\n".join(b"User-agent: a%d" % n for n in range(20_000)) + b"\nDisallow: /a" * 20_000,
        b"User-agent: *\n" + b"Disallow: /" + b"*a" * 100_000,
        b"User-agent: *\n" + b"Disallow: /%d*b\n" * 20_000,
        b"\0\xff" * 200_000,
        b"User-agent:" * 40_000,
    ],
    ids=["clients", "wildcards", "rules", "binary", "one line"],
)
def test_hostile_rules_take_seconds(content: bytes) -> None:
    start = time.process_time()
    rules = RobotRules.parse(content)
    for n in range(20):
        rules.find_refusal(f"https://a.example/{'a' * 500}{n}")
    assert time.process_time() - start < 20


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as running:
        yield running


RESPONSES = [
    # response                                         refusal
    (answer(b"User-agent: *\nDisallow: /a"),           "disallows it"),
    (answer(b"", status=404),                          ""),
    (answer(b"", status=403),                          ""),
    (answer(b"", status=500),                          "the server answers 500"),
    (answer(b"", status=503),                          "the server answers 503"),
    (raw(b"nonsense\r\n\r\n"),                         "the response is not HTTP"),
    (answer(status=302, location="/moved.txt"),        ""),
]  # fmt: skip


@pytest.mark.parametrize(("response", "refusal"), RESPONSES)
def test_responses(server: Server, response: Answer, refusal: str) -> None:
    server.answers["/robots.txt"] = response
    server.answers["/moved.txt"] = answer(b"User-agent: *\nDisallow: /b", content_type="text/plain")
    rules = RobotRules.fetch(f"{server.at}/a?b", OPTIONS)
    assert server.asked[0] == "/robots.txt"
    reason = rules.find_refusal(f"{server.at}/a")
    assert refusal in reason
    assert bool(reason) == bool(refusal)


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch, server: Server) -> None:
    monkeypatch.setitem(sys.modules, "protego", None)
    with pytest.raises(NeedsExtra, match=r"pip install 'pagecore\[follow\]'"):
        RobotRules.fetch(server.at, OPTIONS)
    assert server.asked == []
