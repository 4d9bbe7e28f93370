"""SECURITY.md: every promise names tests that exist, or targets of the Makefile."""

from __future__ import annotations

import re

import pytest

from tests.test_docs import ROOT, functions, quoted, table

SECURITY = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
PROMISES = table(SECURITY)


@pytest.mark.parametrize(("promise", "tested_by"), PROMISES, ids=[row[0][:40] for row in PROMISES])
def test_every_promise_has_a_test(promise: str, tested_by: str) -> None:
    targets = re.findall(
        r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE
    )
    names = quoted(tested_by)
    assert names, f"nothing tests: {promise}"
    for name in names:
        path, _, function = name.partition("::")
        if name.startswith("make "):
            assert name.removeprefix("make ") in targets
        else:
            assert function in functions(ROOT / path), f"there is no {name}"


def test_there_are_promises() -> None:
    assert len(PROMISES) > 9
