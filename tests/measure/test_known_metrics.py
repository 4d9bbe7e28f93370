"""Metrics on outputs: what each needs, what it makes of pages, by figures computed by hand."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from pagecore import parse
from pagecore.corpora.corpus import Corpus, Gold, GoldPost, Item, MarkedRegion, MetricName
from pagecore.errors import BadOption
from pagecore.evaluate.other_contenders import RecordedContender
from pagecore.evaluate.summary import list_columns, summarise_results
from pagecore.measure.contenders import OwnMethod
from pagecore.measure.known_metrics import METRICS, find_metric
from pagecore.measure.output import Output, list_parts
from pagecore.measure.run import Results, measure
from tests.packed import load_corpus


@dataclass(frozen=True)
class FixedOutputs:
    """A contender that answers what it was told."""

    outputs: tuple[Output, ...]
    name: str = "told"
    kind: str = "peer"
    version: str = "1"

    def run(self, items: Sequence[Item]) -> Iterator[Output]:
        yield from self.outputs


def make_corpus(metric: MetricName, *golds: Gold, html: bytes = b"<p>x") -> Corpus:
    items = tuple(Item(str(at), html, gold) for at, gold in enumerate(golds))
    return Corpus("c", Path("c"), items, (), "0", metric)


def figures(corpus: Corpus, *outputs: Output, metric: str | None = None) -> dict[str, float]:
    """The main metric's figures, rounded."""
    results = measure(corpus, [FixedOutputs(outputs)], metric=metric)
    (line,) = summarise_results(results)
    actual = line.figures[results.main.name]
    return {name: round(value, 4) for name, value in actual.items() if not math.isnan(value)}


def text(page: int, words: str, **more: object) -> Output:
    return replace(Output(str(page), words, 1.0), **more)  # type: ignore[arg-type]  # Fields of an output.


def test_no_two_metrics_share_a_title() -> None:
    assert len({metric.title for metric in METRICS.values()}) == len(METRICS)


def test_grams_are_pooled_as_aeb_has_them() -> None:
    # Page 0: 2 grams wanted, 1 found, 1 common; page 1: 1 wanted, none found.
    corpus = make_corpus("grams", Gold(text="a b c d e"), Gold(text="v w x y"))
    assert figures(corpus, text(0, "a b c d"), text(1, "")) == {
        "F1": round(2 * 1 * 0.25 / 1.25, 4),
        "P": 1.0,
        "R": 0.25,
    }


def test_words_of_scripts_without_spaces() -> None:
    corpus = make_corpus("words-unspaced", Gold(text="東京都"))
    assert figures(corpus, text(0, "東京"))["F1"] == 0.8
    assert figures(corpus, text(0, "東京"), metric="words")["F1"] == 0.0


def test_snippets_are_of_all_pages_together() -> None:
    corpus = make_corpus(
        "snippets",
        Gold(text="x", required_snippets=("one", "two"), forbidden_snippets=("menu",)),
        Gold(text="x", required_snippets=("three",), forbidden_snippets=("foot", "head")),
    )
    actual = figures(corpus, text(0, "one menu"), text(1, "three"))
    # tp 2, fp 1, fn 1, tn 2.
    assert actual == {
        "F1": 0.6667,
        "P": 0.6667,
        "with": 0.6667,
        "without": 0.3333,
        "accuracy": 0.6667,
    }


def test_order_of_words_is_measured_when_asked_for() -> None:
    corpus = make_corpus("words", Gold(text="a b c d"))
    assert figures(corpus, text(0, "a c b d"), metric="levenshtein") == {"similarity": 0.5}
    assert figures(corpus, text(0, "a c b d"), metric="rouge")["F1"] == 0.75
    slow = {name for name, metric in METRICS.items() if metric.slow}
    assert slow == {"rouge", "levenshtein"}
    assert not slow & measure(corpus, [FixedOutputs((text(0, "a"),))]).measured[0].scores.keys()


