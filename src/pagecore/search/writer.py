"""Write an index: add pages, replace them, delete them, and continue an interrupted run."""

from __future__ import annotations

import os
import re
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from pagecore.document import Document
from pagecore.errors import BadOption, SearchError, show_value
from pagecore.page import Page
from pagecore.registry import SEGMENT, find_method
from pagecore.search.damage import HEAP_BYTES, report_damage, require_file_list, require_tantivy
from pagecore.search.manifest import MANIFEST_NAME, Manifest, is_index, read_manifest
from pagecore.search.options import check_text
from pagecore.search.page_record import DEFAULT_SEGMENTS, read_page_record
from pagecore.search.schema import (
    make_page_document,
    make_schema,
    make_source_document,
    write_page,
)
from pagecore.store import create_subfolder, make_printable
from pagecore.store.lock import lock_folder

if TYPE_CHECKING:
    from tantivy import Document as TantivyDocument
    from tantivy import Index, IndexWriter, Schema, Searcher

#: Pages and seconds after which pages are committed. A run that is killed repeats what follows its
#: last commit.
COMMIT_PAGES: Final = 1000
COMMIT_SECONDS: Final = 30.0
#: Sources of one page that are looked at when it is deleted.
_MAX_SOURCES: Final = 100_000
_EXPECTED_URL: Final = "a URL or another name, of Unicode characters"
#: The files of an index.
_INDEX_FILE: Final = re.compile(
    r"[0-9a-f]{32}\.[\w.]+|meta\.json|\.managed\.json|\.tantivy-[\w-]+\.lock|pagecore-index\.json"
)


def create_index(
    path: str | os.PathLike[str],
    *,
    segment: str = DEFAULT_SEGMENTS,
    overwrite: bool = False,
    **parameters: object,
) -> PageWriter:
    """Make an index, or open one to add pages.

    Args:
        path: the folder of the index.
        segment: the method of the family `segment` that divides the pages; an existing index must
            have the same.
        overwrite: delete an existing index first.
        parameters: parameters of the method.

    Raises:
        BadOption: the method or a parameter is unknown, or the folder holds other files.
        SearchError: the index is damaged, or has another format.
        NeedsExtra: tantivy is not installed.
    """
    if not isinstance(path, (str, os.PathLike)):
        raise BadOption(f"path={show_value(path)}: expected the path of an index")
    options = find_method(segment, SEGMENT.name).check_options(parameters)
    return PageWriter(Path(path), Manifest(segment, options), overwrite=overwrite)


