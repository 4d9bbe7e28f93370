"""The command `pagecore apply`: write the content of pages, using a wrapper of their site."""

from __future__ import annotations

from typing import Any

import click

from pagecore.batch.tasks import FORMATS, SOURCE, ApplyTask
from pagecore.cli.batch import run_batch
from pagecore.cli.messages import debug_option
from pagecore.cli.options.batch import BatchOptions, batch_options
from pagecore.cli.options.places import PlaceOptions, find_page_sources, place_options
from pagecore.cli.options.reading import read_options
from pagecore.cli.options.steps import step_options
from pagecore.cli.options.writers import (
    FormatName,
    check_writer_options,
    choose_format,
    writer_options,
)
from pagecore.errors import BadOption
from pagecore.sources.read import ReadOptions
from pagecore.wrapper import MAX_BYTES, Wrapper


@click.command("apply")
@click.argument("wrapper", metavar="WRAPPER")
@place_options
@click.option(
    "--to",
    type=FormatName([*FORMATS, SOURCE]),
    metavar="FORMAT",
    help="Output format (default: by the extension of -o, else text): text, markdown (or md), "
    "html, json, jsonl, chunks, xml, or source: the unchanged source of the content, cut out "
    "without parsing and without the steps that follow extraction.",
)
@batch_options
@step_options
@writer_options
@read_options
@debug_option
def apply_command(
    wrapper: str,
    places: PlaceOptions,
    to: str | None,
    batch_options: BatchOptions,
    step_options: dict[str, Any],
    writer_options: dict[str, Any],
    read_options: ReadOptions,
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
    to = choose_format(to, batch_options.output)
    sources = find_page_sources(places, read_options, output=batch_options.output)
    if to != SOURCE:
        check_writer_options(to, writer_options)
    elif writer_options or any(value is not None for value in step_options.values()):
        raise BadOption(
            "--to source writes the source unchanged and runs no steps; remove the options that "
            "change the output"
        )
    with open(wrapper, "rb") as file:
        content = file.read(MAX_BYTES + 1)
    task = ApplyTask(content, to, writer_options, step_options, read_options)
    run_batch(task, sources, to, batch_options)
