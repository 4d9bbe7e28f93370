"""Measure methods and other extractors on corpora: quality, speed and differences.

>>> from pagecore.evaluate import evaluate            # doctest: +SKIP
>>> results = evaluate("plain", "my-pages", methods=["default"], peers=["trafilatura"])
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pagecore import __version__, corpora
from pagecore.corpora.corpus import Corpus, make_names_distinct
from pagecore.errors import BadOption
from pagecore.evaluate import peers
from pagecore.evaluate.other_contenders import PeerContender, RecordedContender
from pagecore.measure.contenders import Contender, OwnMethod, make_step_options
from pagecore.measure.cross_validation import CrossValidatedMethod, FoldModels, select_learned
from pagecore.measure.folds import split_folds
from pagecore.measure.gold import can_score
from pagecore.measure.known_metrics import METRICS, check_gold, find_metric
from pagecore.measure.run import Results, measure
from pagecore.registry import Method, find_method
from pagecore.site import Site

__all__ = ["Results", "evaluate", "evaluate_all"]

#: Called after every page with a description of the work and its number of pages.
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
    timeout: float = 20.0,
    steps: Sequence[str] | None = None,
    parameters: Mapping[str, Any] = MappingProxyType({}),
    progress: Progress | None = None,
) -> Results:
    """Measure methods and peers on a corpus of labelled pages.

    Args:
        corpus: the format of the corpus, such as `wcxb`, or `plain` for your own pages.
        path: the folder or file of the corpus.
        methods: names of methods of any family; each is measured if the gold can score it.
        peers: names of other extractors, which have to be installed.
        recorded: recorded outputs: files of JSON lines, or a folder of `CORPUS/NAME.jsonl`. A file
            of a folder counts only if no other contender has its name.
        metric: the main metric (default: that of the corpus).
        metrics: all metrics to use (default: all except the slow `rouge` and `levenshtein`).
        cv: cross-validate learned methods: a number of folds by group, or `collections`. Other
            methods are measured as without it.
        sample: number of pages to draw at random (default: all); with a site method, whole sites
            with at least so many pages.
        seed: random seed of sample, folds, training and intervals.
        timeout: timeout of a peer per page, in seconds.
        steps: names of the steps to run after the methods, as in `extract`; None for all.
        parameters: parameters of the method; only if a single method is measured.
        progress: called after every page with a description of the work and its number of pages.

    Returns:
        The results. `pagecore.evaluate.summary.summarise_results` makes a table of them, and
        `pagecore.evaluate.report.write_report` a report.

    Raises:
        CorpusError: no page of the corpus can be used.
        BadOption: a name is unknown; the message lists the known ones.
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
        timeout=timeout,
        steps=steps,
        parameters=parameters,
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
    timeout: float = 20.0,
    steps: Sequence[str] | None = None,
    parameters: Mapping[str, Any] = MappingProxyType({}),
    progress: Progress | None = None,
) -> list[Results]:
    """Measure on several corpora, which `corpora.load` has read; `cv` trains on all of them."""
    report = progress or (lambda what, total: None)
    own = [find_method(name) for name in methods]
    # A site method learns from the other pages of a site.
    draw = _draw_sites if any(method.family.takes is Site for method in own) else _draw_pages
    if sample is not None:
        corpora = [draw(corpus, sample, seed) for corpus in corpora]
    corpora = make_names_distinct(corpora)
    for corpus in corpora:
        # Before the first corpus is measured, which may take long.
        if metric is not None:
            check_gold(corpus, metric)
    if parameters and len(own) != 1:
        raise BadOption("parameters: expected a single method; measure the methods one by one")
    options: dict[str, dict[str, Any]] = {}
    for method in own:
        _check_can_score(method, corpora)
        options[method.short_name] = {
            **method.check_options(parameters),
            **make_step_options(method, steps),
        }
    if metrics is not None:
        metrics = list(metrics)
    # The metadata of a peer may cost more than its text.
    used = [find_metric(name) for name in (*(metrics or METRICS), *([metric] if metric else []))]
    with_metadata = any(known.needs != ("text",) for known in used)
    live = [PeerContender(name, _version(name), timeout, with_metadata) for name in peers]
    files = _load_recorded([Path(path) for path in recorded], corpora)
    folds = None if cv is None else split_folds(corpora, cv, seed)
    learned = {}
    if folds is not None:
        names_learned = select_learned([method.short_name for method in own])
        learned = {
            name: FoldModels.of(name, corpora, folds, seed, report) for name in names_learned
        }
    every = []
    for corpus in corpora:
        names_own = [
            method.short_name for method in own if can_score(method.family.outputs, corpus)
        ]
        taking_part: list[Contender] = [
            OwnMethod(name, __version__, parameters, steps=steps)
            if folds is None or name not in learned
            else CrossValidatedMethod(
                f"{name} ({folds.name})",
                __version__,
                learned[name],
                corpus.name,
                options=options[name],
            )
            for name in names_own
        ]
        taking_part += live
        names = {contender.name for contender in taking_part}
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
                for contender in taking_part
                if isinstance(contender, RecordedContender)
                for problem in contender.recording.problems
            ],
            folds=None if folds is None else f"{folds.name}, folds {folds.digest}",
            progress=lambda contender, _, of=corpus: report(  # type: ignore[misc]  # A default cannot be typed.
                f"{of.name}: {contender.name}", len(of.items)
            ),
        )
        every.append(results)
    return every


