"""The command `pagecore search`: search in an index."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

import click

from pagecore.cli.messages import (
    MARK_END,
    MARK_START,
    debug_option,
    print_marked,
    print_message,
    print_result,
)
from pagecore.cli.options.groups import Integer, Number
from pagecore.errors import BadOption
from pagecore.search.bm25 import FIELD_WEIGHTS
from pagecore.search.combine import COMBINATIONS
from pagecore.search.expand import WEIGHTS
from pagecore.search.hits import ChunkHit, Hit
from pagecore.search.index import open_index
from pagecore.search.options import (
    EXPANSION_SOURCES,
    EXPANSIONS,
    MAX_CANDIDATES,
    RANKINGS,
    SearchOptions,
)

_DEFAULTS: Final = SearchOptions()
_WIDTH: Final = 80
#: Columns for the number of a result.
_INDENT: Final = 5


def _read_fields(
    context: click.Context, option: click.Parameter, value: str | None
) -> dict[str, float] | None:
    """Read weights such as `title=2,body=1`; fields that are not named keep theirs."""
    if value is None:
        return None
    weights = dict(FIELD_WEIGHTS)
    for part in value.split(","):
        name, _, number = part.partition("=")
        try:
            weights[name.strip()] = float(number)
        except ValueError:
            raise BadOption(
                f"--fields {value}: expected weights such as title=2,headings=1,body=1"
            ) from None
    return weights


@click.command("search")
@click.argument("index")
@click.argument("query")
@click.option(
    "--to",
    type=click.Choice(["table", "json"]),
    default="table",
    show_default=True,
    help="Output format.",
)
@click.option(
    "--limit",
    type=Integer(1, MAX_CANDIDATES),
    default=10,
    show_default=True,
    metavar="N",
    help="Maximum number of results.",
)
@click.option("--highlight", is_flag=True, help="Mark the words of the query.")
@click.option(
    "--chunks",
    is_flag=True,
    help="Return chunks that can be quoted, with their sources, instead of pages.",
)
@click.option(
    "--rank",
    type=click.Choice(RANKINGS),
    default=_DEFAULTS.rank,
    show_default=True,
    help="Rank by whole pages, by their best segments, or by both.",
)
@click.option(
    "--expand",
    type=click.Choice(EXPANSIONS),
    default=_DEFAULTS.expand,
    show_default=True,
    help="Add terms of the best results to the query, and search again.",
)
@click.option("--site", metavar="HOST", help="Only pages of this host and the hosts below it.")
@click.option("--date-from", metavar="DATE", help="Only pages of this day or later.")
@click.option("--date-to", metavar="DATE", help="Only pages of this day or earlier.")
@click.option("--language", metavar="CODE", help="Only pages in this language, such as en.")
@click.option("--page-type", metavar="TYPE", help="Only pages of this type, such as article.")
@click.option(
    "--k1",
    type=Number(0, 1000),
    default=_DEFAULTS.k1,
    show_default=True,
    metavar="N",
    help="BM25: how much further occurrences of a term count.",
)
@click.option(
    "--b",
    type=Number(0, 1),
    default=_DEFAULTS.b,
    show_default=True,
    metavar="N",
    help="BM25: how much the length of a text counts.",
)
@click.option(
    "--fields",
    metavar="NAME=N,...",
    callback=_read_fields,
    help="BM25: weights of the fields (default: "
    + ",".join(f"{name}={weight:g}" for name, weight in FIELD_WEIGHTS.items())
    + ").",
)
@click.option(
    "--alpha",
    type=Number(0, 1),
    default=_DEFAULTS.alpha,
    show_default=True,
    metavar="N",
    help="Weight of whole pages in --rank combined; the rest is that of segments.",
)
@click.option(
    "--combine",
    type=click.Choice(COMBINATIONS),
    default=_DEFAULTS.combine,
    show_default=True,
    help="Combine ranks or scores.",
)
@click.option(
    "--candidates",
    type=Integer(1, MAX_CANDIDATES),
    default=_DEFAULTS.candidates,
    show_default=True,
    metavar="N",
    help="Pages of the first ranking, which are ranked again by segments.",
)
@click.option(
    "--expand-from",
    type=click.Choice(EXPANSION_SOURCES),
    default=_DEFAULTS.expand_from,
    show_default=True,
    help="Take new terms from the best segments or from whole pages.",
)
@click.option(
    "--expand-texts",
    type=Integer(1, MAX_CANDIDATES),
    default=_DEFAULTS.expand_texts,
    show_default=True,
    metavar="N",
    help="Number of segments or pages to take new terms from.",
)
@click.option(
    "--expand-terms",
    type=Integer(1, 1000),
    default=_DEFAULTS.expand_terms,
    show_default=True,
    metavar="N",
    help="Number of new terms.",
)
@click.option(
    "--expand-weights",
    type=click.Choice(WEIGHTS),
    default=_DEFAULTS.expand_weights,
    show_default=True,
    help="Weights of new terms with --expand offer-weight.",
)
@debug_option
def search_command(
    index: str,
    query: str,
    to: str,
    limit: int,
    highlight: bool,
    chunks: bool,
    fields: dict[str, float] | None,
    **options: Any,
) -> None:
    """Search in an index that pagecore index has made.

    QUERY has words, "phrases in quotation marks", and -words that must not
    occur. The words of a page in another language are compared by the rules
    of that language.
    """
    if fields is not None:
        options["fields"] = fields
    opened = open_index(index)
    search = opened.search_chunks if chunks else opened.search
    hits: Sequence[Hit | ChunkHit] = search(query, limit=limit, **options)
    if to == "json":
        print_result(json.dumps([_describe(hit, highlight) for hit in hits], ensure_ascii=False))
        return
    if not hits:
        print_message("no page matches the query")
    for number, hit in enumerate(hits, 1):
        if number > 1:
            print_result("")
        if isinstance(hit, ChunkHit):
            lines = _write_chunk(hit, highlight)
        else:
            lines = _write_page(hit, highlight)
        start = f"{number:>{_INDENT - 2}}. "
        for line in lines:
            print_marked(start + line)
            start = " " * _INDENT


def _describe(hit: Hit | ChunkHit, is_marked: bool) -> dict[str, Any]:
    return hit.to_dict() | ({"highlighted": hit.highlight()} if is_marked else {})


def _write_page(hit: Hit, is_marked: bool) -> Iterator[str]:
    """Write a page in lines: title, address, headings, snippet and place."""
    yield from _wrap(hit.title or hit.url)
    facts = " · ".join(filter(None, [hit.date[:10], f"score {hit.score:.4g}"]))
    together = _wrap(f"{hit.url} · {facts}")
    yield from together if len(together) == 1 else [*_wrap(hit.url), facts]
    # The path begins with the title.
    yield from _wrap(" > ".join(hit.heading_path[1:]))
    marks = (MARK_START, MARK_END) if is_marked else ("", "")
    yield from _wrap(hit.snippet(*marks))
    yield from _wrap(hit.xpath)


def _write_chunk(hit: ChunkHit, is_marked: bool) -> Iterator[str]:
    """Write a chunk in lines: its text and its source."""
    marks = (MARK_START, MARK_END) if is_marked else ("", "")
    for paragraph in hit.highlight(*marks).split("\n"):
        yield from _wrap(paragraph)
    yield from _wrap(hit.citation)
    yield from _wrap(hit.url)


def _wrap(text: str) -> list[str]:
    """Split a text into lines that fit, also in scripts whose characters take two columns."""
    from rich.console import Console
    from rich.text import Text

    width = _WIDTH - _INDENT
    lines = Text(text).wrap(Console(width=width), width)
    return [line.plain.rstrip() for line in lines if line.plain.strip()]
