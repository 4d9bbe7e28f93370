"""Which encoding a page is read in, and what is said when its bytes disagree.

The order: a byte order mark; the argument; valid UTF-8 with a character outside ASCII; `meta`; the
pattern of UTF-16; a guess.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pagecore import Page, parse

RUSSIAN = "<p>Съешь же ещё этих мягких французских булок, да выпей чаю.</p>"
GERMAN = "<p>Die Bären fraßen über Nacht süße Äpfel, größtenteils überreife.</p>"
JAPANESE = "<p>いろはにほへと、ちりぬるを。表示と能力のテストです。わかよたれそ、つねならむ。</p>"

ORDER = [
    # what it shows, bytes, argument, encoding, what it is known from
    ("UTF-8 mark before all", b"\xef\xbb\xbf<meta charset=koi8-r>a", "latin1", "utf-8", "bom"),
    ("UTF-16LE mark", b"\xff\xfe<\0p\0>\0\xe9\0", "latin1", "utf-16le", "bom"),
    ("UTF-16BE mark", b"\xfe\xff\0<\0p\0>\0\xe9", None, "utf-16be", "bom"),
    ("argument before UTF-8", "é".encode(), "windows-1252", "windows-1252", "argument"),
    ("argument before meta", b"<meta charset=koi8-r>\xe9", "latin1", "windows-1252", "argument"),
    ("argument by another label", b"\xe9", " L1 ", "windows-1252", "argument"),
    ("UTF-8 before meta", f"<meta charset=koi8-r>{RUSSIAN}".encode(), None, "utf-8", "utf-8"),
    ("UTF-8 undeclared", RUSSIAN.encode(), None, "utf-8", "utf-8"),
    ("meta", b"<meta charset=koi8-r>\xc1\xc2", None, "koi8-r", "meta"),
    ("meta, ASCII bytes", b"<meta charset=koi8-r>abc", None, "koi8-r", "meta"),
    ("meta in content", b"<meta http-equiv=content-type content='a;charset=big5'>", None,
     "big5", "meta"),
    ("meta says UTF-16, but was read", b"<meta charset=utf-16le>a", None, "utf-8", "meta"),
    ("UTF-16LE without mark", GERMAN.encode("utf-16-le"), None, "utf-16le", "pattern"),
    ("UTF-16BE without mark", GERMAN.encode("utf-16-be"), None, "utf-16be", "pattern"),
    ("UTF-16LE of another script", JAPANESE.encode("utf-16-le"), None, "utf-16le", "pattern"),
    ("UTF-16BE of another script", JAPANESE.encode("utf-16-be"), None, "utf-16be", "pattern"),
    ("guess, Cyrillic", RUSSIAN.encode("windows-1251"), None, "windows-1251", "guess"),
    ("guess, German", GERMAN.encode("latin1"), None, "windows-1252", "guess"),
    ("guess, Japanese", JAPANESE.encode("euc-jp"), None, "euc-jp", "guess"),
    ("guess, Japanese", JAPANESE.encode("shift_jis"), None, "shift_jis", "guess"),
    ("guess, ISO-2022-JP", JAPANESE.encode("iso2022_jp"), None, "iso-2022-jp", "guess"),
    ("ASCII", b"<p>plain", None, "utf-8", "ascii"),
    ("nothing at all", b"", None, "utf-8", "ascii"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("data", "argument", "encoding", "known_from"),
    [case[1:] for case in ORDER],
    ids=[case[0] for case in ORDER],
)
def test_order(data: bytes, argument: str | None, encoding: str, known_from: str) -> None:
    page = parse(data, encoding=argument)
    assert (page.encoding, page.encoding_from) == (encoding, known_from)


@pytest.mark.parametrize("codec", ["gbk", "big5", "shift_jis", "euc-jp", "euc-kr"])
@pytest.mark.parametrize("n_filler", range(4))
def test_guess_of_a_long_page_does_not_depend_on_where_the_sample_ends(
    codec: str, n_filler: int
) -> None:
    words = {"gbk": "农业发展与环境保护问题研究", "big5": "農業發展與環境保護問題研究"}
    korean = "오늘은 날씨가 좋아서 공원에 갔다 "
    text = words.get(codec) or (korean if codec == "euc-kr" else JAPANESE)
    data = b"<p>" + b"a" * n_filler + (text * 1200).encode(codec)
    for source in (data, data[:-1], data[:9000], data[:9001]):
        page = parse(source)
        assert (page.encoding, page.encoding_from) == (codec, "guess")


@pytest.mark.parametrize(
    ("text", "codec"),
    [
        (RUSSIAN, "windows-1251"),
        (RUSSIAN, "koi8-r"),
        (RUSSIAN, "iso8859-5"),
        (GERMAN, "windows-1252"),
        (JAPANESE, "shift_jis"),
        (JAPANESE, "euc-jp"),
        (JAPANESE, "iso2022_jp"),
        (RUSSIAN + GERMAN + JAPANESE, "utf-8"),
        (RUSSIAN + GERMAN + JAPANESE, "gb18030"),
        (RUSSIAN + GERMAN + JAPANESE, "utf-16-le"),
        (RUSSIAN + GERMAN + JAPANESE, "utf-16-be"),
    ],
)
def test_one_page_in_many_encodings(text: str, codec: str) -> None:
    label = {"iso8859-5": "iso-8859-5", "iso2022_jp": "iso-2022-jp"}.get(codec, codec)
    label = {"utf-16-le": "utf-16le", "utf-16-be": "utf-16be"}.get(label, label)
    page = parse(text.encode(codec), encoding=label)
    assert bytes(page.source).decode() == text
    assert page.text() == parse(text).text()
    assert page.warnings == ()


def test_str_needs_no_encoding() -> None:
    page = parse("<meta charset=koi8-r>" + RUSSIAN, encoding="latin1")
    assert page.encoding_from == "str"
    assert bytes(page.source).decode() == "<meta charset=koi8-r>" + RUSSIAN


def test_lone_surrogate_of_a_str_becomes_a_replacement_character() -> None:
    assert parse("<p>a\ud800b").text() == "a\ufffdb"


def test_a_mark_is_not_text() -> None:
    assert parse(b"\xef\xbb\xbfa").text() == "a"
    assert parse(b"\xff\xfea\0").text() == "a"


def test_source_is_what_was_given_where_that_is_utf_8() -> None:
    assert bytes(parse(RUSSIAN.encode()).source) == RUSSIAN.encode()


# ---------------------------------------------------------------- warnings


def only_warning(page: Page, code: str) -> tuple[int, int]:
    """Offset and count of the one warning a page has."""
    (warning,) = page.warnings
    assert warning.code == code
    assert warning.message
    return warning.offset, warning.count


def test_unknown_argument_is_left_aside() -> None:
    page = parse(b"<meta charset=koi8-r>\xc1", encoding="klingon")
    assert page.encoding == "koi8-r"
    only_warning(page, "encoding-unknown")
    assert "klingon" in page.warnings[0].message


def test_meta_that_says_otherwise() -> None:
    page = parse(b"<meta charset=windows-1251>" + RUSSIAN.encode())
    only_warning(page, "encoding-declared-otherwise")
    assert "windows-1251" in page.warnings[0].message


def test_argument_that_bytes_contradict() -> None:
    page = parse(b"<p>caf\xe9 cr\xe8me, please", encoding="utf-8")
    assert page.text() == "caf\ufffd cr\ufffdme, please"
    assert only_warning(page, "encoding-contradicted") == (6, 2)
    # Who fetched the page gave no argument.
    assert "detected by: charset argument or HTTP header" in page.warnings[0].message


def test_meta_that_bytes_contradict() -> None:
    page = parse(b"<meta charset=utf-8><p>caf\xe9")
    assert (page.encoding, page.encoding_from) == ("utf-8", "meta")
    assert page.text() == "caf\ufffd"
    assert only_warning(page, "encoding-contradicted") == (26, 1)


def test_mixed_encodings_are_read_as_declared() -> None:
    page = parse(b"<meta charset=utf-8><p>" + "süß".encode() + b" und s\xfc\xdf.")
    assert page.text() == "süß und s\ufffd\ufffd."
    assert only_warning(page, "encoding-contradicted")[1] == 2


def test_truncated_utf_8_stays_utf_8() -> None:
    data = RUSSIAN.encode()
    page = parse(data[: data.index("булок".encode()) + 1])
    assert (page.encoding, page.encoding_from) == ("utf-8", "utf-8")
    assert page.text() == "Съешь же ещё этих мягких французских \ufffd"
    assert only_warning(page, "encoding-contradicted")[1] == 1


def test_half_a_utf_16_character_at_the_end() -> None:
    page = parse(b"\xff\xfea\0b\0c")
    assert page.text() == "ab\ufffd"
    assert only_warning(page, "encoding-contradicted") == (2, 1)


def test_replacement_characters_of_the_page_are_not_counted() -> None:
    page = parse("<p>a\ufffdb".encode())
    assert page.warnings == ()


# ---------------------------------------------------------------- html5lib-tests

# Case -> why a page is read in another encoding. Strict, like all our lists of exceptions.
EXCEPTIONS = {
    "test-yahoo-jp:1": "the bytes are valid UTF-8, which goes before what meta declares",
    "tests1:349": "meta stands behind the first 8192 bytes, where it is not looked for",
}


def read_cases(path: Path) -> list[tuple[str, bytes, str]]:
    """Name, bytes and expected encoding of the cases in one file."""
    cases = []
    line = 1
    for chunk in path.read_bytes().split(b"#data\n")[1:]:
        data, _, expected = chunk.partition(b"\n#encoding\n")
        name = expected.strip().split(b"\n")[0].decode("ascii").lower()
        cases.append((f"{path.stem}:{line}", data, name))
        line += 1 + chunk.count(b"\n")
    return cases


def test_html5lib_encodings(corpus: Callable[[str], Path]) -> None:
    folder = corpus("html5lib-tests") / "encoding"
    cases = [case for path in sorted(folder.glob("*.dat")) for case in read_cases(path)]
    failed = {}
    for name, data, expected in cases:
        page = parse(data)
        # ASCII without a declaration reads the same in both, and we call it UTF-8.
        as_expected = "utf-8" if page.encoding_from == "ascii" else expected
        if page.encoding != as_expected or (
            page.encoding_from == "ascii" and expected != "windows-1252"
        ):
            failed[name] = f"{data!r}: expected {expected}, got {page.encoding}"
    print(f"encodings of html5lib-tests: {len(cases) - len(failed)}/{len(cases)}")
    unlisted = sorted(failed.keys() - EXCEPTIONS.keys())
    assert not unlisted, "\n".join(f"{name} {failed[name]}" for name in unlisted)
    assert not EXCEPTIONS.keys() - failed.keys(), "these are listed as exceptions but pass"
    assert len(cases) > 50
