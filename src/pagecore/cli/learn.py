"""The command `pagecore learn`: a wrapper of pages of a site."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pagecore.cli.each import leave, progress
from pagecore.cli.given import parameters_of, reading_options
from pagecore.cli.messages import debug_option, report, show, tell
from pagecore.cli.output import File
from pagecore.cli.sources import Reading, Source, found, read
from pagecore.errors import BadInput, BadOption, FetchError, LimitError, WrapperError
from pagecore.learn import learn
from pagecore.registry import SITE

if TYPE_CHECKING:
    from collections.abc import Callable

    from pagecore.page import Mask, Page


@click.command("learn")
@click.argument("pages", metavar="PAGE...", nargs=-1, required=True)
@click.option("--method", default=SITE.default, show_default=True, help="A method of the family site.")
@click.option(
    "--set", "given", metavar="NAME=VALUE", multiple=True, help="A parameter of the method."
)
@click.option(
    "--labels",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    metavar="FOLDER",
    help="The content of pages as text: NAME.txt for NAME.html, in the same folders below. Pages "
    "without one, and all without this, are labelled by the default extractor.",
)
@click.option("--site", help="The host that the wrapper is of; without it that of the pages.")
@click.option("-o", "where", metavar="FILE", help="Write the wrapper to this file.")
@reading_options
@debug_option
def learn_command(
    pages: tuple[str, ...],
    method: str,
    given: tuple[str, ...],
    labels: Path | None,
    site: str | None,
    where: str | None,
    url: str | None,
    seconds: float,
    pause: float,
    private: bool,
) -> None:
    """Learn what pages of a site have in common.

    PAGE is a file, a folder (all *.html, *.htm and *.xhtml in it and below), a
    URL, or - for standard input; give pages of one site, and of one kind. What
    is written, a wrapper in XML, is for: pagecore apply. A page that fails is
    named, and the others are learned from: the exit code is 1, or 2 where
    nothing was learned.
    """
    sources, wrong = found(pages)
    parameters = parameters_of(method, given, None, SITE)
    target = None if where is None else File(Path(where), sources)
    if url is not None and len(sources) > 1:
        raise BadOption("--url is of one page; give --site for several")
    reading = Reading(url, seconds, private, pause)
    for error in wrong:
        report(error)
    failed = [str(error).partition(": ")[0] for error in wrong]
    known = Labels(labels)
    with progress(len(sources), is_shown=target is not None) as advance:
        read_pages = _read(sources, reading, known, failed, advance)
        wrapper = learn(
            read_pages, method, known.content, site, made=str(date.today()), **parameters
        )
    for note in wrapper.notes:
        tell(note)
    if target is None:
        show(wrapper.xml().rstrip("\n"))
    else:
        target.write(sources[0], wrapper.xml().rstrip("\n"))
    leave(failed, len(sources) + len(wrong))


def _read(
    sources: list[Source],
    reading: Reading,
    known: Labels,
    failed: list[str],
    advance: Callable[[], None],
) -> Iterator[Page]:
    for source in sources:
        try:
            page = read(source, reading)
            known.see(source)
        except (BadInput, FetchError, LimitError) as error:
            report(error)
            failed.append(str(source))
        else:
            yield page
        advance()
    if len(failed) >= len(sources):
        raise WrapperError("nothing was learned: no page could be read")


@dataclass
class Labels:
    """Which rows of pages are content: by texts in a folder, or else by the default extractor."""

    folder: Path | None
    #: The gold of the page that is being learned from.
    _gold: str | None = field(default=None, init=False)

    def see(self, source: Source) -> None:
        """The page that is asked about next."""
        self._gold = None
        if self.folder is None:
            return
        place = Path(source.place)
        inside = place.relative_to(source.folder) if source.folder is not None else Path(place.name)
        path = self.folder / inside.with_suffix(".txt")
        if not path.is_file():
            tell(f"{source}: there is no {path}; the default extractor labels it")
            return
        try:
            self._gold = path.read_text(encoding="utf-8")
        except (OSError, ValueError) as error:
            raise BadInput(f"{path}: cannot be read: {error}") from error

    def content(self, page: Page) -> Mask:
        """The rows of the page that was seen last."""
        from pagecore.corpora.labels import labels
        from pagecore.methods.default import default

        if self._gold is None:
            return default(page).content
        is_content: Mask = page.spread(labels(page, self._gold)) > 0.5
        return is_content
