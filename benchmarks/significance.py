"""The paired bootstrap of BLEU for all systems against the first, beside sacreBLEU's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

import pitchpipe as pp
from benchmarks import peers
from benchmarks.cases import Case, Peer, Settings, run
from benchmarks.results import Results, merged
from benchmarks.systems import Outputs, all_systems
from pitchpipe.batch.values import Array
from pitchpipe.measuring.measured import Measurement
from pitchpipe.measuring.measured import measure as measured
from pitchpipe.resampling.p_values import bootstrap_p
from pitchpipe.resampling.sampling import Sampling, bootstrap_scores

SAMPLES = 1000
TARGETS = {1: 100.0, 2: 180.0}
WHY = {
    2: "checking lists, making texts of them, scores of samples and p-values stay on one thread: a third of "
    "the time there",
}
NOTE = "p-values differ: sacreBLEU takes absolute differences before it centres them"


@dataclass(frozen=True)
class Counts:
    """The counts of all systems: ours, and the same as sacreBLEU has them."""

    ours: Measurement
    theirs: list[list[list[int]]]


def measure(settings: Settings) -> Results:
    """From texts to p-values, and from counts to p-values."""
    samples = SAMPLES // 10 if settings.quick else SAMPLES
    job, resampling = _Job(samples), _Resampling(samples)
    make = all_systems(settings.corpus)
    counts = _counts(make())
    size = f"{len(settings.corpus.systems)} systems, {samples} samples"
    cases: Sequence[Case[Any]] = (
        Case(
            f"paired bootstrap of BLEU, {size}",
            make,
            job.ours,
            [Peer("sacrebleu", job.theirs, TARGETS, NOTE, WHY)],
        ),
        Case(
            f"paired bootstrap of BLEU, {size}, already counted",
            lambda: counts,
            resampling.ours,
            [Peer("sacrebleu", resampling.theirs, TARGETS, NOTE)],
        ),
    )
    return merged([run(case, settings) for case in cases])


@dataclass(frozen=True)
class _Job:
    """The whole job; the numbers compared are the scores."""

    samples: int

    def ours(self, outputs: Outputs) -> list[float]:
        table = pp.compare(_test_set(outputs), metrics=["bleu"], samples=self.samples)
        return [system.score for system in table["bleu"].systems]

    def theirs(self, outputs: Outputs) -> list[float]:
        paired: Any = peers.find("sacrebleu.significance")
        metrics: Any = peers.find("sacrebleu.metrics")
        test = paired.PairedTest(
            list(outputs.systems.items()), {"BLEU": metrics.BLEU()}, [outputs.reference], "bs", self.samples
        )
        _, results = test()
        return [result.score for result in results["BLEU"]]


@dataclass(frozen=True)
class _Resampling:
    """The same without counting."""

    samples: int

    def ours(self, counts: Counts) -> list[float]:
        metric, rows = counts.ours.metric, counts.ours.rows()
        scores = [float(score) for score in metric.combine(rows.sum(axis=1))]
        drawn = bootstrap_scores(metric, rows, Sampling(self.samples))
        np.quantile(drawn, (0.025, 0.975), axis=0)
        for k, score in enumerate(scores[1:], start=1):
            bootstrap_p(scores[0], score, drawn[:, k] - drawn[:, 0])
        return scores

    def theirs(self, counts: Counts) -> list[float]:
        paired: Any = peers.find("sacrebleu.significance")
        test = paired.PairedTest(
            [(str(k), counted) for k, counted in enumerate(counts.theirs)],
            {"BLEU": counted_bleu()},
            None,
            "bs",
            self.samples,
        )
        _, results = test()
        return [result.score for result in results["BLEU"]]


def counted_bleu() -> Any:
    """sacreBLEU's BLEU for hypotheses that are counts already, so that nothing is counted again."""
    metrics: Any = peers.find("sacrebleu.metrics")

    class Counted(metrics.BLEU):  # type: ignore[misc]
        def _extract_corpus_statistics(self, hypotheses: Any, references: Any) -> Any:
            return hypotheses

    metric = Counted()
    metric.num_refs = 1
    return metric


def as_sacrebleu_counts(rows: Array) -> list[list[int]]:
    """Rows of our BLEU in sacreBLEU's order: lengths, matches, n-grams."""
    return [[*row[8:], *row[:8]] for row in rows.astype(int).tolist()]


def _counts(outputs: Outputs) -> Counts:
    one = measured(_test_set(outputs), ["bleu"])["bleu"]
    return Counts(one, [as_sacrebleu_counts(rows) for rows in one.rows()])


def _test_set(outputs: Outputs) -> pp.TestSet:
    return pp.TestSet(systems=outputs.systems, references={"ref": [*outputs.reference]})
