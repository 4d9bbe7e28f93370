"""Draw an explanation as a web page: the blocks of a page, coloured by the decision.

The text of the page keeps its structure: headings, list items, cells and code, in boxes for the
sections of the page. The file contains no scripts and loads nothing, and a content security policy
forbids both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Final

import numpy as np

from pagecore.explain.html_boxes import MAX_LISTS, draw_boxes, draw_text
from pagecore.explain.html_frame import write_bar, write_page
from pagecore.page import Page, PageWarning
from pagecore.page.counts import format_count

if TYPE_CHECKING:
    from pagecore.explain import Block, Explanation


def draw_report(explanation: Explanation) -> str:
    """Return the whole file."""
    parts = [
        _draw_part(explanation, number, part.page) for number, part in enumerate(explanation.parts)
    ]
    title = find_title(explanation.parts[0].page)
    return write_page(
        title=f"Why: {title}",
        style=STYLE,
        head=_draw_summary(explanation, title),
        bar=write_bar(_draw_filters(explanation.blocks), _KEY),
        content="\n".join(parts),
    )


# ---------------------------------------------------------------- the header


def find_title(page: Page) -> str:
    """Return the title of a page, or else its first heading or its URL."""
    rows = np.flatnonzero(page.is_tag("title") | page.is_tag("h1"))[:1].tolist()
    text = " ".join(page.text(rows[0]).split()) if rows else ""
    return text or page.url or "A page without a title"


def _draw_summary(explanation: Explanation, title: str) -> str:
    n_kept, n_blocks, n_words = explanation.counts
    facts = {
        "method": explanation.method,
        "kept": f"{n_kept} of {n_blocks} blocks",
        "words": str(n_words),
    }
    for name, probability in list(explanation.page_types.items())[:1]:
        facts["page type"] = f"{name} ({probability:.2f})"
    if explanation.confidence is not None:
        facts["confidence"] = f"{explanation.confidence:.2f}"
    notes = [line for line in (explanation.step_summary, explanation.offset_note) if line]
    return draw_head(explanation.parts[0].page.url, title, facts, explanation.warnings, notes)


def draw_head(
    url: str | None,
    title: str,
    facts: Mapping[str, str],
    warnings: Sequence[PageWarning],
    notes: Sequence[str],
) -> str:
    """Draw the header: title, address, facts, warnings and notes."""
    address = f'<p class="url">{escape(url)}</p>' if url else ""
    fact_items = "".join(
        f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>"
        for name, value in facts.items()
    )
    warning_items = "".join(
        f"<li><b>{escape(warning.code)}</b> {escape(warning.message)}</li>" for warning in warnings
    )
    warning_list = f'<ul class="warnings">{warning_items}</ul>' if warning_items else ""
    heading = f'<h1 dir="auto">{escape(title)}</h1>'
    note_lines = "".join(f"<p>{escape(note)}</p>" for note in notes)
    return f"{heading}{address}<dl>{fact_items}</dl>{warning_list}{note_lines}"


def _draw_filters(blocks: Sequence[Block]) -> str:
    """Draw buttons that show only some blocks; radio buttons work without scripts."""
    counts = {
        "all": len(blocks),
        "kept": sum(block.kept for block in blocks),
        "dropped": sum(not block.kept for block in blocks),
        "doubtful": sum(block.is_doubtful for block in blocks),
    }
    return "".join(
        f'<label class="{name}"><input type="radio" name="show" id="show-{name}"'
        f"{' checked' if name == 'all' else ''}>{name} <b>{count}</b></label>"
        for name, count in counts.items()
    )


# ---------------------------------------------------------------- a page


def _draw_part(explanation: Explanation, number: int, page: Page) -> str:
    blocks = [block for block in explanation.blocks if block.part == number]
    heading = ""
    if len(explanation.parts) > 1:
        name = page.url if page.origin is None else "content from the data of the page"
        heading = f"<h2>Part {number + 1}{escape(f': {name}') if name else ''}</h2>"
    by_index = {block.index: block for block in blocks}

    def draw(block: int, owner: str, text: str, n_lists: int) -> str:
        return _draw_block(by_index[block], draw_text(owner, text, n_lists), n_lists)

    def is_folded(block: int) -> bool:
        return not (by_index[block].kept or by_index[block].is_doubtful)

    drawn = draw_boxes(page, by_index, draw, is_folded)
    return f'<section class="part">{heading}{drawn}</section>'


def _draw_block(block: Block, text: str, n_lists: int) -> str:
    """Draw a block: its text, and details that open on a click."""
    kept = "kept" if block.kept else "dropped"
    classes = ["b", kept] + (["doubtful"] if block.is_doubtful else [])
    # A block without words is kept or dropped with its neighbours; it has no score of its own.
    has_score = block.words > 0
    certainty = block.score if block.kept else 1 - block.score
    strength = max(0.0, 2 * certainty - 1) if has_score else 0.5
    score = f"{block.score:.2f}" if has_score else ""
    # The tab key goes to the kept blocks first, one after the other.
    order = ' tabindex="1"' if block.kept else ""
    indent = f";--l:{min(n_lists, MAX_LISTS)}" if n_lists else ""
    place = f"{block.xpath}\nbytes {block.start} to {block.stop}"
    lines = [block.reason, block.evidence] if block.changes else [block.reason]
    hover = escape("\n".join([*lines, place]))
    return (
        f'<details class="{" ".join(classes)}" style="--s:{strength:.2f}{indent}">'
        f'<summary title="{hover}"{order}><i>{score}</i>{text}</summary>'
        f"{_draw_details(block)}</details>"
    )


def _draw_details(block: Block) -> str:
    verdict = "kept" if block.kept else "dropped"
    largest = max((abs(reason.log_odds) for reason in block.reasons), default=0.0)
    reason_items = "".join(
        f'<li class="{reason.side}" style="--m:{abs(reason.log_odds) / largest:.2f}">'
        f"<span>{escape(reason.words)}</span><i>{reason.log_odds:+.2f}</i></li>"
        for reason in block.reasons
    )
    # The list replaces the sentence with the same reasons.
    sentence = block.evidence.partition(";")[0] if reason_items else block.evidence
    reason_list = f"<ul>{reason_items}</ul>" if reason_items else ""
    changes = "".join(
        f"<p>{'added' if change.kept else 'removed'} by {escape(change.step)}: "
        f"{escape(change.reason)}</p>"
        for change in block.changes
    )
    return (
        f'<div class="why"><p><b>{verdict}</b> {escape(sentence)}</p>{changes}{reason_list}'
        f"<p><code>{escape(block.xpath)}</code></p>"
        f"<p>block {block.index}, {format_count(block.words, 'word')}, "
        f"rows {block.row} to {block.last_row}, bytes {block.start} to {block.stop}</p></div>"
    )


# ---------------------------------------------------------------- the file

_KEY: Final = """<span class="kept">kept</span><span class="dropped">dropped</span>
the stronger, the surer; open a block for its reasons; the tab key goes to the next kept block
"""

STYLE: Final = """
:root { color-scheme: light dark; --ink: #1c2126; --paper: #fff; --faint: #6a737d; --line: #d9dee3;
  --panel: #f5f7f9; --keep: 16 124 91; --drop: 196 72 36; --doubt: #b08800; }
@media (prefers-color-scheme: dark) { :root { --ink: #e2e6ea; --paper: #15191d; --faint: #8d97a1;
  --line: #333a41; --panel: #1e242a; --keep: 52 190 140; --drop: 236 112 72; --doubt: #e3b341; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
header, main, .bar { max-width: 60rem; margin: 0 auto; padding: 0 1.25rem; }
header h1 { font-size: 1.5rem; line-height: 1.25; margin: 1.5rem 0 .25rem; }
.url { margin: 0; color: var(--faint); overflow-wrap: anywhere; }
dl { display: flex; flex-wrap: wrap; gap: .5rem 2rem; margin: 1rem 0; }
dt { font-size: .75rem; color: var(--faint); }
dd { margin: 0; font-weight: 600; }
.warnings { list-style: none; margin: 1rem 0; padding: .5rem 1rem; border: 1px solid var(--doubt);
  border-left-width: 5px; border-radius: 4px; overflow-wrap: anywhere; }
.bar { position: sticky; top: 0; z-index: 1; background: var(--paper); padding-block: .6rem;
  border-bottom: 1px solid var(--line); display: flex; flex-wrap: wrap; gap: .5rem 1.5rem;
  align-items: center; }
fieldset { border: 0; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: .35rem; }
legend { position: absolute; clip-path: inset(50%); }
label { border: 1px solid var(--line); border-radius: 99px; padding: .1rem .8rem; cursor: pointer;
  font-size: .875rem; }
label b { font-weight: 600; color: var(--faint); }
label input { position: absolute; opacity: 0; }
label:has(:checked) { background: var(--ink); color: var(--paper); border-color: var(--ink); }
label:has(:checked) b { color: inherit; }
label:has(:focus-visible) { outline: 2px solid rgb(var(--keep)); outline-offset: 2px; }
.key { margin: 0; font-size: .8rem; color: var(--faint); }
.key span { padding: .05rem .5rem; margin-right: .5rem; border-radius: 3px; color: var(--ink); }
.key .kept { background: rgb(var(--keep) / .3); }
.key .dropped { background: rgb(var(--drop) / .3); }
main { padding-block: 1rem 5rem; }
.part > h2 { font-size: 1rem; color: var(--faint); overflow-wrap: anywhere; }
.box { border: 1px solid var(--line); border-radius: 5px; padding: .2rem .35rem .35rem;
  margin: .5rem 0; }
.box::before { content: attr(data-name); font: .7rem/1.4 ui-monospace, monospace;
  color: var(--faint); display: block; }
.row { display: flex; gap: .35rem; }
.row > details { flex: 1 1 0; min-width: 0; }
details { --c: var(--keep); margin: .2rem 0; margin-inline-start: calc(var(--l, 0) * 1rem);
  background: rgb(var(--c) / calc(.07 + var(--s) * .25)); border-radius: 3px;
  border-inline-start: 4px solid rgb(var(--c) / calc(.35 + var(--s) * .65)); }
details.dropped { --c: var(--drop); border-inline-start-style: dotted; }
summary { list-style: none; cursor: pointer; padding: .15rem .6rem; display: flex; gap: .75rem; }
summary::-webkit-details-marker { display: none; }
summary:hover { box-shadow: inset 0 0 0 1px rgb(var(--c)); }
summary > i { font: .7rem/2.2 ui-monospace, monospace; color: var(--faint); flex: none;
  min-width: 4ch; }
summary:focus-visible { outline: 2px solid rgb(var(--c)); outline-offset: 1px; }
main summary { scroll-margin-top: 5rem; }
.run > label { display: block; border-style: dotted; border-radius: 3px; color: var(--faint);
  font-size: .8rem; padding: .1rem .6rem; margin: .2rem 0; white-space: nowrap; overflow: hidden;
  text-overflow: ellipsis; }
.run > label:has(:checked) { background: none; color: var(--faint); border-color: var(--line); }
.run > label::before { content: "▸ "; }
.run > label:has(:checked)::before { content: "▾ "; }
.run > label span { opacity: .7; margin-inline-start: .5rem; }
.run:not(:has(> label > :checked)) > .folded { display: none; }
.doubtful summary > i { color: var(--doubt); font-weight: 700; }
.t { white-space: pre-line; overflow-wrap: anywhere; min-width: 0; flex: 1; }
.t.h1 { font-size: 1.5rem; font-weight: 700; line-height: 1.3; }
.t.h2 { font-size: 1.3rem; font-weight: 700; line-height: 1.3; }
.t.h3 { font-size: 1.15rem; font-weight: 700; }
.t.h4, .t.h5, .t.h6, .t.dt, .t.th { font-weight: 700; }
.t.li { display: list-item; list-style: disc inside; }
.t.pre { white-space: pre-wrap; font: .85rem/1.5 ui-monospace, monospace; }
.t.blockquote { font-style: italic; }
.t.figcaption, .t.title { font-size: .875rem; }
.t.none { color: var(--faint); font-size: .8rem; }
.why { background: var(--panel); padding: .5rem .85rem; font-size: .85rem; cursor: auto; }
.why p { margin: .25rem 0; overflow-wrap: anywhere; }
.why ul { list-style: none; margin: .4rem 0; padding: 0; }
.why li { display: flex; justify-content: space-between; gap: 1rem; padding: .1rem .5rem;
  margin: 2px 0; --c: var(--keep); background: linear-gradient(to right,
  rgb(var(--c) / .3) calc(var(--m) * 100%), transparent 0); }
.why li.against { --c: var(--drop); }
.why li i { font: .75rem/1.9 ui-monospace, monospace; }
code { font: .8rem/1.4 ui-monospace, monospace; }
body:has(#show-dropped:checked) .run > .folded { display: block; }
body:has(#show-dropped:checked) .run > label, body:has(#show-kept:checked) .run,
body:has(#show-doubtful:checked) .run,
body:has(#show-kept:checked) .b:not(.kept),
body:has(#show-dropped:checked) .b:not(.dropped),
body:has(#show-doubtful:checked) .b:not(.doubtful),
body:has(#show-kept:checked) .box:not(:has(.kept)),
body:has(#show-dropped:checked) .box:not(:has(.dropped)),
body:has(#show-doubtful:checked) .box:not(:has(.doubtful)) { display: none; }
@media print { .bar { position: static; } .run > .folded { display: block !important; } }
"""
