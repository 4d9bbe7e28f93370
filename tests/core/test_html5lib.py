"""Tree construction as html5lib-tests want it, fragments and attributes included.

Left out are the cases that run scripts (`#script-on`): we parse with scripting off. A page has no
rows for comments and doctypes, so these are taken out of what a case expects.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from pagecore import parse
from tests.core.html5lib_format import TreeCase, read_cases, write_tree

# Case name -> why a page differs. Strict: a case listed here that passes is a failure too.
_SELECTED = "the content of an option is not copied into selectedcontent: it is in the page once"
EXCEPTIONS = {
    "webkit02:692": _SELECTED,
    "webkit02:706": _SELECTED,
    "webkit02:732": _SELECTED,
    "webkit02:748": _SELECTED,
}


@dataclass(frozen=True)
class TreeOutcome:
    """What a case expected, less comments and doctypes, and what the page is."""

    case: TreeCase
    expected: list[str]
    got: list[str]

    @property
    def passed(self) -> bool:
        return self.expected == self.got

    @property
    def only_comments_differ(self) -> bool:
        """The page is right but for the comments or doctypes that it does not keep."""
        return self.passed and len(self.expected) < len(self.case.expected)


@pytest.fixture(scope="module")
def outcomes(corpus: Callable[[str], Path]) -> list[TreeOutcome]:
    folder = corpus("html5lib-tests") / "tree-construction"
    files = sorted(folder.glob("*.dat")) + sorted(folder.glob("scripted/*.dat"))
    cases = [
        case
        for path in files
        for case in read_cases(path, path.relative_to(folder).with_suffix("").as_posix())
        if case.scripting is not True
    ]
    return [
        TreeOutcome(
            case,
            list(case.without_comments),
            write_tree(parse(case.data, fragment=case.fragment)),
        )
        for case in cases
    ]


def test_share_of_cases(outcomes: list[TreeOutcome]) -> None:
    # Counted twice: over all cases, and without those that differ by a comment or doctype.
    compared = [outcome for outcome in outcomes if not outcome.only_comments_differ]
    for label, counted in (("all", outcomes), ("without comments and doctypes", compared)):
        passed = sum(outcome.passed for outcome in counted)
        share = 100 * passed / len(counted)
        print(f"html5lib-tests, {label}: {passed}/{len(counted)}, {share:.2f} %")
        assert share >= 99.5
    assert len(outcomes) > 1500, "the files were not read to their end"


def test_exceptions_are_exactly_those_listed(outcomes: list[TreeOutcome]) -> None:
    failed = {outcome.case.name: outcome for outcome in outcomes if not outcome.passed}
    unlisted = sorted(failed.keys() - EXCEPTIONS.keys())
    assert not unlisted, "\n\n".join(_explain(failed[name]) for name in unlisted[:20])
    assert not EXCEPTIONS.keys() - failed.keys(), "these are listed as exceptions but pass"


def _explain(outcome: TreeOutcome) -> str:
    case = outcome.case
    lines = [f"{case.name} {case.data!r} fragment={case.fragment!r}"]
    lines += ["expected:", *outcome.expected, "got:", *outcome.got]
    return "\n".join(lines)
