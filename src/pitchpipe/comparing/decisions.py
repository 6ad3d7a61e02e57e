"""What one metric says of all pairs of systems: differences, p-values, verdicts, ranks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from pitchpipe.batch.values import Array
from pitchpipe.comparing.buckets import Members, buckets
from pitchpipe.comparing.contestants import Contestant, Pair, deltas, spread
from pitchpipe.comparing.correction import clusters, holm
from pitchpipe.comparing.examples import wins_and_losses
from pitchpipe.comparing.results import Comparison, MetricComparison, Signs, System, Test, Verdict
from pitchpipe.comparing.sign import sign_test, wins
from pitchpipe.measuring.measured import MeasuredSet, Measurement
from pitchpipe.metrics.base import Metric
from pitchpipe.resampling.intervals import Interval, percentile_intervals
from pitchpipe.resampling.p_values import bootstrap_p, randomisation_p
from pitchpipe.resampling.sampling import Sampling, bootstrap_scores


@dataclass(frozen=True)
class Plan:
    """What is to be done with every metric."""

    test: Test
    sampling: Sampling
    contestants: tuple[Contestant, ...]
    pairs: tuple[Pair, ...]
    members: Members | None
    examples: int
    ranked: bool


@dataclass(frozen=True)
class Outcome:
    """What a test says of one pair, before other pairs are considered."""

    p: float | None
    forward: Signs | None = None
    backward: Signs | None = None


def compared_by(one: Measurement, measured: MeasuredSet, plan: Plan) -> MetricComparison:
    """Systems compared by one metric."""
    rows = one.rows()
    scores = one.metric.combine(rows.sum(axis=1))
    drawn = bootstrap_scores(one.metric, rows, plan.sampling) if one.segments > 1 else None
    outcomes = [_outcome(plan, one.metric, rows, scores, drawn, pair) for pair in plan.pairs]
    comparisons = _comparisons(plan, one.metric, scores, drawn, outcomes)
    if plan.examples:
        comparisons = tuple(
            _with_examples(comparison, measured, one, pair, plan.examples)
            for comparison, pair in zip(comparisons, plan.pairs, strict=True)
        )
    systems = _systems(plan, scores, drawn)
    ranks = _ranks(systems, comparisons, one.metric) if plan.ranked else ()
    cluster = {name: number for number, names in enumerate(ranks, start=1) for name in names}
    return MetricComparison(
        metric=one.spec,
        title=one.metric.label or one.metric.title,
        signature=one.signature,
        higher_is_better=one.metric.higher_is_better,
        systems=tuple(replace(system, cluster=cluster.get(system.name)) for system in systems),
        comparisons=comparisons,
        clusters=ranks,
        buckets=()
        if plan.members is None
        else buckets(one, plan.members, plan.contestants, plan.pairs, plan.sampling),
        further_decimals=one.metric.further_decimals(scores),
    )


def _outcome(
    plan: Plan, metric: Metric, rows: Array, scores: Array, drawn: Array | None, pair: Pair
) -> Outcome:
    baseline, system = pair
    if plan.test == "randomisation":
        return Outcome(randomisation_p(metric, baseline.rows(rows), system.rows(rows), plan.sampling))
    if plan.test == "sign":
        (base,), (other,) = baseline.rows(rows), system.rows(rows)
        forward, backward = sign_test(metric, base, other), sign_test(metric, other, base)
        return Outcome(None if forward is None else forward.p, forward, backward)
    if drawn is None:
        return Outcome(None)
    observed = float(baseline.mean(scores)), float(system.mean(scores))
    return Outcome(bootstrap_p(*observed, deltas([pair], drawn)[:, 0]))


def _comparisons(
    plan: Plan, metric: Metric, scores: Array, drawn: Array | None, outcomes: Sequence[Outcome]
) -> tuple[Comparison, ...]:
    alpha = plan.sampling.alpha
    intervals = _intervals(plan, None if drawn is None else deltas(plan.pairs, drawn), len(plan.pairs))
    corrected = holm([outcome.p for outcome in outcomes])
    observed = deltas(plan.pairs, scores)
    found = []
    for k, ((baseline, system), outcome) in enumerate(zip(plan.pairs, outcomes, strict=True)):
        p_holm = corrected[k]
        contradiction = wins(outcome.forward, alpha) and wins(outcome.backward, alpha)
        comparison = Comparison(
            baseline=baseline.name,
            system=system.name,
            delta=float(observed[k]),
            delta_ci=intervals[k],
            p=outcome.p,
            p_holm=p_holm,
            significant=p_holm is not None and p_holm <= alpha and not contradiction,
            verdict="n/a",
            forward=outcome.forward,
            backward=outcome.backward,
            contradiction=contradiction,
        )
        found.append(replace(comparison, verdict=_verdict(comparison, metric)))
    return tuple(found)


def _verdict(comparison: Comparison, metric: Metric) -> Verdict:
    if comparison.p is None:
        return "n/a"
    if comparison.contradiction:
        return "contradiction"
    if not comparison.significant:
        return "not significant"
    if metric.higher_is_better is None:
        return "different"
    if comparison.forward is not None:
        return "better" if comparison.forward.better > comparison.forward.worse else "worse"
    return "better" if metric.oriented(comparison.delta) > 0 else "worse"


def _systems(plan: Plan, scores: Array, drawn: Array | None) -> list[System]:
    means = None if drawn is None else np.stack([one.mean(drawn) for one in plan.contestants], axis=1)
    intervals = _intervals(plan, means, len(plan.contestants))
    return [
        System(
            name=one.name,
            score=float(one.mean(scores)),
            ci=interval,
            runs=one.runs,
            run_scores=tuple(float(score) for score in one.rows(scores)),
            std=spread(one.rows(scores)),
        )
        for one, interval in zip(plan.contestants, intervals, strict=True)
    ]


def _intervals(plan: Plan, values: Array | None, count: int) -> list[Interval | None]:
    """Intervals of columns of values; of a single segment there are none."""
    return [None] * count if values is None else percentile_intervals(values, plan.sampling.confidence)


def _ranks(
    systems: Sequence[System], comparisons: Iterable[Comparison], metric: Metric
) -> tuple[tuple[str, ...], ...]:
    """Clusters of systems, best first; none where nothing is best."""
    if metric.higher_is_better is None:
        return ()
    verdicts = {(c.system, c.baseline): c.verdict for c in comparisons}

    def better(a: str, b: str) -> bool:
        return verdicts.get((a, b)) == "better" or verdicts.get((b, a)) == "worse"

    def last(system: System) -> tuple[bool, float]:
        gain = metric.oriented(system.score)
        return bool(np.isnan(gain)), -gain

    return clusters([system.name for system in sorted(systems, key=last)], better)


def _with_examples(
    comparison: Comparison, measured: MeasuredSet, one: Measurement, pair: Pair, count: int
) -> Comparison:
    gained, lost = wins_and_losses(measured, one, pair, count)
    return replace(comparison, wins=gained, losses=lost)
