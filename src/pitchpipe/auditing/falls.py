"""Whether a changed output is significantly worse than the original, by the paired bootstrap."""

from __future__ import annotations

from dataclasses import dataclass

from pitchpipe.auditing.rows import Versions
from pitchpipe.batch.values import Array
from pitchpipe.pickling import cached_property
from pitchpipe.resampling.p_values import bootstrap_p
from pitchpipe.resampling.sampling import Sampling, bootstrap_scores


@dataclass(frozen=True)
class PairedBootstrap:
    """The test against the original, whose scores on the samples are computed once."""

    versions: Versions
    original: Array
    sampling: Sampling

    def __call__(self, rows: Array) -> bool:
        """Whether rows score significantly worse than the original's."""
        metric = self.versions.metric
        before, after = (float(metric.combine(each.sum(axis=0))) for each in (self.original, rows))
        p = bootstrap_p(before, after, self._sampled(rows) - self._before)
        worse = metric.oriented(after - before) < 0
        return worse and p is not None and p <= self.sampling.alpha

    @cached_property
    def _before(self) -> Array:
        return self._sampled(self.original)

    def _sampled(self, rows: Array) -> Array:
        return bootstrap_scores(self.versions.metric, rows[None], self.sampling)[:, 0]
