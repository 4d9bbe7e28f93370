"""A store of wrappers: those of many sites in one file, by host."""

from __future__ import annotations

import hashlib
import os
from functools import lru_cache
from pathlib import Path

from pagecore.errors import BadOption, WrapperError, show_value
from pagecore.page.core_table import check_text
from pagecore.site import parse_host
from pagecore.wrapper import MAX_BYTES, Wrapper


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

    def put(self, wrapper: Wrapper) -> None:
        """Store a wrapper under its host, `wrapper.site`; one of the same host is replaced.

        Raises:
            WrapperError: the wrapper has no host, or the store is damaged or cannot be written.
        """
        if not isinstance(wrapper, Wrapper):
            raise BadOption(f"wrapper={show_value(wrapper)}: expected a Wrapper")
        host, xml = normalise_host(wrapper.site), wrapper.xml()
        if not host:
            raise WrapperError("a wrapper without a host cannot be stored; pass host= to learn")
        if len(xml) > MAX_BYTES:
            raise WrapperError(f"the wrapper of {host} is larger than {MAX_BYTES} bytes")
        self._file.write(host, wrapper.method, xml)

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
        stored = self._file.read(host)
        return None if stored is None else _read_wrapper(stored.xml, f"{self.path}, {host}")

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


# A crawl has many pages of few hosts.
@lru_cache(32)
def _read_wrapper(xml: str, source: str) -> Wrapper:
    return Wrapper.read(xml, source)
