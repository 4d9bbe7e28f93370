"""`pagecore segment` and `pagecore posts`: tables, lines of JSON, pages to look at."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest

from pagecore.cli import draw_segments
from tests.conftest import Run

PAGE = "<title>Tides</title><h1>Tides</h1><p>The tide comes in at six.<p>The boats go out."
THREAD = "<ul>" + "".join(
    f"<li class=c><a href=/u/{name}>{name}</a> <time>{at} May</time><div>{name} wrote this.</div>"
    for at, name in enumerate(("Ada", "Bob"), start=1)
)


@pytest.fixture(autouse=True)
def _pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("page.html").write_text(PAGE, "utf-8")
    Path("thread.html").write_text(THREAD, "utf-8")
    Path("page.xml").write_text("<rss/>", "utf-8")


def test_segments_as_a_table(run: Run) -> None:
    result = run("segment", "page.html")
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert lines[0] == "dom: 4 segments, 12 words"
    assert "segment  words  text, fields, reason, place" in lines
    assert max(map(len, lines)) <= 80
    assert "      2      6  The tide comes in at six." in lines


def test_segments_as_lines(run: Run) -> None:
    options = ("--method", "fixed", "--set", "words=2", "--set", "overlap=true", "--to", "jsonl")
    result = run("segment", "page.html", "thread.html", "missing.html", *options)
    assert result.code == 1
    lines = [json.loads(line) for line in result.out.splitlines()]
    assert lines[0]["page"] == "page.html"
    assert (lines[0]["text"], lines[0]["window_end"]) == ("Tides", 1)
    assert lines[-1]["page"] == "missing.html"
    assert "No such file" in lines[-1]["error"]
    # The error of one page alone is on standard error.
    alone = run("segment", "missing.html", "--to", "jsonl")
    assert (alone.code, alone.out) == (2, "")


def test_posts(run: Run) -> None:
    result = run("posts", "thread.html")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("groups: 2 posts, 6 words, confidence ")
    assert "author Ada; author_link /u/Ada; date 1 May" in result.out
    lines = run("posts", "thread.html", "--to", "jsonl").out.splitlines()
    assert [json.loads(line)["text"] for line in lines] == ["Ada wrote this.", "Bob wrote this."]
    markdown = run("posts", "thread.html", "--to", "markdown")
    assert markdown.out == "## Ada, 1 May\n\nAda wrote this.\n\n## Bob, 2 May\n\nBob wrote this.\n"


def test_relative_dates_of_posts(run: Run) -> None:
    options = ("posts", "thread.html", "--to", "jsonl")
    dated = run(*options, "--now", "2020-06-01T10:00").out.splitlines()
    assert [json.loads(line)["published"] for line in dated] == ["2020-05-01", "2020-05-02"]
    assert "published" not in json.loads(run(*options).out.splitlines()[0])
    wrong = run(*options, "--now", "soon")
    assert wrong.code == 2
    assert "now='soon': expected a datetime, or ISO 8601" in wrong.err


def test_page_to_look_at_and_files(run: Run) -> None:
    html = run("posts", "thread.html", "--to", "html").out
    assert html.startswith("<!doctype html>")
    assert "default-src 'none'" in html
    assert run("segment", "page.html", "thread.html", "--to", "html").code == 2
    result = run("segment", "page.html", "thread.html", "--to", "html", "-o", "out", "--jobs", "2")
    assert (result.code, result.err) == (0, "")
    assert sorted(path.name for path in Path("out").glob("[!.]*")) == ["page.html", "thread.html"]
    run("segment", "page.html", "thread.html", "--to", "jsonl", "-o", "lines")
    assert sorted(path.name for path in Path("lines").glob("[!.]*")) == [
        "page.jsonl",
        "thread.jsonl",
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("segment page.html --method cetr", "'cetr' is a page method; segment methods are: comb"),
        ("posts page.html --method dom", "'dom' is a segment method; thread methods are: groups"),
        ("segment page.html --set floor=1", "'dom' has no parameter 'floor'; it has: cut"),
        ("posts page.html --set share=2", "share='2': expected number, 0.0 to 1.0"),
        ("segment page.html --to xml", "'xml' is not one of"),
        ("segment", "Missing argument 'PAGE...'"),
    ],
)
def test_wrong_usage(run: Run, arguments: str, message: str) -> None:
    result = run(*arguments.split())
    assert (result.code, result.out) == (2, "")
    assert message in result.err


# ---------------------------------------------------------------- explain


def test_explain_shows_the_evidence_of_any_method(run: Run) -> None:
    assert run("explain", "page.html", "--method", "dom").out.startswith("dom: 4 segments")
    shown = run("explain", "thread.html", "--method", "siblings").out
    assert "post: one of 2 similar siblings" in " ".join(shown.split())
    result = json.loads(run("explain", "thread.html", "--method", "siblings", "--to", "json").out)
    assert [post["author"] for post in result["posts"]] == ["Ada", "Bob"]
    assert 'class="piece"' in run("explain", "page.html", "--method", "dom", "--to", "html").out
    text = "The tide comes in at six, and the boats go out. " * 9
    Path("site.html").write_text(f"<p>menu</p><div id=text><p>{text}</div>", "utf-8")
    shown = run("explain", "site.html", "--method", "site/hybrid").out
    assert shown.startswith("site/hybrid: 1 of 2 blocks kept")
    assert "rule=1" in shown


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("--method dom --comments", "--comments has no effect with a method of the family segment"),
        ("--method dom --without walls", "--without has no effect with a method of the family"),
        ("--method siblings --follow", "--follow has no effect with a method of the family thread"),
        ("--method site/hybrid --follow", "--follow has no effect with a method of the family"),
        (
            "--method dom --feed page.xml",
            "--feed has no effect with a method of the family segment",
        ),
        ("--method cetr --feed page.xml", "--feed has no effect with a method of the family page"),
        ("--method site/hybrid --feed missing.xml", "missing.xml: No such file or directory"),
        ("--method dom --only kept", "--only has no effect with a method of the family segment"),
        ("--method tide", "there is no method 'tide'; expected one of: balance, "),
    ],
)
def test_explain_refuses_what_a_family_does_not_know(
    run: Run, arguments: str, message: str
) -> None:
    result = run("explain", "page.html", *arguments.split())
    assert (result.code, result.out) == (2, "")
    assert message in result.err


def test_explain_refuses_a_page_that_teaches_nothing(run: Run) -> None:
    Path("bare.html").write_text("<p>The tide comes in at six, and the boats go out.", "utf-8")
    result = run("explain", "bare.html", "--method", "site/hybrid")
    assert (result.code, result.out) == (2, "")
    assert "nothing was learned" in result.err


# ---------------------------------------------------------------- drawings

MAGAZINE = Path(__file__).resolve().parents[1] / "pages" / "rendered" / "magazine.npz"
#: A PNG of one pixel.
PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
)


def test_blocks_as_json(run: Run) -> None:
    result = run("segment", str(MAGAZINE), "--method", "vips", "--to", "json")
    assert result.code == 0
    blocks = json.loads(result.out)["segments"]
    story = [block for block in blocks if block["text"].startswith("The harbour office")]
    assert [(block["doc"], len(block["box"])) for block in story] == [(9, 4)]


def test_blocks_as_svg(run: Run) -> None:
    result = run("segment", str(MAGAZINE), "--method", "vips", "--to", "svg")
    assert result.code == 0
    # Without a screenshot, the texts of the page are drawn.
    assert ">The harbour office" in result.out
    Path("page.png").write_bytes(PIXEL)
    options = ("--method", "vips", "--to", "svg", "--screenshot", "page.png")
    on_picture = run("segment", str(MAGAZINE), *options)
    assert "data:image/png;base64,iVBOR" in on_picture.out
    assert ">The harbour office" not in on_picture.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--to", "svg"), "a drawing needs the layout of the page"),
        (("--method", "vips"), "needs a layout"),
        (("--to", "png"), "--to png needs an output file: pass -o FILE.png"),
        (("--screenshot", "page.html"), "--screenshot has no effect without --to svg"),
        (("--to", "svg", "--screenshot", "none.png"), "none.png: No such file"),
    ],
)
def test_drawings_that_cannot_be(run: Run, arguments: tuple[str, ...], message: str) -> None:
    result = run("segment", "page.html", *arguments)
    assert result.code == 2
    assert message in " ".join(result.err.split())


def test_screenshot_has_to_be_png(run: Run) -> None:
    options = ("--method", "vips", "--to", "svg", "--screenshot", "page.html")
    result = run("segment", str(MAGAZINE), *options)
    assert (result.code, "the screenshot is not a PNG file" in result.err) == (2, True)


def test_png_is_of_one_page(run: Run) -> None:
    result = run("segment", "page.html", "thread.html", "--to", "png", "-o", "drawing.png")
    assert (result.code, "draws one page, but there are 2" in result.err) == (2, True)
    Path("old.png").write_bytes(PIXEL)
    result = run("segment", "page.html", "--to", "png", "-o", "old.png")
    assert result.code == 2
    assert Path("old.png").read_bytes() == PIXEL


def test_blocks_as_png(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def rasterise(svg: str) -> bytes:
        drawn.append(svg)
        return PIXEL

    monkeypatch.setattr(draw_segments, "rasterise", rasterise)
    options = ("--method", "vips", "--to", "png", "-o", "drawing.png")
    assert run("segment", str(MAGAZINE), *options).code == 0
    assert Path("drawing.png").read_bytes() == PIXEL
    assert ">The harbour office" in drawn[0]
