"""Rules for the language of a content, among them the one that is used."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from pagecore import _core
from pagecore.document import Document
from pagecore.metadata.language import detect_language, read_prose
from pagecore.metadata.language_codes import read_language_code

Rule: TypeAlias = Callable[[Document], str | None]
#: The name of the rule that is used.
USED: Final = "script and trigrams of the prose, declared language weighed"


def read_declared(document: Document) -> str | None:
    """The declared language alone."""
    return read_language_code(document.metadata.language)


def detect_in_text(document: Document) -> str | None:
    """The language of the whole text by whatlang, or else the declared one."""
    return _detect_by_trigrams(document.text) or read_declared(document)


def detect_in_prose(document: Document) -> str | None:
    """The language of the prose by whatlang, or else the declared one."""
    return _detect_by_trigrams(_join_prose(document)) or read_declared(document)


def detect_by_script(document: Document) -> str | None:
    """The language of the prose by script and trigrams, or else the declared one."""
    return detect_language(_join_prose(document), None) or read_declared(document)


def detect_in_whole_text(document: Document) -> str | None:
    """The rule that is used, over the whole text with code, tables and lists of links."""
    return detect_language(document.text, document.metadata.language)


def _detect_by_trigrams(text: str) -> str | None:
    code, is_reliable = _core.detect_language(text)
    return code if is_reliable else None


def _join_prose(document: Document) -> str:
    return " ".join(read_prose(page, choice.content) for page, choice in document.parts)


RULES: Final[dict[str, Rule]] = {
    "declared language alone": read_declared,
    "whatlang on the whole text (before)": detect_in_text,
    "whatlang on the prose": detect_in_prose,
    "script and trigrams of the prose": detect_by_script,
    "script and trigrams of the whole text, declared language weighed": detect_in_whole_text,
    USED: lambda document: document.language,
}
