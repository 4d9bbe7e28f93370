"""The command `pagecore train`: train the model of a method on labelled pages."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from pagecore.cli.command_line import rebuild_command
from pagecore.cli.messages import print_message
from pagecore.cli.options.batch import overwrite_option
from pagecore.cli.options.corpora import corpus_options, load_corpora
from pagecore.cli.options.groups import Integer
from pagecore.errors import BadOption
from pagecore.store import refuse_existing


@click.command("train")
@click.argument("method", metavar="METHOD")
@corpus_options
@click.option(
    "--from",
    "base",
    metavar="FILE|shipped",
    help="Fine-tune this model file, or the model in the package.",
)
@click.option(
    "--weight",
    "weights",
    metavar="CORPUS=NUMBER",
    multiple=True,
    help="Weight of a page of the corpus (default: 1). Repeatable.",
)
@click.option(
    "-o",
    "output",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Output file (default: METHOD.model).",
)
@overwrite_option
@click.option(
    "--seed", type=Integer(0), metavar="N", default=0, show_default=True, help="Random seed."
)
@click.option(
    "--cv",
    metavar="N|collections",
    multiple=True,
    help="Cross-validate and record the figures in the file: in N folds by domain or publisher, or "
    "by training on the other corpora. Takes as long as N trainings. Repeatable.",
)
@click.pass_context
def train_command(
    context: click.Context,
    method: str,
    formats: tuple[str, ...],
    paths: tuple[Path, ...],
    base: str | None,
    weights: tuple[str, ...],
    output: Path | None,
    overwrite: bool,
    seed: int,
    cv: tuple[str, ...],
) -> None:
    """Train the model of METHOD on labelled pages.

    The model file records the command, the versions, the digests and sources
    of the corpora, and its figures. Use it with pagecore extract --model FILE.
    With --from, a few pages of your own are enough; --cv then also reports the
    figures of the model before fine-tuning. Problems of a corpus are reported,
    and the rest is used. The exit code is then 1.
    """
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import Progress, TaskID

    from pagecore.models.model import load
    from pagecore.train.training import train
    from pagecore.train.write_model import write_model

    corpora, missing = load_corpora(formats, paths)
    if missing:
        # A model trained on fewer corpora than requested could be mistaken for the full one.
        raise missing[0]
    output = Path(f"{method}.model") if output is None else output
    # The output is checked before the model is trained, which takes minutes.
    shown_output = click.format_filename(output)
    if output.is_dir():
        raise BadOption(f"-o {shown_output} is a folder; pass the name of a file")
    if not output.parent.is_dir():
        raise BadOption(f"-o {shown_output}: the folder {output.parent} does not exist; create it")
    if not overwrite:
        refuse_existing(output)
    old = None if base is None else load(None if base == "shipped" else base)
    with Progress(
        console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()
    ) as bar:
        tasks: dict[str, TaskID] = {}

        def advance(what: str, total: int, step: str) -> None:
            if what not in tasks:
                tasks[what] = bar.add_task(escape(what), total=total)
            shown = escape(f"{what}: {step}" if step else what)
            bar.update(tasks[what], advance=1, description=shown)

        metadata, forests, arrays = train(
            method,
            corpora,
            seed=seed,
            weights=dict(map(_read_weight, weights)),
            cv=[int(way) if way.isdecimal() else way for way in cv],
            base=old,
            # The same model may be written to any file.
            command=rebuild_command(context, without=("output", "overwrite")),
            progress=advance,
        )
    content = write_model(output, metadata, forests, arrays)
    _print_summary(metadata)
    click.echo(f"{shown_output}: {len(content)} bytes")
    problems = [problem for corpus in corpora for problem in corpus.problems]
    for problem in problems:
        print_message(f"{problem.where}: {problem.what}")
    if problems:
        sys.exit(1)


def _read_weight(weight: str) -> tuple[str, float]:
    """Read the option --weight, `CORPUS=NUMBER`."""
    name, equals, number = weight.rpartition("=")
    try:
        return name, float(number if equals else "")
    except ValueError:
        raise BadOption(f"--weight {weight}: expected CORPUS=NUMBER") from None


def _print_summary(metadata: Mapping[str, Any]) -> None:
    """Print the metadata of a model, one line per corpus."""
    for name, corpus in metadata["corpora"].items():
        ceiling = metadata["ceiling"][name]["f1"]
        click.echo(
            f"{name}: {corpus['pages']} pages, digest {corpus['digest']}, "
            f"highest possible word F1 {ceiling}"
        )
    old = metadata.get("from", {})
    for name, figures in old.get("figures", {}).items():
        note = ", which it was trained on" if name in old["seen"] else ""
        click.echo(
            f"{name}, model {old['digest']} unchanged: "
            f"word F1 {figures['f1']:.4f} on {figures['pages']} pages{note}"
        )
    for way in metadata["validation"]:
        for name, figures in way["corpora"].items():
            click.echo(
                f"{name}, {way['folds']}, folds {way['digest']}: "
                f"word F1 {figures['f1']:.4f} on {figures['pages']} pages"
            )
