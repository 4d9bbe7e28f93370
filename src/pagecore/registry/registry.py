"""The methods there are: what each needs, what it takes, and how it is called.

Registering is all it takes: a registered method appears in the command line, the documents, the
benches and the contract tests.
"""

from __future__ import annotations

import importlib
import inspect
import os
import pkgutil
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias, TypeVar, get_args

import numpy as np

from pagecore.errors import BadOption, NeedsBrowser
from pagecore.models.model import Model, load

Family: TypeAlias = Literal["page", "segment", "site"]
Value: TypeAlias = bool | int | float | str | Model | None
Bounds: TypeAlias = tuple[float, float] | tuple[str, ...] | None
F = TypeVar("F", bound=Callable[..., Any])

#: Keywords of the verbs, which no parameter of a method may be called by.
RESERVED: Final = frozenset(
    {
        "url",
        "method",
        "encoding",
        "page",
        "html",
        "to",
        "output",
        "jobs",
        "comments",
        "pages",
        "steps",
    }
)

#: What is taken for a number; numpy's are none of Python's.
_NUMBER: Final = (int, float, np.integer, np.floating)

#: The folders methods live in, one file each.
_FOLDERS: Final = ("pagecore.methods", "pagecore.sites")


@dataclass(frozen=True)
class Parameter:
    """A parameter of a method: its default, and what it may be.

    `None` is the default of a model: the one that comes with the package.
    """

    name: str
    default: Value
    #: Least and greatest number, or the words there are; None for True and False.
    bounds: Bounds
    doc: str

    def checked(self, value: object) -> Value:
        """The value, in the parameter's own type, or `BadOption`."""
        if self.default is None:
            if value is None or isinstance(value, Model):
                return value
            if isinstance(value, (str, os.PathLike)):
                return load(value)
        elif isinstance(self.default, bool):
            if isinstance(value, (bool, np.bool_)):
                return bool(value)
        elif isinstance(self.default, str):
            if isinstance(value, str) and (self.bounds is None or value in self.bounds):
                return str(value)
        elif isinstance(value, _NUMBER) and not isinstance(value, bool):
            whole = isinstance(self.default, int)
            # The bounds come first: they leave out what is too large for either type.
            within = self.bounds is not None and self.bounds[0] <= value <= self.bounds[1]  # type: ignore[operator]  # Numbers have numbers for bounds.
            if within and (not whole or value == int(value)):
                return int(value) if whole else float(value)
        raise BadOption(f"{self.name}={value!r}: expected {self.expected}")

    def read(self, text: str) -> Value:
        """A value written on a command line."""
        try:
            if isinstance(self.default, bool):
                return {"true": True, "false": False}[text.lower()]
            if isinstance(self.default, int):
                return self.checked(int(text))
            if isinstance(self.default, float):
                return self.checked(float(text))
        except (KeyError, ValueError):
            raise BadOption(f"{self.name}={text!r}: expected {self.expected}") from None
        return self.checked(text)

    @property
    def expected(self) -> str:
        """What the parameter may be, in words."""
        if self.default is None:
            return "a model, or the file it is in"
        if isinstance(self.default, bool):
            return "true or false"
        if isinstance(self.default, str):
            return " or ".join(repr(word) for word in self.bounds or ("a word",))
        kind = "a whole number" if isinstance(self.default, int) else "a number"
        assert self.bounds is not None
        return f"{kind} from {self.bounds[0]} to {self.bounds[1]}"


@dataclass(frozen=True)
class Method:
    """A registered method."""

    name: str
    paper: str
    family: Family
    function: Callable[..., Any]
    parameters: Mapping[str, Parameter]
    needs: tuple[str, ...]
    uses: tuple[str, ...]
    #: The corpora that its parameters, rules or model were chosen on: figures on these are
    #: in-sample, and published nowhere. None where it does not say.
    made_on: tuple[str, ...] | None = None
    #: Values to try of the parameters that the paper leaves to experiments: `tools.sweep`.
    sweep: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)
    #: Of the family `site`: what reads the body of its wrappers.
    body: Any = None
    #: Where the trainer of a learned method is, `module:name`; the module is imported on demand.
    trainer: str | None = None

    def load_trainer(self) -> Any:
        """Import the trainer, a `pagecore.measure.cross_validation.Trainer`."""
        if self.trainer is None:
            raise BadOption(f"method {self.name!r} is not learned: it has no trainer")
        module, _, name = self.trainer.partition(":")
        return getattr(importlib.import_module(module), name)

    @property
    def doc(self) -> str:
        """What it does, in one line."""
        return inspect.cleandoc(self.function.__doc__ or "").partition("\n")[0]

    def options(self, given: Mapping[str, object]) -> dict[str, Value]:
        """Given parameters, checked."""
        for name in given:
            if name not in self.parameters:
                known = ", ".join(self.parameters) or "none"
                raise BadOption(f"method {self.name!r} has no parameter {name!r}; it has: {known}")
        return {name: self.parameters[name].checked(value) for name, value in given.items()}

    def __call__(self, page: Any, *more: Any, **given: object) -> Any:
        """The method's result for a page, or for what else its family takes; methods that it builds
        on are run first."""
        options = self.options(given)
        for column in self.needs:
            if not hasattr(page, column):
                raise NeedsBrowser(
                    f"method {self.name!r} needs the column {column!r}, which only a browsed page "
                    "has: parse the page with pagecore.browse"
                )
        used = {name: method_named(name)(page) for name in self.uses}
        return self.function(page, *more, **used, **options)

    def __reduce__(self) -> tuple[Callable[..., Method], tuple[str, str]]:
        """By name: another process has a registry of its own."""
        return method_named, (self.name, self.family)


_METHODS: dict[tuple[str, Family], Method] = {}


