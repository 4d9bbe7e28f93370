"""Write the table of month names that the core reads dates with, from Unicode's CLDR.

`python -m tools.months > core/src/metadata/months.txt`, with Babel installed, which carries CLDR.
Nothing else needs Babel.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Final

#: Languages that are written with months of the Gregorian calendar; those with numbers for months
#: (Chinese, Japanese, Korean) are read without a table. Arabic names months in four ways.
LANGUAGES: Final = (
    "af ar ar_DZ ar_LB ar_MA ar_MR az be bg bn bs ca cs cy da de el en es et eu fa fi fil fr ga gl "
    "gu he hi hr hu hy id is it ka kk km kn ky lo lt lv mk ml mn mr ms mt my nb ne nl nn pa pl pt "
    "ro ru si sk sl sq sr sr_Latn sv sw ta te th tr uk ur uz vi"
)
#: What CLDR does not list and pages write.
MORE: Final = {"en": {"sept": 9}, "de": {"mrz": 3, "jän": 1, "jänner": 1, "feber": 2}}
#: Letters that a language writes before the month of a date, without a blank: "in October".
PREFIXES: Final = {"he": "ב"}
_HEADER: Final = """\
# Month names: name, month, and where languages disagree which language means it so.
# Written by `python -m tools.months` from Unicode's CLDR (Unicode-3.0), as Babel
# {version} has it.
"""


def main() -> None:
    """Print the table."""
    import babel
    from babel import localedata
    from babel.dates import get_month_names

    languages: dict[str, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
    for language in LANGUAGES.split():
        # Babel resolves the aliases of the root once, for the first language that asks for them.
        localedata._cache.clear()
        code = "no" if language in ("nb", "nn") else language.partition("_")[0]
        names = [
            pair
            for context in ("format", "stand-alone")
            for width in ("wide", "abbreviated")
            for pair in get_month_names(width, context, language).items()
        ]
        # "арван нэгдүгээр сар" is November, while "нэгдүгээр сар" is January.
        most_words = 1 if any(name.count(" ") > 1 for _, name in names) else 2
        for month, name in [*names, *((n, name) for name, n in MORE.get(language, {}).items())]:
            for word in _forms(name, code, most_words):
                languages[word][month].add(code)
    print(_HEADER.format(version=babel.__version__), end="")
    for name in sorted(languages):
        for month, codes in sorted(languages[name].items()):
            only = f" {','.join(sorted(codes))}" if len(languages[name]) > 1 else ""
            print(f"{name}\t{month}{only}")


def _forms(name: str, code: str, most_words: int) -> set[str]:
    """A name in the forms that the core looks up: lower case, without the dot of an abbreviation;
    nothing where it is a number or has too many words."""
    word = name.lower().strip(" .").removeprefix("de ")
    words = word.split(" ")
    if len(words) > most_words or not all(re.fullmatch(r"[^\W\d_][^\s\d]+", w) for w in words):
        return set()
    # Many Arabic pages leave the hamza out.
    forms = {word, re.sub("[أإآ]", "ا", word)} if code == "ar" else {word}
    return forms | {PREFIXES[code] + form for form in forms} if code in PREFIXES else forms


if __name__ == "__main__":
    main()
