"""Sinks: names of files, and pages that are not written over."""

from __future__ import annotations

from pathlib import Path

import pytest

from pagecore.batch import tasks
from pagecore.batch.record import Failure, Record
from pagecore.batch.sinks import FileSink, FolderSink, LinesSink
from pagecore.errors import BadOption, PagecoreError
from pagecore.sources.find_sources import find_sources
from pagecore.sources.source import Source

NAMES = [
    # pages                                        files
    (["http://a.example/"],                        ["a.example.txt"]),
    (["http://a.example/b/c.html?d=1&e=/../f"],    ["a.example-b-c.html-d-1-e-..-f.txt"]),
    (["http://a.example/b/c.html"],                ["a.example-b-c.txt"]),
    (["http://a.example/../../etc/passwd"],        ["a.example-..-..-etc-passwd.txt"]),
    (["http://a.example/" + "x" * 999],            ["a.example-" + "x" * 110 + ".txt"]),
    (["A.html", "a.html", "b/a.html", "a-2.html"],
     ["A.txt", "a-2.txt", "a-3.txt", "a-2-2.txt"]),
    (["http://a.example/" + "\u6f22" * 120, "http://a.example/" + "\u6f22" * 121],
     ["a.example-" + "\u6f22" * 80 + ".txt", "a.example-" + "\u6f22" * 79 + "-2.txt"]),
    (["x" * 254, "x" * 253],                       ["x" * 251 + ".txt", "x" * 249 + "-2.txt"]),
    (["http://a.example/b/?c"],                    ["a.example-b--c.txt"]),
    (["-"],                                        ["stdin.txt"]),
    (["http://a.example/B.XHTML", "http://-/"],    ["a.example-B.txt", "page.txt"]),
    (["http://a.example/" + "x" * 109 + "-y"],     ["a.example-" + "x" * 109 + ".txt"]),
    (["a.b/c", "a"],                               ["c.txt", "a.txt"]),
    (["..html", "...html", "b/..html"],            ["page.txt", "page-2.txt", "page-3.txt"]),
    ([""],                                         ["page.txt"]),
    ([".html", "x.tar.html"],                      [".html.txt", "x.tar.txt"]),
]  # fmt: skip


@pytest.mark.parametrize(("places", "files"), NAMES)
def test_names_of_files(tmp_path: Path, places: list[str], files: list[str]) -> None:
    folder = FolderSink(tmp_path, ".txt", find_sources(places).sources)
    assert [str(name) for name in folder.names] == files


def test_pages_of_a_folder_keep_their_folders(tmp_path: Path) -> None:
    sources = [Source("in/b/c.html", 0, "in"), Source("in/b.txt.html", 1, "in")]
    folder = FolderSink(tmp_path, "", sources)
    assert [str(name) for name in folder.names] == ["b/c", "b.txt"]
    folder.close()
    # No file has the name of a folder that another one needs.
    sources = [Source("in/b/c.html", 0, "in"), Source("in/b.html", 1, "in")]
    folder = FolderSink(tmp_path, "", sources)
    assert [str(name) for name in folder.names] == ["b/c", "b-2"]


def test_every_format_has_an_extension() -> None:
    assert tasks.FORMATS == {
        "text": ".txt",
        "markdown": ".md",
        "html": ".html",
        "json": ".json",
        "jsonl": ".jsonl",
        "chunks": ".jsonl",
        "xml": ".xml",
    }
    assert tasks.PIECE_FORMATS == {
        "table": ".txt",
        "json": ".json",
        "jsonl": ".jsonl",
        "html": ".html",
    }


def test_records_become_files_and_failures_do_not(tmp_path: Path) -> None:
    sources = [Source("a.html", 0), Source("b.html", 1)]
    folder = FolderSink(tmp_path / "new" / "out", ".txt", sources)
    folder.write(Record(sources[0], "one"))
    folder.write(Record(sources[1], failure=Failure("BadInput", "no")))
    assert [path.name for path in (tmp_path / "new" / "out").glob("[!.]*")] == ["a.txt"]
    assert (tmp_path / "new" / "out" / "a.txt").read_bytes() == b"one\n"
    file = FileSink(tmp_path / "a.txt", sources)
    file.write(Record(sources[0], "kept"))
    file.write(Record(sources[0], failure=Failure("BadInput", "no")))
    assert (tmp_path / "a.txt").read_text() == "kept\n"
    FileSink(tmp_path / "none.jsonl", sources).write(Record(sources[0], ""))
    assert (tmp_path / "none.jsonl").read_bytes() == b""
    assert (FileSink.uses_stdout, FolderSink.uses_stdout) == (False, False)


