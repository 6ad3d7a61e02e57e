"""What is held out: segments dealt into folds, or one language pair or test set after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from pitchpipe.errors import DataError, ParameterError
from pitchpipe.fitting.samples import Positions, Sample, is_divisible

#: A number of folds over segments, one fold for each language pair or for each test set, or none.
Folds = int | Literal["pairs", "sets"] | None


@dataclass(frozen=True)
class Split:
    """What parameters are fitted on, and what they are tested on.

    ``held_out`` has, for each sample, the segments that are; either part is made when it is asked for, since
    all at once would be many copies.
    """

    name: str
    samples: tuple[Sample, ...]
    held_out: tuple[NDArray[np.bool_], ...]

    def train(self) -> tuple[Sample, ...]:
        """The samples without what is held out."""
        return self._parts([~mask for mask in self.held_out])

    def test(self) -> tuple[Sample, ...]:
        """What is held out."""
        return self._parts(self.held_out)

    def _parts(self, masks: Sequence[NDArray[np.bool_]]) -> tuple[Sample, ...]:
        return tuple(
            sample if mask.all() else sample.select(np.flatnonzero(mask))
            for sample, mask in zip(self.samples, masks, strict=True)
            if mask.any()
        )


def splits(samples: Sequence[Sample], folds: Folds, seed: int) -> list[Split]:
    """The splits of a cross-validation; none for ``None`` or 0."""
    if folds is None or (folds == 0 and not isinstance(folds, bool)):
        return []
    if folds == "pairs":
        return _left_out(samples, [sample.name for sample in samples], "language pairs")
    if folds == "sets":
        return _left_out(samples, [sample.set_name for sample in samples], "test sets")
    if isinstance(folds, bool) or not isinstance(folds, int) or folds < 2:
        raise ParameterError(
            f"folds must be a number of at least 2, or 0 for none, not {folds!r}; language pairs are left "
            "out with --leave-pair-out, test sets with --leave-set-out, in Python folds='pairs' or 'sets'"
        )
    return _over_segments(samples, folds, seed)


def _left_out(samples: Sequence[Sample], names: Sequence[str], what: str) -> list[Split]:
    """One fold for each name, with all samples of that name."""
    if len(set(names)) < 2:
        raise DataError(f"to leave {what} out in turn, there must be two or more")
    return [
        Split(
            left_out,
            tuple(samples),
            tuple(
                np.full(sample.segments, name == left_out)
                for sample, name in zip(samples, names, strict=True)
            ),
        )
        for left_out in dict.fromkeys(names)
    ]


def _over_segments(samples: Sequence[Sample], folds: int, seed: int) -> list[Split]:
    dealt = [_dealt(sample, folds, np.random.default_rng([seed, k])) for k, sample in enumerate(samples)]
    return [
        Split(f"fold {fold + 1}/{folds}", tuple(samples), tuple(of == fold for of in dealt))
        for fold in range(folds)
    ]


def _dealt(sample: Sample, folds: int, random: np.random.Generator) -> Positions:
    """The fold of each segment; judged ones are dealt apart, so that each fold has its share of them."""
    if not is_divisible(sample.human):
        raise DataError(
            f"{sample.name}: {sample.human.name} judges whole systems, which cannot be divided by segments: "
            "leave language pairs out in turn (--leave-pair-out, in Python folds='pairs'), or hold nothing "
            "out (--folds 0, folds=0)"
        )
    judged = sample.judged_segments
    if len(judged) < folds:
        raise DataError(
            f"{sample.name}: {len(judged)} judged segment{'' if len(judged) == 1 else 's'} "
            f"cannot be dealt into {folds} folds: ask for fewer"
        )
    fold = np.empty(sample.segments, dtype=np.intp)
    for segments in (judged, np.setdiff1d(np.arange(sample.segments), judged)):
        fold[random.permutation(segments)] = np.arange(len(segments)) % folds
    return fold
