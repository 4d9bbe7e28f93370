"""What stands beside a contender's name wherever its figures are shown."""

from __future__ import annotations

from pagecore.evaluate.contenders import Recorded
from pagecore.measure.contenders import OwnMethod
from pagecore.measure.run import Results

IN_SAMPLE = "(in-sample)"
RECORDED = "(recorded)"
#: Said below every table in which a name carries the mark.
FOOTNOTE = (
    f"{IN_SAMPLE}: the method was made on these pages, or does not say on which it was made; on "
    "others it may do worse"
)


def in_sample(results: Results) -> set[str]:
    """The names of the contenders that may have been made on these pages."""
    return {
        one.name
        for one in results.contenders
        if isinstance(one, OwnMethod) and one.in_sample(results.corpus)
    }


def shown_names(results: Results) -> dict[str, str]:
    """By name what a contender is called where its figures stand: with its marks."""
    inside = in_sample(results)
    names = {one.name: one.name for one in results.contenders}
    for one in results.contenders:
        if one.name in inside:
            names[one.name] += f" {IN_SAMPLE}"
        elif isinstance(one, Recorded) and not one.name.endswith(RECORDED):
            names[one.name] += f" {RECORDED}"
    return names


def without_surrogates(text: str) -> str:
    """The text with what no encoding can write, such as bytes of a file name that is no text, as
    escapes."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
