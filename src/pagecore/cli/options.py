"""Options that several commands share, and functions that check and convert their values."""

from __future__ import annotations

import functools
import inspect
import os
import shlex
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

import click

from pagecore import _core
from pagecore.batch.limits import Limits
from pagecore.batch.tasks import SHORT_FORMATS, find_writer
from pagecore.cli.messages import print_message
from pagecore.document import Document
from pagecore.errors import BadOption, CorpusError
from pagecore.page.counts import format_count
from pagecore.pagination.next_page import LIMIT
from pagecore.registry import PAGE, Family, Method, Value, find_method
from pagecore.sources.addresses import Manifest, read_manifest
from pagecore.sources.fetch import TIMEOUT
from pagecore.sources.find_sources import FolderOptions, SourceList, find_sources
from pagecore.sources.kinds import Kind, check_is_feed
from pagecore.sources.open_file import open_source
from pagecore.sources.read import MAX_URLS, PAUSE, ReadOptions, read_bytes
from pagecore.sources.source import STDIN, Source
from pagecore.steps.pipeline import exclude_steps
from pagecore.write.chunks import MAX_LENGTH, check_lengths
from pagecore.write.json import check_fields

if TYPE_CHECKING:
    from pagecore.corpora.corpus import Corpus

F = TypeVar("F", bound=Callable[..., Any])


class Integer(click.IntRange):
    """An integer in a range; click would call it an "integer range" in messages."""

    name = "integer"


class Number(click.FloatRange):
    """A number in a range; click would call it a "float range" in messages."""

    name = "number"


#: The option --set, which `read_settings` reads.
setting_option = click.option(
    "--set",
    "settings",
    metavar="NAME=VALUE",
    multiple=True,
    help="Set a parameter of the method. Repeatable.",
)


def _read_feed(context: click.Context, option: click.Parameter, path: str | None) -> bytes | None:
    if path is None:
        return None
    content = read_bytes(Source(path), ReadOptions())
    check_is_feed(content, f"{path}: ")
    return content


#: The option --feed; its value is the content of the file.
feed_option = click.option(
    "--feed",
    metavar="FILE",
    callback=_read_feed,
    help="RSS or Atom feed of the site, for site methods that need one.",
)

#: The option --without, which `read_steps` reads.
without_option = click.option(
    "--without",
    metavar="STEP,...",
    help=f"Steps to leave out, comma-separated: {', '.join(exclude_steps(()))}.",
)


def group_options(
    argument: str, make_argument: Callable[..., Any], *options: Callable[[F], F]
) -> Callable[[F], F]:
    """Add options to a command, which receives their values as one argument.

    Args:
        argument: name of the argument.
        make_argument: makes its value from the values of the options, passed by name.
        options: the options, in the order of the help text.
    """

    def decorate(command: F) -> F:
        @functools.wraps(command)
        def call_command(**values: Any) -> Any:
            grouped = {name: values.pop(name) for name in names}
            return command(**values, **{argument: make_argument(**grouped)})

        decorated = cast(F, call_command)
        for option in reversed(options):
            decorated = option(decorated)
        # Click adds this attribute, which its types do not declare.
        added: list[click.Parameter] = decorated.__click_params__[-len(options) :]  # type: ignore[attr-defined]  # click adds it.
        names = [str(parameter.name) for parameter in added]
        return decorated

    return decorate


@dataclass(frozen=True)
class MethodOptions:
    """A method and its parameters, as passed on the command line."""

    method: str
    settings: tuple[str, ...]
    model: str | None = None
    favor: str | None = None

    def read_parameters(self, family: Family = PAGE) -> dict[str, Value]:
        """Return the parameters of the method, which is of this family."""
        own_options = {"model": self.model, "favor": self.favor}
        return read_settings(self.method, self.settings, own_options, family)


