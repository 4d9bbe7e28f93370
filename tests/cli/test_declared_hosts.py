"""The host of a wrapper that `learn -o` writes, and hosts that are new to a store."""

from __future__ import annotations

from pathlib import Path

import pytest

from pagecore import Wrapper, WrapperStore
from tests.conftest import Run
from tests.sites.sample_site import make_html

LEARN = ("learn", "site", "--method", "cst", "-o", "w.xml", "--overwrite")


@pytest.fixture
def write_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder `site`, to be filled."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "site").mkdir()
    return tmp_path / "site"


def write_pages(folder: Path, hosts: list[str]) -> None:
    for n, host in enumerate(hosts):
        link = f"<link rel=canonical href=https://{host}/{n}>" if host else ""
        (folder / f"{n}.html").write_text(make_html(n).replace("<html", f"{link}<html", 1))


DECLARED = [
    # what it shows         hosts that the pages declare                    host         reported
    ("none",                ["", "", ""],                                   "",          None),
    ("one",                 ["a.example", "www.a.example", ""],             "a.example", None),
    ("two, most decide",    ["b.example", "a.example", "a.example"],        "a.example",
     "the pages declare several hosts: b.example, a.example; --store learns a wrapper of each"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("hosts", "host", "message"), [case[1:] for case in DECLARED], ids=[c[0] for c in DECLARED]
)
def test_declared_urls_are_used(
    run: Run, write_site: Path, hosts: list[str], host: str, message: str | None
) -> None:
    write_pages(write_site, hosts)
    result = run(*LEARN)
    assert result.code == 0
    assert Wrapper.load("w.xml").site == host
    if message is None:
        assert "several hosts" not in result.err
    else:
        assert f"pagecore: {message}" in result.err.splitlines()
    # What is passed decides.
    result = run(*LEARN, "--host", "c.example")
    assert Wrapper.load("w.xml").site == "c.example"
    assert "several hosts" not in result.err


def test_hosts_of_urls_are_reported_once(run: Run, write_site: Path) -> None:
    for host in ("a.example", "b.example"):
        (write_site / host).mkdir()
        write_pages(write_site / host, [""] * 2)
    result = run(*LEARN, "--mirror")
    assert Wrapper.load("w.xml").site == "a.example"
    assert result.err.count("several hosts") == 1
    assert "the pages are from several hosts: a.example, b.example" in result.err


def test_method_of_a_host_that_the_store_does_not_have(run: Run, write_site: Path) -> None:
    write_pages(write_site, ["a.example"] * 3)
    run("learn", "site", "--method", "cst", "--store", "store")
    write_pages(write_site, ["b.example"] * 3)
    said = "b.example: store/wrappers.sqlite has no wrapper of this host; one is learned by"
    result = run("learn", "site", "--update", "store")
    assert f"pagecore: {said} the method 'hybrid'" in result.err.splitlines()
    result = run("learn", "site", "--update", "store")
    assert said not in result.err
    write_pages(write_site, ["c.example"] * 3)
    result = run("learn", "site", "--update", "store", "--method", "cst")
    assert "c.example: store/wrappers.sqlite has no wrapper of this host" in result.err
    store = WrapperStore("store")
    methods = {host: getattr(store.get(host), "method", "") for host in store.list_hosts()}
    assert methods == {"a.example": "cst", "b.example": "hybrid", "c.example": "cst"}
