"""The HTTP client: which responses it reads, which it refuses, and the messages.

The test server runs on this machine, so its address is private.
"""

from __future__ import annotations

import gzip
import socket
import ssl
import threading
import zlib
from collections.abc import Iterator
from typing import Any

import pytest

from pagecore.errors import BadOption, FetchError
from pagecore.sources import connection
from pagecore.sources import fetch as module
from pagecore.sources.fetch import Response, fetch
from tests.server import (
    HTML,
    Answer,
    Server,
    answer,
    chunked,
    drip,
    drip_headers,
    echo,
    endless,
    raw,
    serving,
    silent,
)


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as running:
        yield running


def failure(url: str, **options: Any) -> str:
    with pytest.raises(FetchError) as raised:
        fetch(url, allow_private=True, **options)
    message = str(raised.value)
    assert "\n" not in message
    assert message.startswith(url.partition("#")[0])
    return message.rpartition(": ")[2]


# ---------------------------------------------------------------- read


def test_a_page(server: Server) -> None:
    assert fetch(f"{server.at}/#part", allow_private=True) == Response(
        f"{server.at}/", HTML, None, is_html=True, content_type="text/html"
    )


def test_other_types_only_if_they_are_asked_for(server: Server) -> None:
    server.answers["/s.css"] = answer(b"p{}", content_type="text/css")
    with pytest.raises(FetchError, match="this is text/css, not an HTML page"):
        fetch(f"{server.at}/s.css", allow_private=True)
    response = fetch(f"{server.at}/s.css", allow_private=True, any_type=True)
    assert (response.content, response.content_type) == (b"p{}", "text/css")
    server.answers["/a.pdf"] = answer(b"%PDF-1.7", content_type="application/octet-stream")
    assert fetch(f"{server.at}/a.pdf", allow_private=True, any_type=True).content == b"%PDF-1.7"


CHARSETS = [
    ("text/html; charset=windows-1251", "windows-1251"),
    ('text/html; charset="utf-8"', "utf-8"),
    ("text/html; charset=", None),
    ("text/html;version=1; Charset = utf-8 ; a=b", "utf-8"),
    (f"text/html; charset*{'9' * 5000}=x", None),
    ("text/html; charset*=b; charset*0=a", None),
    ("text/html;; a=b", None),
    ("text/html; charset=\xff", None),
]


@pytest.mark.parametrize(("header", "charset"), CHARSETS)
def test_the_charset_of_the_header(server: Server, header: str, charset: str | None) -> None:
    server.answers["/"] = answer(content_type=header)
    assert fetch(server.at, allow_private=True).charset == charset


def test_request_headers(server: Server) -> None:
    server.answers["/"] = echo
    headers = fetch(server.at, allow_private=True).content.decode().splitlines()
    assert any(line.startswith("User-Agent: pagecore/0.") for line in headers)
    assert "Accept-Encoding: gzip, deflate" in headers
    assert not any(line.startswith(("Cookie", "Referer", "Authorization")) for line in headers)


