"""Pages in a real browser: boxes, styles, shadow trees, files and the network."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from pagecore import Page, browse, extract, load_page, parse, save_page, segment, tags
from pagecore.errors import BadInput, NeedsBrowser
from pagecore.page.layout import CLICKABLE, COVERED, DISPLAYS, IN_VIEWPORT, POSITIONS, VISIBLE
from pagecore.registry import method
from pagecore.segmentation import Segmentation
from pagecore.visual import BrowserPool
from tests.browsers import PATIENCE
from tests.server import answer, serving

Render = Callable[..., Page]

PAGE = """<!DOCTYPE html><title>T</title>
<style>
  body { margin: 0; font: 20px/30px Arial; background: rgb(10, 20, 30); color: white }
  nav { position: absolute; left: 0; top: 0; width: 200px; height: 600px; background: red }
  main { margin-left: 250px; width: 400px }
  h1 { font-size: 40px; line-height: 50px; margin: 0 }
  p { margin: 0 } .gone { display: none } .flex { display: flex; height: 100px }
  #over { position: absolute; left: 250px; top: 80px; width: 400px; height: 30px; background: blue }
</style>
<nav><a href="/x">Home</a></nav>
<main><h1>Title</h1><p>first <b>bold</b> line</p><p id=under>covered</p>
<p class=gone>gone</p><div class=flex><i>x</i></div></main><div id=over></div>
"""


def row_of(page: Page, name: str, number: int = 0) -> int:
    return [row for row in range(len(page)) if page.name(row) == name][number]


def row_of_text(page: Page, text: str) -> int:
    rows = [row for row in range(len(page)) if page.tag[row] == tags.TEXT]
    return next(row for row in rows if page.text(row).strip() == text)


@pytest.fixture(scope="module")
def page(pool: BrowserPool) -> Page:
    """The page above, rendered once."""
    return browse(PAGE, pool=pool, url="https://site.example/a", timeout=PATIENCE)


def test_boxes_are_those_of_the_style_sheet(page: Page) -> None:
    layout = page.layout
    assert layout is not None
    assert layout.box[row_of(page, "nav")].tolist() == [0, 0, 200, 600]
    assert layout.box[row_of(page, "h1")].tolist() == [250, 0, 400, 50]
    assert layout.box[row_of(page, "p")].tolist() == [250, 50, 400, 30]
    assert layout.box[row_of(page, "div")].tolist() == [250, 110, 400, 100]
    assert layout.box[row_of(page, "html")].tolist() == [0, 0, 1366, 210]


def test_texts_lie_in_their_elements_and_beside_each_other(page: Page) -> None:
    layout = page.layout
    assert layout is not None
    first, bold = row_of_text(page, "first"), row_of_text(page, "bold")
    x, y, width, height = layout.box[first].tolist()
    assert x == 250
    assert 50 <= y < y + height <= 80
    assert layout.box[bold][0] == pytest.approx(x + width, abs=1)


def test_what_is_not_drawn_has_no_box(page: Page) -> None:
    layout = page.layout
    assert layout is not None
    for row in (row_of(page, "head"), row_of(page, "title"), row_of_text(page, "gone")):
        assert np.isnan(layout.box[row]).all()
        assert layout.seen[row] == 0
        assert DISPLAYS[layout.display[row]] == "none"


def test_fonts_colours_and_ways_of_display(page: Page) -> None:
    layout = page.layout
    assert layout is not None
    heading, bold = row_of(page, "h1"), row_of_text(page, "bold")
    assert layout.font_size[[heading, bold]].tolist() == [40, 20]
    assert layout.font_weight[[heading, bold]].tolist() == [700, 700]
    assert layout.fonts[layout.font[bold]] == "Arial"
    assert layout.colour[bold] == 0xFFFFFFFF
    assert layout.background[bold] == 0x0A141EFF
    assert layout.background[row_of(page, "nav")] == 0xFF0000FF
    assert DISPLAYS[layout.display[row_of(page, "div")]] == "flex"
    assert POSITIONS[layout.position[row_of(page, "nav")]] == "absolute"


def test_what_is_seen(page: Page) -> None:
    layout = page.layout
    assert layout is not None
    link = row_of_text(page, "Home")
    assert layout.seen[link] == VISIBLE | IN_VIEWPORT | CLICKABLE
    assert layout.seen[row_of_text(page, "covered")] == VISIBLE | IN_VIEWPORT | COVERED
    assert layout.seen[row_of_text(page, "first")] == VISIBLE | IN_VIEWPORT
    assert layout.quality == 1.0


def test_the_received_bytes_stay_reachable(page: Page) -> None:
    assert page.received is not None
    assert page.received.content == PAGE.encode()
    assert page.source != PAGE.encode()
    assert page.url == "https://site.example/a"


def test_the_page_works_as_any_other(page: Page, tmp_path: Path) -> None:
    assert "first bold line" in extract(page).text
    assert pickle.loads(pickle.dumps(page)) == page
    path = tmp_path / "page.npz"
    save_page(page, path)
    assert load_page(path) == page


def test_another_source_refuses_the_layout(page: Page) -> None:
    assert page.layout is not None
    with pytest.raises(BadInput, match=r"rows|another source"):
        parse(PAGE).with_layout(page.layout)
    assert parse(page.source.decode()).with_layout(page.layout).layout == page.layout


def test_the_same_page_gives_the_same_layout(render: Render, page: Page) -> None:
    again = render(PAGE, url="https://site.example/a")
    assert again.source == page.source
    assert again.layout == page.layout


def test_a_window_of_another_size(render: Render) -> None:
    narrow = render("<body style='margin:0'><p>a", viewport=(500, 400))
    assert narrow.layout is not None
    assert narrow.layout.box[row_of(narrow, "p")][2] == 500


@pytest.mark.parametrize("mode", ["open", "closed"])
def test_shadow_trees_are_part_of_the_page(render: Render, mode: str) -> None:
    page = render(
        f"<x-a><template shadowrootmode={mode}><style>h2{{margin:0}}</style><h2>inside</h2>"
        "<slot></slot></template><p>slotted</p></x-a>"
    )
    assert page.layout is not None
    template = row_of(page, "template")
    assert page.get(template, "shadowrootmode") == mode
    for text in ("inside", "slotted"):
        row = row_of_text(page, text)
        assert page.visible[row]
        assert page.layout.seen[row] & VISIBLE
        assert page.above(page.is_tag("template"))[row] == template


SCRIPT = "<p id=p>before</p><script>p.textContent='after'; document.body.append('added')</script>"


def test_scripts_run_only_if_they_may(render: Render) -> None:
    assert "before" in render(SCRIPT).text(0)
    with_scripts = render(SCRIPT, scripts=True)
    assert with_scripts.text(0) == "afteradded"
    assert with_scripts.layout is not None
    assert with_scripts.layout.seen[row_of_text(with_scripts, "added")] & VISIBLE
    assert with_scripts.received is not None
    assert with_scripts.received.content == SCRIPT.encode()


LINKED = '<link rel=stylesheet href="s/a.css"><link rel=stylesheet href="//cdn.example/b.css"><p>a'


def test_style_sheets_of_a_folder(render: Render, tmp_path: Path) -> None:
    (tmp_path / "blog" / "s").mkdir(parents=True)
    (tmp_path / "cdn.example").mkdir()
    (tmp_path / "blog" / "s" / "a.css").write_text("p{margin:0;width:123px}")
    (tmp_path / "cdn.example" / "b.css").write_text("p{height:45px;font-family:Arial}")
    (tmp_path / "blog" / "page.html").write_text(LINKED)
    by_path = render(tmp_path / "blog" / "page.html", files=tmp_path)
    by_url = render(LINKED, url="https://site.example/blog/", files=tmp_path)
    for page in (by_path, by_url):
        assert page.layout is not None
        assert page.layout.box[row_of(page, "p")][2:].tolist() == [123, 45]
        assert page.layout.quality == 1.0
        assert page.warnings == ()
    assert by_path.url is None


def test_style_sheets_and_images_of_a_mapping(render: Render) -> None:
    files = {
        "https://site.example/s/a.css": b"p{width:99px;font-family:Arial}",
        "https://site.example/i.png": (70, 30),
    }
    page = render(LINKED + "<img src=/i.png>", url="https://site.example/", files=files)
    assert page.layout is not None
    assert page.layout.box[row_of(page, "p")][2] == 99
    assert page.layout.box[row_of(page, "img")][2:].tolist() == [70, 30]
    assert page.layout.quality == pytest.approx(2 / 3)


def test_missing_style_sheets_are_reported(render: Render) -> None:
    page = render(LINKED, url="https://site.example/")
    assert page.layout is not None
    assert page.layout.quality == 0.0
    (warning,) = page.warnings
    assert warning.code == "browse-unstyled"
    assert "https://site.example/s/a.css" in warning.message


def test_a_page_of_a_url_with_and_without_its_network(render: Render) -> None:
    html = answer(b"<link rel=stylesheet href=/a.css><p>text", content_type="text/html")
    css = answer(b"p{width:77px;font-family:Arial}", content_type="text/css")
    with serving() as server:
        server.answers |= {"/page": html, "/a.css": css}
        alone = render(f"{server.at}/page", allow_private=True)
        assert server.asked == ["/page"]
        whole = render(f"{server.at}/page", allow_private=True, network=True)
    assert alone.layout is not None
    assert alone.layout.quality == 0.0
    assert whole.layout is not None
    assert whole.layout.box[row_of(whole, "p")][2] == 77
    assert whole.url == f"{server.at}/page"


def test_a_screenshot_is_a_picture_of_the_whole_page(render: Render, tmp_path: Path) -> None:
    path = tmp_path / "page.png"
    render("<body style='margin:0'><p style='height:2000px;margin:0'>a", screenshot=path)
    picture = path.read_bytes()
    assert picture.startswith(b"\x89PNG")
    sides = int.from_bytes(picture[16:20]), int.from_bytes(picture[20:24])
    assert sides == (1366, 2000)


@pytest.mark.usefixtures("own_registry")
def test_a_visual_method_asks_for_a_browser(render: Render) -> None:
    @method("boxes", paper=None, family="segment", needs=("layout",), developed_on=())
    def boxes(page: Page) -> Segmentation:
        """Cut a page by its boxes.

        Args:
            page: a rendered page.
        """
        return segment(page, method="dom")

    with pytest.raises(NeedsBrowser, match=r"pagecore browse PAGE -o page\.npz"):
        segment(parse("<p>a"), method="boxes")
    assert len(segment(render("<p>a"), method="boxes").ids) > 0
