"""A store of wrappers: by host, for `apply` and `extract --store`."""

from __future__ import annotations

import pickle
from dataclasses import replace
from pathlib import Path

import pytest

from pagecore import Wrapper, WrapperStore, apply, extract, learn, parse
from pagecore.batch.documents import read_document
from pagecore.batch.record import process_source
from pagecore.batch.tasks import ExtractTask
from pagecore.errors import BadOption, WrapperError
from pagecore.sources.read import ReadOptions
from pagecore.sources.source import Source
from pagecore.store.wrapper_file import StoredWrapper, WrapperFile
from pagecore.wrapper import MAX_BYTES
from pagecore.wrapper_store import _KnownWrappers, normalise_host
from tests.sites.sample_site import make_html, make_list, make_redesign


@pytest.fixture(scope="module")
def wrapper() -> Wrapper:
    """Of stories and lists."""
    pages = [make_html(seed) for seed in range(5)] + [make_list(seed) for seed in range(3)]
    return learn(pages, method="cst", host="courier.example", date="2026-11-17")


@pytest.fixture
def store(tmp_path: Path, wrapper: Wrapper) -> WrapperStore:
    store = WrapperStore(tmp_path / "store")
    store.put(wrapper)
    return store


def test_a_wrapper_comes_back_with_its_classes(store: WrapperStore, wrapper: Wrapper) -> None:
    assert store.path.name == "wrappers.sqlite"
    assert store.get("courier.example") == wrapper
    assert store.get("tide.example") is None
    assert store.list_hosts() == ["courier.example"]
    store.put(replace(wrapper, site="a.example", date=""))
    assert store.list_hosts() == ["a.example", "courier.example"]
    assert (store.remove("a.example"), store.remove("a.example")) == (True, False)


def test_www_and_capitals_make_no_other_host(store: WrapperStore, wrapper: Wrapper) -> None:
    for host in ("www.courier.example", "Courier.Example", "WWW.courier.example"):
        store.put(replace(wrapper, site=host))
        assert store.get(host) == store.get("courier.example") == replace(wrapper, site=host)
    assert store.list_hosts() == ["courier.example"]
    for url in ("http://www.courier.example:8080/a?b", "https://COURIER.example"):
        assert store.find(url) is not None
    for other in (None, "", "courier.example", "file:///a.html", "http://news.courier.example/"):
        assert store.find(other) is None


@pytest.mark.parametrize("host", ["https://a.example/", "a.example:80", "a.example/b", "a@b", "["])
def test_what_is_no_host_is_refused(host: str) -> None:
    with pytest.raises(BadOption, match=r"expected the name of a host, such as courier\.example"):
        normalise_host(host)
    assert normalise_host("2001:db8::1") == "2001:db8::1"


def test_what_cannot_be_stored(store: WrapperStore, wrapper: Wrapper) -> None:
    with pytest.raises(WrapperError, match="without a host cannot be stored; pass host= to learn"):
        store.put(replace(wrapper, site=""))
    with pytest.raises(WrapperError, match="but its file may have 4194304"):
        store.put(replace(wrapper, site="a.example", date="x" * MAX_BYTES))
    with pytest.raises(BadOption, match="wrapper=5: expected a Wrapper"):
        store.put(5)  # type: ignore[arg-type]
    with pytest.raises(BadOption, match="folder=5: expected the path of a folder"):
        WrapperStore(5)  # type: ignore[arg-type]


def test_a_stored_text_that_is_no_wrapper_is_named(store: WrapperStore) -> None:
    store._file.write("tide.example", "cst", "<html/>")
    with pytest.raises(WrapperError, match=r"wrappers\.sqlite, tide\.example: not a wrapper"):
        store.get("tide.example")


def test_digest_is_that_of_the_wrappers(store: WrapperStore, wrapper: Wrapper) -> None:
    first = store.digest()
    store.put(wrapper)
    assert store.digest() == first
    store.put(replace(wrapper, date=""))
    assert store.digest() != first


def test_a_wrapper_that_changed_meanwhile_is_not_replaced(
    store: WrapperStore, wrapper: Wrapper
) -> None:
    before = store.digest_of("www.courier.example")
    assert store.digest_of("tide.example") == ""
    store.put(replace(wrapper, date="2026-11-18"), expected=before)
    for expected in (before, ""):
        with pytest.raises(WrapperError, match=r"another process has written the wrapper of cour"):
            store.put(wrapper, expected=expected)
    stored = store.get("courier.example")
    assert stored is not None
    assert stored.date == "2026-11-18"
    store.put(wrapper, expected=store.digest_of("courier.example"))
    assert store.get("courier.example") == wrapper


