"""WARC files, the archives of web crawlers: every HTML response is a page."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from pagecore.errors import BadInput, NeedsExtra
from pagecore.page import PageWarning
from pagecore.page.urls import check_web_url
from pagecore.sources.decompression import DamagedData, UnpackedFile
from pagecore.sources.kinds import HEAD, FileKind, detect_kind
from pagecore.sources.open_file import open_source
from pagecore.sources.read_at_most import read_at_most
from pagecore.sources.source import Source

if TYPE_CHECKING:
    from pagecore.sources.read import ReadOptions

_PAGE_TYPES: Final = ("text/html", "application/xhtml+xml")
#: The line before a chunk, with the line break after the previous one.
_CHUNK_SIZE: Final = re.compile(rb"(?:\r?\n)?([0-9a-fA-F]{1,8})[ \t]*(?:;[^\r\n]{0,1000})?\r?\n")


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
    is_cut_off = False
    types = WarcRecordType.response | WarcRecordType.resource | WarcRecordType.conversion
    with open_source(source) as file:
        records = ArchiveIterator(file, record_types=types, parse_http=False)
        while True:
            try:
                record = next(records, None)
                if record is None:
                    break
                item, is_cut_off = _read_record(source, record, read_options.max_bytes + 1)
            except (FastWARCError, ValueError, OSError, EOFError) as error:
                raise BadInput(
                    f"{source}: the WARC file is damaged after {n_pages} pages: {error}"
                ) from error
            if isinstance(item, Source):
                n_pages += 1
                yield item
            else:
                skipped[item] += 1
    if skipped:
        yield _warn_of_skipped(skipped)
    if is_cut_off:
        raise BadInput(f"{source}: the WARC file is cut off after {n_pages} pages")


def _read_record(source: Source, record: Any, n_bytes: int) -> tuple[Source | str, bool]:
    """Read a record.

    Returns:
        Its page, or why it is none; and whether the file ends before the record does.
    """
    headers = {name.lower(): value for name, value in record.headers.items()}
    http: dict[str, str] = {}
    charset = why_none = None
    if record.is_http:
        record.parse_http(auto_decode="none", quirks_mode=True)
        http = {name.lower(): value for name, value in record.http_headers.items()}
        status = record.http_headers.status_code
        content_type, charset = record.http_content_type or "", record.http_charset
        if status is None or not 200 <= status < 300:
            why_none = f"of status {status}"
    else:
        content_type = headers.get("content-type", "").partition(";")[0].strip()
    if content_type and content_type.lower() not in _PAGE_TYPES:
        why_none = why_none or f"of type {content_type.lower()[:60] or 'unknown'}"
    length = record.content_length
    if why_none is not None:
        return why_none, record.reader.consume() < length
    payload = record.reader.read(n_bytes)
    content = _decode_payload(payload, http, n_bytes)
    is_cut_off = len(payload) < min(length, n_bytes)
    # Without a type, the content decides, as in browsers.
    if not content_type and detect_kind(content[:HEAD]) is not FileKind.HTML:
        return "of type unknown", is_cut_off
    target = headers.get("warc-target-uri", "").strip().strip("<>")
    name = target or headers.get("warc-record-id") or "record"
    page = Source(
        source.place,
        content=content,
        url=check_web_url(target),
        charset=charset,
        kind=FileKind.HTML,
        name_in_container=name[:2048],
    )
    return page, is_cut_off


def _decode_payload(payload: bytes, headers: Mapping[str, str], n_bytes: int) -> bytes:
    """Decode the payload of a response, up to a number of bytes.

    Some crawlers decode it and keep the headers, so a payload that cannot be decoded is left as it
    is.
    """
    if "chunked" in headers.get("transfer-encoding", "").lower():
        payload = _join_chunks(payload) or payload
    encoding = headers.get("content-encoding", "").strip().lower()
    if encoding in ("gzip", "x-gzip", "deflate", "br", "zstd"):
        unpacked = UnpackedFile(io.BytesIO(payload), encoding)
        try:
            return read_at_most(unpacked, n_bytes)
        except DamagedData:
            pass
    return payload


def _join_chunks(payload: bytes) -> bytes | None:
    """Join the chunks of HTTP's chunked encoding; None if there are none."""
    chunks, at = [], 0
    while size := _CHUNK_SIZE.match(payload, at):
        n_bytes = int(size[1], 16)
        if n_bytes == 0:
            break
        chunks.append(payload[size.end() : size.end() + n_bytes])
        at = size.end() + n_bytes
    return b"".join(chunks) if chunks else None


def _warn_of_skipped(skipped: Counter[str]) -> PageWarning:
    n_records, most = sum(skipped.values()), skipped.most_common(5)
    named = ", ".join(f"{count} {reason}" for reason, count in most)
    rest = ", ..." if len(skipped) > len(most) else ""
    message = f"{n_records} records that are not pages were left out: {named}{rest}"
    return PageWarning("skipped-records", message, -1, -1, n_records)
