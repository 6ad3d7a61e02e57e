"""Which segments of a test set are asked: at random, by documents, or where metrics disagree."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from pitchpipe.brief import Brief
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.judging.frames import Frame, Unit, make_frame
from pitchpipe.judging.protocols.base import Protocol
from pitchpipe.wording import counted, quoted

if TYPE_CHECKING:
    from pitchpipe.metrics.base import Metric
    from pitchpipe.text.testset import TestSet

Method = Literal["random", "documents", "disagreement"]
METHODS: tuple[Method, ...] = ("random", "documents", "disagreement")
Combining = Literal["one", "all"]


@dataclass(frozen=True, kw_only=True, repr=False)
class Sample(Brief):
    """How segments are chosen.

    Parameters
    ----------
    method
        ``random`` segments, whole ``documents`` at random, or ``disagreement``: the more probable, the
        further ``metrics`` are from each other. Probabilities are kept.
    metrics
        For ``disagreement``: two or more.
    length
        The window of words of a reference, both ends included.
    differing
        Leave out what all shown systems say alike; by default where people choose between outputs.
    top
        Per cent: only segments that are among the best of a shown system by sentence 1-TER (Chen et al.
        2012).
    combinations
        Of more systems than are shown at a time: ``one`` group for each segment, all groups equally often; or
        ``all`` of them. By default ``all`` where people give scores.
    """

    method: Method = "random"
    metrics: tuple[str | Metric, ...] = ()
    length: tuple[int, int] | None = None
    differing: bool | None = None
    top: float | None = None
    combinations: Combining | None = None

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise ParameterError(f"there is no sample {quoted(self.method)}: there are {', '.join(METHODS)}")
        if self.length is not None and not 0 <= self.length[0] <= self.length[1]:
            raise ParameterError(
                f"from {self.length[0]} to {self.length[1]} words is no window: the shorter end comes first"
            )
        if self.top is not None and not 0 < self.top <= 100:
            raise ParameterError(f"the top is more than 0 and at most 100 per cent, not {quoted(self.top)}")
        if self.metrics and self.method != "disagreement":
            raise ParameterError("metrics choose segments where the sample is disagreement")
        names = {metric if isinstance(metric, str) else metric.spec for metric in self.metrics}
        if self.method == "disagreement" and len(names) < 2:
            raise ParameterError("metrics disagree where there are two of them or more: -m chrf -m ter")

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "method": self.method,
            "metrics": [metric if isinstance(metric, str) else metric.spec for metric in self.metrics],
            "length": None if self.length is None else list(self.length),
            "differing": self.differing,
            "top": self.top,
            "combinations": self.combinations,
        }


@dataclass(frozen=True)
class Drawn:
    """Units in random order, those that stay together in blocks; what was left out and why, and was not."""

    blocks: tuple[tuple[Unit, ...], ...]
    left_out: dict[str, int]
    available: int


def draw(
    test_set: TestSet,
    protocol: Protocol,
    sample: Sample,
    wanted: int,
    rng: random.Random,
    without: Collection[int] = (),
) -> Drawn:
    """Draws so many units; of documents, as many as have them together; none of segments ``without``.

    Raises
    ------
    DataError
        If there are not so many.
    """
    differing = not protocol.is_scored if sample.differing is None else sample.differing
    combining: Combining = sample.combinations or ("all" if protocol.is_scored else "one")
    frame = make_frame(
        test_set, protocol, length=sample.length, differing=differing, top=sample.top, without=without
    )
    if sample.method == "documents":
        blocks = _by_documents(test_set, frame, combining, wanted, rng)
    elif sample.method == "disagreement":
        blocks = _uneven(test_set, sample, frame, combining, wanted, rng)
    else:
        blocks = _at_random(frame, combining, wanted, rng)
    found = sum(map(len, blocks))
    if found < wanted:
        reasons = ", ".join(f"{reason}: {count}" for reason, count in frame.left_out.items() if count)
        raise DataError(
            f"{counted(wanted, 'items')} are wanted, and there are {found}"
            + (f" (left out: {reasons})" if reasons else "")
            + "; ask for fewer, or of a larger test set"
        )
    return Drawn(tuple(blocks), frame.left_out, sum(map(len, frame.units.values())))


def _at_random(frame: Frame, combining: Combining, wanted: int, rng: random.Random) -> list[tuple[Unit, ...]]:
    segments = list(frame.units)
    rng.shuffle(segments)
    if combining == "one":
        chosen = _balanced(frame, segments[:wanted])
        probability = len(chosen) / max(1, len(frame)) / frame.groups
    else:
        chosen = [unit for segment in segments for unit in frame.units[segment]][:wanted]
        probability = len(chosen) / max(1, sum(map(len, frame.units.values())))
        # What belongs to one segment would otherwise stand in a row.
        rng.shuffle(chosen)
    return [(replace(unit, probability=probability),) for unit in chosen]


def _balanced(frame: Frame, segments: Sequence[int]) -> list[Unit]:
    """One unit of each segment, so that all groups of systems come equally often, as far as they differ."""
    used: Counter[tuple[str, ...]] = Counter()
    chosen = []
    for segment in segments:
        unit = min(frame.units[segment], key=lambda one: used[one.systems])
        used[unit.systems] += 1
        chosen.append(unit)
    return chosen


def _by_documents(
    test_set: TestSet, frame: Frame, combining: Combining, wanted: int, rng: random.Random
) -> list[tuple[Unit, ...]]:
    """Whole documents at random; all segments of a document show the same systems, so that it can be read."""
    if test_set.documents is None:
        raise DataError("the test set does not say where documents begin: give --documents")
    by_document: dict[str, dict[tuple[str, ...], list[Unit]]] = {}
    for segment, units in frame.units.items():
        groups = by_document.setdefault(test_set.documents[segment], {})
        for unit in units:
            groups.setdefault(unit.systems, []).append(unit)
    documents = list(by_document)
    rng.shuffle(documents)
    used: Counter[tuple[str, ...]] = Counter()
    blocks: list[tuple[Unit, ...]] = []
    taken = 0
    for document in documents:
        if sum(map(len, blocks)) >= wanted:
            break
        taken += 1
        groups = by_document[document]
        asked = [min(groups, key=lambda group: used[group])] if combining == "one" else list(groups)
        for group in asked:
            used[group] += len(groups[group])
            blocks.append(tuple(groups[group]))
    probability = taken / max(1, len(documents)) / (frame.groups if combining == "one" else 1)
    return [tuple(replace(unit, probability=probability) for unit in block) for block in blocks]


def _uneven(
    test_set: TestSet,
    sample: Sample,
    frame: Frame,
    combining: Combining,
    wanted: int,
    rng: random.Random,
) -> list[tuple[Unit, ...]]:
    """Segments by how far metrics disagree on them; of ``all`` groups, whole segments, so that all of a
    segment have one probability.
    """
    from pitchpipe.judging.uneven import disagreement, inclusion_probabilities, systematic

    segments = list(frame.units)
    rng.shuffle(segments)
    one = combining == "one"
    units = _balanced(frame, segments) if one else [unit for at in segments for unit in frame.units[at]]
    if len(units) < wanted:
        return [(unit,) for unit in units]
    sizes: dict[int, list[float]] = {}
    for unit, size in zip(units, disagreement(test_set, sample.metrics, units), strict=True):
        sizes.setdefault(unit.segment, []).append(float(size))
    by_segment: dict[int, list[Unit]] = {}
    for unit in units:
        by_segment.setdefault(unit.segment, []).append(unit)
    means = np.array([np.mean(sizes[segment]) for segment in by_segment])
    places = list(by_segment)
    count = math.ceil(wanted * len(places) / len(units))
    while True:
        probabilities = inclusion_probabilities(means, count)
        taken = systematic(probabilities, rng)
        drawn = [(at, unit) for at in taken for unit in by_segment[places[at]]]
        if len(drawn) >= wanted:
            break
        count += 1
    rng.shuffle(drawn)
    # Whoever is left out of too many was so by chance: all probabilities fall alike.
    share = wanted / len(drawn) / (frame.groups if one else 1)
    return [(replace(unit, probability=float(probabilities[at]) * share),) for at, unit in drawn[:wanted]]
