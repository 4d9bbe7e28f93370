"""The documents have the measured figures, and everything that is generated has a source."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pagecore.errors import BadInput
from pagecore.figures import FILE, Entries, load_figures
from pagecore.registry import list_methods
from tools.render import PARTS, render_documents
from tools.render.labels import name_page
from tools.render.markdown import replace_parts, write_caption, write_table

ROOT = Path(__file__).resolve().parents[3]
#: The methods of the package; tests register others.
SHIPPED = [
    method for method in list_methods() if method.function.__module__.startswith("pagecore.")
]
DOCUMENTS = render_documents(load_figures(), ROOT, SHIPPED)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_document_is_up_to_date(path: Path) -> None:
    assert path.is_file(), "run: python -m tools.render"
    assert path.read_text("utf-8") == DOCUMENTS[path], "run: python -m tools.render"


def test_every_document_with_marks_is_rendered() -> None:
    for path in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md")):
        if re.search(r"<!-- .+?:begin -->", path.read_text("utf-8")):
            assert path in DOCUMENTS, f"{path.name} has marks, and nothing renders it"


def test_every_part_is_written_anew(tmp_path: Path) -> None:
    """With all marked parts emptied, rendering gives the same documents: it reads none of them."""
    for name in ("README.md", "docs", "examples"):
        source = ROOT / name
        files = (
            [source] if source.is_file() else [item for item in source.rglob("*") if item.is_file()]
        )
        for file in files:
            target = tmp_path / file.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(file.read_bytes())
    for path in tmp_path.rglob("*.md"):
        text = path.read_text("utf-8")
        emptied = re.sub(
            r"(<!-- (.+?):begin -->\n).*?(<!-- \2:end -->)", r"\1\3", text, flags=re.DOTALL
        )
        path.write_text(emptied, "utf-8")
    written = render_documents(load_figures(), tmp_path, SHIPPED)
    assert {path.relative_to(tmp_path): text for path, text in written.items()} == {
        path.relative_to(ROOT): text for path, text in DOCUMENTS.items()
    }


def test_every_entry_is_rendered() -> None:
    """Rendering without an entry fails, or gives other documents."""
    entries = load_figures()
    for name in entries:
        without = {key: entry for key, entry in entries.items() if key != name}
        assert renders_other(without), f"{FILE.name}: no document shows the entry {name!r}"


def renders_other(entries: Entries) -> bool:
    try:
        return render_documents(entries, ROOT, SHIPPED) != DOCUMENTS
    except KeyError:
        return True


def test_every_entry_has_its_provenance() -> None:
    for name, entry in load_figures().items():
        assert entry["provenance"]["command"], name


def test_every_method_has_a_page() -> None:
    for method in SHIPPED:
        assert (ROOT / "docs/methods" / f"{name_page(method)}.md").is_file(), method.full_name


def test_documents_of_parts_are_there() -> None:
    assert all((ROOT / name).is_file() for name in PARTS)


# ---------------------------------------------------------------- Markdown


def test_only_the_text_between_marks_is_replaced() -> None:
    text = "a\n<!-- x:begin -->\nold\n<!-- x:end -->\nb\n"
    assert replace_parts(text, {"x": "new\n"}, "a.md") == text.replace("old", "new")
    with pytest.raises(BadInput, match=r"a\.md: has no marks <!-- y:begin --> and <!-- y:end -->"):
        replace_parts(text, {"y": "new\n"}, "a.md")


def test_a_table() -> None:
    assert write_table(["a", "b"], [["x | y", 1]]) == "| a | b |\n|---|--:|\n| x \\| y | 1 |\n"


def test_a_caption_has_what_is_known() -> None:
    assert write_caption({"command": "tide"}) == "Measured on an unrecorded date by `tide`."
    whole = {
        "command": "tide",
        "date": "2026-01-02",
        "pagecore": "1.0",
        "model": "beef",
        "corpora": {"a": {"pages": 2, "digest": "d1"}, "b": {"digest": "d2"}},
        "machine": "Fast CPU",
    }
    assert write_caption(whole) == (
        "Measured on 2026-01-02 by `tide` with pagecore 1.0 and the model `beef` on a (2 pages, "
        "digest `d1`); b (digest `d2`); Fast CPU."
    )
    pages = {"list": "bench/pages.txt", "count": 3, "mean_kb": 12, "digest": "d3"}
    assert write_caption({"command": "tide", "pages": pages}) == (
        "Measured on an unrecorded date by `tide` on 3 pages of 12 kB on average from "
        "bench/pages.txt (digest `d3`)."
    )
