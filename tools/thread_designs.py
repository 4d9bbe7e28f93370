"""Designs of the thread method `groups`: how the group of posts is chosen, on the same pages.

    python -m tools.thread_designs

records the entries `thread designs` and `thread claims` of the figures. The designs are rules with
fixed weights, weights that are learned from the candidate groups of other forums, and a mixture:
learned weights that start at the rules. All are measured leave-one-forum-out. The claims are how
often a page of WCXB gets a confidence of at least 0.5, by page type. The weights of the confidence
are fitted on four parts of five and measured on the fifth, split by host.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

import click
import numpy as np
import numpy.typing as npt
from rich.progress import track

from pagecore import corpora
from pagecore.corpora.corpus import GoldPost, Item
from pagecore.extract import parse_html
from pagecore.metrics.posts import PostCounts, count_posts
from pagecore.page import Page
from pagecore.thread import Thread
from pagecore.threads.evidence import collect_evidence
from pagecore.threads.groups import make_thread
from pagecore.threads.post_elements import find_post_elements
from pagecore.threads.rank_groups import (
    CONFIDENCE,
    FEATURES,
    RULES,
    Features,
    score_groups,
)
from tools.options import Tool, data_option, figures_option
from tools.record import describe_run, record, round_value

#: Candidate groups per page: the best by the rules, and those with the most text.
N_CANDIDATES: Final = 6
#: Strength of the regularisation of learned weights.
RIDGE: Final = 0.3
CONFIDENCE_RIDGE: Final = 5.0
N_STEPS: Final = 100
N_PARTS: Final = 5
DESIGNS: Final = ("rules", "learned", "mixture")

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Candidates:
    """The candidate groups of a page, and the counts of posts that each leads to."""

    group: str
    features: Features
    counts: tuple[PostCounts, ...]

    @property
    def f1(self) -> Floats:
        """The post F1 of each candidate."""
        return np.array([counts.score.f1 for counts in self.counts])


def list_candidates(item: Item) -> Candidates:
    """Take each of the best groups of a page as the thread."""
    page = parse_html(item.html(), item.url, item.encoding)
    evidence = collect_evidence(page)
    text = page.below(evidence.words)
    known: list[Features] = []

    def keep(rows: Features) -> Features:
        known.append(rows)
        return np.asarray(rows[:, 0])

    find_post_elements(page, evidence, text, 0.2, keep)
    features = known[0] if known else np.zeros((0, len(FEATURES)))
    rows = np.flatnonzero(features[:, 0] > 0)
    by_rules = rows[np.argsort(-score_groups(features[rows]), kind="stable")][:N_CANDIDATES]
    by_text = rows[np.argsort(-features[rows, 0], kind="stable")][:N_CANDIDATES]
    chosen = list(dict.fromkeys([*by_rules.tolist(), *by_text.tolist()]))
    counts = []
    for at in chosen:

        def rank(rows: Features, at: int = at) -> Features:
            return np.where(np.arange(len(rows)) == at, 1.0, 0.0)

        elements = find_post_elements(page, evidence, text, 0.2, rank)
        thread = make_thread(page, elements, evidence, text, 0.6, 0.0)
        counts.append(_count(item, page, thread))
    return Candidates(item.group or item.id, features[chosen], tuple(counts))


def _count(item: Item, page: Page, thread: Thread) -> PostCounts:
    output = [
        GoldPost(text, post.author, post.date, post.link, post.author_link)
        for text, post in zip(thread.texts(page), thread.posts, strict=True)
    ]
    return count_posts(item.gold.posts or (), output, unspaced=True, url=item.url)


def learn_weights(pages: Sequence[Candidates], prior: Floats) -> Floats:
    """Learn weights that give the best groups of pages the highest scores: gradient descent on the
    cross-entropy of the softmax over the candidates, with a penalty for the distance from a
    prior."""
    weights = prior.copy()
    useful = [page for page in pages if len(page.counts) > 1 and page.f1.max() > 0]
    for step in range(N_STEPS):
        gradient = RIDGE * (weights - prior)
        for page in useful:
            best = page.f1 >= page.f1.max() - 1e-9
            expected = best / best.sum()
            gradient += page.features.T @ (_softmax(page.features @ weights) - expected)
        weights = weights - 0.5 / (1 + step / 50) * gradient / len(useful)
    return weights


def _softmax(scores: Floats) -> Floats:
    powers = np.exp(scores - scores.max())
    return np.asarray(powers / powers.sum())


def measure_designs(pages: Sequence[Candidates]) -> list[dict[str, Any]]:
    """Measure the designs, each page with weights of other forums."""
    rules = np.array([RULES.get(name, 0.0) for name in FEATURES])
    zero = np.zeros(len(FEATURES))
    totals = {name: PostCounts() for name in DESIGNS}
    best = PostCounts()
    for group in track(sorted({page.group for page in pages}), "designs"):
        others = [page for page in pages if page.group != group]
        weights = {
            "rules": rules,
            "learned": learn_weights(others, zero),
            "mixture": learn_weights(others, rules),
        }
        for page in pages:
            if page.group == group and page.counts:
                best += page.counts[int(page.f1.argmax())]
                for name, vector in weights.items():
                    totals[name] += page.counts[int((page.features @ vector).argmax())]
    return [_describe(name, counts) for name, counts in {**totals, "best candidate": best}.items()]


def _describe(name: str, counts: PostCounts) -> dict[str, Any]:
    score = counts.score
    values = {"P": score.precision, "R": score.recall, "F1": score.f1, **counts.accuracy}
    return {"design": name, **{key: round_value(value) for key, value in values.items()}}


class Claim(NamedTuple):
    """The thread of a page: whether the page is one, the features of its group, and how sure the
    method is."""

    group: str
    page_type: str
    features: Features | None
    n_members: int
    confidence: float
    #: Whether most of it is in comments on something else.
    in_comments: bool


def find_claims(items: Sequence[Item]) -> Iterator[Claim]:
    """Find the thread of each page, whatever its confidence."""
    for item in track(items, "claims"):
        page = parse_html(item.html(), item.url, item.encoding)
        evidence = collect_evidence(page)
        text = page.below(evidence.words)
        elements = find_post_elements(page, evidence, text, 0.2)
        thread = make_thread(page, elements, evidence, text, 0.6, 0.0)
        rows = thread.ids >= 0
        yield Claim(
            item.group or item.id,
            item.gold.page_type or "unknown",
            None if elements is None else elements.features,
            0 if elements is None else elements.n_members,
            thread.confidence,
            bool(rows.any() and (page.comment_kind[rows] == 1).mean() > 0.3),
        )


def count_claims(claims: Sequence[Claim]) -> list[dict[str, Any]]:
    """Count the pages of each type, and those with a confident thread: in comments, and others."""
    rows = []
    for kind in sorted({claim.page_type for claim in claims}):
        of_kind = [claim for claim in claims if claim.page_type == kind]
        sure = [claim for claim in of_kind if claim.confidence >= 0.5]
        in_comments = sum(claim.in_comments for claim in sure)
        rows.append({"type": kind, "pages": len(of_kind), "claims": len(sure),
                     "in comments": in_comments})  # fmt: skip
    return rows


def fit_confidence(features: Features, is_thread: Floats) -> Floats:
    """Fit the weights of the confidence, the bias last: logistic regression with a ridge penalty,
    by Newton's method."""
    mean, scale = features.mean(0), features.std(0) + 1e-9
    columns = np.c_[(features - mean) / scale, np.ones(len(features))]
    penalty = np.append(np.full(features.shape[1], CONFIDENCE_RIDGE), 0.0)
    weights = np.zeros(columns.shape[1])
    for _ in range(40):
        chance = 1 / (1 + np.exp(-columns @ weights))
        curvature = (columns * (chance * (1 - chance))[:, None]).T @ columns + np.diag(penalty)
        weights -= np.linalg.solve(curvature, columns.T @ (chance - is_thread) + penalty * weights)
    own = weights[:-1] / scale
    return np.append(own, weights[-1] - own @ mean)


