"""Render the pages of a collection, and keep each as an `.npz` file: its source and its layout.

    python -m tools.record_layouts segments
    python -m tools.record_layouts visual
    python -m tools.record_layouts wcxb-sample
    python -m tools.record_layouts forums
    python -m tools.record_layouts forums --data tests/pages/styled

`wcxb-sample` is every page of some sites of WCXB, whose style sheets were not saved. The files go
to `layouts/COLLECTION` in the folder of the data, with `index.jsonl`, one line per page: `id`,
`file` and what the browser reported. Pages that are there already are left as they are, so a run
that was interrupted is continued by the same command. `load_layout("segments", "example.org")`
reads one.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

from rich.progress import Progress

from pagecore import Page, browse, corpora, load_page, save_page
from pagecore.corpora.corpus import Corpus, Item
from pagecore.errors import PagecoreError
from pagecore.visual.files import SAVED_HOST, FileValue
from pagecore.visual.pool import BrowserPool

DATA = Path(".data")
VIEWPORT = (1366, 900)
#: The host of the tool with which `segments` was annotated; its style sheets are no part of a page.
ANNOTATOR = "awesomeness"


@dataclass(frozen=True)
class SavedPage:
    """A page of a collection, and what its requests are answered with."""

    id: str
    path: Path
    url: str
    files: Mapping[str, FileValue]
    encoding: str | None = "utf-8"


class SavedFiles(Mapping[str, FileValue]):
    """The style sheets and images of a page, by URL: `hosts` are the folders of hosts."""

    def __init__(
        self,
        hosts: Mapping[str, Path],
        *,
        others: Path | None = None,
        urls: Mapping[str, Path] | None = None,
        sizes: Mapping[str, FileValue],
        root: Path,
    ) -> None:
        self.hosts, self.others, self.urls = hosts, others, urls or {}
        self.sizes, self.root = sizes, root

    def __getitem__(self, url: str) -> FileValue:
        if url in self.urls:
            return self.urls[url]
        parts = urlsplit(url)
        host = parts.netloc.lower()
        if host == ANNOTATOR:
            return b""
        folder = self.hosts.get(host, self.others / host if self.others else None)
        if folder is None or parts.scheme not in ("http", "https"):
            raise KeyError(url)
        path = re.sub("/+", "/", unquote(parts.path)).lstrip("/")
        names = [f"{path}?{unquote(parts.query)}", path] if parts.query else [path]
        for name in names:
            file = folder / name
            place = file.relative_to(self.root).as_posix()
            if place in self.sizes:
                return self.sizes[place]
            if file.is_file() and file.resolve().is_relative_to(self.root.resolve()):
                return file
        raise KeyError(url)

    def __iter__(self) -> Iterator[str]:
        return iter(self.urls)

    def __len__(self) -> int:
        return len(self.urls)


def list_segments(folder: Path) -> Iterator[SavedPage]:
    """The annotated pages of `segments`; their links lead to the saved files."""
    all_sizes = json.loads((folder / "image-sizes.json").read_text("utf-8"))
    for line in (folder / "gold.jsonl").read_text("utf-8").splitlines():
        record = json.loads(line)
        root = folder / "pages" / record["site"]
        path = folder / record["page"]
        files = SavedFiles(
            {SAVED_HOST: root}, others=root, sizes=_read_sizes(all_sizes, record["site"]), root=root
        )
        url = f"http://{SAVED_HOST}/{quote(path.relative_to(root).as_posix())}"
        yield SavedPage(record["id"], path, url, files)


def list_visual(folder: Path) -> Iterator[SavedPage]:
    """The pages of `visual`, by the rules of its README."""
    for about in sorted(folder.glob("*/meta.json")):
        site, meta = about.parent, json.loads(about.read_text("utf-8"))
        tree = site / "tree"
        sizes = json.loads((site / "image-sizes.json").read_text("utf-8"))
        for entry in meta["pages"]:
            files = SavedFiles(
                {host: tree / prefix for host, prefix in meta["hosts"].items()},
                urls={url: site / name for url, name in meta["cdn"].items()},
                sizes=_read_sizes({"": sizes}, ""),
                root=tree,
            )
            yield SavedPage(
                f"{meta['id']}/{entry['file']}", site / entry["file"], entry["url"], files
            )


def list_forums(folder: Path) -> Iterator[SavedPage]:
    """The threads of `forums`, which were saved without style sheets; `images` in the gold of our
    own threads has the sizes of their images."""
    lines = map(json.loads, (folder / "gold.jsonl").read_text("utf-8").splitlines())
    images = {record["id"]: _read_sizes({"": record.get("images", {})}, "") for record in lines}
    for item in corpora.load("forums", folder).items:
        assert isinstance(item.source, Path), "this collection keeps a file for each page"
        url = item.url or f"http://{SAVED_HOST}/"
        yield SavedPage(item.id, item.source, url, images[item.id])


def _read_sizes(
    all_sizes: Mapping[str, Mapping[str, list[int]]], site: str
) -> dict[str, FileValue]:
    return {
        place: (int(width), int(height))
        for place, (width, height) in all_sizes.get(site, {}).items()
    }


def list_wcxb_sample(folder: Path) -> Iterator[SavedPage]:
    """The pages of a sample of the sites of WCXB."""
    for item in choose_sample(corpora.load("wcxb", folder.parent / "wcxb")):
        assert isinstance(item.source, Path)
        yield SavedPage(item.id, item.source, item.url or "", {}, item.encoding)


def choose_sample(corpus: Corpus, *, n_pages: int = 300) -> list[Item]:
    """Choose the pages with gold of sites in the order of a digest of their names, until there are
    enough: all pages of a site or none, so that a model can be trained on the other sites."""
    sites: dict[str, list[Item]] = {}
    for item in corpus.items:
        if item.in_means:
            sites.setdefault(item.group or item.id, []).append(item)
    chosen: list[Item] = []
    for site in sorted(sites, key=lambda name: hashlib.sha256(name.encode()).hexdigest()):
        if len(chosen) >= n_pages:
            break
        chosen += sites[site]
    return chosen


COLLECTIONS = {
    "segments": list_segments,
    "visual": list_visual,
    "forums": list_forums,
    "wcxb-sample": list_wcxb_sample,
}


def name_layout(collection: str, page_id: str, data: Path = DATA) -> Path:
    """Return the file of a page's layout; long names end with a digest instead."""
    name = quote(page_id, safe="/ ").replace("/tree/", "/").replace(" ", "_")
    site, _, rest = name.partition("/")
    flat = rest.replace("/", "+")
    if len(flat) > 180:
        flat = flat[:150] + hashlib.sha256(rest.encode()).hexdigest()[:16]
    folder = data / "layouts" / collection
    return folder / site / f"{flat}.npz" if flat else folder / f"{site}.npz"


