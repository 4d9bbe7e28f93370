"""Write the table of month names that the core reads dates with, from Unicode's CLDR.

`python -m tools.months > core/src/metadata/months.txt`, with Babel installed, which carries CLDR.
Nothing else needs Babel.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Final

#: Languages that are written with months of the Gregorian calendar; those with numbers for months
#: (Chinese, Japanese, Korean) are read without a table.
LANGUAGES: Final = (
    "af ar az be bg bn bs ca cs cy da de el en es et eu fa fi fil fr ga gl gu he hi hr hu hy id is "
    "it ka kk km kn ky lo lt lv mk ml mn mr ms mt my nb ne nl nn pa pl pt ro ru si sk sl sq sr "
    "sr_Latn sv sw ta te th tr uk ur uz vi"
)
#: What CLDR does not list and pages write.
MORE: Final = {"en": {"sept": 9}, "de": {"mrz": 3, "jän": 1, "jänner": 1, "feber": 2}}
_HEADER: Final = """\
# Month names: name, month, and where languages disagree which language means it so.
# Written by `python -m tools.months` from Unicode's CLDR (Unicode-3.0), as Babel
# {version} has it.
"""


def main() -> None:
    """Print the table."""
    import babel
    from babel.dates import get_month_names

    languages: dict[str, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
    for language in LANGUAGES.split():
        code = "no" if language in ("nb", "nn") else language.partition("_")[0]
        for context in ("format", "stand-alone"):
            for width in ("wide", "abbreviated"):
                for month, name in get_month_names(width, context, language).items():
                    for word in _forms(name):
                        languages[word][month].add(code)
        for name, month in MORE.get(language, {}).items():
            languages[name][month].add(code)
    print(_HEADER.format(version=babel.__version__), end="")
    for name in sorted(languages):
        for month, codes in sorted(languages[name].items()):
            only = f" {','.join(sorted(codes))}" if len(languages[name]) > 1 else ""
            print(f"{name}\t{month}{only}")


def _forms(name: str) -> set[str]:
    """A name in the form that the core looks up: lower case, without the dot of an abbreviation;
    nothing where it is a number or has several words."""
    word = name.lower().strip(" .")
    return {word} if re.fullmatch(r"[^\W\d_][^\s\d]+", word) else set()


if __name__ == "__main__":
    main()
