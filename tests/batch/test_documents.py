"""Documents of sources: one page, or all pages of an article."""

from __future__ import annotations

from pathlib import Path

import pytest

from pagecore.batch import documents
from pagecore.batch.documents import drop_following_pages, read_document
from pagecore.batch.record import process_source
from pagecore.errors import BadInput
from pagecore.sources.find_sources import find_sources
from pagecore.sources.read import ReadOptions
from pagecore.sources.source import Source
from tests.server import answer, serving

READING = ReadOptions(pause=0, allow_private=True)
STORY = "It was a {} night at the harbour, and the rain fell on the quay in torrents, all of it."


def part(number: int, n_parts: int = 3) -> str:
    """A page of an article whose pages link to each other by number."""
    names = ["story.html", *(f"story-{n}.html" for n in range(2, n_parts + 1))]
    links = " ".join(
        f"<b>{n}</b>" if n == number else f"<a href={name}>{n}</a>"
        for n, name in enumerate(names, start=1)
    )
    story = "".join(f"<p>{STORY.format(f'{word} {number}.')}" for word in ("dark", "wet", "long"))
    return f"<title>Tides</title><article><h1>Tides</h1>{story}</article><p>{links}</p>"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An article of three pages, another page, and one that is none."""
    for number, name in enumerate(("story.html", "story-2.html", "story-3.html"), start=1):
        (tmp_path / name).write_text(part(number))
    (tmp_path / "other.html").write_text(f"<title>Other</title><p>{STORY.format('new')}")
    (tmp_path / "bad.html").write_bytes(b"%PDF-1.7")
    return tmp_path


def numbers(text: str) -> list[int]:
    """The pages of the article that a text is from."""
    return [number for number in (1, 2, 3) if f"dark {number}. night" in text]


@pytest.mark.parametrize(("max_pages", "read"), [(1, [1]), (2, [1, 2]), (3, [1, 2, 3])])
def test_pages_of_an_article(folder: Path, max_pages: int, read: list[int]) -> None:
    source = Source(str(folder / "story.html"))
    document = read_document(source, READING, {"method": "balance"}, max_pages)
    assert numbers(document.text) == read
    assert document.method == "balance"
    assert len(document.parts) == len(read)
    # One page alone is not asked for others.
    codes = {warning.code for warning in document.warnings}
    assert ("next-page" in codes) == (max_pages == 2)


def test_one_page_unless_asked_otherwise(folder: Path) -> None:
    document = read_document(Source(str(folder / "story.html")), READING, {})
    assert numbers(document.text) == [1]


@pytest.mark.parametrize(
    ("max_pages", "kept"),
    [
        (3, ["other.html", "story.html"]),
        (2, ["other.html", "story-3.html", "story.html"]),
        (1, ["other.html", "story-2.html", "story-3.html", "story.html"]),
    ],
)
def test_an_article_of_a_folder_is_one_source(
    folder: Path, max_pages: int, kept: list[str]
) -> None:
    sources = drop_following_pages(find_sources([str(folder)]).sources, READING, max_pages)
    assert [Path(source.place).name for source in sources] == kept
    assert [source.index for source in sources] == list(range(len(kept)))


def test_pages_that_were_named_stay(folder: Path) -> None:
    places = [str(folder / name) for name in ("story.html", "story-2.html")]
    sources = find_sources(places).sources
    assert drop_following_pages(sources, READING, 3) == sources


def test_files_of_other_folders_are_not_read(folder: Path) -> None:
    for name, number in (("in", 1), ("in-2", 2)):
        (folder / name).mkdir()
        html = part(number).replace("story-2.html", "../in-2/story.html")
        (folder / name / "story.html").write_text(html)
    document = read_document(Source(str(folder / "in/story.html")), READING, {}, 3)
    assert numbers(document.text) == [1]
    (warning,) = [known for known in document.warnings if known.code == "next-page"]
    assert "the file is in another folder" in warning.message


def test_a_link_to_a_name_that_no_file_can_have_is_not_followed(folder: Path) -> None:
    link = "<a rel=next href='story.html/%00'>2</a>"
    (folder / "story.html").write_text(part(1).replace("<p>", f"{link}<p>", 1))
    document = read_document(Source(str(folder / "story.html")), READING, {}, 3)
    (warning,) = [known for known in document.warnings if known.code == "next-page"]
    assert "null byte" in warning.message
    sources = drop_following_pages(find_sources([str(folder)]).sources, READING, 3)
    assert "story.html" in [Path(source.place).name for source in sources]


def test_a_page_that_is_none_is_an_error(folder: Path) -> None:
    for max_pages in (1, 3):
        with pytest.raises(BadInput, match=r"bad\.html: this is a PDF"):
            read_document(Source(str(folder / "bad.html")), READING, {}, max_pages)


def test_a_saved_page_is_followed_where_it_was(folder: Path) -> None:
    with serving() as server:
        for number, name in ((2, "story-2.html"), (3, "story-3.html")):
            server.answers[f"/{name}"] = answer(part(number).encode())
        read_options = ReadOptions(url=f"{server.at}/story.html", pause=0, allow_private=True)
        document = read_document(Source(str(folder / "story.html")), read_options, {}, 3)
        assert numbers(document.text) == [1, 2, 3]
        assert [part.page.url for part in document.parts] == [
            f"{server.at}/{name}" for name in ("story.html", "story-2.html", "story-3.html")
        ]
        assert server.asked == ["/story-2.html", "/story-3.html"]


def test_a_page_that_raises_anything_stops_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.html").write_text("<p>one")

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(documents, "follow_pages", fail)
    for source in find_sources([str(tmp_path)]).sources:
        record = process_source(documents.FollowTask(READING, 3), source)
        assert record.failure is not None
        assert record.failure.type == "ZeroDivisionError"
    assert drop_following_pages([], READING, 3) == []


def test_a_comment_in_a_file_does_not_lead_to_the_network(tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    page = "<title>A story</title><h1>A story</h1><a rel=next href=/story/2>2</a>"
    path.write_text(f"<!-- saved from url=(0023)http://127.0.0.1:9/story -->{page}")
    document = read_document(Source(str(path)), ReadOptions(allow_private=True), {}, 5)
    (warning,) = (warning for warning in document.warnings if warning.code == "next-page")
    assert "the next page of a saved page is fetched only with --url" in warning.message
