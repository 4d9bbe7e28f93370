"""Members of a JSON object in a gold file: those of another type are problems."""

from __future__ import annotations

from pagecore.corpora.gold_record import GoldRecord


def test_members_of_the_wrong_kind() -> None:
    problems: list[tuple[str, str]] = []
    data = {"text": 1, "label": " x ", "empty": " ", "list": ["a", 2], "one": "a", "no list": 3}
    data |= {"half": "a\ud800b", "true": True, "objects": [{"a": "b"}, "c"], "object": []}
    record = GoldRecord(lambda *problem: problems.append(problem), "gold.json", data)
    assert record.get_text("text") is None
    labels = [record.get_label(name) for name in ("label", "empty", "none")]
    assert labels == ["x", None, None]
    assert record.get_texts("list") == ("a",)
    assert record.get_texts("one") == ("a",)
    assert record.get_texts("no list") == ()
    assert record.get_text("half") == "a\ufffdb"
    assert record.get_number("true") is None
    assert record.get_number("text") == 1
    assert [member.get_text("a") for member in record.list_records("objects")] == ["b"]
    assert record.get_record("object") is None
    assert record.require_text("none") is None
    assert problems == [
        ("gold.json", "'text': expected a text, found a number"),
        ("gold.json", "'list[1]': expected a text, found a number"),
        ("gold.json", "'no list': expected a list, found a number"),
        ("gold.json", "'true': expected an integer, found true or false"),
        ("gold.json, objects[1]", "expected an object, found a text"),
        ("gold.json", "'object': expected an object, found a list"),
        ("gold.json", "there is no 'none'"),
    ]
