"""Pages with repeated items, each the smallest that shows its point."""

from __future__ import annotations

from collections.abc import Sequence

TOWNS = ("Aurich", "Brake", "Cuxhaven", "Ditzum", "Elsfleth", "Fedderwardersiel")
PROSE = "A town at the sea with a lighthouse, two ferries and a market on every second {}."
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
MENU = (
    "<nav><ul><li><a href=/a>Home</a><li><a href=/b>Towns</a><li><a href=/c>Ferries</a></ul></nav>"
)
FOOT = "<footer><p><a href=/i>Imprint</a> <a href=/p>Privacy</a></p></footer>"


def wrap(content: str) -> str:
    """A page with a menu and a footer around its content."""
    return f"<html><body>{MENU}<main><h1>Towns</h1>{content}</main>{FOOT}</body></html>"


def describe(at: int) -> str:
    return PROSE.format(DAYS[at])


def card(at: int, *, price: bool = True, inside: str = "") -> str:
    """An item with a title, a text and a price."""
    cost = f"<span class=cost>€ {at + 1}.50</span>" if price else ""
    return (
        f"<div class=town><h3><a href=/t/{at}>{TOWNS[at]}</a></h3><p>{describe(at)}</p>"
        f"{cost}{inside}</div>"
    )


def cards(separator: str = "", places: Sequence[int] = range(6)) -> str:
    return separator.join(card(at) for at in places)


#: Items side by side.
PLAIN = wrap(f"<div class=list>{cards()}</div>")
#: Advertisements between the items.
ADS = wrap("<div class=list>{}</div>".format(cards("<div class=ad>Buy a boat today!</div>")))
#: Items of two table rows.
TWO_ROWS = wrap(
    "<table>"
    + "".join(
        f"<tr><td>{at + 1}.</td><td><a href=/t/{at}>{TOWNS[at]} at the sea</a></td></tr>"
        f"<tr><td></td><td><span>{describe(at)}</span> <b>{at + 3} houses</b></td></tr>"
        for at in range(6)
    )
    + "</table>"
)
#: A list inside each item.
LISTS_INSIDE = wrap(
    "<ul class=towns>{}</ul>".format(
        "".join(
            f"<li class=town><h3><a href=/t/{at}>{TOWNS[at]}</a></h3><p>{describe(at)}</p>"
            f"<ul class=tags><li>sea<li>ferry {at}<li>market</ul></li>"
            for at in range(6)
        )
    )
)
#: Sections, each with a list: the items are nested.
SECTIONS = wrap(
    "".join(
        f"<section><h2>{day}</h2><div class=list>{cards('', places)}</div></section>"
        for day, places in (("Monday", (0, 1)), ("Friday", (2, 3, 4)), ("Sunday", (5,)))
    )
)
#: The rows of a grid, each with two cells.
GRID = wrap(
    "<div class=grid>{}</div>".format(
        "".join(f"<div class=row>{cards('', (at, at + 1))}</div>" for at in (0, 2, 4))
    )
)
#: A table with headings.
TABLE = wrap(
    "<table><thead><tr><th>Town</th><th>Ferries</th><th>Founded</th></tr></thead><tbody>{}</tbody>"
    "</table>".format(
        "".join(
            f"<tr><td><a href=/t/{at}>{town}</a></td><td>{at + 2}</td><td>{at + 1} May 19{at}1</td>"
            "</tr>"
            for at, town in enumerate(TOWNS)
        )
    )
)
#: A definition list.
DEFINITIONS = wrap(
    "<dl>{}</dl>".format(
        "".join(
            f"<dt><a href=/t/{at}>{town}</a></dt><dd>{describe(at)}</dd><dd>{at + 3} houses</dd>"
            for at, town in enumerate(TOWNS)
        )
    )
)
#: A heading and paragraphs without an element around each item.
RUNS = wrap(
    "<div>{}</div>".format(
        "".join(
            f"<h3><a href=/t/{at}>{town}</a></h3><p>{describe(at)}</p>"
            f"<p class=m>{at + 3} houses</p>"
            for at, town in enumerate(TOWNS)
        )
    )
)
#: Cells that some items lack.
MISSING = wrap(
    "<div class=list>{}</div>".format(
        "".join(
            card(at, price=at != 2, inside=f"<time>{at + 1} May 2024</time>" if at != 1 else "")
            for at in range(6)
        )
    )
)
#: A pager below the list, and facets with more items beside it.
PAGER = wrap(
    "<div class=facets><ul>{}</ul></div><div class=list>{}</div><div class=pager>{}</div>".format(
        "".join(f"<li><a href=?f={at}>District {at} ({at + 4})</a>" for at in range(12)),
        cards(),
        "".join(f"<a href=?p={at}>{at}</a>" for at in range(1, 11)),
    )
)
#: One item only, beside the menu.
ONE = wrap(f"<div class=list>{card(0)}</div>")
