"""The command `pagecore methods`: what can be given to `--method`, and what it is worth."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

import click

from pagecore.cli.messages import debug_option
from pagecore.figures import published_figures
from pagecore.registry import Method, methods

WIDTH = 80


@click.command("methods")
@click.argument("names", metavar="[METHOD]...", nargs=-1)
@debug_option
def methods_command(names: tuple[str, ...]) -> None:
    """List the methods with papers, parameters and quality.

    Quality was measured on labelled pages that the method was not developed
    on, or by cross-validation. docs/evaluate.md explains the figures.
    """
    from pagecore.registry import method_named

    wanted = {method_named(name).name for name in names}
    shown = [one for one in methods() if not wanted or one.name in wanted]
    click.echo("\n\n".join("\n".join(_lines(one)) for one in shown))


def _lines(method: Method) -> Iterator[str]:
    yield f"{method.name} ({method.family}): {method.paper}"
    yield from _wrapped(method.doc, 2)
    for parameter in method.parameters.values():
        yield from _wrapped(f"{parameter.name}={parameter.default}: {parameter.expected}", 4)
        yield from _wrapped(parameter.doc, 8)
    if method.family == "page":
        figures = [f"{what} {value:.3f}" for what, value in published_figures(method.name).items()]
        yield from _wrapped("measured: " + ("; ".join(figures) or "nothing yet"), 2)
    else:
        yield f"  measured: see docs/methods/{method.name}.md"


def _wrapped(text: str, indent: int) -> list[str]:
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=" " * indent,
        subsequent_indent=" " * indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
