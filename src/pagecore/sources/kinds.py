"""Kinds of files that pages are read from, recognised by their first bytes.

The name of a file decides only where its content fits two kinds: Markdown, programs and data may
contain HTML, and a page may be text without tags.
"""

from __future__ import annotations

import re
from enum import Enum
from itertools import islice
from pathlib import Path
from typing import Final

from pagecore.errors import BadInput
from pagecore.page.page_file import is_rendered
from pagecore.sources.signatures import PACKED, detect_file_type, is_binary

#: Bytes that are enough to recognise a kind.
HEAD: Final = 16 * 1024
#: Extensions of pages, of texts, and of compressed files.
PAGE_EXTENSIONS: Final = (".html", ".htm", ".xhtml")
TEXT_EXTENSIONS: Final = (".txt", ".text", ".md", ".markdown")
#: Extensions of programs, data and markup other than HTML, which may contain tags.
SOURCE_EXTENSIONS: Final = (
    ".rst", ".adoc", ".asciidoc", ".org", ".tex", ".textile", ".wiki", ".mdx", ".rmd", ".qmd",
    ".js", ".mjs", ".cjs", ".jsx", ".ts", ".tsx", ".vue", ".svelte", ".astro", ".css", ".scss",
    ".sass", ".less", ".py", ".pyi", ".ipynb", ".rb", ".java", ".kt", ".scala", ".swift", ".go",
    ".rs", ".c", ".h", ".cc", ".cpp", ".hpp", ".cs", ".m", ".pl", ".pm", ".lua", ".r", ".jl",
    ".sh", ".bash", ".zsh", ".ps1", ".bat", ".sql", ".json", ".jsonl", ".ndjson", ".yaml", ".yml",
    ".toml", ".ini", ".cfg", ".conf", ".csv", ".tsv", ".log", ".po", ".pot", ".srt", ".vtt",
    ".diff", ".patch",
)  # fmt: skip
#: Extensions of templates: pages with places for values, which a program fills.
TEMPLATE_EXTENSIONS: Final = (
    ".erb", ".haml", ".pug", ".hbs", ".handlebars", ".mustache", ".jinja", ".jinja2", ".j2", ".njk",
    ".ejs", ".liquid", ".twig", ".tmpl", ".tpl", ".ftl", ".phtml", ".cshtml", ".heex", ".eex",
)  # fmt: skip
#: Extensions of lines of JSON.
LINE_EXTENSIONS: Final = (".jsonl", ".ndjson")
_PACKED_EXTENSIONS: Final = (".gz", ".zst", ".br")


class FileKind(Enum):
    """A kind of file; the value is its name in messages."""

    HTML = "an HTML page"
    TEXT = "a text file"
    #: Also an e-mail.
    MHTML = "an MHTML file"
    WARC = "a WARC file"
    FEED = "a feed"
    SITEMAP = "a sitemap"
    #: Lines of JSON with pages.
    LINES = "a file of JSON lines"
    #: The source and the layout of a page, as `pagecore browse` writes them.
    RENDERED = "a rendered page"
    #: An entry of a feed: all of it is content.
    ENTRY = "an entry of a feed"

    @property
    def is_container(self) -> bool:
        """Whether a file of this kind holds several pages, or leads to them."""
        return self in (FileKind.WARC, FileKind.FEED, FileKind.SITEMAP, FileKind.LINES)


