"""Learn a wrapper for each host of some pages, and store them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Final

from pagecore.cli.exit_codes import NOTHING_DONE, SOME_FAILED
from pagecore.cli.messages import print_message
from pagecore.errors import BadOption, WrapperError
from pagecore.page.counts import format_count
from pagecore.site import Pages, Site, parse_host
from pagecore.store import make_printable
from pagecore.wrapper import Wrapper
from pagecore.wrapper_store import WrapperStore, normalise_host

#: How often an update is tried, if other processes update the same wrapper.
_MAX_ATTEMPTS: Final = 5


def learn_hosts(
    site: Site,
    host: str | None,
    update: Wrapper | WrapperStore | None,
    store: WrapperStore,
    learn_pages: Callable[[Pages, str, Wrapper | None], Wrapper],
    *,
    overwrite: bool,
) -> None:
    """Learn a wrapper for each host and store it; exit if one fails.

    Args:
        site: the pages.
        host: the host of all pages; None for that of each.
        update: the wrapper or the store to add the pages to.
        store: the store to write to.
        learn_pages: learns from pages of a host, and updates a wrapper.
        overwrite: replace wrappers that are stored already.
    """
    hosts = _divide_by_host(site, host)
    if not overwrite and not isinstance(update, WrapperStore):
        _refuse_stored(store, list(hosts))
    failed = []
    for name, numbers in hosts.items():
        try:
            wrapper = _learn_host(
                name, site.select(numbers), update, store, learn_pages, overwrite=overwrite
            )
        except WrapperError as error:
            print_message(f"{name}: {error}")
            failed.append(name)
            continue
        for note in wrapper.notes:
            print_message(f"{name}: {note}")
        print_message(f"{name}: the wrapper is in {make_printable(store.path)}")
    if failed:
        sys.exit(NOTHING_DONE if len(failed) == len(hosts) else SOME_FAILED)


def _learn_host(
    host: str,
    site: Site,
    update: Wrapper | WrapperStore | None,
    store: WrapperStore,
    learn_pages: Callable[[Pages, str, Wrapper | None], Wrapper],
    *,
    overwrite: bool,
) -> Wrapper:
    """Learn the wrapper of a host and store it. If another process stores one meanwhile, an update
    is repeated with that, and without --overwrite nothing is stored."""
    # Imported here, because few programs use SQLite.
    from pagecore.store.wrapper_file import ChangedStore

    for n_left in reversed(range(_MAX_ATTEMPTS)):
        # Read before the wrapper, so that no change between both is missed.
        expected = store.digest_of(host) if isinstance(update, WrapperStore) else ""
        old = update.get(host) if isinstance(update, WrapperStore) else update
        if old is not None and not old.matches_site(f"http://{host}/"):
            old = None
        wrapper = learn_pages(site, host, old)
        is_any = overwrite and not isinstance(update, WrapperStore)
        try:
            store.put(wrapper, expected=None if is_any else expected)
        except ChangedStore:
            if not isinstance(update, WrapperStore) or not n_left:
                raise
            print_message(f"{host}: another process has updated the wrapper; learning again")
        else:
            break
    return wrapper


def _divide_by_host(site: Site, host: str | None) -> dict[str, list[int]]:
    """Return the places of the pages of each host."""
    fixed = None if host is None else normalise_host(host)
    numbers: dict[str, list[int]] = {}
    for at, page in enumerate(site):
        page_host = parse_host(page.address or "").removeprefix("www.") if fixed is None else fixed
        numbers.setdefault(page_host, []).append(at)
    unknown = numbers.pop("", [])
    if not numbers:
        raise BadOption(
            "--store needs the host of the pages, which have no URL: pass --host, or their URLs "
            "with --url, --manifest or --mirror"
        )
    if unknown:
        count = format_count(len(unknown), "page")
        print_message(f"{count} without a URL not used; --host passes the host of all pages")
    return numbers


def _refuse_stored(store: WrapperStore, hosts: Sequence[str]) -> None:
    stored = set(store.list_hosts())
    for host in hosts:
        if host in stored:
            folder = make_printable(store.path.parent)
            raise BadOption(
                f"{make_printable(store.path)} has a wrapper of {host}; pass --overwrite to "
                f"replace it, or --update {folder} to add the pages to it"
            )
