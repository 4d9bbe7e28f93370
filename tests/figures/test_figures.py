"""The figures that `pagecore methods` shows."""

from __future__ import annotations

from click.testing import CliRunner

from pagecore.cli import pagecore
from pagecore.figures import load_figures, published_figures


def test_figures_of_a_method_by_collection_and_metric() -> None:
    figures = published_figures("default")
    assert set(figures) >= {("wcxb", "words"), ("fundus", "words-unspaced"), ("aeb", "grams")}
    rows = load_figures()["quality"]["figures"]
    (row,) = [row for row in rows if (row["family"], row["name"]) == ("page", "default")]
    assert list(figures.values()) == [figure["value"] for figure in row["figures"]]


def test_a_method_without_figures() -> None:
    assert published_figures("no such method") == {}
    # Peers are no methods.
    assert published_figures("trafilatura") == {}
    assert published_figures("default", family="segment") == {}


def test_the_command_shows_them() -> None:
    shown = " ".join(CliRunner().invoke(pagecore, ["methods", "default"]).output.split())
    figures = published_figures("default")
    assert f"wcxb, word F1 {figures['wcxb', 'words']:.3f}" in shown
    assert f"fundus, word F1 (unspaced) {figures['fundus', 'words-unspaced']:.3f}" in shown


#: Entries that were measured before a collection changed, by entry and collection, and why they
#: were not measured again.
OLDER = {("feature worth", "forums"): "needs a GPU; links of posts have changed, and no text"}


def test_a_collection_has_one_digest() -> None:
    digests: dict[str, set[str]] = {}
    older: dict[tuple[str, str], str] = {}
    for entry, figures in load_figures().items():
        for name, about in figures["provenance"].get("corpora", {}).items():
            if (entry, name) in OLDER:
                older[entry, name] = about["digest"]
            else:
                digests.setdefault(name, set()).add(about["digest"])
    assert {name: values for name, values in digests.items() if len(values) > 1} == {}
    # An exception that no longer is one is removed.
    assert older.keys() == OLDER.keys()
    assert all({digest} != digests[name] for (_, name), digest in older.items())
