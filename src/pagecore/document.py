"""A document: the content of one or several pages, rendered on demand."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from pagecore.choice import LOW_CONFIDENCE, Change, Choice, Part, Wall
from pagecore.metadata import Metadata, make_metadata
from pagecore.metadata.language import detect_language, read_prose
from pagecore.page import Array, Page, PageWarning
from pagecore.page.confidence import FEW_WORDS
from pagecore.page.core_table import check_flags
from pagecore.page.counts import count_words, format_count, shorten
from pagecore.page.forms import find_password_fields
from pagecore.page.metadata import collect_metadata
from pagecore.write.chunks import MAX_LENGTH, Chunk, split_document
from pagecore.write.front_matter import write_front_matter
from pagecore.write.json import write_json
from pagecore.write.main_heading import MainHeading, find_main_heading
from pagecore.write.markup import render_markup
from pagecore.write.note_labels import make_labels_unique
from pagecore.write.posts import write_posts
from pagecore.write.price import write_price
from pagecore.write.tei import write_tei
from pagecore.write.text import render_text

if TYPE_CHECKING:
    from pagecore.explain import Explanation
    from pagecore.metadata.data import Data
    from pagecore.post import PagePost
    from pagecore.thread import Thread


#: The method of a document of all that a page shows: plain text, and the entries of feeds.
AS_IS: Final = "as-is"


class Document:
    """The content of a page. Most documents have one part; merged pages and embedded content have
    more."""

    def __init__(
        self,
        parts: Iterable[Part],
        method: str,
        options: Mapping[str, object] | None = None,
        steps: tuple[str, ...] = (),
        more_warnings: tuple[PageWarning, ...] = (),
    ) -> None:
        """Use `extract`.

        Args:
            parts: pages with their choices.
            method: the name of the method; with its family, as `site/hybrid`, if it is not a page
                method.
            options: the parameters that were passed to the method.
            steps: names of the steps that were run after the method.
            more_warnings: warnings besides those of the pages, such as about merging.
        """
        self.parts = tuple(parts)
        self.method: str = method
        self.options = dict(options or {})
        self.steps = steps
        self._more_warnings = more_warnings

    @cached_property
    def text(self) -> str:
        """The content as plain text."""
        return self.to_text()

    def to_text(
        self,
        *,
        title: bool = False,
        tables: bool = True,
        images: bool = False,
        links: bool = False,
        readings: bool = False,
    ) -> str:
        """Render the content as plain text; `text` has the defaults.

        Args:
            title: begin with the title of the page, and write it only once. Without it, none is
                added, and a heading that the method chose stays.
            tables: include data tables.
            images: write a line for each image, `[alternative text] <URL>`.
            links: write the target after the text of each link, `text <URL>`.
            readings: write the readings of `ruby` in brackets after their base.
        """
        check_flags(title=title, tables=tables, images=images, links=links, readings=readings)
        heading, parts = self._separate_title(title)
        options = {"tables": tables, "images": images, "links": links, "readings": readings}
        texts = [render_text(page, choice, **options) for page, choice in parts]
        first = heading.render("text", texts) if heading is not None else ""
        return "\n\n".join(filter(None, [first, *texts]))

    def markdown(
        self,
        *,
        title: bool = True,
        front_matter: bool = False,
        tables: bool = True,
        images: bool = True,
        links: bool = True,
        readings: bool = False,
        posts: bool = True,
    ) -> str:
        """Render the content as Markdown: CommonMark with GitHub's tables, and formulas in dollar
        signs.

        Args:
            title: begin with the title of the page as the main heading, and write it only once. The
                price of a product follows it.
            front_matter: begin with a block of YAML: title, authors, date and more.
            tables: include data tables.
            images: include images.
            links: include the targets of links.
            readings: write the readings of `ruby` in brackets after their base.
            posts: write a thread as posts: a heading with author and date before each text.
        """
        check_flags(title=title, front_matter=front_matter, posts=posts)
        heading, parts = self._separate_title(title)
        options = {"tables": tables, "images": images, "links": links, "readings": readings}
        threads = self._threads if posts else [None] * len(parts)
        bodies = [
            render_markup(page, choice, "markdown", **options)
            if thread is None
            else write_posts(page, thread, content=choice.content, **options)
            for (page, choice), thread in zip(parts, threads, strict=True)
        ]
        bodies = make_labels_unique(bodies)
        content = "\n\n".join(filter(None, bodies))
        if heading is not None and (first := heading.render("markdown", bodies)):
            content = "\n\n".join(filter(None, [first, self._price_line, content]))
        return write_front_matter(self) + content if front_matter else content

    @cached_property
    def posts(self) -> tuple[PagePost, ...]:
        """The posts of the pages, if the document is a thread: if its page type is `forum`, or if
        the posts are most of its content. Empty otherwise."""
        return tuple(
            post
            for (page, _), thread in zip(self.parts, self._threads, strict=True)
            if thread is not None
            for post in thread.read(page)
        )

    @cached_property
    def _threads(self) -> list[Thread | None]:
        """The thread of each part, None for parts that are no threads."""
        from pagecore.posts import find_thread

        return [find_thread(page, choice, self.page_type) for page, choice in self.parts]

    def html(
        self,
        *,
        title: bool = True,
        tables: bool = True,
        images: bool = True,
        links: bool = True,
        readings: bool = False,
    ) -> str:
        """Render the content as the inside of an HTML body that is safe to show.

        It has few elements and no scripts. Links are absolute if the page has a URL. The options
        are those of `markdown`.
        """
        check_flags(title=title)
        heading, parts = self._separate_title(title)
        options = {"tables": tables, "images": images, "links": links, "readings": readings}
        bodies = [render_markup(page, choice, "html", **options) for page, choice in parts]
        bodies = make_labels_unique(bodies, markup=True)
        first = heading.render("html", bodies) if heading is not None else ""
        return "\n".join(filter(None, [first, *bodies]))

    def xml(
        self,
        *,
        title: bool = True,
        tables: bool = True,
        images: bool = True,
        links: bool = True,
        readings: bool = False,
    ) -> str:
        """Render the content as a TEI P5 document, with page metadata in its header.

        The options are those of `markdown`. Without `title`, the header still has it.
        """
        check_flags(title=title)
        heading, parts = self._separate_title(title)
        options = {"tables": tables, "images": images, "links": links, "readings": readings}
        bodies = [render_markup(page, choice, "tei", **options) for page, choice in parts]
        bodies = make_labels_unique(bodies, markup=True)
        first = heading.render("tei", bodies) if heading is not None else ""
        if first and not any(bodies):
            bodies = ["<p/>\n"]
        return write_tei([first, *bodies], self.url, self.metadata, self.language)

    def json(
        self,
        *,
        fields: Sequence[str] | None = None,
        title: bool = True,
        tables: bool = True,
        images: bool = True,
        links: bool = True,
        readings: bool = False,
    ) -> str:
        """Render the content as JSON: text, blocks with positions, links, images, tables, metadata.

        `docs/output.md` has the schema.

        Args:
            fields: names of the fields to write, in this order; all of the schema by default.
                Fields of the metadata, `date`, `markdown` and `html` are possible too.
            title: begin the blocks with the title as the main heading, and list it only once.
            tables: include data tables, also in the text.
            images: include images.
            links: include links.
            readings: write the readings of `ruby` in brackets after their base.
        """
        check_flags(title=title, tables=tables, images=images, links=links, readings=readings)
        heading, parts = self._separate_title(title)
        options = {"title": title, "tables": tables, "images": images, "links": links}
        options["readings"] = readings
        return write_json(self, fields, heading=heading, parts_below=parts, **options)

    def to_dict(
        self,
        *,
        fields: Sequence[str] | None = None,
        title: bool = True,
        tables: bool = True,
        images: bool = True,
        links: bool = True,
        readings: bool = False,
    ) -> dict[str, Any]:
        """Return what `json` writes as a dict. The options are those of `json`."""
        options = {"title": title, "tables": tables, "images": images, "links": links}
        written = self.json(fields=fields, **options, readings=readings)
        values: dict[str, Any] = json.loads(written)
        return values

    def chunks(
        self,
        max_length: int = MAX_LENGTH,
        *,
        length: Callable[[str], int] = count_words,
        overlap: int = 0,
        tables: bool = True,
        images: bool = True,
        links: bool = True,
        readings: bool = False,
    ) -> list[Chunk]:
        """Split the content into chunks, for search and retrieval.

        A chunk is never cut inside a sentence, code block, table row or list item, so one of these
        may be longer than `max_length`. `docs/chunks.md` has the rules.

        Args:
            max_length: the limit of the length of a chunk's text, 1 or more.
            length: measures a text; words by default, or the number of tokens of your model.
            overlap: repeat sentences and blocks of up to this length from the end of the previous
                chunk, unless a chunk begins with a heading; at most half of `max_length`.
            tables: include data tables.
            images: include images in Markdown.
            links: include the targets of links in Markdown.
            readings: write the readings of `ruby` in brackets after their base.
        """
        check_flags(tables=tables, images=images, links=links, readings=readings)
        heading, parts = self._separate_title(True)
        title = None if heading is None else heading.text
        if heading is not None and heading.is_all:
            # A page that has only its title is one chunk.
            parts = self.parts
        return split_document(
            self,
            title,
            parts,
            max_length=max_length,
            length=length,
            overlap=overlap,
            tables=tables,
            images=images,
            links=links,
            readings=readings,
        )

    @cached_property
    def _main_heading(self) -> MainHeading | None:
        _, _, rows = self._collected_metadata
        return find_main_heading(self.parts, self.title, rows.get("title", -1))

    def _separate_title(self, title: bool) -> tuple[MainHeading | None, Sequence[Part]]:
        """Return the main heading, if it is asked for, and the parts without it."""
        heading = self._main_heading if title else None
        if heading is None:
            return None, self.parts
        contents = zip(self.parts, heading.contents, strict=True)
        parts = [Part(page, replace(choice, content=mask)) for (page, choice), mask in contents]
        return heading, parts

    @cached_property
    def metadata(self) -> Metadata:
        """Page metadata: title, authors, dates and more."""
        return make_metadata(*self._collected_metadata)

    @cached_property
    def _collected_metadata(self) -> tuple[dict[str, Any], dict[str, str], dict[str, int]]:
        """The metadata as the core collects it; some dates in it need a slow parser."""
        return collect_metadata(self.page)

    @cached_property
    def data(self) -> Data:
        """Typed data: the product, recipe, event, job, question or video that the page is about,
        and others that it declares."""
        from pagecore.metadata.data import read_data
        from pagecore.metadata.shown_price import find_shown_product

        data = read_data(self.page)
        if data.products or data.recipe or data.event or data.job or data.question:
            return data
        _, _, rows = self._collected_metadata
        probability = self.page_types.get("product", 0.0)
        product = find_shown_product(self.page, self.title, rows.get("title", -1), probability)
        return data if product is None else replace(data, products=(product,))

    @property
    def _price_line(self) -> str:
        """The line of Markdown with the price: on the page of a product, and wherever the page
        declares the price of its product, unless it declares a news article or a blog post."""
        is_product = self.page_type == "product"
        if not is_product and any(map(_is_posting, self._collected_metadata[0].get("types", ()))):
            return ""
        # Other pages are not read for it, because most have no product.
        source = self.page.source
        has_product = is_product or b"Product" in source or b"price:amount" in source
        product = self.data.product if has_product else None
        if product is None or not (is_product or _is_declared(product.sources.get("price"))):
            return ""
        return write_price(product)

    @property
    def url(self) -> str | None:
        """The URL that was passed or that the page was read from, or else the one that the page
        declares; None if it declares none, or two of different hosts."""
        return self.page.address

    @property
    def title(self) -> str | None:
        """The title of the page, or None."""
        title: str | None = self._collected_metadata[0].get("title")
        return title

    @cached_property
    def language(self) -> str | None:
        """The language of the content, such as `en`: detected from its prose, or declared by the
        page if the prose is short or could be in either of two close languages."""
        declared = self.metadata.language
        prose = " ".join(read_prose(page, choice.content) for page, choice in self.parts)
        return detect_language(prose, declared)

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
        """The numbers of the content rows of `page`; rows of other parts are in `parts`."""
        return self.parts[0].rows

    @property
    def _main_parts(self) -> list[Part]:
        """One part for each page: the page itself, or the embedded page that replaced it."""
        main_parts: list[Part] = []
        for part in self.parts:
            if part.page.origin is not None and main_parts:
                main_parts.pop()
            main_parts.append(part)
        return main_parts

    @property
    def wall(self) -> Wall | None:
        """Why the page seems to have no content of its own; None if it has content."""
        return self._main_parts[0].choice.wall

    @property
    def changes(self) -> list[tuple[int, Change]]:
        """The log of all steps: the number of a part, and a block of its page that was added or
        removed after the method had chosen."""
        return [
            (at, change) for at, part in enumerate(self.parts) for change in part.choice.changes
        ]

    @property
    def page_types(self) -> dict[str, float]:
        """The probability of each page type, highest first; empty if the method does not predict
        types."""
        types = self._main_parts[0].choice.types
        return {name: float(types[name]) for name in sorted(types, key=lambda name: -types[name])}

    @property
    def page_type(self) -> str | None:
        """The most probable page type; None if the method does not predict types."""
        return next(iter(self.page_types), None)

    @property
    def confidence(self) -> float | None:
        """The F1 that the method expects of its choice, 0 to 1; None if it does not predict one.

        For several pages, this is the mean weighted by words.
        """
        parts = self._main_parts
        values = [part.choice.confidence for part in parts if part.choice.confidence is not None]
        if len(values) < len(parts):
            return None
        # A single page has exactly the value of the method.
        total = sum(part.n_words for part in parts) if len(parts) > 1 else 0
        if not total:
            return float(values[0])
        weighted = zip(values, parts, strict=True)
        return sum(float(value) * part.n_words for value, part in weighted) / total

    @cached_property
    def warnings(self) -> tuple[PageWarning, ...]:
        """Warnings about the pages, and whether the content is doubtful."""
        page_warnings = tuple(
            warning for page, choice in self.parts for warning in (*page.warnings, *choice.warnings)
        )
        embedded = [_warn_of_embedded(part) for part in self.parts if part.page.origin is not None]
        doubt = _warn_of_doubt(self)
        content_warnings = () if doubt is None else (doubt,)
        return (*page_warnings, *embedded, *self._more_warnings, *content_warnings)

    def explain(self) -> Explanation:
        """Explain why each block of the page was kept or dropped; computed anew at every call."""
        from pagecore.explain import build_explanation

        return build_explanation(self)

    def __repr__(self) -> str:
        name = shorten(self.title or self.url or "untitled", 60)
        facts = [
            self.page_type or "page",
            format_count(sum(part.n_words for part in self.parts), "word"),
            *([] if self.confidence is None else [f"confidence {self.confidence:.2f}"]),
            *([] if self.wall is None else ["no content of its own"]),
            f"method {self.method}",
        ]
        return f"<Document {name!r}: {', '.join(facts)}>"

    def _repr_markdown_(self) -> str:
        """Return Markdown for notebooks."""
        return self.markdown()


def _is_posting(name: str) -> bool:
    """Whether a type of schema.org is an article; programs give the type `Article` to any page."""
    is_post = name.endswith("Posting") and name != "JobPosting"
    return is_post or (name.endswith("Article") and name not in ("Article", "TechArticle"))


def _is_declared(source: str | None) -> bool:
    """Whether a value of typed data was declared, and not read from the text."""
    return source is not None and not source.startswith("text")


def _warn_of_embedded(part: Part) -> PageWarning:
    assert part.page.origin is not None
    page, row = part.page.origin
    message = (
        "the page shows no content, or only a part of it; the content was read from the data in "
        f"{page.xpath(row)}"
    )
    return PageWarning("embedded-content", message, row, int(page.start[row]), 1)


def _warn_of_doubt(document: Document) -> PageWarning | None:
    """Return the most serious warning about the content as a whole, or None."""
    n_chosen = sum(part.n_words for part in document.parts)
    if document.method == AS_IS and n_chosen:
        return None
    if document.wall is not None:
        kept = f"{format_count(n_chosen, 'word')} {'was' if n_chosen == 1 else 'were'} kept"
        message = f"the page seems to have no content of its own: {document.wall.cause}; {kept}"
        return PageWarning("no-content", message, -1, -1, n_chosen)
    if n_chosen < FEW_WORDS:
        n_shown = sum(part.page.count_words(part.page.visible) for part in document.parts)
        message = f"{_compare_words(n_chosen, n_shown)}: it may {_guess_causes(document)}"
        return PageWarning("no-content", message, -1, -1, n_chosen)
    confidence = document.confidence
    if confidence is not None and confidence < LOW_CONFIDENCE:
        message = (
            f"the content is doubtful: its confidence is {confidence:.2f}, below "
            f"{LOW_CONFIDENCE}; `pagecore explain` shows why"
        )
        return PageWarning("low-confidence", message, -1, -1, 1)
    return None


def _compare_words(n_chosen: int, n_shown: int) -> str:
    if n_shown == 0:
        return "the page shows no text"
    if n_shown < FEW_WORDS:
        return f"the page shows almost no text, {format_count(n_shown, 'word')}"
    if n_chosen == 0:
        return f"the page shows {format_count(n_shown, 'word')}, but none looks like content"
    return f"the page shows {n_shown} words, but only {format_count(n_chosen, 'word')} of content"


def _guess_causes(document: Document) -> str:
    """Return what a page without content may need or be, judged by its elements."""
    reasons = []
    if any(part.page.is_tag("script").any() for part in document.parts):
        reasons.append("need scripts")
    if any(find_password_fields(part.page).any() for part in document.parts):
        reasons.append("need a login")
    return " or ".join([*reasons, "be an error page"])
