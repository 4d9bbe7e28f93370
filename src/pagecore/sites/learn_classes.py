"""Learn from each page class of a site, and add pages to what was learned."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from pagecore.classes.body import ClassedBody, PageClass, describe_classes, list_pages
from pagecore.classes.cluster import cluster_paths, cluster_trees
from pagecore.classes.outline import Outline, Paths, find_common_classes
from pagecore.classes.placing import place_pages
from pagecore.classes.profile import Profile
from pagecore.errors import WrapperError
from pagecore.page.trees import build_tree
from pagecore.registry import Method
from pagecore.site import Site
from pagecore.wrapper import Wrapper


@dataclass(frozen=True)
class _Division:
    """The pages of a site, divided into groups that share a template."""

    #: Names of the pages, for notes.
    names: list[str]
    #: The classes of elements that count in the paths.
    common: frozenset[str]
    paths: list[Paths]
    #: The pages of each group; the largest group first.
    groups: list[npt.NDArray[np.int64]]

    @classmethod
    def of(cls, site: Site, classes: str) -> _Division:
        """Divide the pages as `classes` says."""
        outlines, trees, names = [], [], []
        for at, page in enumerate(site):
            outlines.append(Outline.of(page))
            if classes == "rtdm":
                trees.append(build_tree(page, "skeleton"))
            names.append(site.name(at, page))
        common = find_common_classes(outlines)
        paths = [outline.paths(common) for outline in outlines]
        if classes == "one":
            of_page = np.zeros(len(paths), np.int64)
        else:
            of_page = cluster_trees(trees) if classes == "rtdm" else cluster_paths(paths)
        n_groups = of_page.max(initial=-1) + 1
        return cls(
            names, common, paths, [np.flatnonzero(of_page == number) for number in range(n_groups)]
        )

    def list_names(self, pages: npt.NDArray[np.int64]) -> list[str]:
        """Return the names of some pages."""
        return [self.names[at] for at in pages.tolist()]

    def describe_alone(self) -> list[str]:
        """Describe the pages that taught nothing, because no other page has their template."""
        alone = [self.names[group[0]] for group in self.groups if group.size == 1]
        if not alone:
            return []
        return [f"without another page of the same template, and not used: {list_pages(alone)}"]


@dataclass(frozen=True)
class _LearnedGroup:
    """A page class, and the pages that it was learned from."""

    page_class: PageClass
    pages: npt.NDArray[np.int64]
    #: Remarks of the method.
    notes: tuple[str, ...]


def _learn_groups(
    site: Site, division: _Division, method: Method, parameters: dict[str, object]
) -> tuple[list[_LearnedGroup], list[str]]:
    """Learn from each group with two pages or more; also return notes on those that taught
    nothing."""
    learned, notes = [], []
    for group in division.groups:
        if group.size < 2:
            continue
        try:
            wrapper: Wrapper = method(site.select(group.tolist()), **parameters)
        except WrapperError as error:
            notes.append(f"{list_pages(division.list_names(group))}: {error}")
            continue
        profile = Profile.of([division.paths[at] for at in group.tolist()])
        page_class = PageClass(group.size, profile, wrapper.body)
        learned.append(_LearnedGroup(page_class, group, wrapper.notes))
    return learned, notes


def learn_classes(
    site: Site, method: Method, classes: str, parameters: dict[str, object]
) -> Wrapper:
    """Divide the pages into classes, and learn from each."""
    division = _Division.of(site, classes)
    if len(division.groups) < 2 or division.groups[0].size < 2:
        # One template, or as many as pages: all pages together are the best that there is.
        return _learn_together(site, method, parameters, division)
    learned, failures = _learn_groups(site, division, method, parameters)
    if not learned:
        raise WrapperError(f"nothing was learned from any page class: {'; '.join(failures)}")
    noun = "page class" if len(learned) == 1 else "page classes"
    return Wrapper(
        method.name,
        ClassedBody(division.common, tuple(group.page_class for group in learned)),
        notes=(
            f"{len(learned)} {noun} among {len(division.names)} pages",
            *describe_classes([division.list_names(group.pages) for group in learned]),
            *division.describe_alone(),
            *failures,
            *(
                f"page class {number}: {note}"
                for number, group in enumerate(learned, start=1)
                for note in group.notes
            ),
        ),
    )


def _learn_together(
    site: Site, method: Method, parameters: dict[str, object], division: _Division
) -> Wrapper:
    wrapper: Wrapper = method(site, **parameters)
    if len(division.groups) < 2:
        return wrapper
    n_pages = len(division.names)
    note = f"no two of the {n_pages} pages share a template; the wrapper was learned from all"
    return replace(wrapper, notes=(note, *wrapper.notes))


# ---------------------------------------------------------------- updates


def update_wrapper(
    old: Wrapper, site: Site, method: Method, classes: str, parameters: dict[str, object]
) -> Wrapper:
    """Add pages to a wrapper: keep the rules that fit, and learn from the pages that none fit."""
    placed = place_pages(old.body, site)
    if not placed.names:
        raise WrapperError("nothing was learned: there is no page")
    chosen = placed.find_unexplained()
    rest = site.select(chosen)
    division = _Division.of(rest, classes)
    learned, failures = _learn_groups(rest, division, method, parameters)
    # Rules are replaced only if there are others in their place.
    relearned = {placed.numbers[chosen[at]] for group in learned for at in group.pages.tolist()}
    replaced = placed.find_replaced() & relearned
    entries = [
        (len(placed.list_fitting(number)), page_class, placed.describe_kept(number))
        for number, page_class in enumerate(placed.body.classes)
        if number not in replaced
    ]
    for group in learned:
        names = division.list_names(group.pages)
        described = (f"learned from {list_pages(names)}", *group.notes)
        new_class = replace(group.page_class, names=division.common)
        entries.append((group.pages.size, new_class, "; ".join(described)))
    if learned:
        entries.sort(key=lambda entry: -entry[0])
    notes = [
        *(f"page class {at}: {described}" for at, (_, _, described) in enumerate(entries, start=1)),
        *(placed.describe_replaced(number) for number in sorted(replaced)),
        *division.describe_alone(),
        *failures,
    ]
    if not learned:
        # Nothing is new, so a wrapper without classes remains one.
        return replace(old, notes=tuple(notes))
    body = ClassedBody(placed.body.names, tuple(page_class for _, page_class, _ in entries))
    return Wrapper(method.name, body, notes=tuple(notes))
