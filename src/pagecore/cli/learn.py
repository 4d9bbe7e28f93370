"""The command `pagecore learn`: write a wrapper, learned from pages of a site."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from pagecore.batch.record import Record
from pagecore.batch.sinks import File
from pagecore.cli.batch import exit_if_failed, report_failure, show_progress
from pagecore.cli.learn_hosts import learn_hosts
from pagecore.cli.messages import (
    debug_option,
    print_message,
    print_result,
    report_error,
)
from pagecore.cli.options.batch import output_option, overwrite_option
from pagecore.cli.options.method import MethodOptions, feed_option, method_options
from pagecore.cli.options.places import PlaceOptions, find_page_sources, place_options
from pagecore.cli.options.reading import read_options
from pagecore.cli.options.store import choose_store, target_option, update_option
from pagecore.errors import BadInput, WrapperError
from pagecore.extract import content
from pagecore.learn import CLASSES, learn
from pagecore.page.layout import digest_source
from pagecore.registry import SITE
from pagecore.site import Pages
from pagecore.sources.find_sources import MARKUP_KINDS
from pagecore.sources.read import ReadOptions, read_page
from pagecore.sources.source import Source
from pagecore.wrapper import Wrapper
from pagecore.wrapper_store import WrapperStore

if TYPE_CHECKING:
    from collections.abc import Callable

    from pagecore.page import Mask, Page


@click.command("learn")
@place_options
@method_options(SITE)
@click.option(
    "--labels",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    metavar="FOLDER",
    help="Folder with the content of pages as text: NAME.txt for NAME.html, in the same "
    "subfolders. The default extractor labels pages without such a file.",
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
@feed_option
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
    feed: bytes | None,
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
    classes that share a template, and each class with two pages or more is
    learned from. The wrapper is an XML file for pagecore apply. A page that
    fails is reported, and the others are used. The exit code is then 1, or 2
    if nothing could be learned. With --store, the wrapper is stored by its
    host for pagecore extract --store.
    """
    target_store = choose_store(store, update, output)
    listing = find_page_sources(places, read_options, output=output, kinds=MARKUP_KINDS)
    sources = list(listing.sources)
    target = None if output is None else File(Path(output), sources, overwrite=overwrite)
    label_texts = None if labels is None else LabelTexts(labels)
    # Filled while the pages are read, because those that fail have no name.
    names: list[str] = []
    failed = [str(error).partition(": ")[0] for error in listing.errors]

    def learn_pages(pages: Pages, host: str | None, old: Wrapper | None) -> Wrapper:
        options = method_options.with_method_of(old)
        return learn(
            pages,
            method=options.method,
            classes=classes,
            labels=label_texts,
            host=host,
            feed=feed,
            date=str(date.today()),
            names=names,
            update=old,
            **dict[str, Any](options.read_parameters(SITE)),
        )

    known = update if isinstance(update, Wrapper) else None
    if update is known:
        # A wrong parameter is an error before any page is read; wrappers of a store may have
        # several methods.
        method_options.with_method_of(known).read_parameters(SITE)
    for error in listing.errors:
        report_error(error)
    is_stdout_free = target is not None or target_store is not None
    with show_progress(len(sources), is_stdout_free=is_stdout_free) as advance:
        pages = read_site_pages(sources, read_options, label_texts, names, failed, advance)
        if target_store is not None:
            learn_hosts(pages, host, update, target_store, learn_pages, overwrite=overwrite)
        else:
            wrapper = learn_pages(pages, host, known)
    if target_store is None:
        for note in wrapper.notes:
            print_message(note)
        if target is None:
            print_result(wrapper.xml().rstrip("\n"))
        else:
            target.write(Record(sources[0], wrapper.xml().rstrip("\n")))
    exit_if_failed(failed, len(sources) + len(listing.errors))


def read_site_pages(
    sources: list[Source],
    read_options: ReadOptions,
    label_texts: LabelTexts | None,
    names: list[str],
    failed: list[str],
    advance: Callable[[], None],
) -> Iterator[Page]:
    """Read the pages and their labels, and add them to `names`; report those that fail, and add
    them to `failed`."""
    for source in sources:
        try:
            page = read_page(source, read_options)
            if label_texts is not None:
                label_texts.read(source, page)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 - whatever a page raises must not stop the others
            report_failure(source, error)
            failed.append(str(source))
        else:
            names.append(str(source))
            yield page
        advance()
    if len(failed) >= len(sources):
        raise WrapperError("nothing was learned: no page could be read")


@dataclass
class LabelTexts:
    """Labels of pages: from texts in a folder, or else from the default extractor."""

    folder: Path
    #: The texts, by the digest of the page.
    texts: dict[str, str] = field(default_factory=dict, init=False)

    def read(self, source: Source, page: Page) -> None:
        """Read the text of a page from the folder."""
        place = Path(source.place)
        inside = place.relative_to(source.folder) if source.folder is not None else Path(place.name)
        path = self.folder / inside.with_suffix(".txt")
        if not path.is_file():
            print_message(f"{source}: {path} does not exist; the default extractor labels the page")
            return
        try:
            self.texts[digest_source(page)] = path.read_text(encoding="utf-8")
        except (OSError, ValueError) as error:
            raise BadInput(f"{path}: cannot be read: {error}") from error

    def __call__(self, page: Page) -> Mask:
        """Return the mask of content rows of a page."""
        from pagecore.corpora.labels import label_blocks

        text = self.texts.get(digest_source(page))
        if text is None:
            return content(page).content
        is_content: Mask = page.spread(label_blocks(page, text)) > 0.5
        return is_content
