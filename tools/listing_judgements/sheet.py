"""What readers get: a text for each page, a file for their answers, and instructions."""

from __future__ import annotations

import csv
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pagecore
from pagecore.corpora.corpus import Item
from pagecore.listing import Listing
from pagecore.page import Page
from tools.listing_judgements.answers import COLUMNS

PAGE_TYPES: Final = ("listing", "collection")
#: Number of pages that readers judge, and the random seed by which they are drawn.
N_PAGES: Final = 60
SEED: Final = 35
#: The pages that the method was developed on are those of this seed; readers do not get them.
DEVELOPMENT_SEED: Final = 34
#: Other pages that the method was developed on.
DEVELOPMENT_PAGES: Final = frozenset(
    (
        "0082",
        "0132",
        "0264",
        "0637",
        "0650",
        "0652",
        "0660",
        "0767",
        "2900",
        "2917",
        "2918",
        "2925",
        "2965",
        "3003",
        "3010",
        "3027",
        "3068",
        "4015",
        "4071",
        "4112",
        "4261",
        "4296",
        "4331",
        "4354",
        "4360",
        "4361",
        "4369",
        "4378",
        "4418",
        "4465",
    )
)
#: Items at the beginning and at the end of a group, characters of a value and of a block, and
#: blocks of a page that a sheet shows.
N_FIRST: Final = 8
N_LAST: Final = 2
MAX_CHARS: Final = 160
MAX_BLOCKS: Final = 900

INSTRUCTIONS: Final = """\
# Judge the records of {n} pages

`pagecore records` finds the repeated items of a page (its *main group*) and writes them as a table.
Judge this for each page, without the help of the other reader or of anybody who built it.

For each page ID there is a file `ID.txt`. It has the address and the file of the page, the number
of items and the columns of the main group, its first {first} and last {last} items, other groups
in a line each, and the text of the page block by block. Blocks of the main group begin with `*`.
Open the file of the page in a browser or as text if that is not enough.

Complete a line per page in `judgements-NAME.tsv` (tab-separated; do not change the columns `page`
and `reader`):

1. **main group**: is the main group the list that the page is for? A page for several lists of
   equal rank has any of them, or all together.
   - `yes`: it is this list, and at least nine in ten of its items are there, each as an item of its
     own. A few other items in it (an advertisement, a link "more") do not matter.
   - `no`: it is another list, such as a menu, a footer or reviews; or a part of the list; or its
     items are halves or several items in one; or there is no group although the page has a list.
   - `absent`: the stored page has no list of items at all, because scripts would load it. Check
     the text of the page before you answer so.
2. **columns**: is the table of the main group of use as it is?
   - `yes`: values of one meaning are in one column (title, price, date, author, ...) in at least
     nine in ten items, and the title is what a reader would call the item. Additional columns,
     names such as `field_3`, and columns that few items have do not matter.
   - `no`: values of different meaning share a column, one meaning is spread over several columns,
     values are cut or joined wrongly, or the title is wrong.
   - `absent`: the answer to the first question is `absent`. If it is `no`, judge the table that is
     there.
3. **note**: the reason of each `no` and `absent` in a few words.

Then run, with the files of both readers:

    python -m tools.listing_judgements count {folder}/judgements-*.tsv
    python -m tools.render
"""


def draw_pages(
    items: Sequence[Item], n_pages: int, seed: int, seen_seeds: Sequence[int] = ()
) -> list[Item]:
    """Draw pages of the types, the same for the same seed, in the order of their ids; none that the
    method was developed on, nor one of the other seeds."""
    known = sorted(
        (item for item in items if item.gold.page_type in PAGE_TYPES), key=lambda item: item.id
    )
    seen = {item.id for item in draw_development_pages(known)}
    # The other seeds were drawn before the development pages were added.
    earlier = {item.id for other in seen_seeds for item in _draw(known, seen, n_pages, other)}
    drawn = _draw(known, seen | earlier | DEVELOPMENT_PAGES, n_pages, seed)
    return sorted(drawn, key=lambda item: item.id)