def test_what_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="does not exist; create it"):
        FileSink(tmp_path / "none" / "a.txt", [])
    page = tmp_path / "a.html"
    page.write_bytes(b"<p>a")
    for sink in (lambda: FileSink(page, [Source(str(page))]),
                 lambda: FolderSink(tmp_path, ".html", [Source(str(page))])):  # fmt: skip
        with pytest.raises(BadOption, match="would overwrite the page"):
            sink()
    with pytest.raises(BadOption, match="is a file; pass a folder for several pages"):
        FolderSink(page, ".txt", [])
    (tmp_path / "taken").mkdir()
    with pytest.raises(PagecoreError, match=r"output .*taken: "):
        FileSink(tmp_path / "taken", [], overwrite=True).write(Record(Source("a")))


def test_results_of_the_same_task_are_kept(tmp_path: Path) -> None:
    page, out = tmp_path / "a.html", tmp_path / "out"
    page.write_text("<p>one")
    sources = [Source(str(page), 0), Source("http://a.example/", 1), Source("b.html", 2)]
    first = FolderSink(out, ".txt", sources, run={"to": "text"})
    assert not any(map(first.is_finished, sources))
    first.write(Record(sources[0], "one"))
    first.write(Record(sources[1], "two"))
    first.write(Record(sources[2], failure=Failure("BadInput", "no")))
    first.close()
    again = FolderSink(out, ".txt", sources, run={"to": "text"})
    assert [again.is_finished(source) for source in sources] == [True, True, False]
    again.close()
    page.write_text("<p>one and more")
    again = FolderSink(out, ".txt", sources, run={"to": "text"})
    assert [again.is_finished(source) for source in sources] == [False, True, False]
    again.close()
    # A run that was refused does not keep the folder from the next one.
    with pytest.raises(BadOption, match="exists; pass --overwrite") as raised:
        FolderSink(out, ".txt", sources, run={"to": "json"})
    assert raised.tb is not None
    anew = FolderSink(out, ".txt", sources, run={"to": "json"}, overwrite=True)
    assert not any(map(anew.is_finished, sources))


def test_a_file_that_exists_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("mine")
    with pytest.raises(BadOption, match="exists; pass --overwrite"):
        FileSink(path, [])
    FileSink(path, [], overwrite=True).write(Record(Source("a"), "new"))
    assert path.read_text() == "new\n"


@pytest.mark.parametrize("kind", [FolderSink, LinesSink])
def test_standard_input_is_always_read(
    tmp_path: Path, kind: type[FolderSink] | type[LinesSink]
) -> None:
    def open_sink() -> FolderSink | LinesSink:
        if kind is LinesSink:
            return LinesSink(tmp_path / "a.jsonl", sources)
        return FolderSink(tmp_path / "out", ".txt", sources)

    sources = [Source("-", 0), Source("http://a.example/", 1)]
    first = open_sink()
    for source in sources:
        first.write(Record(source, "{}"))
    first.release() if isinstance(first, LinesSink) else first.close()
    again = open_sink()
    assert [again.is_finished(source) for source in sources] == [False, True]
    if isinstance(again, LinesSink):
        again.release()


def test_the_part_of_a_file_is_no_page(tmp_path: Path) -> None:
    page = tmp_path / "a.jsonl.part"
    page.write_text("<p>one")
    with pytest.raises(BadOption, match="would overwrite the page"):
        LinesSink(tmp_path / "a.jsonl", [Source(str(page))], overwrite=True)
    assert page.read_text() == "<p>one"


def test_a_path_that_is_too_long_is_the_failure_of_its_page(tmp_path: Path) -> None:
    place = "in/" + ("x" * 200 + "/") * 30 + "a.html"
    sources = [Source(place, 0, "in"), Source("a.html", 1)]
    folder = FolderSink(tmp_path, ".jsonl", sources)
    assert not any(map(folder.is_finished, sources))
    with pytest.raises(PagecoreError, match="too long"):
        folder.write(Record(sources[0], "x"))
    folder.write(Record(sources[1], "y"))
    assert (tmp_path / "a.jsonl").read_text() == "y\n"


def test_long_names_are_written(tmp_path: Path) -> None:
    sources = find_sources(["x" * 250 + ".html", "http://a.example/" + "\U00020000" * 200]).sources
    folder = FolderSink(tmp_path, ".jsonl", sources)
    for source in sources:
        folder.write(Record(source, "x"))
    names = [path.name for path in tmp_path.glob("[!.]*")]
    assert len(names) == 2
    assert max(len(name.encode()) for name in names) == 255


@pytest.mark.parametrize("kind", [FileSink, LinesSink])
def test_an_output_with_a_name_that_is_too_long(
    tmp_path: Path, kind: type[FileSink | LinesSink]
) -> None:
    with pytest.raises(PagecoreError, match="too long"):
        kind(tmp_path / ("x" * 300 + ".jsonl"), []).write(Record(Source("a")))
