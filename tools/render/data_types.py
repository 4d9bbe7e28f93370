"""The types of typed data, from their classes: a table for docs/data.md, and definitions for
docs/document.schema.json."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from decimal import Decimal
from types import UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from pagecore.figures import Entries
from pagecore.metadata.entities import (
    Answer,
    Entity,
    Event,
    Job,
    Product,
    Question,
    Rating,
    Recipe,
    Video,
)
from tools.render.markdown import write_table

TYPES: Final[tuple[type, ...]] = (
    Product,
    Recipe,
    Event,
    Job,
    Question,
    Answer,
    Video,
    Rating,
)
_SCALARS: Final[Mapping[type, dict[str, Any]]] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    Decimal: {"type": "string", "pattern": r"^[0-9]+(\.[0-9]+)?$"},
}
_WORDS: Final[Mapping[type, str]] = {int: "integer", float: "number", bool: "boolean"}


def render_types(entries: Entries) -> str:
    """The fields of each type; texts have no type beside them."""
    common = {field.name for field in fields(Entity)}
    rows = [
        [
            f"`{of.__name__}`",
            ", ".join(
                f"`{name}`{_name_type(hint)}"
                for name, hint in get_type_hints(of).items()
                if name not in common
            ),
        ]
        for of in TYPES
    ]
    return write_table(["type", "fields"], rows, left=(0, 1))


def render_schema(text: str) -> str:
    """Put the definitions of the types into a JSON Schema, in place of those that it has."""
    schema = json.loads(text)
    schema["$defs"] |= {of.__name__.lower(): _define(of) for of in TYPES}
    return json.dumps(schema, indent=1) + "\n"


def _define(of: type) -> dict[str, Any]:
    """The schema of a type. A missing value is left out, so only flags are required, and the
    numbers of a rating."""
    hints = get_type_hints(of)
    return {
        "type": "object",
        "properties": {name: _describe(hint) for name, hint in hints.items()},
        "required": [name for name, hint in hints.items() if hint in (bool, float)],
        "additionalProperties": False,
    }


def _describe(hint: Any) -> dict[str, Any]:
    hint = _drop_none(hint)
    if hint in _SCALARS:
        return _SCALARS[hint]
    if hint in TYPES:
        return {"$ref": f"#/$defs/{hint.__name__.lower()}"}
    if get_origin(hint) is tuple:
        return {"type": "array", "items": _describe(get_args(hint)[0]), "minItems": 1}
    return {"type": "object", "additionalProperties": _describe(get_args(hint)[1])}


def _name_type(hint: Any) -> str:
    hint = _drop_none(hint)
    if hint is str:
        return ""
    if get_origin(hint) is tuple:
        item = get_args(hint)[0]
        return " (list)" if item is str else f" (list of `{item.__name__}`)"
    return f" ({_WORDS[hint]})" if hint in _WORDS else f" (`{hint.__name__}`)"


def _drop_none(hint: Any) -> Any:
    if get_origin(hint) in (Union, UnionType):
        return next(of for of in get_args(hint) if of is not type(None))
    return hint