def method_options(
    family: Family, *, any_family: bool = False, with_model: bool = False
) -> Callable[[F], F]:
    """Add the options for a method and its parameters; the argument is `method_options`.

    Args:
        family: the family of the default method.
        any_family: whether the command takes methods of all families.
        with_model: whether the command takes a model file.
    """
    kind = "Method of any family" if any_family else f"{family.name.capitalize()} method"
    method = click.option(
        "--method",
        default=family.default,
        show_default=True,
        help=f"{kind}; pagecore methods lists all.",
    )
    model = click.option(
        "--model",
        metavar="FILE",
        help="Model file of a trained method (default: the model in the package).",
    )
    favor = click.option(
        "--favor",
        metavar="precision|recall",
        help="Keep less where the method is uncertain, or more (default: balanced).",
    )
    own_options = (favor, model) if with_model else ()
    return group_options("method_options", MethodOptions, method, setting_option, *own_options)


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
    click.option("--quotes", is_flag=True, help="Keep quotations of posts that the page also has."),
    without_option,
)


def read_steps(without: str | None) -> tuple[str, ...] | None:
    """Return the names of the steps to run for the value of --without, or None for all."""
    return None if without is None else exclude_steps(map(str.strip, without.split(",")))


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


#: Adds the options for the output, the worker processes and the limits per page; the argument is
#: `batch_options`.
batch_options = group_options(
    "batch_options",
    BatchOptions.make,
    click.option(
        "-o",
        "output",
        metavar="FILE|FOLDER",
        help="Output file, or output folder for several pages (default: standard output).",
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
    click.option(
        "--jobs",
        type=Integer(1),
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
        help="Memory limit per page, in MiB, on top of what a worker uses at its start.",
    ),
)


def _check_url(context: click.Context, option: click.Parameter, url: str | None) -> str | None:
    if url is not None and _core.join_url(None, url) is None:
        raise BadOption(f"--url {url}: this is not a URL; expected one such as https://a.example/b")
    return url


#: Adds the options for reading pages; the argument is `read_options`.
read_options = group_options(
    "read_options",
    ReadOptions,
    click.option(
        "--url",
        callback=_check_url,
        help="URL of the page, to resolve its links and read its metadata.",
    ),
    click.option(
        "--timeout",
        type=Number(0, min_open=True),
        metavar="N",
        default=TIMEOUT,
        show_default=True,
        help="Timeout per URL, in seconds.",
    ),
    click.option(
        "--pause",
        type=Number(0),
        metavar="N",
        default=PAUSE,
        show_default=True,
        help="Pause between requests to one host, in seconds.",
    ),
    click.option(
        "--allow-private",
        is_flag=True,
        help="Allow URLs in private networks and on this machine.",
    ),
    click.option(
        "--max-urls",
        type=Integer(1),
        metavar="N",
        default=MAX_URLS,
        show_default=True,
        help="Maximum number of URLs to take from a sitemap.",
    ),
)


@dataclass(frozen=True)
class PlaceOptions:
    """The places of pages, and how folders are searched."""

    pages: tuple[str, ...]
    globs: tuple[str, ...]
    files_from: str | None
    manifest: str | None
    is_mirror: bool

    @property
    def is_list(self) -> bool:
        """Whether a file lists the places."""
        return self.files_from is not None or not self.pages

    def list_places(self, manifest: Manifest) -> list[str]:
        """Return all places: those of the command line, of --files-from, or of the manifest."""
        places = list(self.pages)
        if self.files_from is not None:
            places += read_places(self.files_from)
        elif not places:
            places = list(manifest.urls)
        if self.files_from == STDIN and STDIN in self.pages:
            raise BadOption("--files-from - and the page - both read standard input; pass one")
        if not places:
            if self.manifest or self.files_from:
                raise BadOption(f"{self.manifest or self.files_from}: the list of pages is empty")
            raise click.UsageError("Missing argument 'PAGE...'.", click.get_current_context())
        return places


def read_places(path: str) -> list[str]:
    """Read a list of files, folders and URLs: one per line, or separated by NUL."""
    with open_source(Source(path)) as file:
        text = os.fsdecode(file.read())
    separator = "\0" if "\0" in text else "\n"
    lines = (line.removesuffix("\r") for line in text.split(separator))
    return [line for line in lines if line.strip()]


#: Adds the argument PAGE... and the options for the places of pages; the argument of the command is
#: `places`.
place_options = group_options(
    "places",
    PlaceOptions,
    click.argument("pages", metavar="PAGE...", nargs=-1),
    click.option(
        "--glob",
        "globs",
        metavar="PATTERN",
        multiple=True,
        help="Take only files of folders whose name matches, such as '*.html'; with a slash, whose "
        "path in the folder matches. Repeatable.",
    ),
    click.option(
        "--files-from",
        metavar="FILE",
        help="Read more files, folders and URLs from a list, one per line; - for standard input.",
    ),
    click.option(
        "--manifest",
        metavar="FILE",
        help="URLs of saved pages: CSV or JSON lines with path and url. Without PAGE, all its "
        "pages are read.",
    ),
    click.option(
        "--mirror",
        "is_mirror",
        is_flag=True,
        help="Take the URLs of files from their paths: FOLDER/example.org/a.html, as wget and "
        "HTTrack write them.",
    ),
)


def find_page_sources(
    places: PlaceOptions,
    read_options: ReadOptions,
    *,
    output: str | None = None,
    kinds: tuple[Kind, ...] | None = None,
) -> SourceList:
    """Find the sources at some places; refuse --url with several.

    Args:
        places: the places.
        read_options: options for reading them.
        output: the output, which is not read even if it is in a folder of pages.
        kinds: kinds of files in folders to take; None for all.
    """
    manifest = Manifest() if places.manifest is None else read_manifest(Path(places.manifest))
    for error in manifest.errors:
        print_message(error)
    options = FolderOptions(places.globs, output, kinds, manifest, places.is_mirror)
    pages = find_sources(places.list_places(manifest), options)
    if places.is_list:
        # A list of one page gives the output of a list.
        pages = replace(pages, is_many=True)
    if pages.is_many:
        refuse_url(read_options)
    return pages


def refuse_url(read_options: ReadOptions) -> None:
    """Raise `BadOption` if --url was passed for several pages."""
    if read_options.url is not None:
        raise BadOption(
            "--url applies to one page; pass the pages one by one, or their URLs by --manifest"
        )


def _read_max_pages(follow: bool, limit: int | None) -> int:
    if limit is not None and not follow:
        raise BadOption("--limit has no effect without --follow; remove it, or pass both")
    return (LIMIT if limit is None else limit) if follow else 1


#: Adds the options for articles on several pages; the argument `max_pages` is the maximum number
#: of pages to merge, 1 without --follow.
follow_options = group_options(
    "max_pages",
    _read_max_pages,
    click.option("--follow", is_flag=True, help="Find and merge the next pages of an article."),
    click.option(
        "--limit",
        type=Integer(1),
        metavar="N",
        help=f"Maximum number of pages per article, with --follow (default: {LIMIT}).",
    ),
)


def _drop_unset(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


class FormatName(click.Choice[str]):
    """The name of a format; `md` and `txt` are short names."""

    def convert(
        self, value: Any, parameter: click.Parameter | None, context: click.Context | None
    ) -> str:
        return super().convert(SHORT_FORMATS.get(value, value), parameter, context)


def _read_fields(
    context: click.Context, option: click.Parameter, names: str | None
) -> tuple[str, ...] | None:
    return None if names is None else check_fields([name.strip() for name in names.split(",")])


#: Adds the options of writers; the argument `writer_options` holds those that were passed.
writer_options = group_options(
    "writer_options",
    _drop_unset,
    click.option(
        "--title/--no-title",
        default=None,
        help="Begin with the title, or leave it out (default: begin with it, except in text).",
    ),
    click.option(
        "--with-metadata",
        "front_matter",
        is_flag=True,
        default=None,
        help="Begin Markdown with a block of YAML: title, authors, date, URL and more.",
    ),
    click.option(
        "--fields",
        metavar="NAME,...",
        callback=_read_fields,
        help="Fields of JSON to write, comma-separated, such as url,title,date,markdown.",
    ),
    click.option(
        "--max-length",
        type=Integer(1),
        metavar="N",
        help=f"Maximum number of words in a chunk, with --to chunks (default: {MAX_LENGTH}).",
    ),
    click.option(
        "--overlap",
        type=Integer(0),
        metavar="N",
        help="Number of words that a chunk may repeat of the one before it, with --to chunks "
        "(default: 0).",
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
)


#: Options of writers that only chunks have.
_CHUNK_OPTIONS: Final = ("max_length", "overlap")


def check_writer_options(to: str, passed: Mapping[str, Any]) -> None:
    """Raise `BadOption` if the writer of a format lacks an option that was passed."""
    if to == "chunks":
        check_lengths(**{name: passed[name] for name in _CHUNK_OPTIONS if name in passed})
    parameters = inspect.signature(find_writer(Document, to)).parameters
    for name in passed:
        if name == "front_matter" and to in ("json", "jsonl", "chunks", "xml"):
            raise BadOption(f"--to {to} always has metadata; remove --with-metadata")
        if name not in parameters:
            option = {"front_matter": "with-metadata"}.get(name, name.replace("_", "-"))
            if name in _CHUNK_OPTIONS:
                raise BadOption(f"--{option} applies to --to chunks only; remove it, or pass both")
            raise BadOption(f"--{option} has no effect with --to {to}; remove it")


def read_settings(
    method: str,
    settings: Sequence[str],
    own_options: Mapping[str, str | None] = MappingProxyType({}),
    family: Family = PAGE,
) -> dict[str, Value]:
    """Read the parameters of a method from the command line.

    Args:
        method: the name of the method.
        settings: the values of --set, `NAME=VALUE`.
        own_options: the values of parameters that have an option of their own, such as --model;
            None for those that were not passed.
        family: the family of the method.
    """
    chosen = find_method(method, family.name)
    parameters: dict[str, Value] = {}
    for setting in settings:
        name, value = _read_setting(chosen, setting)
        if name in parameters:
            raise BadOption(f"--set {name} is repeated; pass it once")
        parameters[name] = value
    for name, value in own_options.items():
        if value is not None and name in parameters:
            raise BadOption(f"--{name} and --set {name}= are the same; pass one of them")
        if value is not None:
            parameters |= [_read_setting(chosen, f"{name}={value}")]
    return parameters


def _read_setting(chosen: Method, setting: str) -> tuple[str, Value]:
    name, equals, value = setting.partition("=")
    if not equals:
        raise BadOption(f"--set {setting}: expected NAME=VALUE")
    if name not in chosen.parameters:
        chosen.check_options({name: value})
    return name, chosen.parameters[name].read(value)


def corpus_options(command: F) -> F:
    """Add the options --corpus and --path, which come in pairs."""
    path = click.option(
        "--path",
        "paths",
        type=click.Path(path_type=Path),
        required=True,
        multiple=True,
        help="Folder or file of the corpus. Repeat for several.",
    )
    corpus = click.option(
        "--corpus",
        "layouts",
        required=True,
        multiple=True,
        help="Format of the corpus, such as wcxb or plain. Repeat with --path for several.",
    )
    return corpus(path(command))


def load_corpora(
    layouts: Sequence[str], paths: Sequence[Path]
) -> tuple[list[Corpus], list[CorpusError]]:
    """Load the corpora; returns those that can be used, and the errors of the others."""
    from pagecore import corpora

    if len(layouts) != len(paths):
        raise BadOption(
            f"--corpus has {format_count(len(layouts), 'value')}, but --path has {len(paths)}: "
            "every corpus needs a path"
        )
    usable, missing = [], []
    for layout, path in zip(layouts, paths, strict=True):
        try:
            usable.append(corpora.load(layout, path))
        except CorpusError as error:
            missing.append(error)
    if not usable:
        for unusable in missing[:-1]:
            print_message(str(unusable))
        raise missing[-1]
    return usable, missing


def rebuild_command(context: click.Context, without: Container[str] = ()) -> str:
    """Rebuild the command line of a command, so that it can be recorded and repeated.

    Args:
        context: the context of the command.
        without: names of parameters to leave out.
    """
    words = ["pagecore", str(context.info_name)]
    for parameter in context.command.params:
        name = str(parameter.name)
        # An option that is not passed to the command, such as --debug, changes no result.
        if name in without or name not in context.params:
            continue
        source = context.get_parameter_source(name)
        if source is not click.core.ParameterSource.COMMANDLINE:
            continue
        value = context.params[name]
        option = [parameter.opts[0]] if isinstance(parameter, click.Option) else []
        for item in value if parameter.multiple else (value,):
            words += [*option, *map(str, item if isinstance(item, tuple) else (item,))]
    return shlex.join(words)
