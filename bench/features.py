"""The cost of each part of the default extractor and of each group of features, in instructions.

The counts come from `core/examples/extract.rs` under valgrind and do not depend on the load of the
machine. The program goes once and three times over the same pages; the difference is free of what
happens once, such as reading the model.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from dataclasses import asdict, dataclass

from rich.console import Console

from pagecore.models.model import SHIPPED

from .pages import ROOT, BenchPages
from .report import progress, table

N_PAGES = 60
BUILD = ("cargo", "build", "--release", "--locked", "--quiet", "--example", "extract")
PROGRAM = ROOT / "target" / "release" / "examples" / "extract"

#: The parts of an extraction, each by the functions of the core that do it. None of them calls
#: another of the list.
PARTS = {
    "parse": ("parse::tree::parse",),
    "counts and blocks": ("table::blocks::Blocks::new",),
    "features": ("judge::features::Analysis::new", "features::context::add_context"),
    "forests": ("forest::pair::Pair::predict",),
    "selection": ("judge::selection::select", "judge::corrections::correct_choice"),
    "confidence": ("features::summary::summarize",),
    "images and rows": ("judge::decide::Decision::find_rows",),
    "text": ("write::walk::collect_pieces", "write::text::write"),
}
#: The groups of features, by the modules of `core/src/judge/features` that compute them.
GROUPS = {
    "texts": "words, characters and repeats of a block",
    "boxes": "controls, images and headings around it",
    "links": "targets of its links and of those around it",
    "items": "the outermost list around it",
    "groups": "items like its own, and blocks in the same kind of place",
    "place": "its element and the containers around it",
    "context": "first scores of the blocks around it",
    "tokens": "names of the elements around it (class, id, role)",
    "tree": "totals of containers",
    "unseen": "classes that hide it, and custom elements",
    "around": "the blocks before and after it",
    "attributes": "attributes of the elements around it",
    "declared": "title, description and types of the page",
    "elements": "elements around blocks",
    "twins": "texts that the page has twice",
    "templates": "words that blocks in the same kind of place share",
    "page": "the page as a whole",
    "addresses": "the URL of the page",
}
MODULE = re.compile(r"judge::features::(\w+)::(?:\w+::)?(?:new|describe|add_context)$")


@dataclass(frozen=True)
class FeatureCost:
    """Instructions a page, by part and by group of features; empty when they were not counted."""

    n_pages: int
    total: int
    parts: dict[str, int]
    groups: dict[str, int]
    left_out: str = ""

    def faults(self) -> list[str]:
        """Return what a strict run fails for: nothing here has a target of its own."""
        return []

    def record(self) -> dict[str, object]:
        """Return all figures."""
        return asdict(self)

    def figures(self) -> dict[str, object]:
        """Return the figures that documents show."""
        return {"total": self.total, "parts": self.parts, "groups": self.groups}

    def show(self, console: Console) -> None:
        """Print a row for each part and for each group of features."""
        if self.left_out:
            console.print(f"  Instructions of features are left out: {self.left_out}")
            return
        title = f"Instructions a page, {self.n_pages} pages"
        shown = table(title, "", "thousands", "share")
        for counts in (self.parts, self.groups):
            for name, count in sorted(counts.items(), key=lambda item: -item[1]):
                about = GROUPS.get(name, "")
                label = f"  {name}: {about}" if about else name
                shown.add_row(label, f"{count / 1000:.0f}", f"{count / self.total:.1%}")
            shown.add_section()
        shown.add_row("all", f"{self.total / 1000:.0f}", "")
        console.print(shown)


def measure(pages: BenchPages, console: Console) -> FeatureCost:
    """Count on pages of spread sizes."""
    sample = pages.spread(N_PAGES)
    missing = [tool for tool in ("cargo", "valgrind", "callgrind_annotate") if not _has(tool)]
    if missing:
        return FeatureCost(len(sample), 0, {}, {}, f"there is no {', no '.join(missing)}")
    with progress(console, "features", 3) as bar:
        subprocess.run(BUILD, cwd=ROOT / "core", check=True)
        bar.advance(bar.task_ids[0])
        counts = []
        for times in (1, 3):
            counts.append(count_functions(times, sample))
            bar.advance(bar.task_ids[0])
    once, thrice = counts
    per_page = {
        name: (count - once.get(name, 0)) // (2 * len(sample)) for name, count in thrice.items()
    }
    parts = {
        part: sum(count for name, count in per_page.items() if name.endswith(functions))
        for part, functions in PARTS.items()
    }
    groups: dict[str, int] = {}
    for name, count in per_page.items():
        module = MODULE.search(name)
        if module is not None and module[1] in GROUPS:
            groups[module[1]] = groups.get(module[1], 0) + count
    return FeatureCost(len(sample), per_page["PROGRAM TOTALS"], parts, groups)


def count_functions(times: int, pages: BenchPages) -> dict[str, int]:
    """Return the instructions of each function of the program and of all that it calls."""
    with tempfile.TemporaryDirectory() as folder:
        output = f"{folder}/counts"
        subprocess.run(
            [
                *("valgrind", "--tool=callgrind", f"--callgrind-out-file={output}"),
                *(str(PROGRAM), str(times), str(SHIPPED), *map(str, pages.paths)),
            ],
            capture_output=True,
            check=True,
        )
        annotated = subprocess.run(
            ["callgrind_annotate", "--inclusive=yes", "--threshold=100", "--auto=no", output],
            capture_output=True,
            text=True,
            check=True,
        )
    return read_annotation(annotated.stdout)


def read_annotation(annotation: str) -> dict[str, int]:
    """Return the count of each function, the largest where it stands in several files."""
    counts: dict[str, int] = {}
    for line in annotation.splitlines():
        entry = re.match(
            r"\s*([\d,]+) \([^)]*\)\s+(?:\S*?:(?!:))?(.+?)(?:'\d+)?(?: \[[^\]]*\])?$", line
        )
        if entry is not None:
            name, count = entry[2], int(entry[1].replace(",", ""))
            counts[name] = max(count, counts.get(name, 0))
    return counts


def _has(tool: str) -> bool:
    return shutil.which(tool) is not None
