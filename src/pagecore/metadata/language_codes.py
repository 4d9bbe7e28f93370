"""Codes of languages: how they are declared, their scripts, and which of them are close."""

from __future__ import annotations

import re
from typing import Final

#: Languages that are written in a script other than Latin; the first is the most common.
SCRIPT_LANGUAGES: Final = {
    "Arabic": ("ar", "fa", "ur", "ps", "sd", "ug", "ckb", "ku"),
    "Armenian": ("hy",),
    "Bengali": ("bn", "as"),
    "Cyrillic": ("ru", "uk", "be", "bg", "mk", "sr", "kk", "ky", "tg", "mn", "tt", "ba", "os"),
    "Devanagari": ("hi", "mr", "ne", "sa", "mai", "bho", "kok"),
    "Ethiopic": ("am", "ti"),
    "Georgian": ("ka",),
    "Greek": ("el",),
    "Gujarati": ("gu",),
    "Gurmukhi": ("pa",),
    "Han": ("zh", "ja", "yue"),
    "Hangul": ("ko",),
    "Hebrew": ("he", "yi"),
    "Kannada": ("kn",),
    "Khmer": ("km",),
    "Lao": ("lo",),
    "Malayalam": ("ml",),
    "Myanmar": ("my",),
    "Oriya": ("or",),
    "Sinhala": ("si",),
    "Tamil": ("ta",),
    "Telugu": ("te",),
    "Thai": ("th",),
    "Tibetan": ("bo", "dz"),
}  # fmt: skip
#: Languages among them that are also written in Latin letters.
_ALSO_LATIN: Final = {"sr", "ku", "kk", "tt"}
_NOT_LATIN: Final = {code for codes in SCRIPT_LANGUAGES.values() for code in codes} - _ALSO_LATIN

#: Languages in Latin letters that have no trigrams in the core. A page that declares one of them is
#: believed unless its text is English.
WITHOUT_TRIGRAMS: Final = frozenset({
    "aa", "an", "ast", "ay", "bi", "bm", "br", "bs", "ceb", "ch", "co", "ee", "eu", "ff", "fj",
    "fo", "fy", "ga", "gd", "gl", "gn", "gv", "ha", "haw", "ht", "hmn", "ia", "ie", "ig", "ik",
    "io", "is", "kl", "kw", "lb", "lg", "li", "ln", "lu", "mg", "mh", "mi", "ms", "mt", "nd",
    "nn", "nr", "nv", "ny", "oc", "om", "qu", "rm", "rn", "rw", "sc", "se", "sg", "sm", "so",
    "sq", "ss", "st", "su", "sw", "tn", "to", "ts", "ty", "vo", "wa", "wo", "xh", "yo", "za",
})  # fmt: skip

#: Groups of languages that trigrams confuse, with the letters in which they differ.
CLOSE_LANGUAGES: Final = (
    {"da": "", "no": "", "nn": "", "sv": "äö"},
    {"hr": "ćđ", "sr": "ćđ", "bs": "ćđ", "sl": ""},
    {"cs": "ěřů", "sk": "ľĺŕôä"},
    {"id": "", "ms": "", "jv": "", "su": ""},
    {"es": "ñ", "gl": "ñ", "pt": "ãõ", "ca": "çèò", "oc": "çèò", "ast": "ñ"},
    {"nl": "", "af": ""},
    {"tr": "", "az": "ə", "tk": "ňý", "uz": ""},
    {"ru": "ыэъё", "uk": "іїєґ", "be": "ыэёіў", "bg": "ъ", "mk": "ѓќѕјљњџ", "sr": "ђћјљњџ"},
    {"ar": "", "fa": "پچژگ", "ur": "پچژگٹڈڑںے"},
    {"hi": "", "mr": "", "ne": ""},
    {"he": "", "yi": "ײױװ"},
    {"zu": "", "xh": "", "ss": "", "nr": "", "nd": ""},
)

