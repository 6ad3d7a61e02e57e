"""How well metrics agree with people.

A :class:`Task` is a test set with what people said about it: ``read_tasks`` reads directories in the
layout of mt-metrics-eval, ``read_human`` any file of judgments. ``meta`` compares metrics with them.
"""

from pitchpipe.agreement.evaluating import meta
from pitchpipe.agreement.human import Human
from pitchpipe.agreement.overall import Difference, Overall
from pitchpipe.agreement.ranks import Ranks
from pitchpipe.agreement.readers import HUMAN_FORMATS, MQMWeights, human_names, human_of, read_human
from pitchpipe.agreement.results import Agreement, MetaTable
from pitchpipe.agreement.scores import DocumentScores, SegmentScores, SystemScores
from pitchpipe.agreement.spans import ErrorSpan
from pitchpipe.agreement.tasks import Task, read_tasks

__all__ = [
    "HUMAN_FORMATS",
    "Agreement",
    "Difference",
    "DocumentScores",
    "ErrorSpan",
    "Human",
    "MQMWeights",
    "MetaTable",
    "Overall",
    "Ranks",
    "SegmentScores",
    "SystemScores",
    "Task",
    "human_names",
    "human_of",
    "meta",
    "read_human",
    "read_tasks",
]
