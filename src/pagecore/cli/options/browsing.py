"""Options for rendering pages in a browser."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import click

from pagecore.cli.options.groups import Number
from pagecore.errors import BadOption

if TYPE_CHECKING:
    from pagecore.visual.options import BrowseOptions

_VIEWPORT: Final = re.compile(r"(\d{1,5})x(\d{1,5})")


def _read_viewport(
    context: click.Context, option: click.Parameter, value: str | None
) -> tuple[int, int] | None:
    if value is None:
        return None
    match = _VIEWPORT.fullmatch(value)
    if match is None:
        raise BadOption(f"--viewport {value}: expected WIDTHxHEIGHT, such as 1366x900")
    return int(match[1]), int(match[2])


#: Options that `pagecore browse` has, and other commands with --browse.
BROWSE_OPTIONS: Final = (
    click.option(
        "--files",
        metavar="FOLDER",
        help="Folder with the style sheets and images of saved pages, by the paths of their URLs; "
        "those of other hosts are in FOLDER/HOST.",
    ),
    click.option("--scripts", is_flag=True, help="Run the scripts of the page."),
    click.option(
        "--network",
        is_flag=True,
        help="Fetch the style sheets, images and data that the page asks for.",
    ),
    click.option(
        "--viewport",
        metavar="WxH",
        callback=_read_viewport,
        help="Width and height of the window, in CSS pixels (default: 1366x900).",
    ),
    click.option(
        "--wait",
        type=click.Choice(["parsed", "load", "idle"]),
        metavar="STATE",
        help="When to take the layout: parsed (the document alone), load (with style sheets and "
        "images, the default) or idle (half a second without requests).",
    ),
    click.option(
        "--browse-timeout",
        type=Number(0, min_open=True),
        metavar="N",
        help="Time limit for rendering a page, in seconds (default: 30).",
    ),
    click.option(
        "--executable",
        metavar="PROGRAM",
        help="Program of the browser (default: the first Chromium or Chrome that is installed).",
    ),
)
#: The names of their values.
BROWSE_NAMES: Final = (
    "files", "scripts", "network", "viewport", "wait", "browse_timeout", "executable",
)  # fmt: skip


def make_browse_options(values: dict[str, Any], *, allow_private: bool) -> BrowseOptions:
    """Make the options of rendering from the values that were passed."""
    from pagecore.visual.options import BrowseOptions

    passed = {
        "timeout" if name == "browse_timeout" else name: value
        for name, value in values.items()
        if value is not None
    }
    return BrowseOptions(allow_private=allow_private, **passed)


def list_passed(values: dict[str, Any]) -> list[str]:
    """Return the options of rendering that were passed, as the user writes them."""
    return [f"--{name.replace('_', '-')}" for name, value in values.items() if value]
