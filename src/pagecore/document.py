"""What an extraction gives: chosen rows of pages, rendered when asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from pagecore import _core
from pagecore.choice import FEW_WORDS, LOW_CONFIDENCE, Change, Choice, Part, Wall
from pagecore.errors import BadOption
from pagecore.metadata import Metadata, metadata_of
from pagecore.page import Array, Page, PageWarning
from pagecore.write.json import write_json
from pagecore.write.markup import render_markup
from pagecore.write.tei import write_tei
from pagecore.write.text import render_text

if TYPE_CHECKING:
    from pagecore.explain import Explanation


class Document:
    """The content of a page. Most have one part; merged pages and embedded content have more."""

    def __init__(
        self,
        parts: Iterable[Part],
        method: str,
        options: Mapping[str, object] | None = None,
        steps: tuple[str, ...] = (),
        notes: tuple[PageWarning, ...] = (),
    ) -> None:
        """Use `extract`.

        Args:
            parts: pages, and what was chosen of each.
            method: the name of the method that chose.
            options: of the method.
            steps: names of the steps that were taken after the method.
            notes: warnings of how the parts came together.
        """
        self.parts = tuple(parts)
        self.method = method
        self.options = dict(options or {})
        self.steps = steps
        self._notes = notes

    @cached_property
    def text(self) -> str:
        """The content as plain text."""
        return self.to_text()

    def to_text(self, *, tables: bool = True, images: bool = False, links: bool = False) -> str:
        """The content as plain text, rendered otherwise; what is content stays the same.

        Args:
            tables: False leaves tables of data out.
            images: True writes a line for each image, `[its text] <its URL>`.
            links: True writes where each link leads behind its text, `text <URL>`.
        """
        for name, value in (("tables", tables), ("images", images), ("links", links)):
            if not isinstance(value, bool | np.bool_):
                raise BadOption(f"{name}={value!r}: expected True or False")
        texts = (
            render_text(*part, tables=tables, images=images, links=links) for part in self.parts
        )
        return "\n\n".join(filter(None, texts))

    def markdown(self, *, tables: bool = True, images: bool = True, links: bool = True) -> str:
        """The content as Markdown: CommonMark, with the tables of GitHub and formulas in dollar
        signs.

        Args:
            tables: False leaves tables of data out.
            images: False leaves images out.
            links: False writes the text of links alone.
        """
        told = (
            render_markup(*part, "markdown", tables=tables, images=images, links=links)
            for part in self.parts
        )
        return "\n\n".join(filter(None, told))

    def html(self, *, tables: bool = True, images: bool = True, links: bool = True) -> str:
        """The content as HTML that is safe to show: few elements, absolute links, nothing that
        runs. It is what stands in a body; the options are those of `markdown`."""
        told = (
            render_markup(*part, "html", tables=tables, images=images, links=links)
            for part in self.parts
        )
        return "\n".join(filter(None, told))

    def xml(self, *, tables: bool = True, images: bool = True, links: bool = True) -> str:
        """The content as an XML document in the vocabulary of TEI P5, with a header of what is
        known of the page; the options are those of `markdown`."""
        bodies = [
            render_markup(*part, "tei", tables=tables, images=images, links=links)
            for part in self.parts
        ]
        return write_tei(bodies, self.page.url, self.metadata, self.language)

    def json(self, *, tables: bool = True, images: bool = True, links: bool = True) -> str:
        """The content as JSON: text, blocks with their places, links, images, tables, and what is
        known of the page; `docs/output.md` has the schema. The options are those of `markdown`."""
        return write_json(self, tables=tables, images=images, links=links)

    @cached_property
    def metadata(self) -> Metadata:
        """What the page says about itself: title, authors, dates and more."""
        return metadata_of(self.page)

    @property
    def title(self) -> str | None:
        """The title of the page; None where it has none."""
        return self.metadata.title

    @cached_property
    def language(self) -> str | None:
        """The language of the content, such as `en`: told by its text, or where that is too short
        as the page declares it."""
        declared = self.metadata.language
        told = _core.detect_language(self.text)
        return told or (declared.partition("-")[0].lower() if declared else None)

    @property
    def page(self) -> Page:
        """The page of the first part."""
        return self.parts[0].page

    @property
    def choice(self) -> Choice:
        """The choice of the first part."""
        return self.parts[0].choice

    @property
    def rows(self) -> Array:
        """The rows of `page` that are content, by their numbers; other parts have rows of their
        own."""
        return self.parts[0].rows

    @property
    def _contents(self) -> list[Part]:
        """Of each page the part that says what its content is like: where the page itself has none,
        that of what it carries inside."""
        contents: list[Part] = []
        for part in self.parts:
            if part.page.origin is not None and contents:
                contents.pop()
            contents.append(part)
        return contents

    @property
    def wall(self) -> Wall | None:
        """Why the page seems to have no content of its own; None where it has some."""
        return self._contents[0].choice.wall

    @property
    def changes(self) -> list[tuple[int, Change]]:
        """The log of all steps: the number of a part, and a block of its page that was put in or
        taken out after the method chose."""
        return [
            (at, change) for at, part in enumerate(self.parts) for change in part.choice.changes
        ]

    @property
    def page_types(self) -> dict[str, float]:
        """How likely the page is of each type, the likeliest first; empty where the method does not
        say."""
        types = self._contents[0].choice.types
        return {name: float(types[name]) for name in sorted(types, key=lambda name: -types[name])}

    @property
    def page_type(self) -> str | None:
        """The likeliest type of the page; None where the method does not say."""
        return next(iter(self.page_types), None)

    @property
    def confidence(self) -> float | None:
        """The F1 that the method expects of its choice, 0 to 1; None where it does not say. Of
        several pages the mean, by words."""
        parts = self._contents
        values = [part.choice.confidence for part in parts if part.choice.confidence is not None]
        if len(values) < len(parts):
            return None
        # For one page exactly what the method says.
        total = sum(part.n_words for part in parts) if len(parts) > 1 else 0
        if not total:
            return float(values[0])
        weighted = zip(values, parts, strict=True)
        return sum(float(value) * part.n_words for value, part in weighted) / total

    @cached_property
    def warnings(self) -> tuple[PageWarning, ...]:
        """What was odd about the pages, and whether the content is to be doubted."""
        of_pages = tuple(warning for part in self.parts for warning in part.page.warnings)
        embedded = [_embedded(part) for part in self.parts if part.page.origin is not None]
        doubt = _doubt(self)
        return (*of_pages, *embedded, *self._notes, *(() if doubt is None else (doubt,)))

    def explain(self) -> Explanation:
        """Why each block of the page was kept or dropped; made anew at every call."""
        from pagecore.explain import explained

        return explained(self)

    def __repr__(self) -> str:
        return f"<Document by {self.method}: {len(self.text)} characters>"


def _embedded(part: Part) -> PageWarning:
    assert part.page.origin is not None
    page, row = part.page.origin
    shown = "shows no content, or a part of it"
    message = f"the page {shown}; what it carries in {page.xpath(row)} was taken"
    return PageWarning("embedded-content", message, row, int(page.start[row]), 1)


def _doubt(document: Document) -> PageWarning | None:
    """What speaks against the content as a whole, the graver first."""
    chosen = sum(part.n_words for part in document.parts)
    if document.wall is not None:
        kept = f"{_counted(chosen)} of it {'was' if chosen == 1 else 'were'} kept"
        message = f"the page seems to have no content of its own: {document.wall.cause}; {kept}"
        return PageWarning("no-content", message, -1, -1, chosen)
    if chosen < FEW_WORDS:
        shown = sum(part.page.count_words(part.page.visible) for part in document.parts)
        message = f"{_seen(chosen, shown)}: it may {_may(document)}"
        return PageWarning("no-content", message, -1, -1, chosen)
    confidence = document.confidence
    if confidence is not None and confidence < LOW_CONFIDENCE:
        message = f"the content may well be wrong: its expected F1 is {confidence:.2f}"
        return PageWarning("low-confidence", message, -1, -1, 1)
    return None


def _seen(chosen: int, shown: int) -> str:
    if shown == 0:
        return "the page shows no text"
    if shown < FEW_WORDS:
        return f"the page shows next to no text, {_counted(shown)}"
    if chosen == 0:
        return f"the page shows {_counted(shown)}, and none looks like content"
    return f"the page shows {shown} words, and only {_counted(chosen)} of content"


def _counted(words: int) -> str:
    return "1 word" if words == 1 else f"{words} words"


def _may(document: Document) -> str:
    """What may be behind a page without content, by what it has."""
    reasons = []
    if any(part.page.is_tag("script").any() for part in document.parts):
        reasons.append("need scripts")
    if any(_asks_for_password(part.page) for part in document.parts):
        reasons.append("need a login")
    return " or ".join([*reasons, "be an error page"])


def _asks_for_password(page: Page) -> bool:
    is_password = page.where("type", lambda value: value.strip().lower() == "password")
    return bool((page.is_tag("input") & is_password).any())
