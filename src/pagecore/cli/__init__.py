"""The command `pagecore`: a skin over the verbs, in the same words."""

from __future__ import annotations

import os
import re
import sys
import traceback
from pathlib import Path
from typing import Any, NoReturn

import click

from pagecore import __version__
from pagecore.cli.evaluate import evaluate_command
from pagecore.cli.train import train_command
from pagecore.errors import BadInput, BadOption, PagecoreError
from pagecore.extract import DEFAULT, extract
from pagecore.registry import Method, Value, method_named, methods

#: Exit codes: all well, some pages failed, nothing could be done, interrupted.
SOME_FAILED, NOTHING_DONE, INTERRUPTED = 1, 2, 130


#: Accepted before and after the command; `_report` looks for it.
_debug = click.option(
    "--debug", is_flag=True, expose_value=False, help="Show the traceback of an error."
)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80})
@click.version_option(__version__)
@_debug
def pagecore() -> None:
    """Find what a web page is about."""


@pagecore.command("extract")
@click.argument("pages", metavar="PAGE...", nargs=-1, required=True)
@click.option("--method", default=DEFAULT, show_default=True, help="How to choose.")
@click.option(
    "--set", "given", metavar="NAME=VALUE", multiple=True, help="A parameter of the method."
)
@click.option(
    "--model",
    metavar="FILE",
    help="The model of a learned method; without it the one that comes with pagecore.",
)
@click.option("--url", help="Where the page came from; its links are joined to it.")
@click.option(
    "--comments/--no-comments",
    default=None,
    help="Put reader comments in, or leave them out; without it as the method decides.",
)
@click.option("--tables/--no-tables", default=True, help="Write tables of data, or leave them out.")
@click.option("--images", is_flag=True, help="Write a line for each image: [its text] <its URL>.")
@click.option("--links", is_flag=True, help="Write where each link leads: text <URL>.")
@_debug
def extract_command(
    pages: tuple[str, ...],
    method: str,
    given: tuple[str, ...],
    model: str | None,
    url: str | None,
    comments: bool | None,
    **rendering: bool,
) -> None:
    """Write the content of pages as plain text.

    PAGE is a file, or - for standard input.
    """
    if pages.count("-") > 1:
        raise BadOption("- is given twice: standard input can be read once")
    if url is not None and len(pages) > 1:
        raise BadOption("--url is of one page; give the pages one by one")
    chosen = method_named(method)
    parameters: dict[str, Any] = dict(_setting(chosen, setting) for setting in given)
    if model is not None:
        if "model" in parameters:
            raise BadOption("--model and --set model= are the same; give one of them")
        parameters |= [_setting(chosen, f"model={model}")]
    failed = 0
    for page in pages:
        try:
            html = _read(page)
            document = extract(html, url=url, method=chosen.name, comments=comments, **parameters)
            text = document.to_text(**rendering)
        except BadInput as error:
            failed += 1
            _report(error)
            continue
        if len(pages) > 1:
            click.echo(f"==> {click.format_filename(page)} <==")
        click.echo(text)
        for warning in document.warnings:
            _tell(f"{click.format_filename(page)}: {warning.code}: {warning.message}")
    if failed:
        if len(pages) > 1:
            click.echo(f"pagecore: {failed} of {len(pages)} pages failed", err=True)
        sys.exit(NOTHING_DONE if failed == len(pages) else SOME_FAILED)


@pagecore.command("methods")
@_debug
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


pagecore.add_command(_debug(evaluate_command))
pagecore.add_command(_debug(train_command))


def _read(page: str) -> bytes:
    # Python has no stream where there is none to read.
    if page == "-" and sys.stdin is None:
        raise BadInput("-: standard input is closed; give it a page, or name a file")
    try:
        return sys.stdin.buffer.read() if page == "-" else Path(page).read_bytes()
    except OSError as error:
        if re.match(r"[a-z]+://|www\.", page, re.IGNORECASE):
            helps = "URLs are not read yet; save the page, or pipe it into: pagecore extract -"
        else:
            helps = f"{error.strerror}; expected a file, or - for standard input"
        raise BadInput(f"{click.format_filename(page)}: {helps}") from error


def _setting(chosen: Method, setting: str) -> tuple[str, Value]:
    name, equals, value = setting.partition("=")
    if not equals:
        raise BadOption(f"--set {setting}: expected NAME=VALUE")
    if name not in chosen.parameters:
        chosen.options({name: value})
    return name, chosen.parameters[name].read(value)


def _report(error: PagecoreError) -> None:
    if "--debug" in sys.argv:
        traceback.print_exception(error)
    _tell(str(error))


def _tell(line: str) -> None:
    # It may name a file, and the name of a file may be no text.
    said = line.encode(errors="surrogateescape").decode(errors="replace")
    click.echo(f"pagecore: {said}", err=True)


def main() -> NoReturn:
    """Run the command, with one clear line for every error."""
    if sys.stdout is None:
        click.echo("pagecore: standard output is closed", err=True)
        sys.exit(NOTHING_DONE)
    try:
        pagecore(prog_name="pagecore", standalone_mode=False)
    except click.exceptions.Abort:
        sys.exit(INTERRUPTED)
    except click.ClickException as error:
        error.show()
        sys.exit(NOTHING_DONE)
    except PagecoreError as error:
        _report(error)
        sys.exit(NOTHING_DONE)
    except OSError as error:
        # What is read has its own words; this is a disk that is full, for example.
        unwritten = PagecoreError(f"standard output: {error.strerror}")
        unwritten.__cause__ = error
        _report(unwritten)
        # Python would try to write the rest once more when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(NOTHING_DONE)
    sys.exit(0)
