"""Options for a method and its parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import click

from pagecore.cli.options.groups import F, group_options
from pagecore.errors import BadOption
from pagecore.registry import PAGE, Family, Method, Value, find_method
from pagecore.wrapper import Wrapper

#: The option --set, which `read_settings` reads.
setting_option = click.option(
    "--set",
    "settings",
    metavar="NAME=VALUE",
    multiple=True,
    help="Set a parameter of the method. Repeatable.",
)


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

    def with_default(self, method: str) -> MethodOptions:
        """Return the options with another default method."""
        return self if self._is_method_passed else replace(self, method=method)

    def with_method_of(self, wrapper: Wrapper | None) -> MethodOptions:
        """Return the options with the method of a wrapper, unless another one was passed."""
        return self if wrapper is None else self.with_default(wrapper.method)

    @property
    def _is_method_passed(self) -> bool:
        source = click.get_current_context().get_parameter_source("method")
        return source is click.core.ParameterSource.COMMANDLINE


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
        metavar="precision|balanced|recall",
        help="Where the method is uncertain, precision keeps less and recall keeps more "
        "(default: balanced).",
    )
    own_options = (favor, model) if with_model else ()
    return group_options("method_options", MethodOptions, method, setting_option, *own_options)


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
