"""The verb `learn`: from pages of a site to a wrapper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Literal

from pagecore.errors import BadOption, show_value
from pagecore.page.core_table import check_text, check_word
from pagecore.registry import SITE, Method, find_method
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
    update: Wrapper | None = None,
    **parameters: object,
) -> Wrapper:
    """Learn a wrapper: where the pages of a site have their content.

    A site has several templates: articles, lists, tag pages. The pages are divided into classes
    first, and the method learns from each class with two pages or more.

    With `update`, pages are added to a wrapper. A page class keeps its rules if most of the pages
    that are most similar to it fit. If half of them or more do not, its rules are replaced by those
    learned from these pages. Pages that no rules fit get page classes of their own.

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
        update: a wrapper to add the pages to; its method and its host are the defaults.
        parameters: parameters of the method; those of an update are for what is learned anew.

    Returns:
        The wrapper; its notes say which pages are in which class, and which taught nothing.

    Raises:
        WrapperError: nothing could be learned from these pages.
        BadOption: an update with another method.
    """
    chosen = _find_site_method(method, update)
    chosen.check_options(parameters, learn)
    # Wrappers hold numbers with nine decimals.
    parameters = {
        name: round(value, 9) if isinstance(value, float) else value
        for name, value in parameters.items()
    }
    check_word("classes", classes, CLASSES)
    check_text("date", date)
    site = Site.of(pages, labels=labels, host=host, feed=feed, names=names)
    # Imported here, because most programs extract single pages.
    from pagecore.sites.learn_classes import learn_classes, update_wrapper

    if update is not None:
        wrapper = update_wrapper(update, site, chosen, classes, parameters)
    elif classes == "one":
        wrapper = chosen(site, **parameters)
    else:
        wrapper = learn_classes(site, chosen, classes, parameters)
    notes = wrapper.notes
    if len(site.hosts) > 1:
        notes = (*notes, f"the pages are from several hosts: {', '.join(site.hosts)}")
    if update is None or host is not None or not update.site:
        return replace(wrapper, site=site.host, date=date, notes=notes)
    others = [name for name in site.hosts if not update.matches_site(f"http://{name}/")]
    if others:
        notes = (*notes, f"the wrapper is of {update.site}, but pages are of {', '.join(others)}")
    return replace(wrapper, site=update.site, date=date, notes=notes)


def _find_site_method(name: str | None, update: object) -> Method:
    """Find the method: that of the wrapper to update, if there is one."""
    if update is None:
        return find_method(SITE.default if name is None else name, SITE.name)
    if not isinstance(update, Wrapper):
        raise BadOption(f"update={show_value(update)}: expected a Wrapper")
    if name not in (None, update.method):
        raise BadOption(
            f"method={show_value(name)}: the wrapper to update was learned by {update.method!r}; "
            "pass this method or none"
        )
    return find_method(update.method, SITE.name)
