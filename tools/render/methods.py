"""The pages of methods in docs/methods: a template for new ones, their parts and drawings."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from pagecore.figures import Entries
from pagecore.page import parse
from pagecore.registry import PAGE, SEGMENT, SITE, THREAD, Method
from pagecore.site import Site
from tools import sweep
from tools.drawings import METHODS, SEGMENT_METHODS, SITE_METHODS, THREAD_METHODS, make_drawings
from tools.drawings.example_sites import SITE_SUCCESS, load_site
from tools.render.labels import name_page
from tools.render.markdown import wrap_text
from tools.render.method_quality import render_parameters, render_quality
from tools.render.method_steps import render_steps
from tools.render.sweeps import draw_sweep, render_sweep

#: Where the example pages are.
EXAMPLES: Final = Path("examples")


#: The headings of the generated sections.
HEADINGS: Final = {
    "parameters": "## Parameters",
    "quality": "## Quality",
    "sweep": "## Sweep",
    "steps": "## What `extract` adds",
}


#: How each section of a method's page is rendered.
SECTIONS: Final[Mapping[str, Callable[[Method, Entries], str | None]]] = {
    "parameters": render_parameters,
    "quality": render_quality,
    "sweep": render_sweep,
    "steps": render_steps,
}


def write_template(method: Method) -> str:
    """Write the page of a method that has none: the idea from its docstring, and marks for the
    parts that its family asks for."""
    idea = inspect.cleandoc(method.function.__doc__ or "").partition("\nArgs:\n")[0].strip()
    name = name_page(method)
    lines = [
        f"# {method.short_name}",
        "",
        f"{method.paper or 'No paper'}.",
        "",
        "## Idea",
        "",
        idea,
        "",
    ]
    lines += ["<!-- picture -->", f"![The evidence of {method.short_name} on a page]({name}.svg)"]
    for section in list_sections(method):
        # The sweep of a method without candidate values has nothing to show.
        if section != "sweep" or method.sweep:
            marks = [f"<!-- {section}:begin -->", f"<!-- {section}:end -->"]
            lines += ["", HEADINGS[section], "", *marks]
    return "\n".join(lines) + "\n"


def render_parts(method: Method, entries: Entries) -> dict[str, str]:
    """The generated parts of a method's page, by mark; its family lists them."""
    parts = {name: SECTIONS[name](method, entries) for name in list_sections(method)}
    if has_drawings(method):
        parts["drawings"] = render_captions(method)
    return {name: text for name, text in parts.items() if text is not None}


def list_sections(method: Method) -> list[str]:
    """The generated sections of a method's page. Quality is measured on pages alone, so a method
    that needs more has a table of its own."""
    return [name for name in method.family.sections if name != "quality" or not method.needs]


def has_drawings(method: Method) -> bool:
    """Whether a method has drawings of its own, in place of a list of the blocks of a page."""
    known = {PAGE: METHODS, SEGMENT: SEGMENT_METHODS, THREAD: THREAD_METHODS, SITE: SITE_METHODS}
    return method.name in known.get(method.family, ())


def render_captions(method: Method) -> str:
    """The drawings of a method, each with its caption."""
    return "\n".join(
        f"![How {method.name} works on {drawing.page}]({drawing.file})\n\n"
        + wrap_text(drawing.caption)
        for drawing in make_drawings(method.name)
    )


def render_drawings(method: Method, entries: Entries, examples: Path) -> dict[str, str]:
    """The drawings of a method's page, by file name."""
    if has_drawings(method):
        drawings = {drawing.file: drawing.svg for drawing in make_drawings(method.name)}
    else:
        page = parse((examples / method.family.example).read_bytes())
        try:
            drawing = method.family.draw(page, method(method.family.make_subject(page)))
        except method.family.may_raise:
            # A method that compares pages needs several.
            site = load_site(SITE_SUCCESS)
            drawing = method.family.draw(site.example.page, method(Site.of(site.pages)))
        drawings = {f"{name_page(method)}.svg": drawing}
    entry = entries.get(sweep.name_entry(method))
    if method.sweep and entry is not None:
        drawings[f"{name_page(method)}-sweep.svg"] = draw_sweep(method, entry["figures"])
    return drawings
