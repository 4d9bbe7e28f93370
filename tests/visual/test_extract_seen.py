"""The default extractor on pages in a real browser: what style sheets hide, and scripts add."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pagecore import Page, extract, load_page, save_page
from pagecore.page.layout import VISIBLE

Render = Callable[..., Page]

STORY = (
    "High water is at six in the morning, and again at half past six in the evening.",
    "The pilot boat leaves the pier one hour before, and it comes back with the ship it has met.",
    "Fishing boats stay in the inner harbour until the wind has turned, which may take a day.",
)
SECRET = "Readers of this page do not see these words about boats, sails, anchors and the harbour."
#: A page that looks like one: a column of its own width and font.
STYLE = "body{font:16px Arial;width:700px;margin:20px auto} nav{background:#eee}"


def write_page(inside: str, style: str = "", scripts: str = "") -> str:
    first, *rest = (f"<p>{text}</p>" for text in STORY)
    return (
        f"<!DOCTYPE html><title>Tides</title><style>{STYLE}{style}{'/**/' * 60}</style>"
        f"<nav><a href=/>Home</a> <a href=/b>Boats</a></nav><article><h1>Tides of the harbour</h1>"
        f"{first}{inside}{''.join(rest)}</article>{scripts}"
    )


HIDDEN = {
    "not laid out": "display:none",
    "not visible": "visibility:hidden",
    "transparent": "opacity:0",
    "left of the page": "position:absolute;left:-9999px",
    "above the page": "position:absolute;top:-999px",
    "cut to nothing": "position:absolute;clip:rect(0 0 0 0)",
    "clipped to nothing": "clip-path:inset(50%)",
    "without height": "height:0;overflow:hidden",
    "letters without size": "font-size:0",
    "scaled to nothing": "transform:scale(0)",
}


@pytest.mark.parametrize("style", HIDDEN.values(), ids=HIDDEN)
def test_what_css_hides_is_dropped(render: Render, style: str) -> None:
    html = write_page(f"<p class=x>{SECRET}</p>", f".x{{{style}}}")
    assert SECRET in extract(html).text
    document = extract(render(html))
    assert SECRET not in document.text
    assert all(text in document.text for text in STORY)
    reasons = [block.reason for block in document.explain().blocks if SECRET[:20] in block.text]
    assert reasons == ["dropped: the browser does not draw it"]


def test_what_scripts_add_is_found_and_what_they_hide_is_dropped(render: Render) -> None:
    script = (
        "<script>document.querySelector('.x').style.display = 'none';"
        "const p = document.createElement('p'); p.textContent = 'What a script adds is a paragraph "
        "as the others are, and readers see it below them on the page.';"
        "document.querySelector('article').append(p)</script>"
    )
    html = write_page(f"<p class=x>{SECRET}</p>", scripts=script)
    with_scripts, without = extract(render(html, scripts=True)), extract(render(html))
    assert "What a script adds" in with_scripts.text
    assert SECRET not in with_scripts.text
    assert "What a script adds" not in without.text
    assert SECRET in without.text


def test_what_a_script_would_show_is_kept_if_scripts_do_not_run(render: Render) -> None:
    script = "<script>document.querySelector('.x').style.display = 'block'</script>"
    html = write_page(f"<p class=x>{SECRET}</p>", ".x{display:none}", script)
    assert SECRET in extract(render(html)).text
    assert SECRET in extract(render(html, scripts=True)).text
    other = html.replace(script, "<script type='application/ld+json'>{}</script>")
    assert SECRET not in extract(render(other)).text


def test_of_two_versions_the_drawn_one_is_kept(render: Render) -> None:
    texts = "".join(f"<p>{text}</p>" for text in STORY)
    style = f"<style>{STYLE}{{}} .phone{{display:none}}{'/**/' * 60}</style>".replace("{}", "")
    html = (
        f"<!DOCTYPE html><title>Tides</title>{style}<h1>Tides of the harbour</h1>"
        f"<div class=phone>{texts}</div><div class=wide>{texts}</div>"
    )
    page = render(html)
    document = extract(page)
    assert [document.text.count(text) for text in STORY] == [1, 1, 1]
    assert page.layout is not None
    kept = document.choice.content & (page.tag == 0) & (page.chars > 0)
    assert ((page.layout.seen[kept] & VISIBLE) > 0).all()


def test_answers_that_a_reader_opens_are_kept(render: Render) -> None:
    html = write_page(f"<details><summary>And else?</summary><p>{SECRET}</p></details>")
    assert SECRET in extract(render(html)).text


def test_a_page_that_hides_all_of_itself_is_kept_with_a_warning(render: Render) -> None:
    document = extract(render(write_page("", "article{opacity:0}")))
    assert all(text in document.text for text in STORY)
    assert "content-not-drawn" in [warning.code for warning in document.warnings]


def test_a_file_remembers_whether_scripts_ran(render: Render, tmp_path: Path) -> None:
    script = "<script>1</script>"
    html = write_page(f"<p class=x>{SECRET}</p>", ".x{display:none}", script)
    for scripts in (True, False):
        page = render(html, scripts=scripts)
        save_page(page, tmp_path / "page.npz")
        again = load_page(tmp_path / "page.npz")
        assert again.layout == page.layout
        assert (SECRET in extract(again).text) is not scripts
