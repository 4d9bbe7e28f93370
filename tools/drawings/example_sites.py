"""The sites that the drawings of site methods show. Their pages were written for this project."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Final, NamedTuple

from pagecore.page import Page, parse
from tools.drawings.examples import Example

#: The sites: methods succeed on the first and fail on the second.
SITE_TITLES: Final = {
    "site": "pages of a local paper",
    "site-latest": "pages that list other stories",
}
SITE_SUCCESS, SITE_FAILURE = SITE_TITLES
#: The same for methods that notice text which is on several pages: no two comments are equal.
COMMENTED_TITLES: Final = {
    SITE_SUCCESS: SITE_TITLES[SITE_SUCCESS],
    "site-comments": "pages with comments of readers",
}
_, COMMENTED = COMMENTED_TITLES


class Story(NamedTuple):
    """A story: its title, its day, and its paragraphs."""

    title: str
    day: str
    paragraphs: tuple[str, ...]


STORIES: Final = (
    Story(
        "Ferry returns after winter",
        "2 March",
        (
            "The ferry crossed the sound again on Monday, four months after ice had damaged its "
            "hull.",
            "Two hundred passengers waited on the quay, most of them with bicycles.",
        ),
    ),
    Story(
        "Bakers strike over night work",
        "9 March",
        (
            "No bread was sold in Norrhaven on Friday, since all seven bakeries stayed closed.",
            "Apprentices demand that ovens are lit at five, not at two.",
            "Talks continue at the town hall.",
        ),
    ),
    Story(
        "Owls move into the clock tower",
        "16 March",
        (
            "A pair of barn owls nests behind the dial, where the mechanism once stood.",
            "Visitors may climb up to the gallery until the eggs are laid.",
        ),
    ),
    Story(
        "School choir sings in Oslo",
        "23 March",
        (
            "Forty pupils travelled by night train to perform songs by Grieg.",
            "Their teacher had rehearsed with them since autumn, in a gymnasium without heating.",
            "The jury praised the clear voices.",
            "Next year they are invited to Bergen.",
        ),
    ),
    Story(
        "Lake is clean enough to swim",
        "30 March",
        (
            "Samples taken in February show fewer bacteria than at any time since measurements "
            "began.",
            "The paper mill filters its waste water with sand and gravel.",
            "Divers found pike, perch and crayfish.",
        ),
    ),
)


#: Comments of readers, two for each story.
COMMENTS: Final = (
    ("Finally! My aunt had to drive around the whole fjord.", "Fares went up again, sadly."),
    ("Good for them. Nobody should knead dough at midnight.", "I miss cinnamon buns already."),
    ("We heard hooting during the concert.", "Please mind those steep stairs, they wobble."),
    ("Goosebumps!", "Which recording did you use? Our violin class wants to learn that piece."),
    ("Is parking allowed near the jetty?", "Cold, but wonderful; I jumped in yesterday."),
)


@dataclass(frozen=True, eq=False)
class ExampleSite:
    """The pages of a site, and the one that is drawn."""

    pages: tuple[Page, ...]
    example: Example


@functools.cache
def load_site(name: str) -> ExampleSite:
    """Load a site by its name."""
    parts = {"has_list": name == SITE_FAILURE, "has_comments": name == COMMENTED}
    pages = tuple(parse(write_page(at, **parts)) for at in range(len(STORIES)))
    page = pages[1]
    article = (page.above(page.has_class("story")) >= 0) & (page.tag == 0) & page.visible
    return ExampleSite(pages, Example({**SITE_TITLES, **COMMENTED_TITLES}[name], page, article, ()))


def write_page(at: int, *, has_list: bool = False, has_comments: bool = False) -> str:
    """Write the page of a story.

    Args:
        at: the number of the story.
        has_list: with a list of the three stories that follow.
        has_comments: with comments of readers.
    """
    story = STORIES[at]
    others = [STORIES[(at + step) % len(STORIES)] for step in (1, 2, 3)]
    items = "".join(f"<li><a>{of.title}</a> {of.paragraphs[0]}</li>" for of in others)
    latest = f"<aside class=latest><h2>Latest</h2><ul>{items}</ul></aside>" if has_list else ""
    comments = "".join(f"<p>{comment}</p>" for comment in COMMENTS[at])
    said = f"<section class=comments><h2>Comments</h2>{comments}</section>" if has_comments else ""
    text = "".join(f"<p>{paragraph}</p>" for paragraph in story.paragraphs)
    return (
        f"<html lang=en><title>{story.title}</title><body>"
        "<header><a>Norrhaven Courier</a><nav><a>News</a><a>Sport</a><a>Weather</a></nav></header>"
        f"<article class=story><h1>{story.title}</h1><p class=date>{story.day}</p>{text}</article>"
        f"{said}{latest}<footer><p>Printed at the harbour since 1911</p><a>Contact</a></footer>"
    )
