"""Parameters of methods: read from a function's signature, and checked before the method runs."""

from __future__ import annotations

import inspect
import os
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, TypeAlias

import numpy as np

from pagecore.errors import BadOption, show_value
from pagecore.models.model import Model, load
from pagecore.page.core_table import list_words
from pagecore.page.linked_pages import LinkedPages

Value: TypeAlias = bool | int | float | str | Model | LinkedPages | None
Bounds: TypeAlias = tuple[float, float] | tuple[str, ...] | None

#: Types that count as a number; those of numpy are not subclasses of Python's.
_NUMBER: Final = (int, float, np.integer, np.floating)


@dataclass(frozen=True)
class Parameter:
    """A parameter of a method: its default, and the values it accepts.

    The default `None` is for models, where it means the model in the package, and for linked pages,
    where it means that there are none.
    """

    name: str
    default: Value
    #: Least and greatest number, or the accepted words; None for True and False.
    bounds: Bounds
    doc: str
    #: Whether it takes linked pages; one without a default value takes a model otherwise.
    takes_pages: bool = False

    def check(self, value: object) -> Value:
        """Return the value in the parameter's own type, or raise `BadOption`."""
        if self.takes_pages:
            if value is None or isinstance(value, (LinkedPages, Mapping)):
                return None if value is None else LinkedPages.of(value, self.name)
        elif self.default is None:
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
            is_whole = isinstance(self.default, int)
            # The bounds come first: they exclude what is too large for either type.
            is_within = self.bounds is not None and self.bounds[0] <= value <= self.bounds[1]  # type: ignore[operator]  # Numbers have numbers for bounds.
            if is_within and (not is_whole or value == int(value)):
                return int(value) if is_whole else float(value)
        raise BadOption(f"{self.name}={show_value(value, 200)}: expected {self.expected}")

    def read(self, text: str) -> Value:
        """Convert a value on the command line, or raise `BadOption`."""
        try:
            if isinstance(self.default, bool):
                return {"true": True, "false": False}[text.lower()]
            if isinstance(self.default, int):
                return self.check(int(text))
            if isinstance(self.default, float):
                return self.check(float(text))
        except (KeyError, ValueError):
            raise BadOption(
                f"{self.name}={show_value(text, 200)}: expected {self.expected}"
            ) from None
        return self.check(text)

    @property
    def expected(self) -> str:
        """A description of the accepted values."""
        if self.takes_pages:
            return "pages by URL, in Python only"
        if self.default is None:
            return "a model, or the path of its file"
        if isinstance(self.default, bool):
            return "true or false"
        if isinstance(self.default, str):
            return list_words(tuple(map(str, self.bounds))) if self.bounds else "a word"
        kind = "integer" if isinstance(self.default, int) else "number"
        assert self.bounds is not None
        return f"{kind}, {self.bounds[0]} to {self.bounds[1]}"


def read_parameters(
    method: str,
    function: Callable[..., Any],
    bounds: Mapping[str, Bounds],
    *,
    without: Collection[str],
    reserved: Collection[str],
) -> Mapping[str, Parameter]:
    """Read the parameters of a method from the keywords of its function.

    Args:
        method: the name of the method, for messages.
        function: the function; its docstring describes each parameter under `Args:`.
        bounds: the accepted values of each number and word.
        without: keywords that are not parameters: the results of other methods.
        reserved: names that no parameter may have.

    Raises:
        BadOption: a parameter lacks a default, an annotation, bounds or a description, or has a
            reserved name.
    """
    docs = _read_docs(function)
    parameters = {}
    for keyword in inspect.signature(function).parameters.values():
        if keyword.kind is not keyword.KEYWORD_ONLY or keyword.name in without:
            continue
        prefix = f"method {method!r}: the parameter {keyword.name!r}"
        if keyword.name in reserved:
            raise BadOption(
                f"{prefix} has a name that extract(), another function of pagecore or the command "
                "line uses; rename it"
            )
        default = _read_default(prefix, keyword)
        if not isinstance(default, bool | None) and keyword.name not in bounds:
            raise BadOption(
                f"{prefix} needs bounds: pass bounds={{{keyword.name!r}: (least, greatest)}} to "
                "@method, or the accepted words"
            )
        if keyword.name not in docs:
            raise BadOption(f"{prefix} is not described under Args: in the docstring")
        parameters[keyword.name] = Parameter(
            keyword.name,
            default,
            bounds.get(keyword.name),
            docs[keyword.name],
            _read_annotation(keyword) == "LinkedPages | None",
        )
    return MappingProxyType(parameters)


