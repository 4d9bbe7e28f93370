"""Types of values of options, and options that reach a command as one argument."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar, cast

import click

F = TypeVar("F", bound=Callable[..., Any])


class Integer(click.IntRange):
    """An integer in a range; click would call it an "integer range" in messages."""

    name = "integer"


class Number(click.FloatRange):
    """A number in a range; click would call it a "float range" in messages."""

    name = "number"


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
