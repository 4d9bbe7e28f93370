"""Mutations of pages: each takes a page and returns a hostile variant of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Final, TypeAlias

Mutation: TypeAlias = Callable[[bytes, bytes, Random], bytes]

#: No mutation makes a page longer than this.
MAX_BYTES: Final = 60_000
#: Nested so deeply that the depth limit is reached.
_MAX_LEVELS: Final = 700
_TAG: Final = re.compile(rb"<[a-zA-Z][^<>]*>")
_VALUE: Final = re.compile(rb"=\s*(\"[^\"<>]*\"|'[^'<>]*'|[^\s\"'<>]+)")
_TEXT: Final = re.compile(rb">([^<>]{2,})<")
_ENCODINGS: Final = (
    "utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "windows-1252", "shift_jis",
    "gbk", "euc-kr", "big5", "koi8-r", "iso-2022-jp", "utf-7",
)  # fmt: skip
#: Values of attributes, and texts, that something may take for more than a value.
HOSTILE_VALUES: Final = (
    "", " ", "\u00b2", "\u0663", "-1", "0x7f", "1e999", "9" * 5000, "nan", "\ufffd", "\u202e",
    "\x00", "\U0001f600" * 9, "\ufeff", "%", "%s%n", "${x}", "{{x}}", "..", "../../etc/passwd",
    "]]>", "-->", "<script>alert(1)</script>", "\" onload=\"x", "'", "`", "$x$", "\\(x\\)",
    "\\href{javascript:x}{y}", "javascript:alert(1)", "JaVa\tScript:x", "data:text/html,<b>",
    "//", "///", "http://[", "http://[::1", "https://\u00e4.example\u3002x/%zz",
    "http://user:pass@host:99999/", "?" + "a=" * 900, "#" * 900, "?page=" + "9" * 4400,
    "/seite-\u00b2", "mailto:<x>", "\n\n# x", "[x](javascript:y)", "|" * 200, "2024-02-30",
    "31.02.2024", "0000-00-00T00:00:00Z", "9999-12-31T23:59:60+24:00", "\u00b2;x", "5;url=",
    "display:none" * 99, "a " * 3000, "\\" * 300, "{" * 3000, "[" * 3000, '{"a":' * 900, "\ud83d",
)  # fmt: skip
_ELEMENTS: Final = (
    b"<table> </", b"<svg><title>", b"<math><annotation encoding=application/x-tex>\\href{x}{y}",
    b"<script type=application/ld+json>", b"<script>{", b"<template shadowrootmode=open>",
    b"<iframe srcdoc='<p>", b"<meta http-equiv=refresh content=\"\xc2\xb2;x\">", b"<plaintext>",
    b"<base href=", b"<select><option>", b"<frameset><frame>", b"<!--", b"<![CDATA[",
    b"<textarea>", b"<noscript>", b"</p>", b"<pre><code class=language->",
    b"<ol start=99999999999>", b"<li value=-1>", b"<td rowspan=99999 colspan=0>",
    b"<img srcset='a 1w, b 9x,'>", b"<a rel=next href=?page=2>", b"<div class=comments>",
    b"<ruby><rt>", b"\0", b"<time datetime=>", b"<font><b><i><u><s><a>",
    b"<table><tr><td><table>", b"<h1>", b"<blockquote>",
)  # fmt: skip


#: What carries data that may be read as a page or a formula.
_CARRIERS: Final = (
    (b'<iframe srcdoc="', b'">'),
    (b'<img alt="', b'">'),
    (b'<script>x={"html": "', b'"}</script>'),
    (b"<math><annotation encoding='application/x-tex'>", b"</annotation></math>"),
    (b"\\(", b"\\)"),
    (b"<noscript>", b"</noscript>"),
    (b"<template>", b"</template>"),
    (b"<pre>", b"</pre>"),
)


def mutate(page: bytes, other: bytes, random: Random) -> bytes:
    """Apply one to four mutations, chosen at random."""
    for _ in range(random.randint(1, 4)):
        page = random.choice(MUTATIONS)(page, other, random)[:MAX_BYTES]
    return page


def splice(page: bytes, other: bytes, random: Random) -> bytes:
    """Begin as the page and continue as the other."""
    return page[: _place(page, random)] + other[_place(other, random) :]


def truncate(page: bytes, other: bytes, random: Random) -> bytes:
    """End anywhere."""
    return page[: _place(page, random)]


def begin_late(page: bytes, other: bytes, random: Random) -> bytes:
    """Begin anywhere."""
    return page[_place(page, random) :]


def delete(page: bytes, other: bytes, random: Random) -> bytes:
    """Drop a part."""
    start, stop = _range(page, random)
    return page[:start] + page[stop:]


def duplicate(page: bytes, other: bytes, random: Random) -> bytes:
    """Copy a part to another place."""
    start, stop = _range(page, random)
    at = _place(page, random)
    return page[:at] + page[start:stop] + page[at:]


def flood(page: bytes, other: bytes, random: Random) -> bytes:
    """Repeat a short part many times."""
    at = _place(page, random)
    unit = page[at : at + random.randint(1, 60)] or b"<a>"
    return page[:at] + unit * min(2000, MAX_BYTES // len(unit) // 2) + page[at:]


def nest(page: bytes, other: bytes, random: Random) -> bytes:
    """Put the page, from a tag on, inside many elements of the same name."""
    tags = list(_TAG.finditer(page))
    if not tags:
        return b"<div>" * _MAX_LEVELS + page
    tag = random.choice(tags)
    return page[: tag.start()] + tag[0][:200] * random.randint(2, _MAX_LEVELS) + page[tag.start() :]


def unbalance(page: bytes, other: bytes, random: Random) -> bytes:
    """Drop about a third of the end tags."""
    return re.sub(rb"</\w+>", lambda tag: b"" if random.random() < 0.3 else tag[0], page)


def flip_bytes(page: bytes, other: bytes, random: Random) -> bytes:
    """Change some bytes."""
    changed = bytearray(page)
    for _ in range(min(len(changed), random.randint(1, 12))):
        changed[random.randrange(len(changed))] = random.choice(
            (*b"<>\"'&=/\0 -", random.randrange(256))
        )
    return bytes(changed)


def reencode(page: bytes, other: bytes, random: Random) -> bytes:
    """Write the page in another encoding, which it may not declare."""
    return page.decode("utf-8", "replace").encode(random.choice(_ENCODINGS), "replace")


def insert_element(page: bytes, other: bytes, random: Random) -> bytes:
    """Insert hostile markup, at a tag where there is one."""
    tags = [tag.end() for tag in _TAG.finditer(page)]
    at = random.choice(tags) if tags else _place(page, random)
    return page[:at] + random.choice(_ELEMENTS) * random.choice((1, 1, 1, 40)) + page[at:]


def change_value(page: bytes, other: bytes, random: Random) -> bytes:
    """Give an attribute a hostile value."""
    values = list(_VALUE.finditer(page))
    if not values:
        return page
    value = random.choice(values)
    return page[: value.start()] + b'="' + _hostile(random) + b'"' + page[value.end() :]


def change_text(page: bytes, other: bytes, random: Random) -> bytes:
    """Replace a text by a hostile one."""
    texts = list(_TEXT.finditer(page))
    if not texts:
        return page + _hostile(random)
    text = random.choice(texts)
    return page[: text.start(1)] + _hostile(random) + page[text.end(1) :]


def wrap_text(page: bytes, other: bytes, random: Random) -> bytes:
    """Write a part of the page as data: in a script, in an attribute, or as a formula."""
    start, stop = _range(page, random)
    part = page[start:stop].replace(b'"', b"&quot;")
    begin, end = random.choice(_CARRIERS)
    return page[:start] + begin + part + end + page[stop:]


MUTATIONS: Final[Sequence[Mutation]] = (
    splice, truncate, begin_late, delete, duplicate, flood, nest, unbalance, flip_bytes, reencode,
    insert_element, change_value, change_value, change_value, change_text, change_text, wrap_text,
)  # fmt: skip


def _hostile(random: Random) -> bytes:
    return random.choice(HOSTILE_VALUES).encode("utf-8", "surrogatepass")


def _place(page: bytes, random: Random) -> int:
    return random.randint(0, len(page))


def _range(page: bytes, random: Random) -> tuple[int, int]:
    start = _place(page, random)
    return start, min(len(page), start + random.choice((5, 50, 500, 5000)))
