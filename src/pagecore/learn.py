"""The verb `learn`: from pages of a site to a wrapper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Literal

import numpy as np
import numpy.typing as npt

from pagecore.classes.body import ClassedBody, PageClass, describe_classes
from pagecore.classes.cluster import cluster_paths, cluster_trees
from pagecore.classes.outline import Outline, find_common_classes
from pagecore.classes.profile import Profile
from pagecore.errors import WrapperError
from pagecore.page.core_table import check_text, check_word
from pagecore.page.trees import build_tree
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
        wrapper = _learn_classes(site, chosen, classes, parameters)
    notes = wrapper.notes
    if len(site.hosts) > 1:
        notes = (*notes, f"the pages are from several hosts: {', '.join(site.hosts)}")
    return replace(wrapper, site=site.host, date=date, notes=notes)


def _learn_classes(
    site: Site, method: Method, classes: str, parameters: dict[str, object]
) -> Wrapper:
    """Divide the pages into classes, and learn from each."""
    outlines, trees, names = [], [], []
    for at, page in enumerate(site):
        outlines.append(Outline.of(page))
        if classes == "rtdm":
            trees.append(build_tree(page, "skeleton"))
        names.append(site.name(at, page))
    common = find_common_classes(outlines)
    paths = [outline.paths(common) for outline in outlines]
    of_page = cluster_trees(trees) if classes == "rtdm" else cluster_paths(paths)
    groups = [np.flatnonzero(of_page == number) for number in range(of_page.max(initial=-1) + 1)]
    large = [group for group in groups if group.size > 1]
    if len(groups) < 2 or not large:
        # One template, or as many as pages: all pages together are the best that there is.
        return _learn_together(site, method, parameters, groups, names)
    page_classes: list[PageClass] = []
    learned_from: list[npt.NDArray[np.int64]] = []
    notes: list[str] = []
    for group in large:
        try:
            wrapper: Wrapper = method(site.select(group.tolist()), **parameters)
        except WrapperError as error:
            listed = describe_classes([[names[at] for at in group.tolist()]])[0]
            notes.append(f"{listed.partition(': ')[2]}: {error}")
            continue
        profile = Profile.of([paths[at] for at in group.tolist()])
        page_classes.append(PageClass(group.size, profile, wrapper.body))
        learned_from.append(group)
        notes += (f"page class {len(page_classes)}: {note}" for note in wrapper.notes)
    if not page_classes:
        raise WrapperError(f"nothing was learned from any page class: {'; '.join(notes)}")
    described = describe_classes([[names[at] for at in group.tolist()] for group in learned_from])
    noun = "page class" if len(page_classes) == 1 else "page classes"
    found = f"{len(page_classes)} {noun} among {len(names)} pages"
    alone = [names[group[0]] for group in groups if group.size == 1]
    return Wrapper(
        method.name,
        ClassedBody(common, tuple(page_classes)),
        notes=(found, *described, *_describe_alone(alone), *notes),
    )


def _learn_together(
    site: Site,
    method: Method,
    parameters: dict[str, object],
    groups: Sequence[npt.NDArray[np.int64]],
    names: Sequence[str],
) -> Wrapper:
    wrapper: Wrapper = method(site, **parameters)
    if len(groups) < 2:
        return wrapper
    note = f"no two of the {len(names)} pages share a template; the wrapper was learned from all"
    return replace(wrapper, notes=(note, *wrapper.notes))


def _describe_alone(names: Sequence[str]) -> list[str]:
    """Describe the pages that taught nothing, because no other page has their template."""
    if not names:
        return []
    listed = describe_classes([names])[0].partition(": ")[2]
    return [f"without another page of the same template, and not used: {listed}"]