def _check_can_score(method: Method, corpora: Sequence[Corpus]) -> None:
    """Raise `BadOption` if no corpus has gold for what a method returns."""
    if not any(can_score(method.family.outputs, corpus) for corpus in corpora):
        outputs = " or ".join(method.family.outputs)
        names = ", ".join(corpus.name for corpus in corpora)
        raise BadOption(
            f"method {method.short_name!r} returns {outputs}, for which {names} has no gold"
        )


def _draw_pages(corpus: Corpus, sample: int, seed: int) -> Corpus:
    """Draw a random sample of pages."""
    if sample >= len(corpus.items):
        return corpus
    drawn = set(random.Random(seed).sample(range(len(corpus.items)), sample))
    kept = tuple(item for at, item in enumerate(corpus.items) if at in drawn)
    part = f"{sample} of {len(corpus.items)} pages by seed {seed}"
    return replace(corpus, part=part, items=kept)


def _draw_sites(corpus: Corpus, sample: int, seed: int) -> Corpus:
    """Draw whole sites at random, until they have so many pages that count in the means."""
    counts: Counter[str] = Counter()
    for item in corpus.items:
        counts[item.group or item.id] += item.in_means
    groups, drawn, n_pages = list(counts), set[str](), 0
    random.Random(seed).shuffle(groups)
    while n_pages < sample and groups:
        group = groups.pop()
        drawn.add(group)
        n_pages += counts[group]
    if not groups:
        return corpus
    kept = tuple(item for item in corpus.items if (item.group or item.id) in drawn)
    part = f"{len(kept)} of {len(corpus.items)} pages by seed {seed}, whole sites"
    return replace(corpus, part=part, items=kept)


def _version(name: str) -> str:
    # A peer that cannot run is reported before the first page is read.
    return peers.read_version(peers.find_peer(name).name)


def _load_recorded(
    paths: Sequence[Path], corpora: Sequence[Corpus]
) -> dict[str, list[tuple[RecordedContender, bool]]]:
    """The recorded outputs for each corpus, and whether they are from a folder."""
    files: dict[str, list[tuple[RecordedContender, bool]]] = {corpus.name: [] for corpus in corpora}
    for path in paths:
        if path.is_dir():
            inside = {
                corpus.name: sorted(path.glob(f"{corpus.format}/*.jsonl")) for corpus in corpora
            }
            if not any(inside.values()):
                wanted = ", ".join(sorted({f"{corpus.format}/NAME.jsonl" for corpus in corpora}))
                raise BadOption(f"{path}: the folder has no recorded outputs; expected {wanted}")
            for name, paths_inside in inside.items():
                files[name] += [(RecordedContender.of(file), True) for file in paths_inside]
            continue
        file = RecordedContender.of(path)
        # The ids of its pages show which corpus a single file belongs to.
        used = [
            corpus for corpus in corpora if any(item.id in file.recording for item in corpus.items)
        ]
        if not used:
            names = ", ".join(corpus.name for corpus in corpora)
            raise BadOption(f"{path}: has no page of {names}; expected the ids of a corpus")
        for corpus in used:
            files[corpus.name].append((file, False))
    return files
