"""WARC files, the archives of web crawlers: every HTML response is a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from pagecore.errors import BadInput, NeedsExtra
from pagecore.page import PageWarning
from pagecore.page.urls import check_web_url
from pagecore.sources.kinds import Kind
from pagecore.sources.open_file import open_source
from pagecore.sources.source import Source

if TYPE_CHECKING:
    from pagecore.sources.read import ReadOptions

_PAGE_TYPES: Final = ("text/html", "application/xhtml+xml")


def read_warc(source: Source, read_options: ReadOptions) -> Iterator[Source | PageWarning]:
    """Read the HTML pages of a WARC file, record by record.

    A page is the response to a request with a status of 2xx, or a resource without HTTP headers.

    Raises:
        BadInput: the file is damaged at this place.
        NeedsExtra: fastwarc is not installed.
    """
    try:
        from fastwarc.stream_io import FastWARCError
        from fastwarc.warc import ArchiveIterator, WarcRecordType
    except ImportError:
        raise NeedsExtra(
            f"{source}: WARC files need an extra: pip install 'pagecore[warc]'"
        ) from None
    skipped: Counter[str] = Counter()
    n_pages = 0
    types = WarcRecordType.response | WarcRecordType.resource | WarcRecordType.conversion
    with open_source(source) as file:
        records = ArchiveIterator(file, record_types=types, parse_http=False)
        while True:
            try:
                record = next(records, None)
                if record is None:
                    break
                item = _read_record(source, record, read_options.max_bytes + 1)
            except (FastWARCError, ValueError, OSError, EOFError) as error:
                raise BadInput(
                    f"{source}: the WARC file is damaged after {n_pages} pages: {error}"
                ) from error
            if isinstance(item, Source):
                n_pages += 1
                yield item
            elif item:
                skipped[item] += 1
    if skipped:
        yield _warn_of_skipped(skipped)


def _read_record(source: Source, record: Any, n_bytes: int) -> Source | str:
    """Read a record; return its page, or why it is none."""
    headers = {name.lower(): value for name, value in record.headers.items()}
    charset = None
    if record.is_http:
        record.parse_http(auto_decode="all", quirks_mode=True)
        status = record.http_headers.status_code
        if status is None or not 200 <= status < 300:
            return f"of status {status}"
        content_type, charset = record.http_content_type or "", record.http_charset
    else:
        content_type = headers.get("content-type", "").partition(";")[0].strip()
    if content_type.lower() not in _PAGE_TYPES:
        return f"of type {content_type.lower()[:60] or 'unknown'}"
    content = record.reader.read(n_bytes)
    target = headers.get("warc-target-uri", "").strip().strip("<>")
    url = check_web_url(target)
    name = target or headers.get("warc-record-id") or "record"
    return Source(
        source.place, content=content, url=url, charset=charset, kind=Kind.HTML, part=name[:2048]
    )


def _warn_of_skipped(skipped: Counter[str]) -> PageWarning:
    n_records, most = sum(skipped.values()), skipped.most_common(5)
    named = ", ".join(f"{count} {reason}" for reason, count in most)
    rest = ", ..." if len(skipped) > len(most) else ""
    message = f"{n_records} records that are not pages were left out: {named}{rest}"
    return PageWarning("skipped-records", message, -1, -1, n_records)
