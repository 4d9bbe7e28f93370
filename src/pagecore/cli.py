"""The command `pagecore`: a skin over the verbs, in the same words."""

from __future__ import annotations

import sys
import traceback
from pathlib import Path
from typing import Any, NoReturn

import click

from pagecore import __version__
from pagecore.errors import BadInput, BadOption, PagecoreError
from pagecore.extract import DEFAULT, extract
from pagecore.registry import Method, Value, method_named, methods

#: Exit codes: all well, some pages failed, nothing could be done, interrupted.
SOME_FAILED, NOTHING_DONE, INTERRUPTED = 1, 2, 130


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80})
@click.version_option(__version__)
@click.option("--debug", is_flag=True, help="Show the traceback of an error.")
@click.pass_context
def pagecore(context: click.Context, debug: bool) -> None:
    """Find what a web page is about."""
    context.obj = debug


@pagecore.command("extract")
@click.argument("pages", metavar="PAGE...", nargs=-1, required=True)
@click.option("--method", default=DEFAULT, show_default=True, help="How to choose.")
@click.option(
    "--set", "given", metavar="NAME=VALUE", multiple=True, help="A parameter of the method."
)
@click.pass_obj
def extract_command(
    debug: bool, pages: tuple[str, ...], method: str, given: tuple[str, ...]
) -> None:
    """Write the content of pages as plain text.

    PAGE is a file, or - for standard input.
    """
    chosen = method_named(method)
    parameters: dict[str, Any] = dict(_setting(chosen, setting) for setting in given)
    failed = 0
    for page in pages:
        try:
            text = extract(_read(page), method=chosen.name, **parameters).text
        except BadInput as error:
            failed += 1
            _report(error, debug)
            continue
        if len(pages) > 1:
            click.echo(f"==> {page} <==")
        click.echo(text)
    if failed:
        click.echo(f"pagecore: {failed} of {len(pages)} pages failed", err=True)
        sys.exit(NOTHING_DONE if failed == len(pages) else SOME_FAILED)


@pagecore.command("methods")
def methods_command() -> None:
    """List the methods, with their parameters and papers."""
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in ("method", "family", "paper", "parameters"):
        table.add_column(heading, overflow="fold")
    for known in methods():
        parameters = "\n".join(
            f"{parameter.name}={parameter.default}" for parameter in known.parameters.values()
        )
        table.add_row(known.name, known.family, known.paper, parameters)
    Console().print(table)


def _read(page: str) -> bytes:
    if page == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(page).read_bytes()
    except OSError as error:
        raise BadInput(f"{page}: {error.strerror}") from error


def _setting(chosen: Method, setting: str) -> tuple[str, Value]:
    name, equals, value = setting.partition("=")
    if not equals:
        raise BadOption(f"--set {setting}: expected NAME=VALUE")
    if name not in chosen.parameters:
        chosen.options({name: value})
    return name, chosen.parameters[name].read(value)


def _report(error: PagecoreError, debug: bool) -> None:
    if debug:
        traceback.print_exception(error)
    click.echo(f"pagecore: {error}", err=True)


def main() -> NoReturn:
    """Run the command, with one clear line for every error."""
    try:
        pagecore(prog_name="pagecore", standalone_mode=False)
    except click.exceptions.Abort:
        sys.exit(INTERRUPTED)
    except click.ClickException as error:
        error.show()
        sys.exit(NOTHING_DONE)
    except PagecoreError as error:
        _report(error, "--debug" in sys.argv)
        sys.exit(NOTHING_DONE)
    sys.exit(0)
