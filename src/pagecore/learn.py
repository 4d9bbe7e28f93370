"""The verb `learn`: from pages of a site to a wrapper."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, Literal

from pagecore.errors import BadOption, show_value
from pagecore.page.core_table import check_text, check_word
from pagecore.registry import SITE, Method, find_method
from pagecore.site import Labels, Pages, Site, Values
from pagecore.wrapper import Wrapper

#: How pages are divided into classes.
CLASSES: Final = ("outline", "rtdm", "one")

#: The method that learns fields.
FIELDS_METHOD: Final = "rtdm"


def learn(
    pages: Pages,
    *,
    method: str | None = None,
    classes: Literal["outline", "rtdm", "one"] = "outline",
    fields: bool = False,
    labels: Labels | None = None,
    values: Values | None = None,
    host: str | None = None,
    feed: bytes | None = None,
    feed_url: str | None = None,
    date: str = "",
    names: Sequence[str] = (),
    update: Wrapper | None = None,
    **parameters: object,
) -> Wrapper:
    """Learn a wrapper: where the pages of a site have their content.

    A site has several templates: articles, lists, tag pages. The pages are divided into classes
    first, and the method learns from each class with two pages or more. Error pages, challenges
    and redirects are recognised by technical signs and left out.

    With `update`, pages are added to a wrapper. A page class keeps its rules if most of the pages
    that are most similar to it fit, and these pages are added to its counts. If half of them or
    more do not fit, its rules are replaced by those learned from these pages. Pages that no rules
    fit get page classes of their own.

    Args:
        pages: a `Site`, or what `Site.of` takes: a list of pages, a folder, a function that opens
            an iterator, or an iterator.
        method: a method of the family `site`; `pagecore methods` lists them.
        classes: how to divide the pages into classes: by the paths to their blocks (outline), by
            the edit distance of their skeletons (rtdm), which takes longer, or not at all (one).
        fields: also learn the fields of the pages, which are texts that vary, such as title,
            date or price. The method is `rtdm`.
        labels: a function from a page to the mask of its content rows; by default the method
            labels the pages itself.
        values: a function from a page to known values of its fields, such as `{"price": "9 €"}`, or
            None; they name the fields.
        host: the host that the wrapper is for; by default that of the first page with a URL.
        feed: the feed of the site, as received, for methods that need one.
        feed_url: the URL of the feed, to resolve its links.
        date: the date of learning, to store in the wrapper.
        names: names of the pages for the notes, such as those of their files; by default the files
            of a folder, or else URLs or numbers.
        update: a wrapper to add the pages to; its method and its host are the defaults.
        parameters: parameters of the method; those of an update are for what is learned anew.

    Returns:
        The wrapper; its notes say which pages are in which class, and which taught nothing. The
        notes name three pages of a class; `page_names` has all.

    Raises:
        WrapperError: nothing could be learned from these pages.
        BadOption: an update with another method.
    """
    if update is not None and isinstance(update, Wrapper):
        if fields and not update.columns:
            raise BadOption("fields=True: the wrapper to update has no fields; learn it anew")
        # A page class without fields would have no columns in a table.
        fields = bool(fields or (update.columns and update.method == FIELDS_METHOD))
    if fields:
        method, parameters = _add_fields(method, update, parameters)
    elif values is not None:
        raise BadOption("values name fields; pass fields=True too")
    chosen = _find_site_method(method, update)
    chosen.check_options(parameters, learn)
    # Wrappers hold numbers with nine decimals.
    parameters = {
        name: round(value, 9) if isinstance(value, float) else value
        for name, value in parameters.items()
    }
    check_word("classes", classes, CLASSES)
    check_text("date", date)
    if not len(names) and isinstance(pages, (str, os.PathLike)):
        names = _list_files(pages)
    site = Site.of(
        pages, labels=labels, values=values, host=host, feed=feed, feed_url=feed_url, names=names
    )
    # Imported here, because most programs extract single pages.
    from pagecore.sites.learn_classes import LearnPlan, learn_classes, update_wrapper
    from pagecore.steps.walls import find_stand_in

    plan = LearnPlan(chosen, classes, parameters, find_stand_in)
    if hasattr(chosen.body, "mend"):
        # The method divides the pages into kinds itself.
        wrapper = (
            chosen(site, **parameters)
            if update is None
            else _mend(update, site, chosen, parameters)
        )
    elif update is not None:
        wrapper = update_wrapper(update, site, plan)
    elif classes == "one":
        wrapper = chosen(site, **parameters)
    else:
        wrapper = learn_classes(site, plan)
    notes = wrapper.notes
    if len(site.hosts) > 1:
        notes = (*notes, f"the pages are from several hosts: {', '.join(site.hosts)}")
    if update is None or host is not None or not update.site:
        return replace(wrapper, site=site.host, date=date, notes=notes)
    others = [name for name in site.hosts if not update.matches_site(f"http://{name}/")]
    if others:
        notes = (*notes, f"the wrapper is of {update.site}, but pages are of {', '.join(others)}")
    return replace(wrapper, site=update.site, date=date, notes=notes)


def _list_files(folder: str | os.PathLike[str]) -> tuple[str, ...]:
    """Return the names of the pages that a site of this folder has."""
    # Imported here, because it also imports the HTTP client.
    from pagecore.sources.find_sources import MARKUP_KINDS, FolderOptions, find_sources

    listing = find_sources([os.fspath(folder)], FolderOptions(kinds=MARKUP_KINDS))
    return tuple(str(source) for source in listing.sources)


def _add_fields(
    method: str | None, update: Wrapper | None, parameters: dict[str, object]
) -> tuple[str, dict[str, object]]:
    """Return the method that learns fields, and its parameters."""
    name = method if update is None or method is not None else update.method
    if name not in (None, FIELDS_METHOD):
        raise BadOption(
            f"method={show_value(name)}: fields are learned by the method {FIELDS_METHOD!r} only"
        )
    return FIELDS_METHOD, {**parameters, "with_fields": True}


def _mend(old: Wrapper, site: Site, method: Method, parameters: dict[str, object]) -> Wrapper:
    """Update a wrapper whose body compares its rules with new pages itself."""
    for need in method.needs:
        method.family.check_need(site, need, method.name)
    mend: Any = old.body
    body, notes = mend.mend(site, **method.check_options(parameters))
    return replace(old, body=body, notes=tuple(notes))


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