#: Elements that only HTML has, with what ends a tag's name.
_TAG: Final = re.compile(
    rb"<(?:!doctype\s+html|(?:html|head|body|title|meta|link|script|style|div|span|p|a|br|hr|img|"
    rb"h[1-6]|ul|ol|li|dl|table|tr|td|form|input|article|section|main|header|footer|nav|aside|"
    rb"figure|iframe|font|center|b|i|u|em|strong|pre|code|blockquote|noscript)(?=[\s/>]))",
    re.IGNORECASE,
)
#: A page with control characters has so many tags; other data contains one or two by chance.
_MIN_TAGS: Final = 3
#: What may stand before the root element. The repetitions exclude what ends them, so that matching
#: is linear.
_PROLOG: Final = re.compile(
    rb"\s+|<\?[^>]*>|<!--(?:[^-]|-(?!->))*-->|<!doctype[^>\[]*(?:\[[^\]]*\]\s*)?>", re.IGNORECASE
)
_ROOT: Final = re.compile(rb"<([a-z][\w:.-]*)", re.IGNORECASE)
_DOCTYPE: Final = re.compile(rb"<!doctype\s+html\b", re.IGNORECASE)
_MARKS: Final = b"\xef\xbb\xbf \t\r\n\f"
#: The start of a MIME header, and its line that says so.
_HEADER: Final = re.compile(rb"(?:[\w-]+:[^\n]*\n(?:[ \t][^\n]*\n)*){2,}")
_MIME: Final = re.compile(rb"^(?:mime-version:|content-type:\s*multipart/)", re.I | re.M)
#: Lines that the header of an e-mail has.
_SENDER: Final = re.compile(rb"^(?:from|return-path):", re.I | re.M)
_SENT: Final = re.compile(rb"^(?:to|subject|date|message-id|received|delivered-to):", re.I | re.M)
#: The start of a file with several e-mails: the line before the first header.
_MAILBOX: Final = re.compile(rb"From \S+ [^\n]{0,40}\d\d:\d\d[^\n]{0,40}\n>?[\w-]+:")
#: The start of a JSON object, or of a list of them.
_JSON: Final = re.compile(rb'(?:\[\s{0,99}){0,9}\{\s{0,99}"(?:[^"\\]|\\.){0,999}"\s{0,99}:')
#: The page in a line of JSON.
_JSON_PAGE: Final = re.compile(rb'"html"\s{0,99}:\s{0,99}"')
_JSON_FEED: Final = re.compile(rb'"version"\s{0,99}:\s{0,99}"https?:\\?/\\?/jsonfeed\.org\\?/')
#: The first line of a program, or a title of reStructuredText with the line below it.
_PROGRAM: Final = re.compile(
    rb"#!|/\*|//|#include\b|import [\w{*\"'.]|from [\w.]+ import |using [\w.]+;|package [\w.]+;?\s|"
    rb"export (?:default|const|function)|[\"']use strict[\"']|(?:const|let|var) [\w{\[]|"
    rb"(?:async )?function[ *(]|(?:def|class) \w+[(:]|"
    rb"[^\n<]{1,200}\r?\n(?:={4,}|-{4,}|~{4,})[ \t]*\r?\n"
)
_PHP: Final = re.compile(rb"<\?php\b", re.IGNORECASE)
#: Elements that a component of a program begins with, and no page.
_PARTS: Final = frozenset({b"template", b"script", b"style"})
#: The texts of JSON, of which the last one may be cut off.
_JSON_TEXT: Final = re.compile(rb'"(?:[^"\\]|\\.)*"?', re.DOTALL)
_FEEDS: Final = frozenset({b"rss", b"feed", b"rdf:rdf"})
_SITEMAPS: Final = frozenset({b"urlset", b"sitemapindex"})


def detect_kind(head: bytes, name: str = "") -> FileKind | str:
    """Detect the kind of a file by its first bytes, unpacked.

    Args:
        head: the first bytes, at most `HEAD`.
        name: the name of the file, for content that fits two kinds.

    Returns:
        The kind, or what else the file is: `a PDF`, `binary data`.
    """
    extension = find_extension(name)
    if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
        head = head[2:].replace(b"\0", b"")
    head = head[:HEAD].lstrip(_MARKS)
    text = head.replace(b"\0", b"")
    n_tags = sum(1 for _ in islice(_TAG.finditer(text), _MIN_TAGS))
    is_data = n_tags < _MIN_TAGS and is_binary(head)
    # Binary data may begin with `<` by chance.
    begins_markup = _TAG.match(text) or text.startswith((b"<!", b"<?"))
    if head[:1] == b"<" and (begins_markup or not is_data):
        return _detect_markup(head, extension)
    if is_rendered(head):
        return FileKind.RENDERED
    file_type = detect_file_type(head)
    if file_type is not None:
        return file_type
    if head.startswith(b"WARC/"):
        return FileKind.WARC
    if (header := _HEADER.match(head)) and _is_mail(header[0]):
        return FileKind.MHTML
    if _MAILBOX.match(head):
        return "a mailbox of several e-mails"
    if is_json_feed(head):
        return FileKind.FEED
    if extension in LINE_EXTENSIONS and _JSON.match(head) and _JSON_PAGE.search(head):
        return FileKind.LINES
    if _JSON.match(head) and not _TAG.search(_JSON_TEXT.sub(b"", head)):
        # Only its texts may contain tags.
        return FileKind.TEXT
    if extension in PAGE_EXTENSIONS and not is_data:
        return FileKind.HTML
    if is_data:
        return "binary data"
    is_source = (
        extension in TEXT_EXTENSIONS + SOURCE_EXTENSIONS + TEMPLATE_EXTENSIONS
        or _PROGRAM.match(head) is not None
    )
    return FileKind.HTML if n_tags and not is_source else FileKind.TEXT


def _is_mail(header: bytes) -> bool:
    """Whether a header is that of an MHTML file or an e-mail."""
    is_sent = _SENDER.search(header) and _SENT.search(header)
    return is_sent is not None or _MIME.search(header) is not None


