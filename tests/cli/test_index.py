"""The command `index`: sources of all kinds, updates, deletions, and runs that are killed."""

from __future__ import annotations

import gzip
import json
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pagecore.search.index import SearchIndex, open_index
from tests.conftest import Run
from tests.inputs import make_warc
from tests.search.small_index import BOAT, BREAD, LAKE, PAGES, make_page


@pytest.fixture
def pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with three pages, in the current folder."""
    folder = tmp_path / "pages"
    folder.mkdir()
    for name, text in {"lake": LAKE, "boat": BOAT, "bread": BREAD}.items():
        (folder / f"{name}.html").write_text(make_page(name, text), "utf-8")
    monkeypatch.chdir(tmp_path)
    return folder


def list_pages(path: str = "idx") -> dict[str, int]:
    """The addresses of all pages of an index, each with the number of its pages."""
    from tantivy import Query

    index: SearchIndex = open_index(path)
    counts: dict[str, int] = {}
    for _, address in index._searcher.search(Query.all_query(), 10_000).hits:
        stored = index._searcher.doc(address).get_first("record")
        if stored is not None:
            url = json.loads(stored[4:])["url"]
            counts[url] = counts.get(url, 0) + 1
    return counts


def test_folder_is_indexed_and_not_again(run: Run, pages: Path) -> None:
    assert run("index", "pages", "--out", "idx") == (0, "", "")
    expected = {f"pages/{name}.html": 1 for name in ("boat", "bread", "lake")}
    assert list_pages() == expected
    again = run("index", "pages", "--out", "idx")
    message = (
        "pagecore: 3 of 3 pages have results of an earlier run of this command; --update indexes "
        "them again\n"
    )
    assert again == (0, "", message)
    assert run("index", "pages", "--out", "idx", "--update") == (0, "", "")
    assert list_pages() == expected


def test_changed_files_are_indexed_again(run: Run, pages: Path) -> None:
    run("index", "pages", "--out", "idx")
    (pages / "lake.html").write_text(make_page("Bread", BREAD + " New flour."), "utf-8")
    assert "2 of 3 pages" in run("index", "pages", "--out", "idx").err
    urls = {hit.url for hit in open_index("idx").search("oven")}
    assert urls == {"pages/bread.html", "pages/lake.html"}
    assert len(open_index("idx")) == 3


def test_worker_processes_give_the_same_index(run: Run, pages: Path) -> None:
    run("index", "pages", "--out", "one")
    run("index", "pages", "--out", "two", "--jobs", "2")
    one, two = (open_index(path).search("lake boats oven") for path in ("one", "two"))
    assert one == two


def make_lines(pages: dict[str, str]) -> str:
    return "".join(json.dumps({"url": url, "html": html}) + "\n" for url, html in pages.items())


@pytest.mark.parametrize("packed", [False, True])
def test_json_lines_are_indexed(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, packed: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    name = "pages.jsonl.gz" if packed else "pages.jsonl"
    lines = make_lines(PAGES).encode()
    Path(name).write_bytes(gzip.compress(lines) if packed else lines)
    assert run("index", name, "--out", "idx") == (0, "", "")
    assert list_pages() == dict.fromkeys(PAGES, 1)
    assert "6 of 6 pages have results" in run("index", name, "--out", "idx").err


def test_warc_files_are_indexed(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("crawl.warc.gz").write_bytes(make_warc(["a", "b", "b"], packed=True))
    result = run("index", "crawl.warc.gz", "--out", "idx")
    assert result.code == 0
    # Of two pages of the same address, the last one stays.
    assert list_pages() == {"https://a.example/a": 1, "https://a.example/b": 1}
    assert "3 of 3 pages have results" in run("index", "crawl.warc.gz", "--out", "idx").err


def test_standard_input_and_its_containers(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    page = make_page("Lake", LAKE).encode()
    assert run("index", "-", "--url", "https://a.example/", "--out", "idx", stdin=page).code == 0
    assert run("index", "-", "--out", "idx", stdin=make_warc(["a", "b"])).code == 0
    assert list_pages() == {f"https://a.example/{word}": 1 for word in ("", "a", "b")}


def test_pages_are_deleted(run: Run, pages: Path) -> None:
    run("index", "pages", "--out", "idx")
    result = run("index", "--out", "idx", "--delete", "pages/lake.html", "--delete", "x")
    assert result.code == 0
    assert result.err == (
        "pagecore: x: the index has no page of this URL\npagecore: deleted 1 page\n"
    )
    assert list_pages() == {"pages/boat.html": 1, "pages/bread.html": 1}
    assert "--delete takes no pages" in run("index", "pages", "--out", "idx", "--delete", "x").err
    missing = run("index", "--out", "nothing", "--delete", "x")
    assert missing.code == 2
    assert "nothing does not exist" in missing.err


def test_failed_pages_are_reported_and_tried_again(run: Run, pages: Path) -> None:
    (pages / "bad.html").write_bytes(b"%PDF-1.7")
    first = run("index", "pages/bad.html", "pages/lake.html", "--out", "idx")
    assert first.code == 1
    assert "this is a PDF" in first.err
    (pages / "bad.html").write_text(make_page("Good", BOAT), "utf-8")
    again = run("index", "pages/bad.html", "pages/lake.html", "--out", "idx")
    assert again.code == 0
    assert list_pages() == {"pages/bad.html": 1, "pages/lake.html": 1}


@pytest.mark.parametrize("segment", ["fixed", "dom", "content"])
def test_segments_can_be_chosen(run: Run, pages: Path, segment: str) -> None:
    assert run("index", "pages", "--out", "idx", "--segment", segment).code == 0
    # The menu is in the index unless only the content is.
    hits = open_index("idx").search("contact")
    assert bool(hits) == (segment != "content")
    other = run("index", "pages", "--out", "idx", "--segment", "fixed", "--set", "words=20")
    assert other.code == 2
    assert "has the segments of" in other.err


def test_visual_segments_need_rendered_pages(run: Run, pages: Path) -> None:
    styled = Path(__file__).parents[1] / "pages" / "styled"
    rendered = sorted(styled.rglob("*.npz"))[0]
    for segment in ("vips", "comb"):
        assert run("index", str(rendered), "--out", segment, "--segment", segment).code == 0
        assert len(open_index(segment)) == 1
        result = run("index", "pages/lake.html", "--out", segment, "--segment", segment)
        assert result.code == 2
        assert "needs a layout" in result.err


def test_wrong_options(run: Run, pages: Path) -> None:
    assert "Missing option '--out'" in run("index", "pages").err
    unknown = run("index", "pages", "--out", "idx", "--segment", "blocks").err
    assert "comb, content, dom, fixed, vips" in unknown
    assert not Path("idx").exists()
    assert "is a folder with other files" in run("index", "pages", "--out", "pages").err


def test_index_among_the_pages_is_not_read(run: Run, pages: Path) -> None:
    assert run("index", ".", "--out", "idx").code == 0
    again = run("index", ".", "--out", "idx")
    assert "3 of 3 pages" in again.err


#: Runs the command with frequent commits.
SCRIPT = """
import sys
from pagecore.search import writer
writer.COMMIT_PAGES = {commit_pages}
from pagecore.cli import main
if __name__ == "__main__":
    main()
