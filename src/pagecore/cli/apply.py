"""The command `pagecore apply`: write the content of pages, using a wrapper of their site."""

from __future__ import annotations

import click

from pagecore.batch.tasks import FORMATS, SOURCE, ApplyTask
from pagecore.cli.batch import run_batch
from pagecore.cli.messages import debug_option
from pagecore.cli.options import (
    check_rendering,
    find_page_sources,
    make_limits,
    read_steps,
    reading_options,
    rendering_options,
    step_options,
    writing_options,
)
from pagecore.cli.output import open_sink
from pagecore.errors import BadOption
from pagecore.sources.read import Reading
from pagecore.wrapper import MAX_BYTES, Wrapper


@click.command("apply")
@click.argument("wrapper", metavar="WRAPPER")
@click.argument("pages", metavar="PAGE...", nargs=-1, required=True)
@click.option(
    "--to",
    type=click.Choice([*FORMATS, SOURCE]),
    metavar="FORMAT",
    default="text",
    show_default=True,
    help="Output format: text, markdown, html, json, xml, or source: the unchanged source of the "
    "content, cut out without parsing and without the steps.",
)
@writing_options
@step_options
@rendering_options
@reading_options
@debug_option
def apply_command(
    wrapper: str,
    pages: tuple[str, ...],
    to: str,
    output: str | None,
    comments: bool | None,
    without: str | None,
    url: str | None,
    seconds: float,
    pause: float,
    private: bool,
    jobs: int,
    max_seconds: float | None,
    max_memory: float | None,
    **rendering: bool | None,
) -> None:
    """Write the content of pages, using a wrapper of their site.

    WRAPPER is a file written by pagecore learn. PAGE is a file, a folder, a
    URL, or - for standard input. If the wrapper does not fit a page, the
    default extractor is used, with a warning. A page that fails is reported,
    and the others are written. The exit code is then 1, or 2 if all pages
    failed.
    """
    # An invalid wrapper is an error before any page is read.
    Wrapper.load(wrapper)
    sources = find_page_sources(pages, url)
    changes = (comments, without, *rendering.values())
    if to == SOURCE and any(value is not None for value in changes):
        raise BadOption(
            "--to source writes the source unchanged and runs no steps; remove the options that "
            "change the output"
        )
    options = {} if to == SOURCE else check_rendering(to, rendering)
    with open(wrapper, "rb") as file:
        content = file.read(MAX_BYTES + 1)
    reading = Reading(url, seconds, private, pause)
    choosing = {"comments": comments, "steps": read_steps(without)}
    task = ApplyTask(content, to, options, reading, choosing)
    limits = make_limits(max_seconds, max_memory)
    run_batch(task, sources, open_sink(to, output, sources), jobs, limits)
