"""The options of `browse`, checked."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Final, Literal, get_args

from pagecore.errors import BadOption, show_value
from pagecore.sources.fetch import check_seconds
from pagecore.visual.files import Files, check_files

#: What to wait for: the document, its style sheets and images too, or half a second without
#: requests.
Wait = Literal["parsed", "load", "idle"]
#: Width and height of the window, in CSS pixels.
VIEWPORT: Final = (1366, 900)
#: Default time limit of a page, in seconds.
TIMEOUT: Final = 30.0
#: Default size limit of the page itself, in bytes.
MAX_BYTES: Final = 16 * 2**20
#: The largest side of a window.
_MAX_SIDE: Final = 10_000


@dataclass(frozen=True)
class BrowseOptions:
    """How a page is rendered. `pagecore.browse` explains them."""

    files: Files | None = None
    scripts: bool = False
    network: bool = False
    allow_private: bool = False
    viewport: tuple[int, int] = VIEWPORT
    wait: Wait = "load"
    timeout: float = TIMEOUT
    max_bytes: int = MAX_BYTES
    max_navigations: int = 5
    executable: str | os.PathLike[str] | None = None

    def __post_init__(self) -> None:
        check_files(self.files)
        for name in ("scripts", "network", "allow_private"):
            if not isinstance(getattr(self, name), bool):
                raise BadOption(f"{name}={show_value(getattr(self, name))}: expected True or False")
        sides = self.viewport
        is_pair = isinstance(sides, (tuple, list)) and len(sides) == 2
        if not is_pair or not all(type(side) is int and 0 < side <= _MAX_SIDE for side in sides):
            raise BadOption(
                f"viewport={show_value(sides)}: expected width and height, 1 to {_MAX_SIDE}"
            )
        object.__setattr__(self, "viewport", tuple(sides))
        if self.wait not in get_args(Wait):
            words = ", ".join(get_args(Wait))
            raise BadOption(f"wait={show_value(self.wait)}: expected one of {words}")
        check_seconds("timeout", self.timeout)
        for name, least in (("max_bytes", 1), ("max_navigations", 0)):
            value = getattr(self, name)
            if type(value) is not int or value < least:
                raise BadOption(f"{name}={show_value(value)}: expected an integer, {least} or more")
