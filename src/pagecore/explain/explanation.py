"""Why each block of a page was kept or dropped: as a table for a terminal, as JSON, and as a page
to look at (`coloured.py`)."""

from __future__ import annotations

import io
import json
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from pagecore.choice import WHOLE_PAGE, Part
from pagecore.explain.reasons import Reason
from pagecore.models.model import Model, load
from pagecore.page import Page, PageWarning
from pagecore.registry import methods_named
from pagecore.registry.family import import_place

if TYPE_CHECKING:
    from rich.console import RenderableType

    from pagecore.choice import Change, Choice
    from pagecore.document import Document
    from pagecore.wrapper import Wrapper

#: Of the JSON; a change that a reader of it would notice makes another.
VERSION: Final = 1
#: Characters of a block's text that are given.
SHOWN: Final = 80
#: Columns of a table for a terminal.
WIDTH: Final = 80
#: A score between these is in doubt.
DOUBTFUL: Final = (0.25, 0.75)
#: Which blocks there are to look at.
SIDES: Final = ("kept", "dropped", "doubtful")


@dataclass(frozen=True)
class Block:
    """A block of a page, and why it was kept or dropped."""

    #: The part of the document it is in, and its number in `page.blocks`.
    part: int
    number: int
    #: Its first and its last row.
    first: int
    last: int
    #: How its text begins, and how many words it has.
    text: str
    words: int
    kept: bool
    #: How much speaks for it, 0 to 1.
    score: float
    #: Why, in words.
    reason: str
    #: What moved the score of a learned method, the strongest first.
    reasons: tuple[Reason, ...]
    #: Leads to its first row.
    xpath: str
    #: Where it is in the source: bytes, the second one past its end.
    start: int
    stop: int
    #: What steps changed after the method chose, in this order.
    changes: tuple[Change, ...] = ()

    @property
    def is_doubtful(self) -> bool:
        """Whether its score is neither high nor low."""
        return DOUBTFUL[0] <= self.score <= DOUBTFUL[1]

    def is_on(self, side: str) -> bool:
        """Whether it is one of those kept, dropped or doubtful."""
        return {"kept": self.kept, "dropped": not self.kept, "doubtful": self.is_doubtful}[side]


