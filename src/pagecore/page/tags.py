"""Numbers of the standard's elements, the same in every page and release.

`tags.P` is the number of `p` in the `tag` column, `tags.SVG_TITLE` that of SVG's `title`; `NAMES`
lists all names by number. Elements with other names have numbers of their page, from `len(NAMES)`
on; `page.names` goes on with those.
"""

from pagecore import _core

#: Name by number; number 0 is text.
NAMES: tuple[str, ...] = tuple(_core.standard_names())
#: Number by name: `NUMBERS["svg title"]`.
NUMBERS: dict[str, int] = {name: number for number, name in enumerate(NAMES)}


def constant(name: str) -> str:
    """How a name is written as a constant: `svg foreignObject` is `SVG_FOREIGNOBJECT`."""
    return name.lstrip("#").upper().replace(" ", "_").replace("-", "_")


TEXT: int = 0

globals().update({constant(name): number for name, number in NUMBERS.items()})


def __getattr__(name: str) -> int:
    """Types the constants above, and says what there is when one is not."""
    raise AttributeError(f"no element has the constant {name!r}; tags.NAMES lists all names")
