"""Who is compared with whom: systems, their optimiser runs, and pairs of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from pitchpipe.batch.values import Array
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.wording import quoted

ALL = "all"


@dataclass(frozen=True)
class Contestant:
    """A system and the places of its runs among the systems of the test set."""

    name: str
    runs: tuple[str, ...]
    places: tuple[int, ...]

    def mean(self, scores: Array) -> Array:
        """The mean over runs of scores ``[..., systems]``."""
        if len(self.places) == 1:
            return scores[..., self.places[0]]
        return np.asarray(scores[..., list(self.places)].mean(axis=-1))

    def rows(self, rows: Array) -> Array:
        """Its part of rows ``[systems, ...]``."""
        return rows[list(self.places)]


Pair = tuple[Contestant, Contestant]


def contestants(systems: Iterable[str], runs: Mapping[str, Sequence[str]] | None) -> tuple[Contestant, ...]:
    """Systems in the order of the test set, with runs of one system taken together where the first is."""
    places = {name: place for place, name in enumerate(systems)}
    owner: dict[str, str] = {}
    for name, members in (runs or {}).items():
        if isinstance(members, str) or not members:
            raise ParameterError(f"the runs of {quoted(name)} must be a list with one system or more")
        for run in members:
            _claim(owner, run, name, places)
    grouped: dict[str, list[str]] = {}
    for system in places:
        name = owner.get(system, system)
        if system not in owner and name in (runs or {}):
            raise ParameterError(
                f"{quoted(name)} is the name of a system and of several runs: rename one of them"
            )
        grouped.setdefault(name, []).append(system)
    found = tuple(
        Contestant(name, tuple(members), tuple(places[run] for run in members))
        for name, members in grouped.items()
    )
    if len(found) < 2:
        there = f"only {quoted(found[0].name)}" if found else "no system"
        raise DataError(f"there is {there} to compare: give two systems or more")
    return found


def pairs(found: Sequence[Contestant], baseline: str | None) -> tuple[Pair, ...]:
    """(baseline, system), the baseline being the first of all, the one named, or the earlier of each pair."""
    by_name = {one.name: one for one in found}
    if baseline == ALL:
        if ALL in by_name:
            raise ParameterError(f"{ALL!r} means all pairs, and is the name of a system here: rename it")
        return tuple(combinations(found, 2))
    if baseline is None:
        baseline = found[0].name
    if baseline not in by_name:
        raise ParameterError(
            f"there is no system {quoted(baseline)} to compare with: there are {', '.join(by_name)}"
        )
    return tuple((by_name[baseline], one) for one in found if one.name != baseline)


def deltas(pairs: Sequence[Pair], scores: Array) -> Array:
    """How much higher each pair's system scores than its baseline, ``[..., pairs]``."""
    return np.stack([system.mean(scores) - baseline.mean(scores) for baseline, system in pairs], axis=-1)


def spread(scores: Array) -> float | None:
    """The standard deviation over runs, where there are several."""
    return float(np.std(scores, ddof=1)) if len(scores) > 1 else None


def _claim(owner: dict[str, str], run: str, name: str, places: Mapping[str, int]) -> None:
    if run not in places:
        raise ParameterError(f"{quoted(name)} has no run {quoted(run)}: there are {', '.join(places)}")
    if run in owner:
        raise ParameterError(
            f"{quoted(run)} is a run of {quoted(owner[run])} and of {quoted(name)}: it can be of one only"
        )
    owner[run] = name
