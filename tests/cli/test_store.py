"""The options --store of `learn` and `extract`, and --update of `learn`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pagecore import Wrapper, WrapperStore, apply, extract
from tests.conftest import Run
from tests.sites.sample_site import make_html, make_list, make_redesign

LEARN = ("learn", "site", "--mirror", "--method", "cst", "--store", "store")
STORE = Path("store/wrappers.sqlite")


def write_pages(folder: str, pages: list[str]) -> None:
    Path(folder).mkdir(parents=True)
    for number, html in enumerate(pages):
        Path(folder, f"{number}.html").write_text(html)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Pages of two hosts: stories, and lists of the second; and a redesign of the first."""
    monkeypatch.chdir(tmp_path)
    stories = [make_html(seed) for seed in range(4)]
    write_pages("site/tide.example", stories)
    write_pages("site/www.ebb.example", stories + [make_list(seed) for seed in range(3)])
    write_pages("later/tide.example", [make_redesign(seed) for seed in range(3)])
    return tmp_path


@pytest.mark.usefixtures("site")
def test_each_host_has_a_wrapper(run: Run) -> None:
    result = run(*LEARN)
    assert (result.code, result.out) == (0, "")
    assert result.err.splitlines() == [
        "pagecore: tide.example: the wrapper was learned from one class of 4 pages: "
        "site/tide.example/0.html, site/tide.example/1.html, site/tide.example/2.html and 1 more",
        f"pagecore: tide.example: the wrapper is in {STORE}",
        "pagecore: ebb.example: 2 page classes among 7 pages",
        "pagecore: ebb.example: page class 1: 4 pages: site/www.ebb.example/0.html, "
        "site/www.ebb.example/1.html, site/www.ebb.example/2.html and 1 more",
        "pagecore: ebb.example: page class 2: 3 pages: site/www.ebb.example/4.html, "
        "site/www.ebb.example/5.html, site/www.ebb.example/6.html",
        f"pagecore: ebb.example: the wrapper is in {STORE}",
    ]
    store = WrapperStore("store")
    assert store.list_hosts() == ["ebb.example", "tide.example"]
    wrapper = store.get("tide.example")
    assert wrapper is not None
    assert (wrapper.method, wrapper.site) == ("cst", "tide.example")


@pytest.mark.usefixtures("site")
def test_extract_uses_the_wrapper_that_fits(run: Run) -> None:
    run(*LEARN)
    write_pages("site/other.example", [make_html(9)])
    result = run(
        *("extract", "site", "later", "--mirror", "--store", "store", "--jobs", "2"),
        *("--to", "jsonl", "--fields", "method,text,warnings", "-o", "out.jsonl"),
    )
    assert result.code == 0
    # A page of a host without a wrapper gets no warning.
    warned = [line.split(": ")[1:3] for line in result.err.splitlines()]
    names = [f"later/tide.example/{number}.html" for number in range(3)]
    assert warned == [[name, "wrapper-does-not-fit"] for name in names]
    lines = [json.loads(line) for line in Path("out.jsonl").read_text().splitlines()]
    methods = {line["page"]: line["method"] for line in lines}
    assert len(methods) == 4 + 7 + 3 + 1
    by_wrapper = {name for name, method in methods.items() if method == "site/cst"}
    assert by_wrapper == {name for name in methods if name.startswith(("site/tide", "site/www"))}
    assert {methods[name] for name in set(methods) - by_wrapper} == {"default"}
    store = WrapperStore("store")
    for line in lines:
        html = Path(line["page"]).read_bytes()
        url = f"https://{line['page'].partition('/')[2]}"
        assert line["text"] == apply(store, html, url=url).text
        if line["method"] == "default":
            assert line["text"] == extract(html).text


@pytest.mark.usefixtures("site")
def test_extract_with_another_method_for_the_rest(run: Run) -> None:
    run(*LEARN)
    options = ("--url", "http://tide.example/a", "--store", "store", "--method", "coreex")
    page = Path("later/tide.example/0.html")
    result = run("extract", str(page), *options)
    assert result.code == 0
    assert result.out == extract(page.read_bytes(), method="coreex").text + "\n"
    assert "the method 'coreex' was used: the wrapper of tide.example (cst)" in result.err
    page = Path("site/tide.example/0.html")
    result = run("extract", str(page), *options)
    assert (result.code, result.err) == (0, "")
    assert result.out == apply(WrapperStore("store"), page.read_bytes(), options[1]).text + "\n"


