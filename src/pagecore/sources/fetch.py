"""The one HTTP client: a page by its URL.

It is limited in time, size and redirects, all together and not by step. Names are resolved once,
and the connection goes to an address that was looked at: one of a private network, or of this
machine, is refused at every redirect, so that what a stranger names cannot reach what only we can.
It knows no proxies, since with one the address would not be ours to look at, keeps no cookies and
sends no passwords.
"""

from __future__ import annotations

import http.client
import io
import ipaddress
import socket
import ssl
import threading
import time
import zlib
from dataclasses import dataclass
from email.message import Message
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import SplitResult, urlsplit

from pagecore import _core
from pagecore.errors import FetchError
from pagecore.sources.signatures import detect_file_type

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

#: Seconds that a page may take, with all its redirects.
SECONDS: Final = 20.0
#: Bytes of a page, unpacked; `parse` reads as many.
MAX_BYTES: Final = 64 * 2**20
MAX_REDIRECTS: Final = 10

_REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})
#: Types of pages. What has none, or that of any bytes, is told by these.
_PAGES: Final = frozenset(
    {"text/html", "application/xhtml+xml", "text/plain", "text/xml", "application/xml"}
)
_ANY: Final = frozenset({"", "application/octet-stream", "binary/octet-stream"})
_CHUNK: Final = 1 << 16
#: IPv6 addresses that lead to one of IPv4, which stands in their last bytes.
_TRANSLATED: Final = ipaddress.ip_network("64:ff9b::/96")
#: IPv6 addresses that lead to one of IPv4 in the network of whoever uses them, or did so once.
_LOCAL: Final = (ipaddress.ip_network("64:ff9b:1::/48"), ipaddress.ip_network("::/96"))

_Address = ipaddress.IPv4Address | ipaddress.IPv6Address


@dataclass(frozen=True)
class Fetched:
    """What a server answered."""

    #: Where it came from, behind all redirects.
    url: str
    content: bytes
    #: The charset of the header, for `parse(encoding=)`.
    charset: str | None


def fetch(
    url: str,
    *,
    seconds: float = SECONDS,
    max_bytes: int = MAX_BYTES,
    max_redirects: int = MAX_REDIRECTS,
    private: bool = False,
) -> Fetched:
    """The page at a URL.

    Args:
        url: of `http` or `https`.
        seconds: that all of it may take.
        max_bytes: of the page, packed or unpacked.
        max_redirects: that are followed.
        private: also read from addresses of private networks, and of this machine.

    Raises:
        FetchError: why there is no page, in one line.
    """
    deadline = time.monotonic() + seconds
    visited: list[str] = []
    follows: str | None = None
    at = url
    while True:
        try:
            at = _whole(at, follows)
        except FetchError as error:
            raise FetchError(f"{url}: {error}" if visited else str(error)) from None
        if at in visited:
            raise FetchError(f"{url}: it redirects in a circle, to {at} again")
        if len(visited) > max_redirects:
            raise FetchError(f"{url}: it redirects more than {max_redirects} times")
        visited.append(at)
        try:
            answer = _asked(at, deadline, max_bytes, private)
        except FetchError as error:
            # What a server says comes to somebody's terminal.
            said = "".join(filter(str.isprintable, str(error)))
            raise FetchError(f"{_named(url, at)}: {said}") from error.__cause__
        except TimeoutError as error:
            raise FetchError(f"{_named(url, at)}: no whole page in {seconds:g} s") from error
        except (OSError, http.client.HTTPException, zlib.error) as error:
            raise FetchError(f"{_named(url, at)}: {_why(error)}") from error
        if isinstance(answer, Fetched):
            return answer
        at, follows = answer, at


def _named(url: str, at: str) -> str:
    """What failed: the URL that was asked for, and where that led to."""
    return at if at == _core.join_url(None, url) else f"{url}: {at}"


def _whole(url: str, base: str | None) -> str:
    """A URL as the standard writes it, without its fragment, or why it is none of ours."""
    whole = _core.join_url(base, url)
    if whole is None:
        raise FetchError(f"{url}: this is no URL")
    parts = urlsplit(whole)._replace(fragment="")
    if parts.scheme not in ("http", "https"):
        raise FetchError(f"{url}: only http and https are fetched")
    if parts.username is not None or parts.password is not None:
        # The line that says so has no password in it.
        raise FetchError(f"{parts.scheme}://{parts.hostname}: names and passwords are not sent")
    return parts.geturl()


