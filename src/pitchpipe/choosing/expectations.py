"""Expected scores: candidates against weighted pseudo-references.

Minimum Bayes risk asks for the mean score of a candidate against all that might be right,

    E(h) = Σ_r p(r) · score(h, r)

which takes all pairs of a segment. Aggregated, the candidate is scored once against expected counts
instead, ``score(h, Σ_r p(r) · counts(r))``: linear rather than quadratic, and an approximation, because a
score is no linear function of counts (DeNero, Chiang and Knight 2009, "Fast Consensus Decoding over
Translation Forests", ACL; Vamvas and Sennrich 2024, "Linear-time Minimum Bayes Risk Decoding with Reference
Aggregation", ACL). The two agree where there is one distinct pseudo-reference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pitchpipe.batch.batch import Batch
from pitchpipe.batch.resources import NO_RESOURCES, Resources
from pitchpipe.batch.values import Array
from pitchpipe.choosing.candidates import Candidates, Distinct
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.metrics.base import Metric
from pitchpipe.nbest.lists import NBest
from pitchpipe.tuning.weight_files import WeightFile
from pitchpipe.tuning.weights import as_vector
from pitchpipe.wording import quoted

#: Pairs, or texts, that are counted at a time: enough for all threads, few enough to stay near the processor.
AT_ONCE = 1 << 16
#: Told how many of all distinct candidates are done.
Progress: TypeAlias = Callable[[int, int], None]


def model_scores(nbest: NBest, by: str | Mapping[str, float] = "total") -> Array:
    """The model's own opinion of every candidate.

    ``by`` is ``"total"`` for the totals of the list, the name of a feature, or a weight for every feature.
    """
    if not isinstance(by, str):
        return _weighed(nbest, by)
    if by in nbest.names:
        scores: Array = nbest.features[:, nbest.names.index(by)]
        return scores
    if by != "total":
        raise ParameterError(f"there is no feature {quoted(by)}: there are total, {', '.join(nbest.names)}")
    if nbest.totals is None:
        raise DataError("the n-best list has no totals: name a feature, or give weights")
    return nbest.totals


def _weighed(nbest: NBest, weights: Mapping[str, float]) -> Array:
    if not nbest.names:
        raise DataError("the n-best list has no features that weights could be for")
    vector = as_vector(nbest.names, weights)
    with np.errstate(over="ignore", invalid="ignore"):
        scores: Array = nbest.features @ vector
    bad = np.flatnonzero(~np.isfinite(scores))
    if len(bad):
        segment = int(nbest.owner[bad[0]])
        number = int(bad[0] - nbest.offsets[segment])
        raise DataError(
            f"candidate {number} of segment {segment} (from 0): weights · features is no finite number"
        )
    return scores


def model_weights(
    references: Candidates, by: str | Mapping[str, float] | WeightFile, temperature: float = 1.0
) -> Array:
    """How probable a model finds each candidate of a list; ``by`` as for :func:`model_scores`, or a file."""
    if not isinstance(references, NBest):
        raise ParameterError("a model's opinion needs an n-best list: other candidates have no features")
    if isinstance(by, WeightFile):
        references = by.named(references)
        by = by.start(references.names)
    return posterior(model_scores(references, by), references.offsets, temperature)


def posterior(scores: Array, offsets: NDArray[np.int64], temperature: float = 1.0) -> Array:
    """Probabilities of candidates within their segments: the softmax of ``scores / temperature``.

    Near 0 all weight is on the highest score (shared in a tie); at infinity all candidates weigh the same.
    """
    if not temperature > 0.0:
        raise ParameterError(f"the temperature must be above 0, not {temperature:g}")
    if not np.isfinite(scores).all():
        raise DataError("model scores must be finite numbers")
    begins, counts = offsets[:-1], np.diff(offsets)
    highest = np.repeat(np.maximum.reduceat(scores, begins), counts)
    # A tiny temperature sends differences to minus infinity, where they belong.
    with np.errstate(over="ignore"):
        weights = np.exp((scores - highest) / temperature)
    probabilities: Array = weights / np.repeat(np.add.reduceat(weights, begins), counts)
    return probabilities


def merged_weights(weights: Array | None, references: Distinct) -> Array:
    """The weights of distinct texts, normalised within segments; by default each occurrence counts 1."""
    count = len(references.numbers)
    if weights is None:
        weights = np.ones(count)
    weights = np.asarray(weights, dtype=np.float64)
    if weights.shape != (count,):
        raise DataError(f"{weights.size} weights for {count} pseudo-references")
    if not (np.isfinite(weights) & (weights >= 0.0)).all():
        raise DataError("weights of pseudo-references must be finite and not negative")
    merged = np.bincount(references.numbers, weights=weights, minlength=len(references.texts))
    sums = np.add.reduceat(merged, references.offsets[:-1])
    if (sums <= 0.0).any():
        raise DataError(f"segment {int(np.argmin(sums)) + 1}: all weights of pseudo-references are 0")
    normalised: Array = merged / np.repeat(sums, np.diff(references.offsets))
    return normalised


def expected_scores(
    metric: Metric,
    hyps: Distinct,
    refs: Distinct,
    weights: Array,
    progress: Progress | None = None,
    resources: Resources = NO_RESOURCES,
    sources: Sequence[str] | None = None,
) -> Array:
    """The mean score of every candidate against the pseudo-references of its segment.

    The metric is prepared; the ``resources`` analyse texts for metrics that look at words, ``sources`` are
    those of the segments, for metrics that read them.
    """
    expected = np.empty(len(hyps.texts))
    groups = list(_groups(hyps.offsets, refs.offsets))
    for begin, end in _runs([group.pairs for group in groups], AT_ONCE):
        block = groups[begin:end]
        first, last = block[0], block[-1]
        measured = metric.measure_groups(
            hyps.texts[first.hyp : last.hyp_end],
            refs.texts[first.ref : last.ref_end],
            np.array([*(group.hyp for group in block), last.hyp_end]) - first.hyp,
            np.array([*(group.ref for group in block), last.ref_end]) - first.ref,
            sources=None if sources is None else [sources[group.segment] for group in block],
            resources=resources,
        )
        scores = metric.segment(metric.weigh(measured))
        at = 0
        for group in block:
            matrix = scores[at : at + group.pairs].reshape(group.hyp_end - group.hyp, -1)
            # Not a product of matrices: that could depend on numpy's own threads.
            expected[group.hyp : group.hyp_end] = (matrix * weights[group.ref : group.ref_end]).sum(axis=1)
            at += group.pairs
        if progress is not None:
            progress(last.hyp_end, len(expected))
    return expected


def aggregated_scores(
    metric: Metric, hyps: Distinct, refs: Distinct, weights: Array, progress: Progress | None = None
) -> Array:
    """The score of every candidate against the expected counts of its segment's pseudo-references."""
    scores = np.empty(len(hyps.texts))
    for begin, end in _runs((np.diff(hyps.offsets) + np.diff(refs.offsets)).tolist(), AT_ONCE):
        some_hyps = slice(hyps.offsets[begin], hyps.offsets[end])
        some_refs = slice(refs.offsets[begin], refs.offsets[end])
        sizes = np.diff(hyps.offsets[begin : end + 1])
        batch = Batch(
            hyps.texts[some_hyps],
            refs.texts[some_refs],
            (refs.offsets[begin : end + 1] - refs.offsets[begin]).astype(np.uint32),
            owner=np.repeat(np.arange(end - begin, dtype=np.uint32), sizes),
        )
        scores[some_hyps] = metric.segment(metric.weigh(metric.expect(batch, weights[some_refs])))
        if progress is not None:
            progress(int(hyps.offsets[end]), len(scores))
    return scores


