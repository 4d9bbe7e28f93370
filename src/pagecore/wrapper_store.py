"""A store of wrappers: those of many sites in one file, by host."""

from __future__ import annotations

import hashlib
import os
from collections import OrderedDict
from functools import lru_cache
from pathlib import Path
from typing import Final

from pagecore.errors import BadOption, WrapperError, show_value
from pagecore.page.core_table import check_text
from pagecore.site import parse_host
from pagecore.wrapper import Wrapper

#: Limit of the wrappers that are remembered, in characters of their XML.
_MAX_KNOWN: Final = 32 << 20


class WrapperStore:
    """Wrappers by host, in the file `wrappers.sqlite` of a folder.

    Many processes can read it, while one at a time writes. `www.` does not make another host.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        """Choose the folder; the first wrapper creates it.

        Raises:
            BadOption: it is not a path.
        """
        if not isinstance(folder, (str, os.PathLike)) or not isinstance(os.fspath(folder), str):
            raise BadOption(f"folder={show_value(folder)}: expected the path of a folder")
        # Imported here, because few programs use SQLite.
        from pagecore.store.wrapper_file import WrapperFile

        self._file = WrapperFile(Path(folder))

    @property
    def path(self) -> Path:
        """The file with the wrappers."""
        return self._file.path

    def exists(self) -> bool:
        """Whether the file is there."""
        return self._file.exists()

    def create(self) -> None:
        """Create the folder and a store without wrappers, if they are missing.

        Raises:
            WrapperError: the store is damaged or cannot be written.
        """
        self._file.create()

    def put(self, wrapper: Wrapper, *, expected: str | None = None) -> None:
        """Store a wrapper under its host, `wrapper.site`; one of the same host is replaced.

        Args:
            wrapper: the wrapper.
            expected: the digest of the wrapper to replace, from `digest_of`, read before the new
                one was learned; an empty string if there must be none; None to replace any.

        Raises:
            WrapperError: the wrapper has no host, the host has another wrapper than the expected
                one, because another process has written it, or the store is damaged or cannot be
                written.
        """
        if not isinstance(wrapper, Wrapper):
            raise BadOption(f"wrapper={show_value(wrapper)}: expected a Wrapper")
        host, xml = normalise_host(wrapper.site), wrapper.xml()
        if not host:
            raise WrapperError("a wrapper without a host cannot be stored; pass host= to learn")
        self._file.write(host, wrapper.method, xml, expected=expected)

    def digest_of(self, host: str) -> str:
        """Return a digest of the wrapper of a host; an empty string if there is none.

        Raises:
            WrapperError: the store is damaged or cannot be read.
        """
        return self._file.read_digest(normalise_host(host))

    def get(self, host: str) -> Wrapper | None:
        """Return the wrapper of a host, or None if there is none.

        Raises:
            WrapperError: the store is damaged or cannot be read.
        """
        return self._read(normalise_host(host))

    def find(self, url: str | None) -> Wrapper | None:
        """Return the wrapper for a page with this URL, or None if there is none.

        Raises:
            WrapperError: the store is damaged or cannot be read.
        """
        host = "" if url is None else parse_host(check_text("url", url))
        return self._read(_drop_www(host)) if host else None

    def _read(self, host: str) -> Wrapper | None:
        # To read a wrapper takes much longer than to read its digest.
        digest = self._file.read_digest(host)
        if not digest:
            return None
        key = os.path.abspath(self.path), host, digest
        known = _find_known()
        wrapper = known.find(key)
        if wrapper is not None:
            return wrapper
        stored = self._file.read(host)
        if stored is None:
            return None
        wrapper = Wrapper.read(stored.xml, f"{self.path}, {host}")
        known.add((*key[:2], stored.digest), wrapper, len(stored.xml))
        return wrapper

    def list_hosts(self) -> list[str]:
        """Return the hosts that have a wrapper, sorted.

        Raises:
            WrapperError: the store is damaged or cannot be read.
        """
        return list(self._file.list_digests())

    def remove(self, host: str) -> bool:
        """Remove the wrapper of a host; returns whether there was one.

        Raises:
            WrapperError: the store is damaged or cannot be written.
        """
        return self._file.remove(normalise_host(host))

    def rebuild(self) -> str | None:
        """Replace the file if it is damaged; its intact wrappers are copied, and it is kept under
        another name.

        Returns:
            What was done, in words; None if the file is not damaged.

        Raises:
            WrapperError: the file cannot be written.
        """
        rebuilt = self._file.rebuild()
        if rebuilt is None:
            return None
        kept, n_copied = rebuilt
        return (
            f"{self.path} was damaged: it is kept as {kept.name}, and {n_copied} of its wrappers "
            "were copied to a new store"
        )

    def digest(self) -> str:
        """Return a digest of all wrappers: stores with the same wrappers have the same.

        Raises:
            WrapperError: the store is damaged or cannot be read.
        """
        content = "\n".join(" ".join(pair) for pair in self._file.list_digests().items())
        return hashlib.blake2b(content.encode(errors="replace"), digest_size=16).hexdigest()


def normalise_host(host: str) -> str:
    """Return a host as the store has it: in lower case, without `www.`.

    Raises:
        BadOption: it is a URL, or has a port.
    """
    lowered = _drop_www(check_text("host", host).lower())
    if lowered and parse_host(f"//{f'[{lowered}]' if ':' in lowered else lowered}") != lowered:
        raise BadOption(
            f"host={show_value(host)}: expected the name of a host, such as courier.example, "
            "without scheme, port and path"
        )
    return lowered


def _drop_www(host: str) -> str:
    return host.removeprefix("www.")


class _KnownWrappers:
    """The wrappers that were read last, of a limited total size."""

    def __init__(self, max_chars: int) -> None:
        # Imported here, because few programs use a store.
        import threading

        self._max_chars = max_chars
        self._n_chars = 0
        #: By the path of the store, the host and the digest; the last used one is the last.
        self._wrappers: OrderedDict[tuple[str, str, str], tuple[Wrapper, int]] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, key: tuple[str, str, str]) -> Wrapper | None:
        """Return the wrapper of a key, or None if it is not known."""
        with self._lock:
            if key not in self._wrappers:
                return None
            self._wrappers.move_to_end(key)
            return self._wrappers[key][0]

    def add(self, key: tuple[str, str, str], wrapper: Wrapper, n_chars: int) -> None:
        """Add a wrapper, whose XML has this many characters; drop those that were not used for the
        longest time."""
        with self._lock:
            if key in self._wrappers:
                return
            self._wrappers[key] = wrapper, n_chars
            self._n_chars += n_chars
            while self._n_chars > self._max_chars:
                self._n_chars -= self._wrappers.popitem(last=False)[1][1]


# A crawl has many pages of few hosts, or goes round many hosts.
@lru_cache(1)
def _find_known() -> _KnownWrappers:
    return _KnownWrappers(_MAX_KNOWN)
