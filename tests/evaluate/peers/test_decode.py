"""From bytes to a string, for peers that read strings."""

from __future__ import annotations

import pytest

from pagecore.evaluate.peers.decode import decode_page

CASES = [
    # what it shows             bytes                                  string
    ("UTF-8",                   "größe".encode(),                      "größe"),
    ("UTF-8 declared as Latin", "<meta charset=latin1>ö".encode(),     "<meta charset=latin1>ö"),
    ("UTF-8 with a mark",       b"\xef\xbb\xbf\xc3\xb6",              "ö"),
    ("UTF-16 with a mark",      "\ufeffö".encode("utf-16-le"),         "ö"),
    ("UTF-16, the other way",   "\ufeffö".encode("utf-16-be"),         "ö"),
    ("nothing said",            b"\x93\xf6\x94",                       "“ö”"),
    ("Latin-1 is Windows-1252", b"<meta charset=latin1>\x93",          "<meta charset=latin1>“"),
    ("declared in content",     b"<meta content='a; charset=koi8-r'>\xc1",
                                "<meta content='a; charset=koi8-r'>а"),
    ("GB 2312 is GB 18030",     b"<meta charset=gb2312>\x95\x92",      "<meta charset=gb2312>晵"),
    ("Shift JIS is Windows'",   b"<meta charset=Shift_JIS>\x87\x40",   "<meta charset=Shift_JIS>①"),
    ("unknown encoding",        b"<meta charset=nonsense>\xf6",        "<meta charset=nonsense>ö"),
    ("UTF-16 it cannot be",     b"<meta charset=utf-16>\xf6",          "<meta charset=utf-16>�"),
    ("broken UTF-8, declared",  b"<meta charset=utf-8>\xf6",           "<meta charset=utf-8>�"),
    ("declared too late",       b" " * 1024 + b"<meta charset=koi8-r>\xf6",
                                " " * 1024 + "<meta charset=koi8-r>ö"),
    ("nothing",                 b"",                                   ""),
]  # fmt: skip


@pytest.mark.parametrize(("html", "text"), [row[1:] for row in CASES], ids=[r[0] for r in CASES])
def test_page_is_read(html: bytes, text: str) -> None:
    assert decode_page(html) == text
