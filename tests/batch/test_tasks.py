"""Tasks: from a source to a record."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from typing import Any

import pytest

from pagecore import extract, learn
from pagecore.batch import ExtractTask, Record, process_source, tasks
from pagecore.batch.tasks import FORMATS, PIECE_FORMATS, ApplyTask, PiecesTask, write_document
from pagecore.errors import BadOption, WrapperError
from pagecore.sources.read import ReadOptions
from pagecore.sources.source import Source

STORY = (
    "It was a dark and stormy night, and darker than any that the keeper of the harbour could"
    " remember; the rain fell on the quay in torrents, and no boat went out."
)
HTML = f"<title>Night</title><nav><a href=/>Home</a></nav><p>{STORY}</p>"
PAGE = Source("-", content=HTML.encode())


def test_a_record_has_content_warnings_and_metadata() -> None:
    record = process_source(ExtractTask(with_metadata=True), PAGE)
    assert (record.content, record.failure) == (STORY, None)
    assert record.metadata is not None
    assert record.metadata["title"] == "Night"
    assert type(record.metadata["sources"]) is dict
    assert record.source == Source("-")
    assert pickle.loads(pickle.dumps(record)) == record
    assert ExtractTask().make_record(PAGE).metadata is None
    short = ExtractTask().make_record(Source("-", content=b"<p>a"))
    assert [warning.code for warning in short.warnings] == ["no-content"]


def test_formats_are_those_of_documents() -> None:
    document = extract(HTML)
    for to in FORMATS.keys() - {"chunks"}:
        expected = write_document(document, to, {})
        content = ExtractTask(to).make_record(PAGE).content
        if to == "jsonl":
            assert json.loads(content) == {"page": "-", **json.loads(expected)}
        else:
            assert content == expected
        assert STORY in expected
    assert write_document(document, "html", {}).startswith(
        '<!DOCTYPE html>\n<meta charset="utf-8">'
    )


def test_chunks_are_lines_with_the_page() -> None:
    content = ExtractTask("chunks", {"max_length": 9}).make_record(PAGE).content
    chunks = extract(HTML).chunks(9)
    assert [json.loads(line) for line in content.split("\n")] == [
        {"page": "-", **chunk.to_dict()} for chunk in chunks
    ]


def test_options_reach_method_and_writer() -> None:
    with_link = Source("-", content=f"<p>{STORY} <a href=http://a.example/>More</a></p>".encode())
    task = ExtractTask("text", {"links": True}, {"method": "balance"})
    assert "<http://a.example/>" in task.make_record(with_link).content
    assert process_source(ExtractTask(extract_options={"method": "tide"}), PAGE).failure is not None


def test_a_record_as_a_line_of_json() -> None:
    line = json.loads(ExtractTask("json").make_record(PAGE).json_line())
    assert (line["page"], line["text"]) == ("-", STORY)
    failed = process_source(ExtractTask("json"), Source("-", content=b"%PDF-1.7"))
    assert json.loads(failed.json_line()) == {
        "page": "-",
        "error": "-: this is a PDF, not an HTML page",
        "error_type": "BadInput",
    }
    assert isinstance(failed, Record)


# ---------------------------------------------------------------- wrappers and pieces

KNOWN = learn(
    [f"<div id=menu>Home</div><div id=text><p>{STORY} {n}</p></div>" for n in "ab"],
    learner="default",
)
FITS = Source(
    "c.html", content=f"<div id=menu>Home</div><div id=text><p>{STORY}</p></div>".encode()
)
OTHER = Source("d.html", content=f"<article><p>{STORY}</p></article>".encode())


def apply_task(to: str = "source", site: str = "", **more: Any) -> ApplyTask:
    return ApplyTask(replace(KNOWN, site=site).xml().encode(), to, **more)


def test_a_wrapper_cuts_out_the_source() -> None:
    record = apply_task().make_record(FITS)
    assert (record.content, record.warnings) == (f"<div id=text><p>{STORY}</p></div>", ())
    assert apply_task("text").make_record(FITS).content == STORY
    other = apply_task().make_record(OTHER)
    assert other.content == f"<p>{STORY}</p>"
    assert [warning.code for warning in other.warnings] == ["wrapper-does-not-fit"]
    other = apply_task("text").make_record(OTHER)
    assert other.content == STORY
    assert [warning.code for warning in other.warnings] == ["wrapper-does-not-fit"]


def test_clean_html_in_place_of_the_source_is_reported() -> None:
    pages = [f"<div id=menu>Home</div><div id=text><p>{STORY} {n}</p></div>" for n in "abc"]
    task = ApplyTask(learn(pages, method="rtdm").xml().encode(), "source")
    record = task.make_record(FITS)
    assert record.content == f"<p>{STORY}</p>"
    (warning,) = record.warnings
    assert warning.code == "content-not-cut"
    assert "clean HTML was written, not the source" in warning.message


def test_a_wrapper_of_another_site_warns() -> None:
    read_options = ReadOptions(url="https://ebb.example/")
    for to in ("source", "text"):
        record = apply_task(to, "tide.example", read_options=read_options).make_record(FITS)
        assert [warning.code for warning in record.warnings] == ["wrapper-of-another-site"]
        assert (
            apply_task(to, "ebb.example", read_options=read_options).make_record(FITS).warnings
            == ()
        )


def test_options_reach_the_wrapper_and_the_writer() -> None:
    link = FITS.content.replace(b"</p>", b" <a href=http://a.example/>More</a></p>")  # type: ignore[union-attr]  # It has bytes.
    source = replace(FITS, content=link)
    assert (
        "<http://a.example/>"
        in apply_task("text", writer_options={"links": True}).make_record(source).content
    )
    with pytest.raises(BadOption, match="no step 'tide'"):
        apply_task("text", apply_options={"steps": ["tide"]}).make_record(FITS)


@pytest.mark.parametrize("method", ["segment/dom", "thread/siblings"])
def test_pieces_in_every_format(method: str) -> None:
    page = Source("e.html", content=f"<ul><li>{STORY}<li>{STORY} Six.</ul><p>x".encode())
    for to in PIECE_FORMATS:
        content = PiecesTask(method, to).make_record(page).content
        assert "stormy night" in content
    lines = PiecesTask(method, "jsonl").make_record(page).content.splitlines()
    assert {json.loads(line)["page"] for line in lines} == {"e.html"}
    assert PiecesTask(method, "html").make_record(page).content.startswith("<!doctype html>")
    assert (
        PiecesTask(method).make_record(page).content
        == PiecesTask(method, "table").make_record(page).content
    )


def test_parameters_reach_the_method() -> None:
    page = Source("e.html", content=b"<div>a</div><div>b</div>")
    task = PiecesTask("segment/dom", "jsonl", {"cut": "containers"})
    assert len(task.make_record(page).content.splitlines()) == 2
    assert len(replace(task, parameters={}).make_record(page).content.splitlines()) == 1
    fixed = PiecesTask("segment/fixed", "jsonl", {"words": 2})
    assert len(fixed.make_record(page).content.splitlines()) == 1
    table = PiecesTask("segment/fixed").make_record(page).content
    assert not table.startswith("<")


def test_what_workers_need_is_loaded_before(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[str] = []
    monkeypatch.setattr(tasks, "load", lambda *, method: loaded.append(method))
    ExtractTask().prepare()
    ExtractTask(extract_options={"method": "balance"}).prepare()
    apply_task().prepare()
    PiecesTask("segment/dom").prepare()
    assert loaded == ["default", "default"]
    dates: list[str] = []
    monkeypatch.setattr(tasks, "prepare_dates", lambda: dates.append("prepared"))
    for task in (ExtractTask(), ExtractTask("markdown"), PiecesTask("segment/dom"), apply_task()):
        task.prepare()
    assert dates == []
    ExtractTask("json").prepare()
    ExtractTask("text", with_metadata=True).prepare()
    replace(apply_task(), to="xml").prepare()
    assert len(dates) == 3
    with pytest.raises(BadOption, match="tide"):
        PiecesTask("segment/tide").prepare()
    with pytest.raises(WrapperError):
        ApplyTask(b"").prepare()
