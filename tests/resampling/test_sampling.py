"""Random samples: what they are, and that nothing but the seed decides them."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pitchpipe as pp
from pitchpipe import _core
from pitchpipe.batch.values import Array
from pitchpipe.resampling import sampling as resampling
from pitchpipe.resampling.sampling import Sampling, bootstrap_scores, permuted_scores
from pitchpipe.threads import threads
from tests.comparing.toys import Mean, rows

Shapes = st.tuples(st.integers(1, 5), st.integers(1, 90), st.integers(1, 7))


def numbers(shape: tuple[int, ...], seed: int = 0) -> Array:
    return np.random.default_rng(seed).normal(size=shape)


@given(Shapes, st.integers(1, 70), st.integers(0, 2**64 - 1))
def test_threads_and_blocks_change_no_bit(shape: tuple[int, int, int], samples: int, seed: int) -> None:
    dealt = numbers(shape)
    drawn = dealt.reshape(-1, shape[-1])
    kernels: Any = ((_core.bootstrap_sums, drawn), (_core.permuted_sums, dealt))
    for kernel, given_rows in kernels:
        with threads(1):
            whole = kernel(given_rows, 0, samples, seed)
        cut = samples // 3
        with threads(2):
            parts = [kernel(given_rows, 0, cut, seed), kernel(given_rows, cut, samples - cut, seed)]
        assert whole.tobytes() == np.concatenate(parts).tobytes()


@given(Shapes, st.integers(1, 70))
def test_counted_rows_are_summed(shape: tuple[int, int, int], samples: int) -> None:
    given_rows = numbers(shape).reshape(-1, shape[-1])
    times = np.random.default_rng(1).integers(0, 4, (samples, len(given_rows))).astype(np.float64)
    with threads(1):
        whole = _core.counted_sums(given_rows, times)
    with threads(2):
        assert whole.tobytes() == _core.counted_sums(given_rows, times).tobytes()
    np.testing.assert_allclose(whole, times @ given_rows, rtol=0, atol=1e-10)


def test_blocks_of_memory_change_no_bit(monkeypatch: pytest.MonkeyPatch) -> None:
    made = rows(numbers((50,)), numbers((50,), 1))
    whole = [draw(Mean(), made, Sampling(100)) for draw in (bootstrap_scores, permuted_scores)]
    monkeypatch.setattr(resampling, "BLOCK", 28)
    parts = [draw(Mean(), made, Sampling(100)) for draw in (bootstrap_scores, permuted_scores)]
    assert np.array_equal(whole, parts)
    assert np.shape(whole) == (2, 100, 2)


@pytest.mark.parametrize(
    ("numbers", "blocks"),
    [
        (0, [(0, 7)]),
        (4, [(0, 2), (2, 2), (4, 2), (6, 1)]),
        (10, [(k, 1) for k in range(7)]),
        # Too many for a block: one sample at a time all the same.
        (99, [(k, 1) for k in range(7)]),
    ],
)
def test_blocks_are_as_large_as_memory_allows(
    monkeypatch: pytest.MonkeyPatch, numbers: int, blocks: list[tuple[int, int]]
) -> None:
    monkeypatch.setattr(resampling, "BLOCK", 10)
    assert list(resampling._blocks(7, numbers)) == blocks


@given(st.integers(1, 40), st.integers(0, 10))
def test_a_bootstrap_sample_has_as_many_segments(segments: int, seed: int) -> None:
    sums = _core.bootstrap_sums(np.eye(segments), 0, 20, seed)
    assert (sums.sum(axis=1) == segments).all()
    assert (sums == sums.round()).all()


def test_every_segment_is_drawn_equally_often() -> None:
    counts = _core.bootstrap_sums(np.eye(5), 0, 20_000, 3)
    # Multinomial: the mean is 1, the variance 4/5, the covariance -1/5.
    assert np.allclose(counts.mean(axis=0), 1.0, atol=0.03)
    assert np.allclose(np.cov(counts.T), np.eye(5) - 0.2, atol=0.03)


@given(st.integers(1, 6), st.integers(1, 80))
def test_dealing_keeps_every_output(slots: int, segments: int) -> None:
    made = np.arange(slots * segments, dtype=float).reshape(slots, segments, 1)
    sums = _core.permuted_sums(made, 0, 10, 1)
    assert (sums.sum(axis=1) == made.sum()).all()


def test_systems_share_their_samples() -> None:
    made = rows([1, 2, 3, 4], [1, 2, 3, 4])
    drawn = bootstrap_scores(Mean(), made, Sampling(50))
    assert (drawn[:, 0] == drawn[:, 1]).all()
    assert len(set(drawn[:, 0])) > 5


def test_the_seed_decides() -> None:
    made = rows(range(20))
    first, again, other = (bootstrap_scores(Mean(), made, Sampling(9, seed)) for seed in (0, 0, 1))
    assert (first == again).all()
    assert (first != other).any()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"samples": 0}, "the number of samples must be a whole number from 1 to 1000000, not 0"),
        ({"samples": 10**9}, "from 1 to 1000000, not 1000000000"),
        ({"samples": 10.5}, "not 10.5"),
        ({"samples": True}, "not True"),
        ({"samples": "many"}, "not 'many'"),
        ({"seed": -1}, "the seed must be a whole number from 0 to 18446744073709551615, not -1"),
        ({"seed": 2**64}, "the seed must be"),
        ({"confidence": 0}, "between 0 and 100 per cent, both excluded, not 0"),
        ({"confidence": 100.0}, "not 100.0"),
        ({"confidence": float("nan")}, "not nan"),
        ({"confidence": True}, "must be a number of per cent, not True"),
        ({"confidence": 0.95}, r"in per cent, not 0\.95: did you mean 95\?"),
        ({"confidence": "95"}, "must be a number of per cent, not '95'"),
    ],
)
def test_absurd_arguments(options: dict[str, Any], message: str) -> None:
    with pytest.raises(pp.ParameterError, match=message):
        Sampling(**options)


def test_what_is_drawn_where_nothing_is_said() -> None:
    assert Sampling().to_dict() == {"level": 95.0, "samples": 10_000, "seed": 12345}


def test_numpy_numbers_are_numbers() -> None:
    sampling = Sampling(np.int64(7), np.uint64(2**64 - 1), np.float32(90))
    assert (sampling.samples, sampling.seed) == (7, 2**64 - 1)
    assert sampling.alpha == pytest.approx(0.1)
    # JSON knows Python's numbers only.
    assert json.loads(json.dumps(sampling.to_dict())) == {"level": 90.0, "samples": 7, "seed": 2**64 - 1}


def test_the_ends_of_what_is_allowed() -> None:
    assert Sampling(1_000_000, 0, 1).samples == 1_000_000
    assert Sampling(1, 2**64 - 1, 99.9).samples == 1
