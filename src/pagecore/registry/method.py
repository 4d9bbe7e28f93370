"""A method: one paper, one function with keyword parameters, registered under a name in a family.

Registering is all it takes: a registered method appears in the command line, the documents, the
evaluation, the sweeps, the benches and the contract tests.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, TypeVar

from pagecore.errors import BadOption
from pagecore.registry.families import family_named, reserved_keywords
from pagecore.registry.family import Family, import_place
from pagecore.registry.lookup import add_method, method_named
from pagecore.registry.parameters import Bounds, Parameter, Value, check_sweep, read_parameters

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, eq=False)
class Method:
    """A registered method."""

    name: str
    paper: str
    family: Family
    function: Callable[..., Any]
    parameters: Mapping[str, Parameter]
    #: What it needs of a page or site beyond what each has, such as `layout`.
    needs: tuple[str, ...] = ()
    #: The methods it builds on.
    uses: tuple[str, ...] = ()
    #: The corpora that its parameters, rules or model were chosen on: figures on these are
    #: in-sample and never published. None where it does not say.
    made_on: tuple[str, ...] | None = None
    #: Values to try of the parameters that the paper leaves to experiments.
    sweep: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)
    #: The class that reads the body of its wrappers; None in families that make no wrappers.
    body: Any = None
    #: The place of the trainer of a learned method, `module:name`.
    trainer: str | None = None
    #: A function from a source and its URL, with the options, to the page and the result: the same
    #: as parsing and then running the method, for methods that do both faster at once.
    from_html: Callable[..., tuple[Any, Any]] | None = None
    #: The place of what explains the scores of a learned method, `module:name`.
    reasons: str | None = None

    def load_trainer(self) -> Any:
        """Import the trainer, a `pagecore.measure.cross_validation.Trainer`."""
        if self.trainer is None:
            raise BadOption(f"method {self.name!r} is not learned: it has no trainer")
        return import_place(self.trainer)

    @property
    def full_name(self) -> str:
        """Its name with that of its family, such as `site/hybrid`."""
        return f"{self.family.name}/{self.name}"

    @property
    def short_name(self) -> str:
        """The shortest name that leads to it: the full one where another family goes first."""
        return self.name if method_named(self.name) is self else self.full_name

    @property
    def doc(self) -> str:
        """What it does, in one line."""
        return inspect.cleandoc(self.function.__doc__ or "").partition("\n")[0]

    def check_options(self, options: Mapping[str, object]) -> dict[str, Value]:
        """Return values of parameters in their own types, or raise `BadOption`."""
        for name in options:
            if name not in self.parameters:
                known = ", ".join(self.parameters) or "none"
                raise BadOption(f"method {self.name!r} has no parameter {name!r}; it has: {known}")
        return {name: self.parameters[name].check(value) for name, value in options.items()}

    def __call__(self, subject: Any, /, **options: object) -> Any:
        """Run the method.

        Args:
            subject: what its family takes: a page, or a site.
            options: values of its parameters.

        Raises:
            BadOption: an option is unknown or has a value that is not accepted.
            NeedsBrowser, BadInput: the subject lacks something that the method needs.
        """
        checked = self.check_options(options)
        for need in self.needs:
            self.family.check_need(subject, need, self.name)
        used = {_argument(name): self._build_on(name, subject) for name in self.uses}
        return self.function(subject, **used, **checked)

    def _build_on(self, name: str, subject: Any) -> Any:
        """Return the result of a method that this one uses. One that takes something else, such as
        a page method in a site method, is handed over to be called."""
        other = method_named(name)
        return other(subject) if other.family.takes is self.family.takes else other

    def __reduce__(self) -> tuple[Callable[..., Method], tuple[str]]:
        """By name: another process has a registry of its own."""
        return method_named, (self.full_name,)

    def __repr__(self) -> str:
        return f"<Method {self.full_name}>"


def method(
    name: str,
    *,
    paper: str,
    family: str,
    bounds: Mapping[str, Bounds] = MappingProxyType({}),
    needs: tuple[str, ...] = (),
    uses: tuple[str, ...] = (),
    made_on: tuple[str, ...] | None = None,
    sweep: Mapping[str, tuple[Value, ...]] = MappingProxyType({}),
    body: Any = None,
    trainer: str | None = None,
    from_html: Callable[..., tuple[Any, Any]] | None = None,
    reasons: str | None = None,
) -> Callable[[F], F]:
    """Register a function as a method.

    Args:
        name: the name of the method, unique in its family.
        paper: who described it, and when.
        family: `page`, `segment`, `thread` or `site`.
        bounds: for each number its least and greatest value, for each word the accepted ones.
        needs: what the page or site must have: `layout` of a page, `feed` of a site.
        uses: methods of any family that it builds on, by `name` or `family/name`. The function
            gets the result of each as a keyword of that name; a site method gets the page methods
            themselves, to call with each page.
        made_on: the corpora it was chosen or learned on, `()` for none; figures on these are
            published only where they are cross-validated. Without it, it may be any.
        sweep: values to try of the parameters that the paper leaves to experiments, the default
            among them.
        body: in the family `site`, the class of what its wrappers hold, a `pagecore.wrapper.Body`.
        trainer: the place of the trainer of a learned method, `module:name`.
        from_html: in a family of pages, a function from a source and its URL to the page and the
            result, which is faster than parsing and then running the method.
        reasons: the place of a function from a page and a model to the reasons for the score of
            each block, `module:name`; without it `explain` shows the evidence.

    Raises:
        BadOption: the family or a need is unknown, the name is taken, or a parameter is not
            declared as it should be.
    """
    of = family_named(family)

    def register(function: F) -> F:
        for need in needs:
            of.check_need_exists(need, name)
        if (body is None) == of.has_body:
            raise BadOption(
                f"method {name!r}: body= is for families whose methods make wrappers, and needed "
                "there"
            )
        arguments = [_argument(other) for other in uses]
        if len(set(arguments)) < len(arguments):
            raise BadOption(f"method {name!r}: uses={uses!r} has two methods of one name")
        parameters = read_parameters(
            name, function, bounds, without=arguments, reserved=reserved_keywords()
        )
        add_method(
            Method(
                name,
                paper,
                of,
                function,
                parameters,
                needs,
                uses,
                made_on,
                check_sweep(name, parameters, sweep),
                body,
                trainer,
                from_html,
                reasons,
            )
        )
        return function

    return register


def _argument(name: str) -> str:
    """The keyword that the result of a used method is passed by."""
    return name.rpartition("/")[2]
