"""The registered methods: added when their files are imported, and looked up by name."""

from __future__ import annotations

import importlib
import pkgutil
from typing import TYPE_CHECKING, Final

from pagecore.errors import BadOption, show_value
from pagecore.registry.families import FAMILIES, find_family

if TYPE_CHECKING:
    from pagecore.registry.method import Method

#: The methods by family and name.
_METHODS: Final[dict[tuple[str, str], Method]] = {}


def add_method(method: Method) -> None:
    """Add a method.

    Raises:
        BadOption: its family has a method of the same name, or the method uses itself, directly or
            through others.
    """
    key = (method.family.name, method.name)
    if key in _METHODS:
        raise BadOption(
            f"the family {method.family.name!r} already has a method {method.name!r}; choose "
            "another name"
        )
    _METHODS[key] = method
    try:
        # While the methods of the package are imported, a name may still find the wrong one.
        if _imported:
            _check_uses(method)
    except BadOption:
        del _METHODS[key]
        raise


def list_methods(family: str | None = None) -> list[Method]:
    """List the methods of a family sorted by name, or those of all families in turn."""
    _import_methods()
    names = list(FAMILIES) if family is None else [find_family(family).name]
    return [_METHODS[key] for name in names for key in sorted(_METHODS) if key[0] == name]


def find_methods(name: str) -> list[Method]:
    """Find all methods of a name: `hybrid` in all families, or `site/hybrid` in one."""
    if not isinstance(name, str):
        return []
    return [method for method in list_methods() if name in (method.name, method.full_name)]


def find_method(name: str, family: str | None = None) -> Method:
    """Find a method by its name.

    Args:
        name: the name, such as `cetr`, or `site/hybrid` with the family.
        family: the family to search; None to search all, in the order of `FAMILIES`.

    Raises:
        BadOption: there is no such method, or none that it uses; the message lists the known ones.
    """
    _import_methods()
    if family is not None and isinstance(name, str) and (family, name) in _METHODS:
        return _check_used_exist(_METHODS[family, name])
    candidates = find_methods(name)
    for method in candidates:
        if family in (None, method.family.name):
            return _check_used_exist(method)
    known = _list_names(family)
    if candidates:
        other = candidates[0].family.name
        raise BadOption(f"{name!r} is a {other} method; {family} methods are: {known}")
    place = "" if family is None else f" in the family {family!r}"
    raise BadOption(f"there is no method {show_value(name)}{place}; expected one of: {known}")


def _list_names(family: str | None) -> str:
    """List the methods of a family, or all, by the shortest name that finds each."""
    methods = list_methods(family)
    names = [method.name for method in methods]
    shortest = (
        method.full_name if method.name in names[:at] else method.name
        for at, method in enumerate(methods)
    )
    return ", ".join(shortest) or "none"


def _check_used_exist(method: Method) -> Method:
    """Return a method, or raise `BadOption` if a method that it uses is not registered. A method
    may be registered before those that it uses, so this is checked when it is looked up."""
    for name in method.uses:
        if not find_methods(name):
            raise BadOption(
                f"method {method.full_name!r} uses {name!r}, but there is no such method; correct "
                f"its uses=, or register one. Methods are: {_list_names(None)}"
            )
    return method


def _check_uses(method: Method) -> None:
    """Raise `BadOption` if a method uses itself, directly or through others."""
    paths: list[tuple[Method, ...]] = [(method,)]
    seen: set[Method] = set()
    while paths:
        path = paths.pop()
        for name in path[-1].uses:
            for used in find_methods(name)[:1]:
                if used is method:
                    circle = " uses ".join(step.full_name for step in (*path, method))
                    raise BadOption(f"methods use each other in a circle: {circle}")
                if used not in seen:
                    seen.add(used)
                    paths.append((*path, used))


def _import_methods() -> None:
    """Import the files of all methods, which registers them.

    This happens at the first lookup, so that `import pagecore` stays fast.
    """
    if _imported:
        return
    for family in FAMILIES.values():
        package = importlib.import_module(f"pagecore.{family.folder}")
        for module in pkgutil.iter_modules(package.__path__, f"pagecore.{family.folder}."):
            importlib.import_module(module.name)
    _imported.append(True)
    errors = []
    for key, method in list(_METHODS.items()):
        try:
            _check_uses(method)
        except BadOption as error:
            del _METHODS[key]
            errors.append(error)
    if errors:
        raise errors[0]


_imported: Final[list[bool]] = []
