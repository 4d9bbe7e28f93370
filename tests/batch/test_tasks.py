"""Tasks: from a source to a record."""

from __future__ import annotations

import json
import pickle

from pagecore import extract
from pagecore.batch import ExtractTask, Record, process_source
from pagecore.batch.tasks import FORMATS, write_document
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
    for to in FORMATS:
        expected = write_document(document, to, {})
        assert ExtractTask(to).make_record(PAGE).content == expected
        assert STORY in expected
    assert write_document(document, "html", {}).startswith(
        '<!DOCTYPE html>\n<meta charset="utf-8">'
    )


def test_options_reach_method_and_writer() -> None:
    with_link = Source("-", content=f"<p>{STORY} <a href=http://a.example/>More</a></p>".encode())
    task = ExtractTask("text", {"links": True}, {"method": "balance"})
    assert "<http://a.example/>" in task.make_record(with_link).content
    assert process_source(ExtractTask(choosing={"method": "tide"}), PAGE).failure is not None


def test_a_record_as_a_line_of_json() -> None:
    line = json.loads(ExtractTask("json").make_record(PAGE).json_line())
    assert (line["page"], line["document"]["text"]) == ("-", STORY)
    failed = process_source(ExtractTask("json"), Source("-", content=b"%PDF-1.7"))
    assert json.loads(failed.json_line()) == {
        "page": "-",
        "error": "-: this is a PDF, not an HTML page",
        "error_type": "BadInput",
    }
    assert isinstance(failed, Record)
