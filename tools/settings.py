"""The settings of a method that tables have a row for: as printed in its paper, and swept.

A method with printed values (`printed=` of its registration) has two rows. *As printed* has these
values; what the paper leaves open is chosen by the sweep. *Swept* has the best values of all. On
the pages of the sweep both figures are out of fold, and elsewhere they are those of the setting
that is best on all pages of the sweep. Every other method has one row without a label.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from pagecore.figures import Entries
from pagecore.registry import Method, Value
from tools import sweep

PRINTED: Final = "as printed"
SWEPT: Final = "swept"


@dataclass(frozen=True)
class Setting:
    """Values of the swept parameters of a method."""

    #: `as printed`, `swept`, or nothing if the method has one row.
    label: str = ""
    parameters: Mapping[str, Value] = field(default_factory=dict)
    #: Whether these are the defaults.
    is_default: bool = True
    #: The figures out of fold on the pages of the sweep: folds, digest and corpora.
    validation: Mapping[str, Any] | None = None
    #: Whether some of the values were chosen by the sweep.
    is_chosen: bool = True


def list_settings(method: Method, entries: Entries) -> list[Setting]:
    """The settings of a method that have a row in tables, by its recorded sweep."""
    entry = entries.get(sweep.name_entry(method))
    if not method.printed or entry is None or "printed" not in entry["figures"]:
        return [Setting()]
    tried = entry["figures"]
    folds = {name: tried[name] for name in ("folds", "digest")}
    default = {name: method.parameters[name].default for name in method.sweep}
    printed = tried["printed"]
    return [
        Setting(
            PRINTED,
            printed["best"],
            printed["best"] == default,
            folds | {"corpora": printed["corpora"]},
            is_chosen=set(method.sweep) > set(method.printed),
        ),
        Setting(
            SWEPT, tried["best"], tried["best"] == default, folds | {"corpora": tried["corpora"]}
        ),
    ]