#: Frequent words in which close languages differ.
_DIFFERENT_WORDS: Final = tuple(
    {code: frozenset(words.split()) for code, words in group.items()}
    for group in (
        {
            "da": "af andet blev bliver efter fra gange gennem gør havde hvad igen ikke lidt længe "
            "længere mellem mere mig dig sig noget nogle nu og op sidste siger ud uden vej være",
            "no": "av annet ble blir etter fra ganger gjennom gjør hadde hva igjen ikke litt lenge "
            "lenger mellom mer meg deg seg noe noen nå og opp siste sier ut uten uke vei være å",
            "nn": "av anna vart blir etter frå gonger gjennom gjer hadde kva ikkje litt lenge "
            "lenger mellom meir meg deg seg noko nokon ein eit og opp siste seier ut utan veke veg "
            "vere å",
            "sv": "av annat blev blir efter från gånger genom gör hade vad igen inte lite länge "
            "längre mellan mer mig dig sig något några nu och upp sista säger ut utan vecka väg "
            "vara att är",
        },
        {
            "es": "el los las y del una también más con en un no",
            "gl": "o os as e do da unha tamén máis con en un non",
            "pt": "o os as e do da uma também mais com em um não",
        },
        {
            "id": "karena bahwa yaitu uang baru kantor polisi perusahaan pemerintah bisa",
            "ms": "kerana bahawa iaitu wang baharu pejabat polis syarikat kerajaan boleh",
        },
    )
)

#: Former codes, codes of three letters, and codes of varieties, with the code that is returned.
_OTHER_CODES: Final = {
    "iw": "he", "in": "id", "ji": "yi", "jw": "jv", "sh": "sr", "mo": "ro", "nb": "no", "fil": "tl",
    "cmn": "zh", "prs": "fa", "arb": "ar", "jp": "ja", "cn": "zh", "kr": "ko", "cz": "cs",
    "eng": "en", "deu": "de", "ger": "de", "fra": "fr", "fre": "fr", "spa": "es", "ita": "it",
    "por": "pt", "rus": "ru", "jpn": "ja", "zho": "zh", "chi": "zh", "kor": "ko", "nor": "no",
    "nob": "no", "nno": "nn", "swe": "sv", "dan": "da", "fin": "fi", "nld": "nl", "dut": "nl",
    "pol": "pl", "tur": "tr", "ces": "cs", "cze": "cs", "ell": "el", "gre": "el", "ara": "ar",
}  # fmt: skip
#: Codes of no language, and of several.
_NO_LANGUAGE: Final = frozenset({"mul", "und", "zxx", "mis", "xx", "xxx"})
_CODE: Final = re.compile(r"\s*([A-Za-z]{2,3})(?![A-Za-z])")


def read_language_code(declared: str | None) -> str | None:
    """Return the code of a declared language without its region: `en` for `en-GB`."""
    match = _CODE.match(declared or "")
    if match is None:
        return None
    code = match[1].lower()
    return None if code in _NO_LANGUAGE else _OTHER_CODES.get(code, code)


def is_written_in(code: str, script: str) -> bool:
    """Return whether a language is written in a script."""
    if script == "Latin":
        return code not in _NOT_LATIN
    return code in SCRIPT_LANGUAGES[script]


def find_own_letters(code: str, other: str) -> tuple[str, str] | None:
    """Return the letters that only one of two close languages has: those of the first, those of the
    second. None if the languages are not close."""
    for group in CLOSE_LANGUAGES:
        if code in group and other in group:
            letters, others = group[code], group[other]
            own = "".join(letter for letter in letters if letter not in others)
            return own, "".join(letter for letter in others if letter not in letters)
    return None


def find_close_languages(code: str) -> list[str]:
    """Return the codes of the languages that are close to a language."""
    groups = (group for group in CLOSE_LANGUAGES if code in group)
    return [other for group in groups for other in group if other != code]


def choose_by_words(code: str, text: str) -> str:
    """Return a language or the one close to it that has more of the frequent words of a text."""
    for group in _DIFFERENT_WORDS:
        if code in group:
            words = text.lower().split()
            n_words = {other: sum(map(own.__contains__, words)) for other, own in group.items()}
            return max(n_words, key=lambda other: (n_words[other], other == code))
    return code
