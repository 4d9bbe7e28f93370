"""Options for what is written: title, tables, images, links, fields, chunks."""

from __future__ import annotations

import inspect
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import click

from pagecore.batch.tasks import FORMATS, SHORT_FORMATS, find_writer
from pagecore.cli.options.groups import Integer, group_options
from pagecore.document import Document
from pagecore.errors import BadOption
from pagecore.write.chunks import MAX_LENGTH
from pagecore.write.json import check_fields


def _drop_unset(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


class FormatName(click.Choice[str]):
    """The name of a format; `md` and `txt` are short names."""

    def convert(
        self, value: Any, parameter: click.Parameter | None, context: click.Context | None
    ) -> str:
        return super().convert(SHORT_FORMATS.get(value, value), parameter, context)


#: Other extensions of files than those that are written by default.
_EXTENSIONS: Final = {
    ".markdown": "markdown", ".mdown": "markdown", ".htm": "html",
    ".ndjson": "jsonl",
}  # fmt: skip


def choose_format(
    to: str | None,
    output: str | None,
    formats: dict[str, str] = FORMATS,
    default: str = "text",
) -> str:
    """Return the format of the option --to, or that of the extension of a file, or the default.

    Args:
        to: the option --to.
        output: the option -o.
        formats: the formats of the command, with the extension of their files.
        default: the format if neither says one.
    """
    if to is not None:
        return to
    # The first format of an extension: `.jsonl` is `jsonl` rather than `chunks`.
    by_extension = {extension: name for name, extension in reversed(formats.items())}
    suffix = "" if output is None or os.path.isdir(output) else Path(output).suffix
    return (_EXTENSIONS | by_extension).get(suffix.lower(), default)


def _read_fields(
    context: click.Context, option: click.Parameter, names: str | None
) -> tuple[str, ...] | None:
    if names is None:
        return None
    # Each line begins with the name of the page, whether it is asked for or not.
    return tuple(name for name in map(str.strip, names.split(",")) if name != "page")


#: Adds the options of writers; the argument `writer_options` holds those that were passed.
writer_options = group_options(
    "writer_options",
    _drop_unset,
    click.option(
        "--title/--no-title",
        default=None,
        help="Begin with the title, or add none (default: begin with it, except in text).",
    ),
    click.option(
        "--with-metadata",
        "front_matter",
        is_flag=True,
        default=None,
        help="Begin Markdown with YAML front matter: title, authors, date, URL and more.",
    ),
    click.option(
        "--fields",
        metavar="NAME,...",
        callback=_read_fields,
        help="Fields of JSON to write, comma-separated, such as url,title,date,markdown; "
        "docs/output.md lists them.",
    ),
    click.option(
        "--max-length",
        type=Integer(1),
        metavar="N",
        help="Target number of words of a chunk, with --to chunks; a longer sentence, code block, "
        f"row or item is not cut (default: {MAX_LENGTH}).",
    ),
    click.option(
        "--overlap",
        type=Integer(0),
        metavar="N",
        help="Number of words that a chunk may repeat of the one before it, with --to chunks; at "
        "most half of --max-length (default: 0).",
    ),
    click.option(
        "--tables/--no-tables",
        default=None,
        help="Include or exclude data tables (default: include).",
    ),
    click.option(
        "--images/--no-images",
        default=None,
        help="Include or exclude images (default: include, except in text).",
    ),
    click.option(
        "--links/--no-links",
        default=None,
        help="Include or exclude link targets (default: include, except in text).",
    ),
    click.option(
        "--readings",
        is_flag=True,
        default=None,
        help="Write the readings of East Asian words (ruby) in brackets after them.",
    ),
    click.option(
        "--posts/--no-posts",
        default=None,
        help="Write the Markdown of a thread as posts, with a heading for each, or as plain text "
        "(default: as posts).",
    ),
)


#: Options of writers that only chunks have.
_CHUNK_OPTIONS: Final = ("max_length", "overlap")


def check_writer_options(to: str, passed: Mapping[str, Any]) -> None:
    """Raise `BadOption` if the writer of a format lacks an option that was passed."""
    parameters = inspect.signature(find_writer(Document, to)).parameters
    for name in passed:
        if name == "front_matter" and to in ("json", "jsonl", "chunks", "xml"):
            raise BadOption(f"--to {to} always has metadata; remove --with-metadata")
        if name not in parameters:
            option = {"front_matter": "with-metadata"}.get(name, name.replace("_", "-"))
            if name in _CHUNK_OPTIONS:
                raise BadOption(f"--{option} applies to --to chunks only; remove it, or pass both")
            option = f"no-{option}" if passed[name] is False else option
            raise BadOption(f"--{option} has no effect with --to {to}; remove it")
    if "fields" in passed:
        check_fields(passed["fields"])
    overlap, max_length = passed.get("overlap", 0), passed.get("max_length", MAX_LENGTH)
    if 2 * overlap > max_length:
        source = "" if "max_length" in passed else ", the default"
        raise BadOption(
            f"--overlap {overlap}: expected at most half of --max-length {max_length}{source}"
        )
