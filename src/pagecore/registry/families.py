"""The families of methods: what their methods take and return, and the functions for them.

The strings are import paths, `module:name`; `family.py` imports them on first access.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from pagecore.errors import BadOption, WrapperError
from pagecore.page.parse import parse
from pagecore.registry.family import Family

PAGE: Final = Family(
    "page",
    about="chooses the rows of a page that are content",
    folder="methods",
    default="default",
    takes="pagecore.page:Page",
    gives="pagecore.choice:Choice",
    verbs=("pagecore.extract:extract", "pagecore.extract:content"),
    check="pagecore.choice:check_choice",
    contend="pagecore.measure.run_families:extract_pages",
    outputs=("text", "html", "title", "author", "date"),
    corpora=MappingProxyType(
        {
            "wcxb": "words",
            "fundus": "words-unspaced",
            "aeb": "grams",
            "readability": "words-unspaced",
        }
    ),
    rendered_corpora=MappingProxyType({"visual": "words-unspaced"}),
    n_folds=5,
    sections=("parameters", "quality", "sweep", "steps"),
    explain="pagecore.explain:explain_document",
    draw="pagecore.explain.picture:draw_choice",
)

SEGMENT: Final = Family(
    "segment",
    about="divides a page into segments",
    folder="segments",
    default="dom",
    takes="pagecore.page:Page",
    gives="pagecore.segmentation:Segmentation",
    verbs=("pagecore.segment:segment",),
    check="pagecore.segmentation:check_segmentation",
    contend="pagecore.measure.run_families:segment_pages",
    outputs=("segments",),
    corpora=MappingProxyType({"segments": "segments"}),
    explain="pagecore.explain:explain_segmentation",
    draw="pagecore.explain.picture:draw_segmentation",
)

THREAD: Final = Family(
    "thread",
    about="finds the posts of a thread",
    folder="threads",
    default="groups",
    takes="pagecore.page:Page",
    gives="pagecore.thread:Thread",
    verbs=("pagecore.posts:posts",),
    check="pagecore.thread:check_thread",
    contend="pagecore.measure.run_families:find_posts",
    outputs=("posts",),
    corpora=MappingProxyType({"forums": "posts"}),
    explain="pagecore.explain:explain_thread",
    draw="pagecore.explain.picture:draw_thread",
    example="forum.html",
)

LISTING: Final = Family(
    "listing",
    about="finds the repeated items of a page",
    folder="listings",
    default="repeats",
    takes="pagecore.page:Page",
    gives="pagecore.listing:Listing",
    verbs=("pagecore.find_records:records",),
    check="pagecore.listing:check_listing",
    contend="pagecore.measure.run_families:find_items",
    outputs=("records",),
    corpora=MappingProxyType({"searchlists": "records"}),
    n_folds=5,
    explain="pagecore.explain:explain_listing",
    draw="pagecore.explain.picture:draw_listing",
    example="listing.html",
)

SITE: Final = Family(
    "site",
    about="learns from the pages of a site where their content is",
    folder="sites",
    default="hybrid",
    takes="pagecore.site:Site",
    gives="pagecore.wrapper:Wrapper",
    verbs=("pagecore.learn:learn", "pagecore.apply:apply"),
    check="pagecore.wrapper:check_wrapper",
    contend="pagecore.measure.run_families:learn_sites",
    outputs=("text", "html", "title", "author", "date"),
    corpora=MappingProxyType({"sites": "words-unspaced"}),
    may_raise=(WrapperError,),
    has_body=True,
    explain="pagecore.explain:explain_wrapper",
    draw="pagecore.explain.picture:draw_wrapper",
)

#: The families by name, in the order in which a method without a family is looked up.
FAMILIES: Final[Mapping[str, Family]] = MappingProxyType(
    {family.name: family for family in (PAGE, SEGMENT, THREAD, LISTING, SITE)}
)


def find_family(name: str) -> Family:
    """Find a family by its name, or raise `BadOption`."""
    if not isinstance(name, str) or name not in FAMILIES:
        raise BadOption(f"unknown family {name!r}; expected one of: {', '.join(FAMILIES)}")
    return FAMILIES[name]


#: Options of writers and commands that are no keywords of verbs.
OPTIONS: Final = frozenset(
    {"to", "only", "jobs", "title", "front_matter", "fields", "tables", "images", "links"}
    | {"readings", "posts"}
)
#: Keywords of `extract_file` and `extract_url` besides those of `extract`.
_SOURCE_KEYWORDS: Final = frozenset({"path", "timeout", "allow_private"})


@functools.cache
def reserved_keywords() -> frozenset[str]:
    """Return the keywords of all verbs and the options of writers and commands. No parameter of a
    method may have one of these names, because verbs pass their other keywords on to the method."""
    verbs: list[Callable[..., Any]] = [parse]
    for family in FAMILIES.values():
        verbs += family.verbs
    return (
        OPTIONS
        | _SOURCE_KEYWORDS
        | frozenset(
            keyword.name
            for verb in verbs
            for keyword in inspect.signature(verb).parameters.values()
            if keyword.kind is not keyword.VAR_KEYWORD
        )
    )
