"""Measures methods and other extractors on corpora: quality, speed, and what changed.

>>> from pagecore.evaluate import evaluate            # doctest: +SKIP
>>> results = evaluate("plain", "my-pages", methods=["default"], peers=["trafilatura"])
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from pagecore import __version__, corpora
from pagecore.corpora.corpus import Corpus, make_names_distinct
from pagecore.errors import BadOption
from pagecore.evaluate import peers
from pagecore.evaluate.contenders import Peer, Recorded
from pagecore.measure.contenders import Contender, OwnMethod
from pagecore.measure.cross_validation import CrossValidated, Learned, select_learned
from pagecore.measure.folds import split_folds
from pagecore.measure.gold import can_score
from pagecore.measure.known_metrics import METRICS, check_gold, metric_named
from pagecore.measure.run import Results, measure
from pagecore.registry import Method, find_method

__all__ = ["Results", "evaluate", "evaluate_all"]

#: Called after every page with what is being done and with how many pages it is done.
Progress = Callable[[str, int], None]


def evaluate(
    corpus: str,
    path: str | Path,
    *,
    methods: Iterable[str] = ("default",),
    peers: Iterable[str] = (),
    recorded: Iterable[str | Path] = (),
    metric: str | None = None,
    metrics: Iterable[str] | None = None,
    cv: int | str | None = None,
    sample: int | None = None,
    seed: int = 0,
    seconds: float = 20.0,
    progress: Progress | None = None,
) -> Results:
    """Measure methods and peers on a corpus of labelled pages.

    Args:
        corpus: its layout, such as `wcxb`, or `plain` for one's own pages.
        path: where it lies.
        methods: of ours, of any family; each is measured where the gold has what it gives.
        peers: other extractors; each has to be installed.
        recorded: outputs recorded earlier: files of JSON lines, or a folder of `CORPUS/NAME.jsonl`,
            of which those count whose name no other contender has.
        metric: the main one; the corpus' own if not given.
        metrics: all that are measured; all but the slow ones, `rouge` and `levenshtein`, if not
            given.
        cv: cross-validate learned methods: in so many folds by group, or over `collections`. Those
            that are not learned are measured as without it.
        sample: measure on so many pages, drawn by the seed.
        seed: of sample, folds, training and intervals.
        seconds: how long a peer may take for a page.
        progress: called after every page with what is being done, and for how many pages.

    Returns:
        What was measured; `pagecore.evaluate.summary.list_lines` makes a table of it, and
        `pagecore.evaluate.report.write_report` a report.

    Raises:
        CorpusError: nothing in the corpus can be used.
        BadOption: a name that is not known; the message lists those that are.
    """
    (results,) = evaluate_all(
        [corpora.load(corpus, path)],
        methods=methods,
        peers=peers,
        recorded=recorded,
        metric=metric,
        metrics=metrics,
        cv=cv,
        sample=sample,
        seed=seed,
        seconds=seconds,
        progress=progress,
    )
    return results


def evaluate_all(
    corpora: Sequence[Corpus],
    *,
    methods: Iterable[str] = ("default",),
    peers: Iterable[str] = (),
    recorded: Iterable[str | Path] = (),
    metric: str | None = None,
    metrics: Iterable[str] | None = None,
    cv: int | str | None = None,
    sample: int | None = None,
    seed: int = 0,
    seconds: float = 20.0,
    progress: Progress | None = None,
) -> list[Results]:
    """The same on several corpora, which `corpora.load` has read; `cv` trains on all of them."""
    told = progress or (lambda what, total: None)
    corpora = make_names_distinct([_sampled(corpus, sample, seed) for corpus in corpora])
    for corpus in corpora:
        # Told before the first of them is measured, which may take long.
        if metric is not None:
            check_gold(corpus, metric)
    own = [find_method(name) for name in methods]
    for method in own:
        _check_can_score(method, corpora)
    if metrics is not None:
        metrics = list(metrics)
    # The metadata of a peer may cost more than its text.
    used = [metric_named(name) for name in (*(metrics or METRICS), *([metric] if metric else []))]
    with_metadata = any(one.needs != ("text",) for one in used)
    live = [Peer(name, _version(name), seconds, with_metadata) for name in peers]
    files = _recorded([Path(path) for path in recorded], corpora)
    folds = None if cv is None else split_folds(corpora, cv, seed)
    learned = {}
    if folds is not None:
        names_learned = select_learned([method.short_name for method in own])
        learned = {name: Learned.of(name, corpora, folds, seed, told) for name in names_learned}
    every = []
    for corpus in corpora:
        names_own = [
            method.short_name for method in own if can_score(method.family.outputs, corpus)
        ]
        taking_part: list[Contender] = [
            OwnMethod(name, __version__)
            if folds is None or name not in learned
            else CrossValidated(f"{name} ({folds.name})", __version__, learned[name], corpus.name)
            for name in names_own
        ]
        taking_part += live
        names = {one.name for one in taking_part}
        for file, from_folder in files[corpus.name]:
            if file.name not in names:
                taking_part.append(file)
            elif not from_folder:
                taking_part.append(replace(file, name=f"{file.name} (recorded)"))
        results = measure(
            corpus,
            taking_part,
            metrics=metrics,
            metric=metric,
            problems=[
                problem
                for one in taking_part
                if isinstance(one, Recorded)
                for problem in one.recording.problems
            ],
            folds=None if folds is None else f"{folds.name}, folds {folds.digest}",
            progress=lambda contender, _, of=corpus: told(  # type: ignore[misc]  # A default cannot be typed.
                f"{of.name}: {contender.name}", len(of.items)
            ),
        )
        every.append(results)
    return every


def _check_can_score(method: Method, corpora: Sequence[Corpus]) -> None:
    """Raise `BadOption` where no corpus has gold for what a method gives."""
    if not any(can_score(method.family.outputs, corpus) for corpus in corpora):
        outputs, names = " or ".join(method.family.outputs), ", ".join(one.name for one in corpora)
        raise BadOption(
            f"method {method.short_name!r} gives {outputs}, for which {names} has no gold"
        )


def _sampled(corpus: Corpus, sample: int | None, seed: int) -> Corpus:
    if sample is None or sample >= len(corpus.items):
        return corpus
    drawn = set(random.Random(seed).sample(range(len(corpus.items)), sample))
    kept = tuple(item for at, item in enumerate(corpus.items) if at in drawn)
    part = f"{sample} of {len(corpus.items)} pages by seed {seed}"
    return replace(corpus, part=part, items=kept)


def _version(name: str) -> str:
    # Also that it can run is found out before the first page is read.
    return peers.version(peers.named(name).name)


def _recorded(
    paths: Sequence[Path], corpora: Sequence[Corpus]
) -> dict[str, list[tuple[Recorded, bool]]]:
    """The recorded outputs that each corpus is measured with, and whether a folder gave them."""
    found: dict[str, list[tuple[Recorded, bool]]] = {corpus.name: [] for corpus in corpora}
    for path in paths:
        if path.is_dir():
            inside = {
                corpus.name: sorted(path.glob(f"{corpus.layout}/*.jsonl")) for corpus in corpora
            }
            if not any(inside.values()):
                wanted = ", ".join(sorted({f"{corpus.layout}/NAME.jsonl" for corpus in corpora}))
                raise BadOption(f"{path}: the folder has no recorded outputs; expected {wanted}")
            for name, files in inside.items():
                found[name] += [(Recorded.of(file), True) for file in files]
            continue
        file = Recorded.of(path)
        # One file is of one corpus, and which it is its pages tell.
        used = [c for c in corpora if any(item.id in file.recording for item in c.items)]
        if not used:
            names = ", ".join(corpus.name for corpus in corpora)
            raise BadOption(f"{path}: has no page of {names}; the ids have to be those of a corpus")
        for corpus in used:
            found[corpus.name].append((file, False))
    return found
