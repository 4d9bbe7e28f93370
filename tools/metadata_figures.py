"""Writes the figures of `docs/metadata.md`: how often title, authors and date are right, and why
they are wrong where they are.

`python -m tools.metadata_figures .data`, where the corpora are. Rules were made while
looking at the WCXB pages with even numbers; those with odd numbers stand apart, so that what was
learned by heart would show.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from pagecore import corpora
from pagecore.corpora.corpus import Item
from pagecore.evaluate.contenders import Peer, Recorded
from pagecore.evaluate.peers import version
from pagecore.measure.metric import metadata_of as gold_of
from pagecore.metadata import Metadata, metadata_of
from pagecore.metrics import metadata as compare
from pagecore.metrics.bootstrap import paired
from pagecore.metrics.metadata import Counts
from pagecore.page import parse

DOCUMENT: Final = Path("docs/metadata.md")
#: Peers that give any of the fields, and are run where no outputs are recorded.
PEERS: Final = ("rs-trafilatura", "trafilatura", "newspaper4k", "turbohtml", "readability-lxml")
FIELDS: Final[dict[str, Callable[..., Counts]]] = {
    "title": compare.title,
    "author": compare.authors,
    "date": compare.date,
}
#: Sources of dates that Mozilla's code reads; any other date is one too many by its gold.
READ_BY_MOZILLA: Final = (
    "json-ld: datePublished",
    "meta: article:published_time",
    "meta: parsely-pub-date",
)
#: Wrong pages of each field whose causes are counted.
N_WRONG: Final = 50


class Answer(NamedTuple):
    """What a page was said to be, by the names of `FIELDS`."""

    title: str | None
    author: str | None
    date: str | None


#: The answers of every peer, by page.
Peers: TypeAlias = dict[str, dict[str, Answer]]


def main() -> None:
    """Measure and write."""
    data = Path(sys.argv[1] if len(sys.argv) > 1 else ".data")
    wcxb = corpora.load("wcxb", data / "wcxb")
    own = {item.id: _own(item) for item in wcxb.items}
    answers = {one: _answer(about) for one, about in own.items()}
    recorded = _recorded(wcxb.items, data / "peers" / "wcxb")
    tables = {
        "wcxb": _wcxb(wcxb.items, answers, recorded),
        "sources": _sources(wcxb.items, own),
        "causes": _causes(wcxb.items, own),
        "others": [],
        "ahead": _ahead("WCXB", wcxb.items, answers, recorded),
    }
    for name in ("fundus", "readability"):
        corpus = corpora.load(name, data / name)
        own = {item.id: _own(item) for item in corpus.items}
        answers = {one: _answer(about) for one, about in own.items()}
        peers = {peer: _run(peer, corpus.items) for peer in PEERS}
        tables["others"] += ["", *_other(corpus, answers, peers)]
        tables["ahead"] += ["", *_ahead(name, corpus.items, answers, peers)]
    tables["others"] = tables["others"][1:]
    tables["mozilla"] = _mozilla(corpus.items, own)
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


def _recorded(items: Sequence[Item], folder: Path) -> Peers:
    """What peers gave that were recorded, those that give any of the fields."""
    found: Peers = {}
    for path in sorted(folder.glob("*.jsonl")):
        peer = Recorded.of(path)
        answers = {one.id: Answer(one.title, one.author, one.date) for one in peer.run(items)}
        if _given(answers):
            found[peer.name] = answers
    return found


def _run(name: str, items: Sequence[Item]) -> dict[str, Answer]:
    """What a peer gives."""
    outputs = Peer(name, version(name)).run(items)
    return {one.id: Answer(one.title, one.author, one.date) for one in outputs}


def _wcxb(items: Sequence[Item], own: Mapping[str, Answer], peers: Peers) -> list[str]:
    even = [item for item in items if _is_even(item)]
    odd = [item for item in items if not _is_even(item)]
    lines = [
        *_HEAD,
        _row("**pagecore**", _counts(items, own)),
        _row("pagecore, even pages", _counts(even, own)),
        _row("pagecore, odd pages", _counts(odd, own)),
    ]
    for name, answers in peers.items():
        lines.append(_row(name, _counts(items, answers), _given(answers)))
    return lines


def _given(answers: Mapping[str, Answer]) -> list[str]:
    return [name for name in FIELDS if any(getattr(one, name) for one in answers.values())]


def _other(corpus: corpora.Corpus, own: Mapping[str, Answer], peers: Peers) -> list[str]:
    heading = _HEAD[0].replace("| |", f"| {corpus.name}, {len(corpus.items)} pages |", 1)
    lines = [heading, _HEAD[1], _row("**pagecore**", _counts(corpus.items, own))]
    for name, answers in peers.items():
        lines.append(_row(name, _counts(corpus.items, answers), _given(answers)))
    return lines


# -- How far ahead, and whether that may be chance -------------------------------------------------


def _ahead(name: str, items: Sequence[Item], own: Mapping[str, Answer], peers: Peers) -> list[str]:
    """How far we are ahead of each peer, page by page, with the interval of a paired bootstrap."""
    lines = [f"| {name}, ahead of | title | author | date |", "|---|--:|--:|--:|"]
    for peer, answers in peers.items():
        given = _given(answers)
        cells = [_lead(items, own, answers, one) if one in given else "–" for one in FIELDS]
        lines.append(f"| {peer} | {' | '.join(cells)} |")
    return lines


def _lead(
    items: Sequence[Item], own: Mapping[str, Answer], other: Mapping[str, Answer], field: str
) -> str:
    found = paired(_right(items, own, field), _right(items, other, field))
    return f"{found.difference:+.3f} ({found.low:+.3f} to {found.high:+.3f})"


def _right(items: Sequence[Item], answers: Mapping[str, Answer], field: str) -> list[float]:
    """1 or 0 for each page, NaN where gold has nothing."""
    nothing = Answer(None, None, None)
    values = []
    for item in items:
        found = FIELDS[field](gold_of(item)[field], getattr(answers.get(item.id, nothing), field))
        values.append(found.right / found.wanted if found.wanted else float("nan"))
    return values


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


def _mozilla(items: Iterable[Item], own: Mapping[str, Metadata]) -> list[str]:
    """Why pages of Readability are wrong or invented, where gold is what Mozilla's code gives."""
    causes: Counter[tuple[str, str]] = Counter()
    for item in items:
        gold, about = gold_of(item), own[item.id]
        for name, count in FIELDS.items():
            found = count(gold[name], getattr(_answer(about), name))
            if found.wanted > found.right:
                causes[name, _MOZILLA[name](item, about)] += 1
            elif found.invented:
                causes[f"{name} invented", _surplus(name, about)] += 1
    lines = ["| field | cause | pages |", "|---|---|--:|"]
    in_order = sorted(causes.items(), key=lambda one: (one[0][0], -one[1], one[0][1]))
    return [*lines, *(f"| {name} | {cause} | {n} |" for (name, cause), n in in_order)]