def load_layout(collection: str, page_id: str) -> Page:
    """Read the rendered page with this id: `SITE` in `segments`, `SITE/FILE` in `visual`, `ID` in
    `wcxb-sample`."""
    return load_page(name_layout(collection, page_id))


def record(collection: str, *, again: bool = False, data: Path = DATA) -> int:
    """Render what is not there yet, or all pages again; return the number of pages that failed."""
    pages = list(COLLECTIONS[collection](data / collection))
    n_failed = 0
    index = data / "layouts" / collection / "index.jsonl"
    index.parent.mkdir(parents=True, exist_ok=True)
    mode = "w" if again else "a"
    with BrowserPool() as pool, Progress() as progress, index.open(mode, encoding="utf-8") as log:
        task = progress.add_task(collection, total=len(pages))
        for saved in pages:
            path = name_layout(collection, saved.id, data)
            if again or not path.exists():
                path.parent.mkdir(parents=True, exist_ok=True)
                began = time.monotonic()
                try:
                    page = browse(
                        saved.path,
                        url=saved.url,
                        encoding=saved.encoding,
                        files=saved.files,
                        viewport=VIEWPORT,
                        timeout=120,
                        pool=pool,
                    )
                except PagecoreError as error:
                    n_failed += 1
                    progress.console.print(f"{saved.id}: {error}")
                else:
                    save_page(page, path)
                    assert page.layout is not None
                    line = {
                        "id": saved.id,
                        "file": path.relative_to(index.parent).as_posix(),
                        "rows": len(page),
                        "quality": round(page.layout.quality, 3),
                        "seconds": round(time.monotonic() - began, 2),
                        "warnings": [
                            warning.message
                            for warning in page.warnings
                            if warning.code.startswith("browse-")
                        ],
                    }
                    log.write(json.dumps(line) + "\n")
                    log.flush()
            progress.advance(task)
    return n_failed


def main() -> None:
    """Render the collection that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("collection", choices=sorted(COLLECTIONS))
    parser.add_argument("--again", action="store_true", help="render all pages again")
    parser.add_argument("--data", type=Path, default=DATA, help="folder of the collections")
    options = parser.parse_args()
    n_failed = record(options.collection, again=options.again, data=options.data)
    raise SystemExit(1 if n_failed else 0)


if __name__ == "__main__":
    main()