@dataclass(frozen=True)
class Explanation:
    """Why the content of a document is what it is."""

    method: str
    page_types: dict[str, float]
    confidence: float | None
    warnings: tuple[PageWarning, ...]
    #: All blocks of all parts, in reading order.
    blocks: tuple[Block, ...]
    #: The parts of the document.
    parts: tuple[Part, ...] = field(repr=False, compare=False)
    #: Names of the steps that were taken after the method.
    steps: tuple[str, ...] = ()
    #: What these changed: the number of a part, and the log entry.
    changes: tuple[tuple[int, Change], ...] = ()

    @property
    def summary(self) -> str:
        """How much was kept, of what kind the page is, and how sure that is."""
        kept = [block for block in self.blocks if block.kept]
        words = sum(block.words for block in kept)
        told = [f"{self.method}: {len(kept)} of {len(self.blocks)} blocks kept, {counted(words)}"]
        told += [f"{name} {chance:.2f}" for name, chance in list(self.page_types.items())[:1]]
        if self.confidence is not None:
            told.append(f"expected F1 {self.confidence:.2f}")
        return "; ".join(told)

    @property
    def step_summary(self) -> str:
        """The steps that were taken, with the number of blocks that each put in and took out."""
        entries: dict[str, list[Change]] = {name: [] for name in self.steps}
        for _, change in self.changes:
            entries.setdefault(change.step, []).append(change)
        listed = []
        for name, changes in entries.items():
            facts = [change.why for change in changes if change.block == WHOLE_PAGE]
            for is_kept, word in ((True, "in"), (False, "out")):
                count = sum(c.kept == is_kept and c.block != WHOLE_PAGE for c in changes)
                facts += [f"{count} {word}"] if count else []
            listed.append(f"{name} ({', '.join(facts)})" if facts else name)
        return f"steps: {', '.join(listed) or 'none'}"

    @property
    def places(self) -> str:
        """What the bytes of places are of, where not of the file as it is; empty else."""
        pages = [part.page for part in self.parts if part.page.origin is None]
        others = [page.encoding for page in pages if page.encoding != "utf-8"]
        if others:
            listed = ", ".join(dict.fromkeys(others))
            return f"bytes are those of the page as UTF-8, and not of its own encoding, {listed}"
        if any(page.encoding_from == "bom" for page in pages):
            return "bytes are those of the page without its byte order mark, which has 3"
        return ""

    def table(self, only: str | None = None) -> RenderableType:
        """A table for a terminal of 80 columns.

        Args:
            only: the blocks that are shown: `kept`, `dropped` or `doubtful`; all without it.
        """
        from rich.console import Group
        from rich.table import Table
        from rich.text import Text

        table = Table(box=None, pad_edge=False, width=WIDTH)
        table.add_column("block", justify="right", no_wrap=True)
        table.add_column("", width=1)
        table.add_column("score", justify="right", width=5)
        table.add_column("text, reason, place", ratio=1, overflow="fold")
        for block in self.blocks:
            if only is not None and not block.is_on(only):
                continue
            number = (
                f"{block.part + 1}.{block.number}" if len(self.parts) > 1 else f"{block.number}"
            )
            mark = Text("+", "bold green") if block.kept else Text("-", "red")
            # The columns before say already whether it was kept, and how likely it was.
            score = f"{block.score:.2f}"
            reason = printable(block.reason).partition(": ")[2].removeprefix(score).lstrip(",; ")
            if block.changes:
                reason = "\n".join(f"{change.step}: {change.why}" for change in block.changes)
            reason = reason.replace("; for: ", "\nfor: ").replace("; against: ", "\nagainst: ")
            place = f"{printable(block.xpath)}, bytes {block.start} to {block.stop}"
            cell = Text("\n").join(
                line
                for line in (
                    Text(printable(block.text), "bold" if block.kept else ""),
                    Text(reason),
                    Text(place, "dim"),
                )
                if line
            )
            table.add_row(number, mark, score, cell)
        lines = [Text(line) for line in (self.summary, self.step_summary, self.places) if line]
        told = [f"{warning.code}: {printable(warning.message)}" for warning in self.warnings]
        lines += [Text(line, "yellow") for line in told]
        return Group(*lines, Text(), table)

    def html(self) -> str:
        """A page to look at in a browser: the blocks of the page coloured, with reasons."""
        from pagecore.explain.html_report import coloured

        return coloured(self)

    def json(self) -> str:
        """All of it as JSON; docs/explain.md describes it."""

        def written(block: Block) -> dict[str, Any]:
            moved = [{"side": reason.side, **reason._asdict()} for reason in block.reasons]
            fields = {**asdict(block), "reasons": moved}
            # All changes stand together, with those of pages as a whole.
            del fields["changes"]
            return fields

        known = {
            "version": VERSION,
            "method": self.method,
            "steps": self.steps,
            "page_types": self.page_types,
            "confidence": self.confidence,
            "pages": [part.page.url for part in self.parts],
            "encodings": [part.page.encoding for part in self.parts],
            "warnings": [asdict(warning) for warning in self.warnings],
            "changes": [{"part": part, **change._asdict()} for part, change in self.changes],
            "blocks": [written(block) for block in self.blocks],
        }
        return json.dumps(known, ensure_ascii=False, indent=1)

    def __repr__(self) -> str:
        kept = sum(block.kept for block in self.blocks)
        return f"<Explanation of {self.method}: {kept} of {len(self.blocks)} blocks kept>"


def render_table(table: RenderableType, *, in_colour: bool = False) -> str:
    """A table as text of 80 columns."""
    from rich.console import Console

    console = Console(width=WIDTH, force_terminal=in_colour, file=io.StringIO())
    with console.capture() as captured:
        console.print(table)
    return "\n".join(line.rstrip() for line in captured.get().splitlines())


def counted(words: int) -> str:
    """A number of words, in words."""
    return "1 word" if words == 1 else f"{words} words"


