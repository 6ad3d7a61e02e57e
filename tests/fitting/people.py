"""Test sets of made-up sentences, and people who judge by a metric that is known."""

from __future__ import annotations

import numpy as np

from pitchpipe.agreement.ranks import Ranks
from pitchpipe.agreement.scores import SegmentScores
from pitchpipe.batch.values import Array
from pitchpipe.measuring.measured import measure
from pitchpipe.metrics import get
from pitchpipe.text.testset import TestSet

WORDS = (
    "the",
    "a",
    "cat",
    "dog",
    "house",
    "tree",
    "sees",
    "under",
    "red",
    "old",
    "and",
    "walks",
    "small",
    "home",
)


def made_up(seed: int = 1, systems: int = 5, segments: int = 40, pair: str = "de-en") -> TestSet:
    """Systems that drop, change and move words, each more than the one before."""
    random = np.random.default_rng([seed, systems])
    references = [[str(w) for w in random.choice(WORDS, random.integers(4, 14))] for _ in range(segments)]
    outputs = {
        f"s{k}": [" ".join(_spoiled(words, 0.1 + 0.1 * k, random)) for words in references]
        for k in range(systems)
    }
    made = TestSet(
        systems=outputs,
        references={"ref": [" ".join(words) for words in references]},
        source=[" ".join(reversed(words)) for words in references],
        name="made-up",
    )
    return made.with_languages(pair)


def _spoiled(words: list[str], share: float, random: np.random.Generator) -> list[str]:
    kept = [w if random.random() > share else str(random.choice(WORDS)) for w in words]
    kept = [w for w in kept if random.random() > share / 2] or kept[:1]
    if random.random() < 2 * share:
        i, j = random.integers(len(kept), size=2)
        kept[i], kept[j] = kept[j], kept[i]
    return kept


def gains(test_set: TestSet, metric: str) -> Array:
    """The segments' scores, higher being better."""
    measured = measure(test_set, [metric])[get(metric).spec]
    sign = 1.0 if measured.metric.higher_is_better else -1.0
    return sign * measured.segment_scores()


def scores_by(test_set: TestSet, metric: str) -> SegmentScores:
    """People whose scores are a metric's."""
    return SegmentScores("people", tuple(test_set.systems), gains(test_set, metric))


def ranks_by(test_set: TestSet, metric: str, wrong: float = 0.0, seed: int = 1) -> Ranks:
    """People who compare all pairs by a metric, and err in a share of them."""
    random = np.random.default_rng(seed)
    of = gains(test_set, metric)
    pairs = [(i, j) for i in range(len(of)) for j in range(i)]
    segment = np.repeat(np.arange(of.shape[1]), len(pairs))
    first, second = (np.tile([pair[k] for pair in pairs], of.shape[1]) for k in (0, 1))
    preference = np.sign(of[first, segment] - of[second, segment])
    preference = np.where(random.random(len(preference)) < wrong, -preference, preference)
    return Ranks("people", tuple(test_set.systems), segment, first, second, preference.astype(np.int8))
