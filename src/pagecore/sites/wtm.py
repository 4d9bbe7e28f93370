"""WTM: learn where a blog has its entries from its own feed.

M. Zhang, Y. Zhou and J. Patrick. "Automatic extraction of complex web data." Proc. PACIS 2006,
paper 66.

A feed lists the newest entries of a blog: it is a free label for the homepage. The *collector*
reads feed and pages, the *matcher* finds the entries of the feed in the pages, the *rule composer*
makes start and end rules of what is around them, and the *storage manager* writes the rules. The
rules then extract the entries that the feed no longer lists. The four parts are modules of
`pagecore.sites.feed_rules`, and `teach` is the flow through them.
"""

from __future__ import annotations

from typing import Final

from pagecore.errors import WrapperError
from pagecore.registry import method
from pagecore.site import Site
from pagecore.sites.feed_rules.body import FeedRules
from pagecore.sites.feed_rules.reports import describe_kinds, list_notes
from pagecore.sites.feed_rules.row_rules import DESIGNS
from pagecore.sites.feed_rules.teach import explain_nothing, teach
from pagecore.wrapper import Wrapper

#: The pages that are learned from.
TRAINED: Final = ("both", "home", "entries")
#: The rules: as printed, or with ours.
VARIANTS: Final = (*DESIGNS, "printed")


@method(
    "wtm",
    paper="Zhang, Zhou and Patrick 2006",
    family="site",
    bounds={"train": TRAINED, "rules": VARIANTS},
    needs=("feed",),
    developed_on=("blogs",),
    body=FeedRules,
)
def wtm(site: Site, *, train: str = "both", rules: str = "rows") -> Wrapper:
    """Learn the rules of a blog's entries from its feed and its pages.

    Args:
        site: the homepage, other pages that list entries, pages of entries, and the feed.
        train: what to learn from: pages that list entries (home), as the paper does, pages of
            single entries that the feed links to (entries), or both, with rules for each.
        rules: string rules and, where these do not find all entries, rules of rows: by patterns of
            names and classes and, where these do not find all either, by matching the trees of
            entries (rows), by patterns alone (patterns) or by trees alone (trees); or the paper's
            matching and string rules alone (printed), which learn from a homepage.

    Returns:
        The rules; the notes say how each entry of the feed was matched, or why not.

    Raises:
        BadInput: the feed cannot be read.
        WrapperError: the feed has no entries, or none of them is on the pages.

    Differs:
        The paper learns from the homepage, and its rules rarely hold on the pages of entries. We
        also learn from the pages of entries that the feed links to, one entry each, and keep a set
        of rules for each page kind. Where string rules do not find all entries, we learn patterns
        of rows or the shapes of entries from the same matches. Titles, dates and links are compared
        by their value: letters and digits, the day in any format and time zone, the resolved
        address. Bodies are matched by their words if the feed's HTML is not literally in the page.
        Entries for training and test alternate, because a random division would give other rules
        each time. Authors are not in the paper. `docs/methods/wtm.md` has the whole list.
    """
    course = teach(site, train, rules)
    sets = tuple(lesson.rules for lesson in course.lessons if lesson.rules is not None)
    if not sets:
        reasons = "; ".join([explain_nothing(site, course), *course.warnings])
        raise WrapperError(f"nothing was learned: {reasons}")
    body = FeedRules(sets)
    return Wrapper("wtm", body, notes=(*describe_kinds(course, body), *list_notes(course)))
