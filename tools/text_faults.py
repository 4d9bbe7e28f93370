"""Count the places where the written text is incomplete or wrong, class by class.

    python -m tools.text_faults --label before
    python -m tools.text_faults

extracts the pages of the corpora, and compares the text and Markdown of each with the chosen rows
of the page. Each count has the places that a class concerns, such as headings with a permalink, and
how many of them are faults. The first command records the counts of an older version beside which
the others are shown.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urldefrag

import click
import numpy as np
from rich.progress import Progress

from pagecore import Document, Page, corpora, extract, parse
from pagecore.corpora.corpus import Corpus
from pagecore.figures import load_figures
from pagecore.page.columns import Mask
from pagecore.page.images import find_images
from pagecore.page.writing import WrittenBlock, render_blocks
from tools.options import Tool, data_option, figures_option
from tools.record import describe_run, record, write_command

ENTRY: Final = "text faults"
CORPORA: Final = "wcxb,fundus,readability,sites"


@dataclass(frozen=True)
class Output:
    """A document with what the counts read of it."""

    document: Document

    @property
    def page(self) -> Page:
        """The page of the last part, which is the embedded page if there is one."""
        return self.document.parts[-1].page

    @property
    def content(self) -> Mask:
        """The chosen rows of that page."""
        return self.document.parts[-1].choice.content

    @cached_property
    def text(self) -> str:
        """The plain text."""
        return self.document.text

    @cached_property
    def markdown(self) -> str:
        """The Markdown."""
        return self.document.markdown()

    @cached_property
    def blocks(self) -> list[WrittenBlock]:
        """The written blocks."""
        return list(render_blocks(self.page, self.content))

    @cached_property
    def words(self) -> str:
        """The text on one line."""
        return " ".join(self.text.split())

    @cached_property
    def words_with_images(self) -> str:
        """The text with images on one line."""
        return " ".join(self.document.to_text(images=True).split())

    def rows(self, *tags: str) -> list[int]:
        """The chosen rows with one of these tags."""
        return [int(row) for row in np.flatnonzero(self.page.is_tag(*tags) & self.content)]

    def line(self, row: int) -> str:
        """The text of an element on one line."""
        return " ".join(self.page.text(row).split())

    def chosen_line(self, row: int) -> str:
        """The chosen text of an element on one line."""
        chosen = np.arange(row, self.page.end[row])
        return " ".join(self.page.text(chosen[self.content[chosen]]).split())

    @cached_property
    def ids(self) -> dict[str, int]:
        """The first row with each id or anchor name."""
        rows: dict[str, int] = {}
        for name in ("id", "name"):
            codes, values = self.page.attr(name)
            for row in np.flatnonzero(codes >= 0):
                if name == "id" or self.page.name(int(row)) == "a":
                    rows.setdefault(values[codes[row]], int(row))
        return rows


#: The places that a class concerns, and how many of them are faults.
Count = tuple[int, int]

_ANCHOR: Final = re.compile(r"^[¶#§🔗⚓\s]+\s|\s?[¶#§🔗⚓]+$|\[edit\]$|\[edit source\]$")


def count_permalinks(output: Output) -> Count:
    """Headings with the mark of a permalink, or that are links to themselves."""
    headings = [block.text for block in output.blocks if block.kind in ("heading", "term")]
    marked = sum(bool(_ANCHOR.search(text.strip()[-20:])) for text in headings if len(text) > 2)
    own = (output.page.url or "").partition("#")[0]
    linked = 0
    for target in re.findall(r"(?m)^#{1,6} .*?\]\(<?([^)>\s]*)", output.markdown):
        address, fragment = urldefrag(target)
        linked += bool(fragment) if address in ("", own) else False
        linked += not fragment and bool(own) and address.rstrip("/") == own.rstrip("/")
    return len(headings), marked + linked


_LABEL: Final = re.compile(
    r"(?i)copy|copied!?|copy code|copy to clipboard|code language: .*|code copied|"
    r"(ba|z|c)?sh|shell|console|terminal|powershell|python3?|py|javascript|js|jsx|typescript|ts|"
    r"tsx|json5?|yaml|yml|toml|ini|xml|html|css|scss|sql|php|ruby|rb|rust|go|golang|java|kotlin|"
    r"swift|c|c\+\+|cpp|c#|csharp|objective-c|perl|lua|r|scala|haskell|elixir|erlang|clojure|dart|"
    r"dockerfile|docker|makefile|nginx|diff|graphql|markdown|text|plain text|plaintext|vim|http"
)


def count_code_labels(output: Output) -> Count:
    """Short blocks beside code that name its language or a button."""
    n_code = sum(block.kind == "code" for block in output.blocks)
    n_labels = 0
    for before, after in pairwise(output.blocks):
        kinds = (before.kind == "code", after.kind == "code")
        if kinds[0] != kinds[1]:
            label = after if kinds[0] else before
            n_labels += label.kind != "heading" and bool(_LABEL.fullmatch(label.text.strip()))
    return n_code, n_labels


def count_captions(output: Output) -> Count:
    """Captions of chosen images that are not written with them."""
    page, content = output.page, output.content
    images = page.is_tag("img", "amp-img") & content
    captions = np.flatnonzero(page.is_tag("figcaption") & page.visible)
    figure_of = page.above(page.is_tag("figure"))
    places = faults = 0
    for row in captions.tolist():
        figure = int(figure_of[row])
        inside = slice(figure, int(page.end[figure]))
        if figure >= 0 and images[inside].any() and output.line(row):
            places += 1
            faults += output.line(row)[:40] not in output.words_with_images
    return places, faults


_PLACEHOLDER: Final = re.compile(
    r"(?i)placeholder|spacer|blank\.(gif|png)|loading\.|loader|spinner|transparent\.|1x1|pixel\.gif"
    r"|lazy[-_]?load\.|grey\.gif|gray\.gif|/loading"
)
_SHARE: Final = re.compile(
    r"(?i)(^|[/_\-. ])(facebook|twitter|linkedin|pinterest|whatsapp|instagram|telegram|reddit|"
    r"tumblr|youtube|share|print|rss)([-_ ]?(icon|logo|share|button|circle|white|black|square))*"
    r"([-_.@0-9x]*)\.(svg|png|gif|webp)($|\?)"
)


def count_placeholders(output: Output) -> Count:
    """Images with the address of a placeholder, a loader or the icon of a network."""
    images = [image.url or "" for image in find_images(output.page, output.content)]
    return len(images), sum(
        bool(_PLACEHOLDER.search(url) or _SHARE.search(url.rpartition("/")[2])) for url in images
    )


def count_small_images(output: Output) -> Count:
    """Images with a `srcset` of which not the largest was written."""
    places = faults = 0
    for image in find_images(output.page, output.content):
        sizes = _read_set(output.page.get(image.row, "srcset") or "")
        if len(sizes) > 1 and image.url is not None:
            places += 1
            best = max(sizes, key=lambda address: sizes[address])
            largest = output.page.resolve_url(best)
            faults += largest is not None and unquote(largest) != unquote(image.url)
    return places, faults


def _read_set(candidates: str) -> dict[str, float]:
    """The sizes of the candidates of a `srcset`, by address."""
    pairs = re.findall(r"(\S*[^,\s])\s+([\d.]+)[wx]\s*(?:,|$)", candidates)
    return {address: float(size) for address, size in pairs if not address.startswith("data:")}


_OPENING: Final = "\"'“”„«»‹›‘’「『《〈"


def count_quotation_marks(output: Output) -> Count:
    """Chosen `q` elements without a quotation mark before them."""
    places = faults = 0
    for row in output.rows("q"):
        line = output.chosen_line(row)
        at = output.words.find(line) if line else -1
        if at >= 0:
            places += 1
            before = output.words[max(at - 2, 0) : at + 1].strip()[:1]
            faults += not before or before not in _OPENING
    return places, faults


def count_task_boxes(output: Output) -> Count:
    """Checkboxes at the start of chosen items without a box in the text."""
    page = output.page
    boxes = page.is_tag("input") & page.match_attribute(
        "type", lambda value: value.strip().lower() == "checkbox"
    )
    item_of = page.above(page.is_tag("li"))
    items = {int(item_of[row]) for row in np.flatnonzero(boxes)} - {-1}
    lines = [output.chosen_line(row)[:20] for row in items if output.content[row]]
    wanted = [line for line in lines if line]
    return len(wanted), sum(f"] {line}" not in output.words for line in wanted)


def count_list_numbers(output: Output) -> Count:
    """Chosen items of numbered lists without a number in the plain text."""
    page = output.page
    ordered = page.is_tag("ol")
    lines = {line.strip() for line in output.text.split("\n")}
    places = faults = 0
    for row in output.rows("li"):
        parent = int(page.parent[row])
        line = output.chosen_line(row)
        if parent >= 0 and ordered[parent] and line:
            start = next((text for text in lines if text == f"- {line}"), None)
            places += 1
            faults += start is not None
    return places, faults


def count_readings(output: Output) -> Count:
    """Chosen readings of `ruby` that are glued to their base."""
    places = faults = 0
    squeezed = output.text.replace(" ", "")
    for row in output.rows("rt"):
        reading = "".join(output.chosen_line(row).split())
        before = "".join(output.line(int(output.page.parent[row])).split()).partition(reading)[0]
        if reading and before:
            places += 1
            faults += before[-1] + reading in squeezed
    return places, faults


def count_rowspans(output: Output) -> Count:
    """Rows of data tables that a cell above covers at the start, and that do not begin with a
    tab."""
    page = output.page
    tables = page.above(page.data_tables & output.content)
    spans = page.match_attribute("rowspan", lambda value: value.strip() not in ("", "0", "1"))
    places = faults = 0
    for row in np.flatnonzero(spans & page.is_tag("td", "th") & output.content & (tables >= 0)):
        parent = int(page.parent[row])
        following = int(page.end[parent])
        while following < len(page) and page.name(following) == "#text":
            following += 1
        is_first = not any(page.name(at) in ("td", "th") for at in range(parent + 1, int(row)))
        if not is_first or following >= len(page) or page.name(following) != "tr":
            continue
        cells = [
            output.chosen_line(at)
            for at in range(following, int(page.end[following]))
            if page.name(at) in ("td", "th")
        ]
        if cells and cells[0] and output.content[following]:
            places += 1
            faults += f"\n{cells[0]}" in output.text
    return places, faults


def count_mathml(output: Output) -> Count:
    """Chosen MathML elements that are not written as a formula."""
    n_elements = len([row for row in output.rows("math math") if output.line(row)])
    if not n_elements:
        return 0, 0
    n_written = len(re.findall(r'class="math ', output.document.html()))
    return n_elements, max(n_elements - n_written, 0)


_NOTE: Final = re.compile(r"(?i)(^|[#_:\-])(foot|end|cite_|side)?(note|fn|ftn|en|ref)")


def count_notes(output: Output) -> Count:
    """Notes that a chosen reference leads to and that are not chosen."""
    page = output.page
    superscript = page.above(page.is_tag("sup"))
    targets = set()
    for row in output.rows("a"):
        href = page.get(row, "href") or ""
        mark = output.line(row).strip("[]() ")
        is_mark = bool(re.fullmatch(r"\d{1,3}|[*†‡§]{1,3}|[a-z]", mark))
        is_raised = superscript[row] >= 0 or "sup" in {
            page.name(at) for at in range(row, int(page.end[row]))
        }
        if href.startswith("#") and is_mark and (is_raised or _NOTE.search(href)):
            target = output.ids.get(unquote(href[1:]), -1)
            if target > row and output.line(target):
                targets.add(target)
    faults = sum(not output.content[target] for target in targets)
    return len(targets), faults


_JUMP: Final = re.compile(r"(?im)^(jump to|skip to|on this page|in this article):?\s*\S{0,40}$")
_SHORTCODE: Final = re.compile(
    r"\[/?(vc_\w+|et_pb_\w+|caption\b|gallery\b|fusion_\w+|av_\w+)[^\]]*\]"
)


def count_jumps(output: Output) -> Count:
    """Lines such as “Jump to:”."""
    n_faults = len(_JUMP.findall(output.text))
    return n_faults, n_faults


def count_shortcodes(output: Output) -> Count:
    """Shortcodes of WordPress that were not rendered, such as `[vc_row]`."""
    n_faults = len(_SHORTCODE.findall(output.text))
    return n_faults, n_faults


#: A shorter text is repeated for many reasons.
_MIN_REPEATED_WORDS: Final = 15


def count_repeats(output: Output) -> Count:
    """Long blocks of prose that were written before."""
    texts = Counter(
        " ".join(block.text.split())
        for block in output.blocks
        if block.kind in ("paragraph", "item") and len(block.text.split()) >= _MIN_REPEATED_WORDS
    )
    return texts.total(), texts.total() - len(texts)


def count_near_copies(output: Output) -> Count:
    """Pages of which a third of the text was written before, by runs of eight words."""
    words = output.text.lower().split()
    if len(words) < 100:
        return 0, 0
    runs = Counter(zip(*(words[at:] for at in range(8)), strict=False))
    repeated = sum(times - 1 for times in runs.values())
    return 1, int(repeated > (len(words) - 7) / 3)


def count_other_articles(output: Output) -> Count:
    """Articles with a main heading of their own after the first one."""
    page = output.page
    article_of = page.above(page.is_tag("article"))
    headings = [row for row in output.rows("h1") if article_of[row] >= 0]
    articles = {int(article_of[row]) for row in headings}
    return len(articles), max(len(articles) - 1, 0)


def count_titles(output: Output) -> Count:
    """Pages with a title whose Markdown does not begin with it, or has it again."""
    return _count_title(output, output.markdown)


def count_titles_in_content(output: Output) -> Count:
    """The same without the option that writes the title: what the chosen rows alone give."""
    return _count_title(output, output.document.markdown(title=False))


def _count_title(output: Output, markdown: str) -> Count:
    title = _squeeze(output.document.title or "")
    if not title:
        return 0, 0
    lines = markdown.split("\n")
    headings = [_squeeze(line) for line in lines if line.startswith("#")]
    first = _squeeze(lines[0]) if lines[0].startswith("#") else ""
    # The main heading may lack the site's name, which a title has.
    is_first = bool(first) and (first in title or title in first)
    return 1, int(not is_first or headings.count(first) > 1)


def _squeeze(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.lower())


#: The classes, in the order of the documents.
CLASSES: Final[dict[str, Callable[[Output], Count]]] = {
    "title first, once": count_titles,
    "the same with `title=False`": count_titles_in_content,
    "permalinks of headings": count_permalinks,
    "labels of code": count_code_labels,
    "captions of images": count_captions,
    "placeholders and icons": count_placeholders,
    "largest image of a set": count_small_images,
    "quotation marks of q": count_quotation_marks,
    "task boxes": count_task_boxes,
    "numbers of lists": count_list_numbers,
    "readings of ruby": count_readings,
    "cells below a rowspan": count_rowspans,
    "MathML": count_mathml,
    "notes": count_notes,
    "lines to jump": count_jumps,
    "shortcodes": count_shortcodes,
    "repeated blocks": count_repeats,
    "repeated pages": count_near_copies,
    "other articles": count_other_articles,
}


def count_faults(pages: Iterable[Document]) -> dict[str, dict[str, int]]:
    """Count the faults of documents by class."""
    totals = {name: {"places": 0, "faults": 0, "pages": 0, "faulty pages": 0} for name in CLASSES}
    for document in pages:
        output = Output(document)
        for name, count in CLASSES.items():
            places, faults = count(output)
            row = totals[name]
            row["places"] += places
            row["faults"] += faults
            row["pages"] += places > 0
            row["faulty pages"] += faults > 0
    return totals


def _extract_pages(loaded: Iterable[Corpus], bar: Progress, step: int) -> Iterator[Document]:
    for corpus in loaded:
        for item in bar.track(corpus.items[::step], description=corpus.name):
            yield extract(parse(item.html(), url=item.url, encoding=item.encoding))


@click.command(cls=Tool)
@click.option("--corpora", "names", default=CORPORA, show_default=True, help="Comma-separated.")
@click.option("--label", default="now", show_default=True, help="The column to record.")
@click.option(
    "--step", default=1, show_default=True, help="Take every N-th page, without a record."
)
@data_option
@figures_option
@click.pass_context
def main(
    context: click.Context, names: str, label: str, step: int, data: Path, figures: Path
) -> None:
    """Count incomplete and wrong text on the corpora, and record the counts."""
    loaded = [corpora.load(name, data / name) for name in names.split(",")]
    with Progress(transient=True) as bar:
        counts = count_faults(_extract_pages(loaded, bar, step))
    for name, row in counts.items():
        click.echo(
            f"{name:28} {row['faults']:6} of {row['places']:6} on {row['faulty pages']:5} of"
            f" {row['pages']:5} pages"
        )
    if step > 1:
        return
    known: Any = load_figures(figures).get(ENTRY, {}).get("figures", {})
    run = describe_run(write_command(context, "tools.text_faults"), loaded)
    record(ENTRY, {**known, label: counts}, provenance=run, path=figures)


if __name__ == "__main__":
    main()
