"""The commands `learn` and `apply`."""

from __future__ import annotations

from pathlib import Path

import pytest

from pagecore import Page, Site, Wrapper, learn, method
from pagecore.sites.rules import Rules
from pagecore.sources.read import ReadOptions, read_page
from pagecore.sources.source import Source
from tests.conftest import Run
from tests.inputs import make_rss
from tests.server import answer, serving

TEXT = " ".join(["The tide comes in at six, and the boats go out."] * 6)
PAGE = "<div id=menu><a href=/>Home</a></div><div id=text><p>{0} {1}</p></div>"


@pytest.fixture
def pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three pages of a site, and one of another."""
    monkeypatch.chdir(tmp_path)
    Path("site").mkdir()
    for name in ("one", "two", "three"):
        Path(f"site/{name}.html").write_text(PAGE.format(name, TEXT))
    Path("other.html").write_text(f"<article><p>other {TEXT}</p></article>")
    return tmp_path


CUT = ("apply", "w.xml", "other.html", "--to", "source")


@pytest.mark.usefixtures("pages")
def test_learned_and_applied(run: Run) -> None:
    result = run("learn", "site/one.html", "site/two.html", "--host", "tide.example", "-o", "w.xml")
    assert (result.code, result.out) == (0, "")
    assert result.err == (
        "pagecore: the wrapper was learned from one class of 2 pages: site/one.html, "
        "site/two.html\n"
    )
    learned = Wrapper.load("w.xml")
    assert learned.site == "tide.example"
    # The day it was learned.
    assert len(learned.date) == len("2026-11-15")
    result = run("apply", "w.xml", "site/three.html", "--to", "source")
    assert (result.code, result.err) == (0, "")
    assert result.out == f"<div id=text><p>three {TEXT}</p></div>\n"
    assert run("apply", "w.xml", "site/three.html").out == f"three {TEXT}\n"
    # Without -o the wrapper is shown.
    shown = run("learn", "site").out
    assert Wrapper.read(shown).method == "hybrid"
    assert 'pages="3"' in shown


@pytest.fixture
def feeds(own_registry: object) -> list[tuple[bytes | None, str | None]]:
    """The feeds that the method `feeding` has learned from, each with its URL."""
    learned_from = []

    @method("feeding", paper="Toy 2026", family="site", body=Rules, needs=("feed",))
    def feeding(site: Site) -> Wrapper:
        """Learn from a feed."""
        learned_from.append((site.feed, site.feed_url))
        return learn(site, method="hybrid")

    return learned_from


@pytest.mark.usefixtures("pages")
def test_feed_is_passed_to_a_method_that_needs_one(
    run: Run, feeds: list[tuple[bytes | None, str | None]]
) -> None:
    Path("feed.xml").write_bytes(b"<rss/>")
    result = run("learn", "site", "--method", "feeding", "--feed", "feed.xml")
    assert (result.code, feeds) == (0, [(b"<rss/>", None)])
    result = run("learn", "site", "--method", "feeding")
    assert result.code == 2
    assert result.err.startswith(
        "pagecore: method 'feeding' needs a feed, but site/one.html: the page links to no feed; "
        "pass one with --feed"
    )
    result = run("learn", "site", "--method", "feeding", "--feed", "nowhere.xml")
    assert result.code == 2
    assert result.err.startswith("pagecore: nowhere.xml: No such file or directory")


@pytest.mark.usefixtures("pages")
def test_feed_is_found_by_a_page(run: Run, feeds: list[tuple[bytes | None, str | None]]) -> None:
    link = "<link rel=alternate type=application/rss+xml href=feed.xml>"
    rss = make_rss(["one"])
    Path("site/feed.xml").write_bytes(rss)
    Path("site/three.html").write_text(f"<!DOCTYPE html>{link}{PAGE.format('three', TEXT)}")
    result = run("learn", "site", "--glob", "*.html", "--method", "feeding")
    assert (result.code, feeds) == (0, [(rss, None)])
    assert "site/three.html: the feed of the site is site/feed.xml" in result.err
    with serving() as server:
        names = ("one", "two", "three")
        server.answers = {
            f"/{name}": answer(Path(f"site/{name}.html").read_bytes(), content_type="text/html")
            for name in names
        }
        server.answers["/feed.xml"] = answer(rss, content_type="application/rss+xml")
        options = ("--allow-private", "--pause", "0", "--timeout", "120")
        urls = [f"{server.at}/{name}" for name in ("three", "one", "two")]
        result = run("learn", *urls, "--method", "feeding", *options)
        assert (result.code, feeds[1:]) == (0, [(rss, f"{server.at}/feed.xml")])
        # Each page is fetched once.
        assert server.asked == ["/three", "/feed.xml", "/one", "/two"]
        del server.answers["/feed.xml"]
        result = run("learn", *urls[:1], "--method", "feeding", *options)
        assert (result.code, result.out) == (2, "")
        assert "no feed was found" in result.err
        result = run("learn", *urls, "--method", "feeding", "--feed", urls[0], *options)
        assert (result.code, result.out) == (2, "")
        assert result.err == f"pagecore: {urls[0]}: this is an HTML page, not a feed\n"


@pytest.mark.usefixtures("pages")
def test_apply_runs_the_steps_unless_it_cuts_the_source(run: Run) -> None:
    run("learn", "site", "-o", "w.xml")
    story = f"<p>{TEXT}</p><p>The keeper of the harbour lights the lamp at dusk every day.</p>"
    versions = f"</p><div class=phone>{story}</div><div class=desktop>{story}</div><p>"
    Path("twice.html").write_text(PAGE.format("", versions))
    assert run("apply", "w.xml", "twice.html").out.count(TEXT) == 1
    assert run("apply", "w.xml", "twice.html", "--to", "source").out.count(TEXT) == 2
    Path("404.html").write_text("<title>404 Not Found</title>" + PAGE.format("no", TEXT))
    assert "404.html: no-content: " in run("apply", "w.xml", "404.html").err
    assert run("apply", "w.xml", "404.html", "--to", "source").err == ""


@pytest.mark.usefixtures("pages")
def test_steps_of_apply(run: Run) -> None:
    run("learn", "site", "-o", "w.xml")
    message = "I have always liked the harbour at low tide."
    comments = f"<ol class=comments><li class=comment><p>{message}</ol>"
    Path("site/four.html").write_text(PAGE.format("four", f"{TEXT}</p>{comments}<p>"))
    arguments = ("apply", "w.xml", "site/four.html")
    assert message in run(*arguments).out
    assert message not in run(*arguments, "--no-comments").out
    assert message in run(*arguments, "--no-comments", "--without", "comments").out
    Path("a.pdf").write_bytes(b"%PDF-1.7")
    for to in ("source", "text"):
        result = run("apply", "w.xml", "a.pdf", "--to", to)
        assert result == (2, "", "pagecore: a.pdf: this is a PDF, not an HTML page\n")


@pytest.mark.usefixtures("pages")
def test_a_page_that_the_wrapper_does_not_fit_is_extracted_and_reported(run: Run) -> None:
    run("learn", "site", "-o", "w.xml")
    for to in ("source", "text"):
        result = run("apply", "w.xml", "site/one.html", "other.html", "--to", to, "-o", "cut")
        assert result.code == 0
        assert result.err == (
            "pagecore: other.html: wrapper-does-not-fit: the default extractor was used: the "
            "wrapper (hybrid) does not fit the page: none of the opening tags is in the source; "
            "learn it again if it fits few pages\n"
        )
    assert Path("cut/other.txt").read_text() == f"other {TEXT}\n"
    assert Path("cut/other.html").read_text() == f"<p>other {TEXT}</p>\n"
    assert Path("cut/one.html").read_text() == f"<div id=text><p>one {TEXT}</p></div>\n"


@pytest.mark.usefixtures("pages")
def test_bad_pages_stop_no_other(run: Run) -> None:
    Path("site/bad.html").write_bytes(b"%PDF-1.4")
    result = run("learn", "site", "site/bad.html", "nowhere.html", "-o", "w.xml")
    assert result.code == 1
    lines = result.err.splitlines()
    assert lines[0].startswith("pagecore: site/bad.html: this is a PDF")
    assert lines[1].startswith("pagecore: nowhere.html: No such file")
    assert lines[3] == "pagecore: 2 of 5 pages failed: site/bad.html, nowhere.html"
    assert 'pages="3"' in Path("w.xml").read_text()
    result = run(
        "apply", "w.xml", "site", "site/bad.html", "--to", "text", "-o", "cut", "--jobs", "2"
    )
    assert result.code == 1
    assert sorted(path.name for path in Path("cut").glob("[!.]*")) == [
        "one.txt",
        "three.txt",
        "two.txt",
    ]


@pytest.mark.usefixtures("pages")
def test_labels_of_ones_own(run: Run) -> None:
    Path("labels").mkdir()
    note = " ".join(["A note beside the tide, of all that is for sale."] * 6)
    for name in ("one", "two"):
        page = PAGE.format(name, TEXT) + f"<div id=note><p>{note}</p></div>"
        Path(f"site/{name}.html").write_text(page)
        Path(f"labels/{name}.txt").write_text(note)
    Path("site/three.html").write_text(f"<div id=note><p>three {note}</p></div>")
    result = run("learn", "site", "--labels", "labels", "-o", "w.xml")
    assert "site/three.html: labels/three.txt does not exist; the default extractor" in result.err
    # The learner would have chosen both.
    assert run("apply", "w.xml", "site/one.html").out == f"{note}\n"
    run("learn", "site/one.html", "site/two.html", "-o", "w.xml", "--overwrite")
    assert run("apply", "w.xml", "site/one.html").out == f"one {TEXT}\n\n{note}\n"


@pytest.mark.usefixtures("pages")
def test_labels_that_cannot_be_read_stop_no_other(run: Run) -> None:
    Path("labels").mkdir()
    for name in ("one", "two", "three"):
        Path(f"labels/{name}.txt").write_bytes(TEXT.encode() if name != "two" else b"\xff\xfe\xff")
    result = run("learn", "site", "--labels", "labels", "-o", "w.xml")
    assert result.code == 1
    assert "labels/two.txt: cannot be read" in result.err
    assert 'pages="2"' in Path("w.xml").read_text()


@pytest.mark.usefixtures("pages")
def test_labels_lie_in_the_same_folders(run: Run) -> None:
    note = " ".join(["A note beside the tide, of all that is for sale."] * 6)
    for folder in ("a", "b"):
        for above in ("deep", "labels"):
            Path(f"{above}/{folder}").mkdir(parents=True)
        page = PAGE.format(folder, TEXT) + f"<div id=note><p>{folder} {note}</p></div>"
        Path(f"deep/{folder}/index.html").write_text(page)
        Path(f"labels/{folder}/index.txt").write_text(f"{folder} {note}")
    result = run("learn", "deep", "--labels", "labels", "-o", "w.xml")
    assert result.code == 0
    assert "does not exist" not in result.err
    for folder in ("a", "b"):
        assert run("apply", "w.xml", f"deep/{folder}/index.html").out == f"{folder} {note}\n"


@pytest.mark.usefixtures("pages")
def test_pages_that_taught_nothing_and_pages_of_others_are_reported(run: Run) -> None:
    Path("site/bare.html").write_text(f"<p>{TEXT}")
    result = run("learn", "site", "--host", "tide.example", "-o", "w.xml")
    assert result.code == 0
    assert result.err.splitlines() == [
        "pagecore: 1 page class among 4 pages",
        "pagecore: page class 1: 3 pages: site/one.html, site/three.html, site/two.html",
        "pagecore: without another page of the same template, and not used: 1 page: site/bare.html",
    ]
    result = run("learn", "site", "--classes", "one", "-o", "w.xml", "--overwrite")
    assert "1 of 4 pages yielded no rule" in result.err
    assert result.err.endswith(": site/bare.html\n")
    run("learn", "site", "--host", "tide.example", "-o", "w.xml", "--overwrite")
    result = run("apply", "w.xml", "site/one.html", "--url", "https://ebb.example/")
    assert result.code == 0
    assert "wrapper-of-another-site: the wrapper was learned from tide.example" in result.err


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (["learn", "empty.html"], "nothing was learned"),
        (["learn", "nowhere.html"], "nothing was learned: no page could be read"),
        (["learn", "site", "--method", "cetr"], "'cetr' is a page method"),
        (["learn", "site", "--set", "min_words=-1"], "expected integer, 0 to 1000"),
        (["learn", "site", "--set", "speed=1"], "has no parameter 'speed'"),
        (["learn", "site", "--url", "https://tide.example/"], "--url applies to one page"),
        (["apply", "nowhere.xml", "other.html"], "nowhere.xml: the wrapper cannot be read"),
        (["apply", "other.html", "other.html"], "other.html: not a wrapper"),
        ([*CUT, "--no-links"], "--to source writes the source unchanged and runs no steps"),
        ([*CUT, "--without", "walls"], "--to source writes the source unchanged and runs no steps"),
        ([*CUT, "--no-comments"], "--to source writes the source unchanged and runs no steps"),
    ],
)
@pytest.mark.usefixtures("pages")
def test_what_cannot_be_done_is_said_in_a_line(
    run: Run,
    value: list[str],
    message: str,
) -> None:
    Path("empty.html").write_text("")
    run("learn", "site", "-o", "w.xml")
    result = run(*value)
    assert result.code == 2
    assert message in result.err.splitlines()[-1]


@pytest.mark.usefixtures("pages")
def test_whatever_a_page_raises_is_its_failure(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def raise_for_one(source: Source, options: ReadOptions) -> Page:
        if source.place.endswith("two.html"):
            raise ZeroDivisionError("by the tide")
        return read_page(source, options)

    monkeypatch.setattr("pagecore.cli.source_pages.read_page", raise_for_one)
    result = run("learn", "site/one.html", "site/two.html", "site/three.html", "-o", "w.xml")
    assert result.code == 1
    assert "pagecore: site/two.html: ZeroDivisionError: by the tide\n" in result.err
    assert Wrapper.load("w.xml").method == "hybrid"


@pytest.mark.usefixtures("pages")
def test_explain_names_what_a_page_raises(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(source: Source, options: ReadOptions) -> Page:
        raise ZeroDivisionError("by the tide")

    monkeypatch.setattr("pagecore.cli.explain.read_page", fail)
    result = run("explain", "site/one.html")
    assert (result.code, result.err) == (
        2,
        "pagecore: site/one.html: ZeroDivisionError: by the tide\n",
    )
