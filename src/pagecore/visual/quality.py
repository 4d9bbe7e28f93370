"""How far the geometry of a rendered page can be trusted: `layout.quality`.

Saved pages often lack their style sheets. Their boxes then say little about the design of the page:
all of it is one column of text in the default font, or columns lie above each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from urllib.parse import urlsplit

from pagecore.visual.render import RenderedDocument
from pagecore.visual.snapshot import ELEMENT, STYLES, TEXT, Snapshot

#: Hosts whose style sheets only load fonts; a page without them has the same columns.
_FONT_HOSTS: Final = frozenset(
    {"fonts.googleapis.com", "fonts.bunny.net", "use.typekit.net", "fast.fonts.net"}
)
#: The weight of a style sheet of another host: mostly that of a button or a counter.
_FOREIGN: Final = 0.5
#: Characters of a `style` element that counts as a style sheet.
_MIN_STYLE: Final = 200
#: The share of the text that a page draws at least, if its style sheets and scripts fit together.
_DRAWN: Final = 0.5
#: The share of the text that is in the default font and in the full width of a page without design.
_BARE: Final = 0.9
#: The quality of a page without design is at most this.
_BARE_QUALITY: Final = 0.3
#: The font of Chromium for pages that name none.
_DEFAULT_FONTS: Final = ("Times New Roman", "Liberation Serif", "Times")
#: Elements whose text is never drawn.
_UNSEEN: Final = frozenset({
    "script", "style", "noscript", "template", "title", "option", "textarea", "noembed", "noframes",
    "iframe", "head",
})  # fmt: skip
_FONT, _DISPLAY = STYLES.index("font-family"), STYLES.index("display")


def estimate_quality(snapshot: Snapshot, rendered: RenderedDocument, width_px: int) -> float:
    """Return how reliable the geometry of a page is, 0 to 1.

    It is the product of the share of style sheets that were there, the share of the text that is
    drawn (up to one half of it), and a small factor for pages without design.

    Args:
        snapshot: the page as rendered.
        rendered: its requests.
        width_px: the width of the window.
    """
    drawn, bare = _measure_text(snapshot, width_px)
    quality = weigh_sheets(snapshot, rendered) * min(1.0, drawn / _DRAWN)
    return min(quality, _BARE_QUALITY) if bare >= _BARE else quality


def weigh_sheets(snapshot: Snapshot, rendered: RenderedDocument) -> float:
    """Return the share of style sheets that were there, by weight; 1 if the page has none."""
    host = urlsplit(rendered.url).netloc.lower()
    present = _weigh(rendered.sheets, host)
    present += sum(
        snapshot.name[above] == "style" and len(value) >= _MIN_STYLE
        for value, above in zip(snapshot.value, snapshot.parent, strict=True)
        if above >= 0
    )
    missing = _weigh(rendered.missing_sheets, host)
    return present / (present + missing) if present + missing else 1.0


def _weigh(urls: Sequence[str], host: str) -> float:
    hosts = [urlsplit(url).netloc.lower() for url in set(urls)]
    return sum(1.0 if other == host else _FOREIGN for other in hosts if other not in _FONT_HOSTS)


def _measure_text(snapshot: Snapshot, width_px: int) -> tuple[float, float]:
    """Return the share of the text that is drawn, and the share of that without design."""
    n = len(snapshot.parent)
    unseen = [False] * n
    #: The width of the nearest box around a node that has lines of its own.
    widths = [float(width_px)] * n
    n_chars = n_drawn = n_bare = 0
    for node, above in enumerate(snapshot.parent):
        styles, box = snapshot.styles[node], snapshot.box[node]
        if above >= 0:
            unseen[node], widths[node] = unseen[above], widths[above]
        if snapshot.kind[node] == ELEMENT:
            unseen[node] = unseen[node] or snapshot.name[node] in _UNSEEN
            if styles is not None and box is not None and styles[_DISPLAY] != "inline":
                widths[node] = box[2]
        elif snapshot.kind[node] == TEXT and not unseen[node]:
            length = len(snapshot.value[node].strip())
            n_chars += length
            if box is not None and box[2] > 0 and styles is not None:
                n_drawn += length
                is_default = styles[_FONT].strip("\"'").startswith(_DEFAULT_FONTS)
                n_bare += length * (is_default and widths[node] > 0.8 * width_px)
    return (n_drawn / n_chars if n_chars else 1.0), (n_bare / n_drawn if n_drawn else 0.0)
