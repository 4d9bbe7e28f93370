"""Gold and recorded outputs of peers, which the metrics are checked with."""

from __future__ import annotations

import functools
import json
from typing import Any

from pagecore.metrics import words
from tests.packed import corpus

Record = dict[str, Any]


@functools.cache
def wcxb_gold() -> dict[str, Record]:
    """The gold of all WCXB pages, by id."""
    folder = corpus("wcxb") / "dev" / "ground-truth"
    return {
        path.stem: json.loads(path.read_bytes())["ground_truth"] for path in folder.glob("*.json")
    }


@functools.cache
def aeb_gold() -> dict[str, str]:
    """The gold bodies of AEB, by id."""
    gold = json.loads((corpus("aeb") / "ground-truth.json").read_bytes())
    return {name: page["articleBody"] for name, page in gold.items()}


@functools.cache
def word_f1s(peer: str) -> list[float]:
    """The word F1 of a peer on every page of WCXB that has a text."""
    output = outputs("wcxb", peer)
    return [
        words.score_words(gold["main_content"], output[name]["text"]).f1
        for name, gold in wcxb_gold().items()
        if gold.get("main_content")
    ]


@functools.cache
def outputs(kind: str, peer: str) -> dict[str, Record]:
    """What a peer made of a corpus, by id; a missing text is an empty one."""
    lines = (corpus("peers") / kind / f"{peer}.jsonl").read_text("utf-8").splitlines()
    records = [json.loads(line) for line in lines]
    return {record["id"]: {**record, "text": record["text"] or ""} for record in records}
