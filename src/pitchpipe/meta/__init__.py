"""How well metrics agree with people.

A :class:`Task` is a test set with what people said about it: ``read_tasks`` reads directories in the
layout of mt-metrics-eval, ``read_human`` any file of judgments. ``evaluate`` compares metrics with them.
"""

from pitchpipe.meta.human import DocumentScores, Human, Ranks, SegmentScores, SystemScores
from pitchpipe.meta.readers import HUMAN_FORMATS, MQMWeights, human_names, human_of, read_human
from pitchpipe.meta.tasks import Task, read_tasks

# Last: these look at judgments and tasks.
from pitchpipe.meta.results import Agreement, MetaTable  # isort: skip
from pitchpipe.meta.evaluating import evaluate  # isort: skip

__all__ = [
    "HUMAN_FORMATS",
    "Agreement",
    "DocumentScores",
    "Human",
    "MQMWeights",
    "MetaTable",
    "Ranks",
    "SegmentScores",
    "SystemScores",
    "Task",
    "evaluate",
    "human_names",
    "human_of",
    "read_human",
    "read_tasks",
]
