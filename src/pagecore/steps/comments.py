"""Reader comments: where a page has them, and a choice with or without them.

Comments are told by what pages call the elements around them in their markup, which is for programs
and differs little between languages. Nothing here reads the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final

import numpy as np

from pagecore.choice import Choice
from pagecore.page import Page
from pagecore.page.columns import Mask

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


def with_comments(page: Page, choice: Choice, wanted: bool) -> Choice:
    """A choice with all reader comments of the page, or without any.

    Where all that was chosen are comments, or most on a page whose likeliest type is a forum, they
    are what it is about, and stay. What is put in are texts: no forms, no menus, and no lines that
    are links alone, as those to reply are.
    """
    rows = _in_comments(page)
    if wanted:
        content = choice.content | page.below(_readable(page, rows, choice), "any")
    elif _is_thread(page, choice, rows):
        return choice
    else:
        content = page.below(choice.content & _leaves(page) & ~rows, "any")
    before, after = _kept(page, choice.content), _kept(page, content)
    why = PUT_IN if wanted else LEFT_OUT
    overruled = dict.fromkeys(np.flatnonzero(before != after).tolist(), why)
    return replace(choice, content=content, overruled={**choice.overruled, **overruled})


def _is_thread(page: Page, choice: Choice, rows: Mask) -> bool:
    likeliest = max(choice.types, key=choice.types.__getitem__, default=None)
    words = np.where(choice.content, page.words, 0)
    share = words[rows].sum() / max(words.sum(), 1)
    return bool(share >= _ALL or (likeliest == "forum" and share > 0.5))


def _in_comments(page: Page) -> Mask:
    """The rows in reader comments, and in what asks for them."""
    named = _named(page, _is_comments) | _where(page, "itemtype", _is_type)
    named |= _where(page, "role", lambda value: value.strip().lower() == "comment")
    # Themes name a page for having comments, and colours those in code.
    whole = page.below(page.is_tag("body", "main", "h1"), "any")
    in_code = page.above(page.is_tag("pre", "code")) >= 0
    return page.above(named & ~whole & ~in_code) >= 0


def _readable(page: Page, rows: Mask, choice: Choice) -> Mask:
    """The leaves of comments that a reader would want."""
    asks = _named(page, lambda name: _is_comments(name) and not _ASKS.isdisjoint(_parts(name)))
    apart = page.above(asks | page.is_tag("form", "nav", "button")) >= 0
    shown = rows & ~apart & page.visible & _leaves(page)
    blocks = _kept(page, shown & (page.words > 0) & (page.above(page.is_tag("a")) < 0))
    blocks[list(choice.copies)] = False
    wanted: Mask = shown & page.spread(blocks, fill=False)
    return wanted


def _leaves(page: Page) -> Mask:
    mask: Mask = page.end == np.arange(1, len(page) + 1)
    return mask


def _kept(page: Page, rows: Mask) -> Mask:
    """The blocks with any of these rows."""
    kept = np.zeros(len(page.blocks), np.bool_)
    kept[page.block[rows & (page.block >= 0)]] = True
    return kept


# ---------------------------------------------------------------- names


def _named(page: Page, is_it: Callable[[str], bool]) -> Mask:
    """The rows with a class or an id that is it."""

    def any_is_it(value: str) -> bool:
        return any(is_it(name) for name in value.split())

    return _where(page, "class", any_is_it) | _where(page, "id", any_is_it)


def _where(page: Page, attribute: str, is_it: Callable[[str], bool]) -> Mask:
    """The rows with a value of an attribute that is it."""
    number, values = page.attr(attribute)
    # One more for the rows without the attribute, whose number is -1.
    known = np.array([*map(is_it, values), False])
    mask: Mask = known.take(number)
    return mask


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
    return any(one.endswith(_TYPES) for one in value.split())
