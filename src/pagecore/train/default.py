"""Learns the default extractor: two forests over blocks, and what they need.

The names of elements get weights first, by logistic regression; then a forest takes a first look at
every block, and another a second one, which also sees how the blocks around were judged. Two small
forests say of the page as a whole which type it has and how well the choice will fit.

What a later step learns from must look as it will look on new pages. So every earlier step is
fitted once for each part of the training pages, without that part, and asked about it.

Gold is not without faults: of two pages of one kind one has the comments, the other has not. So the
forests learn from what lies between the gold and what a draft, which has not seen the page, would
have expected. Drafts are not nested: that of a page may have seen the part that is judged next.
Cross-validation stands outside of all this.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from pagecore import _core
from pagecore.corpora.labels import label_blocks
from pagecore.errors import BadInput, NeedsExtra
from pagecore.metrics import words
from pagecore.models.model import Model, read
from pagecore.page import Page, parse
from pagecore.page.judging import Floats, Names, describe_blocks, describe_choices
from pagecore.train.names import Bags, fitted_names
from pagecore.train.signs import Signs
from pagecore.train.write_model import Forest, forest_of_catboost, packed

if TYPE_CHECKING:
    from pagecore.corpora.corpus import Corpus, Item


#: The page types there are; a model tells those apart that it has seen, in this order.
TYPES: Final = (
    "article",
    "collection",
    "documentation",
    "forum",
    "listing",
    "product",
    "service",
)
#: What is known of the type of all pages of a corpus.
TYPE_OF_CORPUS: Final = {"fundus": "article", "forums": "forum"}


@dataclass(frozen=True)
class Settings:
    """How much is learned; a model's file has them. The shipped model is made with the defaults."""

    #: Parts of the training pages; each is left out once.
    parts: int = 4
    #: Blocks that are no content are far more than others; this share of them is learned from.
    drawn: float = 0.35
    #: Trees of the first look at blocks and of the second, and how far each goes.
    first_trees: int = 250
    first_rate: float = 0.15
    trees: int = 320
    rate: float = 0.12
    #: What the gold counts against what a draft expected.
    gold: float = 0.5
    #: Trees of drafts, and of second looks that only tell how well a choice fits.
    draft_trees: int = 150
    draft_rate: float = 0.25
    #: Trees that tell page types apart, and those that estimate the F1.
    type_trees: int = 200
    confidence_trees: int = 250
    #: Blocks that the file keeps, for who tunes the model to rehearse; see `pagecore.train.tuned`.
    rehearsed: int = 300
    #: Another number of threads adds in another order, and may give another model.
    threads: int = 2


@dataclass(frozen=True, eq=False)
class PageSample:
    """A page with what is to be found in it."""

    id: str
    group: str
    page: Page
    #: The blocks with words, and for each how much of it is content.
    blocks: npt.NDArray[np.int64]
    label: Floats
    words: Floats
    names: Bags
    #: How often each word is in the gold; and the words of each block, -1 for those not in it.
    gold: npt.NDArray[np.int64]
    found: list[npt.NDArray[np.int64]]
    page_type: str | None

    def f1(self, keep: npt.NDArray[np.bool_]) -> float:
        """Word F1 of a choice of blocks."""
        chosen = [self.found[at] for at in np.flatnonzero(keep)]
        all_words = np.concatenate(chosen) if chosen else np.zeros(0, np.int64)
        counts = np.bincount(all_words[all_words >= 0], minlength=len(self.gold))
        right = np.minimum(counts, self.gold).sum()
        return float(2 * right / (len(all_words) + self.gold.sum()))


