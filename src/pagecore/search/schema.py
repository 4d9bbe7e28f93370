"""The documents of an index in tantivy: one for each page, and one for each source of pages.

The documents of sources say which pages an interrupted run has finished. They are committed
together with the pages, so no page is lost or indexed twice.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from pagecore.errors import SearchError
from pagecore.search.analysis import TermDigests, digest_texts, split_terms
from pagecore.search.page_record import PageRecord

if TYPE_CHECKING:
    from tantivy import Document, Schema

#: The fields of a page that are searched; they hold terms, separated by blanks.
TEXT_FIELDS: Final = ("title", "headings", "body")
#: Fields with one value as it is: those of a page, then those of a source.
_WORDS: Final = ("page", "host", "page_type", "source", "source_page")
#: Those of a source are read again.
_STORED_WORDS: Final = ("source", "source_page")


def make_schema() -> Schema:
    """Make the schema of an index."""
    from tantivy import SchemaBuilder

    builder = SchemaBuilder()
    for name in TEXT_FIELDS:
        builder.add_text_field(name, tokenizer_name="whitespace", index_option="position")
        builder.add_unsigned_field(name_length(name), fast=True)
    for name in _WORDS:
        builder.add_text_field(
            name, stored=name in _STORED_WORDS, tokenizer_name="raw", index_option="basic"
        )
    builder.add_text_field("language", tokenizer_name="raw", index_option="basic", fast=True)
    builder.add_text_field("state", stored=True, tokenizer_name="raw", index_option="basic")
    builder.add_integer_field("day", indexed=True, fast=True)
    for name in ("record", "chunks", "title_digests", "part_digests"):
        builder.add_bytes_field(name, stored=True)
    return builder.build()


def name_length(field: str) -> str:
    """Return the name of the field with the number of terms of a field."""
    return f"n_{field}"


def write_page(record: PageRecord) -> str:
    """Write what the index holds of a page as JSON: a worker does this, and `make_page_document`
    reads it."""
    language = record.language or None
    titles = [record.title, "\n".join(record.headings)]
    terms = split_terms([*titles, record.body], language)
    parts = [of for part in record.segments for of in (part.text, "\n".join(part.heading_path))]
    stored = record.to_dict()
    chunks = stored.pop("chunks")
    return json.dumps(
        {
            "terms": dict(zip(TEXT_FIELDS, map(" ".join, terms), strict=True)),
            "lengths": {name: len(of) for name, of in zip(TEXT_FIELDS, terms, strict=True)},
            "page": record.url,
            "hosts": list(list_hosts(record.host)),
            "page_type": record.page_type,
            "language": record.language,
            "day": read_day(record.date),
            "title_digests": _encode(digest_texts(titles, language)),
            "part_digests": _encode(digest_texts(parts, language)),
            "record": json.dumps(stored, ensure_ascii=False),
            "chunks": json.dumps(chunks, ensure_ascii=False),
        }
    )


def make_page_document(content: str) -> Document:
    """Make the document of a page from what `write_page` wrote."""
    from tantivy import Document

    values: dict[str, Any] = json.loads(content)
    document = Document()
    for name in TEXT_FIELDS:
        document.add_text(name, values["terms"][name])
        document.add_unsigned(name_length(name), values["lengths"][name])
    for name in ("page", "page_type", "language"):
        document.add_text(name, values[name])
    for host in values["hosts"]:
        document.add_text("host", host)
    if values["day"] is not None:
        document.add_integer("day", values["day"])
    for name in ("record", "chunks"):
        document.add_bytes(name, _pack(values[name].encode(errors="replace")))
    for name in ("title_digests", "part_digests"):
        document.add_bytes(name, _pack(b64decode(values[name])))
    return document


def make_source_document(source: str, state: str, page: str) -> Document:
    """Make the document of a source.

    Args:
        source: its name.
        state: identifies its state.
        page: the URL of its page.
    """
    from tantivy import Document

    document = Document()
    document.add_text("source", source)
    document.add_text("state", state)
    document.add_text("source_page", page)
    return document


def read_stored(document: Document, name: str) -> Any:
    """Read the field `record` or `chunks` of the document of a page; raise `SearchError` if it is
    damaged."""
    return json.loads(unpack(document.get_first(name)))


def read_digests(document: Document, name: str) -> TermDigests:
    """Read the field `title_digests` or `part_digests` of the document of a page: of its title and
    its headings, or of the text and the heading path of each segment."""
    return TermDigests.from_bytes(unpack(document.get_first(name)))


def unpack(stored: object) -> bytes:
    """Return what `make_page_document` stored; raise `SearchError` if it is damaged."""
    if isinstance(stored, bytes) and zlib.crc32(stored[4:]).to_bytes(4, "big") == stored[:4]:
        return stored[4:]
    raise SearchError("the stored text of a page is damaged; delete the index and make it again")


def _encode(digests: TermDigests) -> str:
    """Write digests as text, because the records of workers are texts."""
    return b64encode(digests.to_bytes()).decode()


def _pack(content: bytes) -> bytes:
    """Add a checksum; tantivy does not check what it has stored."""
    return zlib.crc32(content).to_bytes(4, "big") + content


def list_hosts(host: str) -> Iterator[str]:
    """List a host and the domains above it: `a.example.org`, `example.org`, `org`."""
    while host:
        yield host
        host = host.partition(".")[2]


def read_day(date: str) -> int | None:
    """Return a date as a number such as 20240531; None if there is none. A missing month or day is
    the first."""
    parts = date[:10].split("-")
    if not date or not all(part.isdecimal() for part in parts):
        return None
    year, month, day = [*map(int, parts), 1, 1][:3]
    return year * 10_000 + month * 100 + day