def is_page_in_folder(head: bytes, name: str) -> bool:
    """Whether a file in a folder is a page, or holds pages, by its first bytes.

    Style sheets and programs are text too, and programs may contain tags. So a page begins with a
    tag, or has the name of one, and texts do not count. Templates do not either: they are pages
    without values. Sitemaps would be fetched.
    """
    if find_extension(name) in TEMPLATE_EXTENSIONS:
        return False
    kind = detect_kind(head, name)
    if kind is FileKind.HTML:
        is_named = find_extension(name) in PAGE_EXTENSIONS
        return is_named or head.lstrip(_MARKS + b"\xff\xfe\0").startswith(b"<")
    return kind in (FileKind.MHTML, FileKind.WARC, FileKind.FEED, FileKind.RENDERED)


def check_is_page(content: bytes | bytearray | memoryview, prefix: str = "") -> None:
    """Refuse bytes that are not HTML: a PDF, an image, an archive, a feed, or binary data.

    Args:
        content: bytes that should be a page.
        prefix: the start of the message, such as the name of the file.

    Raises:
        BadInput: the bytes are those of another file type.
    """
    # Most pages begin so; this saves them the rest.
    if bytes(content[:2]).lower() in (b"<!", b"<h"):
        return
    kind = detect_kind(bytes(content[:HEAD]))
    if isinstance(kind, str):
        raise BadInput(f"{prefix}this is {kind}, not an HTML page{_advise(kind)}")
    if kind not in (FileKind.HTML, FileKind.TEXT):
        # A container holds several pages.
        function = "batch.process_sources" if kind.is_container else "extract_file"
        raise BadInput(
            f"{prefix}this is {kind.value}, not an HTML page; `pagecore extract FILE` reads it (in "
            f"Python, pagecore.{function})"
        )


def _advise(file_type: str) -> str:
    return "; pagecore.extract_file(path) unpacks it" if file_type in PACKED else ""


def check_is_feed(content: bytes | bytearray | memoryview, prefix: str = "") -> None:
    """Refuse the bytes of a web page, a PDF, an image, an archive or the like.

    Args:
        content: bytes that should be a feed.
        prefix: the start of the message, such as the name of the file.

    Raises:
        BadInput: the bytes are those of another file type than a feed.
    """
    head = bytes(content[:HEAD]).lstrip(_MARKS)
    kind = detect_kind(head)
    if isinstance(kind, str):
        raise BadInput(f"{prefix}this is {kind}, not a feed")
    is_page = kind is FileKind.HTML and head.lower().startswith((b"<!doctype html", b"<html"))
    if is_page or kind in (FileKind.MHTML, FileKind.WARC, FileKind.SITEMAP):
        raise BadInput(f"{prefix}this is {kind.value}, not a feed")


def is_json_feed(content: bytes) -> bool:
    """Whether bytes are a JSON Feed, by its version."""
    head = content[:HEAD].lstrip(_MARKS)
    return head[:1] == b"{" and _JSON_FEED.search(head) is not None


def find_extension(name: str) -> str:
    """Return the extension of a file, in lower case; that of the file inside if it is packed."""
    # The query of a URL is not part of the name.
    path = name.partition("?")[0] if "://" in name else name
    return drop_packed_extension(Path(path.lower())).suffix


def drop_packed_extension(path: Path) -> Path:
    """Drop the extension of a compressed file: `a.html` for `a.html.gz`."""
    return path.with_suffix("") if path.suffix.lower() in _PACKED_EXTENSIONS else path


def _detect_markup(head: bytes, extension: str) -> FileKind | str:
    """Detect the kind of a file that begins with `<`, by its root element."""
    if _PHP.match(head):
        return FileKind.TEXT
    at, has_doctype = 0, False
    while prolog := _PROLOG.match(head, at):
        has_doctype |= _DOCTYPE.match(prolog[0]) is not None
        at = prolog.end()
    match = _ROOT.match(head, at)
    root = match[1].lower() if match else b""
    has_text = at > 0 and not root and not head.startswith(b"<", at)
    if has_text and not has_doctype and extension not in PAGE_EXTENSIONS:
        # Style sheets may begin with a comment of HTML.
        return FileKind.HTML if _TAG.search(head) else FileKind.TEXT
    if root in _FEEDS and (root != b"rdf:rdf" or b"purl.org/rss" in head):
        return FileKind.FEED
    if root.rpartition(b":")[2] in _SITEMAPS:
        return FileKind.SITEMAP
    is_program = extension in SOURCE_EXTENSIONS + TEMPLATE_EXTENSIONS and root in _PARTS
    is_source = extension in TEXT_EXTENSIONS or is_program
    if root != b"html" and not has_doctype and is_source:
        return FileKind.TEXT
    if root == b"svg":
        return "an SVG image"
    is_xml = head.lower().startswith(b"<?xml") and root.rpartition(b":")[2] != b"html"
    if is_xml and root and not has_doctype and not _TAG.match(b"<" + root + b">"):
        return f"an XML document with the root element {root.decode('ascii', 'replace')[:40]}"
    return FileKind.HTML
