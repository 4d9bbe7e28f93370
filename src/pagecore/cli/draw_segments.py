"""The format `png` of `pagecore segment`: the segments drawn on a picture of the page."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pagecore.cli.messages import print_message, report_error
from pagecore.cli.options.batch import BatchOptions
from pagecore.errors import BadInput, BadOption
from pagecore.explain.drawn_segments import draw_segments
from pagecore.page import Page
from pagecore.segment import segment
from pagecore.sources.find_sources import SourceList
from pagecore.sources.read import ReadOptions, parse_raw_page, read_raw_page
from pagecore.sources.source import Source
from pagecore.store import refuse_existing, write_file

#: Size limit of a drawing, in bytes; most of it is the screenshot.
_MAX_BYTES: Final = 256 * 2**20
#: Width and height limit of the window that a drawing is drawn in, in pixels.
_MAX_WINDOW: Final = 2000


@dataclass(frozen=True)
class Picture:
    """A rendered page, and the screenshot that the segments are drawn on."""

    page: Page
    screenshot: bytes | None


def write_png(
    pages: SourceList,
    method: str,
    parameters: Mapping[str, Any],
    read_options: ReadOptions,
    batch_options: BatchOptions,
    screenshot: bytes | None,
) -> None:
    """Segment a page, and write a PNG of the segments; a browser draws it.

    Raises:
        BadOption: there is no output file, or there are several pages.
        NeedsBrowser, NeedsExtra: no browser is installed, or the page has no layout.
    """
    for error in pages.errors:
        report_error(error)
    if batch_options.output is None:
        raise BadOption("--to png needs an output file: pass -o FILE.png")
    if len(pages.sources) != 1:
        raise BadOption(f"--to png draws one page, but there are {len(pages.sources)}")
    output = Path(batch_options.output)
    if not batch_options.overwrite:
        refuse_existing(output)
    source = pages.sources[0]
    picture = _read_picture(source, read_options, screenshot)
    segmentation = segment(picture.page, method=method, **parameters)
    svg = draw_segments(picture.page, segmentation, screenshot=picture.screenshot)
    write_file(output, rasterise(svg))
    for warning in (*picture.page.warnings, *segmentation.warnings):
        print_message(f"{source}: {warning.code}: {warning.message}")


def read_screenshot(path: str | None) -> bytes | None:
    """Read the picture that the segments are drawn on."""
    if path is None:
        return None
    try:
        return Path(path).read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadInput(f"--screenshot: {path}: {reason}") from None


def _read_picture(source: Source, read_options: ReadOptions, screenshot: bytes | None) -> Picture:
    """Read a page; one that is rendered now is photographed, unless there is a screenshot."""
    raw_page = read_raw_page(source, read_options)
    if read_options.render is not None and raw_page.rendered is None and screenshot is None:
        # Imported here, because few commands need a browser.
        from pagecore.visual.browse_page import Renderer, browse_page, open_shared_pool

        if isinstance(read_options.render, Renderer):
            options = read_options.render.options
            browsed = browse_page(raw_page, options, open_shared_pool(options), screenshot=True)
            return Picture(browsed.page, browsed.screenshot)
    return Picture(parse_raw_page(raw_page, read_options), screenshot)


def rasterise(svg: str) -> bytes:
    """Draw an SVG in a browser; return the PNG."""
    from pagecore.browse import browse

    _, _, wide, high = svg.split('viewBox="', 1)[1].split('"', 1)[0].split()
    width, height = max(1, round(float(wide))), max(1, round(float(high)))
    sized = svg.replace("<svg ", f'<svg width="{width}" height="{height}" ', 1)
    html = f'<!DOCTYPE html><body style="margin:0"><div style="line-height:0">{sized}</div>'
    window = (min(width, _MAX_WINDOW), min(height, _MAX_WINDOW))
    with tempfile.TemporaryDirectory() as folder:
        picture = Path(folder) / "drawing.png"
        browse(html, viewport=window, screenshot=picture, max_bytes=_MAX_BYTES)
        return picture.read_bytes()
