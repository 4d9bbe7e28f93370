"""The pages the bench measures on: the fixed list of real ones, or the project's own."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE_LIST = Path(__file__).with_name("pages.txt")
OWN_FOLDERS = ("examples", "tests/pages")
CORPORA = ("wcxb", "fundus", "forums", "readability")


@dataclass(frozen=True)
class BenchPages:
    """Pages in memory, in the order of the list."""

    paths: tuple[Path, ...]
    sources: tuple[bytes, ...]
    origin: str
    missing: int = 0

    def __len__(self) -> int:
        return len(self.sources)

    @property
    def n_bytes(self) -> int:
        """The size of all pages together."""
        return sum(map(len, self.sources))

    @property
    def digest(self) -> str:
        """Twelve digits that change with any byte of any page, or with the order."""
        whole = hashlib.sha256()
        for source in self.sources:
            whole.update(hashlib.sha256(source).digest())
        return whole.hexdigest()[:12]

    def spread(self, n: int) -> BenchPages:
        """Return n pages of evenly spread ranks of size, the smallest first."""
        order = sorted(range(len(self)), key=lambda i: (len(self.sources[i]), i))
        ranks = [order[(2 * k + 1) * len(order) // (2 * n)] for k in range(min(n, len(order)))]
        return BenchPages(
            tuple(self.paths[i] for i in ranks),
            tuple(self.sources[i] for i in ranks),
            self.origin,
        )

    def summary(self) -> dict[str, object]:
        """Return what a figure has to name beside itself."""
        return {
            "origin": self.origin,
            "pages": len(self),
            "bytes": self.n_bytes,
            "missing": self.missing,
            "digest": self.digest,
        }


def load(data: Path) -> BenchPages:
    """Read the pages of the list from the data folder, else the project's own pages."""
    listed = [data / name for name in listed_names()]
    there = [path for path in listed if path.is_file()]
    if there:
        return _read(there, "bench/pages.txt", missing=len(listed) - len(there))
    own = [path for folder in OWN_FOLDERS for path in sorted((ROOT / folder).rglob("*.html"))]
    return _read(own, " and ".join(OWN_FOLDERS), missing=len(listed))


def listed_names() -> list[str]:
    """Return the names in the list; a page of any other corpus is refused."""
    lines = PAGE_LIST.read_text(encoding="utf-8").splitlines()
    names = [line for line in lines if line and not line.startswith("#")]
    for name in names:
        if name.partition("/")[0] not in CORPORA:
            raise ValueError(f"{PAGE_LIST.name} names {name!r}; allowed are pages of {CORPORA}")
    return names


def _read(paths: list[Path], origin: str, missing: int) -> BenchPages:
    return BenchPages(tuple(paths), tuple(path.read_bytes() for path in paths), origin, missing)
