"""Site methods beside other extractors on held-back pages: all of them, and by site."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pagecore.figures import Entries
from pagecore.registry import SITE, find_method
from tools.render.labels import name_setting
from tools.render.markdown import wrap_text, write_caption, write_number, write_table
from tools.site_quality import ENTRIES, EVERYTHING, LEARNED, NOT_LEARNED

#: What is published about each method.
PUBLISHED: Final[Mapping[str, str]] = {
    "entropy": "recall and precision of blocks > 0.956, 13 news sites",
    "rtdm": "87.7 % of the news extracted correctly, 35 news sites",
}
#: Names of page methods in the tables.
PAGE_METHODS: Final = {"default": "default extractor", "hybrid": "page method hybrid"}

Column = Mapping[str, Any]


def render_comparison(entries: Entries) -> str:
    """All contenders on `sites`, on `blogs`, and on blogs that are not in `sites`."""
    parts = []
    for pages, title, sites in (
        ("sites", "sites", "all"),
        ("blogs", "blogs", "all"),
        ("blogs", "blogs that are not in `sites`", "new"),
    ):
        columns = entries[ENTRIES[pages]]["figures"]
        of = columns[0]["means"][sites]
        parts.append(
            wrap_text(f"**{title}**, {of['pages']} test pages of {of['sites']} sites:")
            + "\n"
            + _write_comparison(columns, sites, is_published=pages == "sites")
        )
    parts.append(
        wrap_text(
            "Word F1 (unspaced), mean of the sites, with the 95 % interval by bootstrap over "
            "sites. No step follows a site method. *All pages*: the default extractor replaces a "
            "wrapper on pages that it does not fit. *Fitting pages*: without these pages, whose "
            "number is in brackets. On `sites`, every second page with gold of a page kind is held "
            "back, and the parameters of site methods are those that the sweep chose without the "
            "site. On `blogs`, the gold is the full text of the feed, each half of the entry pages "
            "is measured with wrappers learned from the other half, and the parameters are the "
            "best on `sites`. Extractors that see one page only have the same figure in both "
            "columns. *As printed* and *swept* are explained above."
        )
    )
    columns = [of for entry in ENTRIES.values() for of in entries[entry]["figures"]]
    captions = dict.fromkeys(write_caption(of["provenance"]) for of in columns)
    parts.append("\n".join(wrap_text(f"- {caption}").rstrip() for caption in captions) + "\n")
    return "\n".join(parts)


def _write_comparison(columns: Sequence[Column], sites: str, *, is_published: bool) -> str:
    most = str(LEARNED[-1])
    ordered = sorted(columns, key=lambda of: -_get(of["means"][sites]["every"], most))
    headings = ["", "published", *(f"all pages, {n} learned" for n in LEARNED)]
    headings += [f"fitting pages, {n} learned" for n in LEARNED]
    rows = [
        [
            name_contender(of),
            PUBLISHED.get(of["name"], "") if of["kind"] == "site method" else "",
            *(_write_every(of["means"][sites], str(n)) for n in LEARNED),
            *(_write_fitting(of["means"][sites], str(n)) for n in LEARNED),
        ]
        for of in ordered
    ]
    if not is_published:
        headings = [heading for heading in headings if heading != "published"]
        rows = [[row[0], *row[2:]] for row in rows]
    return write_table(headings, rows, left=(0, 1) if is_published else (0,))


def name_contender(column: Column) -> str:
    """The name of a contender, with its setting or version."""
    if column["kind"] == "peer":
        return f"{column['name']} {column['version']}"
    if column["kind"] == "site method":
        return f"**{_name_site_method(column)}**"
    return PAGE_METHODS.get(column["name"], str(column["name"]))


def _name_site_method(column: Column) -> str:
    """The name of a site method that no page method has, with its setting."""
    return name_setting({**column, "name": find_method(column["name"], SITE.name).short_name})


def _write_every(mean: Mapping[str, Any], n: str) -> str:
    low, high = _get(mean["intervals"], n)
    return f"{_get(mean['every'], n):.3f} ({low:.3f}–{high:.3f})"


def _write_fitting(of: Mapping[str, Any], n: str) -> str:
    if n not in of["fitting"]:
        return ""
    misfits = f" ({of['misfits'][n]})" if of["misfits"][n] else ""
    return (write_number(of["fitting"][n]) or "fits no page") + misfits


def _get(figures: Mapping[str, Any], n: str) -> Any:
    """The figure of a number of learned pages; of a contender that learns nothing, its only one."""
    return figures.get(n, figures.get(str(NOT_LEARNED)))


def render_by_site(entries: Entries, method: str) -> str:
    """A site method on held-back pages of the kinds that it was learned from, by site."""
    columns = entries[ENTRIES["sites"]]["figures"]
    own = [of for of in columns if (of["kind"], of["name"]) == ("site method", method)]
    others = [_find_column(columns, "all text", EVERYTHING)]
    others.append(_find_column(columns, "page method", "default"))
    shown = [(of, str(NOT_LEARNED)) for of in others]
    shown += [(of, str(n)) for of in own for n in LEARNED]
    rows = [
        [row["site"], row["pages"], *(_write_fitting(of["rows"][at], n) for of, n in shown)]
        for at, row in enumerate(own[0]["rows"])
    ]
    means = [(of["means"]["all"], n) for of, n in shown]
    n_pages = own[0]["means"]["all"]["pages"]
    rows.append(["mean of the sites", n_pages, *(_write_fitting(*mean) for mean in means)])
    headings = ["site", "test pages", *map(name_contender, others)]
    headings += [f"{_name_site_method(of)}, {n} pages" for of in own for n in LEARNED]
    about = (
        "Word F1 (unspaced), without the steps of `apply`. In brackets: pages that the wrapper "
        "does not fit, which do not count in its column. The parameters of a site are those that "
        "the sweep chose without it. [All figures](../figures.md#site-methods) has other "
        "extractors and the entries of blogs. "
    )
    table = write_table(headings, rows, left=(0,))
    return table + "\n" + wrap_text(about + write_caption(own[0]["provenance"]))


def _find_column(columns: Sequence[Column], kind: str, name: str) -> Column:
    return next(of for of in columns if (of["kind"], of["name"]) == (kind, name))
