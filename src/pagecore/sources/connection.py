"""Connections with a deadline, to public addresses only.

A host name is resolved once, its addresses are checked, and the connection goes to a checked
address. A URL from a stranger therefore cannot reach a private network, even if the name resolves
differently a second time.
"""

from __future__ import annotations

import io
import ipaddress
import socket
import ssl
import threading
import time
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import SplitResult

from pagecore.errors import FetchError

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

#: IPv6 addresses that hold an IPv4 address in their last bytes (NAT64).
_NAT64: Final = ipaddress.ip_network("64:ff9b::/96")
#: Networks that are not public, although older versions of Python take them for global: addresses
#: for documentation (RFC 9637), and the former 6to4 relays (RFC 7526).
_RESERVED: Final = (ipaddress.ip_network("3fff::/20"), ipaddress.ip_network("192.88.99.0/24"))
#: All public IPv6 addresses are in it. The rest is reserved, local, or of special
#: use, such as local NAT64 (64:ff9b:1::/48) and segment routing (5f00::/16).
_PUBLIC_IPV6: Final = ipaddress.ip_network("2000::/3")

_Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def connect(parts: SplitResult, deadline: float, allow_private: bool) -> socket.socket:
    """Connect to the host of a URL, with TLS for `https`.

    Args:
        parts: the URL.
        deadline: a time of `time.monotonic`.
        allow_private: allow private addresses.

    Raises:
        FetchError: all addresses of the host are private.
        OSError: no address can be reached; TimeoutError after the deadline.
    """
    host, is_https = parts.hostname or "", parts.scheme == "https"
    port = parts.port or (443 if is_https else 80)
    resolved = _resolve_host(host, port, deadline)
    allowed = [info for info in resolved if allow_private or not is_private(info[4][0])]
    if not allowed:
        addresses = ", ".join(sorted({str(info[4][0]) for info in resolved}))
        advice = "use --allow-private (allow_private=True) to allow private addresses"
        raise FetchError(f"the address {addresses} is private; {advice}")
    last_error = OSError("the host has no address")
    for at, (family, kind, protocol, _, address) in enumerate(allowed):
        sock = socket.socket(family, kind, protocol)
        try:
            # An address that does not answer must leave time for the others.
            sock.settimeout(_seconds_left(deadline) / (len(allowed) - at))
            sock.connect(address)
            if is_https:
                sock.settimeout(_seconds_left(deadline))
                sock = ssl.create_default_context().wrap_socket(sock, server_hostname=host)
            return sock
        except OSError as error:
            sock.close()
            last_error = error
    raise last_error


def is_private(address: str) -> bool:
    """Whether an address is not public: a private network, this machine, or reserved."""
    ip: _Address = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        embedded = ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None)
        if embedded is None and ip in _NAT64:
            embedded = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
        if embedded is not None:
            return is_private(str(embedded))
        if ip not in _PUBLIC_IPV6:
            return True
    return not ip.is_global or ip.is_multicast or any(ip in network for network in _RESERVED)


def _resolve_host(host: str, port: int, deadline: float) -> list[Any]:
    """Resolve a host name in a thread, because `getaddrinfo` has no timeout."""
    resolved: list[Any] = []
    errors: list[OSError] = []

    def resolve() -> None:
        try:
            resolved.extend(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
        except OSError as error:
            errors.append(error)
        except UnicodeError as error:
            errors.append(OSError(f"this is not a host name: {str(error)[:200]}"))

    thread = threading.Thread(target=resolve, daemon=True)
    thread.start()
    thread.join(_seconds_left(deadline))
    if errors:
        raise errors[0]
    if thread.is_alive() or not resolved:
        raise TimeoutError
    return resolved


def _seconds_left(deadline: float) -> float:
    timeout = deadline - time.monotonic()
    if timeout <= 0:
        raise TimeoutError
    return timeout


class DeadlineSocket:
    """The part of a socket that http.client uses, with one deadline and one limit for all calls.

    The caller closes the socket.
    """

    def __init__(self, sock: socket.socket, deadline: float, max_bytes: int) -> None:
        """Wrap a connected socket.

        Args:
            sock: the socket.
            deadline: a time of `time.monotonic`.
            max_bytes: maximum number of bytes to receive; http.client itself would read a chunk of
                the size -1 to its end.
        """
        self._sock = sock
        self._deadline = deadline
        self._max_bytes = max_bytes

    def sendall(self, data: bytes) -> None:
        """Send all bytes."""
        self._sock.settimeout(_seconds_left(self._deadline))
        self._sock.sendall(data)

    def makefile(self, mode: str) -> io.BufferedReader:
        """Open the socket for reading."""
        return io.BufferedReader(_DeadlineReader(self._sock, self._deadline, self._max_bytes))

    def close(self) -> None:
        """Do nothing: http.client closes the connection before the response is read."""


class _DeadlineReader(io.RawIOBase):
    """Reads from a socket, until the deadline and up to the limit."""

    def __init__(self, sock: socket.socket, deadline: float, max_bytes: int) -> None:
        super().__init__()
        self._sock = sock
        self._deadline = deadline
        self._max_bytes = max_bytes
        self._n_bytes = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        self._sock.settimeout(_seconds_left(self._deadline))
        n_received = self._sock.recv_into(buffer)
        self._n_bytes += n_received
        if self._n_bytes > self._max_bytes:
            raise FetchError(f"the server sends more than {self._max_bytes} bytes")
        return n_received
