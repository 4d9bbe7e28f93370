"""The registered methods: added when their files are imported, and found by name."""

from __future__ import annotations

import importlib
import pkgutil
from typing import TYPE_CHECKING, Final

from pagecore.errors import BadOption
from pagecore.registry.families import FAMILIES, family_named

if TYPE_CHECKING:
    from pagecore.registry.method import Method

#: The methods by family and name.
_METHODS: Final[dict[tuple[str, str], Method]] = {}


def add_method(method: Method) -> None:
    """Add a method; a name is taken once in a family."""
    key = (method.family.name, method.name)
    if key in _METHODS:
        raise BadOption(
            f"there is already a method {method.name!r} in the family {method.family.name!r}"
        )
    _METHODS[key] = method


def methods(family: str | None = None) -> list[Method]:
    """Return the methods of a family, or of all families one after the other, sorted by name."""
    _import_methods()
    names = list(FAMILIES) if family is None else [family_named(family).name]
    return [_METHODS[key] for name in names for key in sorted(_METHODS) if key[0] == name]


def methods_named(name: str) -> list[Method]:
    """Return the methods that a name may mean: `hybrid` in all families, or `site/hybrid`."""
    return [method for method in methods() if name in (method.name, method.full_name)]


def method_named(name: str, family: str | None = None) -> Method:
    """Find a method.

    Args:
        name: `cetr`, or `site/hybrid` with its family.
        family: the family to look in. Without it all are searched, and of several methods of one
            name that of the first family counts, in the order of `FAMILIES`.

    Raises:
        BadOption: there is no such method; the message lists those there are.
    """
    _import_methods()
    if family is not None and isinstance(name, str) and (family, name) in _METHODS:
        return _METHODS[family, name]
    candidates = methods_named(name)
    for method in candidates:
        if family in (None, method.family.name):
            return method
    there_are = ", ".join(method.name for method in methods(family)) or "none"
    if candidates:
        other = candidates[0].family.name
        raise BadOption(f"{name!r} is a {other} method; {family} methods are: {there_are}")
    of = "" if family is None else f" in the family {family!r}"
    raise BadOption(f"there is no method {name!r}{of}; there are: {there_are}")


def _import_methods() -> None:
    """Import the files of all methods, which registers them. Only when methods are asked for, so
    that `import pagecore` stays quick."""
    if _imported:
        return
    for family in FAMILIES.values():
        package = importlib.import_module(f"pagecore.{family.folder}")
        for module in pkgutil.iter_modules(package.__path__, f"pagecore.{family.folder}."):
            importlib.import_module(module.name)
    _imported.append(True)


_imported: Final[list[bool]] = []
