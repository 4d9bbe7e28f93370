"""The option --store: wrappers of many sites."""

from __future__ import annotations

import os

import click

from pagecore.cli.messages import print_message
from pagecore.errors import BadOption
from pagecore.store import make_printable
from pagecore.wrapper import Wrapper
from pagecore.wrapper_store import WrapperStore


def _open_store(
    context: click.Context, option: click.Parameter, folder: str | None
) -> WrapperStore | None:
    if folder is None:
        return None
    if not folder or (os.path.exists(folder) and not os.path.isdir(folder)):
        raise BadOption(f"{option.opts[0]} {make_printable(folder)}: expected a folder")
    return WrapperStore(folder)


#: The option --store of commands that use wrappers.
store_option = click.option(
    "--store",
    metavar="FOLDER",
    callback=_open_store,
    help="Folder with wrappers of many sites, from pagecore learn --store. The method is used for "
    "pages that no wrapper fits.",
)

#: The option --store of `learn`.
target_option = click.option(
    "--store",
    metavar="FOLDER",
    callback=_open_store,
    help="Store the wrapper in this folder, by its host; pages of several hosts give several "
    "wrappers. pagecore extract --store uses them.",
)


def _open_update(
    context: click.Context, option: click.Parameter, path: str | None
) -> Wrapper | WrapperStore | None:
    if path is None:
        return None
    return WrapperStore(path) if os.path.isdir(path) else Wrapper.load(path)


#: The option --update of `learn`.
update_option = click.option(
    "--update",
    metavar="FILE|FOLDER",
    callback=_open_update,
    help="Add the pages to the wrapper in this file, or to the wrappers in the store in this "
    "folder: rules that still fit are kept, and new rules are learned from pages that no rules "
    "fit.",
)


def choose_store(
    store: WrapperStore | None, update: Wrapper | WrapperStore | None, output: str | None
) -> WrapperStore | None:
    """Return the store to write to: that of --store, or the one that is updated; create it, and
    rebuild it if it is damaged. None to write a file."""
    if isinstance(update, WrapperStore):
        if store is not None:
            raise BadOption("--update FOLDER writes to that store; remove --store")
        if not update.exists():
            raise BadOption(f"--update: there is no {make_printable(update.path)}")
        store = update
    if store is None:
        return None
    if output is not None:
        raise BadOption("-o and a store are two places for the wrapper; pass one of them")
    rebuilt = store.rebuild()
    if rebuilt is not None:
        print_message(rebuilt)
    # A folder that cannot be written is an error before any page is read.
    store.create()
    return store


def expect_store(store: WrapperStore) -> None:
    """Raise an error if there is no store, or if it is damaged."""
    if not store.exists():
        raise BadOption(
            f"--store: there is no {make_printable(store.path)}; pagecore learn --store makes it"
        )
    store.list_hosts()
