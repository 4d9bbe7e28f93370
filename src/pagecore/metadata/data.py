"""Typed data: the products, recipes, events, jobs, questions and videos that a page declares.

The core reads JSON-LD, microdata and RDFa. `docs/data.md` lists the fields and their sources.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from decimal import Decimal
from typing import Any, Final, TypeVar

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
from pagecore.page import Page, PageWarning
from pagecore.page.metadata import collect_data

T = TypeVar("T", bound=Entity)

_KINDS: Final[dict[str, type[Entity]]] = {
    "product": Product,
    "recipe": Recipe,
    "event": Event,
    "job": Job,
    "question": Question,
    "video": Video,
    "answer": Answer,
}
#: Fields that are amounts of money.
_AMOUNTS: Final = ("price", "highest_price", "lowest_salary", "highest_salary")


@dataclass(frozen=True)
class Data:
    """The entities that a page describes, by kind, each in the order of the page."""

    products: tuple[Product, ...] = ()
    recipes: tuple[Recipe, ...] = ()
    events: tuple[Event, ...] = ()
    jobs: tuple[Job, ...] = ()
    questions: tuple[Question, ...] = ()
    videos: tuple[Video, ...] = ()
    #: What was left out of a page that declares too much.
    warnings: tuple[PageWarning, ...] = ()

    @property
    def product(self) -> Product | None:
        """The product that the page is about; None on a list of products."""
        return _find_main(self.products)

    @property
    def recipe(self) -> Recipe | None:
        """The recipe that the page is about."""
        return _find_main(self.recipes)

    @property
    def event(self) -> Event | None:
        """The event that the page is about."""
        return _find_main(self.events)

    @property
    def job(self) -> Job | None:
        """The job that the page is about."""
        return _find_main(self.jobs)

    @property
    def question(self) -> Question | None:
        """The question that the page is about."""
        return _find_main(self.questions)

    @property
    def video(self) -> Video | None:
        """The video that the page is about."""
        return _find_main(self.videos)

    def __bool__(self) -> bool:
        """Return whether the page describes anything."""
        return any(getattr(self, f"{kind}s") for kind in _KINDS if kind != "answer")


def read_data(page: Page) -> Data:
    """Read the typed data that a page declares."""
    records, warnings = collect_data(page)
    entities: dict[str, list[Any]] = {}
    for record in records:
        entities.setdefault(f"{record[0]}s", []).append(_build_entity(record))
    return Data(**{name: tuple(values) for name, values in entities.items()}, warnings=warnings)


def data_to_dict(data: Data) -> dict[str, Any]:
    """Convert typed data to values that JSON has, by kind. Decimal numbers become strings, and
    values that are missing are left out."""
    kinds = {field.name: getattr(data, field.name) for field in fields(data)}
    return {
        name: [_to_dict(entity) for entity in entities]
        for name, entities in kinds.items()
        if entities and name != "warnings"
    }


def _find_main(entities: tuple[T, ...]) -> T | None:
    return next((entity for entity in entities if entity.is_main), None)


def _build_entity(record: tuple[Any, ...]) -> Entity:
    kind, is_main, values, sources, rows, raw = record
    for name in _AMOUNTS:
        if name in values:
            values[name] = Decimal(values[name])
    if "rating" in values:
        values["rating"] = Rating(**values["rating"][2])
    if "answers" in values:
        values["answers"] = tuple(_build_entity(answer) for answer in values["answers"])
    return _KINDS[kind](is_main=is_main, **values, sources=sources, rows=rows, raw=raw)


def _to_dict(value: Any) -> Any:
    if isinstance(value, Entity | Rating):
        members = {field.name: getattr(value, field.name) for field in fields(value)}
        present_fields = {name: item for name, item in members.items() if not _is_missing(item)}
        return {name: _to_dict(item) for name, item in present_fields.items()}
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, tuple):
        return [_to_dict(item) for item in value]
    return dict(value) if isinstance(value, Mapping) else value


def _is_missing(value: Any) -> bool:
    return value is None or (isinstance(value, tuple | Mapping) and not value)
