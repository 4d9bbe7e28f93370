"""The example of VIPS and VBPA: a page of 1366 × 1880 pixels with header, three columns and
footer."""

from __future__ import annotations

from pagecore import Page
from tests.drawn_pages import draw


def draw_example(*, flex: bool = False) -> Page:
    """The page; with `flex` the three columns are in a flex row."""
    links = "".join(
        f"<li box='0 {100 + 30 * at} 200 30'><a href=/{at}>Section {at}</a></li>" for at in range(8)
    )
    paragraphs = "".join(
        f"<p box='220 {160 + 200 * at} 800 180'>Paragraph {at} has a few words of running text.</p>"
        for at in range(8)
    )
    stories = "".join(
        f"<li box='1040 {100 + 30 * at} 326 30'><a href=/s{at}>Story number {at}</a></li>"
        for at in range(20)
    )
    columns = (
        f"<nav box='0 100 200 1700'><ul>{links}</ul></nav>"
        f"<main box='220 100 800 1700'><h2 box='220 100 800 40' size=24 bold>Heading</h2>"
        f"{paragraphs}</main><aside box='1040 100 326 1700'><ul>{stories}</ul></aside>"
    )
    middle = f"<div box='0 100 1366 1700' display=flex>{columns}</div>" if flex else columns
    return draw(
        "<html box='0 0 1366 1880'><body box='0 0 1366 1880'>"
        f"<header box='0 0 1366 100' bg=navy>Name of the site</header>{middle}"
        "<p box='20 1830 600 20' bg=black>Footer of the page</p>"
    )