def _draw(known: Sequence[Item], seen: set[str], n_pages: int, seed: int) -> list[Item]:
    free = [item for item in known if item.id not in seen]
    return random.Random(seed).sample(free, min(n_pages, len(free)))


def draw_development_pages(known: Sequence[Item]) -> list[Item]:
    """Draw the pages that the method was developed on."""
    return random.Random(DEVELOPMENT_SEED).sample(list(known), min(N_PAGES, len(known) // 3))


def write_sheets(folder: Path, items: Sequence[Item], readers: Sequence[str]) -> None:
    """Write the texts of all pages, the files of the readers and the instructions."""
    folder.mkdir(parents=True, exist_ok=True)
    for item in items:
        page = pagecore.parse(item.html(), url=item.url, encoding=item.encoding)
        text = write_text(item, page, pagecore.records(page))
        (folder / f"{name_file(item)}.txt").write_text(text, "utf-8")
    for reader in readers:
        with (folder / f"judgements-{reader}.tsv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, delimiter="\t", lineterminator="\n")
            writer.writerow(COLUMNS)
            writer.writerows([item.id, reader, "", "", ""] for item in items)
    text = INSTRUCTIONS.format(n=len(items), first=N_FIRST, last=N_LAST, folder=folder)
    (folder / "README.md").write_text(text, "utf-8")


def name_file(item: Item) -> str:
    """Return the name of the files of a page."""
    return item.id.replace("/", "-")


def write_text(item: Item, page: Page, listing: Listing) -> str:
    """Write a page and its records as text."""
    file = item.source if isinstance(item.source, Path) else item.id
    lines = [f"page: {item.id}", f"url: {item.url}", f"file: {file}", ""]
    if listing.groups:
        lines += _write_main_group(listing)
    else:
        lines.append("main group: none")
    for number, group in enumerate(listing.groups[1:], start=2):
        texts = [_write_item(group.records.texts()[at]) for at in (0, -1)]
        lines += ["", f"group {number}: {len(group)} items, from {texts[0]!r} to {texts[1]!r}"]
    lines += ["", "The page, block by block (* in an item of the main group):", ""]
    shown = [
        f"{'*' if listing.ids[page.blocks.first[block]] >= 0 else ' '} {text}"
        for block, text in enumerate(page.block_beginnings(MAX_CHARS))
        if text and page.blocks.hidden[block] == 0
    ]
    lines += shown[:MAX_BLOCKS]
    if len(shown) > MAX_BLOCKS:
        lines.append(f"({len(shown) - MAX_BLOCKS} more blocks)")
    return "\n".join(lines) + "\n"


def _write_main_group(listing: Listing) -> list[str]:
    """Write the main group: how often each column is filled, and items as tables."""
    records, group = listing.records, listing.groups[0]
    texts = records.texts()
    lines = [f"main group: {len(texts)} items ({group.recognised_by})", "columns:"]
    for name in records.columns:
        n_filled = sum(name in item for item in texts)
        lines.append(f"  {name} ({group.types[name]}): in {n_filled} of {len(texts)} items")
    for at in choose_items(len(texts)):
        lines += ["", f"item {at + 1}"]
        lines += [f"  {name}: {_shorten(value)}" for name, value in texts[at].items()]
    return lines


def choose_items(n_items: int) -> list[int]:
    """Return the items that a sheet shows: the first ones and the last ones."""
    if n_items <= N_FIRST + N_LAST:
        return list(range(n_items))
    return [*range(N_FIRST), *range(n_items - N_LAST, n_items)]


def _write_item(item: dict[str, str]) -> str:
    return _shorten(
        " | ".join(text for name, text in item.items() if name not in ("link", "image"))
    )


def _shorten(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= MAX_CHARS else f"{line[: MAX_CHARS - 1]}…"
