"""Learn from each page class of a site."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from pagecore.classes.body import ClassedBody, PageClass, describe_classes
from pagecore.classes.cluster import cluster_paths, cluster_trees
from pagecore.classes.outline import Outline, find_common_classes
from pagecore.classes.profile import Profile
from pagecore.errors import WrapperError
from pagecore.page.trees import build_tree
from pagecore.registry import Method
from pagecore.site import Site
from pagecore.wrapper import Wrapper


def learn_classes(
    site: Site, method: Method, classes: str, parameters: dict[str, object]
) -> Wrapper:
    """Divide the pages into classes, and learn from each.

    Args:
        site: the pages.
        method: a site method.
        classes: how to divide them, as in `learn`.
        parameters: parameters of the method.

    Raises:
        WrapperError: no class taught anything.
    """
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
