"""Fields of sites: the floors that issue and documents promise."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tools.field_designs import DESIGNS, RANKINGS
from tools.field_figures import GoldPage, measure_design, measure_labels
from tools.record_pages import load_records

#: Minimum shares of own values that are a whole field, of fields with one attribute, and of values
#: in fields that one page names. Values are compared as `apply` writes them.
MIN_OWN, MIN_PURE, MIN_LABELLED = 0.79, 0.98, 0.9


def test_fields_of_sites(corpus: Callable[[str], Path], capsys: pytest.CaptureFixture[str]) -> None:
    sites: dict[str, list[GoldPage]] = {}
    for page in load_records(corpus("swde"))[0]:
        sites.setdefault(page.host, []).append(GoldPage.of(page))
    assert len(sites) == 48
    measured = measure_design(sites.values(), DESIGNS["aligned"], RANKINGS["pages"])
    labels = measure_labels(sites.values(), n_labelled=1)
    own, pure = measured.share("own values"), measured.share("fields")
    labelled = labels.share("labelled values")
    with capsys.disabled():
        print(f"\nfields: own values {own:.3f}, pure {pure:.3f}, labelled {labelled:.3f}")
    assert own is not None
    assert pure is not None
    assert labelled is not None
    assert own >= MIN_OWN
    assert pure >= MIN_PURE
    assert labelled >= MIN_LABELLED