def _why(error: Exception) -> str:
    """What went wrong, in words."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate is not valid: {error.verify_message}"
    if isinstance(error, zlib.error):
        return "its answer is packed in a way that cannot be unpacked"
    if isinstance(error, http.client.IncompleteRead):
        return "its answer was cut off"
    if isinstance(error, socket.gaierror):
        return f"its name leads nowhere: {error.strerror}"
    if isinstance(error, OSError):
        return f"it cannot be reached: {error.strerror or error}"
    return "its answer is not HTTP"


# ---------------------------------------------------------------- one question, one answer


def _asked(url: str, deadline: float, max_bytes: int, private: bool) -> Fetched | str:
    """What a server answers: the page, or where it sends on to."""
    parts = urlsplit(url)
    with _connected(parts, deadline, private) as sock:
        connection = http.client.HTTPConnection(parts.netloc)
        connection.sock = _Timed(sock, deadline)  # All that it is asked for.
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.request("GET", target, headers=_headers())
        answer = connection.getresponse()
        if answer.status in _REDIRECTS and (location := answer.getheader("location")):
            return _meant(location)
        if not 200 <= answer.status < 300:
            raise FetchError(f"the server answers {answer.status} {answer.reason[:80]}".rstrip())
        declared = answer.headers.get_content_type() if "content-type" in answer.headers else ""
        if declared not in _PAGES | _ANY:
            raise FetchError(f"this is {declared[:80]}, not an HTML page")
        content = _unpacked(answer, max_bytes)
    file_type = detect_file_type(content)
    if file_type is not None:
        raise FetchError(f"this is {file_type}, not an HTML page")
    return Fetched(url, content, _charset(answer.headers))


def _meant(header: str) -> str:
    """The text of a header, which is read as Latin-1 and mostly meant as UTF-8."""
    try:
        return header.encode("latin-1").decode()
    except UnicodeError:
        return header


def _headers() -> dict[str, str]:
    version = _core.__version__.replace("-dev.", ".dev")
    return {
        "User-Agent": f"pagecore/{version}",
        "Accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.1",
        "Accept-Encoding": "gzip, deflate",
        "Connection": "close",
    }


def _charset(headers: Message) -> str | None:
    given = headers.get_param("charset")
    # An odd one is a triple, and what a server makes of it may be anything.
    return given.strip() or None if isinstance(given, str) and given.isascii() else None


def _unpacked(answer: http.client.HTTPResponse, max_bytes: int) -> bytes:
    """The content of an answer, never more of it in memory than the limit and a piece."""
    too_large = FetchError(f"it is larger than {max_bytes} bytes")
    packed = (answer.getheader("content-encoding") or "identity").strip().lower()
    if packed not in ("identity", "gzip", "x-gzip", "deflate"):
        raise FetchError(f"its answer is packed as {packed[:80]}, which was not asked for")
    if answer.length is not None and answer.length > max_bytes:
        raise too_large
    unpack = _Unpack(packed)
    pieces: list[bytes] = []
    n_bytes = n_packed = 0
    while piece := answer.read(_CHUNK):
        n_packed += len(piece)
        while n_bytes <= max_bytes and (more := unpack(piece, max_bytes + 1 - n_bytes)):
            pieces.append(more)
            n_bytes += len(more)
            piece = b""
        if n_bytes > max_bytes or n_packed > max_bytes:
            raise too_large
    if answer.length or unpack.is_open:
        raise FetchError("its answer was cut off")
    return b"".join(pieces)


class _Unpack:
    """Unpacks what comes in pieces, at most so many bytes at a time. Asked again with nothing, it
    gives what is left."""

    def __init__(self, packed: str) -> None:
        self._packed = packed
        self._stream: Any = None
        self._n_streams = 0
        self._left = b""

    def __call__(self, piece: bytes, at_most: int) -> bytes:
        if self._packed == "identity":
            return piece
        self._left += piece
        made = b""
        while self._left and not made:
            if self._stream is None and not self._begins():
                self._left = b""
                break
            made = self._stream.decompress(self._left, at_most)
            self._left = self._stream.unconsumed_tail
            if self._stream.eof:
                self._left = self._stream.unused_data
                self._stream = None
        return made

    def _begins(self) -> bool:
        """Begin to unpack what is left. Another gzip may follow the first; what follows else, as
        padding does, is no content."""
        if self._n_streams and (self._packed == "deflate" or not self._left.startswith(b"\x1f")):
            return False
        self._n_streams += 1
        self._stream = zlib.decompressobj(self._window(self._left))
        return True

    def _window(self, first: bytes) -> int:
        """How zlib has to read: gzip, or deflate with its header or, as some servers have it,
        without."""
        if self._packed != "deflate":
            return 16 + zlib.MAX_WBITS
        has_header = first[0] & 0x0F == 8 and int.from_bytes(first[:2], "big") % 31 == 0
        return zlib.MAX_WBITS if has_header else -zlib.MAX_WBITS

    @property
    def is_open(self) -> bool:
        """Whether more would have to come."""
        return self._stream is not None


# ---------------------------------------------------------------- the connection


def _connected(parts: SplitResult, deadline: float, private: bool) -> socket.socket:
    """A connection to one of the host's addresses that may be asked."""
    host, is_safe = parts.hostname or "", parts.scheme == "https"
    port = parts.port or (443 if is_safe else 80)
    found = _resolved(host, port, deadline)
    allowed = [one for one in found if private or not is_private(one[4][0])]
    if not allowed:
        listed = ", ".join(sorted({str(one[4][0]) for one in found}))
        helps = "such are read only with --private, or private=True"
        raise FetchError(f"its address {listed} is private, and {helps}")
    last: OSError = OSError("it has no address")
    for at, (family, kind, protocol, _, address) in enumerate(allowed):
        sock = socket.socket(family, kind, protocol)
        try:
            # An address that does not answer leaves time for the others.
            sock.settimeout(_left(deadline) / (len(allowed) - at))
            sock.connect(address)
            if is_safe:
                sock.settimeout(_left(deadline))
                sock = ssl.create_default_context().wrap_socket(sock, server_hostname=host)
            return sock
        except OSError as error:
            sock.close()
            last = error
    raise last


