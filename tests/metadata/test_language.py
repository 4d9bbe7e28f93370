"""The language of a content: what is prose, its script, its trigrams, the declared language."""

from __future__ import annotations

import numpy as np
import pytest

import pagecore
from pagecore.choice import Part
from pagecore.metadata.language import MAX_CHARS, detect_language, read_prose
from pagecore.metadata.language_codes import (
    CLOSE_LANGUAGES,
    SCRIPT_LANGUAGES,
    WITHOUT_TRIGRAMS,
    find_own_letters,
    is_written_in,
    read_language_code,
)

EN = "The tide rises twice a day and nobody on this coast is surprised by the water any more. "
JA = "潮の満ち引きは月と太陽の引力によって起こる現象であり、海岸では一日に二回見られる。"
ZH = "潮汐是由月球和太阳的引力引起的海水周期性涨落现象，沿海地区每天可以看到两次。"
KO = "조석은 달과 태양의 인력에 의해 바닷물이 주기적으로 오르내리는 현상이다."
RU = "Приливы и отливы вызваны притяжением луны и солнца, их видят дважды в день на берегу. "
UK = "Припливи й відпливи спричинені тяжінням Місяця, їх бачать двічі на день на березі її моря. "
DE = "Das Wasser steigt zweimal am Tag, und niemand wundert sich mehr darüber. "
NO = (
    "Tidevannet stiger to ganger om dagen, og ingen på denne kysten er lenger overrasket over det. "
)
DA = "Tidevandet stiger to gange om dagen, og ingen på denne kyst er længere overrasket over det. "
SV = "Tidvattnet stiger två gånger om dagen, och ingen på kusten är längre förvånad över det här. "
IS = "Sjávarföll verða tvisvar á dag og enginn á ströndinni er lengur hissa á því. "
NN = "Hamna opna ein ny protokoll for ferjene, og han vart ikkje gløymd av dei som var der. "
MR = "बंदर कार्यालयाने बोटींसाठी नवी वही उघडली आणि प्रत्येक फेरी वेळेसह लिहिली गेली. ती हरवली नाही. "
MS = "Pejabat pelabuhan membuka buku baharu kerana setiap feri dicatat dengan jam dan cuaca. "
GL = "A oficina do porto abriu un novo libro e cada travesía foi anotada coa súa hora, non máis. "
PT = "O escritório do porto abriu um novo livro e cada travessia foi anotada com a hora, não mais. "
KANJI = "港湾局一覧。東京都港区六本木三丁目。横浜市西区。平成二十五年十月一日開設。"
REFERENCES = (
    "<h2>References</h2><ol>"
    + "<li>Lee, A. and Chen, B. (1999). On the measurement of tides in northern seas. Sea 7, 1-20."
    * 25
    + "</ol>"
)
CODE = "for (const tide of tides) { console.log(tide.height, tide.time, harbour.name); } " * 20
#: A sentence with two words in another script, about a fifth of its letters.
MIXED = "<p>The {} old harbour is quiet in winter, and few boats {} leave it before the sun rises."
TERMS = (
    "<p>Docker Compose で web service と database container を起動し、port forwarding を確認する。"
)
VOCABULARY = "".join(
    f"<li>{word}: {english}"
    for word, english in [("港がとても静かです", "quiet"), ("船が出る", "leaves")] * 6
)
TABLE = f"<table><tr><th>a<th>b<tr><td>{EN}<td>{EN}</table>"