def check_sweep(
    method: str, parameters: Mapping[str, Parameter], sweep: Mapping[str, tuple[Value, ...]]
) -> Mapping[str, tuple[Value, ...]]:
    """Return the checked candidate values of each parameter; raise `BadOption` if they lack the
    default."""
    checked = {}
    for name, values in sweep.items():
        if name not in parameters:
            raise BadOption(f"method {method!r}: sweep= names {name!r}, which is not a parameter")
        checked[name] = tuple(parameters[name].check(value) for value in values)
        if parameters[name].default not in checked[name]:
            raise BadOption(f"method {method!r}: the sweep of {name!r} lacks its default")
    return MappingProxyType(checked)


def check_printed(
    method: str, sweep: Mapping[str, tuple[Value, ...]], printed: Mapping[str, Value]
) -> Mapping[str, Value]:
    """Return the values that a paper prints; raise `BadOption` if a sweep does not try them."""
    for name, value in printed.items():
        if value not in sweep.get(name, ()):
            raise BadOption(
                f"method {method!r}: printed= has {name}={show_value(value)}, which its sweep does "
                "not try"
            )
    return MappingProxyType(dict(printed))


def check_used_with(
    method: str,
    parameters: Mapping[str, Parameter],
    used_with: Mapping[str, Mapping[str, Value]],
) -> Mapping[str, Mapping[str, Value]]:
    """Return the checked conditions of parameters; raise `BadOption` if one names an unknown
    parameter."""
    checked = {}
    for name, condition in used_with.items():
        for known in (name, *condition):
            if known not in parameters:
                raise BadOption(
                    f"method {method!r}: used_with= names {known!r}, which is not a parameter"
                )
        checked[name] = MappingProxyType(
            {other: parameters[other].check(value) for other, value in condition.items()}
        )
    return MappingProxyType(checked)


def _read_default(prefix: str, keyword: inspect.Parameter) -> Value:
    """Return the default of a keyword, in the type of its annotation."""
    if keyword.default is keyword.empty:
        raise BadOption(f"{prefix} needs a default")
    default: Value = keyword.default
    annotation = _read_annotation(keyword)
    kind: Any = {"bool": bool, "int": int, "float": float, "str": str}.get(annotation)
    if annotation in ("Model | None", "LinkedPages | None") and default is None:
        return None
    if kind is float and type(default) is int:
        default = float(default)
    if kind is None or type(default) is not kind:
        raise BadOption(
            f"{prefix} needs an annotation (bool, int, float, str, Model | None, LinkedPages | "
            "None) that fits its default"
        )
    return default


def _read_annotation(keyword: inspect.Parameter) -> str:
    """Return the annotation of a keyword: the name of a type, or the text of the annotation."""
    # With `from __future__ import annotations` an annotation is a str.
    return str(getattr(keyword.annotation, "__name__", keyword.annotation))


def _read_docs(function: Callable[..., Any]) -> dict[str, str]:
    """Read the descriptions under `Args:` of a docstring, by name."""
    text = inspect.cleandoc(function.__doc__ or "")
    section = re.search(r"^Args:\n((?:[ \t]+.*\n?|\n)*)", text, re.MULTILINE)
    if section is None:
        return {}
    entries = re.findall(r"^    (\w+): (.*(?:\n {8}.*)*)", section[1], re.MULTILINE)
    return {name: " ".join(doc.split()) for name, doc in entries}
