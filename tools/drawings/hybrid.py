"""Hybrid: the candidates with their numbers, the way through the decision tree, and the cut."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from pagecore.choice import Choice
from pagecore.errors import BadInput
from pagecore.explain.svg import draw_line, draw_path, draw_rect, fit_text, split_lines
from pagecore.learn import learn
from pagecore.methods.candidates import FEATURES, find_candidates
from pagecore.methods.hybrid import load_classifier
from pagecore.models.classifiers import DecisionTree
from pagecore.models.model import load
from pagecore.page import Array, Page
from pagecore.registry import find_method
from tools.drawings.examples import FAILURE, Example, load_example, name_element
from tools.drawings.outcomes import Outcome
from tools.drawings.sheet import BLACK, BLUE, FAINT, MARGIN, RULE, SMALL, TEXT, WIDTH, Sheet

#: Height of a row of the table and of a line of the source, in pixels.
ROW, LINE = 20, 18
#: Where the columns of the table end, and the width of a box of the tree.
COLUMNS, BOX = (262, 356, 406, 506, 590, 692, 800), 300


@dataclass(frozen=True, eq=False)
class Candidate:
    """A candidate with words: its features, and the nodes of the tree that it passes."""

    row: int
    name: str
    features: npt.NDArray[np.float32]
    path: tuple[int, ...]
    probability: float
    outcome: Outcome

    @property
    def is_positive(self) -> bool:
        """Whether the classifier calls it content."""
        return self.probability > 0.5

    @property
    def words(self) -> float:
        """The number of its own words."""
        return float(self.features[0])


def draw(name: str) -> str:
    """Draw table, tree and cut of a page."""
    example = load_example(name)
    choice = find_method("hybrid")(example.page)
    tree = load_tree()
    candidates = list_candidates(example, choice, tree)
    sheet = Sheet(
        f"Hybrid on {example.title}: the decision tree and its cut", is_failure=name == FAILURE
    )
    sheet.note(
        "Every div and td is a candidate, and owns the words that are in no other candidate inside "
        "it. A decision tree, trained on labelled pages, decides by six numbers which candidates "
        "are content. Their opening tags are the rules for other pages of the site."
    )
    sheet.legend()
    sheet.heading("1. Six numbers for each candidate with words")
    _draw_table(sheet, candidates)
    main = max(candidates, key=lambda candidate: (candidate.is_positive, candidate.words))
    sheet.heading(f"2. The way of {main.name} through the tree of {len(tree.feature)} nodes")
    _draw_tree(sheet, tree, candidates, main)
    sheet.heading("3. The cut: no parser, only a search for the opening tag and a count")
    _draw_cut(sheet, example, main)
    sheet.note(example.describe_result(choice))
    return sheet.write()


def caption(name: str) -> str:
    """Say what the drawing of a page shows."""
    example = load_example(name)
    choice = find_method("hybrid")(example.page)
    candidates = list_candidates(example, choice, load_tree())
    positive = [candidate for candidate in candidates if candidate.is_positive]
    names = _join(f"`{candidate.name}`" for candidate in positive)
    f1 = example.score(choice).f1
    if name != FAILURE:
        return (
            f"The tree calls {names} content. A cut begins at the opening tag and ends where the "
            f"start and end tags of its name balance. Word F1 {f1:.2f}."
        )
    n_lost = sum(candidate.outcome == Outcome.LOST for candidate in candidates)
    excess = [f"`{of.name}`" for of in positive if of.outcome == Outcome.EXCESS]
    mistaken = f" {_join(excess)} is not of the article." if excess else ""
    return (
        f"A failure. The tree calls {names} content.{mistaken} {n_lost} candidates with text of "
        "the article are lost: every paragraph has a `div` of its own, and so few words look like "
        f"any other small element. Word F1 {f1:.2f}."
    )


def load_tree() -> DecisionTree:
    """Load the decision tree of the model in the package."""
    tree = load_classifier(load(method="hybrid"), "c45")
    if not isinstance(tree, DecisionTree):
        raise TypeError(f"expected a decision tree, not {type(tree).__name__}")
    return tree


def list_candidates(example: Example, choice: Choice, tree: DecisionTree) -> list[Candidate]:
    """List the candidates with words, in document order."""
    page = example.page
    found = find_candidates(page)
    probability = choice.evidence["probability"]
    return [
        Candidate(
            int(row),
            name_element(page, int(row)),
            features,
            tuple(follow_tree(tree, features)),
            float(probability[row]),
            example.name_outcome(choice, found.number == number),
        )
        for number, (row, features) in enumerate(zip(found.rows, found.features, strict=True))
        if features[0] > 0
    ]


def follow_tree(tree: DecisionTree, features: Array) -> Iterator[int]:
    """Follow a candidate from the root of the tree to its leaf."""
    node = 0
    while tree.feature[node] >= 0:
        yield node
        is_left = features[tree.feature[node]] <= tree.border[node]
        node = int(tree.left[node] if is_left else tree.right[node])
    yield node


def _draw_table(sheet: Sheet, candidates: list[Candidate]) -> None:
    sheet.y += 14
    titles = (
        "words",
        "density",
        "links",
        "words in links",
        "… / links",
        "… / words",
        "probability",
    )
    for x, title in zip(COLUMNS, titles, strict=True):
        sheet.text(x, sheet.y, title, size=SMALL, fill=FAINT, anchor="end")
    sheet.y += 6
    for run in _fold(candidates):
        y, colour = sheet.y, run[0].outcome.ink
        if run[0].is_positive:
            shade = run[0].outcome.shade
            sheet.add(draw_rect(MARGIN - 4, y, WIDTH - 2 * MARGIN + 8, ROW - 1, fill=shade))
        name = run[0].name if len(run) == 1 else f"{len(run)} × {run[0].name}"
        sheet.text(MARGIN, y + 14, fit_text(name, 190, TEXT, bold=True), fill=colour, bold=True)
        columns = [*(np.array([of.features[at] for of in run]) for at in range(len(FEATURES)))]
        columns.append(np.array([candidate.probability for candidate in run]))
        for x, values in zip(COLUMNS, columns, strict=True):
            is_last = x == COLUMNS[-1]
            shown = _write_range(float(values.min()), float(values.max()))
            sheet.text(x, y + 14, shown, size=SMALL + 0.5, anchor="end", bold=is_last)
        sheet.y += ROW
    sheet.y += 4


def _fold(candidates: list[Candidate]) -> list[list[Candidate]]:
    """Put candidates with the same name and outcome into one row, where the first of them is."""
    runs: dict[tuple[str, Outcome], list[Candidate]] = {}
    for candidate in candidates:
        runs.setdefault((candidate.name, candidate.outcome), []).append(candidate)
    return list(runs.values())


def _write_value(value: float) -> str:
    """Write a feature: counts as they are, shares with two or three digits."""
    if value == int(value):
        return f"{value:.0f}"
    return f"{value:.3f}" if value < 1 else f"{value:.1f}"


def _write_range(low: float, high: float) -> str:
    first, last = _write_value(low), _write_value(high)
    return first if first == last else f"{first}–{last}"


def _draw_tree(
    sheet: Sheet, tree: DecisionTree, candidates: list[Candidate], main: Candidate
) -> None:
    """Draw the tests of the main candidate, and where the others leave its way."""
    sheet.y += 8
    for tests, leaving in _list_stages(main, candidates):
        top = sheet.y
        height = 12.0 + 17 * len(tests)
        sheet.add(draw_rect(MARGIN, top, BOX, height, fill="#f6f8fa", stroke="#6e7781", radius=4))
        for at, node in enumerate(tests):
            value = float(main.features[tree.feature[node]])
            sign = "≤" if value <= tree.border[node] else ">"
            test = (
                f"{FEATURES[tree.feature[node]]} {_write_value(value)} {sign} "
                f"{_write_value(float(tree.border[node]))}"
            )
            sheet.text(MARGIN + 10, top + 18 + 17 * at, test)
        height = max(height, _draw_leaving(sheet, leaving, top, height))
        sheet.y = top + height + 16
        x = MARGIN + 40
        sheet.add(
            draw_path([(x, top + 12 + 17 * len(tests)), (x, sheet.y)], stroke=BLUE, width=2.5)
        )
        sheet.add(
            draw_path(
                [(x - 5, sheet.y - 6), (x, sheet.y), (x + 5, sheet.y - 6)], stroke=BLUE, width=2.5
            )
        )
    colour = main.outcome.ink
    sheet.add(
        draw_rect(
            MARGIN,
            sheet.y,
            BOX,
            28,
            fill=main.outcome.shade,
            stroke=BLUE,
            stroke_width=2,
            radius=4,
        )
    )
    verdict = "content" if main.is_positive else "not content"
    label = f"{main.name}: {verdict}, probability {main.probability:.3f}"
    sheet.text(
        MARGIN + 10,
        sheet.y + 19,
        fit_text(label, BOX - 16, TEXT, bold=True),
        fill=colour,
        bold=True,
    )
    sheet.y += 32


def _list_stages(
    main: Candidate, candidates: list[Candidate]
) -> Iterator[tuple[list[int], list[Candidate]]]:
    """List the tests of the main candidate; tests at which no other leaves come with the next."""
    tests: list[int] = []
    for at, node in enumerate(main.path[:-1]):
        tests.append(node)
        leaving = [
            candidate
            for candidate in candidates
            if candidate.path[: at + 1] == main.path[: at + 1]
            and candidate.path[at + 1] != main.path[at + 1]
        ]
        is_last = at == len(main.path) - 2
        if leaving or is_last:
            yield tests, leaving
            tests = []


def _draw_leaving(sheet: Sheet, leaving: list[Candidate], top: float, height: float) -> float:
    """Draw the candidates that take another way; returns the height that they need."""
    if not leaving:
        return 0
    x = MARGIN + BOX + 34
    y = top + height / 2
    sheet.add(
        draw_line(MARGIN + BOX, y, x - 6, y, stroke="#6e7781", width=1.5),
        draw_path([(x - 12, y - 5), (x - 6, y), (x - 12, y + 5)], stroke="#6e7781", width=1.5),
    )
    groups: dict[tuple[bool, Outcome], list[Candidate]] = {}
    for candidate in leaving:
        groups.setdefault((candidate.is_positive, candidate.outcome), []).append(candidate)
    lines: list[tuple[str, str]] = []
    for (is_positive, outcome), group in groups.items():
        values = [candidate.probability for candidate in group]
        verdict = "content" if is_positive else "not content"
        names = ", ".join(
            run[0].name if len(run) == 1 else f"{len(run)}×{run[0].name}" for run in _fold(group)
        )
        text = f"{verdict}, probability {_write_range(min(values), max(values))}: {names}"
        lines += [(line, outcome.ink) for line in split_lines(text, WIDTH - MARGIN - x, TEXT)]
    first = max(top + 14, y + 4 - 8.5 * (len(lines) - 1))
    for at, (line, colour) in enumerate(lines):
        sheet.text(x, first + 17 * at, line, fill=colour)
    return first + 17 * len(lines) - top


def _draw_cut(sheet: Sheet, example: Example, main: Candidate) -> None:
    """Draw the source around the first rule's cut, with the count of its tags."""
    page = example.page
    begin, stop, tag, literal = find_cut(page, main)
    sheet.y += 8
    sheet.text(MARGIN, sheet.y + 8, f"count of <{tag}>", size=SMALL, fill=FAINT)
    sheet.y += 14
    left = MARGIN + 62
    for line in fold_source(page.source.decode(), begin, stop, tag):
        y = sheet.y
        if line.is_cut:
            sheet.add(draw_rect(left - 6, y, WIDTH - MARGIN - left + 6, LINE, fill="#ddf4ff"))
        if line.text.startswith(literal) and line.is_cut and line.count == 1:
            width = min(0.602 * SMALL * len(literal) + 4, WIDTH - MARGIN - left)
            sheet.add(draw_rect(left - 2, y + 1, width, LINE - 2, fill="#fff8c5", stroke="#bf8700"))
        if line.count is not None:
            end = "cut" if line.count == 0 else ""
            sheet.text(MARGIN + 8, y + 13, str(line.count), bold=True, fill=BLUE)
            sheet.text(MARGIN + 22, y + 13, end, size=SMALL, bold=True, fill=BLUE)
        shown = fit_text(line.text, WIDTH - MARGIN - left, SMALL, mono=line.is_source)
        colour = BLACK if line.is_cut else FAINT
        is_source = line.is_source
        sheet.text(
            left, y + 13, shown, size=SMALL, fill=colour, mono=is_source, italic=not is_source
        )
        sheet.y += LINE
    sheet.add(draw_line(left - 6, sheet.y, WIDTH - MARGIN, sheet.y, stroke=RULE))
    sheet.y += 8