@pytest.mark.usefixtures("site")
def test_wrappers_are_replaced_on_request_only(run: Run) -> None:
    run(*LEARN)
    before = WrapperStore("store").digest()
    result = run(*LEARN)
    assert result == (
        2,
        "",
        f"pagecore: {STORE} has a wrapper of tide.example; pass --overwrite to replace it, or "
        "--update store to add the pages to it\n",
    )
    assert WrapperStore("store").digest() == before
    assert run(*LEARN[:-3], "rtdm", *LEARN[-2:], "--overwrite").code == 0
    wrapper = WrapperStore("store").get("ebb.example")
    assert wrapper is not None
    assert wrapper.method == "rtdm"


@pytest.mark.usefixtures("site")
def test_the_host_must_be_known(run: Run) -> None:
    result = run("learn", "site", "--store", "store")
    assert result == (
        2,
        "",
        "pagecore: --store needs the host of the pages, which have no URL: pass --host, or their "
        "URLs with --url, --manifest or --mirror\n",
    )
    result = run("learn", "site", "--method", "cst", "--store", "store", "--host", "WWW.a.example")
    assert result.code == 0
    assert WrapperStore("store").list_hosts() == ["a.example"]
    result = run("learn", "site", "--store", "store", "--host", "https://b.example/")
    assert result.code == 2
    assert "expected the name of a host" in result.err
    # Pages declare their URLs.
    for page in Path("later/tide.example").iterdir():
        page.write_text(f"<link rel=canonical href=//b.example/>{page.read_text()}")
    Path("later/tide.example/none.html").write_text(make_redesign(9))
    result = run("learn", "later", "--method", "cst", "--store", "store")
    assert result.code == 0
    assert result.err.splitlines() == [
        "pagecore: 1 page without a URL not used; --host passes the host of all pages",
        "pagecore: b.example: the wrapper was learned from one class of 3 pages: "
        "later/tide.example/0.html, later/tide.example/1.html, later/tide.example/2.html",
        f"pagecore: b.example: the wrapper is in {STORE}",
    ]


@pytest.mark.usefixtures("site")
def test_a_host_that_teaches_nothing_stops_no_other(run: Run) -> None:
    write_pages("site/a.example", ["<p>x", "<p>x"])
    result = run(*LEARN)
    assert result.code == 1
    assert result.err.startswith("pagecore: a.example: nothing was learned")
    assert WrapperStore("store").list_hosts() == ["ebb.example", "tide.example"]
    result = run("learn", "site/a.example", "--host", "a.example", *LEARN[3:])
    assert result.code == 2
    assert result.err.startswith("pagecore: a.example: nothing was learned")


@pytest.mark.usefixtures("site")
def test_a_damaged_store_is_refused_and_rebuilt(run: Run) -> None:
    run(*LEARN)
    STORE.write_bytes(b"not a database")
    message = (
        f"pagecore: {STORE}: the store is damaged: file is not a database; pagecore learn --store "
        "rebuilds it\n"
    )
    assert run("extract", "site", "--mirror", "--store", "store") == (2, "", message)
    result = run(*LEARN)
    assert result.code == 0
    assert result.err.splitlines()[0] == (
        f"pagecore: {STORE} was damaged: it is kept as wrappers.sqlite.damaged-1, and 0 of its "
        "wrappers were copied to a new store"
    )
    assert Path(f"{STORE}.damaged-1").read_bytes() == b"not a database"
    assert WrapperStore("store").list_hosts() == ["ebb.example", "tide.example"]


