"""The verb `learn`: pages of a site in, a wrapper out."""

from __future__ import annotations

from dataclasses import replace

from pagecore.registry import SITE, method_named
from pagecore.site import Labels, Pages, Site
from pagecore.wrapper import Wrapper


def learn(
    pages: Pages,
    *,
    method: str | None = None,
    labels: Labels | None = None,
    host: str | None = None,
    feed: bytes | None = None,
    made: str = "",
    **parameters: object,
) -> Wrapper:
    """Learn what the pages of a site have in common.

    Args:
        pages: a `Site`, or what `Site.of` takes: a list of pages, a folder, a function that opens
            an iterator, an iterator. Pages of one kind, such as articles, serve best.
        method: a method of the family `site`; `pagecore methods` lists them.
        labels: a function from a page to a mask of the rows that are content; without it the
            method decides, most by the default extractor.
        host: the host that the wrapper is for; without it that of the first page with a URL.
        feed: the feed of the site as it was received, for methods that need one.
        made: the day it is learned, to be written into the wrapper.
        parameters: of the method.

    Raises:
        WrapperError: nothing could be learned from these pages.
    """
    chosen = method_named(SITE.default if method is None else method, SITE.name)
    chosen.check_options(parameters)
    site = Site.of(pages, labels=labels, host=host, feed=feed)
    wrapper: Wrapper = chosen(site, **parameters)
    notes = wrapper.notes
    if len(site.hosts) > 1:
        notes = (*notes, f"the pages are of several hosts: {', '.join(site.hosts)}")
    return replace(wrapper, site=site.host, made=made, notes=notes)
