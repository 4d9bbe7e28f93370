"""Two processes that learn wrappers of one host into one store."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from pagecore import Wrapper, WrapperStore, learn, parse
from pagecore.cli.exit_codes import NOTHING_DONE
from pagecore.cli.learn_hosts import learn_hosts
from pagecore.site import Pages, Site
from tests.sites.sample_site import make_html

HOST = "courier.example"


@pytest.fixture(scope="module")
def wrapper() -> Wrapper:
    return learn([make_html(seed) for seed in range(4)], method="cst", host=HOST)


def learn_beside(
    store: WrapperStore, other: Wrapper, n_times: int
) -> tuple[list[str | None], Callable[[Pages, str, Wrapper | None], Wrapper]]:
    """Return a function that learns while another process stores its wrapper, some times, and the
    dates of the wrappers that it updates."""
    dates: list[str | None] = []

    def learn_pages(pages: Pages, host: str, old: Wrapper | None) -> Wrapper:
        dates.append(None if old is None else old.date)
        if len(dates) <= n_times:
            store.put(replace(other, date=f"other {len(dates)}"))
        return replace(other, date=f"own, after {dates[-1]}")

    return dates, learn_pages


def run(
    store: WrapperStore,
    learn_pages: Callable[[Pages, str, Wrapper | None], Wrapper],
    *,
    update: WrapperStore | None = None,
    overwrite: bool = False,
) -> None:
    site = Site.of([parse(make_html(seed)) for seed in range(2)])
    learn_hosts(site, HOST, update, store, learn_pages, overwrite=overwrite)


def read_date(store: WrapperStore) -> str:
    stored = store.get(HOST)
    assert stored is not None
    return stored.date


def test_an_update_is_repeated_with_what_another_process_stored(
    tmp_path: Path, wrapper: Wrapper, capsys: pytest.CaptureFixture[str]
) -> None:
    store = WrapperStore(tmp_path)
    store.put(replace(wrapper, date="first"))
    dates, learn_pages = learn_beside(store, wrapper, 1)
    run(store, learn_pages, update=store)
    assert dates == ["first", "other 1"]
    assert read_date(store) == "own, after other 1"
    assert "another process has updated the wrapper; learning again" in capsys.readouterr().err


def test_a_new_wrapper_does_not_replace_that_of_another_process(
    tmp_path: Path, wrapper: Wrapper, capsys: pytest.CaptureFixture[str]
) -> None:
    store = WrapperStore(tmp_path)
    dates, learn_pages = learn_beside(store, wrapper, 1)
    with pytest.raises(SystemExit) as exit_info:
        run(store, learn_pages)
    assert (exit_info.value.code, dates) == (NOTHING_DONE, [None])
    assert read_date(store) == "other 1"
    assert "another process has written the wrapper of courier.example" in capsys.readouterr().err
    # Unless that was asked for.
    _, learn_pages = learn_beside(store, wrapper, 1)
    run(store, learn_pages, overwrite=True)
    assert read_date(store) == "own, after None"


def test_an_update_that_never_ends_is_given_up(tmp_path: Path, wrapper: Wrapper) -> None:
    store = WrapperStore(tmp_path)
    dates, learn_pages = learn_beside(store, wrapper, 99)
    with pytest.raises(SystemExit):
        run(store, learn_pages, update=store)
    assert len(dates) == 5
    assert read_date(store) == "other 5"