def test_posts_and_their_fields() -> None:
    expected = (GoldPost("one two three", "ann", "1 May"), GoldPost("four five six", "bob"))
    actual = (GoldPost("one two three", "Ann", "2 May"), GoldPost("seven"))
    corpus = make_corpus("posts", Gold(text="x", posts=expected))
    assert figures(corpus, text(0, "x", posts=actual)) == {
        "F1": 0.5,
        "P": 0.5,
        "R": 0.5,
        "user": 1.0,
        "date": 0.0,
    }


def test_outputs_without_posts_are_measured_by_text_alone() -> None:
    corpus = make_corpus("posts", Gold(text="one two", posts=(GoldPost("one two"),)))
    results = measure(corpus, [FixedOutputs((text(0, "one"),))])
    assert results.main.name == "words-unspaced"
    with_posts = FixedOutputs((text(0, "one", posts=(GoldPost("one two"),)),), name="posts")
    results = measure(corpus, [FixedOutputs((text(0, "one two"),)), with_posts])
    assert results.main.name == "posts"
    first, second = summarise_results(results)
    assert (first.name, first.value) == ("posts", 1.0)
    assert first.figure("words-unspaced", "F1") == pytest.approx(2 / 3)
    assert second.name == "told"
    assert math.isnan(second.value)
    assert list_columns(results)[-1] == ("words-unspaced", "F1", "word F1 (unspaced)")


def test_metadata_right_and_invented() -> None:
    corpus = make_corpus(
        "metadata",
        Gold(text="x", title="Tides", authors=("Ann Lee",), date="2020-05-01"),
        Gold(text="x", title="Harbour"),
    )
    outputs = (
        text(0, "x", title="tides", date="2020-05-02"),
        text(1, "x", title="Port", date="2020-05-02"),
    )
    # Right: one title of two, no date of one, and no author, which this one never gives.
    assert figures(corpus, *outputs) == {
        "right": 0.25,
        "title": 0.5,
        "date": 0.0,
        "date invented": 1.0,
    }


def test_metadata_counts_where_the_text_does_not() -> None:
    corpus = make_corpus("metadata", Gold(title="Tides"), Gold())
    left_out = tuple(replace(item, in_means=False) for item in corpus.items)
    measured = measure(
        replace(corpus, items=left_out),
        [FixedOutputs((text(0, "", title="Tides"), text(1, "", title="a")))],
    )
    assert [set(measured_page.scores) for measured_page in measured.measured] == [
        {"metadata"},
        set(),
    ]
    assert measured.left_out == 1


def test_structure_kept() -> None:
    corpus = make_corpus("structure", Gold(text="x", html="<h2>One</h2><ul><li>a<li>b</ul>"))
    actual = figures(corpus, text(0, "x", html="<h3>One</h3><ul><li>a</ul>"))
    assert actual == {"kept": round((1 + 2 / 3) / 2, 4), "headings": 1.0, "list items": 0.6667}


def test_a_miss_of_one_who_gives_html_keeps_nothing() -> None:
    gold = Gold(text="x", html="<h2>One</h2>")
    actual = figures(
        make_corpus("structure", gold, gold), text(0, "x", html="<h2>One</h2>"), text(1, "")
    )
    assert actual["kept"] == 0.5


SEGMENTED = b"<body><div>aaaa<p>bb</p></div><div>cc</div>"


def test_segments() -> None:
    marked = (
        MarkedRegion((1,), "Content", None, "div", "/html/body/div[1]", "aaaabb"),
        MarkedRegion((2,), "Article", 0, "p", "/html/body/div[1]/p", "bb"),
        MarkedRegion((1, 2), "Footer", None, "div", "/html/body/div[2]", "cc"),
    )
    corpus = make_corpus("segments", Gold(segments=marked), html=SEGMENTED)
    page = parse(SEGMENTED)
    assert page.text() == "aaaabbcc"
    everything = np.zeros(len(page), np.int32)
    # Fine: bb and cc are items; of each segment's four half are of the block. Coarse: six and two.
    assert figures(corpus, text(0, "", segments=everything)) == {
        "fine F1": round(2 / 3, 4),
        "fine P": 0.5,
        "fine R": 1.0,
        "coarse F1": round(2 * 0.625 / 1.625, 4),
        "coarse P": round((6 * 6 / 8 + 2 * 2 / 8) / 8, 4),
        "coarse R": 1.0,
    }


