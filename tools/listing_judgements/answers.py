"""The answers of readers: read, checked, counted and compared."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from tools.options import Refusal

#: The columns of a file of judgements.
COLUMNS: Final = ("page", "reader", "main group", "columns", "note")
QUESTIONS: Final = ("main group", "columns")
ANSWERS: Final = ("yes", "no", "absent")

Row = dict[str, str]


def read_judgements(files: Sequence[Path]) -> list[Row]:
    """Read files of judgements, and refuse incomplete ones.

    Returns:
        The answers of all readers, ordered by page and reader.
    """
    rows: list[Row] = []
    for file in files:
        with file.open(encoding="utf-8", newline="") as lines:
            for number, row in enumerate(csv.DictReader(lines, delimiter="\t"), start=2):
                rows.append(_check_row(f"{file.name}:{number}", row))
    pages = {row["page"] for row in rows}
    counts = Counter((row["page"], row["reader"]) for row in rows)
    for reader in sorted({row["reader"] for row in rows}):
        for page in sorted(pages):
            if counts[page, reader] != 1:
                raise Refusal(f"{reader} has {counts[page, reader]} lines for page {page}, not 1")
    return sorted(rows, key=lambda row: (row["page"], row["reader"]))


def _check_row(place: str, row: dict[str, Any]) -> Row:
    values = {name: (row.get(name) or "").strip() for name in COLUMNS}
    for name in COLUMNS[:2]:
        if not values[name]:
            raise Refusal(f"{place}: {name!r} is empty")
    for question in QUESTIONS:
        if values[question] not in ANSWERS:
            raise Refusal(
                f"{place}: {question}={values[question]!r}: expected one of {', '.join(ANSWERS)}"
            )
    if (values["main group"] == "absent") != (values["columns"] == "absent"):
        raise Refusal(f"{place}: both answers are 'absent', or none is")
    return values


def write_judgements(file: Path, rows: Sequence[Row]) -> None:
    """Write the answers of all readers into one file."""
    with file.open("w", encoding="utf-8", newline="") as lines:
        writer = csv.DictWriter(lines, COLUMNS, delimiter="\t", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def count_judgements(rows: Sequence[Row]) -> dict[str, Any]:
    """Count the answers of each reader, and compare them.

    Returns:
        The number of pages; for each question the answers by reader, the number of pages on which
        all readers agree, and of those the number of `yes`; and each disagreement.
    """
    readers = sorted({row["reader"] for row in rows})
    pages: dict[str, dict[str, Row]] = {}
    for row in rows:
        pages.setdefault(row["page"], {})[row["reader"]] = row
    questions, disagreements = {}, []
    for question in QUESTIONS:
        by_reader = {
            reader: {
                answer: sum(of[reader][question] == answer for of in pages.values())
                for answer in ANSWERS
            }
            for reader in readers
        }
        answers = {page: {of[reader][question] for reader in readers} for page, of in pages.items()}
        questions[question] = {
            "readers": by_reader,
            "agreed": sum(len(of) == 1 for of in answers.values()),
            "yes of all": sum(of == {"yes"} for of in answers.values()),
            "absent of all": sum(of == {"absent"} for of in answers.values()),
        }
        disagreements += [
            {"page": page, "question": question}
            | {reader: pages[page][reader][question] for reader in readers}
            for page in sorted(pages)
            if len(answers[page]) > 1
        ]
    return {"pages": len(pages), "questions": questions, "disagreements": disagreements}