def _surplus(name: str, about: Metadata) -> str:
    """Whether a value that gold has not stands where Mozilla's code does not look."""
    source = _source(about, name)
    if name == "date" and source not in READ_BY_MOZILLA:
        return "from a source that Mozilla's code does not read"
    return source


def _mozilla_title(item: Item, about: Metadata) -> str:
    gold, found = _words(item.gold.title or ""), _words(about.title or "")
    if len(found) < len(gold) and found in (gold[: len(found)], gold[-len(found) :]):
        return "gold is the title that was taken, with the site's name or more"
    if about.sources.get("title") == "h1":
        return "gold is a declared title; the heading differs"
    return "another"


def _mozilla_author(item: Item, about: Metadata) -> str:
    gold = set(_words(" ".join(item.gold.authors or ())))
    found = set(_words(" ".join(about.authors)))
    if not found:
        return "none found"
    return "gold is the names with more of their line" if found < gold else "another"


def _words(text: str) -> list[str]:
    return "".join(c if c.isalnum() else " " for c in text.casefold()).split()


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
_MOZILLA: Final[dict[str, Callable[[Item, Metadata], str]]] = {
    "title": _mozilla_title,
    "author": _mozilla_author,
    "date": _date_cause,
}

if __name__ == "__main__":
    main()