def test_who_segments_and_extracts_nothing_has_no_text() -> None:
    assert list_parts([Output("a", "", 1.0)]) == {"text"}
    assert list_parts([Output("a", "", 1.0, segments=np.zeros(1, np.int32))]) == {"segments"}
    assert list_parts([Output("a", "x", 1.0, title="t")]) == {"text", "title"}


def test_a_metric_that_measures_nothing_is_refused() -> None:
    corpus = make_corpus("words", Gold(text="a"))
    with pytest.raises(
        BadOption, match=r"measured by 'snippets'.*there are: words, words-unspaced"
    ):
        measure(corpus, [FixedOutputs((text(0, "a"),))], metric="snippets")
    with pytest.raises(BadOption, match="there is no metric 'nonsense'; there are: words"):
        find_metric("nonsense")


def test_another_stands_in_where_no_output_has_what_the_asked_one_needs() -> None:
    corpus = make_corpus("words", Gold(text="a", html="<h1>a</h1>"))
    results = measure(corpus, [FixedOutputs((text(0, "a"),))], metric="structure")
    assert (results.main.name, results.requested_metric.name) == ("words", "structure")


@pytest.mark.parametrize("name", METRICS)
def test_every_metric_is_what_it_says(name: str) -> None:
    metric = METRICS[name]
    assert metric.name == name
    row = tuple(1.0 for _ in metric.columns)
    pooled = metric.pool([row, row])
    assert list(pooled) == list(metric.figures)
    assert metric.value([row]) == pooled[metric.main]
    assert metric.interval([row, row]) == (pooled[metric.main], pooled[metric.main])
    assert metric.compare_pairs([row], [row]).difference == 0


# ---------------------------------------------------------------- the figures of data/README.md


@pytest.fixture(scope="module")
def wcxb(corpus: Callable[[str], Path]) -> Results:
    used = ("words", "snippets", "metadata")
    files = [
        corpus("peers") / "wcxb" / f"{name}.jsonl" for name in ("trafilatura", "rs-trafilatura")
    ]
    return measure(load_corpus("wcxb"), map(RecordedContender.of, files), metrics=used)


@pytest.mark.parametrize(
    ("name", "word_f1", "title", "author", "date"),
    [("trafilatura", 0.8274, 0.508, 0.605, 0.832), ("rs-trafilatura", 0.8591, 0.727, 0.674, 0.610)],
)
def test_peers_on_wcxb_have_their_figures(
    wcxb: Results, name: str, word_f1: float, title: float, author: float, date: float
) -> None:
    (line,) = [line for line in summarise_results(wcxb) if line.name == name]
    assert line.pages == 1476
    assert line.value == pytest.approx(word_f1, abs=5e-5)
    for field, figure in (("title", title), ("author", author), ("date", date)):
        assert line.figure("metadata", field) == pytest.approx(figure, abs=5e-4)
    if name == "trafilatura":
        assert line.figure("snippets", "without") == pytest.approx(0.064, abs=5e-4)
        assert line.figure("metadata", "date invented") == pytest.approx(0.96, abs=5e-3)
        assert (line.version, line.cpu_ms) == ("2.3.1, recorded", None)


def test_aeb_is_a_figure_only(corpus: Callable[[str], Path]) -> None:
    read = load_corpus("aeb")
    assert (read.trainable, read.shown) == (False, False)
    file = corpus("peers") / "aeb" / "trafilatura.jsonl"
    results = measure(read, [RecordedContender.of(file)], metrics=("grams",))
    assert summarise_results(results)[0].value == pytest.approx(0.9525, abs=5e-5)


def test_all_marked_segments_are_found() -> None:
    from pagecore.metrics.segments import label_rows

    read = load_corpus("segments")
    item = read.items[0]
    page = parse(item.html(), encoding=item.encoding)
    for level in (1, 2):
        inside, characters = label_rows(page, item.gold.segments or (), level)
        assert (inside >= 0).any()
        assert characters[inside >= 0].sum() > 0
    own = measure(replace(read, items=read.items[:1]), [OwnMethod("default", "0")])
    assert own.metrics == ()
