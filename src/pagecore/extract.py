"""The verbs `extract`, from a page to the document of its content, and `content`, from a parsed
page to the choice of its rows."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from pagecore.choice import Choice, Part
from pagecore.document import AS_IS, Document
from pagecore.errors import BadInput, BadOption, WrapperError, show_value
from pagecore.page import Html, Page, PageWarning, expect_page, parse
from pagecore.page.columns import is_list
from pagecore.page.warning import refuse_place
from pagecore.pagination.merge import merge_pages
from pagecore.registry import PAGE, SITE, Method, find_method
from pagecore.sources.kinds import check_is_page
from pagecore.steps.pipeline import select_steps
from pagecore.steps.step import Parts, Request

if TYPE_CHECKING:
    from pagecore.site import Pages
    from pagecore.sources.source import Source
    from pagecore.wrapper import Wrapper


def extract(
    html: Html | Page,
    url: str | None = None,
    *,
    method: str | None = None,
    comments: bool | None = None,
    quotes: bool = False,
    pages: Iterable[Html | Page] = (),
    steps: Iterable[str] | None = None,
    site: Wrapper | Pages | None = None,
    **parameters: object,
) -> Document:
    """Extract the content of a page.

    Args:
        html: the page: bytes, `str`, or a parsed `Page`.
        url: the URL of the page; a parsed page has its own.
        method: a method of the family `page`; `pagecore methods` lists them.
        comments: whether to include reader comments, which are recognised by names in the markup;
            None leaves this to the method.
        quotes: whether to keep quoted posts even if the quoted post is on the same page.
        pages: the following pages of an article, to merge with the first. Blocks that several
            pages have, such as the title, are kept once. An unparsed page gets the URL that the
            previous page links to, or else the URL of the first page.
        steps: names of the steps to run after the method, such as `("copies", "walls")`; None
            for all, `()` for none. `docs/extract.md` lists them.
        site: other pages of the same site, as `Site.of` takes them, whose evidence corrects the
            default extractor; or, so that they are read only once for many pages, the wrapper that
            `learn(pages, method="default")` returned. Without at least three pages of the same
            template nothing is corrected.
        parameters: parameters of the method.

    Raises:
        BadInput: the bytes are a PDF, an image, an archive or another file type; or the string is a
            path or a URL, for which there are `extract_file` and `extract_url`.
        BadOption: an option is unknown, or does not go with `site`.
    """
    if site is not None:
        if (
            method not in (None, PAGE.default)
            or parameters
            or not (isinstance(pages, tuple) and not pages)
        ):
            raise BadOption(
                "site: it corrects the default extractor on one page; remove method, pages and the "
                "parameters of the method"
            )
        # Imported here, because most programs extract single pages.
        from pagecore.learn import learn
        from pagecore.wrapper import Wrapper

        wrapper = site if isinstance(site, Wrapper) else learn(site, method=PAGE.default)
        page = parse_html(html, url)
        return extract_with(wrapper, page, comments=comments, steps=steps, quotes=quotes)
    chosen = find_method(PAGE.default if method is None else method, PAGE.name)
    options: dict[str, Any] = chosen.check_options(parameters, extract)
    request = make_request(chosen, options, comments, steps, quotes)
    if request.from_html is None or isinstance(html, Page):
        page = parse_html(html, url)
        choice = request.method(page)
    else:
        # The same in one call of the core, which is faster.
        page, choice = request.from_html(refuse_other_types(html), url)
    parts: Parts = (Part(page, request.undo_steps(page, choice)),)
    for step in request.steps:
        parts = step.run(parts, request)
    document = Document(parts, chosen.name, options, request.names)
    if isinstance(pages, tuple) and not pages:
        return document
    following = [
        extract(
            other,
            method=chosen.name,
            comments=comments,
            quotes=quotes,
            steps=request.names,
            **options,
        )
        for other in _parse_following(page, pages)
    ]
    return merge_pages([document, *following])


def extract_with(
    wrapper: Wrapper,
    page: Page,
    *,
    method: str | None = None,
    comments: bool | None = None,
    quotes: bool = False,
    steps: Iterable[str] | None = None,
    **parameters: object,
) -> Document:
    """Extract the content of a page with a wrapper, or else with a page method and a warning; the
    other arguments are those of `extract`."""
    fallback = find_method(PAGE.default if method is None else method, PAGE.name)
    options: dict[str, Any] = fallback.check_options(parameters, extract)
    # An embedded page does not have the template of the site, so the page method reads it.
    request = make_request(fallback, options, comments, steps, quotes)
    warnings = () if wrapper.matches_site(page.url) else (warn_of_other_site(wrapper, page.url),)
    try:
        name, choice = f"{SITE.name}/{wrapper.method}", wrapper.content(page)
        options = {}
    except WrapperError as error:
        name, choice = fallback.name, request.choose(page)
        warnings = (*warnings, warn_of_misfit(error, fallback))
    parts: Parts = (Part(page, choice),)
    for step in request.steps:
        parts = step.run(parts, request)
    return Document(parts, name, options, request.names, warnings)


def warn_of_other_site(wrapper: Wrapper, url: str | None) -> PageWarning:
    """Return the warning that a page belongs to another site than the wrapper."""
    message = f"the wrapper was learned from {wrapper.site}, but the page is {url}"
    return PageWarning("wrapper-of-another-site", message, -1, -1, 1)


def warn_of_misfit(error: WrapperError, fallback: Method) -> PageWarning:
    """Return the warning that a wrapper does not fit a page, and which method was used."""
    is_default = fallback.name == PAGE.default
    used = "default extractor" if is_default else f"method {fallback.name!r}"
    message = f"the {used} was used: {error}"
    return PageWarning("wrapper-does-not-fit", message, -1, -1, 1)


def extract_file(path: str | os.PathLike[str], url: str | None = None, **options: Any) -> Document:
    """Extract the content of a page in a file.

    Args:
        path: an HTML, XHTML or MHTML file, a plain text or a Markdown file; compressed by gzip,
            zstd or brotli, or not. Text files are not interpreted: the document is their text.
        url: the URL of the page; by default the one that the file has, as MHTML files do.
        options: the other arguments of `extract`.

    Raises:
        BadInput: the file cannot be read, or is not a page; `pagecore extract` reads the pages of
            WARC files, feeds and sitemaps.
        NeedsExtra: the compression needs an extra.
    """
    # Imported here, because it also imports the HTTP client.
    from pagecore.sources.source import Source, is_url

    if not isinstance(path, (str, os.PathLike)):
        raise BadInput(f"extract_file takes a path, not {type(path).__name__}")
    place = os.fsdecode(path)
    if is_url(place):
        raise BadInput(f"{place:.200}: this is a URL; pass it to pagecore.extract_url")
    if "\0" not in place and not os.path.exists(place):
        reason = os.strerror(errno.ENOENT)
        raise BadInput(f"{show_value(place, 200)}: {reason}; expected the path of a page")
    # A file may have the name that means standard input elsewhere.
    return _extract_source(Source("./-" if place == "-" else place), {"url": url}, options)


def extract_url(
    url: str, *, timeout: float | None = None, allow_private: bool = False, **options: Any
) -> Document:
    """Fetch a page and extract its content.

    Args:
        url: an `http` or `https` URL.
        timeout: timeout for the whole request, redirects included, in seconds; None for 20.
        allow_private: allow addresses of private networks and of this machine.
        options: the other arguments of `extract`.

    Raises:
        BadInput, FetchError: the page cannot be fetched, or is not a page.
        BadOption: the timeout is not a number of seconds.
    """
    from pagecore.sources.source import Source, is_url

    if not isinstance(url, str) or not is_url(url):
        raise BadInput(
            f"{show_value(url, 200)} is not a URL such as https://example.org/a; pass a file to "
            "pagecore.extract_file"
        )
    read_options: dict[str, Any] = {"allow_private": allow_private}
    if timeout is not None:
        read_options["timeout"] = timeout
    return _extract_source(Source(url), read_options, options)


def _extract_source(source: Source, read_options: dict[str, Any], options: Any) -> Document:
    from pagecore.sources.kinds import FileKind
    from pagecore.sources.read import ReadOptions, parse_raw_page, read_raw_page

    reading = ReadOptions(**read_options)
    raw_page = read_raw_page(source, reading)
    page = parse_raw_page(raw_page, reading)
    return extract(page, **options) if raw_page.kind is FileKind.HTML else keep_all(page)


def keep_all(page: Page) -> Document:
    """Return the document of all that a page shows, for pages that are content as a whole: plain
    text, and the entries of feeds."""
    return Document((Part(page, Choice.of(page, page.visible)),), AS_IS)


def content(
    page: Page,
    *,
    method: str | None = None,
    comments: bool | None = None,
    quotes: bool = False,
    steps: Iterable[str] | None = None,
    **parameters: object,
) -> Choice:
    """Choose the rows of a page that are content, as `extract` does.

    If a page carries its content as data, no row of the page itself is content. `extract` then
    returns a document with two parts, the page and the page in its data.

    Args:
        page: a parsed page, which the result refers to.
        method: as in `extract`.
        comments: as in `extract`.
        quotes: as in `extract`.
        steps: as in `extract`.
        parameters: parameters of the method.
    """
    expect_page("content", page)
    chosen = find_method(PAGE.default if method is None else method, PAGE.name)
    options: dict[str, Any] = chosen.check_options(parameters, content)
    document = extract(
        page, method=chosen.name, comments=comments, quotes=quotes, steps=steps, **options
    )
    return document.choice


def make_request(
    method: Method,
    options: Mapping[str, object],
    comments: object,
    steps: Iterable[str] | None,
    quotes: object = False,
) -> Request:
    """Check the arguments of a call, and return what the method and the steps need of them."""
    if comments is not None and not isinstance(comments, (bool, np.bool_)):
        raise BadOption(f"comments={show_value(comments, 200)}: expected True, False or None")
    if not isinstance(quotes, (bool, np.bool_)):
        raise BadOption(f"quotes={show_value(quotes, 200)}: expected True or False")
    with_comments = None if comments is None else bool(comments)
    from_html = None if method.from_html is None else partial(method.from_html, **options)
    method_for_data = find_method(PAGE.default, PAGE.name) if method.needs else None
    return Request(
        partial(method, **options),
        select_steps(steps),
        with_comments,
        bool(quotes),
        from_html,
        method_for_data,
    )


def parse_html(html: Html | Page, url: str | None, encoding: str | None = None) -> Page:
    """Parse a page unless it is parsed; unlike `parse`, refuse the bytes of other file types.

    Raises:
        BadInput: the bytes are a PDF, an image, an archive or another file type.
        BadOption: a parsed page is passed with a URL or an encoding.
    """
    if isinstance(html, Page):
        if url is not None or encoding is not None:
            name = "url" if url is not None else "encoding"
            raise BadOption(f"{name}: a parsed page has its own; pass it to parse instead")
        return html
    return parse(refuse_other_types(html), url=url, encoding=encoding)


def refuse_other_types(html: Html) -> Html:
    """Return a page, or raise `BadInput` for the bytes of a PDF, an image, an archive or another
    file type, and for a path or a URL."""
    if isinstance(html, (bytes, bytearray, memoryview)):
        refuse_place(html)
        check_is_page(html)
    elif isinstance(html, str):
        refuse_place(html)
    elif isinstance(html, os.PathLike):
        raise BadInput(f"{show_value(html, 200)} is a path; pass it to pagecore.extract_file")
    return html


def _parse_following(first: Page, pages: Iterable[Html | Page]) -> list[Page]:
    """Parse the following pages; each gets the URL that the page before it links to."""
    if not is_list(pages):
        raise BadOption("pages: expected a list of pages")
    # Imported here, because few articles have several pages.
    from pagecore.pagination.next_page import find_next_page

    parsed, previous = [], first
    for number, page in enumerate(pages, start=1):
        if not isinstance(page, Page):
            following = find_next_page(previous, number=number)
            page = parse_html(page, first.url if following is None else following.url)
        parsed.append(page)
        previous = page
    return parsed
