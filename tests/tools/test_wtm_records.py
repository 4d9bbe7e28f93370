"""What the records of a blog's pages are: entries, or not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pagecore import learn, parse
from tests.sites.sample_blog import HOST, make_entries, make_feed, make_home, make_page, show_entry
from tools.wtm_blogs import Blog, load_blogs
from tools.wtm_records import KnownEntries, judge_blog, judge_list, judge_single, summarise_readings

ENTRIES = make_entries(6)
OLDER = make_entries(2, first=20)


@pytest.fixture
def blog(tmp_path: Path) -> Blog:
    """A blog like those of the collection."""
    folder = tmp_path / "tides"
    folder.mkdir()
    for entry in [*ENTRIES, *OLDER]:
        (folder / f"{entry.number}.html").write_bytes(make_page(entry).source)
    (folder / "home.html").write_bytes(make_home(ENTRIES).source)
    (folder / "list.html").write_bytes(make_home(OLDER).source)
    (folder / "feed.xml").write_bytes(make_feed(ENTRIES))
    about = {
        "home_url": f"{HOST}/",
        "language": "en",
        "feed_items": [{"entry_file": f"{of.number}.html"} for of in ENTRIES],
        "older_entries": [{"file": f"{of.number}.html", "url": HOST + of.path} for of in OLDER],
        "lists": [{"file": "list.html", "url": f"{HOST}/page/2"}],
    }
    (folder / "meta.json").write_text(json.dumps(about))
    return load_blogs(tmp_path)[0]


def name(at: int) -> dict[str, str]:
    return {"title": ENTRIES[at].title, "link": HOST + ENTRIES[at].path}


LISTS = [
    # what it shows          record between the entries 0 and 1             verdict
    ("an older entry",       {"link": HOST + OLDER[0].path},                "right"),
    ("a title is enough",    {"title": ENTRIES[3].title},                   "right"),
    ("twice",                name(0),                                       "repeated"),
    ("nothing",              {"body": "x"},                                 "false"),
    ("a line of a list",     {"title": "x"},                                "false"),
    ("another host",         {"title": "x", "link": "https://x.example/"},  "false"),
    ("a list",               {"title": "2", "link": f"{HOST}/page/2"},      "false"),
    ("a list of tags",       {"title": "x", "link": f"{HOST}/tags/x"},      "false"),
    ("between neighbours",   {"title": "x", "link": f"{HOST}/2024/x"},      "false"),
]  # fmt: skip


@pytest.mark.parametrize(("what", "record", "verdict"), LISTS)
def test_records_of_lists(blog: Blog, what: str, record: dict[str, str], verdict: str) -> None:
    page = blog.read_home()
    judged = judge_list(KnownEntries(blog), page, [name(0), record, name(1)], is_home=True)
    assert [of for of, _ in judged] == ["right", verdict, "right"], what


def test_entries_that_the_feed_no_longer_lists_do_not_count(blog: Blog) -> None:
    record = {"title": "x", "link": f"{HOST}/2024/x"}
    known, page = KnownEntries(blog), blog.read_home()
    for records, is_home in (([name(0), record], True), ([name(0), record, name(1)], False)):
        judged = [of for of, _ in judge_list(known, page, records, is_home=is_home)]
        assert judged[1] == "unlisted"


def test_a_page_has_one_entry(blog: Blog) -> None:
    known, page = KnownEntries(blog), make_page(ENTRIES[0])
    own = {"title": ENTRIES[0].title}
    assert [of for of, _ in judge_single(known, page, [own, own])] == ["right", "false"]
    assert list(judge_single(known, page, [name(1)])) == [
        ("false", "the link leads to another page")
    ]
    other = {"title": ENTRIES[1].title}
    assert list(judge_single(known, page, [other])) == [
        ("false", "the title is that of another entry")
    ]


def test_all_pages_are_judged(blog: Blog) -> None:
    wrapper = learn(
        [blog.read_home(), *(page for page, _ in list(blog.read_entries())[::2])],
        method="wtm",
        feed=blog.feed,
    )
    readings = judge_blog(blog, wrapper)
    counts = {
        kind: (of["pages"], of["read"], of["right"], of["false"], of["known"], of["found"])
        for kind, of in ((kind, summarise_readings(of)) for kind, of in readings.items())
    }
    assert counts == {
        "homes": (1, 1, 6, 0, 6, 6),
        "lists": (1, 1, 2, 0, 0, 0),
        "entries": (3, 3, 3, 0, 0, 0),
        "older": (2, 2, 2, 0, 0, 0),
    }


def test_false_records_are_counted_with_their_reasons(blog: Blog) -> None:
    advert = show_entry(ENTRIES[0]).replace(ENTRIES[0].path, "https://x.example/buy")
    source = make_home(ENTRIES).source.replace(b"</main>", advert.encode() + b"</main>")
    (blog.folder / "home.html").write_bytes(source.replace(ENTRIES[0].title.encode(), b"Buy"))
    wrapper = learn([parse(source, url=f"{HOST}/")], method="wtm", feed=blog.feed)
    counts = summarise_readings(judge_blog(blog, wrapper, ("homes",))["homes"])
    assert (counts["right"], counts["false"]) == (6, 1)
    assert counts["reasons"] == {"the link leads to another host": 1}
