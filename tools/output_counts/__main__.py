"""Count what users meet in the output."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import click
from rich.progress import Progress

from pagecore import extract, parse
from pagecore.models.model import load
from pagecore.sources.addresses import find_saved_url
from tools.options import Tool, data_option, figures_option
from tools.output_counts.addresses import AddressCounts, count_addresses, start_counts
from tools.output_counts.chunks import LENGTHS, count_changed_ids, count_chunks
from tools.output_counts.file_kinds import count_file_kinds, count_packed
from tools.output_counts.pages import NAMES, CountedPage, load_all, track_pages
from tools.output_counts.product_starts import count_product_start
from tools.record import describe_run, record, write_command

#: Pages of products: all of a collection, and those of a page type.
_PRODUCTS: Final = "products"
_PRODUCT_TYPE: Final = "product"
#: Every page of this distance is packed in all shapes.
_PACKED_STEP: Final = 20


class Totals:
    """The counts of all pages and files."""

    def __init__(self, n_shown: int = 0) -> None:
        """Start with no page.

        Args:
            n_shown: number of faults of each count to print.
        """
        self.addresses: AddressCounts = start_counts()
        self.chunks = {length: Counter[str]() for length in LENGTHS}
        self.products: dict[str, Counter[str]] = {}
        self.files: dict[str, Counter[str]] = {}
        self.packed: dict[str, Counter[str]] = {}
        self._n_shown = n_shown
        self._n_printed: Counter[str] = Counter()

    def add_page(self, corpus: str, item: CountedPage) -> None:
        """Count a page."""
        html = item.html()
        saved_url = find_saved_url(html)
        document = extract(parse(html, url=saved_url, encoding=item.encoding))
        self._show("addresses", item.id, count_addresses(item, document, self.addresses))
        if item.url is not None:
            document = extract(parse(html, url=item.url, encoding=item.encoding))
        for length, counts in self.chunks.items():
            chunks = document.chunks(length, images=False)
            faults = count_chunks(document, chunks, counts, length)
            self._show(f"chunks of {length}", item.id, faults)
        length = LENGTHS[0]
        changed = count_changed_ids(item, document, self.chunks[length], length)
        self._show("ids", item.id, changed)
        if corpus == _PRODUCTS or item.gold.page_type == _PRODUCT_TYPE:
            products = self.products.setdefault(corpus, Counter())
            self._show("products", item.id, count_product_start(document, products))

    def add_files(self, folder: Path) -> None:
        """Count the files below a folder."""
        self._show("files", "", count_file_kinds(folder, self.files))

    def add_packed(self, pages: Iterable[bytes]) -> None:
        """Count packed copies of pages."""
        with tempfile.TemporaryDirectory() as folder:
            self._show("packed", "", count_packed(pages, Path(folder), self.packed))

    def _show(self, name: str, page: str, faults: Iterable[str]) -> None:
        for fault in faults:
            self._n_printed[name] += 1
            if self._n_printed[name] <= self._n_shown:
                click.echo(f"{name}: {page} {fault}")

    def list_entries(self) -> dict[str, Mapping[Any, Mapping[str, int]]]:
        """The entries to record."""
        return {
            "addresses": self.addresses,
            "chunks": {str(length): counts for length, counts in self.chunks.items()},
            "file kinds": self.files,
            "packed pages": self.packed,
            "product starts": self.products,
        }


@click.command(cls=Tool)
@click.option("--corpora", "names", default=NAMES, show_default=True, help="Comma-separated.")
@click.option(
    "--step", default=1, show_default=True, help="Take every N-th page, without a record."
)
@click.option(
    "--show", "n_shown", default=0, show_default=True, help="Number of faults to print per count."
)
@data_option
@figures_option
@click.pass_context
def main(
    context: click.Context, names: str, step: int, n_shown: int, data: Path, figures: Path
) -> None:
    """Count addresses, chunks, kinds of files and the start of product pages."""
    loaded = load_all(data, names)
    totals = Totals(n_shown)
    with Progress(transient=True) as bar:
        for corpus, item in track_pages(loaded, bar, step):
            totals.add_page(corpus, item)
    totals.add_files(data)
    items = [item for corpus in loaded for item in corpus.items]
    totals.add_packed(item.html() for item in items[:: _PACKED_STEP * step])
    for entry, rows in totals.list_entries().items():
        for name, counts in rows.items():
            click.echo(f"{entry}: {name}: {dict(counts)}")
    if step > 1:
        return
    command = write_command(context, "tools.output_counts")
    run = describe_run(command, loaded, model=load().digest)
    for entry, rows in totals.list_entries().items():
        record(entry, rows, provenance=run, path=figures)


if __name__ == "__main__":
    main()
