"""Learn from each page class of a site, and add pages to what was learned."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from pagecore.classes.body import ClassedBody, PageClass, describe_classes, list_pages
from pagecore.classes.cluster import cluster_paths, cluster_trees
from pagecore.classes.outline import Outline, Paths, find_common_classes
from pagecore.classes.place_pages import PlacedPages, place_pages
from pagecore.classes.profile import Profile
from pagecore.errors import WrapperError
from pagecore.page import Page
from pagecore.page.trees import build_tree
from pagecore.registry import Method
from pagecore.site import Site
from pagecore.sites.limit_classes import limit_classes
from pagecore.wrapper import Wrapper


@dataclass(frozen=True)
class LearnPlan:
    """How to learn from a site."""

    method: Method
    #: How to divide the pages into classes: `outline`, `rtdm` or `one`.
    classes: str
    #: Parameters of the method.
    parameters: dict[str, object]
    #: Returns why a page seems to stand for another one, such as an error page; None if it does
    #: not.
    find_stand_in: Callable[[Page], str | None]

    def run(self, site: Site) -> Wrapper:
        """Learn from all pages of a site."""
        wrapper: Wrapper = self.method(site, **self.parameters)
        return wrapper


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
    #: Why pages seem to stand for others, by page; these are in no group.
    stand_ins: dict[int, str]

    @classmethod
    def of(cls, site: Site, plan: LearnPlan) -> _Division:
        """Divide the pages as `plan.classes` says."""
        outlines, trees, names = [], [], []
        stand_ins: dict[int, str] = {}
        for at, page in enumerate(site):
            outlines.append(Outline.of(page))
            if plan.classes == "rtdm":
                trees.append(build_tree(page, "skeleton"))
            names.append(site.name(at, page))
            sign = plan.find_stand_in(page)
            if sign is not None:
                stand_ins[at] = sign
        chosen = [at for at in range(len(names)) if at not in stand_ins]
        common = find_common_classes(outlines[at] for at in chosen)
        paths = [outline.paths(common) for outline in outlines]
        if plan.classes == "one":
            of_page = np.zeros(len(chosen), np.int64)
        elif plan.classes == "rtdm":
            of_page = cluster_trees([trees[at] for at in chosen])
        else:
            of_page = cluster_paths([paths[at] for at in chosen])
        places = np.array(chosen, np.int64)
        groups = [places[of_page == number] for number in range(of_page.max(initial=-1) + 1)]
        return cls(names, common, paths, groups, stand_ins)

    def list_names(self, pages: npt.NDArray[np.int64]) -> list[str]:
        """Return the names of some pages."""
        return [self.names[at] for at in pages.tolist()]

    def describe_stand_ins(self) -> list[str]:
        """Describe the pages that seem to stand for others."""
        if not self.stand_ins:
            return []
        n_pages, signs = len(self.names), ", ".join(dict.fromkeys(self.stand_ins.values()))
        listed = list_pages([self.names[at] for at in self.stand_ins])
        return [f"like error pages ({signs}), and not used, among {n_pages} pages: {listed}"]

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
    site: Site, division: _Division, plan: LearnPlan
) -> tuple[list[_LearnedGroup], list[str]]:
    """Learn from each group with two pages or more; also return notes on those that taught
    nothing."""
    learned, notes = [], []
    for group in division.groups:
        if group.size < 2:
            continue
        try:
            wrapper = plan.run(site.select(group.tolist()))
        except WrapperError as error:
            notes.append(f"{list_pages(division.list_names(group))}: {error}")
            continue
        profile = Profile.of([division.paths[at] for at in group.tolist()])
        page_class = PageClass(group.size, profile, wrapper.body)
        learned.append(_LearnedGroup(page_class, group, wrapper.notes))
    return learned, notes


def learn_classes(site: Site, plan: LearnPlan) -> Wrapper:
    """Divide the pages into classes, and learn from each."""
    division = _Division.of(site, plan)
    if division.stand_ins and not division.groups:
        (note,) = division.describe_stand_ins()
        raise WrapperError(
            f"nothing was learned: all pages are {note}; pass classes='one' to learn from them"
        )
    if len(division.groups) < 2 or division.groups[0].size < 2:
        # One template, or as many as pages: all pages together are the best that there is.
        return _learn_together(site, plan, division)
    learned, failures = _learn_groups(site, division, plan)
    if not learned:
        raise WrapperError(f"nothing was learned from any page class: {'; '.join(failures)}")
    noun = "page class" if len(learned) == 1 else "page classes"
    body, limited = limit_classes(
        ClassedBody(division.common, tuple(group.page_class for group in learned))
    )
    return Wrapper(
        plan.method.name,
        body,
        notes=(
            f"{len(learned)} {noun} among {len(division.names)} pages",
            *describe_classes([division.list_names(group.pages) for group in learned]),
            *division.describe_stand_ins(),
            *division.describe_alone(),
            *failures,
            *(
                f"page class {number}: {note}"
                for number, group in enumerate(learned, start=1)
                for note in group.notes
            ),
            *limited,
        ),
        page_names=tuple(
            tuple(division.list_names(group.pages)) for group in learned[: len(body.classes)]
        ),
    )


def _learn_together(site: Site, plan: LearnPlan, division: _Division) -> Wrapper:
    used = [at for group in division.groups for at in group.tolist()]
    is_every = len(used) == len(division.names)
    wrapper = plan.run(site if is_every else site.select(used))
    names = division.list_names(np.array(used, np.int64))
    notes = division.describe_stand_ins()
    if len(division.groups) > 1:
        notes = [f"no two of the {len(used)} pages share a template", *notes]
    if len(used) > 1:
        notes = [*notes, f"the wrapper was learned from one class of {list_pages(names)}"]
    return replace(wrapper, notes=(*notes, *wrapper.notes), page_names=(tuple(names),))


# ---------------------------------------------------------------- updates


def update_wrapper(old: Wrapper, site: Site, plan: LearnPlan) -> Wrapper:
    """Add pages to a wrapper: keep the rules that fit, and learn from the pages that none fit."""
    placed = place_pages(old.body, site)
    if not placed.names:
        raise WrapperError("nothing was learned: there is no page")
    chosen = placed.find_unexplained()
    rest = site.select(chosen)
    division = _Division.of(rest, plan)
    learned, failures = _learn_groups(rest, division, plan)
    # Rules are replaced only if there are others in their place.
    relearned = {placed.numbers[chosen[at]] for group in learned for at in group.pages.tolist()}
    replaced = placed.find_replaced() & relearned
    entries: list[tuple[tuple[str, ...], PageClass, str]] = []
    for number, page_class in enumerate(placed.body.classes):
        if number in replaced:
            continue
        extended = _extend_class(placed, number, site)
        described = placed.describe_kept(number)
        if extended.body != page_class.body:
            described = f"{described}; added to its rules"
        entries.append((tuple(placed.list_fitting(number)), extended, described))
    for group in learned:
        names = division.list_names(group.pages)
        described = "; ".join((f"learned from {list_pages(names)}", *group.notes))
        new_class = replace(group.page_class, names=division.common)
        entries.append((tuple(names), new_class, described))
    if learned:
        entries.sort(key=lambda entry: -len(entry[0]))
    notes = [
        *(f"page class {at}: {described}" for at, (_, _, described) in enumerate(entries, start=1)),
        *(placed.describe_replaced(number) for number in sorted(replaced)),
        *_describe_unused_values(placed, replaced, site),
        *division.describe_stand_ins(),
        *division.describe_alone(),
        *failures,
    ]
    page_names = tuple(names for names, _, _ in entries)
    if not learned and not isinstance(old.body, ClassedBody):
        # There is no other class, so it remains a wrapper without classes.
        return replace(old, body=entries[0][1].body, notes=tuple(notes), page_names=page_names)
    body, limited = limit_classes(
        ClassedBody(placed.body.names, tuple(page_class for _, page_class, _ in entries))
    )
    return Wrapper(
        old.method, body, notes=(*notes, *limited), page_names=page_names[: len(body.classes)]
    )


def _describe_unused_values(placed: PlacedPages, replaced: set[int], site: Site) -> list[str]:
    """Describe the pages whose labelled values name no field, because their class is kept."""
    if site.values is None:
        return []
    kept = sorted(
        at
        for number in range(len(placed.body.classes))
        if number not in replaced
        for at in placed.list_numbers(number)
    )
    pages = zip(kept, site.select(kept), strict=True)
    unused = [placed.names[at] for at, page in pages if site.values(page)]
    if not unused:
        return []
    return [
        f"labelled values are not used, because the page class keeps its fields: "
        f"{list_pages(unused)}; learn the wrapper anew to name them"
    ]


def _extend_class(placed: PlacedPages, number: int, site: Site) -> PageClass:
    """Return a class with the pages that its rules fit: its number of pages, its profile, and its
    rules if the method can add pages to them."""
    page_class = placed.body.classes[number]
    numbers = placed.list_numbers(number)
    if not numbers:
        return page_class
    pages = site.select(numbers)
    body = page_class.body
    if hasattr(body, "add_pages"):
        body = body.add_pages(pages)
    if not page_class.n_pages:
        # A wrapper without classes before, whose number of pages is not known.
        return replace(page_class, body=body)
    names = placed.body.find_class_names(page_class)
    paths = [Outline.of(page).paths(names) for page in pages]
    profile = page_class.profile.add(page_class.n_pages, paths)
    n_pages = page_class.n_pages + len(numbers)
    return replace(page_class, n_pages=n_pages, profile=profile, body=body)
