"""What a feature says of a block where that which it describes is not there: that no heading stands
above it, for example, and not how far above it is."""

from __future__ import annotations

import re
from typing import Final

#: Names of features, and what is told; the first that fits.
_TOLD: Final = tuple(
    (re.compile(names), says)
    for names, says in (
        (r"item depth", "that no items like its own stand beside it"),
        (r"slug beside page's", "that items like its own lead nowhere"),
        (r"outer ", "that it is in no list of many items of a kind"),
        (r"under heading|first look at (section|heading)", "that no heading stands above it"),
        (r"(words|link words|punctuation|alike|first look) before", "that no block is before it"),
        (r"(words|link words|punctuation|alike|first look) behind", "that no block is behind it"),
        (r"first look \d before", "that it is among the first blocks of the page"),
        (r"first look \d behind", "that it is among the last blocks of the page"),
        (r"alike link", "that no links are in the same kind of place"),
        (r"first look alike|place template", "that no other block is in the same kind of place"),
        (r"links? .*2", "that no links are in the second container around it"),
        (r"links? .*3", "that no links are in the third container around it"),
        (r"page depth|page slug|says slug", "that the page's address tells nothing"),
        (r"image box", "that no image is near"),
        (r"linked heading box", "that no linked heading is near"),
        (r"heading box", "that no heading is near"),
        (r"link box", "that no link is near"),
        (r"control box", "that no control of a form is near"),
        (r"unseen share", "that no class hides it"),
        (r"content before", "that no content was seen before it"),
        (r"content behind", "that no content was seen behind it"),
        (r"title found", "that no heading says the page's title"),
        (r"twin hidden", "that the same text is nowhere else"),
    )
)


def absent(name: str) -> str | None:
    """What is told where there is no such thing as a feature describes; None where nothing is."""
    return next((says for names, says in _TOLD if names.match(name)), None)
