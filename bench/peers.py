"""The contenders of one run: our calls and those of the peers, each from bytes.

A peer is a function that imports the library and returns the call, under a decorator that names
it. Imports are by name, so that a peer that is not installed is skipped with a message, and no
type stubs are needed.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Container
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any, Literal

import pagecore

from .clock import Call

Does = Literal["parse", "extract"]

PARSE, EXTRACT = "pagecore.parse", "pagecore.extract"
ALL_THREE = "pagecore, text + Markdown + metadata"
BARE_PARSE, MAIN_CONTENT, MAIN_TEXT = "selectolax", "resiliparse", "turbohtml main_text"

# What a peer may raise on a page, beside a panic of a Rust peer; the bench counts it and shows
# the count. Anything else, and anything that a call of ours raises, is a bug and ends the run.
FAILURES = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RuntimeError,
    SyntaxError,  # lxml raises a subclass of it for a page without an element.
    TypeError,
    ValueError,
)


@dataclass(frozen=True)
class TimedCall:
    """One call of the bench, ready to run.

    Args:
        name: as the tables show it.
        version: of its distribution.
        does: "parse" is a bare parse, "extract" goes on to the main text.
        call: from bytes to something that the bench throws away.
        slow: measured in one round only.
        may_fail: what it may raise on a page.
    """

    name: str
    version: str
    does: Does
    call: Call
    slow: bool = False
    may_fail: tuple[type[BaseException], ...] = ()


@dataclass(frozen=True)
class LeftOut:
    """A peer that cannot run here, and why."""

    name: str
    reason: str


def ours() -> list[TimedCall]:
    """Return our calls."""
    return [
        TimedCall(PARSE, pagecore.__version__, "parse", pagecore.parse),
        TimedCall(EXTRACT, pagecore.__version__, "extract", extract_text),
        TimedCall(ALL_THREE, pagecore.__version__, "extract", extract_all),
    ]


def extract_text(source: bytes) -> str:
    """Make the text of a page, bytes to str, by the default method."""
    return pagecore.extract(source).text


def extract_all(source: bytes) -> tuple[str, str, object]:
    """Make text, Markdown and metadata of a page: cost cannot hide by moving between them."""
    document = pagecore.extract(source)
    return document.text, document.markdown(), document.metadata


def peers(names: Container[str] | None = None) -> tuple[list[TimedCall], list[LeftOut]]:
    """Return the peers, all or those named, that are installed, and those that are not."""
    actual: list[TimedCall] = []
    left_out: list[LeftOut] = []
    for peer in (peer for peer in PEERS if names is None or peer.name in names):
        try:
            call = peer.load()
        except ModuleNotFoundError as error:
            left_out.append(LeftOut(peer.name, f"there is no module {error.name}"))
        except ImportError as error:
            left_out.append(LeftOut(peer.name, str(error).partition("\n")[0]))
        else:
            release, may_fail = version(peer.distribution), FAILURES + panics()
            actual.append(TimedCall(peer.name, release, peer.does, call, peer.slow, may_fail))
    return actual, left_out


def panics() -> tuple[type[BaseException], ...]:
    """Return the exceptions by which Rust peers panic; they have no module to import them from."""
    return tuple(c for c in BaseException.__subclasses__() if c.__name__ == "PanicException")


@dataclass(frozen=True)
class PeerPackage:
    """A peer before it is imported."""

    name: str
    distribution: str
    does: Does
    load: Callable[[], Call]
    slow: bool


PEERS: list[PeerPackage] = []


def peer(
    name: str, distribution: str, does: Does, *, slow: bool = False
) -> Callable[[Callable[[], Call]], Callable[[], Call]]:
    """Put what loads a peer into the list."""

    def add(load: Callable[[], Call]) -> Callable[[], Call]:
        PEERS.append(PeerPackage(name, distribution, does, load, slow))
        return load

    return add


@peer(BARE_PARSE, "selectolax", "parse")
def selectolax_parse() -> Call:
    """From bytes as UTF-8, without a look at the declared encoding: its quickest call."""
    parser: Call = _from("selectolax.lexbor", "LexborHTMLParser")
    return parser


@peer("turbohtml parse", "turbohtml", "parse")
def turbohtml_parse() -> Call:
    """Without line and column numbers, which its documentation calls the quicker way."""
    parse = _from("turbohtml", "parse")
    return lambda source: parse(source, positions=False)


@peer("resiliparse parse", "resiliparse", "parse")
def resiliparse_parse() -> Call:
    """From bytes as UTF-8."""
    parse: Call = _from("resiliparse.parse.html", "HTMLTree").parse_from_bytes
    return parse


@peer("lxml", "lxml", "parse")
def lxml_parse() -> Call:
    """libxml2's HTML parser, which is not HTML5."""
    parse: Call = _from("lxml.etree", "HTML")
    return parse


@peer("markupever (html5ever)", "markupever", "parse")
def markupever_parse() -> Call:
    """html5ever with the binding's own tree."""
    parse: Call = _from("markupever", "parse")
    return parse


@peer(MAIN_CONTENT, "resiliparse", "extract")
def resiliparse_extract() -> Call:
    """As its manual reads bytes: the encoding is detected, then the tree is parsed."""
    extract = _from("resiliparse.extract.html2text", "extract_plain_text")
    parse = _from("resiliparse.parse.html", "HTMLTree").parse_from_bytes
    detect = _from("resiliparse.parse.encoding", "detect_encoding")
    return lambda source: extract(parse(source, detect(source)), main_content=True)


@peer("resiliparse, as UTF-8", "resiliparse", "extract")
def resiliparse_extract_utf8() -> Call:
    """The same for one who knows that every page is UTF-8."""
    extract = _from("resiliparse.extract.html2text", "extract_plain_text")
    parse = _from("resiliparse.parse.html", "HTMLTree").parse_from_bytes
    return lambda source: extract(parse(source), main_content=True)


@peer(MAIN_TEXT, "turbohtml", "extract")
def turbohtml_extract() -> Call:
    """Its method is `Document.main_text`."""
    parse = _from("turbohtml", "parse")
    return lambda source: parse(source, positions=False).main_text()


@peer("rs-trafilatura", "rs-trafilatura", "extract", slow=True)
def rs_trafilatura_extract() -> Call:
    """Text alone; the port in Rust."""
    extract = _from("rs_trafilatura", "extract_bytes")
    return lambda source: extract(source).main_content


@peer("trafilatura", "trafilatura", "extract", slow=True)
def trafilatura_extract() -> Call:
    """Text alone, no metadata."""
    extract: Call = _from("trafilatura", "extract")
    return extract


def _from(module: str, name: str) -> Any:
    return getattr(importlib.import_module(module), name)
