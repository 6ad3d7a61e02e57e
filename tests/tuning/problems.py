"""Small tuning problems from real texts, for the tests of everything that tunes."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from pitchpipe.batch.batch import Batch
from pitchpipe.batch.values import Array
from pitchpipe.metrics.lookup import get
from pitchpipe.tuning.problem import Problem

METRICS = (
    "bleu:tokenize=none,smooth=exp",
    "ter",
    "chrf",
    "hlepor:tokenize=none",
    "bleu-sbp:tokenize=none",
    "0.5*bleu+0.5*wer",
)

WORDS = ("the", "a", "cat", "dog", "sat", "on", "mat", ".")
whole = st.integers(-4, 4).map(float)
#: Products and sums of these are exact, so that what is equal on paper is equal here.
fractions = st.integers(-256, 256).map(lambda number: number / 64)


def problem_of(
    candidates: list[list[str]], references: list[str], features: Array, metric: str = METRICS[0]
) -> Problem:
    """Candidates and a reference of each segment, and the features of all candidates in a row."""
    counts = [len(lines) for lines in candidates]
    owner = np.repeat(np.arange(len(counts), dtype=np.uint32), counts)
    offsets = np.arange(len(counts) + 1, dtype=np.uint32)
    batch = Batch([line for lines in candidates for line in lines], references, offsets, owner=owner)
    prepared = get(metric).prepare(batch)
    rows = prepared.weigh(prepared.measure(batch))
    names = [f"f{k}" for k in range(features.shape[1])]
    return Problem(names, features, np.cumsum([0, *counts]), prepared, rows)


@st.composite
def problems(draw: st.DrawFn, metric: str) -> Problem:
    """Two to six segments with two to six candidates and one to four features, whole or not.

    Features come from a few values, so that many lines are parallel, equal, or meet in one point.
    """
    counts = draw(st.lists(st.integers(2, 6), min_size=2, max_size=6))
    width = draw(st.integers(1, 4))
    values = draw(st.lists(whole, min_size=1, max_size=9) | st.lists(fractions, min_size=1, max_size=9))
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))

    def sentence() -> str:
        return " ".join(random.choice(WORDS, random.integers(1, 8)))

    candidates = [[sentence() for _ in range(count)] for count in counts]
    features = random.choice(values, (sum(counts), width))
    return problem_of(candidates, [sentence() for _ in counts], features, metric)


def points(problem: Problem) -> st.SearchStrategy[Array]:
    """Weights, or directions."""
    width = len(problem.names)
    return st.lists(whole | fractions, min_size=width, max_size=width).map(
        lambda values: np.array(values, dtype=np.float64)
    )


def random_problem(
    seed: int, segments: int = 40, size: int = 12, width: int = 5, metric: str = METRICS[0]
) -> Problem:
    """A larger one: candidates are their reference with words exchanged, and features tell how many."""
    random = np.random.default_rng(seed)
    words = [f"w{k}" for k in range(30)]
    references = [random.choice(words, random.integers(5, 12)) for _ in range(segments)]
    candidates, errors = [], []
    for reference in references:
        lists = []
        for _ in range(size):
            changed = random.random(len(reference)) < random.random() * 0.6
            lists.append(np.where(changed, random.choice(words, len(reference)), reference))
            errors.append(changed.sum())
        candidates.append([" ".join(line) for line in lists])
    noise = random.standard_normal((len(errors), width))
    features = noise - 0.2 * np.array(errors)[:, np.newaxis] * random.random(width)
    return problem_of(candidates, [" ".join(line) for line in references], features, metric)


def gains_at(problem: Problem, point: Array, direction: Array, steps: Array) -> Array:
    """The gain of every step along a direction, by looking at all candidates; the first one in a tie.

    Model scores are those of the line: weights that were moved first would round ties another way.
    """
    scores = problem.totals(point) + steps[:, np.newaxis] * problem.totals(direction)
    pairs = zip(problem.offsets[:-1], problem.offsets[1:], strict=True)
    best = np.stack([begin + scores[:, begin:end].argmax(axis=1) for begin, end in pairs], axis=1)
    return problem.gains(problem.rows[best].sum(axis=1))


def middles(low: Array, high: Array) -> tuple[Array, NDArray[np.bool_]]:
    """A point within every interval, and whether the interval is wide enough to hit."""
    low, high = low.copy(), high.copy()
    low[0] = min(high[0], 1.0) - 1.0
    high[-1] = max(low[-1], -1.0) + 1.0
    return (low + high) / 2, high - low > 1e-7
