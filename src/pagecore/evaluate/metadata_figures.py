"""Writes the figures of `docs/metadata.md`: how often title, authors and date are right, and why
they are wrong where they are.

`python -m pagecore.evaluate.metadata_figures .data`, where the corpora are. Rules were made while
looking at the WCXB pages with even numbers; those with odd numbers stand apart, so that what was
learned by heart would show.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from pagecore.evaluate import corpora
from pagecore.evaluate.contenders import Peer, Recorded
from pagecore.evaluate.corpora.corpus import Item
from pagecore.evaluate.metric import metadata_of as gold_of
from pagecore.evaluate.metrics import metadata as compare
from pagecore.evaluate.metrics.metadata import Counts
from pagecore.evaluate.peers import version
from pagecore.metadata import Metadata, metadata_of
from pagecore.page import parse

DOCUMENT: Final = Path("docs/metadata.md")
#: Peers that give any of the fields, and are run where no outputs are recorded.
PEERS: Final = ("rs-trafilatura", "trafilatura", "newspaper4k", "turbohtml", "readability-lxml")
FIELDS: Final[dict[str, Callable[..., Counts]]] = {
    "title": compare.title,
    "author": compare.authors,
    "date": compare.date,
}
#: Wrong pages of each field whose causes are counted.
N_WRONG: Final = 50


class Answer(NamedTuple):
    """What a page was said to be, by the names of `FIELDS`."""

    title: str | None
    author: str | None
    date: str | None


def main() -> None:
    """Measure and write."""
    data = Path(sys.argv[1] if len(sys.argv) > 1 else ".data")
    wcxb = corpora.load("wcxb", data / "wcxb")
    own = {item.id: _own(item) for item in wcxb.items}
    answers = {one: _answer(about) for one, about in own.items()}
    tables = {
        "wcxb": _wcxb(wcxb.items, answers, data / "peers" / "wcxb"),
        "sources": _sources(wcxb.items, own),
        "causes": _causes(wcxb.items, own),
        "others": _others([corpora.load(name, data / name) for name in ("fundus", "readability")]),
    }
    text = DOCUMENT.read_text("utf-8")
    for mark, lines in tables.items():
        before, begin, rest = text.partition(f"<!-- {mark}:begin -->\n")
        _, end, after = rest.partition(f"<!-- {mark}:end -->")
        text = before + begin + "\n".join(lines) + "\n" + end + after
    DOCUMENT.write_text(text, "utf-8")


def _own(item: Item) -> Metadata:
    return metadata_of(parse(item.html(), url=item.url, encoding=item.encoding))


def _answer(about: Metadata) -> Answer:
    return Answer(about.title, "; ".join(about.authors) or None, about.date)


def _counts(items: Iterable[Item], answers: Mapping[str, Answer]) -> dict[str, Counts]:
    """The counts of each field over pages; what is not answered is none."""
    nothing = Answer(None, None, None)
    totals = dict.fromkeys(FIELDS, Counts())
    for item in items:
        gold, found = gold_of(item), answers.get(item.id, nothing)
        for name, count in FIELDS.items():
            totals[name] += count(gold[name], getattr(found, name))
    return totals


def _is_even(item: Item) -> bool:
    return int(item.id) % 2 == 0


def _row(name: str, counts: Mapping[str, Counts], given: Iterable[str] = FIELDS) -> str:
    """Right and invented of each field; what someone never gives is a dash."""
    given = set(given)
    cells = [f"{counts[name].accuracy:.3f}" if name in given else "–" for name in FIELDS]
    shares = [
        f"{counts[name].invented_share:.3f}" if name in given and counts[name].unwanted else "–"
        for name in FIELDS
    ]
    return f"| {name} | {' | '.join(cells)} | {' | '.join(shares)} |"


_HEAD: Final = [
    "| | title | author | date | title invented | author invented | date invented |",
    "|---|--:|--:|--:|--:|--:|--:|",
]


def _wcxb(items: Sequence[Item], own: Mapping[str, Answer], folder: Path) -> list[str]:
    even = [item for item in items if _is_even(item)]
    odd = [item for item in items if not _is_even(item)]
    lines = [
        *_HEAD,
        _row("**pagecore**", _counts(items, own)),
        _row("pagecore, even pages", _counts(even, own)),
        _row("pagecore, odd pages", _counts(odd, own)),
    ]
    for path in sorted(folder.glob("*.jsonl")):
        recorded = Recorded.of(path)
        answers = {
            output.id: Answer(output.title, output.author, output.date)
            for output in recorded.run(items)
        }
        given = _given(answers)
        if given:
            lines.append(_row(recorded.name, _counts(items, answers), given))
    return lines


def _given(answers: Mapping[str, Answer]) -> list[str]:
    return [name for name in FIELDS if any(getattr(one, name) for one in answers.values())]


def _others(collections: Sequence[corpora.Corpus]) -> list[str]:
    lines = []
    for corpus in collections:
        own = {item.id: _answer(_own(item)) for item in corpus.items}
        heading = _HEAD[0].replace("| |", f"| {corpus.name}, {len(corpus.items)} pages |", 1)
        lines += [heading, _HEAD[1], _row("**pagecore**", _counts(corpus.items, own))]
        for name in PEERS:
            peer = Peer(name, version(name))
            outputs = peer.run(corpus.items)
            answers = {one.id: Answer(one.title, one.author, one.date) for one in outputs}
            given = _given(answers)
            lines.append(_row(name, _counts(corpus.items, answers), given))
        lines.append("")
    return lines[:-1]


# -- Where answers come from, and why they are wrong -----------------------------------------------


def _sources(items: Iterable[Item], own: Mapping[str, Metadata]) -> list[str]:
    """For each source how often it was right, wrong and invented; the rare ones together."""
    table: dict[str, dict[str, Counter[str]]] = {name: {} for name in FIELDS}
    for item in items:
        gold, about = gold_of(item), own[item.id]
        for name, count in FIELDS.items():
            found = count(gold[name], getattr(_answer(about), name))
            of = table[name].setdefault(_source(about, name), Counter())
            of["right"] += found.right
            of["wrong"] += found.wanted - found.right
            of["invented"] += found.invented
    lines = ["| field | source | right | wrong | invented |", "|---|---|--:|--:|--:|"]
    for name, sources in table.items():
        rest: Counter[str] = Counter()
        for source, of in sorted(sources.items(), key=lambda one: -one[1].total()):
            if of.total() < 10:
                rest += of
            else:
                lines.append(_source_row(name, source, of))
        lines.append(_source_row(name, "others", rest))
    return lines


def _source_row(name: str, source: str, of: Counter[str]) -> str:
    return f"| {name} | {source} | {of['right']} | {of['wrong']} | {of['invented']} |"


def _source(about: Metadata, name: str) -> str:
    fields = {"title": "title", "author": "authors", "date": "published"}
    if name == "date" and about.published is None and about.date is not None:
        return "modified, shown"
    return about.sources.get(fields[name], "none")


def _causes(items: Iterable[Item], own: Mapping[str, Metadata]) -> list[str]:
    """Why the first wrong pages with even numbers are wrong, field by field."""
    causes: dict[str, Counter[str]] = {name: Counter() for name in FIELDS}
    for item in items:
        if not _is_even(item):
            continue
        gold, about = gold_of(item), own[item.id]
        for name, count in FIELDS.items():
            found = count(gold[name], getattr(_answer(about), name))
            if found.wanted > found.right and causes[name].total() < N_WRONG:
                causes[name][_CAUSE[name](item, about)] += 1
    lines = ["| field | cause | pages |", "|---|---|--:|"]
    for name, counted in causes.items():
        lines += [f"| {name} | {cause} | {n} |" for cause, n in counted.most_common()]
    return lines


def _text(item: Item) -> str:
    page = parse(item.html(), url=item.url, encoding=item.encoding)
    return " ".join(page.text(page.visible.nonzero()[0]).split()).casefold()


def _title_cause(item: Item, about: Metadata) -> str:
    gold, found = item.gold.title or "", about.title or ""
    page = parse(item.html(), url=item.url, encoding=item.encoding)
    headings = [page.text(int(row)) for row in page.is_tag("h1").nonzero()[0]]
    if any(compare.title_equal(gold, heading) for heading in headings):
        return "gold is another heading, or a declared title was taken for one"
    words, wanted = found.casefold().split(), gold.casefold().split()
    if wanted and words[: len(wanted)] == wanted:
        return "gold is the beginning of the title that was taken"
    if words and wanted[: len(words)] == words:
        return "gold has more behind the title that was taken"
    if about.sources.get("title") == "h1":
        return "gold is not the heading, but (a part of) a declared title"
    return "gold differs from all titles of the page"


def _author_cause(item: Item, about: Metadata) -> str:
    gold = compare.names_of(item.gold.authors)
    found = compare.names_of(about.authors)
    text = _text(item)
    shown = all(" ".join(name) in text for name in gold)
    if not found:
        return "none found; the page shows it" if shown else "none found; the page does not show it"
    if gold < found:
        return "more than gold"
    if gold > found:
        return "fewer than gold"
    return "another; the page shows gold" if shown else "another; the page does not show gold"


def _date_cause(item: Item, about: Metadata) -> str:
    gold = item.gold.date or ""
    if about.modified is not None and compare.date_equal(gold, about.modified):
        return "gold is when the page was changed"
    if about.date is None:
        return "none found"
    year, _, day = gold[:10].split("-")
    text = _text(item)
    is_shown = year in text and str(int(day)) in text
    return "another; the page may show gold" if is_shown else "another; the page does not show gold"


_CAUSE: Final[dict[str, Callable[[Item, Metadata], str]]] = {
    "title": _title_cause,
    "author": _author_cause,
    "date": _date_cause,
}

if __name__ == "__main__":
    main()
