"""The families: what the methods of each take and give, and where to find what handles them."""

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
    takes="page:Page",
    gives="choice:Choice",
    verbs=("extract:extract", "extract:content"),
    check="choice:check_choice",
    contend="evaluate.contend:extract_pages",
    outputs=("text", "html", "title", "author", "date"),
    corpora=MappingProxyType(
        {
            "wcxb": "words",
            "fundus": "words-unspaced",
            "aeb": "grams",
            "readability": "words-unspaced",
        }
    ),
    n_folds=5,
    explain="explain:explain_extraction",
    draw="explain.picture:draw_choice",
)

SEGMENT: Final = Family(
    "segment",
    about="cuts a page into segments",
    folder="segments",
    default="dom",
    takes="page:Page",
    gives="segmentation:Segmentation",
    verbs=("segment:segment",),
    check="segmentation:check_segmentation",
    contend="evaluate.contend:segment_pages",
    outputs=("segments",),
    corpora=MappingProxyType({"segments": "segments"}),
    explain="explain:explain_segmentation",
    draw="explain.picture:draw_segmentation",
)

THREAD: Final = Family(
    "thread",
    about="finds the posts of a thread",
    folder="threads",
    default="siblings",
    takes="page:Page",
    gives="thread:Thread",
    verbs=("posts:posts",),
    check="thread:check_thread",
    contend="evaluate.contend:find_posts",
    outputs=("posts", "text"),
    corpora=MappingProxyType({"forums": "posts"}),
    explain="explain:explain_thread",
    draw="explain.picture:draw_thread",
)

SITE: Final = Family(
    "site",
    about="learns from pages of a site where its content is",
    folder="sites",
    default="hybrid",
    takes="site:Site",
    gives="wrapper:Wrapper",
    verbs=("learn:learn", "apply:apply"),
    check="wrapper:check_wrapper",
    contend="evaluate.contend:learn_sites",
    outputs=("text", "html", "title", "author", "date"),
    corpora=MappingProxyType({"sites": "words-unspaced"}),
    explain="explain:explain_wrapper",
    draw="explain.picture:draw_wrapper",
    sections=("parameters",),
    may_raise=(WrapperError,),
    has_body=True,
)

#: By name, in the order in which a method of an unknown family is looked for.
FAMILIES: Final[Mapping[str, Family]] = MappingProxyType(
    {family.name: family for family in (PAGE, SEGMENT, THREAD, SITE)}
)


def family_named(name: str) -> Family:
    """Find a family, or raise `BadOption`."""
    if not isinstance(name, str) or name not in FAMILIES:
        raise BadOption(f"there is no family {name!r}; there are: {', '.join(FAMILIES)}")
    return FAMILIES[name]


@functools.cache
def reserved_keywords() -> frozenset[str]:
    """Return the keywords of all verbs, which no parameter of a method may be called by: the verbs
    pass what they do not know on to the method."""
    verbs: list[Callable[..., Any]] = [parse]
    for family in FAMILIES.values():
        verbs += family.verbs
    return frozenset(
        keyword.name
        for verb in verbs
        for keyword in inspect.signature(verb).parameters.values()
        if keyword.kind is not keyword.VAR_KEYWORD
    )
