"""Hybrid: learn the opening tags of a site's content, and find them by string search.

K. Nethra, J. Anitha and G. Thilagavathi. "Web content extraction using hybrid approach." ICTACT
Journal on Soft Computing, 2014; after E. Uzun, H. V. Agun and T. Yerlikaya, "A hybrid approach for
extracting informative content from web pages", 2013.

A learner chooses the content of some pages of a site, and opening tags that cut out the same become
rules. Other pages of the site are not parsed: the tags are searched for in the source, and what is
between them and their end tags is cut out and put together.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pagecore.choice import Choice
from pagecore.errors import WrapperError
from pagecore.methods.candidates import CANDIDATE_TAGS
from pagecore.page import Page
from pagecore.page.counts import format_count
from pagecore.registry import method
from pagecore.site import Site
from pagecore.sites.rules import MAX_WORDS, Rules
from pagecore.sites.select_rules import PageSummary, select_rules, summarise_page
from pagecore.wrapper import Wrapper

#: Where the labels of pages are from.
LEARNERS: Final = ("c45", "bayes", "default")
#: Maximum number of pages that a note names.
_MAX_NAMED: Final = 5
#: Why a page yields no rule.
_NO_RULE: Final = (
    "because the learner chose nothing there, or no element around its choice has both tags in "
    "the source"
)


@method(
    "hybrid",
    paper="Nethra, Anitha and Thilagavathi 2014",
    family="site",
    bounds={
        "learner": LEARNERS,
        "candidates": tuple(CANDIDATE_TAGS),
        "min_words": (0, MAX_WORDS),
    },
    developed_on=("wcxb", "fundus", "readability"),
    uses=("page/default", "page/hybrid"),
    body=Rules,
)
def hybrid(
    site: Site,
    *,
    default: Callable[[Page], Choice],
    hybrid: Callable[..., Choice],
    learner: str = "c45",
    candidates: str = "containers",
    min_words: int = 25,
) -> Wrapper:
    """Learn the opening tags of the elements with the content of a site, and of noise inside them.

    Args:
        site: some pages of a site; its labels, if it has some, mark the content rows in place of
            the learner.
        default: the default extractor.
        hybrid: the page method of the same paper.
        learner: what chooses the content of the pages: the decision tree (c45) or naive Bayes
            (bayes) of the page method `hybrid`, or the default extractor (default). The rules of
            `default` are the best, those of `bayes` the worst; `c45` is the paper's.
        candidates: the candidates of the page method: `div` and `td` (div-td), or also `article`,
            `section`, `main` and `body` (containers).
        min_words: minimum number of words of the cut content for the rules to fit.

    Returns:
        The rules, in the order of what they add.

    Raises:
        WrapperError: no page yielded a rule.

    Differs:
        The paper has rules for content only. We also learn rules for noise inside the content, and
        put together what several rules cut. The candidates `containers` and the
        learner `default` are not in the paper; the first are the default because some sites have
        no `div` or `td` around their content.
    """

    def choose(page: Page) -> Choice:
        if learner == "default":
            return default(page)
        return hybrid(page, learner=learner, candidates=candidates)

    labels = site.labels or (lambda page: choose(page).content)
    summaries: list[PageSummary] = []
    names: list[str] = []
    for page in site:
        names.append(site.name(len(names), page))
        summaries.append(summarise_page(page, labels(page)))
    rules = select_rules([summary for summary in summaries if summary.n_chosen])
    if not rules:
        count = format_count(len(names), "page")
        raise WrapperError(f"nothing was learned: none of {count} yielded a rule, {_NO_RULE}")
    without_rule = [
        name
        for name, summary in zip(names, summaries, strict=True)
        if not any(rule.kind == "content" and summary.has_element(rule) for rule in rules)
    ]
    notes: tuple[str, ...] = ()
    if without_rule:
        listed = ", ".join(without_rule[:_MAX_NAMED])
        if len(without_rule) > _MAX_NAMED:
            listed += f" and {len(without_rule) - _MAX_NAMED} more"
        count = f"{len(without_rule)} of {len(names)} pages"
        notes = (f"{count} yielded no rule, {_NO_RULE}: {listed}",)
    return Wrapper("hybrid", Rules(rules, min_words), notes=notes)
