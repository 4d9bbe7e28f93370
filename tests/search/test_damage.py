"""Damaged indexes and those of other versions: one clear error, or the right result."""

from __future__ import annotations

import errno
import io
import json
import os
import random
import shutil
import tempfile
from pathlib import Path

import pytest

from pagecore.errors import BadOption, SearchError
from pagecore.search import damage, schema
from pagecore.search.damage import find_damaged_file
from pagecore.search.index import open_index
from pagecore.search.manifest import FORMAT, Manifest
from pagecore.search.writer import PageWriter
from tests.search.small_index import build_index

MANIFEST = "pagecore-index.json"


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an index."""
    return build_index(tmp_path_factory.mktemp("search") / "index").path


@pytest.fixture
def folder(original: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    shutil.copytree(original, tmp_path / "index")
    return tmp_path / "index"


def replace_content(path: Path, content: bytes) -> None:
    """Replace a file; one that is changed in place may be mapped into memory."""
    (path.parent / "new").write_bytes(content)
    os.replace(path.parent / "new", path)


def test_sound_index_has_its_checksums(folder: Path) -> None:
    assert find_damaged_file(folder) is None


def test_index_of_another_format(folder: Path) -> None:
    values = json.loads((folder / MANIFEST).read_text())
    replace_content(folder / MANIFEST, json.dumps(values | {"format": FORMAT + 1}).encode())
    message = f"has the format {FORMAT + 1} of pagecore .*, but this version reads the format"
    with pytest.raises(SearchError, match=message):
        open_index(folder)
    with pytest.raises(SearchError, match="index the pages again with --overwrite"):
        PageWriter(folder, Manifest("content"))
    PageWriter(folder, Manifest("content"), overwrite=True).close()
    assert len(open_index(folder)) == 0


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"format": 1}', b"\xff\xfe"])
def test_damaged_manifest(folder: Path, content: bytes) -> None:
    replace_content(folder / MANIFEST, content)
    for call in (open_index, PageWriter.open):
        with pytest.raises(SearchError, match=f"is damaged: {MANIFEST} cannot be read"):
            call(folder)


def test_folder_that_is_no_index(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="is not an index; `pagecore index"):
        open_index(tmp_path)
    with pytest.raises(BadOption, match="does not exist"):
        open_index(tmp_path / "nothing")


def test_index_that_was_just_begun(tmp_path: Path) -> None:
    Manifest("content").write(tmp_path)
    with pytest.raises(SearchError, match="has no pages; repeat the `pagecore index` command"):
        open_index(tmp_path)
    PageWriter(tmp_path, Manifest("content")).close()
    assert len(open_index(tmp_path)) == 0


def test_damaged_list_of_files(folder: Path) -> None:
    replace_content(folder / "meta.json", b"garbage")
    for call in (open_index, PageWriter.open):
        with pytest.raises(SearchError, match=r"is damaged: meta\.json cannot be read; delete the"):
            call(folder)


def test_missing_list_of_files(folder: Path) -> None:
    (folder / "meta.json").unlink()
    before = sorted(folder.iterdir())
    for call in (open_index, PageWriter.open):
        with pytest.raises(SearchError, match=r"is damaged: meta\.json is missing; delete the"):
            call(folder)
    # Nothing was written or deleted, and the lock has ended.
    assert sorted(folder.iterdir()) == before
    PageWriter(folder, Manifest("content"), overwrite=True).close()
    assert len(open_index(folder)) == 0


KILLED = "An index writer was killed.. A worker thread encountered an error"


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EFBIG])
def test_writer_that_died_on_a_full_disk(
    folder: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    class FullFile(io.RawIOBase):
        def write(self, content: object) -> int:
            raise OSError(number, "")

    monkeypatch.setattr(tempfile, "TemporaryFile", lambda **_: FullFile())
    with (
        pytest.raises(SearchError, match="the disk is full; the index has all pages up to"),
        damage.report_damage(folder, is_writing=True),
    ):
        raise ValueError(KILLED)
    with (
        pytest.raises(SearchError, match="cannot be read: An index writer was killed"),
        damage.report_damage(folder),
    ):
        raise ValueError(KILLED)


def test_writer_that_died_for_another_reason(folder: Path) -> None:
    before = sorted(folder.iterdir())
    with (
        pytest.raises(SearchError, match="cannot be written: An index writer was killed"),
        damage.report_damage(folder, is_writing=True),
    ):
        raise ValueError(KILLED)
    assert sorted(folder.iterdir()) == before


@pytest.mark.parametrize("extension", ["store", "term", "idx", "pos", "fast", "fieldnorm"])
def test_missing_and_short_files(folder: Path, extension: str) -> None:
    path = next(folder.glob(f"*.{extension}"))
    content = path.read_bytes()
    replace_content(path, content[: len(content) // 2])
    with pytest.raises(SearchError, match=f"{path.name} does not have its checksum"):
        open_index(folder).search("lake")
    path.unlink()
    with pytest.raises(SearchError, match=r"is damaged|cannot be read"):
        open_index(folder).search("lake")


@pytest.mark.parametrize("extension", ["store", "term", "idx", "pos", "fast", "fieldnorm"])
def test_flipped_bytes_are_an_error_or_have_no_effect(folder: Path, extension: str) -> None:
    queries = ["lake", '"stone oven"', "湖の水"]
    expected = [{hit.url: hit.text for hit in open_index(folder).search(of)} for of in queries]
    path = next(folder.glob(f"*.{extension}"))
    content = path.read_bytes()
    for at in random.Random(1).sample(range(len(content)), 25):
        changed = bytearray(content)
        changed[at] ^= 0xFF
        replace_content(path, bytes(changed))
        for query, texts in zip(queries, expected, strict=True):
            try:
                hits = open_index(folder).search(query)
            except SearchError:
                continue
            # Pages may be missed, but no text is wrong.
            for hit in hits:
                assert texts.get(hit.url, hit.text) == hit.text
        assert find_damaged_file(folder) == f"{path.name} does not have its checksum"


def test_changed_text_is_noticed() -> None:
    assert schema.unpack(schema._pack(b"lake")) == b"lake"
    for stored in (b"", None, b"12345678", schema._pack(b"lake")[:-1] + b"x"):
        with pytest.raises(SearchError, match="the stored text of a page is damaged"):
            schema.unpack(stored)
