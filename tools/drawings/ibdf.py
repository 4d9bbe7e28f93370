"""ContentExtractor: the pieces of a page, and on how many pages of the site similar pieces are."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from pagecore.choice import Choice
from pagecore.explain.svg import draw_line, draw_rect, fit_text
from pagecore.learn import learn
from pagecore.page import Page
from pagecore.sites.piece_features import PieceVectors, find_vectors
from pagecore.sites.redundant_pieces import RedundantPieces
from pagecore.sites.similar_pieces import measure_cosines
from pagecore.sites.terms import find_terms
from tools.drawings.example_sites import COMMENTED, ExampleSite, load_site
from tools.drawings.examples import join_texts
from tools.drawings.outcomes import Outcome
from tools.drawings.sheet import FAINT, MARGIN, SMALL, TEXT, WIDTH, Sheet

#: Height of a row and width of a cell, in pixels.
ROW, CELL = 20, 50
#: Where the cells and the frequency begin.
CELLS, VALUE = 470, 770

#: The example has no elements that divide it as printed.
TAGS: Final = "today"


class Piece(NamedTuple):
    """A piece of the drawn page."""

    text: str
    #: The highest cosine with a piece of each page.
    cosines: tuple[float, ...]
    ibdf: float
    outcome: Outcome


def draw(name: str) -> str:
    """Draw the pieces of a page of a site."""
    site = load_site(name)
    body, choice = learn_site(site)
    sheet = Sheet(
        f"IBDF on {site.example.title}: similar pieces",
        is_failure=name == COMMENTED,
    )
    sheet.note(
        "A piece is the text of an innermost div, p, li and the like. Its features are its terms "
        "and the types of what it holds, such as links. Two pieces are similar if the cosine of "
        f"their features is above {body.similarity:g}. IBDF is 1 / the number of pages with a "
        "similar piece, the own page included. Content is what is on one page only."
    )
    sheet.legend()
    sheet.heading("The pieces of page 2: the highest cosine with a piece of each page")
    sheet.y += 14
    for at in range(len(site.pages)):
        title = f"page {at + 1}"
        sheet.text(
            CELLS + CELL * (at + 0.5), sheet.y, title, size=SMALL, fill=FAINT, anchor="middle"
        )
    sheet.text(VALUE, sheet.y, "IBDF", size=SMALL, fill=FAINT, anchor="middle")
    sheet.y += 6
    for piece in list_pieces(site, body, choice):
        _draw_piece(sheet, piece, body.similarity)
    sheet.y += 8
    sheet.note(site.example.describe_result(choice))
    return sheet.write()


def caption(name: str) -> str:
    """Say what the drawing of a site shows."""
    site = load_site(name)
    body, choice = learn_site(site)
    f1 = site.example.score(choice).f1
    n_pages = int(body.stored.n_pages.max())
    if name != COMMENTED:
        return (
            f"The pieces of header and footer are on all {n_pages} pages, and their IBDF is "
            f"{1 / n_pages:.2f}. No paragraph of the article is on another page. Word F1 {f1:.2f}."
        )
    return (
        "A failure. Only the heading of the comments is on other pages. The comments themselves "
        f"are on one page each, like the paragraphs of the article. Word F1 {f1:.2f}."
    )


def learn_site(site: ExampleSite) -> tuple[RedundantPieces, Choice]:
    """Learn the redundant pieces of a site, and choose the content of the drawn page."""
    wrapper = learn(list(site.pages), method="ibdf", classes="one", tags=TAGS)
    if not isinstance(wrapper.body, RedundantPieces):
        raise TypeError(f"expected RedundantPieces, not {type(wrapper.body).__name__}")
    return wrapper.body, wrapper.content(site.example.page)


def list_pieces(site: ExampleSite, body: RedundantPieces, choice: Choice) -> list[Piece]:
    """List the pieces of the drawn page that have features, in document order."""
    page = site.example.page
    own = _find_vectors(page, body)
    every = [_find_vectors(other, body) for other in site.pages]
    listed = []
    for at in own.has_features.tolist():
        rows = (own.pieces.ids == at) & page.leaves
        listed.append(
            Piece(
                join_texts(page, rows),
                tuple(_measure_best(own, at, other) for other in every),
                float(choice.evidence["IBDF"][own.pieces.first[at]]),
                site.example.name_outcome(choice, rows),
            )
        )
    return listed


def _find_vectors(page: Page, body: RedundantPieces) -> PieceVectors:
    rows, terms = find_terms(page, body.language)
    return find_vectors(page, rows, terms, body.tags, body.features)


def _measure_best(own: PieceVectors, at: int, other: PieceVectors) -> float:
    """The highest cosine of a piece with one of another page."""
    others = other.has_features
    cosines = measure_cosines(own.vectors, other.vectors, np.full(len(others), at), others)
    return float(cosines.max(initial=0))


def _draw_piece(sheet: Sheet, piece: Piece, similarity: float) -> None:
    y, colour = sheet.y, piece.outcome.ink
    sheet.add(draw_rect(MARGIN, y, CELLS - 16 - MARGIN, ROW - 2, fill=piece.outcome.shade))
    sheet.text(MARGIN + 6, y + 14, fit_text(piece.text, CELLS - 30 - MARGIN, TEXT), fill=colour)
    for at, cosine in enumerate(piece.cosines):
        x = CELLS + CELL * at
        fill = Outcome.DROPPED.shade if cosine > similarity else "#ffffff"
        sheet.add(draw_rect(x + 2, y, CELL - 4, ROW - 2, fill=fill))
        sheet.text(x + CELL / 2, y + 14, f"{cosine:.2f}", size=SMALL, anchor="middle")
    sheet.text(VALUE, y + 14, f"{piece.ibdf:.2f}", bold=True, fill=colour, anchor="middle")
    sheet.add(draw_line(MARGIN, y + ROW, WIDTH - MARGIN, y + ROW, stroke="#eaeef2"))
    sheet.y += ROW
