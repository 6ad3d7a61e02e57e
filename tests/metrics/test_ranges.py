"""What the numbers of our metrics are where nothing is said, and between which they may be.

Command lines and presets of other people depend on it: a narrower range would refuse what was right. Where a
weight is a share it is from 0 to 1, lengths of n-grams are 1 at least, and an exponent or weight of a
proportion is not negative.
"""

from __future__ import annotations

import math

import pytest

import pitchpipe as pp
from pitchpipe.metrics.catalogue import CATALOGUE
from pitchpipe.metrics.parameters import defaults, format_value, parameters

RANGES: dict[str, tuple[str, ...]] = {
    "BLEU": (
        "smooth_value=none 0..inf",
        "max_order=4 1..32",
    ),
    "BLEUSBP": (
        "smooth_value=none 0..inf",
        "max_order=4 1..32",
    ),
    "GRR": (
        "order=4 1..32",
        "alpha=1 -1000..1000",
        "beta=0 -1000..1000",
    ),
    "NIST": (
        "max_order=5 1..32",
        "scale=none 1e-12..inf",
    ),
    "ChrF": (
        "char_order=6 0..64",
        "word_order=0 0..64",
        "beta=2 0..100",
    ),
    "NLepor": (
        "alpha=none 0..inf",
        "beta=none 0..inf",
        "context=2 0..10",
        "max_order=1 1..32",
        "weights=none 0..inf",
    ),
    "HLepor": (
        "alpha=none 0..inf",
        "beta=none 0..inf",
        "context=2 0..10",
        "weights=none 0..inf",
        "w_word=none 0..inf",
        "w_pos=none 0..inf",
        "pos_weights=none 0..inf",
        "pos_alpha=none 0..inf",
        "pos_beta=none 0..inf",
    ),
    "RIBES": (
        "alpha=0.25 0..10",
        "beta=0.1 0..10",
    ),
    "GTM": ("e=1.2 1..20",),
    "MaxSim": (
        "max_order=3 1..16",
        "alpha=0.8 0..1",
    ),
    "METEOR": (
        "alpha=none 0..1",
        "beta=none 0..20",
        "gamma=none 0..1",
        "delta=none 0..1",
        "weights=none 0..1",
    ),
    "TeslaM": (
        "max_order=3 1..16",
        "alpha=0.8 0..1",
        "function_weight=0.1 0..1",
    ),
    "TeslaB": (
        "max_order=3 1..16",
        "alpha=0.8 0..1",
        "function_weight=0.1 0..1",
    ),
    "TeslaF": (
        "max_order=3 1..16",
        "alpha=0.8 0..1",
        "function_weight=0.1 0..1",
    ),
    "LRscore": (
        "alpha=none 0..1",
        "theta=none 1e-09..1",
        "dk=none 0..1",
    ),
    "PORT": (
        "max_order=4 1..32",
        "alpha=0.25 0..10",
    ),
    "Qmean": ("max_order=4 1..32",),
    "External": ("scale=none 1e-12..inf",),
    "Command": (
        "scale=none 1e-12..inf",
        "timeout=none 1..1e+06",
    ),
    "Ensemble": ("weights= 0..inf",),
}
CLASSES = [name for family in CATALOGUE for name in family.classes.split()]


@pytest.mark.parametrize("name", CLASSES)
def test_numbers_where_nothing_is_said_and_their_range(name: str) -> None:
    cls = getattr(pp.metrics, name)
    usual = defaults(cls)
    found = tuple(
        f"{one.word or key}={format_value(usual[key])} {one.low:g}..{one.high:g}"
        for key, one in parameters(cls).items()
        if math.isfinite(one.low) or math.isfinite(one.high)
    )
    assert found == RANGES.get(name, ())


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("chrf:beta=-0.5", "chrf: beta must be"),
        ("chrf:beta=100.5", "chrf: beta must be"),
        ("bleu:max_order=0", "bleu: max_order must be"),
        ("ribes:alpha=10.5", "ribes: alpha must be"),
        ("gtm:e=0.5", "gtm: e must be"),
        ("meteor:alpha=1.5", "meteor: alpha must be"),
    ],
)
def test_what_is_beyond_is_refused(spec: str, says: str) -> None:
    with pytest.raises(pp.ParameterError, match=says):
        pp.metrics.get(spec)
    metric, _, rest = spec.partition(":")
    name, _, value = rest.partition("=")
    # The ends themselves are allowed.
    nearest = {"-0.5": 0, "100.5": 100, "0": 1, "10.5": 10, "0.5": 1, "1.5": 1}[value]
    assert getattr(pp.metrics.get(f"{metric}:{name}={nearest}"), name) == nearest
