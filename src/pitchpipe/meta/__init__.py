"""How well metrics agree with people.

``read_human`` reads what people said, from a file whose format it recognises, and ``human_of`` from a
directory in the layout of mt-metrics-eval.
"""

from pitchpipe.meta.human import DocumentScores, Human, Ranks, SegmentScores, SystemScores
from pitchpipe.meta.readers import HUMAN_FORMATS, MQMWeights, human_names, human_of, read_human

__all__ = [
    "HUMAN_FORMATS",
    "DocumentScores",
    "Human",
    "MQMWeights",
    "Ranks",
    "SegmentScores",
    "SystemScores",
    "human_names",
    "human_of",
    "read_human",
]