@dataclass(frozen=True)
class DefaultTrainer:
    """The trainer of the method `default`."""

    settings: Settings = Settings()

    @property
    def packages(self) -> tuple[str, ...]:
        """Other packages that it learns with."""
        return ("catboost",)

    @property
    def n_steps(self) -> int:
        """How often `fitted` tells what is being done."""
        return 3 * self.settings.parts + 4

    def samples(
        self, corpus: Corpus, *, progress: Callable[[Item], None] | None = None
    ) -> list[PageSample]:
        """The pages that have gold text, with the labels of their blocks."""
        made = []
        for item in corpus.items:
            sample = sample_of(item, unspaced=corpus.metric == "words-unspaced")
            if sample is not None:
                made.append(sample)
            if progress is not None:
                progress(item)
        return made

    def fit(
        self,
        samples: Mapping[str, Sequence[PageSample]],
        *,
        seed: int,
        weights: Mapping[str, float] | None = None,
    ) -> Model:
        """A model of all samples."""
        fitted = self.fitted(samples, seed=seed, weights=weights)
        return read(packed(*fitted), "a model just trained")

    def fitted(
        self,
        samples: Mapping[str, Sequence[PageSample]],
        *,
        seed: int,
        weights: Mapping[str, float] | None = None,
        said: Callable[[str], None] = lambda _: None,
    ) -> tuple[dict[str, Any], dict[str, Forest], dict[str, npt.ArrayLike]]:
        """Metadata, forests and arrays of a model.

        Args:
            samples: by the name of their corpus.
            seed: of all that is drawn.
            weights: what a page of a corpus counts, 1 where nothing is said.
            said: told what is being done.

        Raises:
            BadInput: there is too little to learn from.
            NeedsExtra: CatBoost is not installed.
        """
        settings = self.settings
        data = Data.of(samples, settings, seed, weights or {})
        said("names of elements")
        names = [fitted_names(data.bags, data.target, data.weight, part) for part in data.without]
        all_names = fitted_names(data.bags, data.target, data.weight, data.every)
        look = data.features(names)
        firsts = settings.first_trees, settings.first_rate
        trees = settings.trees, settings.rate
        drafts = settings.draft_trees, settings.draft_rate
        gold = data.target.astype(np.float32)
        draft = data.judged(look, gold, seed, "draft", drafts, said)
        target = settings.gold * gold + (1 - settings.gold) * draft
        first = data.judged(look, target, seed, "first look", firsts, said)
        said("first look")
        blocks = forest_of_catboost(data.classifier(look, target, data.every, seed, firsts))
        look = data.features(names, first)
        second = data.judged(look, target, seed, "second look", drafts, said)
        said("second look")
        context = forest_of_catboost(data.classifier(look, target, data.every, seed, trees))
        said("page types and confidence")
        pages, scores, made = data.summaries(names, second)
        forests = {
            "blocks": blocks,
            "context": context,
            "confidence": _confidence(data, pages, scores, made, seed),
        }
        # Of pages that are all of one type nothing is learned about types.
        types = [of for of in TYPES if of in data.types] if len({*data.types} - {None}) > 1 else []
        arrays: dict[str, npt.ArrayLike] = {
            "near names": all_names[0],
            "far names": all_names[1],
            "rehearsed": look[data.rehearsed(seed)],
        }
        if types:
            forests["type"], arrays["type signs"] = _types(data, pages[made], types, seed)
        metadata = {
            "features": _core.features_digest(),
            "types": types,
            "seed": seed,
            "settings": asdict(settings),
        }
        return metadata, forests, arrays


TRAINER: Final = DefaultTrainer()


def sample_of(item: Item, *, unspaced: bool) -> PageSample | None:
    """A page as a sample, or None where there is no gold to learn from."""
    gold = item.gold.text
    if gold is None and item.gold.posts:
        gold = "\n".join(post.text for post in item.gold.posts)
    if not gold or not item.in_means:
        return None
    page = parse(item.html(), url=item.url, encoding=item.encoding)
    blocks = describe_blocks(page)[1].astype(np.int64)
    number: dict[str, int] = {}
    wanted = [number.setdefault(word, len(number)) for word in words.split_words(gold, unspaced)]
    texts = page.block_texts()
    found = [
        np.array(
            [number.get(word, -1) for word in words.split_words(texts[at], unspaced)], np.int64
        )
        for at in blocks
    ]
    return PageSample(
        item.id,
        item.group or item.id,
        page,
        blocks,
        label_blocks(page, gold)[blocks],
        page.blocks.words[blocks].astype(np.float32),
        Bags.of(page, blocks),
        np.bincount(wanted, minlength=len(number)),
        found,
        item.gold.page_type if item.gold.page_type in TYPES else None,
    )


