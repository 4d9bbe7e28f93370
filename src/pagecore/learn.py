"""The verb `learn`: from pages of a site to a wrapper."""

from __future__ import annotations

from dataclasses import replace

from pagecore.page.core_table import check_text
from pagecore.registry import SITE, find_method
from pagecore.site import Labels, Pages, Site
from pagecore.wrapper import Wrapper


def learn(
    pages: Pages,
    *,
    method: str | None = None,
    labels: Labels | None = None,
    host: str | None = None,
    feed: bytes | None = None,
    date: str = "",
    **parameters: object,
) -> Wrapper:
    """Learn a wrapper: where the pages of a site have their content.

    Args:
        pages: a `Site`, or what `Site.of` takes: a list of pages, a folder, a function that opens
            an iterator, or an iterator. Use pages of one kind, such as articles.
        method: a method of the family `site`; `pagecore methods` lists them.
        labels: a function from a page to the mask of its content rows; by default the method
            labels the pages itself.
        host: the host that the wrapper is for; by default that of the first page with a URL.
        feed: the feed of the site, as received, for methods that need one.
        date: the date of learning, to store in the wrapper.
        parameters: parameters of the method.

    Raises:
        WrapperError: nothing could be learned from these pages.
    """
    chosen = find_method(SITE.default if method is None else method, SITE.name)
    chosen.check_options(parameters, learn)
    check_text("date", date)
    site = Site.of(pages, labels=labels, host=host, feed=feed)
    wrapper: Wrapper = chosen(site, **parameters)
    notes = wrapper.notes
    if len(site.hosts) > 1:
        notes = (*notes, f"the pages are from several hosts: {', '.join(site.hosts)}")
    return replace(wrapper, site=site.host, date=date, notes=notes)
