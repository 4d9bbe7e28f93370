"""The licences of the crates that are part of the extension."""

from __future__ import annotations

from pathlib import Path

from tools.notices import FILE, Crate, list_crates, write_notices


def test_the_file_is_up_to_date() -> None:
    # After a change of Cargo.lock: python -m tools.notices
    assert FILE.read_text(encoding="utf-8") == write_notices(list_crates())


def test_every_crate_has_a_licence() -> None:
    crates = list_crates()
    assert {"pyo3", "encoding_rs", "url"} <= {crate.name for crate in crates}
    # Crates that only run during compilation are not part of the extension.
    assert "syn" not in {crate.name for crate in crates}
    assert [str(crate) for crate in crates if crate.licence == "see below"] == []


def test_a_text_that_crates_share_is_written_once(tmp_path: Path) -> None:
    for name, text in (("a", "Do what\nyou like."), ("b", "Do what you  like."), ("c", "Ask.")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "LICENSE-MIT").write_text(text)
        (tmp_path / name / "README").write_text("no licence")
    notices = write_notices([Crate(name, "1.0", "MIT", tmp_path / name) for name in "abc"])
    assert notices.count("Do what") == 1
    assert "a 1.0, b 1.0\n\nDo what\nyou like.\n" in notices
    assert "c 1.0: MIT\n" in notices
    assert "no licence" not in notices
    (tmp_path / "a" / "LICENSE-MIT").unlink()
    notices = write_notices([Crate("a", "1.0", "MIT", tmp_path / "a", ("Ada",))])
    assert "Copyright: Ada. The crate has no licence file; it is MIT.\n" in notices