"""


def start_command(folder: Path, *arguments: str, commit_pages: int = 20) -> subprocess.Popen[str]:
    script = folder / "command.py"
    script.write_text(SCRIPT.format(commit_pages=commit_pages))
    return subprocess.Popen(
        [sys.executable, str(script), "index", *arguments],
        cwd=folder,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def count_committed(path: Path) -> int:
    return len(open_index(path)) if (path / "meta.json").exists() else 0


@pytest.mark.skipif(sys.platform == "win32", reason="no signals here")
def test_killed_run_is_continued_with_nothing_lost_or_doubled(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    pages = {
        f"https://a.example/{number}": make_page(f"Page {number}", f"{LAKE} Number{number}.")
        for number in range(300)
    }
    Path("pages.jsonl").write_text(make_lines(pages))
    arguments = ("pages.jsonl", "--out", "idx", "--jobs", "2")
    n_before = 0
    for goal in (20, 100):
        process = start_command(tmp_path, *arguments)
        deadline = time.monotonic() + 120
        while count_committed(tmp_path / "idx") < goal and process.poll() is None:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        assert process.poll() is None, "the run has ended before it was killed"
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        n_committed = count_committed(tmp_path / "idx")
        assert n_before < n_committed < len(pages)
        assert set(list_pages().values()) == {1}
        n_before = n_committed
    result = run(*("index", *arguments))
    assert result.code == 0
    # What was committed is not done again.
    assert f"{n_before} of 300 pages have results of an earlier run" in result.err
    assert list_pages() == dict.fromkeys(pages, 1)
    index = open_index("idx")
    assert [hit.url for hit in index.search("number299")] == ["https://a.example/299"]


@pytest.mark.skipif(sys.platform == "win32", reason="no limits here")
def test_full_disk_leaves_the_index_as_it_was(run: Run, pages: Path) -> None:
    run("index", "pages", "--out", "idx")
    before = list_pages()
    words = " ".join(f"word{number}" for number in range(30_000))
    Path("long.html").write_text(make_page("Long", *[f"{words} {LAKE}"] * 3), "utf-8")

    script = Path("command.py")
    script.write_text(SCRIPT.format(commit_pages=5))
    done = subprocess.run(
        [sys.executable, str(script), "index", "long.html", "--out", "idx"],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000)),
    )
    assert done.returncode == 2, done.stderr
    assert "index idx: the disk is full; the index has all pages up to the last" in done.stderr
    assert list_pages() == before
    assert run("index", "long.html", "--out", "idx").code == 0
    assert list_pages() == {**before, "long.html": 1}


def test_page_with_another_canonical_link_is_not_kept_twice(run: Run, pages: Path) -> None:
    link = '<link rel=canonical href="https://a.example/{}"><body>'
    for name in ("old", "new"):
        html = make_page("Lake", LAKE).replace("<body>", link.format(name))
        Path("lake.html").write_text(html, "utf-8")
        assert run("index", "lake.html", "--out", "idx").code == 0
        assert list_pages() == {f"https://a.example/{name}": 1}


def test_second_writer_is_refused(run: Run, pages: Path) -> None:
    from pagecore.search.writer import PageWriter

    run("index", "pages", "--out", "idx")
    with PageWriter.open(Path("idx")):
        result = run("index", "pages", "--out", "idx")
        assert result.code == 2
        assert "idx is written by another run" in result.err
        # Searches are possible meanwhile.
        assert run("search", "idx", "lake").code == 0
    assert len(list_pages()) == 3
