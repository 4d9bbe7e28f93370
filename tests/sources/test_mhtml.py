"""MHTML: the first HTML part is the page."""

from __future__ import annotations

import base64
import contextlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pagecore
from pagecore.errors import BadInput, PagecoreError
from pagecore.sources.mhtml import SavedPage, read_mhtml
from tests.inputs import make_mhtml

HTML = "<p class=a>Un café".encode()


@pytest.mark.parametrize("is_nested", [False, True])
def test_the_page_and_its_url(is_nested: bool) -> None:
    saved = read_mhtml(make_mhtml(HTML, nested=is_nested))
    assert saved.content.rstrip() == HTML
    assert (saved.url, saved.charset) == ("https://a.example/saved", "utf-8")


def test_line_breaks_of_unix() -> None:
    saved = read_mhtml(make_mhtml(HTML).replace(b"\r\n", b"\n"))
    assert (saved.content.rstrip(), saved.url) == (HTML, "https://a.example/saved")


def test_other_encodings() -> None:
    packed = base64.encodebytes(HTML)
    header = b"MIME-Version: 1.0\nContent-Type: text/html\nContent-Transfer-Encoding: "
    assert read_mhtml(header + b"base64\n\n" + packed) == SavedPage(HTML, None, None)
    assert read_mhtml(header + b"8bit\n\n" + HTML) == SavedPage(HTML, None, None)
    with pytest.raises(BadInput, match=r"^x: this MHTML file cannot be read: Error: "):
        read_mhtml(header + b"base64\n\nYQ=", "x: ")


URLS = [
    # place of the page              url
    (b"cid:frame@mhtml.blink",       "https://a.example/snapshot"),
    (b"https://a.example/ b",        "https://a.example/b"),
    (b"file:///etc/passwd",          "https://a.example/snapshot"),
]  # fmt: skip


@pytest.mark.parametrize(("place", "url"), URLS)
def test_urls(place: bytes, url: str) -> None:
    content = make_mhtml(HTML, "https://a.example/snapshot").replace(
        b"\r\nContent-Location: https://a.example/snapshot", b"\r\nContent-Location: " + place
    )
    assert read_mhtml(content).url == url


def test_a_file_without_a_page() -> None:
    content = make_mhtml(HTML).replace(b"text/html; charset", b"text/x-log; charset")
    with pytest.raises(BadInput, match=r"^x: this MHTML file has no HTML part and no text$"):
        read_mhtml(content, "x: ")
    with pytest.raises(BadInput, match="no HTML part"):
        read_mhtml(b"MIME-Version: 1.0\nContent-Type: multipart/related\n\nno boundary")


MAIL = "From: Ann <ann@a.example>\nTo: bo@a.example\nSubject: Light\n"
PLAIN = "Content-Type: text/plain; charset=utf-8"
MULTI = f"{MAIL}MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n--x\n"

MAILS = [
    # what it shows     message                                                       text
    ("no MIME",         f"{MAIL}\nThe light.",                                        "The light."),
    ("text",            f"{MAIL}MIME-Version: 1.0\n{PLAIN}\n\nThe light.",            "The light."),
    ("text and a file", f"{MULTI}{PLAIN}\n\nThe light.\n--x\nContent-Type: a/b\n\n0", "The light."),
    ("an attached text", f"{MULTI}{PLAIN}\nContent-Disposition: attachment\n\n0\n--x\n{PLAIN}\n\n"
                        "The light.",                                                 "The light."),
    ("text and HTML",   f"{MULTI}{PLAIN}\n\n0\n--x\nContent-Type: text/html\n\n<p>The light.",
                                                                                      "The light."),
]  # fmt: skip


@pytest.mark.parametrize(("message", "text"), [case[1:] for case in MAILS])
def test_mails_without_their_headers(tmp_path: Path, message: str, text: str) -> None:
    path = tmp_path / "a.eml"
    path.write_text(message, "utf-8")
    assert pagecore.extract_file(path).text == text


def test_a_mailbox_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.mbox"
    path.write_text(f"From ann@a.example Mon Jan  1 10:00:00 2024\n{MAIL}\nThe light.", "utf-8")
    with pytest.raises(BadInput, match="this is a mailbox of several e-mails, not an HTML page"):
        pagecore.extract_file(path)


def test_parts_in_parts_and_many_parts_are_limited() -> None:
    deep = b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (at, at) for at in range(999)
    )
    many = b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\n\n" * 50_000
    for content in (deep, many):
        with pytest.raises(BadInput, match="no HTML part"):
            read_mhtml(content + b"Content-Type: text/html\n\n<p>a")


@given(st.data())
def test_any_damage_is_an_error_of_the_tree(data: st.DataObject) -> None:
    content = bytearray(make_mhtml(HTML, nested=True))
    for _ in range(data.draw(st.integers(1, 20))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    with contextlib.suppress(PagecoreError):
        read_mhtml(bytes(content))


#: Parameters for which Python's reader of headers raises various errors.
HOSTILE_PARAMETERS = [
    f"boundary*{'9' * 5000}=x",
    "boundary*=idna''x",
    "boundary*=a\0b''x",
    "boundary*0*=a; boundary*=b; boundary*x=c; boundary*1=d",
]


@pytest.mark.parametrize("parameter", HOSTILE_PARAMETERS, ids=lambda text: text[:20])
def test_hostile_parameters_are_an_error_of_the_tree(parameter: str) -> None:
    content = f"MIME-Version: 1.0\nContent-Type: multipart/related; {parameter}\n\n--x\n".encode()
    with pytest.raises(BadInput, match=r"^a.mht: this MHTML file cannot be read: \w+Error: "):
        read_mhtml(content, "a.mht: ")


def test_hostile_parameters_of_the_page() -> None:
    header = b"MIME-Version: 1.0\nContent-Type: text/html; charset*=a\0b''x\n\n<p>a"
    with pytest.raises(BadInput, match="this MHTML file cannot be read: ValueError: "):
        read_mhtml(header)
