"""The one list of our own metrics: what is loaded on demand, registered and documented derives from it."""

from __future__ import annotations

from typing import NamedTuple


class Family(NamedTuple):
    """A module, the classes it defines, the names it registers, and its page in ``docs/metrics/``."""

    module: str
    classes: str
    names: str
    page: str


CATALOGUE = (
    Family("bleu", "BLEU", "bleu", "bleu"),
    Family("bleu_sbp", "BLEUSBP", "bleu-sbp", "bleu-sbp"),
    Family("recognition", "WRR GRR", "wrr grr 4-grr", "recognition"),
    Family("nist", "NIST", "nist", "nist"),
    Family("chrf", "ChrF", "chrf chrf++", "chrf"),
    Family("nlepor", "NLepor", "nlepor", "lepor"),
    Family("hlepor", "HLepor", "hlepor", "lepor"),
    Family("ribes", "RIBES", "ribes", "ribes"),
    Family("gtm", "GTM", "gtm", "gtm"),
    Family("maxsim", "MaxSim", "maxsim", "maxsim"),
    Family("meteor", "METEOR", "meteor", "meteor"),
    Family("tesla_m", "TeslaM", "tesla-m", "tesla"),
    Family("tesla_b", "TeslaB", "tesla-b", "tesla-b"),
    Family("tesla_f", "TeslaF", "tesla-f", "tesla-f"),
    Family("ordering", "Ordering", "ordering hamming kendall spearman tau v", "ordering"),
    Family("lrscore", "LRscore", "lrscore lr-hb1 lr-hb4 lr-kb1 lr-kb4", "lrscore"),
    Family("port", "PORT Qmean", "port qmean", "port"),
    Family("ter", "TER", "ter", "ter"),
    Family("wer", "WER", "wer", "wer"),
    Family("per", "PER", "per", "error-rates"),
    Family("cder", "CDER", "cder", "error-rates"),
    Family("cer", "CER", "cer", "error-rates"),
    Family("pitch", "Pitch", "pitch pitch-1", "pitch"),
    Family("pitch_en", "PitchEn", "pitch-en pitch-en-1", "pitch-en"),
    Family("length_ratio", "LengthRatio", "length-ratio", "length-ratio"),
    Family("external", "External", "external comet metricx bleurt", "external"),
    Family("command", "Command", "command", "command"),
    Family("ensemble", "Ensemble", "", "ensemble"),
)

#: Names that stand for a class with parameters set, as papers write them; others have their class's title.
TITLES = {
    "chrf++": "chrF++",
    "4-grr": "4-GRR",
    "hamming": "Hamming",
    "kendall": "Kendall",
    "spearman": "Spearman",
    "tau": "tau",
    "v": "v",
    "lr-hb1": "LR-HB1",
    "lr-hb4": "LR-HB4",
    "lr-kb1": "LR-KB1",
    "lr-kb4": "LR-KB4",
    "pitch": "pitch",
    "pitch-en": "pitch-en",
    "comet": "COMET",
    "metricx": "MetricX",
    "bleurt": "BLEURT",
}
#: The module of every name; loaded when a name is first asked for, so that importing the package stays as
#: light as its first use.
MODULES = {name: family.module for family in CATALOGUE for name in family.names.split()}
#: The module of every class.
CLASSES = {name: family.module for family in CATALOGUE for name in family.classes.split()}