class _Group(NamedTuple):
    """Candidates of one segment, and all its pseudo-references."""

    hyp: int
    hyp_end: int
    ref: int
    ref_end: int
    segment: int

    @property
    def pairs(self) -> int:
        return (self.hyp_end - self.hyp) * (self.ref_end - self.ref)


def _groups(hyps: NDArray[np.int64], refs: NDArray[np.int64]) -> Iterator[_Group]:
    """The segments in order; one with too many pairs comes in parts."""
    bounds = zip(hyps[:-1].tolist(), hyps[1:].tolist(), refs[:-1].tolist(), refs[1:].tolist(), strict=True)
    for segment, (hyp, hyp_end, ref, ref_end) in enumerate(bounds):
        step = max(1, AT_ONCE // (ref_end - ref))
        for begin in range(hyp, hyp_end, step):
            yield _Group(begin, min(begin + step, hyp_end), ref, ref_end, segment)


def _runs(costs: Sequence[int], limit: int) -> Iterator[tuple[int, int]]:
    """Consecutive items that cost no more than the limit together; one that does by itself stands alone."""
    begin, total = 0, 0
    for i, cost in enumerate(costs):
        if i > begin and total + cost > limit:
            yield begin, i
            begin, total = i, 0
        total += cost
    if begin < len(costs):
        yield begin, len(costs)
