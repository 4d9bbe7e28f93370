"""Rendered pages as files: what is written is read again, and nothing else is trusted."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import numpy as np
import pytest

from pagecore import Page, Received, load_page, parse, save_page
from pagecore.errors import BadInput
from pagecore.page.page_file import is_rendered, pack_page, unpack_page
from pagecore.page.warning import PageWarning
from tests.layouts import make_layout

SOURCE = "<title>t</title><p>one &amp; größer<p>two"


@pytest.fixture
def page() -> Page:
    """A page with a layout, and with all that a file holds."""
    parsed = parse(SOURCE, url="https://a.example/b")
    rendered = parsed.with_layout(make_layout(parsed, fonts=("Arial",), quality=0.75))
    warning = PageWarning("browse-popup", "the page tried to open a window", -1, -1, 1)
    return rendered.with_received(Received.of(b"<p>raw")).with_warnings(warning)


def test_a_page_is_read_as_it_was_written(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "page.npz"
    save_page(page, path)
    again = load_page(path)
    assert again == page
    assert again.layout == page.layout
    assert again.source == SOURCE.encode()
    assert again.url == "https://a.example/b"
    assert page.received is not None
    assert page.received.content == b"<p>raw"
    assert again.received == page.received
    assert again.received is not None
    assert again.received.content is None
    assert [warning.code for warning in again.warnings] == ["browse-popup"]


def test_the_same_page_gives_the_same_layout_again(page: Page) -> None:
    assert pack_page(unpack_page(pack_page(page)))[:100] == pack_page(page)[:100]
    assert is_rendered(pack_page(page)[:64])
    assert not is_rendered(b"PK\3\4" + b"\0" * 60)


def test_a_page_without_layout_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no layout: render it with pagecore"):
        save_page(parse("<p>a"), tmp_path / "page.npz")


def test_a_url_replaces_that_of_the_file(page: Page) -> None:
    assert unpack_page(pack_page(page), url="https://c.example/").url == "https://c.example/"


def change(page: Page, name: str, content: bytes | None) -> bytes:
    """The file of a page with one entry replaced, or left out."""
    changed = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(pack_page(page))) as old,
        zipfile.ZipFile(changed, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for entry in old.namelist():
            if entry != f"{name}.npy":
                new.writestr(entry, old.read(entry))
            elif content is not None:
                new.writestr(entry, content)
    return changed.getvalue()


def pack_array(values: object, dtype: type | None = None) -> bytes:
    file = io.BytesIO()
    np.save(file, np.asarray(values, dtype))
    return file.getvalue()


def about(**changes: object) -> bytes:
    text = {
        "form": "pagecore-page 1", "url": None, "received": None, "source_digest": "0" * 64,
        "fonts": ["Arial"], "quality": 1.0, "warnings": [],
    }  # fmt: skip
    return pack_array(np.frombuffer(json.dumps(text | changes).encode(), np.uint8))


HUGE = b"\x93NUMPY\1\0v\0" + (
    b"{'descr': '<f4', 'fortran_order': False, 'shape': (1000000000000, 4), }".ljust(117) + b"\n"
)

OTHER = pack_array(list(b"<p>a"), np.uint8)

DAMAGES = [
    # what it shows     entry       content                     message
    ("missing column",  "box",      None,                       "not a rendered page"),
    ("missing source",  "source",   None,                       "not a rendered page"),
    ("too few rows",    "font",     pack_array([0]),            "font has the shape"),
    ("a bad value",     "position", pack_array([99] * 9),       "position has the"),
    ("an unknown font", "font",     pack_array([7] * 9),        "font has the value 7"),
    ("objects",         "font",     pack_array([None] * 9),     "has the type object"),
    ("a huge shape",    "box",      HUGE,                       "cannot reshape|not a"),
    ("not an array",    "box",      b"x",                       "not a rendered page"),
    ("another source",  "source",   OTHER,"layout has|another source"),
    ("not UTF-8",       "source",   pack_array([255], np.uint8),"not a rendered page"),
    ("another form",    "about",    about(form="x 2"),          "the form 'x 2'"),
    ("another digest",  "about",    about(),                    "another source"),
    ("a bad digest",    "about",    about(received="x"),        "another source|SHA-256"),
    ("not JSON",        "about",    pack_array([1], np.uint8),  "not a rendered page"),
    ("a bad quality",   "about",    about(quality=5),           "quality=5"),
    ("bad warnings",    "about",    about(warnings=5),          "not a rendered page|another"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [case[1:] for case in DAMAGES],
    ids=[case[0] for case in DAMAGES],
)
def test_damaged_files(page: Page, name: str, content: bytes | None, message: str) -> None:
    with pytest.raises(BadInput, match=f"page.npz: .*({message})"):
        unpack_page(change(page, name, content), "page.npz: ")


@pytest.mark.parametrize("cut", [10, 100, 1000])
def test_files_that_were_cut_off(page: Page, cut: int) -> None:
    with pytest.raises(BadInput, match="not a rendered page"):
        unpack_page(pack_page(page)[:-cut])


def test_a_file_that_unpacks_to_too_much(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pagecore.page.page_file._MAX_BYTES", 100)
    with pytest.raises(BadInput, match="bytes unpacked; the limit is 100"):
        unpack_page(pack_page(page))


def test_files_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="No such file"):
        load_page(tmp_path / "none.npz")


def test_a_digest_is_one() -> None:
    with pytest.raises(BadInput, match="expected a SHA-256"):
        Received("abc")
