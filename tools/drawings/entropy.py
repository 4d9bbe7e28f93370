"""Entropy: how terms are spread over the pages, the entropy of pieces, and the threshold."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pagecore.choice import Choice
from pagecore.explain.svg import draw_line, draw_rect, fit_text
from pagecore.learn import learn
from pagecore.sites.digests import find_positions
from pagecore.sites.entropy import Entropies, average_terms, split_coarsely
from pagecore.sites.pieces import find_pieces
from pagecore.sites.terms import find_terms
from tools.drawings.example_sites import COMMENTED, ExampleSite, load_site
from tools.drawings.examples import join_texts, name_element
from tools.drawings.outcomes import Outcome
from tools.drawings.sheet import BLUE, FAINT, MARGIN, RULE, SMALL, TEXT, WIDTH, Sheet

#: Height of a row, and width of a bar and of a cell, in pixels.
ROW, BAR, CELL = 20, 160, 30
#: Where the columns of the pieces begin.
SAMPLE, TERMS, VALUE = 130, 570, 600
#: Words of the drawn page whose spread is shown.
WORDS = ("weather", "harbour", "norrhaven", "town", "bread", "ovens")
#: Width and height of the plot of the threshold.
PLOT_WIDTH, PLOT_HEIGHT = 560, 120


class Piece(NamedTuple):
    """A piece of the drawn page."""

    name: str
    text: str
    n_terms: int
    entropy: float
    outcome: Outcome


def draw(name: str) -> str:
    """Draw terms, pieces and threshold of a site."""
    site = load_site(name)
    body, choice = learn_site(site)
    example = site.example
    sheet = Sheet(f"Entropy on {example.title}: the spread of terms", is_failure=name == COMMENTED)
    sheet.note(
        "A term that is on one page only has the entropy 0, one that is equally frequent on all "
        "pages has 1. The entropy of a piece is the mean over its distinct terms. Pieces up to the "
        "threshold are informative."
    )
    sheet.legend()
    sheet.heading("1. How often words of one page are on each page, and their entropy H")
    _draw_terms(sheet, site, body)
    sheet.heading("2. The pieces of this page")
    for piece in list_pieces(site, body, choice):
        _draw_piece(sheet, piece, body.threshold)
    sheet.heading("3. The threshold: terms in pieces with an entropy up to t")
    _draw_threshold(sheet, count_terms(site, body), body.threshold)
    sheet.note(example.describe_result(choice))
    return sheet.write()


def caption(name: str) -> str:
    """Say what the drawing of a site shows."""
    site = load_site(name)
    body, choice = learn_site(site)
    f1 = site.example.score(choice).f1
    if name != COMMENTED:
        return (
            "The words of header and footer are on all pages, those of the article on few. F(t) "
            f"stays level from t = {body.threshold:.1f} on, which becomes the threshold. Word F1 "
            f"{f1:.2f}."
        )
    return (
        "A failure. No two comments of readers are equal, so their words are on few pages, like "
        f"those of the article. Word F1 {f1:.2f}."
    )


def learn_site(site: ExampleSite) -> tuple[Entropies, Choice]:
    """Learn the entropies of a site, and choose the content of the drawn page."""
    wrapper = learn(list(site.pages), method="entropy", classes="one")
    if not isinstance(wrapper.body, Entropies):
        raise TypeError(f"expected Entropies, not {type(wrapper.body).__name__}")
    return wrapper.body, wrapper.content(site.example.page)


def list_pieces(site: ExampleSite, body: Entropies, choice: Choice) -> list[Piece]:
    """List the pieces of the drawn page that have terms, in document order."""
    page = site.example.page
    rows, terms = find_terms(page, body.language)
    pieces = find_pieces(page, split_coarsely(page, body.coarse), rows, terms)
    listed = []
    for at in np.flatnonzero(pieces.n_terms).tolist():
        own = (pieces.ids == at) & page.leaves
        row = int(pieces.first[at])
        # The outermost element that begins with the piece and holds nothing else.
        holds = [
            above for above in range(row) if page.end[above] > row and page.under(above)[own].all()
        ]
        listed.append(
            Piece(
                name_element(page, max(holds)),
                join_texts(page, own),
                int(pieces.n_terms[at]),
                float(choice.evidence["entropy"][row]),
                site.example.name_outcome(choice, own),
            )
        )
    return listed


def count_terms(site: ExampleSite, body: Entropies) -> list[int]:
    """F(t): the number of distinct terms in pieces with an entropy up to t = .1, .2 ... 1."""
    lowest: dict[int, float] = {}
    for page in site.pages:
        pieces = find_pieces(
            page, split_coarsely(page, body.coarse), *find_terms(page, body.language)
        )
        at = find_positions(body.terms, pieces.term)
        entropies = average_terms(pieces, np.append(body.thousandths, 0)[at] / 1000)
        for term, piece in zip(pieces.term.tolist(), pieces.piece.tolist(), strict=True):
            lowest[term] = min(lowest.get(term, 2.0), float(entropies[piece]))
    return [sum(value <= step / 10 + 1e-9 for value in lowest.values()) for step in range(1, 11)]


def _draw_terms(sheet: Sheet, site: ExampleSite, body: Entropies) -> None:
    sheet.y += 18
    for at in range(len(site.pages)):
        x = MARGIN + 130 + CELL * at
        sheet.text(x, sheet.y, str(at + 1), size=SMALL, fill=FAINT, anchor="middle")
    sheet.text(MARGIN + 130 + CELL * len(site.pages) + 20, sheet.y, "H", size=SMALL, fill=FAINT)
    for word in WORDS:
        counts = [_count_word(join_texts(page, page.visible), word) for page in site.pages]
        sheet.text(MARGIN, sheet.y + 18, word)
        for at, n in enumerate(counts):
            x = MARGIN + 130 + CELL * at
            sheet.text(x, sheet.y + 18, str(n) if n else "·", anchor="middle")
        weights = [n / sum(counts) for n in counts if n]
        value = -sum(weight * np.log(weight) for weight in weights) / np.log(len(counts))
        _draw_bar(sheet, MARGIN + 130 + CELL * len(counts) + 20, sheet.y + 8, float(abs(value)))
        sheet.y += ROW
    sheet.y += 8


def _count_word(text: str, word: str) -> int:
    return sum(part.strip(".,") == word for part in text.lower().split())


def _draw_piece(sheet: Sheet, piece: Piece, threshold: float) -> None:
    y, colour = sheet.y, piece.outcome.ink
    sheet.text(
        MARGIN, y + 14, fit_text(piece.name, SAMPLE - MARGIN - 12, TEXT, bold=True), bold=True
    )
    sheet.add(draw_rect(SAMPLE - 6, y, TERMS - 62 - SAMPLE, ROW - 2, fill=piece.outcome.shade))
    sheet.text(SAMPLE, y + 14, fit_text(piece.text, TERMS - 74 - SAMPLE, TEXT), fill=colour)
    sheet.text(TERMS, y + 14, f"{piece.n_terms} terms", size=SMALL, fill=FAINT, anchor="end")
    _draw_bar(sheet, VALUE, y + 4, piece.entropy)
    x = VALUE + BAR * threshold
    sheet.add(draw_line(x, y, x, y + ROW, stroke=Outcome.LOST.ink))
    sheet.y += ROW


def _draw_bar(sheet: Sheet, x: float, y: float, value: float) -> None:
    sheet.add(draw_rect(x, y, BAR, ROW - 10, fill="#f6f8fa", stroke=RULE))
    sheet.add(draw_rect(x, y, BAR * value, ROW - 10, fill=BLUE))
    sheet.text(x + BAR + 6, y + 10, f"{value:.2f}", size=SMALL)


def _draw_threshold(sheet: Sheet, counts: list[int], threshold: float) -> None:
    left, top = MARGIN + 60, sheet.y + 26
    bottom = top + PLOT_HEIGHT
    width = PLOT_WIDTH / len(counts)
    for at, n in enumerate(counts):
        step = (at + 1) / 10
        height = PLOT_HEIGHT * n / counts[-1]
        is_chosen = abs(step - threshold) < 1e-9
        fill = Outcome.KEPT.ink if is_chosen else BLUE
        x = left + width * at
        sheet.add(draw_rect(x, bottom - height, width - 10, height, fill=fill))
        middle = x + (width - 10) / 2
        sheet.text(middle, bottom - height - 4, str(n), size=SMALL, anchor="middle")
        sheet.text(middle, bottom + 14, f"{step:.1f}", size=SMALL, fill=FAINT, anchor="middle")
    sheet.text(MARGIN, top + 10, "F(t)", size=SMALL, fill=FAINT)
    sheet.text(left + PLOT_WIDTH + 6, bottom + 14, "t", size=SMALL, fill=FAINT)
    sheet.text(
        left + PLOT_WIDTH + 24, bottom - 6, f"chosen: t = {threshold:.1f}", fill=Outcome.KEPT.ink
    )
    sheet.add(draw_line(left, bottom, WIDTH - MARGIN - 190, bottom, stroke=RULE))
    sheet.y = bottom + 24
