"""The options --corpus and --path, and the corpora that they name."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pagecore.cli.messages import print_message
from pagecore.cli.options.groups import F
from pagecore.errors import BadOption, CorpusError
from pagecore.page.counts import format_count

if TYPE_CHECKING:
    from pagecore.corpora.corpus import Corpus


def corpus_options(command: F) -> F:
    """Add the options --corpus and --path, which come in pairs."""
    path = click.option(
        "--path",
        "paths",
        type=click.Path(path_type=Path),
        required=True,
        multiple=True,
        help="Folder or file of the corpus. Repeat for several.",
    )
    corpus = click.option(
        "--corpus",
        "formats",
        required=True,
        multiple=True,
        help="Format of the corpus, such as wcxb or plain. Repeat with --path for several.",
    )
    return corpus(path(command))


def load_corpora(
    formats: Sequence[str], paths: Sequence[Path]
) -> tuple[list[Corpus], list[CorpusError]]:
    """Load the corpora; returns those that can be used, and the errors of the others."""
    from pagecore import corpora

    if len(formats) != len(paths):
        raise BadOption(
            f"--corpus has {format_count(len(formats), 'value')}, but --path has {len(paths)}: "
            "every corpus needs a path"
        )
    usable, missing = [], []
    for corpus_format, path in zip(formats, paths, strict=True):
        try:
            usable.append(corpora.load(corpus_format, path))
        except CorpusError as error:
            missing.append(error)
    if not usable:
        for unusable in missing[:-1]:
            print_message(str(unusable))
        raise missing[-1]
    return usable, missing
