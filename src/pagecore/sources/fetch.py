"""The only HTTP client of the package: fetch a page by its URL.

Time, size and redirects are limited, for the whole request and not for each part of it. Private
addresses are refused at every redirect (see `connection`). The client uses no proxy, because the
proxy would choose the address; it stores no cookies and sends no passwords.
"""

from __future__ import annotations

import http.client
import re
import socket
import ssl
import time
from collections.abc import Callable
from dataclasses import dataclass
from email.message import Message
from typing import Final
from urllib.parse import urlsplit

from pagecore import _core
from pagecore.errors import BadOption, FetchError, show_value
from pagecore.page.counts import shorten
from pagecore.page.urls import join_url
from pagecore.sources.connection import DeadlineSocket, connect
from pagecore.sources.decompression import DamagedData, Decompressor
from pagecore.sources.kinds import is_json_feed
from pagecore.sources.signatures import PACKED, detect_file_type

#: Default timeout for a page with all its redirects, in seconds.
TIMEOUT: Final = 20.0
#: Default size limit of a page, decompressed; `parse` has the same limit.
MAX_BYTES: Final = 64 * 2**20
MAX_REDIRECTS: Final = 10

_REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})
_HTML_TYPES: Final = frozenset({"text/html", "application/xhtml+xml"})
#: Content types of pages, and of what pages are read from.
_PAGE_TYPES: Final = _HTML_TYPES | {
    "text/plain",
    "text/markdown",
    "text/xml",
    "application/xml",
    "application/rss+xml",
    "application/atom+xml",
    "application/rdf+xml",
    "application/feed+json",
    "multipart/related",
    "application/x-mimearchive",
}
#: The content type of JSON, of which only feeds are read.
_JSON: Final = "application/json"
#: Content types that fit any file, packed or not; the first bytes decide.
_GENERIC_TYPES: Final = frozenset(
    {
        "",
        "application/octet-stream",
        "binary/octet-stream",
        "application/gzip",
        "application/x-gzip",
        "application/zstd",
    }
)
_CHUNK: Final = 1 << 16
_CHARSET: Final = re.compile(
    r";\s{0,9}charset\s{0,9}=\s{0,9}\"?([!-~]{1,40}?)(?=[\";\s]|$)", re.ASCII | re.I
)
#: What may not be in a header that is passed on.
_HEADER_BREAK: Final = re.compile(r"[^ -~]+")
#: The longest timeout and pause, 11 days; the system does not wait much longer.
MAX_SECONDS: Final = 1e6


@dataclass(frozen=True)
class Response:
    """The response of a server."""

    #: The final URL, after all redirects.
    url: str
    content: bytes
    #: The charset of the Content-Type header, for `parse(encoding=)`.
    charset: str | None
    #: Whether the server says that it is HTML.
    is_html: bool = False
    #: The Content-Type header.
    content_type: str = ""


def fetch(
    url: str,
    *,
    timeout: float = TIMEOUT,
    max_bytes: int = MAX_BYTES,
    max_redirects: int = MAX_REDIRECTS,
    allow_private: bool = False,
    check: Callable[[str], None] | None = None,
    any_type: bool = False,
) -> Response:
    """Fetch the page at a URL.

    Args:
        url: an `http` or `https` URL.
        timeout: timeout for the whole request, redirects included, in seconds.
        max_bytes: size limit of the page, both as sent and decompressed.
        max_redirects: limit of redirects.
        allow_private: allow addresses of private networks and of this machine.
        check: is called with each URL before it is requested, also after a redirect; it raises
            `FetchError` to refuse it.
        any_type: accept style sheets, images and everything else, not only pages.

    Raises:
        BadOption: the timeout is not a number of seconds.
        FetchError: the page could not be fetched; the message gives the reason in one line.
    """
    check_seconds("timeout", timeout)
    deadline = time.monotonic() + timeout
    visited: list[str] = []
    previous_url: str | None = None
    current_url = url
    while True:
        try:
            current_url = _resolve_url(current_url, previous_url)
        except FetchError as error:
            raise FetchError(f"{_show_url(url)}: {error}" if visited else str(error)) from None
        if current_url in visited:
            raise FetchError(
                f"{_show_url(url)}: it redirects in a circle, to {_show_url(current_url)} again"
            )
        if len(visited) > max_redirects:
            raise FetchError(f"{_show_url(url)}: it redirects more than {max_redirects} times")
        visited.append(current_url)
        try:
            if check is not None:
                check(current_url)
            answer = _request(current_url, deadline, max_bytes, allow_private, any_type)
        except FetchError as error:
            # The message may quote the server and is printed on a terminal.
            message = "".join(filter(str.isprintable, str(error)))
            failure = FetchError(f"{_name_urls(url, current_url)}: {message}")
            failure.status = error.status
            raise failure from error.__cause__
        except TimeoutError as error:
            message = f"timeout: no complete page in {timeout:g} s"
            raise FetchError(f"{_name_urls(url, current_url)}: {message}") from error
        except (OSError, http.client.HTTPException, DamagedData) as error:
            message = _describe_error(error)
            raise FetchError(f"{_name_urls(url, current_url)}: {message}") from error
        if isinstance(answer, Response):
            return answer
        current_url, previous_url = answer, current_url


def check_seconds(name: str, seconds: float, *, can_be_zero: bool = False) -> None:
    """Raise `BadOption` if a value is not a number of seconds that can be waited for."""
    is_number = isinstance(seconds, (int, float)) and not isinstance(seconds, bool)
    if not is_number or not 0 <= seconds <= MAX_SECONDS or (seconds == 0 and not can_be_zero):
        least = "0 or more" if can_be_zero else "more than 0"
        raise BadOption(
            f"{name}={show_value(seconds)}: expected seconds, {least} and at most {MAX_SECONDS:.0f}"
        )


