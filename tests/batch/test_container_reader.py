"""Containers are read in a process of their own, and fail alone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pagecore.batch import ExtractTask, process_sources
from pagecore.batch.container_reader import ContainerReader
from pagecore.batch.limits import Limits
from pagecore.batch.record import Record
from pagecore.sources.find_sources import find_sources
from pagecore.sources.kinds import FileKind
from pagecore.sources.read import ReadOptions
from pagecore.sources.source import Source
from tests.inputs import make_page, make_sitemap, make_warc

pytest.importorskip("fastwarc")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.html").write_text(make_page("a"))
    (tmp_path / "b.warc").write_bytes(make_warc(["one", "two"]))
    (tmp_path / "c.warc.gz").write_bytes(make_warc(["three"], packed=True) + b"garbage")
    (tmp_path / "d.html").write_text(make_page("d"))
    return tmp_path


def summarise(record: Record) -> tuple[str, str]:
    kind = "container" if record.container is not None else "page"
    return Path(str(record.source)).name, kind if record.failure is None else record.failure.type


@pytest.mark.parametrize("jobs", [1, 2])
def test_pages_are_in_order_and_a_damaged_container_fails_alone(folder: Path, jobs: int) -> None:
    sources = find_sources([str(folder)]).sources
    records = list(process_sources(ExtractTask(), sources, jobs=jobs))
    assert [summarise(record) for record in records] == [
        ("a.html", "page"),
        ("one", "page"),
        ("two", "page"),
        ("b.warc", "container"),
        ("three", "page"),
        ("c.warc.gz", "BadInput"),
        ("d.html", "page"),
    ]
    assert "old town of two" in records[2].content
    assert [warning.code for warning in records[3].warnings] == ["skipped-records"]
    assert [record.source.index for record in records[:4]] == [0, 1, 1, 1]


def test_one_container_alone(folder: Path) -> None:
    records = list(process_sources(ExtractTask(), [Source(str(folder / "b.warc"))]))
    assert [summarise(record)[1] for record in records] == ["page", "page", "container"]
    (record,) = process_sources(
        ExtractTask(), [Source(str(folder / "b.warc"))], with_containers=False
    )
    assert record.container is not None


def test_finished_pages_are_left_out(folder: Path) -> None:
    sources = find_sources([str(folder / "b.warc")]).sources
    records = process_sources(
        ExtractTask(), sources, is_finished=lambda source: source.position == (1,)
    )
    assert [summarise(record)[0] for record in records] == ["two", "b.warc"]


def make_reader() -> ContainerReader:
    return ContainerReader(ReadOptions(), Limits(max_seconds=60), with_trace=False)


def test_containers_in_containers() -> None:
    reader = make_reader()
    content = make_sitemap(["https://a.example/1", "https://a.example/2"])
    try:
        outer = reader.read(Source("outer", content=content, kind=FileKind.SITEMAP))
        first = next(outer)
        inner = list(reader.read(Source("inner", content=content, kind=FileKind.SITEMAP)))
        assert reader.finish().source.place == "inner"
        assert [first.place, *(page.place for page in outer)] == [page.place for page in inner]
        assert reader.finish().failure is None
    finally:
        reader.close()


def test_a_process_that_dies_is_replaced(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = make_reader()
    container = Source(str(folder / "b.warc"), kind=FileKind.WARC)
    try:
        pages = reader.read(container)
        next(pages)
        child = reader._children[0]
        os.kill(child._process.pid or 0, 9)
        assert list(pages) == []
        failure = reader.finish().failure
        assert failure is not None
        assert failure.type == "WorkerError"
        assert failure.message == f"{container}: the process that read it died (SIGKILL)"
        assert len(list(reader.read(container))) == 2
        assert reader.finish().failure is None
    finally:
        reader.close()
