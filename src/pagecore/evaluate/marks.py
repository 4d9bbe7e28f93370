"""Labels of contenders in tables: their names, with marks for in-sample and recorded figures."""

from __future__ import annotations

from pagecore.evaluate.other_contenders import RecordedContender
from pagecore.measure.contenders import OwnMethod
from pagecore.measure.run import Results

IN_SAMPLE = "(in-sample)"
RECORDED = "(recorded)"
#: Printed below every table in which a name has the mark.
FOOTNOTE = (
    f"{IN_SAMPLE}: the method was developed on these pages, or does not declare its pages; its "
    "figures may be lower on other pages"
)


def find_in_sample(results: Results) -> set[str]:
    """The names of the contenders that may have been developed on these pages."""
    return {
        contender.name
        for contender in results.contenders
        if isinstance(contender, OwnMethod) and contender.in_sample(results.corpus)
    }


def label_names(results: Results) -> dict[str, str]:
    """The label of each contender, by name: the name with its marks."""
    in_sample = find_in_sample(results)
    labels = {}
    for contender in results.contenders:
        name = labels[contender.name] = contender.name
        if name in in_sample:
            labels[name] = f"{name} {IN_SAMPLE}"
        elif isinstance(contender, RecordedContender) and not name.endswith(RECORDED):
            labels[name] = f"{name} {RECORDED}"
    return labels


def escape_surrogates(text: str) -> str:
    """Escape what no encoding can write, such as bytes of a file name that is not valid text."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
