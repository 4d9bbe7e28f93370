"""The command `pagecore explain`: show why each block of a page was kept or dropped."""

from __future__ import annotations

import inspect
import os
import sys
from pathlib import Path
from typing import Any, Final

import click

from pagecore.batch.documents import read_document
from pagecore.batch.sinks import FileSink
from pagecore.cli.batch import report_failure
from pagecore.cli.exit_codes import NOTHING_DONE
from pagecore.cli.messages import debug_option, print_message
from pagecore.cli.options.batch import output_option, overwrite_option
from pagecore.cli.options.feed import feed_option, find_site_feed, read_feed_option
from pagecore.cli.options.method import MethodOptions, method_options
from pagecore.cli.options.reading import follow_options, page_read_options
from pagecore.cli.options.steps import step_options
from pagecore.cli.reports import (
    check_only,
    choose_report_format,
    report_format_option,
    write_report,
)
from pagecore.errors import BadOption, PagecoreError
from pagecore.explain import FILTERS
from pagecore.registry import LISTING, PAGE, SEGMENT, THREAD, Family, Method, find_method
from pagecore.registry.family import AnyExplanation
from pagecore.site import Site
from pagecore.sources.read import ReadOptions, read_page
from pagecore.sources.site_feed import SiteFeed
from pagecore.sources.source import Source


@click.command("explain")
@click.argument("place", metavar="PAGE")
@report_format_option
@output_option
@overwrite_option
@click.option(
    "--only",
    type=click.Choice(FILTERS),
    metavar="kept|dropped|doubtful",
    help="Show only these blocks in the table.",
)
@method_options(PAGE, any_family=True, with_model=True)
@step_options
@feed_option
@follow_options
@page_read_options
@debug_option
def explain_command(
    place: str,
    to: str | None,
    output: str | None,
    overwrite: bool,
    only: str | None,
    method_options: MethodOptions,
    step_options: dict[str, Any],
    feed: str | None,
    max_pages: int,
    read_options: ReadOptions,
) -> None:
    """Show why each block of a page was kept or dropped.

    PAGE is a file, a URL, or - for standard input. Each block is shown with
    its score, the reasons, its XPath and its position in the source. With a
    segment, thread or listing method, each segment, post or item is shown with
    its evidence.
    With a site method, a wrapper is learned from this page alone, and its
    choice is shown.
    """
    to = choose_report_format(to, output)
    check_only(only, to)
    if os.path.isdir(place):
        raise BadOption(f"{place}: explain takes one page, not a folder; pass a file, a URL or -")
    source = Source(place)
    target = None if output is None else FileSink(Path(output), [source], overwrite=overwrite)
    method = find_method(method_options.method)
    keywords = _check_keywords(method.family, **step_options, feed=feed)
    if max_pages > 1 and method.family is not PAGE:
        raise _make_error("--follow", method.family)
    if only is not None and method.family in (SEGMENT, THREAD, LISTING):
        raise _make_error("--only", method.family)
    keywords.pop("feed", None)
    passed_feed = read_feed_option(feed, read_options)
    options = {"method": method.name, **keywords, **method_options.read_parameters(method.family)}
    try:
        explanation = _explain_page(method, source, read_options, options, max_pages, passed_feed)
    except (PagecoreError, KeyboardInterrupt):
        raise
    except BaseException as error:  # noqa: BLE001 - a method may raise anything, even a panic of Rust
        report_failure(source, error)
        sys.exit(NOTHING_DONE)
    write_report(explanation, to, only, source, target)
    if to != "table":
        for warning in explanation.warnings:
            print_message(f"{source}: {warning.code}: {warning.message}")


#: The options of keywords that only some verbs have.
_FLAGS: Final = {
    "comments": "--comments",
    "quotes": "--quotes",
    "steps": "--without",
    "feed": "--feed",
}


def _check_keywords(family: Family, **keywords: object) -> dict[str, object]:
    """Return the keywords that are not None; raise `BadOption` if the verb lacks one of them."""
    passed = {name: value for name, value in keywords.items() if value is not None}
    for name in passed:
        if name not in inspect.signature(family.verbs[0]).parameters:
            raise _make_error(_FLAGS[name], family)
    return passed


def _make_error(flag: str, family: Family) -> BadOption:
    return BadOption(f"{flag} has no effect with a method of the family {family}; remove it")


def _explain_page(
    method: Method,
    source: Source,
    read_options: ReadOptions,
    options: dict[str, Any],
    max_pages: int,
    passed_feed: SiteFeed | None,
) -> AnyExplanation:
    """Run a method on a page, or on the pages of an article, and explain the result.

    `registry/families.py` names the verb and the function that explains, for each family: for a
    page method `extract` and `explain_document`.
    """
    family = method.family
    if max_pages > 1:
        document = read_document(source, read_options, options, max_pages)
        return family.explain(document.page, document, method.short_name)
    page = read_page(source, read_options)
    subject = family.make_subject(page)
    if isinstance(subject, Site):
        feed = find_site_feed(method, passed_feed, subject, [source], read_options)
        if feed is not None:
            subject = Site.of(subject, feed=feed.content, feed_url=feed.url)
    result = family.verbs[0](subject, **options)
    return family.explain(page, result, method.short_name)