def _name_urls(url: str, current_url: str) -> str:
    """The requested URL and, after a redirect, the URL that failed."""
    is_same = current_url == join_url(None, url)
    return _show_url(current_url) if is_same else f"{_show_url(url)}: {_show_url(current_url)}"


def _show_url(url: str) -> str:
    return shorten(url, 200)


def _resolve_url(url: str, base: str | None) -> str:
    """Make a URL absolute and drop its fragment; refuse URLs that this client does not fetch."""
    absolute = join_url(base, url)
    if absolute is None:
        raise FetchError(f"{_show_url(url)}: this is not a URL")
    parts = urlsplit(absolute)._replace(fragment="")
    if parts.scheme not in ("http", "https"):
        raise FetchError(f"{_show_url(url)}: only http and https are supported")
    if parts.username is not None or parts.password is not None:
        # The message must not repeat the password.
        raise FetchError(
            f"{parts.scheme}://{_show_url(parts.hostname or '')}: the URL contains a user name or "
            "a password, which is never sent; remove it, or fetch the page yourself"
        )
    return parts.geturl()


def _describe_error(error: Exception) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"the certificate is not valid: {error.verify_message}"
    if isinstance(error, DamagedData):
        return "the response cannot be decompressed"
    if isinstance(error, http.client.IncompleteRead):
        return "the response was cut off"
    if isinstance(error, socket.gaierror):
        return f"the host name cannot be resolved: {error.strerror}"
    if isinstance(error, OSError):
        return f"the server cannot be reached: {error.strerror or error}"
    return "the response is not HTTP"


# ---------------------------------------------------------------- one request, one response


def _request(
    url: str, deadline: float, max_bytes: int, allow_private: bool, any_type: bool
) -> Response | str:
    """Send one request; return the page, or the target of a redirect."""
    parts = urlsplit(url)
    with connect(parts, deadline, allow_private) as sock:
        connection = http.client.HTTPConnection(parts.netloc)
        # http.client calls only the methods that DeadlineSocket has.
        connection.sock = DeadlineSocket(sock, deadline, _max_raw_bytes(max_bytes))
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.request("GET", target, headers=_request_headers())
        response = connection.getresponse()
        if response.status in _REDIRECTS and (location := response.getheader("location")):
            return _decode_header(location)
        if not 200 <= response.status < 300:
            reason = response.reason[:80]
            failure = FetchError(f"the server answers {response.status} {reason}".rstrip())
            failure.status = response.status
            raise failure
        headers = response.headers
        content_type = headers.get_content_type() if "content-type" in headers else ""
        accepted = _PAGE_TYPES | _GENERIC_TYPES | {_JSON}
        if not any_type and content_type not in accepted:
            raise FetchError(f"this is {content_type[:80]}, not an HTML page")
        content = _read_content(response, max_bytes)
    if not any_type and content_type == _JSON and not is_json_feed(content):
        raise FetchError(f"this is {content_type}, not an HTML page")
    file_type = detect_file_type(content)
    if not any_type and file_type is not None and file_type not in PACKED:
        raise FetchError(f"this is {file_type}, not an HTML page")
    is_html = content_type in _HTML_TYPES
    header = _HEADER_BREAK.sub(" ", str(headers.get("content-type", "")))[:200]
    return Response(url, content, _read_charset(headers), is_html, header)


def _decode_header(header: str) -> str:
    """Decode a header as UTF-8; http.client reads it as Latin-1, but most servers send UTF-8."""
    try:
        return header.encode("latin-1").decode()
    except UnicodeError:
        return header


def _request_headers() -> dict[str, str]:
    version = _core.__version__.replace("-dev.", ".dev")
    return {
        "User-Agent": f"pagecore/{version}",
        "Accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.1",
        "Accept-Encoding": "gzip, deflate",
        "Connection": "close",
    }


def _read_charset(headers: Message) -> str | None:
    # `headers.get_param` raises for some parameters.
    charset = _CHARSET.search(str(headers.get("content-type", ""))[:1000])
    return charset[1] if charset else None


def _max_raw_bytes(max_bytes: int) -> int:
    """Return how many bytes a server may send for a page: its headers and the sizes of chunks are
    added to the page itself."""
    return 2 * max_bytes + 2**20


def _read_chunk(response: http.client.HTTPResponse) -> bytes:
    try:
        return response.read(_CHUNK)
    except ValueError as error:
        # The size of a chunk is negative: http.client does not check it.
        raise FetchError("the response is not HTTP") from error


def _read_content(response: http.client.HTTPResponse, max_bytes: int) -> bytes:
    """Read and decompress a response, holding at most the limit and one chunk in memory."""
    too_large = FetchError(f"the page is larger than {max_bytes} bytes")
    encoding = (response.getheader("content-encoding") or "identity").strip().lower()
    if encoding not in ("identity", "gzip", "x-gzip", "deflate"):
        raise FetchError(f"the response has the unsupported encoding {encoding[:80]}")
    if response.length is not None and response.length > max_bytes:
        raise too_large
    decompressor = Decompressor(encoding)
    chunks: list[bytes] = []
    n_bytes = n_received = 0
    while data := _read_chunk(response):
        n_received += len(data)
        while n_bytes <= max_bytes and (
            chunk := decompressor.decompress(data, max_bytes + 1 - n_bytes)
        ):
            chunks.append(chunk)
            n_bytes += len(chunk)
            data = b""
        if n_bytes > max_bytes or n_received > max_bytes:
            raise too_large
    if response.length or decompressor.is_incomplete:
        raise FetchError("the response was cut off")
    return b"".join(chunks)
