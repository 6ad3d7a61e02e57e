"""Where do systems differ? Differences among segments that have something in common.

The metric is the one prepared on the whole test set; a bucket's score is ``combine`` of its rows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _core
from pitchpipe.batch.values import Array
from pitchpipe.comparing.contestants import Contestant, Pair, deltas
from pitchpipe.comparing.results import Bucket, BucketDelta
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.measuring.measured import MeasuredSet, Measurement, measure
from pitchpipe.resampling.intervals import Interval, percentile_intervals
from pitchpipe.resampling.sampling import Sampling, bootstrap_scores
from pitchpipe.text import languages
from pitchpipe.text.testset import TestSet

By = Literal["domain", "document", "length", "length-quartile", "bleu"] | Sequence[str]
Members = Mapping[str, NDArray[np.intp]]

#: Lower borders of reference lengths in words, and of sentence BLEU.
LENGTHS = (1, 11, 21, 31, 41)
SCORES = (0, 25, 50, 75)


def checked_by(by: By | None, test_set: TestSet) -> By | None:
    """What segments are put into buckets by; refused before anything is counted if that is not known."""
    if by is None or (isinstance(by, str) and by in ("length", "length-quartile", "bleu")):
        return by
    if not isinstance(by, str):
        labels = [str(label) for label in by]
        if len(labels) != len(test_set):
            raise DataError(f"there are {len(labels)} labels for {len(test_set)} segments: give one for each")
        return labels
    if by == "domain":
        test_set.groups("domain")
    elif by == "document":
        test_set.groups("document")
    else:
        raise ParameterError(
            f"segments cannot be put into buckets by {by!r}: "
            "choose domain, document, length, length-quartile, bleu, or give labels"
        )
    return by


def members(by: By, measured: MeasuredSet, baseline: Contestant) -> Members:
    """The places of the scored segments in each bucket; buckets without any are left out."""
    test_set = measured.test_set
    if by == "domain":
        return test_set.groups("domain")
    if by == "document":
        return test_set.groups("document")
    if by == "length":
        return _binned(_lengths(test_set), LENGTHS, _length_name)
    if by == "length-quartile":
        lengths = _lengths(test_set)
        return _binned(lengths, _quartiles(lengths), _length_name)
    if by == "bleu":
        bleu = f"bleu:tokenize={_tokenizer(test_set)}"
        scores = measure(test_set.with_systems(baseline.runs), [bleu])[bleu].segment_scores()
        return _binned(scores.mean(axis=0), SCORES, _score_name)
    labels = by if measured.numbers is None else [by[number - 1] for number in measured.numbers]
    return replace(test_set, domains=list(labels)).groups("domain")


def buckets(
    one: Measurement,
    members: Members,
    contestants: Sequence[Contestant],
    pairs: Sequence[Pair],
    sampling: Sampling,
) -> tuple[Bucket, ...]:
    """Scores and differences within each bucket."""
    rows = one.rows()
    return tuple(
        _bucket(name, one, rows[:, places], contestants, pairs, sampling) for name, places in members.items()
    )


def _bucket(
    name: str,
    one: Measurement,
    rows: Array,
    contestants: Sequence[Contestant],
    pairs: Sequence[Pair],
    sampling: Sampling,
) -> Bucket:
    scores = one.metric.combine(rows.sum(axis=1))
    segments = rows.shape[1]
    intervals: list[Interval | None] = [None] * len(pairs)
    if segments > 1:
        drawn = deltas(pairs, bootstrap_scores(one.metric, rows, sampling))
        intervals = percentile_intervals(drawn, sampling.confidence)
    observed = deltas(pairs, scores)
    found = tuple(
        BucketDelta(baseline.name, system.name, float(delta), interval)
        for (baseline, system), delta, interval in zip(pairs, observed, intervals, strict=True)
    )
    return Bucket(name, segments, {c.name: float(c.mean(scores)) for c in contestants}, found)


def _lengths(test_set: TestSet) -> Array:
    """The mean length of each segment's references."""
    if not test_set.references:
        raise DataError("the length of segments is that of their references, and there is none")
    lengths = []
    for texts in test_set.references.values():
        tokens = _core.tokenize(_core.Texts([text or "" for text in texts]), _tokenizer(test_set))
        there = [text is not None for text in texts]
        lengths.append(np.where(there, [len(line.split()) for line in tokens], np.nan))
    return np.asarray(np.nanmean(np.stack(lengths), axis=0))


def _tokenizer(test_set: TestSet) -> str:
    known = languages.find(test_set.told_language())
    return "13a" if known is None or known.is_spaced else "char"


def _binned(values: Array, borders: Sequence[int], name: Callable[[Sequence[int], int], str]) -> Members:
    """Bins by lower borders; values below the first have a bin before it."""
    which = np.searchsorted(np.asarray(borders), values, side="right") - 1
    bins = {k: np.flatnonzero(which == k) for k in range(-1, len(borders))}
    return {name(borders, k): places for k, places in bins.items() if len(places)}


def _quartiles(lengths: Array) -> list[int]:
    """Borders in words that part segments into four equal shares, or fewer where lengths are alike."""
    borders = np.quantile(lengths, (0.25, 0.5, 0.75), method="lower").astype(int) + 1
    first = max(1, int(lengths.min()))
    return sorted({first, *(int(border) for border in borders if first < border <= lengths.max())})


def _length_name(borders: Sequence[int], k: int) -> str:
    if k < 0:
        return "0"
    return f"{borders[k]}-{borders[k + 1] - 1}" if k + 1 < len(borders) else f"{borders[k]}+"


def _score_name(borders: Sequence[int], k: int) -> str:
    return f"{borders[k]}-{borders[k + 1] if k + 1 < len(borders) else 100}"
