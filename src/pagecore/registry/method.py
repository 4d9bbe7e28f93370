"""A method: one paper, one function with keyword parameters, registered under a name in a family.

Registering is all it takes: a registered method appears in the command line, the documents, the
evaluation, the sweeps, the benches and the contract tests.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final, TypeVar

from pagecore.errors import BadOption, show_value
from pagecore.page.parse import parse
from pagecore.registry.families import find_family, reserved_keywords
from pagecore.registry.family import Family, import_path
from pagecore.registry.lookup import add_method, find_method
from pagecore.registry.parameters import (
    Bounds,
    Parameter,
    Value,
    check_printed,
    check_sweep,
    check_used_with,
    read_parameters,
)

F = TypeVar("F", bound=Callable[..., Any])

KEYWORD_ONLY: Final = inspect.Parameter.KEYWORD_ONLY
VAR_KEYWORD: Final = inspect.Parameter.VAR_KEYWORD
_NAME: Final = re.compile("[a-z][a-z0-9_-]*")
#: Words that stand for several methods on the command line.
_RESERVED_NAMES: Final = ("all", "none")


@dataclass(frozen=True, eq=False)
class Method:
    """A registered method."""

    name: str
    #: Authors and year; None for a method of this package without a paper.
    paper: str | None
    family: Family
    function: Callable[..., Any]
    parameters: Mapping[str, Parameter]
    #: Optional attributes that the page or site must have, such as `layout`.
    needs: tuple[str, ...] = ()
    #: The methods it builds on.
    uses: tuple[str, ...] = ()
    #: The parameters that are passed on to each of these.
    passes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    #: The corpora that it was developed or trained on: figures on these are in-sample and are not
    #: published. None if it does not declare them.
    developed_on: tuple[str, ...] | None = None
    #: Candidate values of the parameters that the paper leaves to experiments.
    sweep: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)
    #: The values of swept parameters that the paper prints; it leaves the others open.
    printed: Mapping[str, Value] = field(default_factory=dict)
    #: For a parameter that has an effect only with some value of another, that value.
    used_with: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)
    #: The class that reads the body of its wrappers; None in families without wrappers.
    body: Any = None
    #: The import path of the trainer of a trained method, `module:name`.
    trainer: str | None = None
    #: Parses a source and runs the method in one call, for methods that are faster this way.
    from_html: Callable[..., tuple[Any, Any]] | None = None
    #: The import path of the function that explains the scores of a trained method.
    reasons: str | None = None

    def load_trainer(self) -> Any:
        """Import the trainer, a `pagecore.measure.cross_validation.Trainer`."""
        if self.trainer is None:
            raise BadOption(f"method {self.name!r} cannot be trained: it has no trainer")
        return import_path(self.trainer)

    @property
    def full_name(self) -> str:
        """Its name with that of its family, such as `site/hybrid`."""
        return f"{self.family.name}/{self.name}"

    @property
    def short_name(self) -> str:
        """The shortest name that finds it: the full name if an earlier family has the same name."""
        return self.name if find_method(self.name) is self else self.full_name

    @property
    def corpora(self) -> Mapping[str, str]:
        """The metric of each corpus that it is measured on."""
        rendered = self.family.rendered_corpora if "layout" in self.needs else {}
        return rendered or self.family.corpora

    @property
    def doc(self) -> str:
        """The first line of its docstring."""
        return inspect.cleandoc(self.function.__doc__ or "").partition("\n")[0]

    def needs_pages(self, name: str, value: Value) -> bool:
        """Whether a value of a parameter needs linked pages, which the method cannot do without."""
        return any(
            self.parameters[other].takes_pages and condition.get(name) == value
            for other, condition in self.used_with.items()
        )

    def check_options(
        self, options: Mapping[str, object], verb: Callable[..., Any] | None = None
    ) -> dict[str, Value]:
        """Convert the values of parameters to their types, or raise `BadOption`.

        Args:
            options: the values, by name.
            verb: the function that they were passed to, for messages.
        """
        for name in options:
            if name not in self.parameters:
                known = ", ".join(self.parameters) or "none"
                if verb is not None:
                    raise BadOption(_describe_unknown_keyword(verb, name, self.name, known))
                raise BadOption(f"method {self.name!r} has no parameter {name!r}; it has: {known}")
        return {name: self.parameters[name].check(value) for name, value in options.items()}

    def __call__(self, subject: Any, /, **options: object) -> Any:
        """Run the method.

        Args:
            subject: what its family takes: a page, or a site.
            options: values of its parameters.

        Raises:
            BadOption: an option is unknown, its value is not accepted, or the function does not
                return what its family gives.
            NeedsBrowser, BadInput: the page or site lacks something that the method needs.
        """
        checked = self.check_options(options)
        for need in self.needs:
            self.family.check_need(subject, need, self.name)
        return self.run_with(subject, self.run_used(subject, checked), checked)

    def run_used(self, subject: Any, options: Mapping[str, Value]) -> dict[str, Any]:
        """Run the methods that this one builds on, and return their results by the keywords of its
        function. They depend only on the options that `passes` names."""
        return {_name_argument(name): self._run_used(name, subject, options) for name in self.uses}

    def run_with(self, subject: Any, used: Mapping[str, Any], options: Mapping[str, Value]) -> Any:
        """Run the method with the results of those that it builds on; raise `BadOption` if the
        function does not return what its family gives."""
        result = self.function(subject, **used, **options)
        if not isinstance(result, self.family.gives):
            expected, actual = self.family.gives.__name__, type(result).__name__
            raise BadOption(
                f"method {self.full_name!r} returned {actual}: expected a {expected}; correct its "
                "function"
            )
        return result

    def _run_used(self, name: str, subject: Any, options: Mapping[str, Value]) -> Any:
        """Run a method that this one builds on. If that method takes something else, such as a
        page method in a site method, return the method itself."""
        other = find_method(name)
        if other.family.takes is not self.family.takes:
            return other
        passed = self.passes.get(name, ())
        return other(
            subject, **{each: options.get(each, self.parameters[each].default) for each in passed}
        )

    def __reduce__(self) -> tuple[Callable[..., Method], tuple[str]]:
        """Pickle by name, because every process has its own registry."""
        return find_method, (self.full_name,)

    def __repr__(self) -> str:
        return f"<Method {self.full_name}>"


def method(
    name: str,
    *,
    paper: str | None,
    family: str,
    bounds: Mapping[str, Bounds] = MappingProxyType({}),
    needs: tuple[str, ...] = (),
    uses: tuple[str, ...] = (),
    passes: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
    developed_on: tuple[str, ...] | None = None,
    sweep: Mapping[str, tuple[Value, ...]] = MappingProxyType({}),
    printed: Mapping[str, Value] = MappingProxyType({}),
    used_with: Mapping[str, Mapping[str, Value]] = MappingProxyType({}),
    body: Any = None,
    trainer: str | None = None,
    from_html: Callable[..., tuple[Any, Any]] | None = None,
    reasons: str | None = None,
) -> Callable[[F], F]:
    """Register a function as a method.

    Args:
        name: the name of the method, unique in its family.
        paper: the authors and year of its paper; None if it has none.
        family: `page`, `segment`, `thread` or `site`.
        bounds: the least and greatest value of each number, and the accepted values of each word.
        needs: optional attributes that the page or site must have: `layout` of a page, `feed` of a
            site.
        uses: methods of any family that it builds on, by `name` or `family/name`. The function
            gets the result of each as a keyword of that name. A site method gets page methods
            themselves, to call them with each page.
        passes: for a method of `uses`, the parameters of this method that it is called with, such
            as `{"vips": ("pdoc",)}`.
        developed_on: the corpora that it was developed or trained on, `()` for none. Figures on
            these are published only if they are cross-validated. None means that any may have been
            used.
        sweep: candidate values, including the default, of the parameters that the paper leaves to
            experiments.
        printed: the values of swept parameters that the paper prints. Tables have a row with these
            and a row with the best values of the sweep.
        used_with: for a parameter that has an effect only with some value of another, that value,
            such as `{"deviations": {"variant": "tm"}}`. With other values, a sweep tries its
            default only.
        body: for a site method, the class of its wrappers' bodies, a `pagecore.wrapper.Body`.
        trainer: the import path of the trainer of a trained method, `module:name`.
        from_html: for a method that takes a page, a function from a source and its URL to the page
            and the result, if that is faster than parsing and then running the method.
        reasons: the import path of a function from a page and a model to the reasons for the score
            of each block; without it, `explain` shows the evidence.

    Raises:
        BadOption: the family or a need is unknown, the name is invalid or taken, a parameter lacks
            a part of its declaration, the function lacks a keyword for a method that it uses, or
            methods use each other in a circle.
    """
    known_family = find_family(family)

    def register(function: F) -> F:
        if not isinstance(name, str) or not _NAME.fullmatch(name) or name in _RESERVED_NAMES:
            raise BadOption(
                f"method {name!r}: expected a name of lower-case letters, digits, - and _ that "
                "begins with a letter, other than all and none"
            )
        for need in needs:
            known_family.check_need_exists(need, name)
        if (body is None) == known_family.has_body:
            rule = "needs" if known_family.has_body else "must not have"
            raise BadOption(f"method {name!r}: a {family} method {rule} body=")
        arguments = [_name_argument(other) for other in uses]
        if len(set(arguments)) < len(arguments):
            raise BadOption(
                f"method {name!r}: uses={show_value(uses, 200)} has two methods of the same name"
            )
        keywords = inspect.signature(function).parameters
        for argument in arguments:
            if argument not in keywords or keywords[argument].kind is not KEYWORD_ONLY:
                raise BadOption(
                    f"method {name!r}: uses={show_value(uses)}, but its function has no keyword "
                    f"{argument!r} for the result"
                )
        parameters = read_parameters(
            name, function, bounds, without=arguments, reserved=reserved_keywords()
        )
        swept = check_sweep(name, parameters, sweep)
        add_method(
            Method(
                name,
                paper,
                known_family,
                function,
                parameters,
                needs,
                uses,
                _check_passes(name, parameters, uses, passes),
                developed_on,
                swept,
                check_printed(name, swept, printed),
                check_used_with(name, parameters, used_with),
                body,
                trainer,
                from_html,
                reasons,
            )
        )
        return function

    return register


def _describe_unknown_keyword(
    verb: Callable[..., Any], name: str, method: str, parameters: str
) -> str:
    """Return the message for a keyword that neither a verb nor its method has."""
    _, *keywords = inspect.signature(verb).parameters.values()
    own = ", ".join(keyword.name for keyword in keywords if keyword.kind is not VAR_KEYWORD)
    message = (
        f"{verb.__name__}() has no keyword {name!r}; it has: {own}, and the parameters of the "
        f"method {method!r}: {parameters}"
    )
    if name in inspect.signature(parse).parameters:
        message += f". Parse the page first: parse(html, {name}=...)"
    return message


def _check_passes(
    method: str,
    parameters: Mapping[str, Parameter],
    uses: tuple[str, ...],
    passes: Mapping[str, tuple[str, ...]],
) -> Mapping[str, tuple[str, ...]]:
    """Return the parameters that are passed on; raise `BadOption` if one is unknown."""
    for other, names in passes.items():
        if other not in uses:
            raise BadOption(f"method {method!r}: passes= names {other!r}, which uses= does not")
        for name in names:
            if name not in parameters:
                raise BadOption(
                    f"method {method!r}: passes= names {name!r}, which is not a parameter"
                )
    return MappingProxyType(dict(passes))


def _name_argument(name: str) -> str:
    """Return the keyword for the result of a used method: its name without the family."""
    return name_identifier(name.rpartition("/")[2])


def name_identifier(name: str) -> str:
    """Return the name of a method as Python writes it: of its file, its function, and the keyword
    for its result."""
    return name.replace("-", "_")