@dataclass(frozen=True, eq=False)
class Data:
    """All samples laid behind each other."""

    settings: Settings
    samples: list[PageSample]
    types: list[str | None]
    #: What each sample counts.
    counts: npt.NDArray[np.float64]
    #: Where the blocks of each sample begin, and one more.
    start: npt.NDArray[np.int64]
    bags: Bags
    target: npt.NDArray[np.int64]
    weight: npt.NDArray[np.float64]
    #: Blocks that are learned from, and what each of these stands for.
    drawn: npt.NDArray[np.bool_]
    #: For each part a mask of the blocks of all others.
    without: list[npt.NDArray[np.bool_]]
    part: npt.NDArray[np.int64]
    every: npt.NDArray[np.bool_]

    @classmethod
    def of(
        cls,
        samples: Mapping[str, Sequence[PageSample]],
        settings: Settings,
        seed: int,
        weights: Mapping[str, float],
    ) -> Data:
        """Lay them out; corpora in the order of their names."""
        ordered = [(name, one) for name in sorted(samples) for one in samples[name]]
        if not ordered:
            raise BadInput("there is no page with gold text to learn from")
        pages = [one for _, one in ordered]
        start = np.cumsum([0, *(len(one.label) for one in pages)])
        label = np.concatenate([one.label for one in pages])
        target = (label >= 0.5).astype(np.int64)
        counts = np.array([weights.get(name, 1.0) for name, _ in ordered])
        # What a block is worth: its part of the page's F1, dampened, so that long ones do not
        # drown the rest.
        weight = np.concatenate(
            [np.sqrt(one.words / max(one.gold.sum(), 20), dtype=np.float64) for one in pages]
        ) * np.repeat(counts, np.diff(start))
        random = np.random.default_rng(seed)
        drawn = (target == 1) | (random.random(len(target)) < settings.drawn)
        weight = np.where(target == 1, weight, weight / settings.drawn)
        of_group = _parts({one.group for one in pages}, seed, settings.parts)
        of_page = np.array([of_group[one.group] for one in pages])
        part = np.repeat(of_page, np.diff(start))
        for at in range(settings.parts):
            left = target[drawn & (part != at)]
            if not (left == 1).any() or not (left == 0).any():
                raise BadInput(
                    f"{len(pages)} pages are too few to learn from: without a part of them there "
                    "must be content, and something beside it; give pages of more sites"
                )
        return cls(
            settings,
            pages,
            [TYPE_OF_CORPUS.get(name, one.page_type) for name, one in ordered],
            counts,
            start,
            Bags.joined([one.names for one in pages]),
            target,
            weight / weight[drawn].mean(),
            drawn,
            [part != at for at in range(settings.parts)],
            of_page,
            np.ones(len(target), np.bool_),
        )

    def features(self, names: Sequence[Names], first: Floats | None = None) -> Floats:
        """The features of all blocks, with the names' weights that have not seen them."""
        columns = []
        for at, sample in enumerate(self.samples):
            look = None if first is None else first[self.start[at] : self.start[at + 1]]
            of_page = names[self.part[at]]
            columns.append(describe_blocks(sample.page, names=of_page, first_look=look)[2].T)
        return np.concatenate(columns)

    def judged(
        self,
        look: Floats,
        target: Floats,
        seed: int,
        name: str,
        trees: tuple[int, float],
        said: Callable[[str], None],
    ) -> Floats:
        """What blocks are judged by trees that have not seen them.

        Args:
            look: the features of all blocks.
            target: what is learned.
            seed: of the trees.
            name: what this is called.
            trees: how many, and how far each goes.
            said: told what is being done.
        """
        chances = np.zeros(len(self.target), np.float32)
        for at, part in enumerate(self.without):
            said(f"{name}, part {at + 1} of {len(self.without)}")
            if not part.all():
                classifier = self.classifier(look, target, part, seed, trees)
                chances[~part] = classifier.predict_proba(look[~part])[:, 1]
        return chances

    def classifier(
        self,
        look: Floats,
        target: Floats,
        which: npt.NDArray[np.bool_],
        seed: int,
        trees: tuple[int, float],
    ) -> Any:
        """Boosted trees of some blocks: how many, and how far each goes."""
        learned = which & self.drawn
        classifier = _catboost(
            "CatBoostClassifier",
            self.settings,
            seed,
            iterations=trees[0],
            learning_rate=trees[1],
            loss_function="CrossEntropy",
        )
        return _fitted(classifier, look[learned], target[learned], self.weight[learned])

    def rehearsed(self, seed: int) -> list[int]:
        """Blocks of as many pages as there is room for, in an order that is drawn: of each one that
        is content and one that is not, those that weigh more sooner."""
        random = np.random.default_rng(seed)
        chosen: list[int] = []
        for page in random.permutation(len(self.samples)):
            blocks = np.arange(self.start[page], self.start[page + 1])
            for kind in (1, 0):
                there = blocks[self.target[blocks] == kind]
                if len(there) and len(chosen) < self.settings.rehearsed:
                    weight = self.weight[there]
                    chosen.append(int(random.choice(there, p=weight / weight.sum())))
        return chosen

    def summaries(
        self, names: Sequence[Names], second: Floats
    ) -> tuple[Floats, npt.NDArray[np.float64], npt.NDArray[np.bool_]]:
        """A row for each choice that could be made of each page, and its F1; the choice that is
        made is the first of each page, and marked."""
        rows, scores, made = [], [], []
        for at, sample in enumerate(self.samples):
            chance = second[self.start[at] : self.start[at + 1]]
            _, of_page, keep = describe_choices(sample.page, chance, names=names[self.part[at]])
            rows.append(of_page)
            scores += [sample.f1(choice) for choice in keep]
            made += [True] + [False] * (len(of_page) - 1)
        return np.concatenate(rows), np.array(scores), np.array(made)


