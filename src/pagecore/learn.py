"""The verb `learn`: from pages of a site to a wrapper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Literal

from pagecore.page.core_table import check_text, check_word
from pagecore.registry import SITE, find_method
from pagecore.site import Labels, Pages, Site
from pagecore.wrapper import Wrapper

#: How pages are divided into classes.
CLASSES: Final = ("outline", "rtdm", "one")


def learn(
    pages: Pages,
    *,
    method: str | None = None,
    classes: Literal["outline", "rtdm", "one"] = "outline",
    labels: Labels | None = None,
    host: str | None = None,
    feed: bytes | None = None,
    date: str = "",
    names: Sequence[str] = (),
    **parameters: object,
) -> Wrapper:
    """Learn a wrapper: where the pages of a site have their content.

    A site has several templates: articles, lists, tag pages. The pages are divided into classes
    first, and the method learns from each class with two pages or more.

    Args:
        pages: a `Site`, or what `Site.of` takes: a list of pages, a folder, a function that opens
            an iterator, or an iterator.
        method: a method of the family `site`; `pagecore methods` lists them.
        classes: how to divide the pages into classes: by the paths to their blocks (outline), by
            the edit distance of their skeletons (rtdm), which takes longer, or not at all (one).
        labels: a function from a page to the mask of its content rows; by default the method
            labels the pages itself.
        host: the host that the wrapper is for; by default that of the first page with a URL.
        feed: the feed of the site, as received, for methods that need one.
        date: the date of learning, to store in the wrapper.
        names: names of the pages for the notes, such as those of their files; by default their
            URLs or numbers.
        parameters: parameters of the method.

    Returns:
        The wrapper; its notes say which pages are in which class, and which taught nothing.

    Raises:
        WrapperError: nothing could be learned from these pages.
    """
    chosen = find_method(SITE.default if method is None else method, SITE.name)
    chosen.check_options(parameters, learn)
    check_word("classes", classes, CLASSES)
    check_text("date", date)
    site = Site.of(pages, labels=labels, host=host, feed=feed, names=names)
    if classes == "one":
        wrapper: Wrapper = chosen(site, **parameters)
    else:
        # Imported here, because most programs extract single pages.
        from pagecore.sites.learn_classes import learn_classes

        wrapper = learn_classes(site, chosen, classes, parameters)
    notes = wrapper.notes
    if len(site.hosts) > 1:
        notes = (*notes, f"the pages are from several hosts: {', '.join(site.hosts)}")
    return replace(wrapper, site=site.host, date=date, notes=notes)
