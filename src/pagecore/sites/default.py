"""The default extractor with the evidence of a site: what other pages of the template have.

Text that most pages of a template share is template, and blocks at a place whose blocks are mostly
kept, or mostly dropped, on other pages are probably content, or not. Both correct the decisions of
the default extractor.
"""

from __future__ import annotations

from collections.abc import Callable

from pagecore.choice import Choice
from pagecore.classes.outline import Outline, find_common_classes
from pagecore.errors import WrapperError
from pagecore.page import Page
from pagecore.registry import method
from pagecore.site import Site
from pagecore.sites.evidence import MIN_PAGES, Evidence, EvidenceCounter
from pagecore.sites.page_terms import DistinctPages
from pagecore.wrapper import Wrapper


@method(
    "default",
    paper=None,
    family="site",
    bounds={"shared": (0.0, 1.0), "weight": (0.0, 10.0)},
    developed_on=("sites",),
    sweep={"shared": (0.5, 0.8), "weight": (0.25, 0.5)},
    uses=("page/default",),
    body=Evidence,
)
def default(
    site: Site,
    *,
    default: Callable[[Page], Choice],
    shared: float = 0.8,
    weight: float = 0.5,
) -> Wrapper:
    """Learn which texts the pages of a site share, and at which places their content is.

    The place of a block is the sequence of names and classes of the elements around it. The default
    extractor decides about every block of the learned pages, and these decisions are averaged by
    place. On a new page, the log-odds of a block are increased by `weight` times those of its
    place, and a block whose text is on a share of the pages is dropped. Pages with the same texts
    count once. Evidence of fewer than three pages fits no page, so that a page is then extracted as
    by the default extractor. Memory grows with the number of distinct texts and places.

    Args:
        site: pages of one template.
        default: the default extractor.
        shared: share of the pages from which on a text is template.
        weight: weight of the place against the block itself.

    Returns:
        The evidence.
    """
    pages = DistinctPages(site)
    names = find_common_classes(map(Outline.of, pages))
    counter = EvidenceCounter(names)
    for page in pages:
        counter.add(page, site.labels(page) if site.labels else default(page).content)
    if not pages.n_pages:
        raise WrapperError("nothing was learned: there is no page")
    notes = pages.list_notes()
    if pages.n_compared < MIN_PAGES:
        few = f"{pages.describe_few()}; fewer than {MIN_PAGES} correct nothing"
        notes = (*notes, few)
    body = counter.make_evidence(pages.n_compared, shared, weight)
    return Wrapper("default", body, notes=notes)
