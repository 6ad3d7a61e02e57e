"""Tuned to each metric, tested with each: whether tuning to one metric pays in the eyes of another.

Papers that propose metrics for tuning have such tables: Birch and Osborne 2011 (LRscore), table 5; Dahlmeier,
Liu and Ng 2011 (TESLA), table 5; Chen, Kuhn and Larkin 2012 (PORT), table 4. Rows of statistics are measured
once per metric on either list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pitchpipe.batch.values import Array
from pitchpipe.brief import Brief
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.lookup import get
from pitchpipe.nbest.lists import NBest
from pitchpipe.resampling.p_values import bootstrap_p
from pitchpipe.resampling.sampling import Sampling, bootstrap_scores
from pitchpipe.showing.shown import Shown, Tables
from pitchpipe.tuning.devset import DevSet
from pitchpipe.tuning.problem import Problem
from pitchpipe.tuning.report import Tuned
from pitchpipe.tuning.weights import as_vector

if TYPE_CHECKING:
    from pitchpipe.showing.pages import Page

START = "start"


@dataclass(frozen=True)
class Tested:
    """A score on the test list, and the p-value of its difference from tuning to the first metric."""

    score: float
    p: float | None


@dataclass(frozen=True, repr=False)
class Row(Brief):
    """What tuning to one metric gives by all metrics; ``tuned_to`` is ``"start"`` for the weights before.

    ``length_ratio`` is in per cent of the reference.
    """

    tuned_to: str
    scores: Mapping[str, Tested]
    length_ratio: float
    tuned: Tuned | None


@dataclass(frozen=True, repr=False)
class Matrix(Shown):
    """Rows by what was tuned to, the weights before tuning first."""

    metrics: tuple[str, ...]
    rows: tuple[Row, ...]
    higher_is_better: Mapping[str, bool | None]
    samples: int
    seed: int

    def __getitem__(self, tuned_to: str) -> Row:
        for row in self.rows:
            if row.tuned_to == tuned_to:
                return row
        raise ParameterError(f"nothing was tuned to {tuned_to!r}")

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers and texts, at full precision."""
        return {
            "metrics": list(self.metrics),
            "samples": self.samples,
            "seed": self.seed,
            "rows": [
                {
                    "tuned_to": row.tuned_to,
                    "scores": {name: asdict(tested) for name, tested in row.scores.items()},
                    "length_ratio": row.length_ratio,
                    "tuned": None if row.tuned is None else row.tuned.to_dict(),
                }
                for row in self.rows
            ],
        }

    def page(self, decimals: int = 4) -> Page:
        """The table of ``pitchpipe tune --matrix``."""
        from pitchpipe.tuning.pages import matrix_page

        return matrix_page(self, decimals)

    def tables(self) -> Tables:
        """Rows of scores."""
        from pitchpipe.tuning.machine_rows import matrix_rows

        return {"scores": lambda: matrix_rows(self)}

    def _brief(self) -> str:
        return f"tuned to and tested with {', '.join(self.metrics)}"


def matrix(
    dev: tuple[NBest, DevSet],
    test: tuple[NBest, DevSet],
    metrics: Sequence[str | Metric],
    start: Mapping[str, float],
    optimise: Callable[[Problem, Mapping[str, float]], Tuned],
    *,
    samples: int = 10_000,
    seed: int = 12345,
    progress: Callable[[str], None] | None = None,
) -> Matrix:
    """Tunes to each metric on one list, and scores what the weights choose from another by each.

    Differences from tuning to the first metric are tested by paired bootstrap (Koehn 2004).
    ``progress`` is told the metric whose tuning begins.
    """
    asked = {one.spec: one for one in map(get, metrics)}
    if len(asked) < 2:
        raise ParameterError("a matrix needs two metrics or more")
    for one in asked.values():
        if one.higher_is_better is None:
            raise ParameterError(f"{one.name} has no direction: it cannot be tuned to")
    if different := set(dev[0].names) ^ set(test[0].names):
        raise DataError(f"feature {min(different)} is not in both the list tuned on and that tested on")
    sampling = Sampling(samples, seed)
    tuned = {spec: optimise(problem, start) for spec, problem in _problems(dev, asked, progress)}
    weights = [start, *(one.weights for one in tuned.values())]
    names = [START, *tuned]
    chosen = _chosen(test, weights)
    batch = test[1].batch(test[0])
    scores: list[dict[str, Tested]] = [{} for _ in names]
    for spec, metric in asked.items():
        prepared = metric.prepare(batch)
        rows = prepared.weigh(prepared.measure(batch))[chosen]
        for k, tested in enumerate(_tested(prepared, rows, sampling)):
            scores[k][spec] = tested
    ratio = get("length-ratio", tokenize="none")
    lengths = ratio.combine(ratio.weigh(ratio.measure(batch))[chosen].sum(axis=1))
    return Matrix(
        tuple(asked),
        tuple(Row(name, scores[k], float(lengths[k]), tuned.get(name)) for k, name in enumerate(names)),
        {spec: metric.higher_is_better for spec, metric in asked.items()},
        sampling.samples,
        sampling.seed,
    )


def _problems(
    dev: tuple[NBest, DevSet], asked: Mapping[str, Metric], progress: Callable[[str], None] | None
) -> Iterator[tuple[str, Problem]]:
    """A problem for each metric, of one batch."""
    nbest, against = dev
    batch = against.batch(nbest)
    for spec, metric in asked.items():
        if progress is not None:
            progress(spec)
        yield spec, Problem.of(nbest, batch, metric)


def _chosen(test: tuple[NBest, DevSet], weights: Sequence[Mapping[str, float]]) -> NDArray[np.intp]:
    """The rows of the test list that each vector of weights chooses, ``[systems, segments]``."""
    nbest = test[0]
    chosen = []
    for one in weights:
        totals = nbest.features @ as_vector(nbest.names, one)
        spans = zip(nbest.offsets[:-1], nbest.offsets[1:], strict=True)
        chosen.append([begin + int(np.argmax(totals[begin:end])) for begin, end in spans])
    return np.array(chosen, dtype=np.intp)


def _tested(metric: Metric, rows: Array, sampling: Sampling) -> list[Tested]:
    """Scores of all systems, each tested against the second: tuning to the first metric."""
    scores = metric.combine(rows.sum(axis=1))
    drawn = bootstrap_scores(metric, rows, sampling)
    return [
        Tested(
            float(score),
            None if k == 1 else bootstrap_p(float(scores[1]), float(score), drawn[:, k] - drawn[:, 1]),
        )
        for k, score in enumerate(scores)
    ]
