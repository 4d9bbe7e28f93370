"""The command `pagecore methods`: list the methods with their parameters and quality."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

import click

from pagecore.cli.messages import debug_option
from pagecore.figures import published_figures
from pagecore.registry import Method, find_method, find_methods, list_methods

WIDTH = 80


@click.command("methods")
@click.argument("names", metavar="[METHOD]...", nargs=-1)
@debug_option
def methods_command(names: tuple[str, ...]) -> None:
    """List the methods with papers, parameters and quality.

    Quality was measured on labelled pages that the method was not developed
    on, or by cross-validation. docs/evaluate.md explains the figures.
    """
    # An unknown name is an error that lists the known ones.
    for name in names:
        find_method(name)
    shown = [method for name in names for method in find_methods(name)] or list_methods()
    # A method that uses an unknown one is an error too.
    for method in shown:
        find_method(method.full_name)
    click.echo("\n\n".join("\n".join(_describe(method)) for method in dict.fromkeys(shown)))


def _describe(method: Method) -> Iterator[str]:
    # Only this command needs the metrics, whose import takes long.
    from pagecore.measure.known_metrics import METRICS

    yield f"{method.name} ({method.family}): {method.paper or 'no paper'}"
    yield from _wrap(method.doc, 2)
    for parameter in method.parameters.values():
        yield from _wrap(f"{parameter.name}={parameter.default}: {parameter.expected}", 4)
        yield from _wrap(parameter.doc, 8)
    figures = [
        f"{pages}, {METRICS[metric].title} {value:.3f}"
        for (pages, metric), value in published_figures(method.name, method.family.name).items()
    ]
    measured = "; ".join(figures) or "no published figures"
    yield from _wrap(f"measured: {measured}", 2)


def _wrap(text: str, indent: int) -> list[str]:
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=" " * indent,
        subsequent_indent=" " * indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
