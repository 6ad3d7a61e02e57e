"""Word accuracy: the F measure of words of a kind, rare or frequent, nouns or verbs (Neubig et al. 2019).

Of the words of a kind, c are in outputs, r in references and m in both: F = 2m / (c + r). The counts are sums
over segments, so that intervals come from the same bootstrap as those of scores.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitchpipe.batch.rows import ratio
from pitchpipe.batch.values import Array
from pitchpipe.brief import Brief
from pitchpipe.comparing.contestants import Pair, deltas
from pitchpipe.measuring.measured import as_batch
from pitchpipe.reporting.ngram_counts import (
    Counted,
    Ints,
    Tokenized,
    counted,
    first_references,
    matched,
    spread,
)
from pitchpipe.resampling.intervals import Interval, percentile_intervals
from pitchpipe.resampling.sampling import Sampling, bootstrap_scores
from pitchpipe.text.testset import TestSet

#: Lower borders of how often a word occurs in the references.
FREQUENCIES = (1, 2, 3, 4, 5, 10, 100, 1000)


@dataclass(frozen=True, repr=False)
class WordKinds(Brief):
    """Counts of words by kind, ``[systems, segments, 3 * kinds]``: outputs', references', in both."""

    by: str
    names: tuple[str, ...]
    rows: Array

    def combine(self, sums: Array) -> Array:
        """F of every kind, in per cent, from summed rows ``[..., 3 * kinds]``."""
        own, reference, both = np.split(sums, 3, axis=-1)
        return 100.0 * ratio(2.0 * both, own + reference, np.nan)

    def scores(self) -> Array:
        """F of every system and kind."""
        return self.combine(self.rows.sum(axis=1))

    def words(self) -> Ints:
        """How many words of each kind the references have."""
        kinds = len(self.names)
        return np.asarray(self.rows[0, :, kinds : 2 * kinds].sum(axis=0)).astype(np.int64)


@dataclass(frozen=True)
class KindDifference:
    """How much higher F of a kind is for the system of a pair than for its baseline."""

    delta: float
    ci: Interval | None


@dataclass(frozen=True, repr=False)
class SampledKinds(Brief):
    """Kinds of words with F on samples of the test set, drawn once: ``[samples, systems, kinds]``."""

    kinds: WordKinds
    drawn: Array
    confidence: float

    @classmethod
    def of(cls, kinds: WordKinds, sampling: Sampling) -> SampledKinds:
        """Draws the samples."""
        return cls(kinds, bootstrap_scores(kinds, kinds.rows, sampling), float(sampling.confidence))

    def intervals(self, kind: int) -> list[Interval | None]:
        """The intervals of F of a kind, by system."""
        return percentile_intervals(self.drawn[:, :, kind], self.confidence)

    def differences(self, pairs: Sequence[Pair]) -> list[list[KindDifference]]:
        """The differences of all pairs, for every kind."""
        observed = deltas(pairs, self.kinds.scores().T)
        made = []
        for kind in range(len(self.kinds.names)):
            intervals = percentile_intervals(deltas(pairs, self.drawn[:, :, kind]), self.confidence)
            made.append(
                [
                    KindDifference(float(delta), interval)
                    for delta, interval in zip(observed[kind], intervals, strict=True)
                ]
            )
        return made


def by_frequency(texts: Tokenized) -> WordKinds:
    """Words by how often the references have them; those that they never have are of no kind."""
    reference, *systems = (
        counted(words, segments) for words, segments in zip(texts.words, texts.segments, strict=True)
    )
    most = 1 + max(int(words.max(initial=0)) for words in texts.words)
    frequency = np.bincount(texts.words[0], minlength=most)
    kinds = np.searchsorted(np.asarray(FREQUENCIES), frequency, side="right") - 1
    return _counts(
        "word frequency", tuple(map(_border, range(len(FREQUENCIES)))), kinds, reference, systems, texts.count
    )


def by_part_of_speech(test_set: TestSet) -> WordKinds | None:
    """Words by their universal part of speech, where the test set has somebody who says it."""
    if test_set.annotator is None or not test_set.references:
        return None
    first = TestSet(
        systems=test_set.systems,
        references={"first": [*first_references(test_set)]},
        source_language=test_set.source_language,
        target_language=test_set.target_language,
        annotator=test_set.annotator,
    )
    outputs, references = as_batch(first).annotations()
    _, forms = np.unique(np.array([*references.forms, *outputs.forms]), return_inverse=True)
    names, tags = np.unique(np.array([*references.upos, *outputs.upos]), return_inverse=True)
    # A word is right where its part of speech is right, too.
    words = forms.astype(np.int64) * len(names) + tags
    split = len(references.forms)
    reference = counted(words[:split], spread(np.diff(references.offsets)))
    segments = spread(np.diff(outputs.offsets))
    systems = [
        counted(
            words[split:][segments // len(test_set) == k],
            segments[segments // len(test_set) == k] % len(test_set),
        )
        for k in range(len(test_set.systems))
    ]
    kinds = np.arange(int(words.max(initial=0)) + 1) % len(names)
    return _counts("part of speech", tuple(map(str, names)), kinds, reference, systems, len(test_set))


def _counts(
    by: str,
    names: tuple[str, ...],
    kinds: NDArray[np.int64],
    reference: Counted,
    systems: Sequence[Counted],
    segments: int,
) -> WordKinds:
    rows = [
        np.concatenate(
            [_by_kind(one, kinds, len(names), segments) for one in (own, reference, matched(own, reference))],
            axis=1,
        )
        for own in systems
    ]
    made = WordKinds(by, names, np.stack(rows).astype(np.float64))
    return _without_empty(made)


def _by_kind(found: Counted, kinds: NDArray[np.int64], count: int, segments: int) -> Array:
    """Counts of words of each kind in each segment."""
    kind = kinds[found.grams]
    known = kind >= 0
    places = found.segments[known] * count + kind[known]
    sums = np.bincount(places, weights=found.counts[known], minlength=segments * count)
    return np.asarray(sums, dtype=np.float64).reshape(segments, count)


def _without_empty(found: WordKinds) -> WordKinds:
    """Only the kinds of which references have words."""
    there = np.flatnonzero(found.words())
    columns = np.concatenate([there + part * len(found.names) for part in range(3)])
    return WordKinds(found.by, tuple(found.names[k] for k in there), found.rows[:, :, columns])


def _border(k: int) -> str:
    low = FREQUENCIES[k]
    if k + 1 == len(FREQUENCIES):
        return f"{low}+"
    high = FREQUENCIES[k + 1] - 1
    return str(low) if low == high else f"{low}-{high}"
