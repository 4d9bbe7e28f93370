"""`pagecore learn --fields`, and `pagecore apply` with a wrapper that has fields."""

from __future__ import annotations

import csv
import io
import json
import shutil
from pathlib import Path

import pyarrow.parquet
import pytest

from pagecore.batch.field_tables import convert_to_csv, convert_to_parquet
from tests.conftest import Run

ROOT = Path(__file__).resolve().parents[2]
COLUMNS = ["title", "price", "maker", "weight", "stock", "body", "colour"]


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> Path:
    """A folder with the pages of the tutorial, and a wrapper with their fields."""
    shutil.copytree(ROOT / "tutorial", tmp_path / "tutorial")
    monkeypatch.chdir(tmp_path)
    result = run("learn", "tutorial/shop", "--fields", "-o", "shop.xml")
    assert result.code == 0, result.err
    return tmp_path


def test_learn_prints_the_fields_with_the_values_of_some_pages(shop: Path, run: Run) -> None:
    result = run("learn", "tutorial/shop", "--fields", "-o", "again.xml")
    lines = result.out.splitlines()
    assert any(line.endswith("price  € 27.25") for line in lines)
    assert "(the label 'Maker'; on all pages)" in result.out
    assert "(the label 'Colour'; on some pages)" in result.out
    assert max(map(len, lines)) <= 80
    assert "4 pages: tutorial/shop/compass.html" in result.err


def test_without_a_file_the_wrapper_is_printed_and_the_table_goes_to_standard_error(
    shop: Path, run: Run
) -> None:
    result = run("learn", "tutorial/shop", "--fields")
    assert result.out.startswith("<wrapper")
    assert "the label 'Maker'" in result.err


def test_lines_of_json_are_the_default(shop: Path, run: Run) -> None:
    result = run("apply", "shop.xml", "tutorial/shop-later/bell.html")
    item = json.loads(result.out)
    assert list(item) == ["page", *COLUMNS]
    assert (item["title"], item["price"], item["stock"]) == ("Fog bell", "€ 112.00", "1")


def test_csv(shop: Path, run: Run) -> None:
    result = run("apply", "shop.xml", "tutorial/shop", "tutorial/shop-later", "--to", "csv")
    rows = list(csv.DictReader(io.StringIO(result.out)))
    assert list(rows[0]) == ["page", *COLUMNS, "author", "date", "fallback", "error"]
    assert [row["title"] for row in rows] == [
        "Pocket compass", "Ship kettle", "Storm lantern", "Tarred rope, 20 m", "Fog bell",
    ]  # fmt: skip
    # A page without an optional part has an empty cell.
    assert [row["colour"] for row in rows] == ["", "", "Brass", "Brown", "Brass"]
    assert "\n\nA bracket of oak" in rows[4]["body"]


def test_csv_file_has_a_line_for_a_page_that_fails(shop: Path, run: Run) -> None:
    (shop / "bad.html").write_bytes(b"%PDF-1.7 " + bytes(100))
    result = run("apply", "shop.xml", "tutorial/shop-later/bell.html", "bad.html", "-o", "a.csv")
    assert result.code == 1
    rows = list(csv.DictReader(io.StringIO((shop / "a.csv").read_text("utf-8"))))
    assert [bool(row["error"]) for row in rows] == [False, True]
    assert "PDF" in rows[1]["error"]


def test_parquet(shop: Path, run: Run) -> None:
    assert run("apply", "shop.xml", "tutorial/shop", "-o", "shop.parquet").code == 0
    table = pyarrow.parquet.read_table(shop / "shop.parquet")
    assert table.column_names == ["page", *COLUMNS, "author", "date", "fallback", "error"]
    assert table.column("maker").to_pylist()[0] == "Ember and Sons"
    assert table.column("colour").to_pylist()[:2] == [None, None]


def test_parquet_needs_a_file(shop: Path, run: Run) -> None:
    result = run("apply", "shop.xml", "tutorial/shop", "--to", "parquet")
    assert (result.code, "-o FILE.parquet" in result.err) == (2, True)
    result = run("apply", "shop.xml", "tutorial/shop", "--to", "csv", "-o", "tutorial")
    assert (result.code, "one file for all pages" in result.err) == (2, True)


def test_table(shop: Path, run: Run) -> None:
    result = run("apply", "shop.xml", "tutorial/shop-later/bell.html", "--to", "table")
    assert " price  € 112.00" in result.out


def test_some_fields(shop: Path, run: Run) -> None:
    bell = "tutorial/shop-later/bell.html"
    result = run("apply", "shop.xml", bell, "--fields", "price,title")
    assert list(json.loads(result.out)) == ["page", "price", "title"]
    result = run("apply", "shop.xml", bell, "--to", "csv", "--fields", "price")
    assert result.out.splitlines()[0] == "page,price,fallback,error"
    result = run("apply", "shop.xml", bell, "--fields", "owner")
    assert (result.code, "the wrapper has the fields title, price" in result.err) == (2, True)


def test_options_of_documents_are_refused(shop: Path, run: Run) -> None:
    result = run("apply", "shop.xml", "tutorial/shop", "--to", "csv", "--no-links")
    assert (result.code, "--links changes the content" in result.err) == (2, True)


