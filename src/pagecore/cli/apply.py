"""The command `pagecore apply`: write the content or the fields of pages, using a wrapper of their
site."""

from __future__ import annotations

from typing import Any, Final

import click

from pagecore.batch.field_items import FALLBACK_COLUMNS, FIELD_FORMATS, FieldsTask
from pagecore.batch.record import Task
from pagecore.batch.tasks import FORMATS, SOURCE, ApplyTask
from pagecore.cli.batch import run_batch
from pagecore.cli.follow import follow_blog, follow_options
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
from pagecore.follow import FollowOptions
from pagecore.sources.read import ReadOptions
from pagecore.wrapper import Wrapper

#: The formats of a document come first: `.txt` is `text` rather than `table`.
_ALL_FORMATS: Final = {**FORMATS, **FIELD_FORMATS}


@click.command("apply")
@click.argument("wrapper", metavar="WRAPPER")
@place_options
@click.option(
    "--to",
    type=FormatName([*_ALL_FORMATS, SOURCE]),
    metavar="FORMAT",
    help="Output format (default: by the extension of -o, else text, or jsonl for a wrapper with "
    "fields). The content can be written as text, markdown (or md), html, json, jsonl, chunks, xml "
    "or source, which is the unchanged source of the content, cut out without parsing and without "
    "the steps that follow extraction. Fields, from pagecore learn --fields, can be written as "
    "csv, parquet, table or jsonl.",
)
@batch_options
@step_options
@writer_options
@follow_options
@read_options
@debug_option
def apply_command(
    wrapper: str,
    places: PlaceOptions,
    to: str | None,
    batch_options: BatchOptions,
    step_options: dict[str, Any],
    writer_options: dict[str, Any],
    follow_options: FollowOptions | None,
    read_options: ReadOptions,
) -> None:
    """Write the content or the fields of pages, using a wrapper of their site.

    WRAPPER is a file written by pagecore learn. PAGE is a file, a folder, a
    URL, or - for standard input. If the wrapper does not fit a page, the
    default extractor is used, with a warning. A page that fails is reported,
    and the others are written. The exit code is then 1, or 2 if all pages
    failed. With --follow, the entries of a whole blog are written.
    """
    # An invalid wrapper is an error before any page is read.
    loaded = Wrapper.load(wrapper)
    default = "jsonl" if loaded.columns else "text"
    to = choose_format(to, batch_options.output, _ALL_FORMATS, default)
    if follow_options is not None:
        names = _check_fields(loaded, to, step_options, writer_options)
        follow_blog(loaded, places, follow_options, to, names, batch_options, read_options)
        return
    sources = find_page_sources(places, read_options, output=batch_options.output)
    is_of_fields = to in FIELD_FORMATS and (to not in FORMATS or bool(loaded.columns))
    make_task = _make_fields_task if is_of_fields else _make_content_task
    task = make_task(loaded, to, step_options, writer_options, read_options)
    run_batch(task, sources, to, batch_options)


def _make_content_task(
    wrapper: Wrapper,
    to: str,
    step_options: dict[str, Any],
    writer_options: dict[str, Any],
    read_options: ReadOptions,
) -> Task:
    if to != SOURCE:
        check_writer_options(to, writer_options)
    elif writer_options or _list_passed(step_options):
        raise BadOption(
            "--to source writes the source unchanged and runs no steps; remove the options that "
            "change the output"
        )
    return ApplyTask(wrapper.xml().encode(), to, writer_options, step_options, read_options)


def _make_fields_task(
    wrapper: Wrapper,
    to: str,
    step_options: dict[str, Any],
    writer_options: dict[str, Any],
    read_options: ReadOptions,
) -> Task:
    names = _check_fields(wrapper, to, step_options, writer_options)
    return FieldsTask(wrapper.xml().encode(), to, names, read_options)


def _check_fields(
    wrapper: Wrapper, to: str, step_options: dict[str, Any], writer_options: dict[str, Any]
) -> tuple[str, ...] | None:
    """Return the fields of the option --fields; refuse options that change a document."""
    passed = [*_list_passed(step_options), *(name for name in writer_options if name != "fields")]
    if passed:
        option = passed[0].replace("_", "-")
        raise BadOption(
            f"--{option} changes the content of a document, and --to {to} writes fields; remove it"
        )
    names: tuple[str, ...] | None = writer_options.get("fields")
    known = wrapper.columns or ("content",)
    unknown = set(names or ()) - {*known, *FALLBACK_COLUMNS}
    if unknown:
        raise BadOption(
            f"--fields {sorted(unknown)[0]}: the wrapper has the fields {', '.join(known)}"
        )
    return names


def _list_passed(options: dict[str, Any]) -> list[str]:
    return [name for name, value in options.items() if value is not None]
