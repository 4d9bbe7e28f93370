"""Detect the language of a content: by its script, its trigrams, and the declared language.

Code, data tables, lists of links and English lists of references are left out, because they are
often in English on pages in other languages.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from pagecore import _core
from pagecore.metadata.language_codes import (
    SCRIPT_LANGUAGES,
    WITHOUT_TRIGRAMS,
    choose_by_words,
    find_close_languages,
    find_own_letters,
    is_written_in,
    read_language_code,
)
from pagecore.page import Array, Mask, Page

#: Elements whose text is not prose.
_NOT_PROSE: Final = ("pre", "code", "kbd", "samp", "var", "tt", "textarea", "math", "svg")
#: The most characters of a page that are read; more would rarely change the result.
MAX_CHARS: Final = 5000
#: Those among them whose trigrams are compared, which takes most of the time.
_MAX_TRIGRAM_CHARS: Final = 2000
#: Letters that a text needs. A page with fewer in its prose is judged by all of its content.
MIN_LETTERS: Final = 60
#: Letters that a text needs to contradict the declared language.
_MIN_CONTRADICTING: Final = 100
#: The share of letters that a script other than Latin needs. Pages in such a script have many Latin
#: names and terms.
_MIN_SHARE: Final = 0.2
#: The share of letters in sentences mostly of this script that decides for it. With less, a text
#: with Latin prose is in Latin letters, and the script is that of its examples or quotations.
_MIN_SENTENCES: Final = 0.5
#: Latin letters that such a text needs. With fewer, the share of any script is `_MIN_SHARE`.
_MIN_LATIN: Final = 200
#: Characters that end a sentence, roughly.
_ENDS: Final = np.array([ord(end) for end in "\n.!?。！？।"], np.uint32)
#: The same if the declared language is written in this script.
_MIN_DECLARED_SHARE: Final = 0.1
#: The share of kana among Han and kana that decides for Japanese.
_MIN_KANA: Final = 0.05
#: The same if the page declares Japanese.
_MIN_DECLARED_KANA: Final = 0.01
#: Characters that are frequent in Chinese and rare in Japanese, and their share of a Chinese text.
_CHINESE: Final = "的是了这這们們我你"
_MIN_CHINESE: Final = 0.03
#: Bytes per character of a text in a script other than Latin, with its blanks and Latin words.
_MIN_BYTES: Final = 1.5
#: How often letters of the detected language must occur to contradict a close declared language.
_MIN_OWN_LETTERS: Final = 3

#: The first code points of the ranges of scripts, in order; "" is everything else.
_RANGES: Final = (
    (0x0000, ""), (0x0041, "Latin"), (0x005B, ""), (0x0061, "Latin"), (0x007B, ""),
    (0x00C0, "Latin"), (0x00D7, ""), (0x00D8, "Latin"), (0x00F7, ""), (0x00F8, "Latin"),
    (0x0250, ""), (0x0370, "Greek"), (0x0400, "Cyrillic"), (0x0530, "Armenian"),
    (0x0590, "Hebrew"), (0x0600, "Arabic"), (0x0700, ""), (0x0750, "Arabic"), (0x0780, ""),
    (0x0900, "Devanagari"), (0x0980, "Bengali"), (0x0A00, "Gurmukhi"), (0x0A80, "Gujarati"),
    (0x0B00, "Oriya"), (0x0B80, "Tamil"), (0x0C00, "Telugu"), (0x0C80, "Kannada"),
    (0x0D00, "Malayalam"), (0x0D80, "Sinhala"), (0x0E00, "Thai"), (0x0E80, "Lao"),
    (0x0F00, "Tibetan"), (0x1000, "Myanmar"), (0x10A0, "Georgian"), (0x1100, "Hangul"),
    (0x1200, "Ethiopic"), (0x13A0, ""), (0x1780, "Khmer"), (0x1800, ""), (0x1E00, "Latin"),
    (0x1F00, "Greek"), (0x2000, ""), (0x3041, "kana"), (0x30FB, ""), (0x30FC, "kana"),
    (0x3100, ""), (0x3130, "Hangul"), (0x3190, ""), (0x31F0, "kana"), (0x3200, ""),
    (0x3400, "Han"), (0x4DC0, ""), (0x4E00, "Han"), (0xA000, ""), (0xAC00, "Hangul"),
    (0xD7B0, ""), (0xF900, "Han"), (0xFB00, ""), (0xFF66, "kana"), (0xFFA0, ""),
    (0x20000, "Han"), (0x323B0, ""),
)  # fmt: skip
_SCRIPTS: Final = ("", *dict.fromkeys(script for _, script in _RANGES if script))
#: The number of the script of every code point up to the last range.
_SCRIPT_OF: Final = np.repeat(
    np.array([_SCRIPTS.index(script) for _, script in _RANGES], np.uint8),
    np.diff([start for start, _ in _RANGES], append=_RANGES[-1][0] + 1),
)
#: One character of these scripts carries as much information as several letters.
_WEIGHTS: Final = {"Han": 3, "kana": 3, "Hangul": 3}


def read_prose(page: Page, content: Mask) -> str:
    """Return the beginning of the running text of a content; all of its text if it has little
    prose."""
    chars = np.where(content, page.chars, 0)
    not_prose = page.is_tag(*_NOT_PROSE)
    if page.is_tag("table").any():
        not_prose = not_prose | page.data_tables
    links = page.spread(page.blocks.link_words * 2 > page.blocks.words, fill=False)
    prose_chars = np.where((page.above(not_prose) < 0) & ~links, chars, 0)
    prose = _read_beginning(page, _drop_latin_lists(page, prose_chars))
    # A character of a script with large characters has three bytes, and counts as three letters.
    return prose if len(prose.encode()) >= MIN_LETTERS else _read_beginning(page, chars)


def _drop_latin_lists(page: Page, chars: Array) -> Array:
    """Leave out lists in ASCII, such as references, if the text around them is in a script other
    than Latin."""
    is_list = page.is_tag("ol", "ul", "dl")
    if not is_list.any():
        return chars
    n_bytes = page.text_stop - page.text_start
    listed = page.above(is_list) >= 0
    around = (chars > 0) & ~listed
    if n_bytes[around].sum() < max(_MIN_BYTES * chars[around].sum(), MIN_LETTERS):
        return chars
    # A run of white space is one character.
    return np.where(listed & (n_bytes * 2 < chars * 3), 0, chars)


def _read_beginning(page: Page, chars: Array) -> str:
    """Return the first texts among those with characters."""
    return page.text((chars > 0) & (chars.cumsum() - chars < MAX_CHARS))


def detect_language(text: str, declared: str | None) -> str | None:
    """Return the ISO 639 code of the language of a text, such as `en`; None if it is not clear.

    Args:
        text: the text, best without code.
        declared: the language that the page declares, such as `en-GB`. It decides if the text is
            short, and between close languages, such as Danish and Norwegian.
    """
    expected = read_language_code(declared)
    codes = np.frombuffer(text[: 2 * MAX_CHARS].encode("utf-32-le"), np.uint32)
    scripts = _SCRIPT_OF[np.minimum(codes, len(_SCRIPT_OF) - 1)]
    letters = _count_letters(scripts)
    script = _choose_script(letters, expected)
    if script != "Latin" and not (expected and is_written_in(expected, script)):
        in_sentences = _share_of_sentences(codes, scripts, script)
        least = _MIN_SENTENCES if letters.get("Latin", 0) >= _MIN_LATIN else _MIN_SHARE
        if in_sentences < least and _is_latin_prose(codes, scripts, expected):
            script = "Latin"
    if letters.get(script, 0) < MIN_LETTERS:
        return expected
    if script == "Han":
        return _choose_han_language(letters, expected, text)
    languages = SCRIPT_LANGUAGES.get(script, ())
    if len(languages) == 1:
        return languages[0]
    likely, is_reliable = _detect_by_words(_read_words(codes, scripts, script))
    if expected is None or not is_written_in(expected, script):
        is_clear = is_reliable or script != "Latin"
        return (likely if is_clear else None) or next(iter(languages), expected)
    return _weigh_declared(likely, expected, letters[script], text, is_reliable=is_reliable)


def _share_of_sentences(
    codes: npt.NDArray[np.uint32], scripts: npt.NDArray[np.uint8], script: str
) -> float:
    """Return the share of weighted letters in sentences that are mostly in a script."""
    weights = np.array([_WEIGHTS.get(name, 1) if name else 0 for name in _SCRIPTS])[scripts]
    own = {script, "kana"} if script == "Han" else {script}
    is_own = np.isin(scripts, [_SCRIPTS.index(name) for name in own])
    sentences = np.cumsum(np.isin(codes, _ENDS))
    n_letters = np.bincount(sentences, weights)
    is_mostly_own = np.bincount(sentences, weights * is_own) * 2 > n_letters
    return float(n_letters[is_mostly_own].sum() / n_letters.sum())


def _is_latin_prose(
    codes: npt.NDArray[np.uint32], scripts: npt.NDArray[np.uint8], expected: str | None
) -> bool:
    """Return whether the Latin letters of a text are prose in the declared language, or in any if
    the page declares none."""
    detected, is_reliable = _detect_by_words(_read_words(codes, scripts, "Latin"))
    return is_reliable and expected in (None, detected)


def _read_words(codes: npt.NDArray[np.uint32], scripts: npt.NDArray[np.uint8], script: str) -> str:
    """Return the first words in a script, separated by blanks."""
    beginning = slice(0, _MAX_TRIGRAM_CHARS)
    is_letter = scripts[beginning] == _SCRIPTS.index(script)
    words = np.where(is_letter, codes[beginning], ord(" ")).astype(np.uint32)
    return words.tobytes().decode("utf-32-le")


def _detect_by_words(words: str) -> tuple[str | None, bool]:
    """Return the likeliest language by trigrams, and whether it is reliable: that only languages
    close to it are about as likely. Between these, frequent words decide."""
    likely, is_reliable = _core.detect_language(words)
    if likely is None:
        return None, False
    if not is_reliable and (close := find_close_languages(likely)):
        is_reliable = _core.detect_language(words, close) == (likely, True)
    return choose_by_words(likely, words), is_reliable


def _count_letters(scripts: npt.NDArray[np.uint8]) -> dict[str, int]:
    """Return the weighted number of letters of each script; Han includes kana."""
    counts = np.bincount(scripts, minlength=len(_SCRIPTS)).tolist()
    letters = {
        script: n * _WEIGHTS.get(script, 1)
        for script, n in zip(_SCRIPTS, counts, strict=True)
        if script and n
    }
    if "kana" in letters:
        letters["Han"] = letters.get("Han", 0) + letters["kana"]
    return letters


def _choose_script(letters: dict[str, int], expected: str | None) -> str:
    """Return the script of the language: one other than Latin if it has a fair share."""
    others = {script: n for script, n in letters.items() if script not in ("Latin", "kana")}
    script = max(others, key=lambda script: others[script], default="Latin")
    is_expected = expected is not None and is_written_in(expected, script)
    least = _MIN_DECLARED_SHARE if is_expected else _MIN_SHARE
    n_letters = letters.get("Latin", 0) + sum(others.values())
    return script if others.get(script, 0) >= max(least * n_letters, 1) else "Latin"


def _choose_han_language(letters: dict[str, int], expected: str | None, text: str) -> str:
    kana_share = letters.get("kana", 0) / letters["Han"]
    if kana_share >= (_MIN_DECLARED_KANA if expected == "ja" else _MIN_KANA):
        return "ja"
    if expected == "ja":
        # Japanese addresses, names and tables have no kana either.
        n_chinese = sum(map(text.count, _CHINESE)) * _WEIGHTS["Han"]
        return "zh" if n_chinese >= _MIN_CHINESE * letters["Han"] else "ja"
    return expected if expected in SCRIPT_LANGUAGES["Han"] else "zh"


def _weigh_declared(
    likely: str | None, expected: str, n_letters: int, text: str, *, is_reliable: bool
) -> str:
    """Choose between the detected and the declared language of a text."""
    if likely is None or likely == expected:
        return expected
    own_letters = find_own_letters(likely, expected)
    if own_letters is not None:
        lowered = text.lower()
        n_likely, n_expected = (sum(map(lowered.count, own)) for own in own_letters)
        return likely if n_likely >= max(_MIN_OWN_LETTERS, 2 * n_expected) else expected
    if not is_reliable or n_letters < _MIN_CONTRADICTING:
        return expected
    return expected if expected in WITHOUT_TRIGRAMS and likely != "en" else likely
