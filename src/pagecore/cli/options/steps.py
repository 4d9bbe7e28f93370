"""Options for the steps after the method."""

from __future__ import annotations

from typing import Any

import click

from pagecore.cli.options.groups import group_options
from pagecore.steps.pipeline import exclude_steps

#: The option --without, which `read_steps` reads.
without_option = click.option(
    "--without",
    metavar="STEP,...",
    help=f"Steps to leave out, comma-separated; the others run: {', '.join(exclude_steps(()))}.",
)


def _make_step_options(comments: bool | None, quotes: bool, without: str | None) -> dict[str, Any]:
    options = {"comments": comments, "steps": read_steps(without)}
    return options | {"quotes": True} if quotes else options


#: Adds the options for the steps after the method; the argument `step_options` holds keywords of
#: `extract`, None for options that were not passed.
step_options = group_options(
    "step_options",
    _make_step_options,
    click.option(
        "--comments/--no-comments",
        default=None,
        help="Include or exclude reader comments (default: the method decides).",
    ),
    click.option(
        "--quotes",
        is_flag=True,
        help="Keep quoted posts even if the quoted post is on the same page (default: leave the "
        "quotation out).",
    ),
    without_option,
)


def read_steps(without: str | None) -> tuple[str, ...] | None:
    """Return the names of the steps to run for the value of --without, or None for all."""
    return None if without is None else exclude_steps(map(str.strip, without.split(",")))
