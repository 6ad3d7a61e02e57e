"""Judgments of the segments that a report is about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from os import PathLike

import numpy as np

from pitchpipe.agreement.human import Human
from pitchpipe.agreement.scores import SegmentScores, SystemScores
from pitchpipe.agreement.tasks import Task
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.reporting.evidence import Evidence
from pitchpipe.text.files import StrPath
from pitchpipe.text.testset import TestSet


def judged_by(
    test_set: TestSet,
    human: StrPath | Human,
    human_format: str | None,
    human_columns: Mapping[str, str] | None,
    *,
    ignore_unknown: bool = False,
) -> Task:
    """The test set with its judgments; refused before anything is counted where they do not fit."""
    if len(test_set.systems) < 2:
        raise DataError("there is one system: agreement with people is about which of several is better")
    if isinstance(human, str | PathLike):
        return Task.read(
            test_set,
            human,
            human_format=human_format,
            human_columns=human_columns,
            ignore_unknown=ignore_unknown,
        )
    if human_format is not None or human_columns is not None:
        raise ParameterError("human_format= and human_columns= are for a file of judgments")
    return Task.of(test_set, human, ignore_unknown=ignore_unknown)


def of_scored(task: Task, evidence: Evidence) -> Task:
    """The task without the segments that were left out for want of a reference."""
    numbers = evidence.measured.numbers
    if numbers is None:
        return task
    human = task.human
    if isinstance(human, SystemScores):
        return Task.of(evidence.test_set, human, name=task.name)
    if not isinstance(human, SegmentScores):
        raise DataError(
            f"{human.name} judge segments that are left out for want of a reference: only scores of "
            "segments and systems can go without them"
        )
    kept = np.array(numbers) - 1
    place = {int(old): new for new, old in enumerate(kept)}
    spans = tuple(replace(one, segment=place[one.segment]) for one in human.spans if one.segment in place)
    return Task.of(
        evidence.test_set, replace(human, values=human.values[:, kept], spans=spans), name=task.name
    )
