"""What commands are given: how to choose and to read, corpora with their paths, and the whole
command line."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Container, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pagecore import _core
from pagecore.batch.workers import Limits
from pagecore.errors import BadOption, CorpusError
from pagecore.pagination.next_page import LIMIT
from pagecore.registry import PAGE, Family, Method, Value, method_named
from pagecore.sources.fetch import SECONDS
from pagecore.sources.read import PAUSE
from pagecore.sources.source import SourceList, find_sources
from pagecore.steps.pipeline import names_without

if TYPE_CHECKING:
    from pagecore.corpora.corpus import Corpus

F = TypeVar("F", bound=Callable[..., Any])


def method_options(family: Family) -> Callable[[F], F]:
    """Which method of a family is used, and its parameters."""
    options = (
        click.option(
            "--method",
            default=family.default,
            show_default=True,
            help=f"Method of the family {family}; pagecore methods lists all.",
        ),
        click.option(
            "--set",
            "given",
            metavar="NAME=VALUE",
            multiple=True,
            help="Set a parameter of the method. Repeatable.",
        ),
    )
    return lambda command: _with(command, options)


def choosing_options(command: F) -> F:
    """How the content of a page is chosen."""
    model = click.option(
        "--model",
        metavar="FILE",
        help="Model file of a trained method (default: the model in the package).",
    )
    return method_options(PAGE)(model(command))


def step_options(command: F) -> F:
    """Which steps follow the method."""
    options = (
        click.option(
            "--comments/--no-comments",
            default=None,
            help="Include or exclude reader comments (default: the method decides).",
        ),
        click.option(
            "--without",
            "steps",
            metavar="STEP,...",
            callback=_read_steps,
            help=f"Steps to leave out, comma-separated: {', '.join(names_without(()))}.",
        ),
    )
    return _with(command, options)


def _read_steps(
    context: click.Context, option: click.Parameter, dropped: str | None
) -> tuple[str, ...] | None:
    """The names of the steps that are left; None for all."""
    return None if dropped is None else names_without(map(str.strip, dropped.split(",")))


def find_pages(places: Sequence[str], url: str | None) -> SourceList:
    """The sources at some places; --url is for a single one."""
    pages = find_sources(places)
    if url is not None and pages.is_many:
        raise BadOption("--url applies to one page; pass the pages one by one")
    return pages


def writing_options(command: F) -> F:
    """Where results go, how many workers make them, and what a page may take."""
    options = (
        click.option(
            "-o",
            "where",
            metavar="FILE|FOLDER",
            help="Output file, or output folder for several pages (default: standard output).",
        ),
        click.option(
            "--jobs",
            type=click.IntRange(1),
            metavar="N",
            default=1,
            show_default=True,
            help="Number of worker processes.",
        ),
        click.option(
            "--max-seconds",
            type=click.FloatRange(0, min_open=True),
            metavar="N",
            help="Time limit per page, in seconds.",
        ),
        click.option(
            "--max-memory",
            type=click.FloatRange(0, min_open=True),
            metavar="N",
            help="Memory limit per page, in MiB.",
        ),
    )
    return _with(command, options)


def limits_of(max_seconds: float | None, max_memory: float | None) -> Limits:
    """The limits of one page by --max-seconds and --max-memory."""
    return Limits(max_seconds, None if max_memory is None else int(max_memory * 2**20))


def reading_options(command: F) -> F:
    """How a page is read."""
    options = (
        click.option("--url", callback=_whole, help="URL of the page, to resolve its links."),
        click.option(
            "--seconds",
            type=click.FloatRange(0, min_open=True),
            metavar="N",
            default=SECONDS,
            show_default=True,
            help="Timeout per URL, in seconds.",
        ),
        click.option(
            "--pause",
            type=click.FloatRange(0),
            metavar="N",
            default=PAUSE,
            show_default=True,
            help="Pause between requests to one host, in seconds.",
        ),
        click.option(
            "--private",
            is_flag=True,
            help="Allow URLs in private networks and on this machine.",
        ),
    )
    return _with(command, options)


def _whole(context: click.Context, option: click.Parameter, url: str | None) -> str | None:
    if url is not None and _core.join_url(None, url) is None:
        raise BadOption(f"--url {url}: this is not a URL; expected one such as https://a.example/b")
    return url


def following_options(command: F) -> F:
    """Whether more pages are read."""
    options = (
        click.option(
            "--follow",
            "following",
            is_flag=True,
            help="Find and merge the next pages of an article.",
        ),
        click.option(
            "--limit",
            type=click.IntRange(1),
            metavar="N",
            default=LIMIT,
            show_default=True,
            help="Maximum number of pages per article.",
        ),
    )
    return _with(command, options)


def rendering_options(command: F) -> F:
    """What a writer writes of the content."""
    options = (
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
    return _with(command, options)


def _with(command: F, options: Sequence[Callable[[F], F]]) -> F:
    for option in reversed(options):
        command = option(command)
    return command


def parameters_of(
    method: str, given: Sequence[str], model: str | None, family: Family = PAGE
) -> dict[str, Value]:
    """The parameters of a method by --set and --model, checked."""
    chosen = method_named(method, family.name)
    settings = [_setting(chosen, setting) for setting in given]
    parameters = dict(settings)
    if len(parameters) < len(settings):
        twice = next(name for name in parameters if [one for one, _ in settings].count(name) > 1)
        raise BadOption(f"--set {twice} is repeated; pass it once")
    if model is not None:
        if "model" in parameters:
            raise BadOption("--model and --set model= are the same; pass one of them")
        parameters |= [_setting(chosen, f"model={model}")]
    return parameters


def _setting(chosen: Method, setting: str) -> tuple[str, Value]:
    name, equals, value = setting.partition("=")
    if not equals:
        raise BadOption(f"--set {setting}: expected NAME=VALUE")
    if name not in chosen.parameters:
        chosen.check_options({name: value})
    return name, chosen.parameters[name].read(value)


def corpus_options(command: F) -> F:
    """The options --corpus and --path, which come in pairs."""
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
        help="Layout of the corpus, such as wcxb or plain. Repeat with --path for several.",
    )
    return corpus(path(command))


def loaded(layouts: Sequence[str], paths: Sequence[Path]) -> tuple[list[Corpus], list[CorpusError]]:
    """The corpora that can be used, and what is wrong with the others."""
    from pagecore import corpora

    if len(layouts) != len(paths):
        raise BadOption(
            f"--corpus is passed {len(layouts)} times and --path {len(paths)} times: "
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
            click.echo(f"pagecore: {unusable}", err=True)
        raise missing[-1]
    return usable, missing


def command_line(context: click.Context, without: Container[str] = ()) -> str:
    """The command as it was given, for who wants to give it again.

    Args:
        context: of the command.
        without: names of parameters that are left out.
    """
    words = ["pagecore", str(context.info_name)]
    for parameter in context.command.params:
        name = str(parameter.name)
        # One that is not passed on, as --debug, changes nothing.
        if name in without or name not in context.params:
            continue
        given = context.get_parameter_source(name)
        if given is not click.core.ParameterSource.COMMANDLINE:
            continue
        value = context.params[name]
        option = [parameter.opts[0]] if isinstance(parameter, click.Option) else []
        for one in value if parameter.multiple else (value,):
            words += [*option, *map(str, one if isinstance(one, tuple) else (one,))]
    return shlex.join(words)
