"""Reader comments: recognised by the names of the elements around them, put in or taken out.

Names in the markup are for programs and differ little between languages. Nothing here reads the
text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from pagecore.choice import COPIES, Choice, Part
from pagecore.page import Page
from pagecore.page.columns import Mask
from pagecore.steps.step import Parts, Request

#: The name of the step in the log, and its reasons.
COMMENTS: Final = "comments"
LEFT_OUT: Final = "reader comments, left out by comments=False"
PUT_IN: Final = "reader comments, put in by comments=True"

#: What classes and ids call comments.
_COMMENTS: Final = frozenset(
    {"comment", "comments", "commentlist", "commentthread", "disqus", "respond"}
    | {"livefyre", "viafoura", "spotim", "hyvor", "giscus", "utterances", "isso"}
    | {"kommentar", "kommentare", "kommentarer", "commentaire", "commentaires", "comentario"}
    | {"comentarios", "commento", "commenti", "komentarz", "komentarze", "reacties", "yorumlar"}
)
#: What such a name may have beside it and still be comments, not a link to them or their number.
_BESIDE: Final = frozenset(
    {"", "all", "area", "article", "blog", "block", "body", "box", "container", "content", "div"}
    | {"el", "entry", "facebook", "fb", "form", "inner", "ips", "item", "items", "js", "li", "list"}
    | {"main", "message", "outer", "p", "page", "parent", "post", "reader", "respond", "root"}
    | {"section", "squarespace", "text", "thread", "tree", "user", "wc", "widget", "wp", "wpd"}
    | {"wrap", "wrapper"}
)
#: Of these, what asks the reader for a comment.
_ASKS: Final = frozenset({"respond", "form"})
#: The share of a choice from which on it has nothing else.
_ALL: Final = 0.95
#: Types of schema.org.
_TYPES: Final = ("/Comment", "/UserComments")


def select_comments(parts: Parts, request: Request) -> Parts:
    """Put reader comments in or take them out, where the caller asked for either."""
    if request.comments is None:
        return parts
    change = put_in_comments if request.comments else drop_comments
    return tuple(Part(page, change(page, choice)) for page, choice in parts)


def put_in_comments(page: Page, choice: Choice) -> Choice:
    """A choice with all reader comments of the page: their texts, but no forms, no menus, and no
    lines that are links alone, as those to reply are."""
    comments = _readable(page, _in_comments(page), choice)
    return choice.change(page, choice.content | comments, COMMENTS, PUT_IN)


def drop_comments(page: Page, choice: Choice) -> Choice:
    """A choice without reader comments. Where all that was chosen are comments, or most on a page
    whose likeliest type is a forum, they are what the page is about, and stay."""
    comments = _in_comments(page)
    if _is_thread(page, choice, comments):
        return choice
    return choice.drop(page, comments, COMMENTS, LEFT_OUT)


def _is_thread(page: Page, choice: Choice, rows: Mask) -> bool:
    likeliest = max(choice.types, key=choice.types.__getitem__, default=None)
    share = page.count_words(choice.content & rows) / max(page.count_words(choice.content), 1)
    return share >= _ALL or (likeliest == "forum" and share > 0.5)


def _in_comments(page: Page) -> Mask:
    """The rows in reader comments, and in what asks for them."""
    named = _named(page, _is_comments) | page.where("itemtype", _is_type)
    named |= page.where("role", lambda value: value.strip().lower() == "comment")
    # Themes name a page for having comments, and colours those in code.
    whole = page.below(page.is_tag("body", "main", "h1"), "any")
    in_code = page.above(page.is_tag("pre", "code")) >= 0
    return page.above(named & ~whole & ~in_code) >= 0


def _readable(page: Page, rows: Mask, choice: Choice) -> Mask:
    """The leaves of comments that a reader would want."""
    asks = _named(page, lambda name: _is_comments(name) and not _ASKS.isdisjoint(_parts(name)))
    apart = page.above(asks | page.is_tag("form", "nav", "button")) >= 0
    shown = rows & ~apart & page.visible & page.leaves
    blocks = page.blocks_with(shown & (page.words > 0) & (page.above(page.is_tag("a")) < 0))
    copies = [
        change.block for change in choice.changes if change.step == COPIES and not change.kept
    ]
    blocks[copies] = False
    wanted: Mask = shown & page.spread(blocks, fill=False)
    return wanted


# ---------------------------------------------------------------- names


def _named(page: Page, test: Callable[[str], bool]) -> Mask:
    """The rows with a class or an id that passes a test."""

    def any_passes(value: str) -> bool:
        return any(test(name) for name in value.split())

    return page.where("class", any_passes) | page.where("id", any_passes)


def _is_comments(name: str) -> bool:
    parts = _parts(name)
    # Authors' prefixes and what tools add are short: `c-comments__item`, `Comments_root__x1`.
    speaking = {part for part in parts if len(part) > 2}
    return not _COMMENTS.isdisjoint(parts) and speaking <= _COMMENTS | _BESIDE


def _parts(name: str) -> set[str]:
    """The words of a name: `div-comment-12` and `commentList` have two each."""
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower()
    return {re.sub(r"\d+$", "", part) for part in re.split(r"[-_]+", apart)}


def _is_type(value: str) -> bool:
    return any(name.endswith(_TYPES) for name in value.split())
