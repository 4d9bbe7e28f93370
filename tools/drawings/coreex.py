"""CoreEx: the counted tree, with the element that scores best and the set of its good children."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pagecore.choice import Choice
from pagecore.explain.svg import draw_line, draw_rect, fit_text, measure_text
from pagecore.page import Array, Mask, Page
from pagecore.registry import find_method
from tools.drawings.examples import (
    FAILURE,
    Example,
    load_example,
    name_element,
    read_default,
    read_text,
)
from tools.drawings.sheet import BLACK, BLUE, FAINT, MARGIN, RULE, SMALL, TEXT, WIDTH, Sheet

#: Height of a row and the indentation of a level, in pixels.
ROW, INDENT = 21, 15
#: Where columns end, or begin (the bar of the ratio).
WORDS, LINKS, RATIO, SCORE = 462, 516, 536, 800
BAR = 96


@dataclass(frozen=True)
class Line:
    """A line of the outline: one element, or a run of alike ones."""

    rows: tuple[int, ...]
    level: int


def draw(name: str) -> str:
    """Draw the counted tree of a page."""
    example = load_example(name)
    page = example.page
    choice = find_method("coreex")(page)
    threshold = float(read_default("coreex", "threshold"))
    evidence = choice.evidence
    best = find_best(page, choice)
    members = (page.parent == best) & (evidence["childRatio"] > threshold)
    centre = find_centre(example)

    sheet = Sheet(f"CoreEx on {example.title}: the counted tree", is_failure=name == FAILURE)
    sheet.note(
        "Every element counts its words and its links. Children whose share of words outside "
        f"links exceeds {threshold:g} are good. The element whose good children score best wins, "
        "and these children are the content: a blue frame marks it, and they are shaded."
    )
    sheet.legend()
    sheet.y += 26
    for x, title in ((WORDS, "textCnt"), (LINKS, "linkCnt"), (SCORE, "score")):
        sheet.text(x, sheet.y, title, fill=FAINT, anchor="end")
    sheet.text(RATIO, sheet.y, "childRatio", fill=FAINT)
    sheet.y += 6
    lines = list_lines(page, evidence["textCnt"], example.article, (best, centre))
    top = sheet.y
    for at, line in enumerate(lines):
        y, row = top + ROW * at, line.rows[0]
        outcome = example.name_outcome(choice, page.under(row))
        x = MARGIN + INDENT * line.level
        # The good children may be texts, which have no line of their own.
        has_texts = row == best and bool((members & (page.tag == 0) & choice.content).any())
        if page.above(members)[row] >= 0 or has_texts:
            sheet.add(draw_rect(x - 4, y + 1, WIDTH - MARGIN - x + 4, ROW - 1, fill=outcome.shade))
        if row == best:
            sheet.add(
                draw_rect(
                    x - 4, y + 1, WIDTH - MARGIN - x + 4, ROW - 1, stroke=BLUE, stroke_width=2
                )
            )
        _draw_branch(sheet, lines, at, top)
        _draw_name(sheet, page, line, x, y, outcome.ink, is_best=row == best)
        _draw_counts(sheet, evidence, line, y, threshold)
        if len(line.rows) == 1 and evidence["setTextCnt"][row] > 0:
            is_best = row == best
            text, colour = f"{evidence['score'][row]:.4f}", BLUE if is_best else BLACK
            sheet.text(SCORE, y + 15, text, fill=colour, anchor="end", bold=is_best)
    sheet.y = top + ROW * len(lines) + 8
    _explain(sheet, example, choice, best, centre)
    return sheet.write()


def caption(name: str) -> str:
    """Say what the drawing of a page shows."""
    example = load_example(name)
    page, choice = example.page, find_method("coreex")(example.page)
    best = find_best(page, choice)
    score = example.score(choice)
    winner = f"`{_name_best(page, best)}` wins with a score of {choice.evidence['score'][best]:.4f}"
    if name != FAILURE:
        return f"{winner}, and its good children are the article. Word F1 {score.f1:.2f}."
    centre = find_centre(example)
    return (
        f"A failure. {winner}, because no word of it is a link. `{name_element(page, centre)}`, "
        f"which holds the article, has {choice.evidence['score'][centre]:.4f}: more than one word "
        "in a hundred is a link there, and the small weight of the share of the text does not make "
        f"up for it. Word F1 {score.f1:.2f}."
    )


def _name_best(page: Page, best: int) -> str:
    """Name an element, with the one around it if a tag alone would say little."""
    name = name_element(page, best)
    if name == page.name(best):
        return f"{name_element(page, int(page.parent[best]))} > {name}"
    return name


def find_best(page: Page, choice: Choice) -> int:
    """Find the element whose children were chosen: the innermost with the best score."""
    score, text = choice.evidence["score"], choice.evidence["setTextCnt"]
    rows = np.flatnonzero(score == score.max())
    rows = rows[text[rows] == text[rows].max()]
    return int(rows[page.depth[rows].argmax()])


def find_centre(example: Example) -> int:
    """Find the innermost element that holds nine tenths of the article's words."""
    page = example.page
    words = page.below(page.shown(page.words) * example.article)
    return int(np.flatnonzero((words >= 0.9 * words[0]) & (page.tag != 0))[-1])


