"""What commands are given: corpora, each with its path, and the whole command line."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Container, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pagecore.errors import BadOption, CorpusError

if TYPE_CHECKING:
    from pagecore.evaluate.corpora.corpus import Corpus

F = TypeVar("F", bound=Callable[..., Any])


def corpus_options(command: F) -> F:
    """The options --corpus and --path, which come in pairs."""
    path = click.option(
        "--path",
        "paths",
        type=click.Path(path_type=Path),
        required=True,
        multiple=True,
        help="Where the corpus lies.",
    )
    corpus = click.option(
        "--corpus",
        "layouts",
        required=True,
        multiple=True,
        help="The layout of the corpus, such as wcxb or plain; may be given again, with its "
        "--path.",
    )
    return corpus(path(command))


def loaded(layouts: Sequence[str], paths: Sequence[Path]) -> tuple[list[Corpus], list[CorpusError]]:
    """The corpora that can be used, and what is wrong with the others."""
    from pagecore.evaluate import corpora

    if len(layouts) != len(paths):
        raise BadOption(
            f"--corpus is given {len(layouts)} times and --path {len(paths)} times: "
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