def _resolved(host: str, port: int, deadline: float) -> list[Any]:
    """The addresses of a name. The system has no limit of time for that, so a thread waits."""
    found: list[Any] = []
    failed: list[OSError] = []

    def resolve() -> None:
        try:
            found.extend(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
        except OSError as error:
            failed.append(error)
        except UnicodeError as error:
            failed.append(OSError(f"{host!r} is no name of a host: {error}"))

    waiting = threading.Thread(target=resolve, daemon=True)
    waiting.start()
    waiting.join(_left(deadline))
    if failed:
        raise failed[0]
    if waiting.is_alive() or not found:
        raise TimeoutError
    return found


def is_private(address: str) -> bool:
    """Whether an address is of a private network, of this machine, or else not for everybody."""
    ip: _Address = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        inside = ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None)
        if inside is None and ip in _TRANSLATED:
            inside = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
        if inside is not None:
            return is_private(str(inside))
        # Site-local ones are out of use, and still routed here and there.
        if ip.is_site_local or any(ip in network for network in _LOCAL):
            return True
    return not ip.is_global or ip.is_multicast


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


class _Timed:
    """A socket, as far as http.client asks, whose calls all together have a limit of time. Who made
    the socket closes it."""

    def __init__(self, sock: socket.socket, deadline: float) -> None:
        self._sock = sock
        self._deadline = deadline

    def sendall(self, data: bytes) -> None:
        self._sock.settimeout(_left(self._deadline))
        self._sock.sendall(data)

    def makefile(self, mode: str) -> io.BufferedReader:
        return io.BufferedReader(_Reader(self._sock, self._deadline))

    def close(self) -> None:
        """Nothing: the answer is still to be read when http.client is done with the connection."""


class _Reader(io.RawIOBase):
    """What comes from a socket until the time is up."""

    def __init__(self, sock: socket.socket, deadline: float) -> None:
        super().__init__()
        self._sock = sock
        self._deadline = deadline

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        self._sock.settimeout(_left(self._deadline))
        return self._sock.recv_into(buffer)