def without_header(content: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packer.compress(content) + packer.flush()


COMPRESSED = [
    # what it shows         encoding    bytes
    ("gzip",                "gzip",     gzip.compress(HTML * 9999)),
    ("two streams",         "x-gzip",   gzip.compress(HTML * 5000) + gzip.compress(HTML * 4999)),
    ("padding behind",      "gzip",     gzip.compress(HTML * 9999) + b"\0" * 99),
    ("deflate",             "deflate",  zlib.compress(HTML * 9999)),
    ("without its header",  "deflate",  without_header(HTML * 9999)),
    ("not compressed",          "identity", HTML * 9999),
]  # fmt: skip


@pytest.mark.parametrize(
    ("encoding", "content"), [case[1:] for case in COMPRESSED], ids=[case[0] for case in COMPRESSED]
)
def test_compressed_pages(
    server: Server, encoding: str, content: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.answers["/"] = answer(content, content_encoding=encoding)
    assert fetch(server.at, allow_private=True).content == HTML * 9999
    # The result does not depend on where a chunk ends.
    monkeypatch.setattr(module, "_CHUNK", 7)
    assert fetch(server.at, allow_private=True).content == HTML * 9999


def test_pages_in_chunks(server: Server) -> None:
    server.answers["/"] = chunked(b"<p>one", b" two", b" six")
    assert fetch(server.at, allow_private=True).content == b"<p>one two six"


def test_redirects_are_followed(server: Server) -> None:
    for status in (301, 302, 303, 307, 308):
        server.answers["/c?d=%C3%A9"] = answer()
        for location in ("../c?d=é#e".encode().decode("latin-1"), "../c?d=é", "/c?d=%C3%A9"):
            server.answers["/a/b"] = answer(status=status, location=location)
            assert fetch(f"{server.at}/a/b", allow_private=True).url == f"{server.at}/c?d=%C3%A9"


def test_generic_content_types_are_read(server: Server) -> None:
    for declared in ("application/octet-stream", "text/plain", "application/xhtml+xml"):
        server.answers["/"] = answer(content_type=declared)
        assert fetch(server.at, allow_private=True).content == HTML


# ---------------------------------------------------------------- refused


PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 99

REFUSED = [
    # what it shows          answer                                           message
    ("not found",            answer(status=404),               "the server answers 404 Not Found"),
    ("fault of the server",  answer(status=503),               "the server answers 503 Service"),
    ("no status",            raw(b"HTTP/1.1 abc\r\n\r\n"),   "the response is not HTTP"),
    ("escapes",              raw(b"HTTP/1.1 404 \x1b[31m\r\n\r\n"), "the server answers 404 [31m"),
    ("redirect to nowhere",  answer(status=302),               "the server answers 302 Found"),
    ("PDF by its type",      answer(content_type="application/pdf"), "this is application/pdf"),
    ("PDF by its bytes",     answer(b"%PDF-1.7 ...", content_type="text/html"), "this is a PDF,"),
    ("image by its type",    answer(content_type="image/png"), "this is image/png, not an"),
    ("image by its bytes",   answer(PNG),                      "this is a PNG image, not"),
    ("brotli",               answer(content_encoding="br"),
     "the response has the unsupported encoding br"),
    ("not gzip at all",      answer(content_encoding="gzip"),
                                                               "the response cannot be decom"),
    ("half of a gzip",       answer(gzip.compress(HTML)[:20], content_encoding="gzip"),
                                                               "the response was cut off"),
    ("half of a page",       answer(length=9999),              "the response was cut off"),
    ("a negative chunk",     chunked(b"<p>", end=b"-5\r\nab"), "the response is not HTTP"),
    ("half of a chunk",      chunked(b"<p>", end=b"99\r\nab"), "the response was cut off"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("response", "message"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED]
)
def test_refused(server: Server, response: Answer, message: str) -> None:
    server.answers["/"] = response
    assert failure(f"{server.at}/").startswith(message)


@pytest.mark.parametrize("slow", [drip, drip_headers, silent])
def test_slow_answers(server: Server, slow: Answer) -> None:
    server.answers["/"] = slow
    assert failure(f"{server.at}/", timeout=0.3) == "no complete page in 0.3 s"
    assert server.answered == []


def test_slow_resolution(monkeypatch: pytest.MonkeyPatch) -> None:
    has_failed = threading.Event()
    waited: list[bool] = []

    def slow(*_: object, **__: object) -> list[object]:
        waited.append(has_failed.wait(60))
        return []

    monkeypatch.setattr(socket, "getaddrinfo", slow)
    assert failure("http://a.example/", timeout=0.2) == "no complete page in 0.2 s"
    # The resolution did not end before.
    assert waited == []
    has_failed.set()


def test_large_answers(server: Server) -> None:
    server.answers |= {
        "/declared": answer(length=10**12),
        "/endless": endless,
        "/chunked": chunked(*[b"a" * 500] * 3),
        # A thousand times larger than sent.
        "/bomb": answer(gzip.compress(b"a" * 10**7), content_encoding="gzip"),
    }
    for path in ("/declared", "/endless", "/chunked", "/bomb"):
        assert failure(server.at + path, max_bytes=1000) == "the page is larger than 1000 bytes"
    server.answers["/fits"] = answer(b"a" * 1000)
    assert len(fetch(f"{server.at}/fits", max_bytes=1000, allow_private=True).content) == 1000


def test_a_chunk_without_end(server: Server) -> None:
    # http.client reads a chunk of the size -1 to its end.
    server.answers["/"] = chunked(b"<p>", end=b"-1\r\n" + b"a" * 2**22)
    assert failure(f"{server.at}/", max_bytes=1000).startswith("the server sends more than ")


def test_redirects_in_a_circle(server: Server) -> None:
    server.answers |= {
        "/a": answer(status=302, location="/b"),
        "/b": answer(status=302, location="/a"),
    }
    with pytest.raises(FetchError, match=f"/a: it redirects in a circle, to {server.at}/a again"):
        fetch(f"{server.at}/a", allow_private=True)
    assert server.asked == ["/a", "/b"]


def test_too_many_redirects(server: Server) -> None:
    for n in range(9):
        server.answers[f"/{n}"] = answer(status=302, location=f"/{n + 1}")
    assert failure(f"{server.at}/0", max_redirects=4) == "it redirects more than 4 times"
    assert server.asked == ["/0", "/1", "/2", "/3", "/4"]


def test_redirects_to_other_schemes(server: Server) -> None:
    for location in ("file:///etc/passwd", "ftp://a.example/", "data:text/html,a"):
        server.answers["/"] = answer(status=302, location=location)
        assert failure(f"{server.at}/") == "only http and https are supported"


def test_invalid_urls() -> None:
    for url in ("http://", "nonsense", "http://a b/"):
        assert failure(url) == "this is not a URL"
    assert failure("file:///etc/passwd") == "only http and https are supported"
    with pytest.raises(FetchError, match=r"^http://a\.example: the URL contains a user name or"):
        fetch("http://me:secret@a.example/")


def test_refused_connections() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    assert failure(f"http://127.0.0.1:{port}/") == "Connection refused"


def test_names_that_do_not_resolve(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with pytest.raises(
        FetchError, match="the host name cannot be resolved: Name or service not known"
    ):
        fetch("http://a.example/")


def test_invalid_certificates(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(FetchError, match="the server cannot be reached"):
        fetch(server.at.replace("http:", "https:"), allow_private=True)

    def refuse(*_: object, **__: object) -> None:
        error = ssl.SSLCertVerificationError()
        error.verify_message = "self-signed certificate"
        raise error

    monkeypatch.setattr(ssl.SSLContext, "wrap_socket", refuse)
    with pytest.raises(FetchError, match="certificate is not valid: self-signed certificate"):
        fetch(server.at.replace("http:", "https:"), allow_private=True)


# ---------------------------------------------------------------- private addresses

HOSTS = ["127.0.0.1", "localhost", "[::1]", "2130706433", "0x7f.1", "127.1", "[::ffff:7f00:1]"]


@pytest.mark.parametrize("host", HOSTS)
def test_private_addresses_are_refused_however_they_are_written(server: Server, host: str) -> None:
    port = server.server_address[1]
    with pytest.raises(FetchError, match="is private; use --allow-private"):
        fetch(f"http://{host}:{port}/")
    assert server.asked == []


class Names:
    """A resolver with a table of names. A name may resolve differently at the second call."""

    def __init__(self, **addresses: list[str]) -> None:
        self.addresses = addresses
        self.asked: list[str] = []

    def __call__(self, host: str, port: int, **_: Any) -> list[Any]:
        self.asked.append(host)
        addresses = self.addresses[host.partition(".")[0]]
        address = addresses.pop(0) if len(addresses) > 1 else addresses[0]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]


def test_a_redirect_to_a_private_address_is_refused(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = Names(public=["127.0.0.1"], inside=["10.0.0.7"])
    monkeypatch.setattr(socket, "getaddrinfo", names)
    # Treat the address of the test server as public.
    monkeypatch.setattr(connection, "is_private", lambda address: address == "10.0.0.7")
    port = server.server_address[1]
    server.answers["/"] = answer(status=302, location=f"http://inside.example:{port}/secret")
    with pytest.raises(FetchError) as raised:
        fetch(f"http://public.example:{port}/")
    sample, where, why, *_ = str(raised.value).replace("http://", "").split(": ")
    assert sample == f"public.example:{port}/"
    assert where == f"inside.example:{port}/secret"
    assert why.startswith("the address 10.0.0.7 is private")
    assert server.asked == ["/"]


def test_the_checked_address_is_used(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    names = Names(public=["127.0.0.1", "10.0.0.7"])
    monkeypatch.setattr(socket, "getaddrinfo", names)
    monkeypatch.setattr(connection, "is_private", lambda address: address == "10.0.0.7")
    assert fetch(f"http://public.example:{server.server_address[1]}/").content == HTML
    assert names.asked == ["public.example"]


@pytest.mark.parametrize("timeout", [0, -1, float("nan"), float("inf"), 1e300, True, "5"])
def test_odd_timeouts_are_refused(timeout: float) -> None:
    with pytest.raises(BadOption, match=r"^timeout=.*: expected seconds, more than 0 and at most"):
        fetch("http://a.example/", timeout=timeout)


@pytest.mark.parametrize("target", ["http://" + "a" * 60_000, f"http://a:{'9' * 5000}/"])
def test_messages_of_long_urls_are_short(server: Server, target: str) -> None:
    server.answers["/"] = answer(status=302, location=target)
    with pytest.raises(FetchError) as failed:
        fetch(server.at, allow_private=True)
    assert len(str(failed.value)) < 1000


# ---------------------------------------------------------------- feeds, status and a check


def test_json_is_read_if_it_is_a_feed(server: Server) -> None:
    feed = b'{"version": "https://jsonfeed.org/version/1.1", "items": []}'
    server.answers["/a"] = answer(feed, content_type="application/json; charset=utf-8")
    server.answers["/b"] = answer(feed, content_type="application/feed+json")
    server.answers["/c"] = answer(b'{"a": 1}', content_type="application/json")
    for path in ("/a", "/b"):
        assert fetch(f"{server.at}{path}", allow_private=True).content == feed
    assert failure(f"{server.at}/c") == "this is application/json, not an HTML page"


def test_errors_have_the_status(server: Server) -> None:
    server.answers["/busy"] = answer(status=503)
    for path, status in (("/busy", 503), ("/missing", 404)):
        with pytest.raises(FetchError) as raised:
            fetch(f"{server.at}{path}", allow_private=True)
        assert raised.value.status == status
    with pytest.raises(FetchError) as raised:
        fetch(f"{server.at}/", allow_private=False)
    assert raised.value.status is None


def test_every_url_of_a_chain_is_checked(server: Server) -> None:
    server.answers["/a"] = answer(status=302, location="/b")
    server.answers["/b"] = answer(status=302, location="/private")
    checked: list[str] = []

    def check(url: str) -> None:
        checked.append(url)
        if url.endswith("/private"):
            raise FetchError("it is not allowed")

    assert failure(f"{server.at}/a", check=check) == "it is not allowed"
    assert checked == [f"{server.at}/a", f"{server.at}/b", f"{server.at}/private"]
    assert server.asked == ["/a", "/b"]
