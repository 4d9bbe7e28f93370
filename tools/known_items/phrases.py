"""Phrases in the source of a page: where the words of a query occur, and a source without them.

A phrase is a sequence of words, whatever is between them: white space, punctuation, tags, character
references, the escapes of JSON and of URLs. Case does not matter. Every word that is taken out
leaves an ellipsis, so that no text becomes empty and a parsed page keeps its rows.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from html.entities import codepoint2name
from typing import Final

from pagecore.page.unspaced_scripts import UNSPACED

#: What a word leaves behind; it is no word itself.
ELLIPSIS: Final = "…"
#: Attributes that no reader sees and no index reads, and which decide how a page is parsed, styled
#: and linked.
_KEPT_ATTRIBUTES: Final = frozenset(
    (
        *("class", "id", "href", "src", "srcset", "style", "rel", "name", "property", "itemprop"),
        *("type", "for", "action", "method", "http-equiv", "data-src", "data-srcset", "lang"),
    )
)
_WORD: Final = re.compile(rf"[{UNSPACED}]|[^\W_{UNSPACED}]+")
#: A tag; a value in quotes may contain `>`.
_TAG: Final = r"""<(?:[^<>"']|"[^"]{0,2000}"|'[^']{0,2000}'){0,400}>"""
#: What may stand between two words of a phrase, at most `_MAX_GAP` of it.
_GAP: Final = (
    rf"(?:[^\w<&\\%]|_|%(?:[0-9a-f]{{2}})?|{_TAG}"
    r"|&(?:(?:#\d{1,6}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});)?|\\(?:u[0-9a-f]{4}|.))"
)
_MAX_GAP: Final = 40
_ATTRIBUTE: Final = re.compile(r"""([\w:.@-]+)\s*=\s*(?:"[^"]*|'[^']*|[^\s"'>]*)$""")


def split_phrase(text: str) -> tuple[str, ...]:
    """Split a text into words in lower case; each character of a script without spaces is one."""
    return tuple(_WORD.findall(text.lower()))


def has_phrase(text: str, phrase: Sequence[str]) -> bool:
    """Whether a plain text contains the words of a phrase one after the other."""
    words = f" {' '.join(split_phrase(text))} "
    return f" {' '.join(phrase)} " in words


def take_out_phrase(source: str, phrase: Sequence[str]) -> str:
    """Take a phrase out of the source of a page: text, attributes, metadata and scripts."""
    return _find_sequence(tuple(phrase)).sub(functools.partial(_blank_words, source), source)


def take_out_words(source: str, words: Sequence[str]) -> str:
    """Take single words out of a part of a source, wherever they are."""
    if not words:
        return source
    pattern = re.compile("|".join(f"(?:{_delimit(word)})" for word in set(words)), re.IGNORECASE)
    return pattern.sub(functools.partial(_blank_words, source), source)


@functools.lru_cache(maxsize=256)
def _find_sequence(phrase: tuple[str, ...]) -> re.Pattern[str]:
    parts = []
    for at, word in enumerate(phrase):
        if at:
            can_touch = _is_unspaced(word) or _is_unspaced(phrase[at - 1])
            parts.append(f"{_GAP}{{{0 if can_touch else 1},{_MAX_GAP}}}?")
        parts.append(_spell(word))
    before = "" if _is_unspaced(phrase[0]) else r"(?<![^\W_])"
    after = "" if _is_unspaced(phrase[-1]) else r"(?![^\W_])"
    return re.compile(before + "".join(parts) + after, re.IGNORECASE)


def _delimit(word: str) -> str:
    return _spell(word) if _is_unspaced(word) else rf"(?<![^\W_]){_spell(word)}(?![^\W_])"


def _is_unspaced(word: str) -> bool:
    return len(word) == 1 and re.match(f"[{UNSPACED}]", word) is not None


def _spell(word: str) -> str:
    """A pattern of all spellings of a word in HTML and JSON."""
    return "".join(map(_spell_character, word))


@functools.cache
def _spell_character(character: str) -> str:
    if character.isascii():
        return character
    spellings = [re.escape(character)]
    for variant in {character, character.upper(), character.lower()}:
        if len(variant) == 1:
            code = ord(variant)
            spellings += [rf"\\u{code:04x}", f"&#{code};", f"&#x{code:x};"]
            spellings += [f"&{name};"] if (name := codepoint2name.get(code)) else []
            spellings.append("".join(f"%{byte:02x}" for byte in variant.encode()))
    return f"(?:{'|'.join(spellings)})"


def _blank_words(source: str, match: re.Match[str]) -> str:
    """Replace the words of a match, unless it begins in a name or in an attribute that stays."""
    attribute = _find_attribute(source, match.start())
    if attribute == "" or attribute in _KEPT_ATTRIBUTES:
        return match.group()
    return _PIECES.sub(lambda piece: piece.group(1) or ELLIPSIS, match.group())


#: Tags, punctuation, and the references and escapes of punctuation stay; the rest are words.
_MARK: Final = (
    r"&(?:nbsp|amp|quot|lt|gt|apos|#0?39|#x27|#160|#8217|rsquo|lsquo|ndash|mdash|hellip);"
)
_PIECES: Final = re.compile(
    rf"({_TAG}|{_MARK}|\\[nrt\"'/\\]|[^\w<&\\%]+|_)"
    rf"|(?:[^\W_]|(?!{_MARK})&(?:#\d{{1,6}}|#x[0-9a-f]{{1,6}}|[a-z][a-z0-9]{{1,31}});"
    r"|\\u[0-9a-f]{4}|%[0-9a-f]{2})+",
    re.IGNORECASE,
)


def _find_attribute(source: str, at: int) -> str | None:
    """The name of the attribute whose value contains a place of the source: None outside tags,
    empty in a tag outside values."""
    begin = source.rfind("<", max(0, at - 4000), at)
    if begin < 0 or source.find(">", begin, at) >= 0:
        return None
    if not re.match(r"</?[a-z]", source[begin : begin + 3], re.IGNORECASE):
        return None
    match = _ATTRIBUTE.search(source, begin, at)
    return match.group(1).lower() if match else ""
