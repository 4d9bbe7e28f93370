"""Numbers of the elements in the HTML standard, the same in every page and release.

`tags.P` is the number of `p` in the column `tag`, and `tags.SVG_TITLE` that of SVG's `title`.
`NAMES` lists all names by number. Other names have numbers from `len(NAMES)` on, which are valid
in one page only; `page.names` continues the list with these.
"""

from pagecore import _core

#: Name by number; number 0 is text.
NAMES: tuple[str, ...] = tuple(_core.standard_names())
#: Number by name: `NUMBERS["svg title"]`.
NUMBERS: dict[str, int] = {name: number for number, name in enumerate(NAMES)}


def make_constant(name: str) -> str:
    """Return the constant of a name: `SVG_FOREIGNOBJECT` for `svg foreignObject`."""
    return name.lstrip("#").upper().replace(" ", "_").replace("-", "_")


TEXT: int = 0

globals().update({make_constant(name): number for name, number in NUMBERS.items()})


def __getattr__(name: str) -> int:
    """Declare the type of the constants above; called only for a constant that does not exist."""
    raise AttributeError(f"no element has the constant {name!r}; tags.NAMES lists all names")
