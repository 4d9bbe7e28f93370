"""Rendering: the measured figures as parts of the documents.

`python -m tools.render` writes all generated documents and parts of documents. A part is between
the marks `<!-- PART:begin -->` and `<!-- PART:end -->`; nothing else is changed, and the old text
between the marks is not read. The figures come from the package's `figures.json`. A registered
method without a page in `docs/methods` gets one, to be completed by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

from pagecore.figures import Entries
from pagecore.registry import Method, list_methods
from tools.quality import MORE_ENTRY
from tools.render import (
    ages,
    bench,
    data,
    data_types,
    default,
    fields,
    hybrid,
    languages,
    layouts,
    listings,
    metadata,
    methods,
    output,
    output_counts,
    page_methods,
    paging,
    published,
    quality,
    search,
    site_methods,
    site_quality,
    site_wrappers,
    threads,
    visual,
    vwrapper,
    wtm,
)
from tools.render.labels import name_page
from tools.render.markdown import replace_parts

Render: TypeAlias = Callable[[Entries], str]

#: The generated parts of documents; those of the pages of methods come on top.
PARTS: Final[Mapping[str, Mapping[str, Render]]] = {
    "README.md": {"quality": quality.render_summary},
    "docs/figures.md": {
        "quality": quality.render_full,
        "site-methods": site_quality.render_comparison,
        "more": quality.render_more,
        "ages": ages.render_ages,
        "speed": bench.render_speed,
    },
    "docs/default.md": {
        "model": default.render_model,
        "standing": default.render_standing,
        "layouts": layouts.render_extractor,
        "layout-designs": layouts.render_designs,
        "designs": default.render_designs,
        "mixes": default.render_mixes,
        "group-designs": default.render_group_designs,
        "worth": default.render_feature_worth,
        "types": default.render_type_designs,
        "tuning": default.render_tuning,
        "steps": bench.render_steps,
        "costs": bench.render_feature_cost,
    },
    "docs/metadata-figures.md": {
        "wcxb": metadata.render_wcxb,
        "others": metadata.render_others,
        "ahead": metadata.render_leads,
        "mozilla": metadata.render_mozilla_causes,
        "sources": metadata.render_sources,
        "faults": metadata.render_faults,
        "causes": metadata.render_causes,
        "cost": bench.render_metadata_cost,
        "language-rules": languages.render_designs,
        "languages": languages.render_languages,
        "language-errors": languages.render_wrong,
    },
    "docs/data.md": {
        "types": data_types.render_types,
        "fields": data.render_fields,
        "names": data.render_names,
        "sources": data.render_sources,
        "designs": data.render_designs,
    },
    "docs/structure-figures.md": {
        "structure": output.render_structure,
        "markdown-gold": output.render_markdown_gold,
        "markdown": output.render_markdown,
        "text-faults": output.render_text_faults,
        "repeat-designs": output.render_repeat_designs,
        "defuddle": output.render_defuddle,
    },
    "docs/output-figures.md": {
        "addresses": output_counts.render_addresses,
        "chunks": output_counts.render_chunks,
        "files": output_counts.render_files,
        "packed": output_counts.render_packed,
        "products": output_counts.render_products,
        "run": output_counts.render_run,
    },
    "docs/fields.md": {"fields": fields.render_fields, "designs": fields.render_designs},
    "docs/records.md": {
        "rankings": listings.render_rankings,
        "columns": listings.render_columns,
        "judgements": listings.render_judgements,
        "cost": listings.render_cost,
    },
    "docs/extract.md": {"quotes": output.render_quotes},
    "docs/paging-figures.md": {
        "links": paging.render_links,
        "languages": paging.render_languages,
        "designs": paging.render_designs,
        "followed": paging.render_followed,
    },
    "docs/search-figures.md": {
        "headline": search.render_headline,
        "web": partial(search.render_runs, part="web"),
        "web-kinds": partial(search.render_kinds, part="web"),
        "styled": partial(search.render_runs, part="styled"),
        "verdicts": search.render_verdicts,
        "claims": search.render_claims,
        "web-sweep": partial(search.render_sweep, part="web"),
        "styled-sweep": partial(search.render_sweep, part="styled"),
        "cranfield": search.render_cranfield,
        "cost": search.render_cost,
    },
    "docs/wrappers.md": {
        "classes": site_methods.render_classes,
        "learning": bench.render_learning,
    },
    "docs/compare.md": {"matching": bench.render_matching},
    "docs/browse.md": {"cost": bench.render_browsing},
    "docs/parser.md": {"parsers": bench.render_parsers},
    "docs/methods/coreex.md": {
        "page kind": page_methods.render_page_kind,
        "published": partial(published.render_published, method="coreex"),
    },
    "docs/methods/cetr.md": {"published": partial(published.render_published, method="cetr")},
    "docs/methods/kmib.md": {
        "condensation": page_methods.render_condensation,
        "navigation": page_methods.render_navigation,
    },
    "docs/methods/cst.md": {"kinds": partial(site_quality.render_by_site, method="cst")},
    "docs/methods/entropy.md": {"kinds": partial(site_quality.render_by_site, method="entropy")},
    "docs/methods/ibdf.md": {"kinds": partial(site_quality.render_by_site, method="ibdf")},
    "docs/methods/hybrid.md": {
        "shares": hybrid.render_shares,
        "published": published.render_learners,
    },
    "docs/posts.md": {"posts": threads.render_posts, "claims": threads.render_claims},
    "docs/methods/groups.md": {"designs": threads.render_designs, "cost": threads.render_cost},
    "docs/methods/vips.md": {"levels": visual.render_levels},
    "docs/methods/vbpa.md": {"themes": visual.render_themes},
    "docs/methods/vwrapper.md": {
        "beside": vwrapper.render_quality,
        "designs": vwrapper.render_designs,
        "titles": vwrapper.render_titles,
        "causes": vwrapper.render_causes,
    },
    "docs/methods/vbpa-threads.md": {
        "readings": visual.render_threads,
        "fields": visual.render_thread_fields,
        "causes": visual.render_causes,
        "phases": visual.render_phases,
    },
    "docs/methods/rtdm.md": {"kinds": partial(site_quality.render_by_site, method="rtdm")},
    "docs/methods/site-default.md": {
        "evidence": site_methods.render_evidence,
        "kinds": partial(site_quality.render_by_site, method="default"),
    },
    "docs/methods/site-hybrid.md": {
        "sites": partial(site_wrappers.render_held_back, method="hybrid"),
        "speed": bench.render_wrapper,
    },
    "docs/methods/wtm.md": {
        "shares": wtm.render_shares,
        "rules": wtm.render_rules,
        "records": wtm.render_records,
        "causes": wtm.render_causes,
        "designs": wtm.render_designs,
        "speed": wtm.render_speed,
    },
}


def render_documents(
    entries: Entries, root: Path, registered: Sequence[Method] | None = None
) -> dict[Path, str]:
    """Render everything that is generated.

    Args:
        entries: the measured figures.
        root: the folder of the repository, whose documents have the marks.
        registered: the methods that have pages; by default all.

    Returns:
        The whole text of each file, by path.
    """
    parts: dict[Path, dict[str, str]] = {
        root / name: {part: render(entries) for part, render in of.items()}
        for name, of in PARTS.items()
    }
    causes = default.render_causes(root / "docs/worst-pages.tsv")
    parts[root / "docs/default.md"]["causes"] = causes
    schema = root / "docs/document.schema.json"
    files = {
        root / "docs/features.md": default.render_features(),
        schema: data_types.render_schema(schema.read_text("utf-8")),
    }
    if MORE_ENTRY in entries:
        files[root / "docs" / ages.FILE] = ages.draw_ages(entries)
    for method in list_methods() if registered is None else registered:
        page = root / "docs/methods" / f"{name_page(method)}.md"
        if not page.is_file():
            files[page] = methods.write_template(method)
        parts.setdefault(page, {}).update(methods.render_parts(method, entries))
        drawings = methods.render_drawings(method, entries, root / methods.EXAMPLES)
        files |= {page.with_name(name): text for name, text in drawings.items()}
    for path, of in parts.items():
        text = files.get(path) or path.read_text("utf-8")
        files[path] = replace_parts(text, of, str(path.relative_to(root)))
    return files