PAGES = [
    # what it shows, declared, content, language
    ("code is left out", "en", f"<p>{JA}<pre>{CODE}</pre>", "ja"),
    ("code in the line too", "en", f"<p>{ZH}<code>{CODE}</code>", "zh"),
    ("data tables are left out", "en", f"<p>{KO * 2}{TABLE}", "ko"),
    ("lists of links are left out", "en", f"<p>{DE * 3}<ul><li><a href=a>{EN * 9}</a></ul>", "de"),
    ("nothing declared", "", f"<p>{ZH}<pre>{CODE}</pre>", "zh"),
    ("many Latin terms in Japanese", "en", f"<p>{JA} {EN * 2}", "ja"),
    ("many Latin terms in Russian", "ru", f"<p>{RU} {EN * 3}", "ru"),
    ("Chinese words in English", "en", MIXED.format("(青岛的港口)", "(渔船三艘出发)") * 6, "en"),
    ("Chinese words, undeclared", "", MIXED.format("(青岛的港口)", "(渔船三艘出发)") * 6, "en"),
    ("Russian words in English", "en", MIXED.format("пристань", "рыбацкая лодка") * 6, "en"),
    ("Russian words in German", "de", f"<p>{DE} пристань, рыбацкая лодка" * 6, "de"),
    ("a list of Japanese words", "en", f"<p>{EN * 5}<ul>{VOCABULARY}</ul>", "en"),
    ("Japanese with English terms", "en", TERMS * 6, "ja"),
    ("an English summary in Japanese", "en", f"<p>{JA * 9}<p>{EN * 4}", "ja"),
    ("a foreign quotation in English", "en", f"<p>{EN * 9}{RU}", "en"),
    ("little prose: the whole content", "", f"<p>Tides<ul><li><a href=a>{DE * 3}</a></ul>", "de"),
    ("declared wrongly", "fr", f"<p>{DE * 3}", "de"),
    ("declared in another script", "zh-CN", f"<p>{DE * 3}", "de"),
    ("declared Norwegian", "nb-NO", f"<p>{NO * 3}", "no"),
    ("declared Nynorsk", "nn", f"<p>{NO * 3}", "nn"),
    ("Norwegian declared as English", "en", f"<p>{NO * 3}", "no"),
    ("Norwegian without a declaration", "", f"<p>{NO * 3}", "no"),
    ("Danish declared as English", "en-US", f"<p>{DA * 3}", "da"),
    ("Danish without a declaration", "", f"<p>{DA * 3}", "da"),
    ("Swedish declared as English", "en", f"<p>{SV * 3}", "sv"),
    ("Nynorsk without a declaration", "", f"<p>{NN * 3}", "nn"),
    ("Marathi declared as English", "en", f"<p>{MR * 3}", "mr"),
    ("Malay without a declaration", "", f"<p>{MS * 3}", "ms"),
    ("Galician without a declaration", "", f"<p>{GL * 3}", "gl"),
    ("Portuguese without a declaration", "", f"<p>{PT * 3}", "pt"),
    ("Japanese without kana", "ja", f"<p>{KANJI * 3}", "ja"),
    ("Chinese declared as Japanese", "ja", f"<p>{ZH * 3}", "zh"),
    ("Japanese with English references", "en", f"<p>{JA}<p>{JA}{REFERENCES}", "ja"),
    ("Chinese with English references", "", f"<p>{ZH}<p>{ZH}{REFERENCES}", "zh"),
    ("Korean with English references", "en", f"<p>{KO}<p>{KO}{REFERENCES}", "ko"),
    ("Russian with English references", "en", f"<p>{RU}<p>{RU}{REFERENCES}", "ru"),
    ("English with a Japanese list", "en", f"<p>{EN * 9}<ul><li>{JA}</ul>", "en"),
    ("close: the declaration decides", "no", f"<p>{DA * 3}", "no"),
    ("close, but other letters", "da", f"<p>{SV * 3}", "sv"),
    ("Ukrainian declared as Russian", "ru", f"<p>{UK * 3}", "uk"),
    ("one Ukrainian sentence declared as Russian", "ru", f"<p>{UK}", "uk"),
    ("one Russian sentence declared as Ukrainian", "uk", f"<p>{RU}", "ru"),
    ("one Norwegian sentence declared as English", "en", f"<p>{NO * 2}", "no"),
    ("no trigrams: believed", "is", f"<p>{IS * 3}", "is"),
    ("no trigrams, but English", "is", f"<p>{EN * 3}", "en"),
    ("short: declared", "fr", "<p>Text.", "fr"),
    ("short and contradicting", "fr", f"<p>{DE}", "fr"),
    ("no language", "und", "<p>1234", None),
]


@pytest.mark.parametrize(("what", "declared", "content", "language"), PAGES)
def test_languages_of_pages(what: str, declared: str, content: str, language: str | None) -> None:
    page = pagecore.parse(f"<html lang='{declared}'><body>{content}")
    document = pagecore.Document([Part(page, _choose_all(page))], "tide")
    assert document.language == language, what


def _choose_all(page: pagecore.Page) -> pagecore.Choice:
    return pagecore.Choice.of(page, np.ones(len(page), np.bool_))


def test_kana_decides_between_japanese_and_chinese() -> None:
    few_kana = ZH * 3 + "の"
    assert detect_language(few_kana, "zh-TW") == "zh"
    assert detect_language(few_kana, None) == "zh"
    assert detect_language("海岸潮汐観測所一覧" * 9 + "の", "ja") == "ja"
    assert detect_language(ZH, "yue") == "yue"


def test_prose_is_limited() -> None:
    page = pagecore.parse("".join(f"<p>{EN}</p>" for _ in range(500)))
    prose = read_prose(page, np.ones(len(page), np.bool_))
    assert MAX_CHARS <= len(prose) <= MAX_CHARS + len(EN)


def test_prose_of_nothing() -> None:
    page = pagecore.parse("<p>Text")
    assert read_prose(page, np.zeros(len(page), np.bool_)) == ""
    assert detect_language("", None) is None


CODES = [
    ("en-GB", "en"), ("EN_us", "en"), (" de ", "de"), ("nb", "no"), ("iw", "he"), ("zh-Hant", "zh"),
    ("eng", "en"), ("und", None), ("", None), (None, None), ("english", None), ("x", None),
]  # fmt: skip


@pytest.mark.parametrize(("declared", "code"), CODES)
def test_declared_codes(declared: str | None, code: str | None) -> None:
    assert read_language_code(declared) == code


def test_tables_of_languages_agree() -> None:
    not_latin = {code for codes in SCRIPT_LANGUAGES.values() for code in codes}
    assert not not_latin & WITHOUT_TRIGRAMS - {"ku"}
    for group in CLOSE_LANGUAGES:
        scripts = [
            {script for script in ("Latin", *SCRIPT_LANGUAGES) if is_written_in(code, script)}
            for code in group
        ]
        assert set.intersection(*scripts), group
    assert find_own_letters("uk", "ru") == ("іїєґ", "ыэъё")
    assert find_own_letters("de", "ru") is None
