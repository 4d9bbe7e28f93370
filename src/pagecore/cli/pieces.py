"""The commands `pagecore segment` and `pagecore posts`: write the pieces of pages.

Both run a `PiecesTask` of `pagecore.batch.tasks`, which calls the verb of the family.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar

import click

from pagecore.batch.tasks import DRAWING_FORMATS, PIECE_FORMATS, POST_FORMATS, PiecesTask
from pagecore.cli.batch import run_batch
from pagecore.cli.draw_segments import read_screenshot, write_png
from pagecore.cli.messages import debug_option
from pagecore.cli.options.batch import BatchOptions, batch_options
from pagecore.cli.options.method import MethodOptions, method_options
from pagecore.cli.options.places import PlaceOptions, find_page_sources, place_options
from pagecore.cli.options.reading import read_options
from pagecore.errors import BadOption
from pagecore.posts import read_reference
from pagecore.registry import SEGMENT, THREAD, Family, find_method
from pagecore.sources.read import ReadOptions

F = TypeVar("F", bound=Callable[..., Any])

_HELP: Final = "Output format: table, json, jsonl (one JSON object per line), or html for a browser"


def to_option(formats: Iterable[str], help: str) -> Callable[[F], F]:
    """The option --to of a command."""
    return click.option(
        "--to",
        type=click.Choice(list(formats)),
        metavar="FORMAT",
        default="table",
        show_default=True,
        help=help,
    )


@click.command("segment")
@place_options
@to_option(
    (*PIECE_FORMATS, *DRAWING_FORMATS),
    f"{_HELP}; svg or png for a drawing of the segments on a rendered page.",
)
@click.option(
    "--screenshot",
    metavar="FILE",
    help="Draw the segments on this picture of the page, as `pagecore browse --screenshot` writes "
    "it; without it, svg and png show the texts and backgrounds of the layout.",
)
@batch_options
@method_options(SEGMENT)
@read_options
@debug_option
def segment_command(**options: Any) -> None:
    """Divide pages into segments.

    PAGE is a file, a folder with all pages in it and below, a URL, or - for
    standard input. WARC files, feeds and sitemaps give all their pages. Each
    segment is shown with its text, its XPath and its position in the source.
    Methods that need a layout take .npz files of `pagecore browse`, or --browse.
    """
    _run_family(SEGMENT, **options)


@click.command("posts")
@place_options
@to_option(POST_FORMATS, f"{_HELP}; markdown has a heading for each post.")
@click.option(
    "--now",
    metavar="TIME",
    help="When the pages were fetched, in ISO 8601; dates such as `3 hours ago` are relative to "
    "it, and have no `published` without it.",
)
@batch_options
@method_options(THREAD)
@read_options
@debug_option
def posts_command(**options: Any) -> None:
    """Find the posts of forum threads, comments or questions.

    PAGE is a file, a folder with all pages in it and below, a URL, or - for
    standard input. WARC files, feeds and sitemaps give all their pages. Each
    post is shown with its text, author, date and link, its XPath and its
    position in the source.
    """
    _run_family(THREAD, **options)


def _run_family(
    family: Family,
    *,
    places: PlaceOptions,
    to: str,
    batch_options: BatchOptions,
    method_options: MethodOptions,
    read_options: ReadOptions,
    screenshot: str | None = None,
    now: str | None = None,
) -> None:
    if screenshot is not None and to not in DRAWING_FORMATS:
        raise BadOption("--screenshot has no effect without --to svg or --to png; remove it")
    sources = find_page_sources(places, read_options, output=batch_options.output)
    parameters = method_options.read_parameters(family)
    chosen = find_method(method_options.method, family.name)
    picture = read_screenshot(screenshot)
    if to == "png":
        write_png(sources, chosen.name, parameters, read_options, batch_options, picture)
        return
    read_reference(now)
    more = {} if now is None else {"now": now}
    task = PiecesTask(chosen.full_name, to, parameters, read_options, picture, more)
    run_batch(task, sources, to, batch_options)