def test_a_wrapper_is_read_once_while_it_does_not_change(
    store: WrapperStore, wrapper: Wrapper, monkeypatch: pytest.MonkeyPatch
) -> None:
    hosts = [f"h{at}.example" for at in range(40)]
    for host in hosts:
        store.put(replace(wrapper, site=host))
    n_read = {"rows": 0, "wrappers": 0}
    read_row, read_wrapper = WrapperFile.read, Wrapper.read

    def count_rows(file: WrapperFile, host: str) -> StoredWrapper | None:
        n_read["rows"] += 1
        return read_row(file, host)

    def count_wrappers(xml: str, source: str = "") -> Wrapper:
        n_read["wrappers"] += 1
        return read_wrapper(xml, source)

    monkeypatch.setattr(WrapperFile, "read", count_rows)
    monkeypatch.setattr(Wrapper, "read", count_wrappers)
    for host in hosts * 2:
        found = store.find(f"https://{host}/1")
        assert found is not None
        assert found.site == host
    assert n_read == {"rows": 40, "wrappers": 40}
    store.put(replace(wrapper, site=hosts[0], date=""))
    changed = store.get(hosts[0])
    assert changed is not None
    assert changed.date == ""


def test_known_wrappers_have_a_limited_size(wrapper: Wrapper) -> None:
    known = _KnownWrappers(max_chars=10)
    keys = [("store", host, "d") for host in "abc"]
    for key in keys[:2]:
        known.add(key, wrapper, 5)
    assert known.find(keys[0]) is wrapper
    # The second was not used since.
    known.add(keys[2], wrapper, 4)
    assert [known.find(key) is wrapper for key in keys] == [True, False, True]
    known.add(("store", "d", "d"), wrapper, 11)
    assert [known.find(key) for key in keys] == [None, None, None]


def test_rebuild_says_what_it_did(store: WrapperStore) -> None:
    assert store.rebuild() is None
    store.path.write_bytes(b"no database")
    with pytest.raises(WrapperError, match="the store is damaged: file is not a database"):
        store.get("courier.example")
    assert store.rebuild() == (
        f"{store.path} was damaged: it is kept as wrappers.sqlite.damaged-1, and 0 of its "
        "wrappers were copied to a new store"
    )
    assert store.list_hosts() == []


# ---------------------------------------------------------------- apply and extract


def test_the_wrapper_of_the_host_is_applied(store: WrapperStore, wrapper: Wrapper) -> None:
    url = "https://www.courier.example/9"
    document = apply(store, make_html(9), url=url)
    assert (document.method, document.warnings) == ("site/cst", ())
    assert document.text == apply(wrapper, make_html(9)).text
    # A page without a URL declares its own.
    declared = f"<link rel=canonical href='{url}'>{make_html(9)}"
    assert apply(store, declared).method == "site/cst"


def test_without_a_wrapper_it_is_extract(store: WrapperStore) -> None:
    for url in ("https://tide.example/9", None):
        document, expected = apply(store, make_html(9), url=url), extract(make_html(9), url=url)
        assert (document.method, document.text) == ("default", expected.text)
        assert document.warnings == expected.warnings == ()


def test_a_wrapper_that_does_not_fit_is_reported(store: WrapperStore) -> None:
    document = apply(store, make_redesign(9), url="https://courier.example/9")
    assert document.method == "default"
    assert [warning.code for warning in document.warnings] == ["wrapper-does-not-fit"]
    assert document.text == extract(make_redesign(9)).text


def run(task: ExtractTask, html: str, url: str) -> tuple[str, list[str]]:
    record = process_source(task, Source("page.html", content=html.encode(), url=url))
    assert record.failure is None
    return record.content, [warning.message for warning in record.warnings]


def test_tasks_use_the_store_and_the_options_of_extract(store: WrapperStore) -> None:
    url = "https://courier.example/9"
    options = {"method": "coreex", "threshold": 0.5, "steps": ()}
    task = pickle.loads(pickle.dumps(ExtractTask("text", {}, options, store=store)))
    content, warnings = run(task, make_html(9), url)
    assert (content, warnings) == (apply(store, make_html(9), url=url, steps=()).text, [])
    # Both for pages of other hosts and for pages that the wrapper does not fit.
    for place in (url, "https://tide.example/9"):
        content, warnings = run(task, make_redesign(9), place)
        expected = extract(make_redesign(9), **options)  # type: ignore[arg-type]
        assert content == expected.text
        assert [text[:33] for text in warnings] == ["the method 'coreex' was used: the"] * (
            place == url
        )


def test_all_pages_of_an_article_use_the_store(
    store: WrapperStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = "https://courier.example/"
    following = [parse(make_html(21), url=f"{url}2")]
    monkeypatch.setattr(
        "pagecore.batch.documents.follow_pages", lambda *arguments: (following, None)
    )
    source = Source("page.html", content=make_html(20).encode(), url=f"{url}1")
    document = read_document(source, ReadOptions(), {}, 2, store)
    assert document.method == "site/cst"
    assert document.text == "\n\n".join(
        apply(store, make_html(seed), url=url).text for seed in (20, 21)
    )


def test_wrappers_that_are_learned_later_make_another_run(store: WrapperStore) -> None:
    task = ExtractTask(store=store)
    first = task.describe()
    assert task.describe() == first
    assert ExtractTask().describe() != first
    store.remove("courier.example")
    assert task.describe() != first


def test_a_page_of_a_damaged_wrapper_fails(store: WrapperStore) -> None:
    store._file.write("courier.example", "cst", "<html/>")
    source = Source("page.html", content=make_html(9).encode(), url="https://courier.example/")
    failure = process_source(ExtractTask(store=store), source).failure
    assert failure is not None
    assert failure.type == "WrapperError"
    assert "not a wrapper" in failure.message
    assert parse(make_html(9)).address is None
