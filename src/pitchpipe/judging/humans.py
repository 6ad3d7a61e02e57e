"""What people said, in the forms that ``meta``, ``fit`` and ``report`` take: rankings, or scores."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Literal

import numpy as np

from pitchpipe.agreement.human import Human
from pitchpipe.agreement.ranks import Ranks
from pitchpipe.agreement.scores import SegmentScores
from pitchpipe.agreement.spans import ErrorSpan
from pitchpipe.batch.values import Array
from pitchpipe.errors import DataError
from pitchpipe.judging.campaign import Campaign
from pitchpipe.judging.items import COUNTED
from pitchpipe.judging.ratings import z_scale
from pitchpipe.judging.store.records import Judgment
from pitchpipe.wording import counted

Scores = Literal["raw", "z"]


def counting(judgments: Iterable[Judgment], exclude: Sequence[str] = ()) -> list[Judgment]:
    """What counts: neither warm-ups nor gold nor repeats, nor what is set aside, nor of whom is excluded."""
    return [
        one
        for one in judgments
        if one.item.role in COUNTED and one.aside is None and one.annotator not in exclude
    ]


def human_of(campaign: Campaign, judgments: Sequence[Judgment], scores: Scores = "raw") -> Human:
    """Judgments as rankings or as scores; of several scores of an output, the mean.

    Raises
    ------
    DataError
        If there is no judgment.
    """
    if not judgments:
        raise DataError(f"{campaign.folder}: nobody has judged anything yet")
    return (
        _scores(campaign, judgments, scores) if campaign.protocol.is_scored else _ranks(campaign, judgments)
    )


def _ranks(campaign: Campaign, judgments: Sequence[Judgment]) -> Ranks:
    position = {system: at for at, system in enumerate(campaign.systems)}
    rows: list[tuple[int, int, int, int]] = []
    judges: list[str] = []
    tasks: list[str] = []
    weights: list[float] = []
    for one in judgments:
        item, ranks = one.item, campaign.protocol.ranks(one.answer) or []
        for first, second in combinations(range(len(ranks)), 2):
            preference = int(ranks[first] < ranks[second]) - int(ranks[first] > ranks[second])
            rows.append(
                (item.segment, position[item.systems[first]], position[item.systems[second]], preference)
            )
            judges.append(one.annotator)
            tasks.append(item.key)
            weights.append(1 / item.probability)
    columns = np.array(rows, dtype=np.intp).T
    weight: Array = np.array(weights)
    return Ranks(
        campaign.folder.name or "campaign",
        campaign.systems,
        segment=columns[0],
        first=columns[1],
        second=columns[2],
        preference=columns[3].astype(np.int8),
        judge=tuple(judges),
        task=tuple(tasks),
        weight=None if np.allclose(weight, weight[0]) else weight,
        notes=tuple(_notes(weight)),
    )


def _notes(weight: Array) -> Iterator[str]:
    if not np.allclose(weight, weight[0]):
        yield (
            "segments were sampled with unequal probabilities: pairs weigh as much as the inverse of theirs, "
            f"and {counted(len(weight), 'pairs')} are as good as about {_effective(weight):.0f}"
        )


def _effective(weight: Array) -> float:
    """How many equal weights tell as much (Kish 1965)."""
    return float(weight.sum() ** 2 / (weight**2).sum())


def _scores(campaign: Campaign, judgments: Sequence[Judgment], scores: Scores) -> SegmentScores:
    scale = z_scale(campaign.protocol, judgments)
    given: dict[tuple[int, int], list[float]] = defaultdict(list)
    spans: list[ErrorSpan] = []
    position = {system: at for at, system in enumerate(campaign.systems)}
    probabilities = []
    for one in judgments:
        item = one.item
        probabilities.append(item.probability)
        for system, score in zip(item.systems, campaign.protocol.scores(one.answer) or [], strict=True):
            value = scale(one.annotator, score) if scores == "z" else score
            given[position[system], item.segment].append(value)
        spans += _spans(one)
    values: Array = np.full((len(campaign.systems), campaign.segments), np.nan)
    for (system_at, segment), own in given.items():
        values[system_at, segment] = np.mean(own)
    uneven = not np.allclose(probabilities, probabilities[0])
    note = "segments were sampled with unequal probabilities, and scores do not weigh them"
    return SegmentScores(
        f"{campaign.protocol.name}{'-z' if scores == 'z' else ''}",
        campaign.systems,
        values,
        spans=tuple(spans),
        notes=(note,) if uneven else (),
    )


def _spans(judgment: Judgment) -> Iterator[ErrorSpan]:
    """The errors that somebody has marked; what is missing has no place."""
    item = judgment.item
    for system, text, entry in zip(
        item.systems, item.outputs, judgment.answer.get("outputs", ()), strict=False
    ):
        for span in entry["spans"]:
            begin, end = span["start"], span["end"]
            yield ErrorSpan(
                system, item.segment, begin, end, span["severity"], span.get("category", ""), text[begin:end]
            )
