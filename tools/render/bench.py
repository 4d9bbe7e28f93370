"""Times that `python -m bench --record` measures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bench.features import GROUPS, N_PAGES
from pagecore.figures import Entries
from tools.render.labels import name_label
from tools.render.markdown import wrap_text, write_caption, write_number, write_table

#: The calls of the bench that are shown, and what they are called there.
CALLS: Final = {
    "pagecore.parse": "`pagecore.parse`",
    "selectolax": "bare parse: selectolax (lexbor)",
    "pagecore.extract": "`pagecore.extract`, to text",
    "pagecore, text + Markdown + metadata": "`pagecore.extract`, to text, Markdown and metadata",
    "resiliparse": "main text: resiliparse",
    "turbohtml main_text": "main text: turbohtml",
    "rs-trafilatura": "main text: rs-trafilatura",
    "trafilatura": "main text: trafilatura",
}
#: Stages and parts of the bench whose names do not say what was measured.
_STAGES: Final = {
    "page": "features of page and choice",
    "confidence": "features of page and choice",
    "text": "images, rows and text",
}
_LEAST: Final = "The fastest of several rounds counts, for each page."
_RATIO: Final = "time / pagecore's"


def render_speed(entries: Entries) -> str:
    """CPU time of our calls and those of others."""
    entry = entries["speed"]
    by_call = {row["call"]: row for row in entry["figures"]}
    rows = [
        [
            f"{CALLS[call]} {row['version']}",
            write_number(row["cpu_ms"]),
            write_number(row["mb_per_s"], 0),
            write_number(row["times_ours"], 2),
        ]
        for call, row in ((call, by_call[call]) for call in CALLS if call in by_call)
    ]
    headings = ["call", "CPU ms/page", "MB/s", _RATIO]
    remark = (
        "The ratio compares the time with that of the pagecore call of the same kind: a parse, or "
        "an extraction to text. Below 1 is faster than pagecore, above 1 slower."
    )
    return _write_captioned(entry, headings, rows, remark)


def render_steps(entries: Entries) -> str:
    """Where the time of an extraction goes."""
    entry = entries["steps"]
    micros = entry["figures"]
    total = sum(micros.values())
    rows: list[list[str]] = [
        [_STAGES.get(step, step), f"{us:.0f}", f"{us / total:.0%}"] for step, us in micros.items()
    ]
    rows.append(["all", f"{total:.0f}", ""])
    headings = ["stage", "µs/page", "share"]
    remark = (
        f"Parsing includes decoding. {_LEAST} Each stage is timed alone inside the core, by the "
        "wall clock. The forests of confidence and page type are not timed. The sum is therefore "
        "less than the CPU time of `pagecore.extract` called from Python, which "
        "[figures.md](figures.md#speed) compares with other extractors."
    )
    return _write_captioned(entry, headings, rows, remark)


def render_feature_cost(entries: Entries) -> str:
    """Instructions of the parts of an extraction and of each group of features."""
    entry = entries["feature cost"]
    figures = entry["figures"]
    total = figures["total"]

    def list_rows(counts: Mapping[str, int], prefix: str) -> list[list[str]]:
        ranked = sorted(counts.items(), key=lambda item: -item[1])
        return [
            [prefix + name, GROUPS.get(name, ""), f"{n / 1000:.0f}", f"{n / total:.1%}"]
            for name, n in ranked
        ]

    parts = {_STAGES.get(name, name): n for name, n in figures["parts"].items() if name != "text"}
    parts["text"] = figures["parts"]["text"]
    rows = [*list_rows(parts, ""), *list_rows(figures["groups"], "features: ")]
    rows.append(["all", "", f"{total / 1000:.0f}", ""])
    headings = ["part", "describes", "thousand instructions/page", "share"]
    remark = (
        f"Counted on {N_PAGES} of these pages, evenly spread by size. A group of features is a "
        "module of `core/src/judge/features`."
    )
    return _write_captioned(entry, headings, rows, remark, left=(0, 1))


def render_parsers(entries: Entries) -> str:
    """Our parser beside others."""
    entry = entries["parsers"]
    rows = [
        [
            f"{row['parser']} {row['version']}",
            name_label(row["makes"]),
            write_number(row["cpu_ms"]),
            write_number(row["mb_per_s"], 0),
            write_number(row["times_ours"], 2),
            write_number(row["rows"], 0) or "–",
            write_number(row["peak_mb"], 1) or "–",
        ]
        for row in entry["figures"]
    ]
    headings = ["parser", "output", "CPU ms/page", "MB/s", _RATIO, "rows/page", "peak MB"]
    remark = (
        f"{_LEAST} Differences below about a tenth are noise: `pagecore.parse` includes the core. "
        "All parsers except lexbor decode the bytes first; lexbor assumes UTF-8. "
        "The columns of html5ever are written while it parses, without a DOM. The peak is the "
        "memory that parsing the largest page adds to a new process. Lexbor requests the most "
        "memory from the system; in a process that has parsed before, as in `make bench`, it is "
        "closer to ours."
    )
    return _write_captioned(entry, headings, rows, remark, left=(0, 1))


def render_metadata_cost(entries: Entries) -> str:
    """The cost of metadata beside that of a parse."""
    entry = entries["metadata cost"]
    rows = [
        [
            row["call"],
            f"{row['us']:.0f}",
            f"{row['median_us']:.0f}",
            write_number(row["times_parse"], 2),
        ]
        for row in entry["figures"]
    ]
    remark = (
        f"CPU time of a parse, and of all fields of a parsed page, called from Python. {_LEAST}"
    )
    return _write_captioned(entry, ["call", "µs/page", "median", "time / parse"], rows, remark)


def render_wrapper(entries: Entries) -> str:
    """The cost of cutting by a wrapper."""
    entry = entries["wrapper speed"]
    rows = [
        [row["call"], write_number(row["us"], 1), write_number(row["times_cut"], 1)]
        for row in entry["figures"]
    ]
    remark = "From bytes to the extracted HTML. The fastest of several rounds counts."
    return _write_captioned(entry, ["call", "µs/page", "time / cut"], rows, remark)


def render_learning(entries: Entries) -> str:
    """CPU time and memory of learning a site."""
    entry = entries["learning speed"]
    by_run: dict[tuple[str, str], dict[int, Mapping[str, float]]] = {}
    for row in entry["figures"]["learning"]:
        by_run.setdefault((row["method"], row["templates"]), {})[row["pages"]] = row
    tables = []
    for templates in ("three", "many"):
        runs = {method: row for (method, of), row in by_run.items() if of == templates}
        sizes = sorted({size for row in runs.values() for size in row})
        rows = [
            [
                f"`{method}`",
                *(write_number(row[size]["seconds"], 1) for size in sizes),
                write_number(row[sizes[-1]]["mib"], 0),
                write_number(row[sizes[-1]]["file_kb"], 0),
            ]
            for method, row in runs.items()
        ]
        headings = [f"{templates} templates", *(f"{size} pages, s" for size in sizes)]
        tables.append(write_table([*headings, "MiB", "file, kB"], rows, (0,)))
    remark = (
        "CPU time in seconds. Memory and the size of the wrapper's file are those of the most "
        "pages; memory is what learning adds to a new process. The pages are generated with words "
        "of the corpus and read from files. A site of many templates has two pages of each."
    )
    text = f"{write_caption(entry['provenance'])} {remark}"
    return "\n".join([*tables, wrap_text(text)])


def render_matching(entries: Entries) -> str:
    """CPU time of matching two pages."""
    entry = entries["learning speed"]
    rows = [
        [
            f"`{row['labels']}`",
            write_number(row["median_ms"], 1),
            write_number(row["longest_ms"], 1),
        ]
        for row in entry["figures"]["matching"]
    ]
    n_pairs = entry["figures"]["matching"][0]["pairs"]
    limits = entry["figures"]["rows"]
    remark = (
        f"{n_pairs} pairs of pages of {limits['least']} to {limits['most']} rows, each the fastest "
        "of several rounds."
    )
    return _write_captioned(entry, ["labels", "median, ms", "longest, ms"], rows, remark)


def render_browsing(entries: Entries) -> str:
    """The cost of rendering pages in a browser."""
    entry = entries["browse cost"]
    rows = [
        [
            row["way"],
            write_number(row["cpu_ms"], 0),
            write_number(row["wall_ms"], 0),
            write_number(row["pages_per_s"], 2),
            write_number(row["mib"], 0),
        ]
        for row in entry["figures"]["ways"]
    ]
    readings = entry["figures"]["readings"]
    remark = (
        "The bare loops only load each page; the pool also makes the layout and parses the page. "
        "CPU time is that of all processes. Memory is what is in use at the end, without shared "
        "program code. A layout is read by one call of the browser's protocol, DOMSnapshot, which "
        f"takes {write_number(readings['snapshot'], 0)} ms at the median. A walk over the document "
        f"by a script takes {write_number(readings['walk'], 0)} ms, but knows neither the order of "
        "painting nor closed shadow trees, and scripts of the page can disturb it."
    )
    headings = ["way", "CPU, ms/page", "wall, ms/page", "pages/s", "MiB"]
    return _write_captioned(entry, headings, rows, remark)


def _write_captioned(
    entry: Mapping[str, Any],
    headings: list[str],
    rows: list[list[str]],
    remark: str,
    left: tuple[int, ...] = (0,),
) -> str:
    text = f"{write_caption(entry['provenance'])} {remark}"
    return write_table(headings, rows, left) + "\n" + wrap_text(text)
