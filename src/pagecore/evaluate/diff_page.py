"""The page of a report that shows an output beside its gold, with the differences marked."""

from __future__ import annotations

import difflib
import hashlib
import math
import os
import re
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Final

from pagecore.evaluate.html import GENERATOR, write_number, write_page, write_table
from pagecore.evaluate.marks import label_names
from pagecore.measure.run import MeasuredPage, Results

#: Words of each text that are compared. The rest of a longer text is not, and a note says so.
MAX_WORDS: Final = 4000
#: Characters of a file name; most systems allow 255 bytes.
MAX_NAME: Final = 120


def name_file(results: Results, page: MeasuredPage) -> Path:
    """The path of the diff of a page, relative to the folder of the report."""

    def escape_name(text: str) -> str:
        """A file name; different texts have different names."""
        name = re.sub(r"[^\w.-]", lambda match: f"~{ord(match[0]):x}", text, flags=re.ASCII)
        if not name.strip("."):
            return f"~{name}"
        if len(name) <= MAX_NAME:
            return name
        digest = hashlib.sha256(text.encode(errors="backslashreplace")).hexdigest()
        return f"{name[:MAX_NAME]}~{digest[:16]}"

    corpus, contender = escape_name(results.corpus.name), escape_name(page.contender)
    return Path("pages", corpus, contender, f"{escape_name(page.item.id)}.html")


def write_diff_page(results: Results, page: MeasuredPage) -> str:
    """The gold and the output of a page side by side, with what is missing and what is extra."""
    gold, text = page.item.gold.text or "", page.output.text
    missing, superfluous = _find_differences(gold, text)
    cut = max(len(gold.split()), len(text.split())) > MAX_WORDS
    note = f" Only the first {MAX_WORDS} words of each are compared." if cut else ""
    marked_gold, marked_text = _mark(gold, missing, "del"), _mark(text, superfluous, "ins")
    name = label_names(results)[page.contender]
    body = (
        f"<h1>{escape(page.item.id)}, {escape(name)}</h1>"
        + write_table(("", "", ""), _list_figures(results, page))
        + "<p><del>Green</del> is missing from the output, <ins>red</ins> is not in the gold."
        f"{note}</p>"
        f'<div class="two"><div><h2>Gold</h2><p class="text">{"".join(marked_gold)}</p></div>'
        f'<div><h2>Output</h2><p class="text">{"".join(marked_text)}</p></div></div>'
    )
    return write_page(f"{page.item.id}: {name}", body)


def _list_figures(results: Results, page: MeasuredPage) -> list[tuple[str, str, str]]:
    """All figures of a page."""
    return [
        (metric.name, figure, write_number(value))
        for metric in results.metrics
        if metric.name in page.scores
        for figure, value in metric.pool([page.scores[metric.name]]).items()
        if not math.isnan(value)
    ]


def _find_differences(gold: str, text: str) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Ranges of words of the gold that the text lacks, and of the text that the gold lacks."""
    a, b = gold.split()[:MAX_WORDS], text.split()[:MAX_WORDS]
    changes = [
        change
        for change in difflib.SequenceMatcher(None, a, b, autojunk=False).get_opcodes()
        if change[0] != "equal"
    ]
    missing = [(start, end) for _, start, end, _, _ in changes if start < end]
    superfluous = [(start, end) for _, _, _, start, end in changes if start < end]
    return missing, superfluous


def _mark(text: str, words: Sequence[tuple[int, int]], tag: str) -> Iterator[str]:
    """The text unchanged, with ranges of words inside an element."""
    places = [match.span() for match in re.finditer(r"\S+", text)]
    done = 0
    for start, end in words:
        begin, until = places[start][0], places[end - 1][1]
        yield f"{escape(text[done:begin])}<{tag}>{escape(text[begin:until])}</{tag}>"
        done = until
    yield escape(text[done:])


def remove_pages(pages: Path) -> None:
    """Remove the pages that an earlier report has written, and folders that are then empty.

    Symbolic links are not followed.
    """
    if pages.is_symlink():
        return
    for folder, _, names in os.walk(pages, topdown=False):
        for path in (Path(folder, name) for name in names if name.endswith(".html")):
            if path.is_file() and not path.is_symlink() and _is_diff_page(path):
                path.unlink()
        if not any(Path(folder).iterdir()):
            Path(folder).rmdir()


def _is_diff_page(path: Path) -> bool:
    with path.open("rb") as file:
        return GENERATOR.encode() in file.read(200)