def method(
    name: str,
    *,
    paper: str,
    family: Family,
    bounds: Mapping[str, Bounds] = MappingProxyType({}),
    needs: tuple[str, ...] = (),
    uses: tuple[str, ...] = (),
    made_on: tuple[str, ...] | None = None,
    sweep: Mapping[str, tuple[Value, ...]] = MappingProxyType({}),
    body: Any = None,
    trainer: str | None = None,
) -> Callable[[F], F]:
    """Register a function as a method.

    Args:
        name: what it is called by everywhere.
        paper: who described it, and when.
        family: `page`, `segment` or `site`.
        bounds: for each number its least and greatest value, for each word what it may be.
        needs: columns beyond the basic ones.
        uses: methods whose results it takes as arguments of those names.
        made_on: the corpora it was chosen or learned on, `()` for none; figures on these are
            published only where they are cross-validated. Without it, it may be any.
        sweep: values to try of the parameters that the paper leaves to experiments, the default
            among them; which are best, `tools.sweep` tells.
        body: of the family `site`, the class of what its wrappers hold, a `pagecore.wrapper.Body`.
        trainer: where the trainer of a learned method is, `module:name`.
    """
    if family not in get_args(Family):
        raise BadOption(f"family={family!r} of method {name!r}: expected {get_args(Family)}")
    if (name, family) in _METHODS:
        raise BadOption(f"there is a method {name!r} of the family {family!r} already")

    def register(function: F) -> F:
        parameters = _parameters(name, function, bounds, uses)
        checked = _swept(name, parameters, sweep)
        _METHODS[name, family] = Method(
            name, paper, family, function, parameters, needs, uses, made_on, checked, body, trainer
        )
        return function

    return register


def methods(family: Family | None = None) -> list[Method]:
    """The registered methods, by name."""
    _load()
    return [_METHODS[key] for key in sorted(_METHODS) if family in (None, key[1])]


def method_named(name: str, family: Family = "page") -> Method:
    """A method of a family by its name."""
    known = {one.name: one for one in methods(family)}
    # Anything may be asked for, a list for example, which no dict can look up.
    if not isinstance(name, str) or name not in known:
        there_are = ", ".join(known) or "none"
        others = [one.family for one in methods() if one.name == name]
        if others:
            raise BadOption(f"{name!r} is a {others[0]} method; {family} methods are: {there_are}")
        of = "" if family == "page" else f" of the family {family!r}"
        raise BadOption(f"there is no method {name!r}{of}; there are: {there_are}")
    return known[name]


def _load() -> None:
    """Import the files of all methods, which registers them. Here rather than at the top, so that
    `import pagecore` stays quick, and by name, since a method imports this module."""
    if _loaded:
        return
    for folder in _FOLDERS:
        package = importlib.import_module(folder)
        for module in pkgutil.iter_modules(package.__path__, folder + "."):
            importlib.import_module(module.name)
    _loaded.append(True)


_loaded: list[bool] = []


def _parameters(
    name: str, function: Callable[..., Any], bounds: Mapping[str, Bounds], uses: tuple[str, ...]
) -> Mapping[str, Parameter]:
    docs = _argument_docs(function)
    parameters = {}
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is not parameter.KEYWORD_ONLY or parameter.name in uses:
            continue
        if parameter.name in RESERVED:
            raise BadOption(f"method {name!r}: a parameter may not be called {parameter.name!r}")
        default = _default(name, parameter)
        if not isinstance(default, bool | None) and parameter.name not in bounds:
            raise BadOption(f"method {name!r}: the parameter {parameter.name!r} needs bounds")
        if parameter.name not in docs:
            raise BadOption(f"method {name!r}: the parameter {parameter.name!r} is not described")
        parameters[parameter.name] = Parameter(
            parameter.name, default, bounds.get(parameter.name), docs[parameter.name]
        )
    return MappingProxyType(parameters)


def _swept(
    name: str, parameters: Mapping[str, Parameter], sweep: Mapping[str, tuple[Value, ...]]
) -> Mapping[str, tuple[Value, ...]]:
    """The values to try, checked."""
    found = {}
    for given, values in sweep.items():
        if given not in parameters:
            raise BadOption(f"method {name!r}: there is no parameter {given!r} to sweep")
        found[given] = tuple(parameters[given].checked(value) for value in values)
        if parameters[given].default not in found[given]:
            raise BadOption(f"method {name!r}: the sweep of {given!r} lacks its default")
    return MappingProxyType(found)


def _default(name: str, parameter: inspect.Parameter) -> Value:
    """The default of a parameter, in the type of its annotation."""
    of = f"method {name!r}: the parameter {parameter.name!r}"
    if parameter.default is parameter.empty:
        raise BadOption(f"{of} needs a default")
    default: Value = parameter.default
    # An annotation is a str where annotations are put off.
    annotation = getattr(parameter.annotation, "__name__", parameter.annotation)
    kind: Any = {"bool": bool, "int": int, "float": float, "str": str}.get(annotation)
    if annotation == "Model | None" and default is None:
        return None
    if kind is float and type(default) is int:
        default = float(default)
    if kind is None or type(default) is not kind:
        raise BadOption(
            f"{of} needs an annotation (bool, int, float, str, Model | None) that fits its default"
        )
    return default


def _argument_docs(function: Callable[..., Any]) -> dict[str, str]:
    """The lines under `Args:` of a docstring, by name."""
    text = inspect.cleandoc(function.__doc__ or "")
    found = re.search(r"^Args:\n((?:[ \t]+.*\n?|\n)*)", text, re.MULTILINE)
    if found is None:
        return {}
    entries = re.findall(r"^    (\w+): (.*(?:\n {8}.*)*)", found[1], re.MULTILINE)
    return {name: " ".join(doc.split()) for name, doc in entries}