class PageWriter:
    """Writes an index. Only one process at a time can; others can search meanwhile, and see the
    pages up to the last commit."""

    def __init__(self, path: Path, manifest: Manifest, *, overwrite: bool = False) -> None:
        """Open an index, or make a new one.

        Args:
            path: the folder of the index.
            manifest: how pages are divided into segments; an existing index must have the same.
            overwrite: delete an existing index first.

        Raises:
            BadOption: the folder holds other files, or the manifest is another one.
            SearchError: another process writes the index, or it is damaged.
            NeedsExtra: tantivy is not installed.
        """
        require_tantivy()
        self._path, self._manifest = path, manifest
        _check_folder(path)
        create_subfolder(path, Path())
        #: Ends the lock; also at the end of this object.
        self._unlock = weakref.finalize(self, os.close, lock_folder(path))
        try:
            if overwrite and is_index(path):
                _remove_files(path)
            self._check_manifest(manifest)
            self._open()
        except BaseException:
            self._unlock()
            raise

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open an index that exists."""
        return cls(path, read_manifest(path))

    def _check_manifest(self, manifest: Manifest) -> None:
        if not is_index(self._path):
            manifest.write(self._path)
            return
        existing = read_manifest(self._path)
        if existing != manifest:
            raise BadOption(
                f"index {make_printable(self._path)} has {_describe(existing)}, not "
                f"{_describe(manifest)}; pass the same, --overwrite, or another index"
            )

    def _open(self) -> None:
        from tantivy import Index

        require_file_list(self._path)
        with report_damage(self._path, is_writing=True):
            self._schema: Schema = make_schema()
            self._index: Index = Index(self._schema, path=str(self._path), reuse=True)
            self._writer: IndexWriter | None = self._index.writer(HEAP_BYTES, 1)
            self._searcher: Searcher = self._index.searcher()
        #: The pages of sources that have changed since the last commit; None for those without one.
        self._changed: dict[str, str | None] = {}
        self._n_added = 0
        self._committed_at = time.monotonic()

    def is_finished(self, source: str, state: str) -> bool:
        """Whether an earlier run has committed the page of a source that has not changed."""
        with report_damage(self._path):
            found = self._find_documents("source", source, 1)
            return bool(found) and found[0].get_first("state") == state

    def add(self, url: str, content: str, source: str, state: str) -> None:
        """Add a page, in place of an earlier page of the same URL, and of the earlier page of the
        same source.

        Args:
            url: the URL.
            content: what `write_page` wrote.
            source: the name of its source.
            state: identifies the state of the source.

        Raises:
            SearchError: it cannot be written; the index has all pages up to the last commit.
        """
        with self._write() as writer:
            earlier = self._find_page(source)
            if earlier not in (None, url) and not self._has_other_source(earlier, source):
                writer.delete_documents_by_term("page", earlier)
            writer.delete_documents_by_term("page", url)
            writer.add_document(make_page_document(content))
            writer.delete_documents_by_term("source", source)
            writer.add_document(make_source_document(source, state, url))
        self._changed[source] = url
        self._n_added += 1
        is_late = time.monotonic() - self._committed_at > COMMIT_SECONDS
        if self._n_added >= COMMIT_PAGES or is_late:
            self.commit()

    def _find_page(self, source: str) -> str | None:
        """Return the URL of the page that a source gave before."""
        if source in self._changed:
            return self._changed[source]
        found = self._find_documents("source", source, 1)
        return str(found[0].get_first("source_page")) if found else None

    def _has_other_source(self, url: str, source: str) -> bool:
        """Whether another source gives the page of a URL."""
        if any(page == url and name != source for name, page in self._changed.items()):
            return True
        # One more than those that no longer count.
        found = self._find_documents("source_page", url, len(self._changed) + 2)
        names = {str(document.get_first("source")) for document in found}
        return bool(names - self._changed.keys() - {source})

    def _find_documents(self, field: str, value: str, limit: int) -> list[TantivyDocument]:
        """Return the documents with a value at the last commit."""
        from tantivy import Query

        query = Query.term_query(self._schema, field, value, "basic")
        hits = self._searcher.search(query, limit, count=False).hits
        return [self._searcher.doc(address) for _, address in hits]

    def add_page(self, page: Page | Document, url: str | None = None) -> str:
        """Add a page, in place of an earlier page of the same URL.

        Args:
            page: a parsed page, or the document that was extracted from it.
            url: its URL, or another name, if the page itself has none.

        Returns:
            The URL that the index has for it.

        Raises:
            BadOption: the page has no URL, and none was passed, or the URL is not a string of
                Unicode characters.
        """
        if url is not None:
            check_text("url", url, _EXPECTED_URL)
        if not isinstance(page, (Page, Document)):
            raise BadOption(f"page={show_value(page)}: expected a parsed page or a document")
        record = read_page_record(
            page, segments=self._manifest.segment, url=url, **self._manifest.parameters
        )
        if not record.url:
            raise BadOption("url: the page has none itself; pass one, by which it is replaced")
        check_text("url", record.url, _EXPECTED_URL)
        self.add(record.url, write_page(record), record.url, "")
        return record.url

    def delete(self, url: str) -> bool:
        """Delete the page of a URL; returns whether the index had one at the last commit.

        Raises:
            BadOption: the URL is not a string of Unicode characters.
        """
        check_text("url", url, _EXPECTED_URL)
        with self._write() as writer:
            has_page = bool(self._find_documents("page", url, 1))
            writer.delete_documents_by_term("page", url)
            # The page is indexed again if it is still among the sources of a later run.
            writer.delete_documents_by_term("source_page", url)
            for document in self._find_documents("source_page", url, _MAX_SOURCES):
                self._changed.setdefault(str(document.get_first("source")), None)
            for source in [name for name, page in self._changed.items() if page == url]:
                self._changed[source] = None
        return has_page

    def commit(self) -> None:
        """Make all pages visible for searches, and safe from interruptions."""
        with self._write() as writer:
            writer.commit()
            self._index.reload()
            self._searcher = self._index.searcher()
        self._changed.clear()
        self._n_added = 0
        self._committed_at = time.monotonic()

    def close(self) -> None:
        """Commit, wait for the end of background work, and end the lock."""
        if self._writer is None:
            self._unlock()
            return
        try:
            self.commit()
            with self._write() as writer:
                writer.wait_merging_threads()
        finally:
            self.release()

    def release(self) -> None:
        """Stop without a commit, and end the lock."""
        self._writer = None
        self._unlock()

    @contextmanager
    def _write(self) -> Iterator[IndexWriter]:
        """Return the writer for a change. After a failure, nothing more can be written."""
        if self._writer is None:
            raise SearchError(
                f"index {make_printable(self._path)} is closed after an earlier error; repeat the "
                "command"
            )
        try:
            with report_damage(self._path, is_writing=True):
                yield self._writer
        except SearchError:
            self.release()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if kind is None:
            self.close()
        else:
            self.release()


def _describe(manifest: Manifest) -> str:
    parameters = [f"{name}={value}" for name, value in manifest.parameters.items()]
    return " ".join([f"the segments of {manifest.segment!r}", *parameters])


def _check_folder(path: Path) -> None:
    """Refuse a file, and a folder with other files than those of an index."""
    if os.path.lexists(path) and not os.path.isdir(path):
        raise BadOption(f"index {make_printable(path)} is a file; pass a new folder")
    if not os.path.isdir(path) or is_index(path):
        return
    # A run may be killed while it writes the manifest.
    if any(not name.startswith(".pagecore-") for name in os.listdir(path)):
        raise BadOption(
            f"index {make_printable(path)} is a folder with other files; pass a new folder"
        )


def _remove_files(path: Path) -> None:
    """Remove the files of an index; the manifest last, so that the folder stays an index."""
    try:
        for file in sorted(path.iterdir(), key=lambda file: file.name == MANIFEST_NAME):
            if _INDEX_FILE.fullmatch(file.name):
                file.unlink()
    except OSError as error:
        raise SearchError(f"index {make_printable(path)}: {error.strerror}") from error
