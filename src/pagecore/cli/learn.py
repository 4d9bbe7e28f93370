"""The command `pagecore learn`: write a wrapper, learned from pages of a site."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any, Final, Literal

import click

from pagecore.batch.record import Record
from pagecore.batch.sinks import FileSink
from pagecore.cli.archive_pages import archive_pages_option
from pagecore.cli.batch import exit_if_failed, show_reading
from pagecore.cli.entry_pages import add_feed_pages, entry_pages_option
from pagecore.cli.learn_hosts import learn_hosts
from pagecore.cli.learn_labels import LabelTexts, LabelValues
from pagecore.cli.messages import (
    debug_option,
    print_message,
    print_result,
    report_error,
)
from pagecore.cli.options.batch import output_option, overwrite_option
from pagecore.cli.options.feed import feed_option, find_site_feed, read_feed_option
from pagecore.cli.options.method import MethodOptions, method_options
from pagecore.cli.options.places import PlaceOptions, find_page_sources, place_options
from pagecore.cli.options.reading import read_options
from pagecore.cli.options.store import choose_store, target_option, update_option
from pagecore.cli.source_pages import SourcePages
from pagecore.explain.explanation import render_table
from pagecore.explain.field_table import build_field_tables
from pagecore.learn import CLASSES, FIELDS_METHOD, learn
from pagecore.registry import SITE, find_method
from pagecore.site import Pages, Site
from pagecore.sources.find_sources import MARKUP_KINDS
from pagecore.sources.read import ReadOptions
from pagecore.store import make_printable
from pagecore.wrapper import Wrapper
from pagecore.wrapper_store import WrapperStore

#: Hosts that a message names.
_MAX_HOSTS: Final = 10


@click.command("learn")
@place_options
@method_options(SITE)
@click.option(
    "--labels",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    metavar="FOLDER",
    help="Folder with labels of pages, in the same subfolders: NAME.txt has the content of "
    "NAME.html as text; the default extractor labels pages without such a file. With --fields, "
    'NAME.json has values of fields, such as {"price": "9 €"}, and names them; one page is enough.',
)
@click.option(
    "--classes",
    type=click.Choice(CLASSES),
    metavar="outline|rtdm|one",
    default="outline",
    show_default=True,
    help="How to divide the pages into classes that share a template, such as articles and lists: "
    "by the paths to their blocks, by the edit distance of their skeletons, or not at all.",
)
@click.option(
    "--fields",
    is_flag=True,
    help="Also learn the fields of the pages, which are texts that vary, such as title, date or "
    "price, and print them as a table. Uses the method rtdm. pagecore apply --to csv writes the "
    "fields of other pages.",
)
@click.option(
    "--list-pages",
    is_flag=True,
    help="List all pages of each page class (default: three).",
)
@feed_option
@entry_pages_option
@archive_pages_option
@click.option("--host", help="Host of the wrapper (default: host of the pages).")
@update_option
@target_option
@output_option
@overwrite_option
@read_options
@debug_option
def learn_command(
    places: PlaceOptions,
    method_options: MethodOptions,
    labels: Path | None,
    classes: Literal["outline", "rtdm", "one"],
    fields: bool,
    list_pages: bool,
    feed: str | None,
    entry_pages: int,
    archive_pages: int,
    host: str | None,
    update: Wrapper | WrapperStore | None,
    store: WrapperStore | None,
    output: str | None,
    overwrite: bool,
    read_options: ReadOptions,
) -> None:
    """Learn a wrapper from pages of a site.

    PAGE is a file, a folder with all HTML and MHTML files in it and below, a
    URL, or - for standard input. Pass pages of one site. They are divided into
    classes that share a template, and rules are learned from each class with
    two pages or more. The wrapper is an XML file for pagecore apply. A page
    that fails is reported, and the others are used. The exit code is then 1,
    or 2 if nothing could be learned. With --store, the wrapper is stored by
    its host for pagecore extract --store.
    """
    target_store = choose_store(store, update, output)
    listing = find_page_sources(places, read_options, output=output, kinds=MARKUP_KINDS)
    sources = list(listing.sources)
    target = None if output is None else FileSink(Path(output), sources, overwrite=overwrite)
    label_texts = None if labels is None or fields else LabelTexts(labels)
    label_values = LabelValues(labels) if labels is not None and fields else None
    read_labels = label_values if label_texts is None else label_texts
    passed_feed = read_feed_option(feed, read_options)

    def learn_pages(pages: Pages, host: str | None, old: Wrapper | None) -> Wrapper:
        options = method_options.with_method_of(old)
        if fields:
            options = options.with_default(FIELDS_METHOD)
        if old is None and isinstance(update, WrapperStore):
            print_message(
                f"{host}: {make_printable(update.path)} has no wrapper of this host; one is "
                f"learned by the method {options.method!r}"
            )
        # The feed is found by a page, and the method reads the pages again.
        site = Site.of(pages)
        method = find_method(options.method, SITE.name)
        site_feed = find_site_feed(method, passed_feed, site, opener.sources, read_options)
        parameters = options.read_parameters(SITE)
        site = add_feed_pages(
            site,
            site_feed,
            method,
            parameters,
            opener.sources,
            read_options,
            n_entries=entry_pages,
            n_archives=archive_pages,
        )
        wrapper = learn(
            site,
            method=options.method,
            classes=classes,
            fields=fields,
            labels=label_texts,
            values=label_values,
            host=host,
            feed=None if site_feed is None else site_feed.content,
            feed_url=None if site_feed is None else site_feed.url,
            date=str(date.today()),
            update=old,
            **dict[str, Any](parameters),
        )
        return add_page_names(wrapper) if list_pages else wrapper

    known = update if isinstance(update, Wrapper) else None
    if update is known:
        # A wrong parameter is an error before any page is read; wrappers of a store may have
        # several methods.
        default = FIELDS_METHOD if fields else SITE.default
        method_options.with_default(default).with_method_of(known).read_parameters(SITE)
    for error in listing.errors:
        report_error(error)
    is_stdout_free = target is not None or target_store is not None
    with show_reading(len(sources), is_stdout_free=is_stdout_free) as bar:
        opener = SourcePages(sources, read_options, bar, read_labels)
        # The names are filled while the pages are read, because those that fail have none.
        site = Site.of(opener, names=opener.names)
        if target_store is not None:
            learn_hosts(site, host, update, target_store, learn_pages, overwrite=overwrite)
        else:
            wrapper = learn_pages(site, host, known)
            hosts = opener.hosts
            if not wrapper.site:
                # The URL that most pages declare, as with --store.
                wrapper = replace(
                    wrapper, site=max(hosts, key=lambda name: hosts[name], default="")
                )
            if len(hosts) > 1 and host is None and not site.hosts[1:]:
                listed = ", ".join(list(hosts)[:_MAX_HOSTS])
                print_message(
                    f"the pages declare several hosts: {listed}; --store learns a wrapper of each"
                )
    if label_values is not None and not label_values.has_files:
        print_message(
            f"{labels}: there is no NAME.json for a page NAME.html, so labels named no field"
        )
    if target_store is None:
        for note in wrapper.notes:
            print_message(note)
        if fields:
            print_fields(wrapper, site, to_stdout=target is not None)
        if target is None:
            print_result(wrapper.xml().rstrip("\n"))
        else:
            target.write(Record(sources[0], wrapper.xml().rstrip("\n")))
    failed = [str(error).partition(": ")[0] for error in listing.errors] + opener.failed
    exit_if_failed(failed, len(sources) + len(listing.errors))


def add_page_names(wrapper: Wrapper) -> Wrapper:
    """Add the names of the pages of all classes to the notes of a wrapper."""
    listed = (
        f"page class {number}: {name}"
        for number, names in enumerate(wrapper.page_names, start=1)
        for name in names
    )
    return replace(wrapper, notes=(*wrapper.notes, *listed))


def print_fields(wrapper: Wrapper, site: Site, *, to_stdout: bool) -> None:
    """Print the fields of a wrapper with their values on some pages."""
    named = ((site.name(at, page), page) for at, page in enumerate(site))
    for table in build_field_tables(wrapper, named):
        click.echo(render_table(table, in_colour=False), err=not to_stdout)
