"""The value types of typed data: products, recipes, events, jobs, questions and videos."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from types import MappingProxyType
from typing import Any, Final

#: Fields that are mappings.
_MAPPINGS: Final = ("sources", "rows", "raw")


@dataclass(frozen=True, kw_only=True)
class Entity:
    """The fields of every entity. A missing value is None, or empty if there may be several."""

    #: Whether the page is about it. Other entities are listed on the page, or belong to it.
    is_main: bool = False
    #: The source of each field: `sources["price"] == "json-ld: offers.price"`.
    sources: Mapping[str, str] = field(default_factory=dict, hash=False)
    #: The row of the page that has each field; -1 without a row.
    rows: Mapping[str, int] = field(default_factory=dict, hash=False)
    #: Declared values that could not be read, as written, by field.
    raw: Mapping[str, str] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        for name in _MAPPINGS:
            object.__setattr__(self, name, MappingProxyType(dict(getattr(self, name))))

    def __getstate__(self) -> dict[str, Any]:
        """Return the fields for pickling and copying, which cannot handle read-only mappings."""
        return {**vars(self), **{name: dict(getattr(self, name)) for name in _MAPPINGS}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore the fields."""
        vars(self).update(state)
        for name in _MAPPINGS:
            vars(self)[name] = MappingProxyType(state[name])


@dataclass(frozen=True, kw_only=True)
class Rating:
    """The mean rating of a product or a recipe."""

    value: float
    #: The best value that a rating can have: 5 if the page does not say otherwise.
    best: float = 5.0
    n_ratings: int | None = None
    n_reviews: int | None = None


@dataclass(frozen=True, kw_only=True)
class Product(Entity):
    """A product, or several variants of one."""

    name: str | None = None
    brand: str | None = None
    #: The price; of several offers the lowest.
    price: Decimal | None = None
    #: The highest price, if there are several.
    highest_price: Decimal | None = None
    #: The ISO 4217 code of the currency, such as `EUR`.
    currency: str | None = None
    #: `in_stock`, `out_of_stock`, `limited`, `preorder`, `backorder`, `discontinued`, `in_store`,
    #: `online`, `made_to_order` or `reserved`.
    availability: str | None = None
    #: `new`, `used`, `refurbished` or `damaged`.
    condition: str | None = None
    rating: Rating | None = None
    #: The number of the shop, of the manufacturer, and of the trade (GTIN, EAN, UPC).
    sku: str | None = None
    mpn: str | None = None
    gtin: str | None = None
    category: str | None = None
    description: str | None = None
    image: str | None = None
    url: str | None = None


@dataclass(frozen=True, kw_only=True)
class Recipe(Entity):
    """A recipe. Durations are in seconds."""

    name: str | None = None
    authors: tuple[str, ...] = ()
    published: str | None = None
    ingredients: tuple[str, ...] = ()
    #: The steps, or the lines of the text.
    instructions: tuple[str, ...] = ()
    #: The yield as written, such as `4 servings`.
    servings: str | None = None
    preparation_s: int | None = None
    cooking_s: int | None = None
    total_s: int | None = None
    categories: tuple[str, ...] = ()
    cuisines: tuple[str, ...] = ()
    #: As written, such as `240 kcal`.
    calories: str | None = None
    rating: Rating | None = None
    description: str | None = None
    image: str | None = None
    url: str | None = None


@dataclass(frozen=True, kw_only=True)
class Event(Entity):
    """An event. Dates are in ISO 8601, with time and zone if the page has them."""

    name: str | None = None
    start: str | None = None
    end: str | None = None
    #: `scheduled`, `cancelled`, `postponed`, `rescheduled` or `moved_online`.
    status: str | None = None
    #: `offline`, `online` or `mixed`.
    attendance: str | None = None
    #: The name of the place, and its postal address on one line.
    place: str | None = None
    address: str | None = None
    organizers: tuple[str, ...] = ()
    performers: tuple[str, ...] = ()
    #: The price of a ticket, as that of a product.
    price: Decimal | None = None
    highest_price: Decimal | None = None
    currency: str | None = None
    availability: str | None = None
    description: str | None = None
    image: str | None = None
    url: str | None = None


@dataclass(frozen=True, kw_only=True)
class Job(Entity):
    """A job posting."""

    title: str | None = None
    company: str | None = None
    #: Postal addresses, each on one line.
    locations: tuple[str, ...] = ()
    #: Whether the page says that the work is remote.
    is_remote: bool = False
    #: Such as `full_time` or `contract`.
    employment_types: tuple[str, ...] = ()
    posted: str | None = None
    valid_until: str | None = None
    lowest_salary: Decimal | None = None
    highest_salary: Decimal | None = None
    currency: str | None = None
    #: What the salary is paid for, such as `year` or `hour`.
    salary_unit: str | None = None
    description: str | None = None
    image: str | None = None
    url: str | None = None


@dataclass(frozen=True, kw_only=True)
class Answer(Entity):
    """An answer to a question."""

    text: str | None = None
    #: Whether it is the accepted answer.
    is_accepted: bool = False
    author: str | None = None
    published: str | None = None
    n_votes: int | None = None
    url: str | None = None


@dataclass(frozen=True, kw_only=True)
class Question(Entity):
    """A question with its answers."""

    #: The question in one line.
    text: str | None = None
    #: The question in full.
    details: str | None = None
    author: str | None = None
    published: str | None = None
    n_votes: int | None = None
    #: The number of answers that the page states, which may be more than it has.
    n_answers: int | None = None
    #: Accepted answers first.
    answers: tuple[Answer, ...] = ()
    url: str | None = None


@dataclass(frozen=True, kw_only=True)
class Video(Entity):
    """A video."""

    name: str | None = None
    duration_s: int | None = None
    uploaded: str | None = None
    author: str | None = None
    #: The URL of the file, and of a page that plays it.
    content_url: str | None = None
    embed_url: str | None = None
    n_views: int | None = None
    description: str | None = None
    image: str | None = None
    url: str | None = None
