"""Faults of single elements: headings, code, images, lists, tables, formulas."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final
from urllib.parse import unquote, urldefrag

import numpy as np

from pagecore.page.images import find_images
from tools.text_faults.output import Count, Output

_CONTROL: Final = re.compile(
    r"(?i)\S(copy link|copied!?|permalink|copy url|link copied!?)$|\s(copied!|permalink)$"
)
_ANCHOR: Final = re.compile(r"^[¶#§🔗⚓\s]+\s|\s?[¶#§🔗⚓]+$|\[edit\]$|\[edit source\]$")


def count_permalinks(output: Output) -> Count:
    """Headings with the mark of a permalink, or that are links to themselves."""
    headings = [block.text for block in output.blocks if block.kind in ("heading", "term")]
    marked = sum(bool(_ANCHOR.search(text.strip()[-20:])) for text in headings if len(text) > 2)
    marked += sum(bool(_CONTROL.search(text.strip()[-24:])) for text in headings)
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
    page = output.page
    captions = np.flatnonzero(page.is_tag("figcaption") & page.visible)
    figure_of = page.above(page.is_tag("figure"))
    places = faults = 0
    for row in captions.tolist():
        figure = int(figure_of[row])
        if figure >= 0 and _has_image(output, figure) and output.line(row):
            places += 1
            faults += output.line(row)[:40] not in output.words_with_images
    return places, faults


_CAPTION: Final = re.compile(
    r"(?i)(?:^|[\s_-])(?:caption|thumbcaption|wp-caption-text|gallerycaption|imagecaption|"
    r"bildunterschrift|legende)(?:[-_](?:text|title|content|body|dd))?(?:$|\s)"
)
#: A text of more characters is not a caption, and a figure has no more than these besides one.
_MAX_CAPTION: Final = 600
_MAX_BESIDE: Final = 100


def count_named_captions(output: Output) -> Count:
    """Captions of chosen images that only a class calls so, and that are not written with them."""
    page = output.page
    named = page.match_attribute("class", lambda value: _CAPTION.search(value) is not None)
    named &= page.visible & ~page.is_tag("figcaption", "caption", "figure", "body", "html")
    named &= page.above(page.is_tag("figcaption")) < 0
    places = faults = 0
    for row in np.flatnonzero(named).tolist():
        line = output.line(row)
        if not 0 < len(line) <= _MAX_CAPTION or _has_image(output, row, chosen=False):
            continue
        figure = row
        for _ in range(4):
            figure = int(page.parent[figure])
            if figure < 0 or _has_image(output, figure, chosen=False):
                break
        is_figure = figure >= 0 and len(output.line(figure)) - len(line) <= _MAX_BESIDE
        if is_figure and _has_image(output, figure):
            places += 1
            faults += line[:40] not in output.words_with_images
    return places, faults


def _has_image(output: Output, row: int, *, chosen: bool = True) -> bool:
    """Whether an element has an image, or a chosen one."""
    inside = slice(row, int(output.page.end[row]))
    images = output.page.is_tag("img", "amp-img")[inside]
    return bool((images & output.content[inside]).any() if chosen else images.any())


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
