"""The command `browse`, files of rendered pages in other commands, and --browse."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pagecore import load_page, parse, save_page
from pagecore.visual import browse_page
from tests.browsers import expect_browser
from tests.conftest import Run
from tests.layouts import make_layout

STORY = "<title>T</title><article><h1>Story</h1><p>" + "It was a dark night. " * 20 + "</article>"


@pytest.fixture
def story(tmp_path: Path) -> Path:
    """A page in a file."""
    path = tmp_path / "story.html"
    path.write_text(STORY)
    return path


@pytest.fixture
def rendered(tmp_path: Path) -> Path:
    """A rendered page in a file, made without a browser."""
    page = parse(STORY, url="https://site.example/story")
    path = tmp_path / "story.npz"
    save_page(page.with_layout(make_layout(page)), path)
    return path


def test_browse_writes_a_page_and_a_picture(run: Run, story: Path, tmp_path: Path) -> None:
    expect_browser()
    output, picture = tmp_path / "page.npz", tmp_path / "page.png"
    result = run(
        *("browse", str(story), "-o", str(output), "--screenshot", str(picture)),
        *("--viewport", "800x600", "--url", "https://site.example/", "--browse-timeout", "120"),
    )
    assert result.code == 0, result.err
    assert result.out == ""
    page = load_page(output)
    assert page.layout is not None
    assert page.layout.box[0][2] == 800
    assert page.url == "https://site.example/"
    assert page.received is not None
    assert picture.read_bytes().startswith(b"\x89PNG")
    again = run("browse", str(story), "-o", str(output))
    assert again.code == 2
    assert "exists; pass --overwrite" in again.err


@pytest.fixture
def _shared_pool() -> Iterator[None]:
    """End the browser that commands share in this process; other tests count processes."""
    expect_browser()
    yield
    for pool in browse_page._pools.values():
        pool.close()


@pytest.mark.usefixtures("_shared_pool")
def test_commands_render_pages_themselves(run: Run, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<title>T</title><article id=a></article><script>a.innerHTML=`"
                    + "<p>Added by a script, a long line of words for a reader.</p>" * 9
                    + "`</script>")  # fmt: skip
    browse = ("--browse", "--browse-timeout", "120")
    assert "Added by" not in run("extract", str(page)).out
    assert "Added by" not in run("extract", str(page), *browse).out
    assert "Added by" in run("extract", str(page), *browse, "--scripts").out


COMMANDS = [
    ("extract", "--to", "json"),
    ("segment", "--to", "jsonl"),
    ("posts", "--to", "jsonl"),
    ("explain", "--to", "json"),
]


@pytest.mark.parametrize("command", COMMANDS, ids=[command[0] for command in COMMANDS])
def test_commands_take_a_rendered_page(run: Run, rendered: Path, command: tuple[str, ...]) -> None:
    result = run(command[0], str(rendered), *command[1:])
    assert result.code == 0, result.err
    if command[0] == "extract":
        document = json.loads(result.out)
        assert document["url"] == "https://site.example/story"
        assert "dark night" in document["text"]


def test_a_rendered_page_in_a_folder_is_a_page(run: Run, rendered: Path) -> None:
    result = run("extract", str(rendered.parent), "--to", "jsonl")
    assert result.code == 0, result.err
    assert json.loads(result.out)["url"] == "https://site.example/story"


def test_wrappers_are_learned_from_rendered_pages_and_applied_to_them(
    run: Run, tmp_path: Path
) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    for number in range(5):
        html = STORY.replace("dark", f"dark and stormy {'very ' * number}")
        page = parse(html, url=f"https://site.example/{number}")
        save_page(page.with_layout(make_layout(page)), folder / f"{number}.npz")
    wrapper = tmp_path / "site.xml"
    result = run("learn", str(folder), "-o", str(wrapper))
    assert (result.code, wrapper.exists()) == (0, True), result.err
    other = str(folder / "4.npz")
    for command in (("apply", str(wrapper), other), ("extract", other, "--site", str(folder))):
        result = run(*command)
        assert result.code == 0, result.err
        assert "stormy very very" in result.out


def test_a_page_and_its_rendered_form_are_compared(run: Run, rendered: Path, story: Path) -> None:
    result = run("diff", str(story), str(rendered))
    assert result.code == 0, result.err
    assert "similarity 1.000" in result.out


def test_damaged_rendered_pages_are_reported(run: Run, rendered: Path) -> None:
    rendered.write_bytes(rendered.read_bytes()[:-200])
    result = run("extract", str(rendered))
    assert result.code == 2
    assert "story.npz: this is not a rendered page, or it is damaged" in result.err


BAD = [
    # arguments                                        message
    (("browse", "{page}"),                             "pass -o FILE.npz, --screenshot FILE.png"),
    (("browse", "{folder}", "-o", "x.npz"),            "browse takes one page, not a folder"),
    (("browse", "{rendered}", "-o", "x.npz"),          "this is a rendered page, not an HTML page"),
    (("browse", "{page}", "-o", "x.npz", "--viewport", "9"), "expected WIDTHxHEIGHT"),
    (("browse", "{page}", "-o", "x.npz", "--files", "nowhere"), "expected a folder"),
    (("extract", "{page}", "--scripts"),               "--scripts has no effect without --browse"),
    (("extract", "{page}", "--wait", "idle"),          "--wait has no effect without --browse"),
    (("extract", "{rendered}", "--browse"),            "this page is rendered already"),
    (("extract", "{page}", "--browse", "--max-memory", "99"), "--max-memory limits worker"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "message"), BAD, ids=[message for _, message in BAD])
def test_wrong_usage(
    run: Run, story: Path, rendered: Path, words: tuple[str, ...], message: str
) -> None:
    places = {"page": story, "rendered": rendered, "folder": story.parent}
    result = run(*(word.format_map(places) for word in words))
    assert result.code == 2
    assert message in result.err