def _types(data: Data, pages: Floats, types: Sequence[str], seed: int) -> tuple[Forest, Floats]:
    """The forest of page types, and the weights of the signs it is told."""
    number = np.array([-1 if of is None else types.index(of) for of in data.types])
    known = number >= 0
    is_type = (number[:, None] == np.arange(len(types))).astype(np.float32)
    signs = Signs.of(sample.page for sample in data.samples)
    scores = np.zeros((len(pages), len(signs.kinds) * len(types)), np.float32)
    for part in np.unique(data.part):
        inside = data.part == part
        if (known & ~inside).any():
            weights = signs.fitted(is_type, data.counts, known & ~inside)
            scores[inside] = signs.scores(weights)[inside]
    rows = np.hstack([pages, scores])
    classifier = type_classifier(data.settings, len(types), seed)
    fitted = _fitted(classifier, rows[known], number[known], data.counts[known])
    return forest_of_catboost(fitted), signs.fitted(is_type, data.counts, known)


def type_classifier(settings: Settings, n_types: int, seed: int) -> Any:
    """A learner of page types, which has learned nothing yet."""
    return _catboost(
        "CatBoostClassifier",
        settings,
        seed,
        iterations=settings.type_trees,
        learning_rate=0.1,
        depth=4,
        loss_function="MultiClass",
        classes_count=n_types,
    )


def _confidence(
    data: Data,
    pages: Floats,
    scores: npt.NDArray[np.float64],
    made: npt.NDArray[np.bool_],
    seed: int,
) -> Forest:
    regressor = _catboost(
        "CatBoostRegressor",
        data.settings,
        seed,
        iterations=data.settings.confidence_trees,
        learning_rate=0.05,
        depth=4,
    )
    # Each page has a row for every choice, the first of them marked.
    counts = data.counts[np.cumsum(made) - 1]
    return forest_of_catboost(_fitted(regressor, pages, scores, counts))


def boosted(
    kind: str,
    settings: Settings,
    seed: int,
    rows: Floats,
    target: npt.ArrayLike,
    weight: npt.ArrayLike,
    *,
    before: npt.ArrayLike | None = None,
    **more: object,
) -> Any:
    """Trees of CatBoost's class `kind`, fitted to rows.

    Args:
        kind: CatBoostClassifier or CatBoostRegressor.
        settings: how many threads.
        seed: of all that is drawn.
        rows: their features.
        target: what is learned of each.
        weight: what each counts.
        before: the raw score that each has already, and the trees add to.
        more: what else CatBoost is told.
    """
    return _fitted(_catboost(kind, settings, seed, **more), rows, target, weight, before)


def _fitted(
    learner: Any,
    rows: Floats,
    target: npt.ArrayLike,
    weight: npt.ArrayLike,
    before: npt.ArrayLike | None = None,
) -> Any:
    import catboost

    try:
        return learner.fit(rows, target, sample_weight=weight, baseline=before)
    except catboost.CatBoostError as error:
        told = str(error).strip().splitlines()[-1].rpartition(": ")[2]
        raise BadInput(
            f"these pages are too few or too much alike to learn from ({told}); give more of them"
        ) from error


def _catboost(kind: str, settings: Settings, seed: int, **more: object) -> Any:
    try:
        import catboost
    except ImportError as error:
        raise NeedsExtra("training needs CatBoost: pip install 'pagecore[train]'") from error
    return getattr(catboost, kind)(
        **{
            "depth": 6,
            "border_count": 64,
            "rsm": 0.4,
            "bootstrap_type": "Bernoulli",
            "subsample": 0.6,
            "l2_leaf_reg": 5,
            "random_seed": seed,
            "thread_count": settings.threads,
            "nan_mode": "Min",
            "allow_writing_files": False,
            "verbose": False,
            **more,
        }
    )


def _parts(groups: Set[str], seed: int, parts: int) -> dict[str, int]:
    """Which part of the training pages each group is in: dealt like cards, as folds are."""

    def drawn(group: str) -> bytes:
        return hashlib.sha256(f"part\t{seed}\t{group}".encode(errors="backslashreplace")).digest()

    return {group: at % parts for at, group in enumerate(sorted(groups, key=drawn))}
