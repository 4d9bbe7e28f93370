"""Kinds of files: what the files of the corpora, and packed copies of pages, are recognised as.

What a file is follows from its place in the corpora. Before, the extension decided: `.html`, `.htm`
and `.xhtml` were pages, and the other files of a folder were left out.
"""

from __future__ import annotations

import gzip
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final

from pagecore import Page, PageWarning, parse
from pagecore.errors import BadInput
from pagecore.sources.containers import read_container
from pagecore.sources.kinds import PAGE_EXTENSIONS, FileKind, detect_kind, is_page_in_folder
from pagecore.sources.open_file import read_head
from pagecore.sources.read import HasManyPages, ReadOptions, read_page
from pagecore.sources.source import Source
from tools.fuzz.packers import pack_mhtml, pack_warc

#: A file of `segments` with the name of a style sheet that is an image.
_IMAGE: Final = "pageend_square.gif"


def count_file_kinds(data: Path, counts: dict[str, Counter[str]]) -> Iterator[str]:
    """Add all files of the unpacked corpora, by what they are; yields files that are recognised
    wrongly."""
    for folder in list_corpora(data):
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                name, expected = _name_file(path)
                of = counts.setdefault(name, Counter())
                yield from _count_file(path, expected, of)


def list_corpora(data: Path) -> list[Path]:
    """List the folders that were unpacked, without those that other tools write beside them. Each
    pack leaves its digest in a file such as `.fundus-2.tar.xz.sha256`."""
    packs = (path.name[1:].partition(".")[0] for path in data.glob(".*.tar.xz.sha256"))
    return sorted({data / pack.removesuffix("-2") for pack in packs})


def _name_file(path: Path) -> tuple[str, FileKind | str]:
    """Return what a file of the corpora is, and the kind to recognise."""
    if path.suffix in (".html", ".orig"):
        return f"pages named `*{path.suffix}`", FileKind.HTML
    if path.stem == "feed":
        return f"feeds named `feed{path.suffix}`", FileKind.FEED
    if _IMAGE in path.name:
        return "an image named `*.css`", "a GIF image"
    texts = {".css": "style sheets", ".json": "JSON", ".jsonl": "JSON", ".dat": "tests with tags"}
    texts |= {".test": "tests with tags"}
    return texts.get(path.suffix, "other texts"), FileKind.TEXT


def _count_file(path: Path, expected: FileKind | str, counts: Counter[str]) -> Iterator[str]:
    head = read_head(str(path))
    kind = detect_kind(head, str(path))
    is_page = expected in (FileKind.HTML, FileKind.MHTML, FileKind.WARC, FileKind.FEED)
    is_taken = is_page_in_folder(head, str(path))
    counts["files"] += 1
    counts["before"] += (path.suffix in PAGE_EXTENSIONS) == is_page
    counts["in folders"] += is_taken == is_page
    counts["recognised"] += kind == expected
    if kind != expected or is_taken != is_page:
        taken = "taken" if is_taken else "left out"
        yield f"{path}: {kind}, expected {expected}; {taken} in a folder"


# -- Packed pages ----------------------------------------------------------------------------------


def _pack_zstd(html: bytes) -> bytes:
    from backports import zstd

    return bytes(zstd.compress(html))


def _pack_brotli(html: bytes) -> bytes:
    import brotli

    return bytes(brotli.compress(html, quality=4))


def _pack_warc_gz(html: bytes) -> bytes:
    return gzip.compress(pack_warc(html))


#: The shapes of a page: how it is packed, and names of the file, the first of them the usual one.
SHAPES: Final[dict[str, tuple[Callable[[bytes], bytes], tuple[str, ...]]]] = {
    "as it is": (bytes, ("a.html", "a", "a.php", "a.bin")),
    "gzip": (gzip.compress, ("a.html.gz", "a.html", "a")),
    "zstd": (_pack_zstd, ("a.html.zst", "a.html", "a")),
    "brotli": (_pack_brotli, ("a.html.br", "a.html", "a")),
    "MHTML": (pack_mhtml, ("a.mhtml", "a.html", "a")),
    "WARC": (pack_warc, ("a.warc", "a.html", "a")),
    "WARC, gzip": (_pack_warc_gz, ("a.warc.gz", "a.html", "a")),
}


def count_packed(
    pages: Iterable[bytes], folder: Path, counts: dict[str, Counter[str]]
) -> Iterator[str]:
    """Add copies of pages in all shapes and names; yields those that are not read as they were.

    Args:
        pages: the pages.
        folder: an empty folder for the copies.
        counts: the counts by shape and name.
    """
    for html in pages:
        expected = parse(html).source
        for shape, (pack, names) in SHAPES.items():
            content = pack(html)
            for name in names:
                path = folder / name
                path.write_bytes(content)
                of = counts.setdefault(f"{shape}, named `{name}`", Counter())
                of["files"] += 1
                # A page is right before if it was taken and read without unpacking.
                of["before"] += path.suffix in PAGE_EXTENSIONS and shape == "as it is"
                of["in folders"] += is_page_in_folder(read_head(str(path)), str(path))
                try:
                    page: Page | None = _read_page(path)
                except BadInput as error:
                    page = None
                    yield f"{shape}, {name}: {error}"
                of["read"] += page is not None and page.source == expected
                if page is not None and page.source != expected:
                    yield f"{shape}, {name}: the page differs: {expected[:80]!r}"
                path.unlink()


def _read_page(path: Path) -> Page:
    """Read the page in a file, or the first page of a container."""
    options = ReadOptions()
    try:
        return read_page(Source(str(path)), options)
    except HasManyPages as container:
        for item in read_container(container.source, options):
            if not isinstance(item, PageWarning):
                return read_page(item, options)
        raise
