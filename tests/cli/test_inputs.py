"""The command reads many kinds of input, and says in a line what it cannot read."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import Run
from tests.inputs import make_mhtml, make_page, make_rss, make_sitemap, make_warc
from tests.server import Server, answer, serving

ALLOWED = ("--allow-private", "--pause", "0", "--timeout", "120")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as running:
        yield running


def written(folder: Path) -> list[str]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    return sorted(str(path.relative_to(folder)) for path in files if path.name[0] != ".")


def test_one_file_of_each_kind(run: Run, folder: Path) -> None:
    (folder / "a.gz").write_bytes(gzip.compress(make_page("gzip").encode()))
    (folder / "b").write_bytes(make_mhtml(make_page("mhtml").encode()))
    (folder / "c.md").write_text("# A *note*\n")
    for name, text in {"a.gz": "old town of gzip", "b": "old town of mhtml"}.items():
        code, out, err = run("extract", name)
        assert (code, err) == (0, "")
        assert text in out
        assert not out.startswith("==>")
    assert run("extract", "c.md", "--to", "markdown") == (0, "# A *note*\n", "")


def test_the_url_of_a_saved_page_is_used(run: Run, folder: Path) -> None:
    html = make_page("a").encode() + b"<p>One more <a href=c>link</a> in a sentence of words.</p>"
    (folder / "a.mht").write_bytes(make_mhtml(html, "https://a.example/b/"))
    _, out, _ = run("extract", "a.mht", "--to", "json")
    assert json.loads(out)["url"] == "https://a.example/b/"


def test_a_warc_file_to_a_folder_and_again(run: Run, folder: Path) -> None:
    pytest.importorskip("fastwarc")
    (folder / "crawl.warc.gz").write_bytes(make_warc(["one", "two"], packed=True))
    code, out, err = run("extract", "crawl.warc.gz", "-o", "out")
    assert (code, out) == (0, "")
    left_out = "2 of status 404, 1 of type image/png"
    assert err == (
        f"pagecore: crawl.warc.gz: skipped-records: 3 records that are not pages were left out: "
        f"{left_out}\n"
    )
    files = ["crawl/a.example-one.txt", "crawl/a.example-two.txt"]
    assert written(folder / "out") == files
    (folder / "out" / files[0]).unlink()
    code, out, err = run("extract", "crawl.warc.gz", "-o", "out")
    assert code == 0
    assert "1 of 2 pages have results of an earlier run of this command" in err
    assert written(folder / "out") == files


def test_a_repeated_run_reports_its_results_once(run: Run, folder: Path) -> None:
    pytest.importorskip("fastwarc")
    (folder / "in").mkdir()
    (folder / "in" / "a.html").write_text(make_page("a"))
    (folder / "in" / "c.warc").write_bytes(make_warc(["one", "two"]))
    assert run("extract", "in", "-o", "out")[0] == 0
    _, _, err = run("extract", "in", "-o", "out")
    assert [line for line in err.splitlines() if "skipped-records" not in line] == [
        "pagecore: 3 of 3 pages have results of an earlier run of this command; --overwrite "
        "extracts them again"
    ]


def test_files_that_are_not_ours_are_refused_one_by_one(run: Run, folder: Path) -> None:
    pytest.importorskip("fastwarc")
    (folder / "c.warc").write_bytes(make_warc(["one", "two"]))
    (folder / "out" / "c").mkdir(parents=True)
    (folder / "out" / "c" / "a.example-one.txt").write_text("mine")
    code, _, err = run("extract", "c.warc", "-o", "out")
    assert code == 1
    assert "output out/c/a.example-one.txt exists; pass --overwrite" in err
    assert (folder / "out" / "c" / "a.example-one.txt").read_text() == "mine"
    assert (folder / "out" / "c" / "a.example-two.txt").exists()
    code, _, err = run("extract", "c.warc", "-o", "out", "--skip-existing")
    assert code == 0
    assert "2 of 2 pages have output files, which are kept" in err


def test_a_container_as_lines_of_json(run: Run, folder: Path) -> None:
    pytest.importorskip("fastwarc")
    (folder / "c.warc").write_bytes(make_warc(["one", "two"]))
    _, out, _ = run("extract", "c.warc", "--to", "json")
    lines = [json.loads(line) for line in out.splitlines()]
    assert [line["page"] for line in lines] == [
        "c.warc::https://a.example/one",
        "c.warc::https://a.example/two",
    ]
    assert [line["url"] for line in lines] == [
        "https://a.example/one",
        "https://a.example/two",
    ]


def test_a_feed_from_standard_input(run: Run, folder: Path) -> None:
    pytest.importorskip("feedparser")
    code, out, err = run("extract", "-", stdin=make_rss(["one", "two"]))
    assert (code, err) == (0, "")
    names = re.findall(r"==> (.*) <==", out)
    assert names == ["-::https://a.example/one", "-::https://a.example/two"]
    # All of an entry is content.
    assert out.count("Menu") == 2


def test_a_feed_from_standard_input_to_a_file_of_lines(run: Run, folder: Path) -> None:
    pytest.importorskip("feedparser")
    feed = make_rss(["one", "two"])
    assert run("extract", "-", "--to", "jsonl", "-o", "out.jsonl", stdin=feed) == (0, "", "")
    lines = [json.loads(line) for line in (folder / "out.jsonl").read_text("utf-8").splitlines()]
    assert [line["page"] for line in lines] == [
        "-::https://a.example/one",
        "-::https://a.example/two",
    ]


def test_a_feed_and_a_sitemap_by_url(run: Run, server: Server) -> None:
    pytest.importorskip("feedparser")
    server.answers["/feed"] = answer(make_rss(["one"]), content_type="application/rss+xml")
    code, out, err = run("extract", f"{server.at}/feed", *ALLOWED)
    assert (code, err) == (0, "")
    assert out.startswith(f"==> {server.at}/feed::https://a.example/one <==")
    server.answers["/a"] = answer(make_page("a").encode(), content_type="text/html")
    sitemaps = {
        "/map": make_sitemap([f"{server.at}/a", f"{server.at}/missing"]),
        "/index": make_sitemap([f"{server.at}/map"], is_index=True),
    }
    for path, content in sitemaps.items():
        server.answers[path] = answer(content, content_type="application/xml")
        code, out, err = run("extract", f"{server.at}{path}", *ALLOWED)
        assert code == 1
        assert out.startswith(f"==> {server.at}/a <==")
        assert "the server answers 404" in err
        assert "1 of 2 pages failed" in err


def test_long_sitemaps(run: Run, server: Server, folder: Path) -> None:
    server.answers["/a"] = answer(make_page("a").encode(), content_type="text/html")
    urls = [f"{server.at}/a", *(f"{server.at}/{number}" for number in range(99))]
    (folder / "map.xml").write_bytes(make_sitemap(urls))
    code, out, err = run("extract", "map.xml", "--max-urls", "1", *ALLOWED)
    assert code == 0
    assert "map.xml: limit-urls: the sitemap has 100 URLs, of which 1 are fetched" in err
    assert "old town of a" in out


def test_pages_with_the_same_notice_are_counted(run: Run, folder: Path) -> None:
    (folder / "site").mkdir()
    for name in ("a", "b"):
        link = f"<link rel=canonical href=https://a.example/{name}>"
        (folder / "site" / f"{name}.html").write_text(link + make_page(name))
    code, _, err = run("extract", "site", "--to", "jsonl")
    assert (code, err.count("\n")) == (0, 1)
    assert err.startswith("pagecore: url-declared: 2 pages: no URL was passed")
    alone = run("extract", "site/a.html", "--to", "jsonl")
    assert alone.err.startswith("pagecore: site/a.html: url-declared: no URL was passed; the URL")


def test_a_folder_is_not_named_like_a_file(run: Run, folder: Path) -> None:
    (folder / "site").mkdir()
    (folder / "site" / "a.html").write_text(make_page("a"))
    code, _, err = run("extract", "site", "--to", "md", "-o", "out.md")
    assert code == 2
    assert err.startswith("pagecore: output out.md: several pages need a folder, and this is the")
    assert not (folder / "out.md").exists()
    assert run("extract", "site", "--to", "md", "-o", "out.md/").code == 0
    assert run("extract", "site", "--to", "md", "-o", "out.d").code == 0


def test_skipped_files_are_counted(run: Run, folder: Path) -> None:
    (folder / "site").mkdir()
    (folder / "site" / "a").write_text(make_page("a"))
    for name in ("b.png", "c.png"):
        (folder / "site" / name).write_bytes(b"\x89PNG\r\n\x1a\n")
    (folder / "site" / "d.css").write_text("p {}")
    code, _, err = run("extract", "site")
    assert code == 0
    assert err == (
        "pagecore: 3 files in folders skipped, because they are not pages: 2 PNG images, "
        "1 text file (--glob '*.txt' takes text files)\n"
    )
    code, _, err = run("extract", "site", "--glob", "a", "-o", "site/out")
    assert (code, err) == (0, "")
    assert run("extract", "site", "--glob", "*.txt", "-o", "site/out").code == 2


def test_lists_of_files(run: Run, folder: Path) -> None:
    for name in ("a b.html", "c.html"):
        (folder / name).write_text(make_page(name[0]))
    (folder / "list").write_text("a b.html\n\nc.html\n")
    for arguments, stdin in (
        (["--files-from", "list"], b""),
        (["--files-from", "-"], b"a b.html\r\nc.html"),
        (["--files-from", "-"], b"a b.html\0c.html\0"),
        (["a b.html", "--files-from", "-"], b"c.html\n"),
    ):
        code, out, _ = run("extract", *arguments, stdin=stdin)
        assert code == 0
        assert re.findall(r"==> (.*) <==", out) == ["a b.html", "c.html"]


def test_manifests_and_mirrors(run: Run, folder: Path) -> None:
    page = make_page("a") + "<p>One more <a href=c>link</a> in a sentence of ten words or so.</p>"
    path = folder / "m" / "example.org" / "x" / "a.html"
    path.parent.mkdir(parents=True)
    path.write_text(page)
    (folder / "m.csv").write_text("path,url\nm/example.org/x/a.html,https://b.example/y/\nz,w\n")
    code, out, err = run("extract", "--manifest", "m.csv", "--to", "json")
    assert json.loads(out)["url"] == "https://b.example/y/"
    assert (code, err) == (
        0, "pagecore: manifest m.csv, line 3: expected a path and an http(s) URL\n",
    )  # fmt: skip
    _, out, _ = run("extract", "m", "--mirror", "--to", "json")
    assert json.loads(out)["url"] == "https://example.org/x/a.html"
    _, out, _ = run("extract", "m", "--mirror", "--manifest", "m.csv", "--to", "json")
    assert json.loads(out)["url"] == "https://b.example/y/"


def test_existing_files_are_kept(run: Run, folder: Path) -> None:
    for name in ("a", "b"):
        (folder / f"{name}.html").write_text(make_page(name))
    (folder / "out").mkdir()
    (folder / "out" / "a.txt").write_text("mine")
    code, _, err = run("extract", "a.html", "b.html", "-o", "out", "--skip-existing")
    assert (code, err) == (0, "pagecore: 1 of 2 pages have output files, which are kept\n")
    assert (folder / "out" / "a.txt").read_text() == "mine"
    assert "old town of b" in (folder / "out" / "b.txt").read_text()
    (folder / "one.txt").write_text("mine")
    assert run("extract", "a.html", "-o", "one.txt", "--skip-existing").code == 0
    assert (folder / "one.txt").read_text() == "mine"


WRONG = [
    # arguments                                   message
    ("",                                          "Missing argument 'PAGE...'"),
    ("a.html --skip-existing",                    "--skip-existing has no effect without -o"),
    ("a.html -o x --skip-existing --overwrite",   "--overwrite and --skip-existing exclude"),
    ("a.html --files-from missing",               "missing: No such file or directory"),
    ("--files-from empty",                        "empty: the list of pages is empty"),
    ("- --files-from -",                          "--files-from - and the page - both read"),
    ("--manifest missing",                        "manifest missing: No such file or directory"),
    ("--manifest empty",                          "manifest empty: the columns are missing"),
    ("a.html b.html --url https://a.example/",    "--url applies to one page"),
    ("feed.xml --url https://a.example/",         "--url applies to one page"),
    ("a.html --max-urls 0",                       "Invalid value for '--max-urls'"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "message"), WRONG)
def test_wrong_usage(run: Run, folder: Path, arguments: str, message: str) -> None:
    (folder / "a.html").write_text(make_page("a"))
    (folder / "empty").write_text("\n" if "files" in arguments else "")
    (folder / "feed.xml").write_bytes(make_rss(["a"]))
    code, out, err = run("extract", *arguments.split())
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_files_that_are_not_pages_are_named(run: Run, folder: Path) -> None:
    contents = {
        "a.html": (b"%PDF-1.7", "a PDF"),
        "b.html": (bytes(range(256)) * 9, "binary data"),
        "c": (b"PK\3\4" + bytes(99), "a zip archive or an office document"),
        "d": (b"\xfd7zXZ\0", "packed by xz"),
        "e.xml": (b"<?xml version='1.0'?><svg/>", "an SVG image"),
    }
    for name, (content, what) in contents.items():
        (folder / name).write_bytes(content)
        line = f"pagecore: {name}: this is {what}, not an HTML page\n"
        assert run("extract", name) == (2, "", line)


@pytest.mark.parametrize("verb", ["extract", "explain", "segment", "posts", "learn"])
def test_urls_that_are_no_utf_8(run: Run, tmp_path: Path, verb: str) -> None:
    page = tmp_path / "a.html"
    page.write_text("<p>A page.")
    result = run(verb, str(page), "--url", "https://a\udcff.example/")
    assert result.code == 2
    assert "this is not a URL; expected one such as https://a.example/b" in result.err


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("--max-seconds", "inf", "max_seconds=inf: expected more than 0 and at most 1000000"),
        ("--max-seconds", "1e400", "max_seconds=inf: expected"),
        ("--max-memory", "nan", "max_memory_mib=nan: expected"),
        ("--timeout", "nan", "timeout=nan: expected seconds, more than 0 and at most 1000000"),
        ("--pause", "1e300", "pause=1e+300: expected seconds, 0 or more and at most 1000000"),
        ("--jobs", "9" * 30, "is not in the range 1<=x<=1000"),
        ("-o", "", "-o: the name of the output is empty"),
    ],
)
def test_odd_numbers_are_refused(
    run: Run, tmp_path: Path, option: str, value: str, message: str
) -> None:
    page = tmp_path / "a.html"
    page.write_text("<p>A page.")
    result = run("extract", str(page), str(page), option, value)
    assert result.code == 2
    assert message in result.err
    assert "Traceback" not in result.err


def test_lists_have_a_limit(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pagecore.cli.options.places.MAX_LIST_BYTES", 100)
    monkeypatch.setattr("pagecore.sources.addresses.MAX_LIST_BYTES", 100)
    long = tmp_path / "long.csv"
    long.write_text("path,url\n" * 20)
    assert "the list of pages is larger than 100" in run("extract", "--files-from", str(long)).err
    assert "it is larger than 100 bytes" in run("extract", "--manifest", str(long)).err