def test_formats_of_documents_still_write_the_content(shop: Path, run: Run) -> None:
    result = run("apply", "shop.xml", "tutorial/shop-later/bell.html", "--to", "text")
    assert result.out.startswith("Cast in one piece")


def test_a_page_that_does_not_fit_has_what_the_default_extractor_finds(
    shop: Path, run: Run
) -> None:
    result = run("apply", "shop.xml", str(ROOT / "examples/article.html"))
    item = json.loads(result.out)
    assert "wrapper-does-not-fit" in result.err
    assert item["title"] == "The ferry terminal that became a library"
    assert item["body"].startswith("Norrhaven closed its ferry line")
    assert item["fallback"] == "default"


def test_rows_of_the_default_extractor_are_marked(shop: Path, run: Run) -> None:
    pages = ["tutorial/shop-later/bell.html", str(ROOT / "examples/article.html")]
    lines = run("apply", "shop.xml", *pages, "--fields", "title").out.splitlines()
    assert [json.loads(line).get("fallback") for line in lines] == [None, "default"]
    table = run("apply", "shop.xml", *pages, "--to", "csv").out
    rows = list(csv.DictReader(io.StringIO(table)))
    assert [row["fallback"] for row in rows] == ["", "default"]
    assert "\nfallback  default" in run("apply", "shop.xml", pages[1], "--to", "table").out


def test_a_wrapper_without_fields_has_the_content(shop: Path, run: Run) -> None:
    assert run("learn", "tutorial/shop", "--method", "rtdm", "-o", "plain.xml").code == 0
    result = run("apply", "plain.xml", "tutorial/shop-later/bell.html", "--to", "csv")
    (row,) = csv.DictReader(io.StringIO(result.out))
    assert row["content"].startswith("Cast in one piece")


def test_labelled_values_name_the_fields(shop: Path, run: Run) -> None:
    labels = shop / "labels"
    labels.mkdir()
    (labels / "kettle.json").write_text('{"article": "Ship kettle", "pieces": ["3"]}')
    result = run("learn", "tutorial/shop", "--fields", "--labels", "labels", "-o", "named.xml")
    assert result.code == 0, result.err
    bell = run("apply", "named.xml", "tutorial/shop-later/bell.html")
    item = json.loads(bell.out)
    assert (item["article"], item["pieces"]) == ("Fog bell", "1")


def test_a_folder_without_labels_of_these_pages_is_reported(shop: Path, run: Run) -> None:
    (shop / "labels").mkdir()
    (shop / "labels" / "kettle.html.json").write_text('{"article": "Ship kettle"}')
    result = run("learn", "tutorial/shop", "--fields", "--labels", "labels", "-o", "named.xml")
    assert result.code == 0
    assert "labels: there is no NAME.json for a page NAME.html" in result.err


def test_labels_of_pages_whose_class_is_kept_are_reported(shop: Path, run: Run) -> None:
    labels = ["--fields", "--labels", "tutorial/shop-labels"]
    result = run("learn", "tutorial/shop", *labels, "--update", "shop.xml", "-o", "new.xml")
    assert "labelled values are not used" in result.err
    assert "1 page: tutorial/shop/kettle.html; learn the wrapper anew" in result.err
    # They are used if something is learned.
    result = run("learn", "tutorial/shop", *labels, "-o", "named.xml")
    assert "labelled values" not in result.err
    assert "there is no NAME.json" not in result.err


BAD_LABELS = [("{", "not JSON"), ('["a"]', "expected an object"), ('{"a": 1}', "a text or a list")]


@pytest.mark.parametrize(("text", "message"), BAD_LABELS)
def test_bad_labels_are_reported(shop: Path, run: Run, text: str, message: str) -> None:
    labels = shop / "labels"
    labels.mkdir()
    (labels / "kettle.json").write_text(text)
    result = run("learn", "tutorial/shop", "--fields", "--labels", "labels", "-o", "named.xml")
    assert result.code in (1, 2)
    assert message in result.err


def test_an_existing_table_is_replaced_on_request_only(shop: Path, run: Run) -> None:
    command = ("apply", "shop.xml", "tutorial/shop-later/bell.html", "-o", "shop.csv")
    assert run(*command).code == 0
    assert run(*command).code == 2, "an existing file is not replaced"
    assert run(*command, "--overwrite").code == 0


def test_tables_are_written_in_steps() -> None:
    lines = [json.dumps({"page": str(at), "a": 'x,\n"y"'}) for at in range(2500)]
    columns = ("page", "a", "b")
    rows = list(csv.reader(io.StringIO(b"".join(convert_to_csv(lines, columns)).decode())))
    assert rows[:2] == [["page", "a", "b"], ["0", 'x,\n"y"', ""]]
    pieces = list(convert_to_parquet(lines, columns))
    table = pyarrow.parquet.read_table(io.BytesIO(b"".join(pieces)))
    assert len(pieces) == 4
    assert table.num_rows == len(rows) - 1 == 2500
    assert table.column("b").null_count == 2500