def find_cut(page: Page, main: Candidate) -> tuple[int, int, str, str]:
    """Cut the main candidate out of the source by the rules that the site method learns from it.

    Returns:
        Where the cut begins and ends in the source, the name of its tag, and the opening tag.
    """
    # A site has at least two pages.
    pages = [page.source, page.source]
    wrapper = learn(pages, method="hybrid", labels=lambda of: of.under(main.row))
    piece = wrapper.cut(page.source)
    begin = page.source.find(piece)
    match = _OPENING.match(piece)
    if begin < 0 or match is None:
        raise BadInput(f"the cut of {main.name} is not one element of the page")
    return begin, begin + len(piece), match[1].decode(), match[0].decode()


#: An opening tag at the beginning of a piece, and its name.
_OPENING: Final = re.compile(rb"<([a-z0-9]+)[^>]*>")


@dataclass(frozen=True)
class SourceLine:
    """A line of the source, or a note in place of several."""

    text: str
    is_cut: bool
    #: How many of the tags are open after the line; None if it has none of them.
    count: int | None
    is_source: bool = True


def fold_source(source: str, begin: int, stop: int, tag: str) -> list[SourceLine]:
    """List the lines of the source around a cut; lines without the tag are folded inside it."""
    tags = re.compile(rf"<(/?){tag}(?=[\s/>])", re.IGNORECASE)
    lines: list[SourceLine] = []
    at = count = 0
    for text in source.splitlines(keepends=True):
        is_cut = at >= begin and at < stop
        found = list(tags.finditer(text)) if is_cut else []
        count += sum(-1 if match[1] else 1 for match in found)
        lines.append(SourceLine(text.strip(), is_cut, count if found else None))
        at += len(text)
    inside = [number for number, line in enumerate(lines) if line.is_cut]
    shown = lines[inside[0] - 2 : inside[0]]
    runs: list[list[SourceLine]] = []
    for number in inside:
        line = lines[number]
        if runs and line.count is None and runs[-1][-1].count is None:
            runs[-1].append(line)
        else:
            runs.append([line])
    for run in runs:
        shown += run if len(run) <= 3 else _fold_run(run, tag)
    return shown + lines[inside[-1] + 1 : inside[-1] + 3]


def _fold_run(run: list[SourceLine], tag: str) -> list[SourceLine]:
    note = f"… {len(run) - 2} more lines without a {tag} tag"
    return [run[0], SourceLine(note, True, None, is_source=False), run[-1]]


def _join(names: Iterable[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