def build_explanation(document: Document) -> Explanation:
    """Why each block of a document was kept or dropped."""
    blocks: list[Block] = []
    for number, (page, choice) in enumerate(document.parts):
        blocks += _blocks(page, choice, number, _find_reasons(document, page))
    return Explanation(
        document.method,
        document.page_types,
        document.confidence,
        document.warnings,
        tuple(blocks),
        document.parts,
        document.steps,
        tuple(document.changes),
    )


def _find_reasons(document: Document, page: Page) -> dict[int, tuple[Reason, ...]] | None:
    """The reasons for the score of each block, by a method that is registered with a function for
    them; None for others."""
    for method in methods_named(document.method):
        if method.reasons is not None:
            given = document.options.get("model")
            model = given if isinstance(given, Model) else load(method=method.name)
            found: dict[int, tuple[Reason, ...]] = import_place(method.reasons)(page, model)
            return found
    return None


def _blocks(
    page: Page, choice: Choice, part: int, learned: dict[int, tuple[Reason, ...]] | None
) -> list[Block]:
    blocks, n = page.blocks, len(page.blocks)
    rows = np.flatnonzero(page.block >= 0)
    of = page.block[rows]
    kept = page.blocks_with(choice.content)
    start, stop = np.full(n, len(page.source)), np.zeros(n, np.int64)
    np.minimum.at(start, of, page.start[rows])
    np.maximum.at(stop, of, page.stop[rows])
    # A medium at the beginning may hold rows of other blocks, and has their score.
    lead = blocks.first.copy()
    leaves = rows[page.end[rows] == rows + 1][::-1]
    lead[page.block[leaves]] = leaves
    score = choice.score[lead]
    paths = page.xpaths(blocks.first.tolist())
    last = choice.last_changes
    sure = [score[at] for at in learned or () if kept[at] and at not in last]
    cut = float(min(sure)) if sure else None
    log: dict[int, list[Change]] = {}
    for change in choice.changes:
        log.setdefault(change.block, []).append(change)
    made = []
    for at, text in enumerate(page.block_beginnings(SHOWN)):
        if at in last:
            why = last[at].why
        elif learned is None:
            why = _evidence(choice, int(lead[at]), float(score[at]))
        elif at in learned:
            why = _learned(learned[at], float(score[at]), bool(kept[at]), cut)
        else:
            why = _not_judged(int(blocks.words[at]), int(blocks.hidden[at]))
        made.append(
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
                () if learned is None else learned.get(at, ()),
                paths[at],
                int(start[at]),
                int(stop[at]),
                tuple(log.get(at, ())),
            )
        )
    return made


def _learned(told: tuple[Reason, ...], chance: float, kept: bool, cut: float | None) -> str:
    words = f"{chance:.2f}"
    if cut is not None and kept != (chance >= 0.5):
        words += f", where {cut:.2f} is enough on this page"
    for side in ("for", "against") if kept else ("against", "for"):
        listed = ", ".join(reason.words for reason in told if reason.side == side)
        words += f"; {side}: {listed}" if listed else ""
    return words


def _not_judged(words: int, hidden: int) -> str:
    if words == 0:
        return "it has no words, and goes with the blocks around it"
    if hidden in (1, 2):
        return "it is metadata, script or style"
    return "it is what a form offers"


def _evidence(choice: Choice, row: int, score: float) -> str:
    told = [f"{name}={float(values[row]):.4g}" for name, values in choice.evidence.items()]
    return "; ".join([f"{score:.2f}", ", ".join(told)] if told else [f"{score:.2f}"])


def printable(text: str) -> str:
    """A text without what would drive a terminal."""
    return "".join(each if each.isprintable() else "\ufffd" for each in text)


def explain_document(page: Page, document: Document, method: str) -> Explanation:
    """Explain what `extract` gave for a page; the document knows its page and its method."""
    return build_explanation(document)


def explain_wrapper(page: Page, wrapper: Wrapper, method: str) -> Explanation:
    """Explain what a wrapper chooses of a page, before any step.

    Raises:
        WrapperError: the wrapper does not fit the page.
    """
    part = Part(page, wrapper.content(page))
    return Explanation(
        method, {}, None, page.warnings, tuple(_blocks(page, part.choice, 0, None)), (part,)
    )
