"""The option --store: wrappers of many sites."""

from __future__ import annotations

import os

import click

from pagecore.errors import BadOption
from pagecore.store import make_printable
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


def expect_store(store: WrapperStore) -> None:
    """Raise an error if there is no store, or if it is damaged."""
    if not store.exists():
        raise BadOption(
            f"--store: there is no {make_printable(store.path)}; pagecore learn --store makes it"
        )
    store.list_hosts()
