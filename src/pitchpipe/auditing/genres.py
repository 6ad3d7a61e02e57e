"""Genre mixing (Chiang et al. 2008, §3.2): better on every part, yet worse on the whole?

Two systems as given are compared on the groups of the test set. Then contradictions are sought for: the
test set is split in two, by each group, by length and by quality, and a system may write tersely on one
part and verbosely on the other. All pairs of such systems are compared; their scores are sums of rows.
A metric that is a mean of sentence scores, with weights that no system changes, has no such pair.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from pitchpipe.auditing.changes import AS_IS, OTHER, TERSE, VERBOSE, WORDY, cut_to, filled_to
from pitchpipe.auditing.results import GenreAudit, Mixing, Part
from pitchpipe.auditing.rows import ROUNDING, Versions
from pitchpipe.batch.values import Array
from pitchpipe.comparing.buckets import Members
from pitchpipe.resampling.intervals import percentile_intervals
from pitchpipe.resampling.sampling import Sampling, bootstrap_scores

Mask = NDArray[np.bool_]
Positions = NDArray[np.intp]

#: What a system may do in a part of the test set.
MANNERS = (
    AS_IS,
    *(cut_to(ratio) for ratio in TERSE),
    *(filled_to(WORDY, ratio) for ratio in TERSE),
    *(filled_to(ratio) for ratio in VERBOSE),
)


def audit_genres(
    versions: Versions,
    groups: Members,
    reference_lengths: Array,
    names: tuple[str, ...],
    sampling: Sampling,
) -> GenreAudit:
    """Given groups by the systems of these names, and the worst contradiction there is to be found."""
    given = _given(versions, groups, names, sampling) if len(names) > 1 and len(groups) > 1 else None
    found: Found | None = None
    for part, rest, mask in _splits(versions, groups, reference_lengths):
        worst = _worst(versions, part, rest, mask)
        if worst is not None and (found is None or worst.mixing.margin > found.mixing.margin):
            found = worst
    return GenreAudit(given, None if found is None else found.beside_noise(versions, sampling))


@dataclass(frozen=True)
class Found:
    """A contradiction with the rows of its systems, and the segments of its first part."""

    mixing: Mixing
    rows: tuple[Array, Array]
    mask: Mask

    def beside_noise(self, versions: Versions, sampling: Sampling) -> Mixing:
        """The contradiction beside what chance gives."""
        return replace(self.mixing, excess=excess(versions, *self.rows, (self.mask, ~self.mask), sampling))


def excess(
    versions: Versions, first: Array, second: Array, parts: Iterable[Mask | Positions], sampling: Sampling
) -> float | None:
    """By how many points the differences of two systems exceed what chance may give, on the parts and on all.

    Chance may give half the width of a difference's interval by the paired bootstrap. The least counts.
    """
    found: list[float] = []
    for where in (*parts, np.ones(len(first), dtype=bool)):
        rows = np.stack([first[where], second[where]])
        if rows.shape[1] < 2:
            return None
        scores = bootstrap_scores(versions.metric, rows, sampling)
        (interval,) = percentile_intervals((scores[:, 1] - scores[:, 0])[:, None], sampling.confidence)
        if interval is None:
            return None
        before, after = versions.metric.combine(rows.sum(axis=1))
        found.append(float(abs(after - before)) - (interval[1] - interval[0]) / 2)
    return min(found)


def _given(versions: Versions, groups: Members, names: tuple[str, ...], sampling: Sampling) -> Mixing:
    first, second = (
        np.stack([versions[name][members].sum(axis=0) for members in groups.values()])
        for name in (AS_IS, OTHER)
    )
    parts = tuple(
        Part(name, len(members), *scores)
        for (name, members), *scores in zip(
            groups.items(),
            versions.metric.combine(first).tolist(),
            versions.metric.combine(second).tolist(),
            strict=True,
        )
    )
    whole = Part("all", len(versions[AS_IS]), versions.score(AS_IS), versions.score(OTHER))
    first_name, second_name = names
    mixing = _mixing(versions, first_name, second_name, parts, whole)
    if not mixing.contradiction:
        return mixing
    return replace(
        mixing, excess=excess(versions, versions[AS_IS], versions[OTHER], groups.values(), sampling)
    )


def _mixing(versions: Versions, first: str, second: str, parts: tuple[Part, ...], whole: Part) -> Mixing:
    """What scores say: whether all parts point one way, and the whole the other."""
    up = versions.metric.oriented
    deltas = [up(part.second_score - part.first_score) for part in parts]
    total = up(whole.second_score - whole.first_score)
    margin = max(min(*deltas, -total), min(*(-delta for delta in deltas), total))
    contradiction = margin > ROUNDING
    return Mixing(first, second, parts, whole, contradiction, margin if contradiction else 0.0)


def _splits(versions: Versions, groups: Members, reference_lengths: Array) -> Iterator[tuple[str, str, Mask]]:
    """Names of two parts of the test set, and the segments of the first."""
    segments = len(reference_lengths)
    names = list(groups)
    for name in names[: 1 if len(names) == 2 else None]:
        mask = np.zeros(segments, dtype=bool)
        mask[groups[name]] = True
        if not mask.all():
            yield name, names[1] if len(names) == 2 else "the rest", mask
    if segments > 1:
        yield "short segments", "long segments", _lower_half(reference_lengths)
        yield "weak segments", "strong segments", _lower_half(versions.segment_gain(versions[AS_IS]))


def _lower_half(values: Array) -> Mask:
    mask = np.zeros(len(values), dtype=bool)
    mask[np.argsort(values, kind="stable")[: len(values) // 2]] = True
    return mask


def _worst(versions: Versions, part: str, rest: str, mask: Mask) -> Found | None:
    """Of all pairs of systems that are free in their manner on either part, the most contradictory."""
    manners = [manner for manner in (*MANNERS, OTHER) if manner in versions]
    part_sums, rest_sums = (
        np.stack([versions[manner][where].sum(axis=0) for manner in manners]) for where in (mask, ~mask)
    )
    on_part, on_rest = versions.gain(part_sums), versions.gain(rest_sums)
    on_whole = versions.gain(part_sums[:, None] + rest_sums[None, :])
    # Axes: the first system's manners on part and rest, then the second's.
    margins = np.minimum(
        np.minimum(
            on_part[None, None, :, None] - on_part[:, None, None, None],
            on_rest[None, None, None, :] - on_rest[None, :, None, None],
        ),
        on_whole[:, :, None, None] - on_whole[None, None, :, :],
    )
    margins = np.nan_to_num(margins, nan=-np.inf)
    a, b, c, d = (int(at) for at in np.unravel_index(margins.argmax(), margins.shape))
    if margins[a, b, c, d] <= ROUNDING:
        return None
    parts = (
        Part(part, int(mask.sum()), *map(versions.as_score, (on_part[a], on_part[c]))),
        Part(rest, int((~mask).sum()), *map(versions.as_score, (on_rest[b], on_rest[d]))),
    )
    whole = Part("all", len(mask), *map(versions.as_score, (on_whole[a, b], on_whole[c, d])))
    first, second = (
        f"{manners[here]} on {part}, {manners[there]} on {rest}" for here, there in ((a, b), (c, d))
    )
    one, other = (
        np.where(mask[:, None], versions[manners[here]], versions[manners[there]])
        for here, there in ((a, b), (c, d))
    )
    return Found(_mixing(versions, first, second, parts, whole), (one, other), mask)
