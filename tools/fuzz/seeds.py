"""The inputs that fuzzing begins with: pages of the corpora and of the tests, and parts of them."""

from __future__ import annotations

import hashlib
import html
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Final

import numpy as np

from pagecore import _core
from pagecore.train.write_model import Forest

ROOT: Final = Path(__file__).resolve().parents[2]
CORPORA: Final = ROOT / ".data"
#: Small inputs are mutated more often in the same time.
MAX_BYTES: Final = 16_000
_JSON: Final = re.compile(rb"<script[^>]*json[^>]*>(.{2,8000}?)</script", re.DOTALL | re.IGNORECASE)
_ADDRESS: Final = re.compile(rb"(?:href|src|srcset|action)=[\"']([^\"']{1,500})", re.IGNORECASE)
_VALUE: Final = re.compile(rb"(?:content|datetime|title|alt)=\"([^\"]{1,300})\"", re.IGNORECASE)
_OPENING: Final = re.compile(rb"<(div|article|section|main|td)\s[^<>]{1,200}>", re.IGNORECASE)
#: Values that no page of the corpora may have.
_VALUES: Final = (
    "2024-02-30T25:61:61+99:99", "31.12.99999", "1er avril 2024", "\u0662\u0660\u0662\u0664",
    "By A, B & C | D", "\u00b2\u00b3", "0" * 400, "\u202eabc", "2024-W01-1", "12/13/14",
    "jan 0 2024",
)  # fmt: skip
_ADDRESSES: Final = (
    "javascript:alert(1)", " java\tscript:x", "//[::1]:99999/", "http://a..b/%zz", "?=&#",
    "data:,x", "https://[", "http://\u00e4\u3002example:080/..//", "\\\\host\\share", "http:a",
    "mailto:<a>",
)  # fmt: skip


def read_pages(random: Random, n_pages: int, max_bytes: int = MAX_BYTES) -> list[bytes]:
    """Return the pages of tests and examples, and pages of the corpora at random, if there are any.
    Pages that are too long are cut.
    """
    own = [
        path for folder in ("tests/pages", "examples") for path in (ROOT / folder).glob("*.html")
    ]
    folders = [path for path in sorted(CORPORA.glob("*")) if not path.is_symlink()]
    pages = [
        path for folder in folders for path in sorted(folder.rglob("*.html")) if path.is_file()
    ]
    chosen = [*sorted(own), *random.sample(pages, min(n_pages, len(pages)))]
    return [_cut(path.read_bytes(), random, max_bytes) for path in chosen]


def read_tree_cases() -> list[bytes]:
    """Return the inputs of html5lib-tests: all the ways in which markup can be wrong."""
    files = sorted((CORPORA / "html5lib-tests" / "tree-construction").glob("*.dat"))
    cases = (file.read_bytes().split(b"#data\n") for file in files)
    return [case.partition(b"\n#errors")[0] for parts in cases for case in parts[1:]]


def write_seeds(folder: Path, random: Random, n_pages: int = 200) -> dict[str, int]:
    """Write the seeds of each target of `core/fuzz` into a folder of its name; count them."""
    pages = read_pages(random, n_pages)
    cases = read_tree_cases()
    seeds: dict[str, Iterable[bytes]] = {
        "parse": [*pages, *cases],
        "extract": [*pages, *cases],
        "model": _make_models(),
        "cut": (seed for page in pages for seed in _make_cuts(page)),
        "json": [json for page in pages for json in _JSON.findall(page)],
        "url": _make_urls(pages),
        "metadata": [*_find_values(pages), *pages[:50]],
    }
    return {name: _write_files(folder / name, inputs) for name, inputs in seeds.items()}


def _cut(page: bytes, random: Random, max_bytes: int) -> bytes:
    """Return the page, or its head and a part of the rest."""
    if len(page) <= max_bytes:
        return page
    start = random.randrange(len(page) - max_bytes // 2)
    return page[: max_bytes // 2] + page[start : start + max_bytes // 2]


def _make_cuts(page: bytes) -> Iterator[bytes]:
    """Yield the literal, tag, id and class of an element, and the source, as `check_cut` splits
    them."""
    for match in list(_OPENING.finditer(page))[:2]:
        class_ = re.search(rb"class=[\"']?([^\"'>]*)", match[0])
        value = class_[1] if class_ else b""
        yield b"\0".join([match[0], match[1], b"", value, page[match.start() :][:2000]])
        yield b"\0".join([b"", match[1], b"main", value, page[match.start() :][:500]])


def _make_urls(pages: Iterable[bytes]) -> Iterator[bytes]:
    """Yield a base URL and a reference, each on its line."""
    yield from (f"https://site.example/a/b\n{address}".encode() for address in _ADDRESSES)
    yield from (f"{address}\nc?d#e".encode() for address in _ADDRESSES)
    addresses = {address for page in pages for address in _ADDRESS.findall(page)}
    yield from (
        b"http://www.site.example/x/y.html\n" + address for address in sorted(addresses)[:2000]
    )


def _find_values(pages: Iterable[bytes]) -> list[bytes]:
    """Return the values of attributes such as dates and titles."""
    values = {html.unescape(value.decode("utf-8", "replace")) for page in pages
             for value in _VALUE.findall(page)}  # fmt: skip
    return [value.encode("utf-8", "replace") for value in [*_VALUES, *sorted(values)[:1500]]]


def _make_models() -> Iterator[bytes]:
    """Yield small models of several shapes."""
    for n_outputs, n_trees, depth in ((1, 1, 1), (1, 3, 2), (3, 2, 1), (1, 0, 0)):
        n_leaves = n_trees << depth
        forest = Forest(
            n_features=4,
            bias=np.zeros(n_outputs, np.float32),
            depths=np.full(n_trees, depth, np.uint8),
            features=np.arange(n_trees * depth, dtype=np.uint16) % 4,
            borders=np.arange(n_trees * depth, dtype=np.float32),
            leaves=np.ones(n_leaves * n_outputs, np.float32),
            weights=np.ones(n_leaves, np.float32),
        )
        metadata = f'{{"features": "{_core.features_digest()}"}}'
        arrays = {"near names": np.ones(2, np.float32), "far names": np.ones(2, np.float32)}
        yield _core.Model(metadata, {"blocks": forest, "context": forest}, arrays).write()


def _write_files(folder: Path, inputs: Iterable[bytes]) -> int:
    """Write each input into a file named by its digest; return their number."""
    folder.mkdir(parents=True, exist_ok=True)
    names = set()
    for content in inputs:
        name = hashlib.sha1(content, usedforsecurity=False).hexdigest()
        (folder / name).write_bytes(content)
        names.add(name)
    return len(names)