@pytest.mark.usefixtures("site")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("extract", "site", "--store", "nowhere"), "--store: there is no nowhere/wrappers.sqlite"),
        (("extract", "site", "--store", "file"), "--store file: expected a folder"),
        (("extract", "site", "--store", ""), "--store : expected a folder"),
        (("extract", "site", "--store", "site", "--site", "site"), "--site and --store exclude"),
        ((*LEARN, "-o", "w.xml"), "-o and a store are two places for the wrapper"),
        ((*LEARN, "--update", "site"), "--update FOLDER writes to that store; remove --store"),
        (("learn", "site", "--update", "site"), "--update: there is no site/wrappers.sqlite"),
        (("learn", "site", "--update", "file"), "file: not a wrapper"),
        (("learn", "site", "--update", "nowhere"), "nowhere: the wrapper cannot be read"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(
    run: Run, arguments: tuple[str, ...], message: str
) -> None:
    Path("file").touch()
    result = run(*arguments)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith(f"pagecore: {message}")
    assert len(result.err.splitlines()) == 1
    assert not Path("nowhere").exists()


# ---------------------------------------------------------------- --update


@pytest.mark.usefixtures("site")
def test_pages_are_added_to_a_file(run: Run) -> None:
    options = ("--method", "cst", "--host", "tide.example")
    run("learn", "site/tide.example", *options, "-o", "w.xml")
    # The method is that of the wrapper.
    result = run("learn", "later", "site/tide.example/0.html", "--update", "w.xml", "-o", "new.xml")
    assert (result.code, result.out) == (0, "")
    assert result.err.splitlines() == [
        "pagecore: page class 1: learned from 3 pages: later/tide.example/0.html, "
        "later/tide.example/1.html, later/tide.example/2.html",
        "pagecore: page class 2: kept; it fits 1 page: site/tide.example/0.html; added to its "
        "rules",
    ]
    updated = Wrapper.load("new.xml")
    assert (updated.method, updated.site) == ("cst", "tide.example")
    for html in (make_html(9), make_redesign(9)):
        assert apply(updated, html).method == "site/cst"
    # Without -o the wrapper is shown; the file is replaced on request only.
    assert Wrapper.read(run("learn", "later", "--update", "w.xml").out).method == "cst"
    result = run("learn", "later", "--update", "w.xml", "-o", "w.xml")
    assert (result.code, "pass --overwrite" in result.err) == (2, True)
    result = run("learn", "later", "--update", "w.xml", "-o", "w.xml", "--overwrite")
    assert result.code == 0
    assert apply("w.xml", make_redesign(9)).method == "site/cst"


@pytest.mark.usefixtures("site")
def test_the_method_of_an_update_is_that_of_the_wrapper(run: Run) -> None:
    run("learn", "site/tide.example", "--method", "cst", "-o", "w.xml")
    result = run("learn", "later", "--update", "w.xml", "--method", "hybrid")
    assert result.code == 2
    assert "the wrapper to update was learned by 'cst'" in result.err
    result = run("learn", "later", "--update", "w.xml", "--set", "threshold=0.5")
    assert (result.code, 'threshold="0.5"' in result.out) == (0, True)
    result = run("learn", "later", "--update", "w.xml", "--set", "learner=default")
    assert (result.code, "learner" in result.err) == (2, True)


@pytest.mark.usefixtures("site")
def test_pages_are_added_to_a_store(run: Run) -> None:
    run(*LEARN)
    write_pages("later/new.example", [make_html(seed) for seed in range(3)])
    result = run("learn", "later", "--mirror", "--update", "store")
    assert result.code == 0
    lines = [line.removeprefix("pagecore: ") for line in result.err.splitlines()]
    assert lines == [
        f"new.example: {STORE} has no wrapper of this host; one is learned by the method 'hybrid'",
        "new.example: the wrapper was learned from one class of 3 pages: later/new.example/0.html, "
        "later/new.example/1.html, later/new.example/2.html",
        f"new.example: the wrapper is in {STORE}",
        "tide.example: page class 1: learned from 3 pages: later/tide.example/0.html, "
        "later/tide.example/1.html, later/tide.example/2.html",
        "tide.example: page class 2: kept; no new page is like it",
        f"tide.example: the wrapper is in {STORE}",
    ]
    store = WrapperStore("store")
    methods = {host: getattr(store.get(host), "method", None) for host in store.list_hosts()}
    # A new host is learned by the default method.
    assert methods == {"ebb.example": "cst", "new.example": "hybrid", "tide.example": "cst"}
    url = "http://tide.example/a"
    for html in (make_html(9), make_redesign(9)):
        assert apply(store, html, url=url).method == "site/cst"


@pytest.mark.usefixtures("site")
def test_a_file_is_updated_into_a_store(run: Run) -> None:
    run("learn", "site/tide.example", "--method", "cst", "--host", "tide.example", "-o", "w.xml")
    result = run("learn", "later", "site", "--mirror", "--update", "w.xml", "--store", "store")
    assert result.code == 0
    store = WrapperStore("store")
    # The wrapper is that of one host; the other is learned.
    methods = {host: getattr(store.get(host), "method", None) for host in store.list_hosts()}
    assert methods == {"ebb.example": "hybrid", "tide.example": "cst"}
    assert apply(store, make_html(9), url="http://tide.example/a").method == "site/cst"
