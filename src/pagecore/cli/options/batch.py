"""Options for the output of many pages, the worker processes and the limits per page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import click

from pagecore.batch.limits import MAX_JOBS, Limits
from pagecore.cli.options.groups import Integer, Number, group_options
from pagecore.errors import BadOption


def _check_output(
    context: click.Context, option: click.Parameter, output: str | None
) -> str | None:
    if output == "":
        raise BadOption("-o: the name of the output is empty; pass a file or folder")
    return output


#: The option -o of commands that write one file.
output_option = click.option(
    "-o",
    "output",
    metavar="FILE",
    callback=_check_output,
    help="Output file (default: standard output).",
)

#: The option --overwrite of commands that write files.
overwrite_option = click.option(
    "--overwrite", is_flag=True, help="Replace output files that exist (default: refuse)."
)


@dataclass(frozen=True)
class BatchOptions:
    """The output of a command, its worker processes, and the limits per page."""

    output: str | None
    overwrite: bool
    skip_existing: bool
    jobs: int
    limits: Limits

    @classmethod
    def make(
        cls,
        output: str | None,
        overwrite: bool,
        skip_existing: bool,
        jobs: int,
        max_seconds: float | None,
        max_memory: float | None,
    ) -> BatchOptions:
        """Make the options from those of the command line."""
        return cls(output, overwrite, skip_existing, jobs, Limits(max_seconds, max_memory))


_WORKER_OPTIONS: Final = (
    click.option(
        "--jobs",
        type=Integer(1, MAX_JOBS),
        metavar="N",
        default=1,
        show_default=True,
        help="Number of worker processes.",
    ),
    click.option(
        "--max-seconds",
        type=Number(0, min_open=True),
        metavar="N",
        help="Time limit per page, in seconds.",
    ),
    click.option(
        "--max-memory",
        type=Number(0, min_open=True),
        metavar="N",
        help="Memory limit per page, in MiB, on top of what a worker uses at its start (Linux "
        "only).",
    ),
)


def _make_worker_options(
    jobs: int, max_seconds: float | None, max_memory: float | None
) -> BatchOptions:
    return BatchOptions(None, False, False, jobs, Limits(max_seconds, max_memory))


#: Adds the options for the worker processes and the limits per page; the argument is
#: `batch_options`, without an output.
worker_options = group_options("batch_options", _make_worker_options, *_WORKER_OPTIONS)
#: Adds the options for the output, the worker processes and the limits per page; the argument is
#: `batch_options`.
batch_options = group_options(
    "batch_options",
    BatchOptions.make,
    click.option(
        "-o",
        "output",
        metavar="FILE|FOLDER",
        callback=_check_output,
        help="Output file, or output folder for several pages, as in a folder, WARC file, feed or "
        "sitemap (default: standard output).",
    ),
    click.option(
        "--overwrite",
        is_flag=True,
        help="Replace output files that exist, and extract all pages again (default: keep the "
        "results of the same command, and refuse other files).",
    ),
    click.option(
        "--skip-existing",
        is_flag=True,
        help="Keep all output files that exist, and extract only the other pages.",
    ),
    *_WORKER_OPTIONS,
)
