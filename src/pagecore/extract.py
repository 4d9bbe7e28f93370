"""The verb `extract`: a page in, its content out."""

from __future__ import annotations

from pagecore.document import Document, Part
from pagecore.embedded import embedded, is_stub
from pagecore.errors import BadOption
from pagecore.page import Html, Page, parse
from pagecore.registry import method_named, methods
from pagecore.walls import doubted

#: The method that is used when none is named.
DEFAULT = "default"


def extract(
    html: Html | Page, url: str | None = None, method: str | None = None, **parameters: object
) -> Document:
    """Find what a page is about.

    Args:
        html: the page: bytes, `str`, or a parsed `Page`.
        url: where it came from; a parsed page knows that itself.
        method: a method of the family `page`; `pagecore methods` lists them.
        parameters: of the method.
    """
    chosen = method_named(DEFAULT if method is None else method)
    if chosen.family != "page":
        names = ", ".join(known.name for known in methods("page"))
        raise BadOption(f"method {chosen.name!r} does not extract; these do: {names}")
    if isinstance(html, Page):
        if url is not None:
            raise BadOption("url: a parsed page has its own; give it to parse")
        page = html
    else:
        page = parse(html, url=url)
    options = chosen.options(parameters)
    choice = chosen(page, **options)
    kept = int(page.words[choice.content].sum())
    choice, cause = doubted(page, choice, kept)
    if is_stub(choice, kept):
        found = embedded(page, choice, lambda inner: chosen(inner, **options))
        if found is not None:
            shown = choice.without(page, choice.content, "the page carries more of it in its data")
            return Document([Part(page, shown), found], chosen.name, options)
    return Document([Part(page, choice)], chosen.name, options, cause)
