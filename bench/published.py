"""Records the figures that documents show: `python -m bench --record`.

The entries go into the file of figures of the package; `python -m tools.render` renders them.
"""

from __future__ import annotations

from typing import Final

from tools.record import describe_machine, describe_run, record

from .features import FeatureCost
from .metadata import MetadataCost
from .own_parser import Parsers
from .pages import PAGE_LIST, BenchPages
from .posts import PostCost
from .records import RecordCost
from .report import Section
from .speed import Speed
from .steps import Steps
from .wrapper import WrapperCost

#: The entry that each section is recorded as.
ENTRIES = {
    "speed": "speed",
    "steps": "steps",
    "parsers": "parsers",
    "metadata": "metadata cost",
    "features": "feature cost",
    "wrapper": "wrapper speed",
    "posts": "thread cost",
    "records": "listing cost",
}
#: The corpus of sections that have one of their own.
CORPORA: Final = {WrapperCost: "sites", PostCost: "forums", RecordCost: "searchlists"}


def record_section(name: str, section: Section, pages: BenchPages) -> str:
    """Record the figures of a section; return what was done, or why not."""
    shown = (
        Speed | Steps | Parsers | MetadataCost | WrapperCost | FeatureCost | PostCost | RecordCost
    )
    if not isinstance(section, shown):
        return f"No document shows the section {name}."
    if pages.missing:
        return f"Nothing is recorded: documents show figures of all pages of {PAGE_LIST.name}."
    if isinstance(section, Parsers) and section.left_out:
        return "Nothing is recorded: the document has a table of all parsers."
    command = f"python -m bench --section {name} --record"
    run = describe_run(command, pages=describe_pages(section, pages), machine=describe_machine())
    record(ENTRIES[name], section.figures(), provenance=run)
    return f"The figures have the entry {ENTRIES[name]!r} now; run: python -m tools.render"


def describe_pages(section: Section, pages: BenchPages) -> dict[str, object]:
    """Return the pages that a section was measured on."""
    if isinstance(section, WrapperCost | PostCost | RecordCost):
        size_kb = round(section.n_bytes / section.n_pages / 1000)
        name = CORPORA[type(section)]
        about = {"list": name, "count": section.n_pages, "mean_kb": size_kb}
        return about | {"digest": section.digest}
    size_kb = round(pages.n_bytes / len(pages) / 1000)
    about = {"list": pages.origin, "count": len(pages), "mean_kb": size_kb}
    return about | {"digest": pages.digest}
