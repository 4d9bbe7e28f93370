"""Several pages of one article as one document."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pagecore import Choice, Document, Page, extract, parse
from pagecore.choice import Part, Wall
from pagecore.errors import BadOption
from pagecore.page import PageWarning
from pagecore.pagination.merge import merge_pages
from tests.conftest import Run
from tests.server import answer, serving

TITLE = "<h1>The tides of the harbour</h1>"
LEAD = "<p class=lead>What the keeper of the harbour knows of tides, and what nobody does.</p>"
BOX = "<p>Subscribe to our letter, which comes every week and costs nothing at all.</p>"


def whole(html: str, url: str | None = None) -> Document:
    """A document of all that a page shows."""
    page = parse(html, url=url)
    return Document([Part(page, Choice.of(page, page.visible))], "tide")


def texts(document: Document) -> list[str]:
    return [line for line in document.text.split("\n") if line]


def test_what_stands_on_each_page_comes_out_once() -> None:
    pages = [
        f"{TITLE}{LEAD}<p>{number} one.</p>{BOX}<p>{number} two.</p><p>By the keeper</p>"
        for number in ("First", "Second", "Third")
    ]
    document = merge_pages([whole(page) for page in pages])
    assert texts(document) == [
        "The tides of the harbour",
        "What the keeper of the harbour knows of tides, and what nobody does.",
        "First one.",
        "Subscribe to our letter, which comes every week and costs nothing at all.",
        "First two.",
        "By the keeper",
        "Second one.",
        "Second two.",
        "Third one.",
        "Third two.",
    ]
    actual = [b.reason for b in document.explain().blocks if b.part == 2 and not b.kept]
    assert actual == [
        "dropped: duplicate of block 0 of page 1",
        "dropped: duplicate of block 1 of page 1",
        "dropped: duplicate of block 3 of page 1",
        "dropped: duplicate of block 5 of page 1",
    ]


def test_a_short_line_between_others_may_come_again() -> None:
    first, second = whole("<p>One.<p>No.<p>Two."), whole("<p>Six.<p>No.<p>Ten.")
    assert texts(merge_pages([first, second])) == ["One.", "No.", "Two.", "Six.", "No.", "Ten."]


@pytest.mark.parametrize(("n_words", "n_times"), [(9, 2), (10, 1)])
def test_a_long_line_between_others_comes_out_once(n_words: int, n_times: int) -> None:
    line = "no " * n_words
    one, two = whole(f"<p>One.<p>{line}<p>Two."), whole(f"<p>Six.<p>{line}<p>Ten.")
    assert texts(merge_pages([one, two])).count(line.strip()) == n_times


def test_lines_of_a_run_count_together() -> None:
    run = "<p>no no no no no<p>yes yes yes yes yes"
    merged = merge_pages([whole(f"<p>One.{run}<p>Two."), whole(f"<p>Six.{run}<p>Ten.")])
    assert texts(merged)[4:] == ["Six.", "Ten."]
    assert merged.warnings[0].message.endswith("; 2 repeated blocks were left out")


def test_the_order_of_words_and_of_blocks_counts() -> None:
    one = whole("<p>One <b>two</b> six<p>Ten.")
    other = whole("<p>Two <b>one</b> six<p>Six.")
    assert texts(merge_pages([one, other]))[2:] == ["Two one six", "Six."]
    # Both lines come again, at the beginning and at the end.
    back = whole("<p>Ten.<p>New.<p>One <b>two</b> six")
    assert texts(merge_pages([one, back]))[2:] == ["New."]


def test_lines_without_words_come_again() -> None:
    merged = merge_pages([whole("<p>One.<p>***"), whole("<p>Two.<p>***")])
    assert texts(merged) == ["One.", "***", "Two.", "***"]


def test_what_is_left_out_is_left_out_once_and_for_all() -> None:
    """A block that a page left out is known by the page that has it."""
    pages = [whole(f"{TITLE}<p>{word}") for word in ("One.", "Two.", "Six.")]
    merged = merge_pages(pages)
    reasons = [block.reason for block in merged.explain().blocks if not block.kept]
    assert reasons == ["dropped: duplicate of block 0 of page 1"] * 2


def test_parts_of_the_first_page_are_left_alone() -> None:
    (part,) = whole(f"{TITLE}<p>One.").parts
    merged = merge_pages([Document([part, part], "tide"), whole("<p>Two.")])
    assert texts(merged).count("One.") == 2
    assert merged.warnings[0].message.endswith("; 0 repeated blocks were left out")


def test_one_document_stays_what_it_is() -> None:
    page = parse(f"{TITLE}<p>One.")
    document = extract(page, method="balance", steps=["copies"])
    warning = PageWarning("next-page", "it is gone", -1, -1, 1)
    assert merge_pages([document]).warnings == document.warnings
    merged = merge_pages([document], warning)
    assert warning in merged.warnings
    assert (merged.parts, merged.method, merged.steps) == (
        document.parts,
        document.method,
        document.steps,
    )
    two = merge_pages([document, whole("<p>Two.")], warning)
    codes = [known.code for known in two.warnings]
    assert codes.index("next-page") == codes.index("merged-pages") + 1
    assert (two.method, two.steps) == (document.method, document.steps)


@pytest.mark.parametrize(
    ("n_others", "names"),
    [
        (1, ": https://a.example/1"),
        (5, "".join(f"{', ' if at > 1 else ': '}https://a.example/{at}" for at in range(1, 6))),
        (7, "".join(f"{', ' if at > 1 else ': '}https://a.example/{at}" for at in range(1, 6))
            + " and 2 more"),
    ],
)  # fmt: skip
def test_the_warning_names_five_pages(n_others: int, names: str) -> None:
    pages = [whole(f"{TITLE}<p>{at}.", f"https://a.example/{at}") for at in range(n_others + 1)]
    (warning,) = [known for known in merge_pages(pages).warnings if known.code == "merged-pages"]
    n_pages = "1 next page was" if n_others == 1 else f"{n_others} next pages were"
    blocks = "1 repeated block was" if n_others == 1 else f"{n_others} repeated blocks were"
    message = f"{n_pages} merged{names}; {blocks} left out"
    assert warning == PageWarning("merged-pages", message, -1, -1, n_others)


def test_what_comes_again_in_one_page_is_left_to_the_method() -> None:
    page = f"<p>One.{BOX}<p>Two.{BOX}<p>Six."
    assert texts(merge_pages([whole(page), whole("<p>Ten.")])).count(BOX[3:-4]) == 2


def test_images_come_out_once() -> None:
    pages = [f"<p>{word}<div><img src=a.png alt=Harbour></div>" for word in ("One.", "Two.")]
    document = merge_pages([whole(page, "https://a.example/") for page in pages])
    assert document.to_text(images=True).count("a.png") == 1
    other = [whole(pages[0]), whole(pages[1].replace("a.png alt=Harbour", "b.png alt=Quay"))]
    assert merge_pages(other).to_text(images=True).count("Quay") == 1


def test_a_document_of_several_parts() -> None:
    page = parse("<p>One two six.", url="https://a.example/s")
    document = extract(page, method="balance", pages=[parse("<p>Ten.", url="https://a.example/t")])
    assert [part.page.url for part in document.parts] == [
        "https://a.example/s",
        "https://a.example/t",
    ]
    assert document.method == "balance"
    (reported,) = [warning for warning in document.warnings if warning.code == "merged-pages"]
    assert reported.count == 1
    joined_to, left_out = reported.message.split("; ")
    assert joined_to == "1 next page was merged: https://a.example/t"
    assert left_out == "0 repeated blocks were left out"


def test_pages_are_a_list() -> None:
    for wrong in ("<p>one", b"<p>one", parse("<p>one"), None, 5):
        with pytest.raises(BadOption, match="pages: expected a list of pages"):
            extract("<p>one", pages=wrong, method="balance")  # type: ignore[arg-type]  # That is what is tested.
    assert extract("<p>one", pages=[], method="balance").text == "one"
    assert extract("<p>one", pages=iter(["<p>two"]), method="balance").text == "one\n\ntwo"


def test_links_of_all_pages_are_joined_to_a_url() -> None:
    pages = [f"<p>{word} <a href=notes>one</a>" for word in ("One", "Two", "Six")]
    document = extract(pages[0], "https://a.example/b/s", method="balance", pages=pages[1:])
    assert document.to_text(links=True).count("<https://a.example/b/notes>") == 3
    (reported,) = [warning for warning in document.warnings if warning.code == "merged-pages"]
    assert reported.message.startswith("2 next pages were merged; ")
    # Where the pages tell their addresses, these count.
    on = "<p><a href=/b/s/2>2</a>", "<p><a href=/b/s/3>3</a>", ""
    known = [page + link for page, link in zip(pages, on, strict=True)]
    document = extract(known[0], "https://a.example/b/s", method="balance", pages=known[1:])
    assert [part.page.url for part in document.parts] == [
        "https://a.example/b/s",
        "https://a.example/b/s/2",
        "https://a.example/b/s/3",
    ]
    assert document.to_text(links=True).count("<https://a.example/b/s/notes>") == 2
    # A page that is parsed keeps its own, also if that is none.
    document = extract(pages[0], "https://a.example/", method="balance", pages=[parse(pages[1])])
    assert document.parts[1].page.url is None


def sure(html: str, confidence: float, **types: float) -> Document:
    page = parse(html)
    choice = Choice(np.ones(len(page), np.bool_), np.ones(len(page), np.float32))
    built = Choice(choice.content, choice.score, types=types, confidence=confidence)
    return Document([Part(page, built)], "tide")


def test_confidence_is_the_mean_by_words_and_the_type_that_of_the_first() -> None:
    first = sure("<p>one two six", 0.9, article=0.8)
    document = merge_pages([first, sure("<p>ten", 0.5, forum=0.9)])
    assert document.confidence == pytest.approx(0.8)
    assert document.page_type == "article"
    unknown = whole("<p>ten")
    assert merge_pages([first, unknown]).confidence is None


def test_a_page_that_has_no_content_adds_none() -> None:
    page = parse("<p>Sign in to read on.")
    wall = replace(Choice.of(page, page.visible), wall=Wall("it asks for a password"))
    document = merge_pages([whole("<p>One."), Document([Part(page, wall)], "tide")])
    assert document.text == "One."
    assert [change.step for _, change in document.changes] == ["pages"]
    # The first page is what was asked for.
    first = merge_pages([Document([Part(page, wall)], "tide"), whole("<p>One.")])
    assert first.text == "Sign in to read on.\n\nOne."
    reason = document.explain().blocks[-1].reason
    assert reason.endswith("to have no content of its own: it asks for a password")


# ---------------------------------------------------------------- by the command

STORY = "It was a {} night at the harbour, and the rain fell on the quay in torrents, all of it."


def part(number: int, n_parts: int = 3) -> str:
    links = " ".join(
        f"<b>{n}</b>"
        if n == number
        else f"<a href={'story.html' if n == 1 else f'story-{n}.html'}>{n}</a>"
        for n in range(1, n_parts + 1)
    )
    story = "".join(f"<p>{STORY.format(f'{word} {number}.')}" for word in ("dark", "wet", "long"))
    return f"<title>Tides</title><article>{TITLE}{LEAD}{story}</article><p>{links}</p>"


def test_following_files(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number, name in enumerate(("story.html", "story-2.html", "story-3.html"), start=1):
        (tmp_path / name).write_text(part(number))
    monkeypatch.chdir(tmp_path)
    result = run("extract", "story.html", "--follow")
    assert result.code == 0
    for number in (1, 2, 3):
        assert result.out.count(f"a dark {number}. night") == 1
    assert "merged-pages: 2 next pages were merged" in result.err
    alone = run("extract", "story.html")
    assert "dark 2." not in alone.out
    assert alone.err == ""
    limited = run("extract", "story.html", "--follow", "--max-pages", "2")
    assert "dark 2." in limited.out
    assert "dark 3." not in limited.out
    assert "the limit is 2 pages; raise --max-pages" in limited.err


def test_an_article_of_a_folder_comes_out_once(
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "in").mkdir()
    for number, name in enumerate(("story.html", "story-2.html", "story-3.html"), start=1):
        (tmp_path / "in" / name).write_text(part(number))
    (tmp_path / "in/other.html").write_text(f"<title>Other</title><p>{STORY.format('new')}")
    (tmp_path / "in/bad.html").write_bytes(b"%PDF-1.7")
    monkeypatch.chdir(tmp_path)

    def names(*arguments: str) -> list[str]:
        result = run("extract", "in", "in/bad.html", *arguments)
        assert result.code == 1
        assert "in/bad.html: this is a PDF" in result.err
        return [line[7:-4] for line in result.out.splitlines() if line.startswith("==> in/")]

    assert names() == ["other.html", "story-2.html", "story-3.html", "story.html"]
    assert names("--follow") == ["other.html", "story.html"]
    assert names("--follow", "--jobs", "2") == ["other.html", "story.html"]
    # What is beyond the limit is not lost.
    assert names("--follow", "--max-pages", "2") == ["other.html", "story-3.html", "story.html"]
    # Files that are named one by one are written one by one.
    result = run("extract", "in/story.html", "in/story-2.html", "--follow")
    assert result.out.count("==> in/") == 2


def test_files_of_other_folders_are_not_followed(
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in/story.html").write_text(part(1).replace("story-2.html", "../in-2/story.html"))
    (tmp_path / "in-2").mkdir()
    (tmp_path / "in-2/story.html").write_text(part(2))
    monkeypatch.chdir(tmp_path)
    result = run("extract", "in/story.html", "--follow")
    assert result.code == 0
    assert "dark 2." not in result.out
    assert "the file is in another folder" in result.err


def test_following_urls(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving() as server:
        names = ("story.html", "story-2.html", "story-3.html")
        for number, name in enumerate(names, start=1):
            server.answers[f"/{name}"] = answer(part(number).encode())
        result = run(
            "extract", f"{server.at}/story.html", "--follow", "--allow-private", "--pause", "0"
        )
        assert result.code == 0
        for number in (1, 2, 3):
            assert result.out.count(f"a dark {number}. night") == 1
        assert result.out.count("knows of tides") <= 1
        assert server.asked == [f"/{name}" for name in names]
        pauses: list[float] = []
        monkeypatch.setattr("pagecore.sources.read.time.sleep", pauses.append)
        run("extract", f"{server.at}/story.html", "--follow", "--allow-private", "--pause", "0.2")
        assert [pause for pause in pauses if pause] == [0.2, 0.2]
        monkeypatch.undo()
        del server.answers["/story-3.html"]
        broken = run(
            "extract", f"{server.at}/story.html", "--follow", "--allow-private", "--pause", "0"
        )
        assert "next-page: the next page was not merged" in broken.err
        assert "the server answers 404 Not Found" in broken.err
        assert "dark 2." in broken.out


def test_explain_follows_as_well(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number, name in enumerate(("story.html", "story-2.html"), start=1):
        (tmp_path / name).write_text(part(number, 2))
    monkeypatch.chdir(tmp_path)
    result = run("explain", "story.html", "--follow", "--method", "balance", "--to", "json")
    blocks = json.loads(result.out)["blocks"]
    assert {block["part"] for block in blocks} == {0, 1}
    assert any("duplicate of block" in block["reason"] for block in blocks)


def test_pages_may_be_pages_or_html() -> None:
    page: Page = parse("<p>Six.")
    document = extract("<p>One.", method="balance", pages=["<p>Two.", b"<p>Ten.", page])
    assert texts(document) == ["One.", "Two.", "Ten.", "Six."]
