"""Explain why each block of a page was kept or dropped: as a table for a terminal, as JSON, and as
a web page (`html_report.py`)."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from pagecore.choice import WHOLE_PAGE, Choice, Part
from pagecore.errors import WrapperError
from pagecore.explain.list_table import ListTable, Row, Styled
from pagecore.explain.reasons import MAX_BLOCKS, Reason
from pagecore.explain.spans import describe_offsets
from pagecore.models.model import Model, load
from pagecore.page import Page, PageWarning
from pagecore.page.address import drop_address_warnings
from pagecore.page.counts import format_count
from pagecore.page.groups import find_spans
from pagecore.page.units import list_units
from pagecore.registry import find_methods
from pagecore.registry.family import import_path
from pagecore.write.main_heading import find_main_heading

if TYPE_CHECKING:
    from rich.console import RenderableType

    from pagecore.choice import Change, Choice
    from pagecore.document import Document
    from pagecore.wrapper import Wrapper

#: Version of the JSON format; it grows when a reader of the JSON has to change.
VERSION: Final = 1
#: Length limit of a block's text, in characters.
MAX_TEXT: Final = 80
#: Width of a table for a terminal, in columns.
WIDTH: Final = 80
#: A block with a score between these is doubtful.
DOUBTFUL: Final = (0.25, 0.75)
#: The groups of blocks that a table can be limited to.
FILTERS: Final = ("kept", "dropped", "doubtful")


@dataclass(frozen=True)
class Block:
    """A block of a page, and why it was kept or dropped."""

    #: The index of its part in the document, and its own index in `page.blocks`.
    part: int
    index: int
    #: Its first and last row.
    row: int
    last_row: int
    #: The start of its text, and its number of words.
    text: str
    words: int
    kept: bool
    #: Its score, 0 to 1.
    score: float
    #: The reason, in words: the evidence, or why a step changed the block.
    reason: str
    #: The score and the evidence of the method, in words.
    evidence: str
    #: The features that moved the score of a trained method, strongest first.
    reasons: tuple[Reason, ...]
    #: The XPath of its first row.
    xpath: str
    #: Byte offsets into the source; `stop` is one past the end.
    start: int
    stop: int
    #: Changes by steps after the method had chosen, in order.
    changes: tuple[Change, ...] = ()

    @property
    def is_doubtful(self) -> bool:
        """Whether its score is neither high nor low."""
        return DOUBTFUL[0] <= self.score <= DOUBTFUL[1]

    def matches(self, name: str) -> bool:
        """Whether it belongs to one of the groups `kept`, `dropped` or `doubtful`."""
        return {"kept": self.kept, "dropped": not self.kept, "doubtful": self.is_doubtful}[name]


@dataclass(frozen=True)
class Explanation:
    """The explanation of a document: its blocks with scores and reasons."""

    method: str
    page_types: dict[str, float]
    confidence: float | None
    warnings: tuple[PageWarning, ...]
    #: The blocks of all parts, in reading order; of a part with more, the first 3000.
    blocks: tuple[Block, ...]
    #: The parts of the document.
    parts: tuple[Part, ...] = field(repr=False, compare=False)
    #: Names of the steps that ran after the method.
    steps: tuple[str, ...] = ()
    #: The log of the steps: the number of a part, and the change.
    changes: tuple[tuple[int, Change], ...] = ()

    @property
    def counts(self) -> tuple[int, int, int]:
        """The number of kept blocks, of all blocks, and of kept words, also of blocks that are not
        explained."""
        pages = [part.page for part in self.parts]
        kept = [part.page.blocks_with(part.choice.content) for part in self.parts]
        n_words = sum(
            int(page.blocks.words[mask].sum()) for page, mask in zip(pages, kept, strict=True)
        )
        return sum(int(mask.sum()) for mask in kept), sum(map(len, kept)), n_words

    @property
    def summary(self) -> str:
        """One line: how much was kept, the most probable page type, and the confidence."""
        n_kept, n_blocks, n_words = self.counts
        words = format_count(n_words, "word")
        facts = [f"{self.method}: {n_kept} of {n_blocks} blocks kept, {words}"]
        for name, probability in list(self.page_types.items())[:1]:
            facts.append(f"page type {name} ({probability:.2f})")
        if self.confidence is not None:
            facts.append(f"confidence {self.confidence:.2f}")
        return "; ".join(facts)

    @property
    def step_summary(self) -> str:
        """One line: the steps that ran, with the number of blocks that each added and removed."""
        entries: dict[str, list[Change]] = {name: [] for name in self.steps}
        for _, change in self.changes:
            entries.setdefault(change.step, []).append(change)
        listed = []
        for name, changes in entries.items():
            facts = [change.reason for change in changes if change.block == WHOLE_PAGE]
            for is_kept, word in ((True, "added"), (False, "removed")):
                count = sum(c.kept == is_kept and c.block != WHOLE_PAGE for c in changes)
                facts += [f"{count} {word}"] if count else []
            listed.append(f"{name} ({', '.join(facts)})" if facts else name)
        return f"steps: {', '.join(listed) or 'none'}"

    @property
    def offset_note(self) -> str:
        """A note if byte offsets are not offsets into the file itself; else empty."""
        return describe_offsets(part.page for part in self.parts)

    def table(self, only: str | None = None) -> RenderableType:
        """Return a table for a terminal of 80 columns.

        Args:
            only: show only `kept`, `dropped` or `doubtful` blocks; None for all.
        """
        from rich.console import Group
        from rich.text import Text

        shown = [block for block in self.blocks if only is None or block.matches(only)]
        rows = [_make_row(block, has_parts=len(self.parts) > 1) for block in shown]
        names = ("block", "", "score", "text, reason, place")
        lines = [Text(line) for line in (self.summary, self.step_summary, self.offset_note) if line]
        for warning in self.warnings:
            message = replace_unprintable(warning.message)
            lines.append(Text(f"{warning.code}: {message}", "yellow"))
        return Group(*lines, Text(), ListTable(names, rows, WIDTH))

    def html(self) -> str:
        """Return a web page with the blocks of the page, coloured by the decision, with reasons."""
        from pagecore.explain.html_report import draw_report

        return draw_report(self)

    def json(self) -> str:
        """Return the explanation as JSON; docs/explain.md describes the fields."""

        def convert_block(block: Block) -> dict[str, Any]:
            reasons = [{"side": reason.side, **reason._asdict()} for reason in block.reasons]
            fields = {**asdict(block), "reasons": reasons}
            # The object has one list of all changes, including those of the whole page.
            del fields["changes"]
            return fields

        record = {
            "schema_version": VERSION,
            "method": self.method,
            "steps": self.steps,
            "page_types": self.page_types,
            "confidence": self.confidence,
            "urls": [part.page.url for part in self.parts],
            "encodings": [part.page.encoding for part in self.parts],
            "warnings": [asdict(warning) for warning in self.warnings],
            "changes": [{"part": part, **change._asdict()} for part, change in self.changes],
            "blocks": [convert_block(block) for block in self.blocks],
        }
        return json.dumps(record, ensure_ascii=False, indent=1)

    def __repr__(self) -> str:
        n_kept, n_blocks, _ = self.counts
        return f"<Explanation of {self.method}: {n_kept} of {n_blocks} blocks kept>"


def _make_row(block: Block, *, has_parts: bool) -> Row:
    """Make the row of a block for the table."""
    number = f"{block.part + 1}.{block.index}" if has_parts else f"{block.index}"
    mark = Styled("+", "bold green") if block.kept else Styled("-", "red")
    # A block without words has no score of its own. The reasons need not repeat the score.
    score = f"{block.score:.2f}" if block.words else ""
    evidence = replace_unprintable(block.evidence).removeprefix(score).lstrip(",; ")
    evidence = evidence.replace("; for: ", "\nfor: ").replace("; against: ", "\nagainst: ")
    changes = [f"{change.step}: {change.reason}" for change in block.changes]
    place = f"{replace_unprintable(block.xpath)}, bytes {block.start} to {block.stop}"
    lines = [
        Styled(replace_unprintable(block.text), "bold" if block.kept else ""),
        *(Styled(replace_unprintable(change)) for change in changes),
        Styled(evidence),
        Styled(place, "dim"),
    ]
    return Row([Styled(number), mark, Styled(score)], lines)


def render_table(table: RenderableType, *, in_colour: bool = False) -> str:
    """Render a table as text, 80 columns wide."""
    from rich.console import Console

    console = Console(width=WIDTH, force_terminal=in_colour, file=io.StringIO())
    with console.capture() as captured:
        console.print(table)
    return "\n".join(line.rstrip() for line in captured.get().splitlines())


def build_explanation(document: Document) -> Explanation:
    """Explain why each block of a document was kept or dropped."""
    blocks: list[Block] = []
    title_row = document.metadata.rows.get("title", -1)
    heading = find_main_heading(document.parts, document.title, title_row)
    title_row = -1 if heading is None else heading.row
    for number, (page, choice) in enumerate(document.parts):
        written = _find_written(page, choice, title_row if number == 0 else -1)
        blocks += _explain_blocks(page, choice, number, _find_reasons(document, page), written)
    return Explanation(
        document.method,
        document.page_types,
        document.confidence,
        (*drop_address_warnings(document.warnings), *_warn_of_limit(document.parts)),
        tuple(blocks),
        document.parts,
        document.steps,
        tuple(document.changes),
    )


def _warn_of_limit(parts: tuple[Part, ...]) -> tuple[PageWarning, ...]:
    """Return a warning if a part has more blocks than are explained."""
    n_more = sum(max(0, len(part.page.blocks) - MAX_BLOCKS) for part in parts)
    if not n_more:
        return ()
    blocks = format_count(n_more, "block")
    message = f"only the first {MAX_BLOCKS} blocks of a page are explained; {blocks} are left out"
    return (PageWarning("limit-explained", message, -1, -1, n_more),)


def _find_reasons(document: Document, page: Page) -> dict[int, tuple[Reason, ...]] | None:
    """Find the reasons for the score of each block, by the function that the method is registered
    with; None for methods without one."""
    # A document may name a method that this process has not registered.
    method = next(iter(find_methods(document.method)), None)
    if method is None or method.reasons is None:
        return None
    option = document.options.get("model")
    model = option if isinstance(option, Model) else load(method=method.name)
    reasons: dict[int, tuple[Reason, ...]] = import_path(method.reasons)(page, model)
    return reasons


def _find_written(page: Page, choice: Choice, title_row: int) -> dict[int, str]:
    """Find the blocks that are written although they were not chosen, and how: a caption with its
    image, and the title."""
    units = list_units(page, choice.content, images=True, links=False).units
    captions = [unit.first for unit in units if unit.kind == "caption"]
    written = {int(page.block[row]): "with its image" for row in captions}
    if title_row >= 0:
        rows = np.arange(title_row, page.end[title_row])
        written |= {int(block): "as the title" for block in page.block[rows]}
    return written


def _explain_blocks(
    page: Page,
    choice: Choice,
    part: int,
    reasons: dict[int, tuple[Reason, ...]] | None,
    written: Mapping[int, str] = MappingProxyType({}),
) -> list[Block]:
    """Explain the first `MAX_BLOCKS` blocks of a part.

    Args:
        page: the page of the part.
        choice: the choice of the part.
        part: the number of the part.
        reasons: the reasons for the score of each block that a trained method judged, or None.
        written: how blocks are written that were not chosen.
    """
    blocks, n = page.blocks, len(page.blocks)
    rows = np.flatnonzero(page.block >= 0)
    kept = page.blocks_with(choice.content)
    start, stop = find_spans(page, page.block, n)
    # The score is that of the first leaf: a medium at the start may contain other blocks.
    lead = blocks.first.copy()
    leaves = rows[page.end[rows] == rows + 1][::-1]
    lead[page.block[leaves]] = leaves
    score = choice.score[lead]
    paths = page.xpaths(blocks.first[:MAX_BLOCKS].tolist())
    last = choice.last_changes
    kept_scores = [score[at] for at in reasons or () if kept[at] and at not in last]
    threshold = float(min(kept_scores)) if kept_scores else None
    log: dict[int, list[Change]] = {}
    for change in choice.changes:
        log.setdefault(change.block, []).append(change)
    explained = []
    for at, text in enumerate(page.block_beginnings(MAX_TEXT)[:MAX_BLOCKS]):
        if reasons is None:
            evidence = _describe_evidence(choice, int(lead[at]), float(score[at]))
        elif at not in reasons:
            evidence = _describe_unjudged(int(blocks.words[at]), int(blocks.hidden[at]))
        elif at in last:
            # The threshold of the page did not decide about a block that a step changed.
            evidence = _describe_reasons(reasons[at], float(score[at]), score[at] >= 0.5, None)
        else:
            evidence = _describe_reasons(reasons[at], float(score[at]), bool(kept[at]), threshold)
        if at in written and not kept[at]:
            first, mark, others = evidence.partition(";")
            evidence = f"{first}, but written {written[at]}{mark}{others}"
        why = last[at].reason if at in last else evidence
        explained.append(
            Block(
                part,
                at,
                int(blocks.first[at]),
                int(blocks.last[at]),
                text,
                int(blocks.words[at]),
                bool(kept[at]),
                float(score[at]),
                f"{'kept' if kept[at] else 'dropped'}: {why}",
                evidence,
                () if reasons is None else reasons.get(at, ()),
                paths[at],
                int(start[at]),
                int(stop[at]),
                tuple(log.get(at, ())),
            )
        )
    return explained


def _describe_reasons(
    reasons: tuple[Reason, ...], score: float, kept: bool, threshold: float | None
) -> str:
    """Describe the score and the reasons for and against a block.

    Args:
        reasons: the reasons, strongest first.
        score: the score of the block.
        kept: whether the block was kept.
        threshold: the lowest score of a kept block of the page, if there is one.
    """
    description = f"{score:.2f}"
    if threshold is not None and kept != (score >= 0.5):
        description += f", where {threshold:.2f} is enough on this page"
    for side in ("for", "against") if kept else ("against", "for"):
        phrases = "; ".join(reason.words for reason in reasons if reason.side == side)
        description += f"; {side}: {phrases}" if phrases else ""
    return description


def _describe_unjudged(n_words: int, hidden: int) -> str:
    """Say why the model does not judge a block."""
    if n_words == 0:
        return "it has no words; it is kept or dropped with the blocks around it"
    if hidden in (1, 2):
        return "it is metadata, script or style"
    return "it is an option of a form"


def _describe_evidence(choice: Choice, row: int, score: float) -> str:
    """Describe the score and the evidence of a method at a row."""
    values = [f"{name}={float(column[row]):.4g}" for name, column in choice.evidence.items()]
    return "; ".join([f"{score:.2f}", ", ".join(values)] if values else [f"{score:.2f}"])


def replace_unprintable(text: str) -> str:
    """Replace unprintable characters, which a terminal might obey."""
    return "".join(character if character.isprintable() else "\ufffd" for character in text)


def explain_document(page: Page, document: Document, method: str) -> Explanation:
    """Explain the document that `extract` returned for a page."""
    return build_explanation(document)


def explain_wrapper(page: Page, wrapper: Wrapper, method: str) -> Explanation:
    """Explain what a wrapper chooses in a page, before any step.

    A wrapper that does not fit the page chooses nothing, and the explanation has a warning.
    """
    warnings = drop_address_warnings(page.warnings)
    try:
        choice = wrapper.content(page)
    except WrapperError as error:
        choice = Choice.of(page, np.zeros(len(page), np.bool_))
        warnings += (PageWarning("wrapper-does-not-fit", str(error), -1, -1, 1),)
    part = Part(page, choice)
    blocks = tuple(_explain_blocks(page, choice, 0, None))
    return Explanation(method, {}, None, (*warnings, *_warn_of_limit((part,))), blocks, (part,))
