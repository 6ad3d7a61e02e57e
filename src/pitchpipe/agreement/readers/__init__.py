"""Files of human judgments, one module per format; ``read_human`` recognises which it is."""

from pitchpipe.agreement.readers.directory import human_names, human_of
from pitchpipe.agreement.readers.mqm_weights import MQMWeights
from pitchpipe.agreement.readers.recognise import HUMAN_FORMATS, read_human

__all__ = ["HUMAN_FORMATS", "MQMWeights", "human_names", "human_of", "read_human"]
