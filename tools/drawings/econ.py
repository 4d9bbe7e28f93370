"""ECON: the walk from the snippet-node up to the summary-node, beside the texts of the page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from pagecore.choice import Choice
from pagecore.explain.svg import draw_line, draw_path, draw_rect, fit_text
from pagecore.methods.econ import number_paragraphs
from pagecore.page import Page
from pagecore.registry import find_method
from tools.drawings.examples import FAILURE, Example, load_example, name_element, read_default
from tools.drawings.outcomes import Outcome
from tools.drawings.sheet import BLACK, BLUE, FAINT, MARGIN, RULE, SMALL, TEXT, WIDTH, Sheet

#: Height of a line of text, distance of brackets, and the column of counts, in pixels.
ROW, BRACKET, COUNTS = 20, 26, 116
#: More pruned texts in a row than this are one line.
MAX_PRUNED = 2


@dataclass(frozen=True)
class Text:
    """A line of the drawing: blocks of the page that belong to one text-para, or pruned ones."""

    blocks: tuple[int, ...]
    para: int
    punc_num: int
    text: str
    outcome: Outcome


@dataclass(frozen=True)
class Step:
    """A node of the walk."""

    row: int
    punc_num: int
    #: How many marks its parent adds, None at the end of the page.
    distance: int
    is_end: bool


def draw(name: str) -> str:
    """Draw the walk on a page."""
    example = load_example(name)
    page = example.page
    choice = find_method("econ")(page)
    steps = list_steps(page, choice)
    texts = fold_pruned(list_texts(example, choice))

    sheet = Sheet(f"ECON on {example.title}: the walk", is_failure=name == FAILURE)
    sheet.note(
        "Texts without a period or comma are pruned. The walk begins at the node around the "
        "longest text that is left, and goes up while the parent adds periods or commas. Where "
        "the parent adds none, the walk ends. All texts inside that are not pruned are the content."
    )
    _draw_steps(sheet, page, steps)
    sheet.legend()
    sheet.y += 16
    _draw_page(sheet, page, steps, texts)
    sheet.note(example.describe_result(choice))
    return sheet.write()


def caption(name: str) -> str:
    """Say what the drawing of a page shows."""
    example = load_example(name)
    page, choice = example.page, find_method("econ")(example.page)
    steps = list_steps(page, choice)
    score = example.score(choice)
    first, last = (f"`{name_element(page, step.row)}`" for step in (steps[0], steps[-1]))
    if name != FAILURE:
        return (
            f"The walk begins at {first} and ends at {last}, because the links beside it have no "
            f"period and no comma. Word F1 {score.f1:.2f}."
        )
    return (
        f"A failure. The walk begins at {first} and ends only at {last}: the newsletter, the "
        "teasers, the cookie notice and the footer are sentences with commas, so every parent "
        f"adds marks. Word F1 {score.f1:.2f}."
    )


def list_steps(page: Page, choice: Choice) -> list[Step]:
    """List the nodes of the walk, from the snippet-node to the summary-node."""
    evidence = choice.evidence
    (snippet,) = np.flatnonzero(evidence["snippet-node"])
    (summary,) = np.flatnonzero(evidence["summary-node"])
    path = [int(row) for row in np.flatnonzero(page.end[: snippet + 1] > snippet)[::-1]]
    return [
        Step(
            row,
            int(evidence["node-punc-num"][row]),
            int(evidence["distance"][row]),
            row == summary,
        )
        for row in path
        if row >= summary
    ]


def list_texts(example: Example, choice: Choice) -> Iterator[Text]:
    """List the visible texts of the page, one for each block."""
    page = example.page
    join = read_default("econ", "join")
    para = number_paragraphs(page, join)
    blocks = page.blocks
    lines = page.block_lines()
    for block in np.flatnonzero((blocks.hidden == 0) & (blocks.chars > 0)).tolist():
        first = int(blocks.first[block])
        text = " ".join(lines[block].split())
        rows = page.spread(np.arange(len(blocks)) == block)
        punc_num = int(choice.evidence["punc-num"][first])
        if text:
            outcome = example.name_outcome(choice, rows)
            yield Text((block,), int(para[first]), punc_num, text, outcome)


def fold_pruned(texts: Iterable[Text]) -> list[Text]:
    """Fold runs of pruned texts; those of the article are not folded with others."""
    runs: list[list[Text]] = []
    for text in texts:
        last = runs[-1][-1] if runs else None
        if last and text.punc_num == last.punc_num == 0 and text.outcome == last.outcome:
            runs[-1].append(text)
        else:
            runs.append([text])
    folded = []
    for run in runs:
        if len(run) <= MAX_PRUNED:
            folded += run
        else:
            blocks = tuple(block for text in run for block in text.blocks)
            words = " | ".join(text.text for text in run)
            folded.append(Text(blocks, -1, 0, f"{len(run)} texts: {words}", run[0].outcome))
    return folded


def _draw_steps(sheet: Sheet, page: Page, steps: list[Step]) -> None:
    sheet.y += 20
    columns = (MARGIN + 30, 360, 420)
    titles = ("node", "node-punc-num", "distance: what its parent adds")
    for x, title in zip(columns, titles, strict=True):
        anchor = "end" if x == columns[1] else ""
        sheet.text(x, sheet.y, title, fill=FAINT, anchor=anchor)
    sheet.y += 6
    for number, step in enumerate(steps, start=1):
        sheet.y += 22
        y = sheet.y
        sheet.badge(MARGIN + 10, y - 4, number)
        role = " (snippet-node)" if number == 1 else ""
        role = " (summary-node)" if step.is_end else role
        role = " (snippet-node and summary-node)" if step.is_end and number == 1 else role
        sheet.text(columns[0], y, name_element(page, step.row) + role, bold=step.is_end)
        sheet.text(columns[1], y, str(step.punc_num), anchor="end")
        sheet.text(columns[2], y, _describe(page, step), bold=step.is_end)
    sheet.y += 8


def _describe(page: Page, step: Step) -> str:
    """Say what the walk does at a node."""
    parent = name_element(page, int(page.parent[step.row])) if step.row else ""
    if step.is_end and page.name(step.row) in ("body", "html"):
        return "the end of the page: the walk ends"
    if step.is_end:
        return f"{parent} adds {step.distance}: the walk ends"
    if not step.distance:
        return f"{parent} adds no text: passed over"
    return f"{parent} adds {step.distance}: go on"


def _draw_page(sheet: Sheet, page: Page, steps: list[Step], texts: list[Text]) -> None:
    """Draw the texts from top to bottom, with a bracket for each node of the walk."""
    left = MARGIN + BRACKET * len(steps) + 8
    right = WIDTH - MARGIN - COUNTS
    sheet.text(left, sheet.y, "texts of the page", fill=FAINT)
    sheet.text(right + 12, sheet.y, "punc-num", fill=FAINT)
    top = sheet.y + 8
    for at, text in enumerate(texts):
        y = top + ROW * at
        outcome, is_pruned = text.outcome, text.punc_num == 0
        if outcome != Outcome.DROPPED:
            sheet.add(draw_rect(left - 4, y + 1, right - left + 4, ROW - 2, fill=outcome.shade))
        size = SMALL if is_pruned else TEXT
        shown = fit_text(text.text, right - left - 8, size)
        sheet.text(left, y + 14, shown, size=size, fill=outcome.ink, italic=is_pruned)
    for group in _group_paras(texts):
        y0, y1 = top + ROW * group[0] + 3, top + ROW * (group[-1] + 1) - 3
        count = texts[group[0]].punc_num
        sheet.add(draw_line(right + 6, y0, right + 6, y1, stroke=BLACK if count else RULE, width=2))
        label = f"{count}" if count else "0: pruned"
        colour = BLACK if count else FAINT
        sheet.text(right + 14, (y0 + y1) / 2 + 4, label, fill=colour, bold=bool(count))
    for number, step in enumerate(steps, start=1):
        inside = [at for at, text in enumerate(texts) if _is_inside(page, text, step.row)]
        x = left - 16 - BRACKET * (number - 1)
        y0, y1 = top + ROW * inside[0] + 4, top + ROW * (inside[-1] + 1) - 4
        sheet.add(
            draw_path(
                [(x + 7, y0), (x, y0), (x, y1), (x + 7, y1)],
                stroke=BLUE,
                width=3 if step.is_end else 1.5,
            )
        )
        sheet.badge(x, (y0 + y1) / 2, number)
    sheet.y = top + ROW * len(texts) + 6


def _is_inside(page: Page, text: Text, row: int) -> bool:
    """Whether a node holds all blocks of a line."""
    first, last = page.blocks.first[text.blocks[0]], page.blocks.last[text.blocks[-1]]
    return bool(row <= first and last < page.end[row])


def _group_paras(texts: list[Text]) -> list[list[int]]:
    """Group the lines of one text-para."""
    groups: list[list[int]] = []
    for at, text in enumerate(texts):
        if groups and text.para >= 0 and texts[groups[-1][-1]].para == text.para:
            groups[-1].append(at)
        else:
            groups.append([at])
    return groups