def list_lines(page: Page, text: Array, article: Mask, opened: tuple[int, ...]) -> list[Line]:
    """List the elements with words around and inside some elements; others stay closed."""
    is_open = np.zeros(len(page), np.bool_)
    for row in opened:
        is_open |= (np.arange(len(page)) <= row) & (page.end > row)
        # The parts of the article are opened too.
        is_open[(page.parent == row) & page.below(article, how="any")] = True
    lines: list[Line] = []
    body = int(np.flatnonzero(page.is_tag("body"))[0])
    stack = [(body, 0)]
    while stack:
        row, level = stack.pop()
        lines.append(Line((row,), level))
        if is_open[row]:
            children = np.flatnonzero((page.parent == row) & (page.tag != 0) & (text > 0))
            # Inline elements of a paragraph are part of its words.
            blocks = [int(child) for child in children if page.owner[child] == child]
            stack += [(child, level + 1) for child in reversed(blocks)]
    return fold(page, lines, is_open)


def fold(page: Page, lines: list[Line], is_open: Array) -> list[Line]:
    """Fold runs of three and more alike elements that are closed."""
    folded: list[Line] = []
    for line in lines:
        last = folded[-1] if folded else None
        row = line.rows[0]
        is_closed = not is_open[row] or not np.any(
            (page.parent == row) & (page.owner == np.arange(len(page)))
        )
        if (
            last is not None
            and is_closed
            and last.level == line.level
            and page.parent[last.rows[0]] == page.parent[row]
            and name_element(page, last.rows[0]) == name_element(page, row)
        ):
            folded[-1] = Line((*last.rows, row), line.level)
        else:
            folded.append(line)
    return [
        part
        for line in folded
        for part in (
            [line] if len(line.rows) > 2 else [Line((row,), line.level) for row in line.rows]
        )
    ]


def _draw_branch(sheet: Sheet, lines: list[Line], at: int, top: float) -> None:
    """Draw the line from an element to its parent."""
    level = lines[at].level
    if not level:
        return
    parent = max(before for before in range(at) if lines[before].level == level - 1)
    x, y = MARGIN + INDENT * (level - 1) + 3, top + ROW * at + 11
    sheet.add(
        draw_line(x, top + ROW * parent + ROW - 1, x, y, stroke="#8c959f"),
        draw_line(x, y, x + INDENT - 8, y, stroke="#8c959f"),
    )


def _draw_name(
    sheet: Sheet, page: Page, line: Line, x: float, y: float, colour: str, *, is_best: bool
) -> None:
    row, n_rows = line.rows[0], len(line.rows)
    name = name_element(page, row) if n_rows == 1 else f"{n_rows} × {name_element(page, row)}"
    sheet.text(x, y + 15, name, fill=colour, bold=True)
    x += measure_text(name, TEXT, bold=True) + 10
    if is_best:
        sheet.text(x, y + 15, "best score", fill=BLUE, bold=True)
        return
    shown = fit_text(read_text(page, row), WORDS - 48 - x, SMALL)
    sheet.text(x, y + 15, shown, size=SMALL, fill=FAINT)


def _draw_counts(
    sheet: Sheet, evidence: dict[str, Array], line: Line, y: float, threshold: float
) -> None:
    rows = list(line.rows)
    words, links = (int(evidence[name][rows].sum()) for name in ("textCnt", "linkCnt"))
    ratios = evidence["childRatio"][rows]
    sheet.text(WORDS, y + 15, str(words), anchor="end")
    sheet.text(LINKS, y + 15, str(links), anchor="end")
    is_good = bool(ratios.min() > threshold)
    colour = "#4184d6" if is_good else "#afb8c1"
    sheet.add(
        draw_rect(RATIO, y + 6, BAR, 10, fill="#fff", stroke=RULE),
        draw_rect(RATIO, y + 6, BAR * ratios.min(), 10, fill=colour),
        draw_line(RATIO + BAR * threshold, y + 3, RATIO + BAR * threshold, y + 19, stroke=BLACK),
    )
    low, high = (f"{value:.2f}" for value in (ratios.min(), ratios.max()))
    shown = low if low == high else f"{low}–{high}"
    sheet.text(RATIO + BAR + 8, y + 15, shown, bold=is_good)


def _explain(sheet: Sheet, example: Example, choice: Choice, best: int, centre: int) -> None:
    """Write out the score of the best element, and of the article's if it is another."""
    page, evidence = example.page, choice.evidence
    ratio_weight, text_weight = (
        read_default("coreex", name) for name in ("ratio_weight", "text_weight")
    )
    page_text = int(evidence["textCnt"][0])
    for row in dict.fromkeys((best, centre)):
        text, links = int(evidence["setTextCnt"][row]), int(evidence["setLinkCnt"][row])
        sheet.note(
            f"{name_element(page, row)}: {ratio_weight:g} · ({text} − {links}) / {text} + "
            f"{text_weight:g} · {text} / {page_text} = {evidence['score'][row]:.4f}",
            fill=BLUE if row == best else BLACK,
        )
        sheet.y -= 6
    sheet.note(example.describe_result(choice))
