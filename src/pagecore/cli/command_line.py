"""The command line of a running command, for reports."""

from __future__ import annotations

import shlex
from collections.abc import Container

import click


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