def calibrate(claims: Sequence[Claim]) -> dict[str, Any]:
    """Fit the confidence on four parts of five and measure it on the fifth; comments on other pages
    and single posts are left out."""
    used = [
        claim
        for claim in claims
        if claim.features is not None
        and claim.n_members > 1
        and (claim.page_type == "forum" or not claim.in_comments)
    ]
    names = [name for name in CONFIDENCE if name != "bias"]
    at = [FEATURES.index(name) for name in names]
    features = np.array([claim.features for claim in used])[:, at]
    is_thread = np.array([float(claim.page_type == "forum") for claim in used])
    parts = {group: n % N_PARTS for n, group in enumerate(sorted({c.group for c in used}))}
    part = np.array([parts[claim.group] for claim in used])
    chance = np.zeros(len(used))
    for number in range(N_PARTS):
        inside = part == number
        weights = fit_confidence(features[~inside], is_thread[~inside])
        chance[inside] = 1 / (1 + np.exp(-(features[inside] @ weights[:-1] + weights[-1])))
    fitted = fit_confidence(features, is_thread)
    bins = []
    for low in np.arange(0, 1, 0.2):
        inside = (chance >= low) & (chance < low + 0.2)
        share = float(is_thread[inside].mean()) if inside.any() else 0.0
        bins.append({"from": round_value(float(low)), "pages": int(inside.sum()),
                     "threads": round_value(share)})  # fmt: skip
    return {
        "threads": int(is_thread.sum()),
        "others": int((1 - is_thread).sum()),
        "threads claimed": round_value(float((chance[is_thread > 0] >= 0.5).mean())),
        "others claimed": round_value(float((chance[is_thread == 0] >= 0.5).mean())),
        "Brier score": round_value(float(((chance - is_thread) ** 2).mean())),
        "bins": bins,
        "weights": {
            name: round_value(float(value))
            for name, value in zip([*names, "bias"], fitted, strict=True)
        },
    }


@click.command(cls=Tool)
@data_option
@figures_option
def main(data: Path, figures: Path) -> None:
    """Measure the designs of `groups`, and how often pages are taken for threads."""
    forums = corpora.load("forums", data / "forums")
    pages = [list_candidates(item) for item in track(forums.items, "candidates")]
    run = describe_run("python -m tools.thread_designs", [forums])
    record("thread designs", measure_designs(pages), provenance=run, path=figures)
    wcxb = corpora.load("wcxb", data / "wcxb")
    claims = list(find_claims(wcxb.items))
    threads = list(find_claims(forums.items))
    run = describe_run("python -m tools.thread_designs", [wcxb, forums])
    measured = {"claims": count_claims(claims), "confidence": calibrate([*claims, *threads])}
    record("thread claims", measured, provenance=run, path=figures)


if __name__ == "__main__":
    main()
