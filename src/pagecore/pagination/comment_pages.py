"""Recognise addresses of further comments or reviews, which are no further pages of the content."""

from __future__ import annotations

import re
from typing import Final

from pagecore.page.urls import split_url

#: A page of comments: `/comment-page-2`, `?cpage=2`, `?comments_page=2`, and an address that ends
#: with the place of the comments: `?page=2#comments`. A page of reviews: `?reviews_page=2`,
#: `/review-page-2`; but `/camera-review/2` is the second page of an article.
_FURTHER: Final = re.compile(
    r"(?:comment|kommentar|comentario|commento|reply|replies|respond)[a-z]{0,8}[-_/]?"
    r"(?:(?:page|seite|start|offset|p)?[-_/=]?)?\d+|[?&]cpage=\d+"
    r"|[?&][\w.%-]{0,20}(?:review|rating|bewertung|rezension|avis|rese[nñ]a|opini|recensi|anmeldelse"
    r"|otzyv|hodnocen)[\w.%\]-]{0,20}=\d+"
    r"|/(?:reviews?|bewertungen|avis|opiniones|recensioni)-(?:page|seite|p)[-_/]?\d+"
    r"|\d[^#]{0,80}#(?:[a-z]+-)?(?:comments?|kommentare?|comentarios|commentaires|respond)\b"
    r"|[?&][^#]{0,80}\d#(?:reviews?|bewertungen|avis|opiniones|recensioni)\b",
    re.IGNORECASE,
)
#: The last segment of an address that is a list of comments or reviews itself.
_LIST: Final = re.compile(
    r"(?:comments|kommentare|comentarios|commentaires|commenti|replies|reviews|ratings|bewertungen"
    r"|rezensionen|avis|opiniones|recensioni)(?:\.\w{1,5})?",
    re.IGNORECASE,
)


def leads_to_comments(url: str, own: str) -> bool:
    """Whether a URL is that of another page of comments or reviews.

    Args:
        url: the URL of a link, with its fragment.
        own: the URL of the page. The path of an article may name a comment.
    """
    return url != own and any(match[0] not in own for match in _FURTHER.finditer(url))


def is_comment_list(own: str) -> bool:
    """Whether a page is a list of comments or reviews itself, by its URL."""
    return _LIST.fullmatch(split_url(own).path.rstrip("/").rsplit("/", 1)[-1]) is not None
