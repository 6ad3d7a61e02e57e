"""Chiang et al.'s analysis of BLEU, on outputs of real systems.

Chiang, DeNeefe, Chan and Ng (2008) show that BLEU lets a system leave out whole sentences if it is too long
in others (section 3.3), and that a test set can get worse while both of its halves get better (section 3.2).
BLEU-SBP punishes the first; 4-GRR, a weighted mean of its segments, does neither.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import pitchpipe as pp
from pitchpipe.batch.values import Array
from pitchpipe.metrics import BLEU, BLEUSBP, GRR, Batch, LengthRatio, Metric
from pitchpipe.text.formats import read_test_set

EXAMPLES = Path(__file__).parents[2] / "examples"
SEEDS = range(20)
#: BLEU-SBP's reference length, so that only the penalty differs.
SHORTEST = BLEU(reflen="shortest")


@dataclass(frozen=True)
class Outputs:
    """Systems of a test set against one reference, and how large a part of it is emptied."""

    systems: dict[str, list[str]]
    reference: list[str]
    emptied: float

    def __len__(self) -> int:
        return len(self.reference)

    def rows(self, metric: Metric, lines: list[str]) -> Array:
        return metric.weigh(metric.measure(Batch.from_streams(lines, [self.reference])))


@pytest.fixture(scope="module", params=["wmt22", "examples"])
def outputs(request: pytest.FixtureRequest) -> Outputs:
    if request.param == "examples":
        # Of so few sentences a quarter must go before the penalty stands out from chance.
        names = ("good", "literal", "short", "verbose")
        systems = {name: EXAMPLES / "systems" / f"{name}.en" for name in names}
        read = pp.TestSet.read(references=[EXAMPLES / "reference.a.en"], systems=systems)
        emptied = 0.25
    else:
        shared: Path = request.getfixturevalue("shared")
        read = read_test_set(shared / "data" / "wmt22", language_pair="de-en", references=["refA"])
        emptied = 0.09  # the paper's systems deleted 8 to 10 % of their input
    (reference,) = read.references.values()
    lines = [line for line in reference if line is not None]
    machines = {name: text for name, text in read.systems.items() if not name.startswith("ref")}
    return Outputs(machines, lines, emptied)


def sample(n: int, share: float, seed: int) -> NDArray[np.bool_]:
    """A random part of ``n`` segments."""
    chosen = np.zeros(n, dtype=bool)
    chosen[np.random.default_rng(seed).permutation(n)[: round(share * n)]] = True
    return chosen


def without(lines: list[str], emptied: NDArray[np.bool_]) -> list[str]:
    return ["" if gone else line for line, gone in zip(lines, emptied.tolist(), strict=True)]


def corpus(metric: Metric, rows: Array) -> float:
    return float(metric.combine(rows.sum(axis=0)))


# -- emptied sentences -----------------------------------------------------------------------------


def padded(outputs: Outputs, lines: list[str]) -> list[str]:
    """A system that repeats itself until a part of its sentences can go and it is long enough still."""
    ratio = corpus(LengthRatio(), outputs.rows(LengthRatio(), lines)) / 100.0
    growth = max(1.0, 1.1 / (ratio * (1.0 - outputs.emptied)))
    texts = [line.split() for line in lines]
    return [" ".join(islice(cycle(words), math.ceil(growth * len(words)))) for words in texts]


def chance(rows: Array, share: float) -> float:
    """The deviation of BLEU's change when a random share of the segments is left out.

    A bootstrap gives the deviation over all samples of this size; a subsample without replacement
    deviates from the whole by sqrt(share / (1 - share)) of it.
    """
    n = len(rows)
    counts = np.random.default_rng(0).multinomial(n, np.full(n, 1 / n), size=300)
    return float(SHORTEST.combine(counts @ rows).std() * math.sqrt(share / (1.0 - share)))


def test_emptied_sentences_pass_unseen_by_bleu(outputs: Outputs) -> None:
    for lines in outputs.systems.values():
        verbose = padded(outputs, lines)
        whole, strict = (outputs.rows(metric, verbose) for metric in (SHORTEST, BLEUSBP()))
        nothing = [outputs.rows(metric, [""] * len(outputs)) for metric in (SHORTEST, BLEUSBP())]
        # 4 deviations: a normal deviate is beyond once in 16,000 times, and there are 260 of them here.
        band = 4.0 * chance(whole, outputs.emptied)
        # With many segments the strict penalty stands out from chance; with few it is just there.
        least = band if len(outputs) > 1000 else 0.0
        for seed in SEEDS:
            gone = sample(len(outputs), outputs.emptied, seed)[:, None]
            left, left_strict = (
                np.where(gone, empty, rows) for rows, empty in zip((whole, strict), nothing, strict=True)
            )
            assert SHORTEST.parts(left.sum(axis=0))["brevity_penalty"] == 1.0
            assert abs(corpus(SHORTEST, left) - corpus(SHORTEST, whole)) < band
            assert corpus(BLEUSBP(), left_strict) < corpus(BLEUSBP(), strict) - least


def test_emptying_right_sentences_always_lowers_grr(outputs: Outputs) -> None:
    metric = GRR()
    nothing = outputs.rows(metric, [""] * len(outputs))
    for lines in outputs.systems.values():
        rows = outputs.rows(metric, lines)
        scores, whole = metric.segment(rows), corpus(metric, rows)
        for seed in SEEDS:
            chosen = sample(len(outputs), 0.2, seed)
            right, wrong = chosen & (scores > 0), chosen & (scores < 0)
            assert right.any()
            assert corpus(metric, np.where(right[:, None], nothing, rows)) < whole
            # A sentence worse than none is better left out.
            if wrong.any():
                assert corpus(metric, np.where(wrong[:, None], nothing, rows)) > whole


# -- halves ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "metric", [GRR(), GRR(order=2, alpha=0.5, beta=0.25), GRR(alpha=-0.9, beta=1.0)], ids=str
)
def test_better_halves_never_make_a_worse_whole(outputs: Outputs, metric: GRR) -> None:
    rows = np.stack([outputs.rows(metric, lines) for lines in outputs.systems.values()])
    for seed in SEEDS:
        random = np.random.default_rng(seed)
        before, other = rows[random.permutation(len(rows))[:2]]
        half = sample(len(outputs), 0.5, seed)
        changed = np.where(random.random(len(outputs))[:, None] < 0.5, other, before)
        after = before.copy()
        for part in (half, ~half):
            if corpus(metric, changed[part]) >= corpus(metric, before[part]):
                after[part] = changed[part]
        assert corpus(metric, after) >= corpus(metric, before) - 1e-9


def test_bleu_contradicts_its_halves() -> None:
    """Table 3 in small: an easy and a hard sentence of ten words each."""
    easy = hard = " ".join("abcdefghij")
    # Mixed: the easy one right and too long, the hard one with two words right and too short.
    mixed = ["a b c d e f g h i j y y", "a b x x x x x x"]
    # Specific: each of nine words, with as many right as nine words can have.
    specific = ["a b c d e f g h i", "a b x x x x x x x"]
    bleu, rate = BLEU(tokenize="none", max_order=1), GRR(tokenize="none", order=1)

    def scores(metric: Metric, system: list[str]) -> list[float]:
        whole = metric.corpus_score(system, [[easy, hard]]).score
        return [whole, *metric.segment_scores(system, [[easy, hard]])]

    assert scores(bleu, mixed) == pytest.approx([60.0, 83.333, 19.470], abs=1e-3)
    assert scores(bleu, specific) == pytest.approx([54.685, 89.484, 19.885], abs=1e-3)
    # Both halves are better, the whole is worse; not so the recognition rate: 8, 2 and 9, 2 of 10.
    assert scores(rate, mixed) == pytest.approx([50.0, 80.0, 20.0])
    assert scores(rate, specific) == pytest.approx([55.0, 90.0, 20.0])


# -- BLEU and BLEU-SBP -----------------------------------------------------------------------------


@pytest.mark.parametrize("reflen", ["closest", "shortest", "average"])
def test_the_strict_penalty_is_never_milder(outputs: Outputs, reflen: str) -> None:
    for lines in outputs.systems.values():
        for text in (lines, padded(outputs, lines), without(lines, sample(len(outputs), 0.3, 0))):
            loose, strict = (
                corpus(metric, outputs.rows(metric, text))
                for metric in (BLEU(reflen=reflen), BLEUSBP(reflen=reflen))
            )
            assert strict <= loose
