"""How often do tests of significance reject when there is nothing to find?

Two systems are made alike: for every segment a coin decides which of two real outputs goes to which of them.
A test at 5 % should then reject in 5 % of such trials. Ours are measured beside sacreBLEU's.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import pitchpipe as pp
from benchmarks import peers
from benchmarks.data import fresh, load
from benchmarks.report import table
from benchmarks.significance import as_sacrebleu_counts, counted_bleu
from pitchpipe.batch.values import Array
from pitchpipe.comparing.sign import sign_test
from pitchpipe.measuring.measured import Measurement, measure
from pitchpipe.metrics.base import Metric
from pitchpipe.resampling.p_values import bootstrap_p, randomisation_p
from pitchpipe.resampling.sampling import Sampling, bootstrap_scores

#: BLEU is made of corpus sums, hLEPOR is a mean of sentence scores.
METRICS = ("bleu", "hlepor")
ALPHA = 0.05

#: The p-value of two systems, whose rows are ``[2, segments, k]``.
PValue = Callable[[Metric, Array, Sampling], float]


def main(arguments: list[str] | None = None) -> int:
    """Prints a table, a row for each test and metric."""
    options = _parser().parse_args(arguments)
    rows = []
    for name in METRICS:
        one = measurement(name, options.segments)
        tests = [(f"pitchpipe, {test}", p_value, options.trials) for test, p_value in OURS.items()]
        if name == "bleu" and peers.find("sacrebleu") is not None:
            tests += [(f"sacrebleu, {test}", _sacrebleu(test), options.peer_trials) for test in ("bs", "ar")]
        for test, p_value, trials in tests:
            share = rate(p_value, one, trials, options.samples)
            error = math.sqrt(share * (1 - share) / trials)
            rows.append([test, name, str(trials), f"{share:.1%} ± {error:.1%}"])
            print(*rows[-1], file=sys.stderr, sep=", ", flush=True)
    print(f"{one.segments} segments, {options.samples} samples in each trial\n")
    print(table(("test", "metric", "trials", "rejected at 5 %"), rows), end="")
    return 0


def measurement(name: str, segments: int | None = None) -> Measurement:
    """Two systems of the test data, measured."""
    corpus = load()
    chosen = list(corpus.systems)[0:3:2]
    test_set = pp.TestSet(
        systems={system: fresh(corpus.systems[system][:segments]) for system in chosen},
        references={"ref": [*fresh(corpus.reference[:segments])]},
    )
    return measure(test_set, [name])[name]


def rate(p_value: PValue, one: Measurement, trials: int, samples: int, seed: int = 0) -> float:
    """The share of trials that a test rejects."""
    rejected = [
        p_value(one.metric, rows, Sampling(samples, trial)) <= ALPHA
        for trial, rows in enumerate(alike(one.rows(), trials, seed))
    ]
    return sum(rejected) / trials


def alike(rows: Array, trials: int, seed: int) -> Iterator[Array]:
    """Rows ``[2, segments, k]`` of two systems that differ by chance only, for each trial."""
    random = np.random.default_rng(seed)
    for _ in range(trials):
        first = random.integers(2, size=rows.shape[1])
        segments = np.arange(rows.shape[1])
        yield np.stack([rows[first, segments], rows[1 - first, segments]])


def _bootstrap(metric: Metric, rows: Array, sampling: Sampling) -> float:
    baseline, system = (float(score) for score in metric.combine(rows.sum(axis=1)))
    drawn = bootstrap_scores(metric, rows, sampling)
    return _defined(bootstrap_p(baseline, system, drawn[:, 1] - drawn[:, 0]))


def _randomisation(metric: Metric, rows: Array, sampling: Sampling) -> float:
    return _defined(randomisation_p(metric, rows[:1], rows[1:], sampling))


def _sign(metric: Metric, rows: Array, sampling: Sampling) -> float:
    signs = sign_test(metric, rows[0], rows[1])
    return _defined(None if signs is None else signs.p)


OURS: dict[str, PValue] = {"bootstrap": _bootstrap, "randomisation": _randomisation, "sign": _sign}


def _defined(p: float | None) -> float:
    assert p is not None
    return p


def _sacrebleu(test: str) -> PValue:
    """sacreBLEU's test, given our counts in its order, so that it does not count in every trial."""
    paired: Any = peers.find("sacrebleu.significance")
    run = {"bs": paired._paired_bs_test, "ar": paired._paired_ar_test}[test]
    metric = counted_bleu()

    def p_value(ours: Metric, rows: Array, sampling: Sampling) -> float:
        counts, others = (as_sacrebleu_counts(one) for one in rows)
        baseline = {"BLEU": (counts, paired.Result(metric._aggregate_and_compute(counts).score))}
        _, results = run(
            baseline, "system", others, None, {"BLEU": metric}, sampling.samples, seed=sampling.seed
        )
        return _defined(results["BLEU"].p_value)

    return p_value


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trials", type=int, default=2000)
    parser.add_argument("--peer-trials", type=int, default=1000, help="of sacreBLEU's tests, which are slow")
    parser.add_argument("--samples", type=int, default=1000)
    parser.add_argument("--segments", type=int, help="only the first so many; all by default")
    return parser


if __name__ == "__main__":
    sys.exit(main())
