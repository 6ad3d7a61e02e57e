"""What is done where nothing is said: the same by every verb, and what papers and other programs do."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, signature
from typing import Any

import pytest

import pitchpipe as pp
from pitchpipe.agreement.readers.judgment_file import JudgmentFile
from pitchpipe.agreement.readers.mqm_weights import MQMWeights
from pitchpipe.agreement.significance.bootstrap import interval, resampled
from pitchpipe.agreement.significance.contest import contest
from pitchpipe.agreement.significance.permutation import permutation_test
from pitchpipe.aligning.model import Decoding, Training
from pitchpipe.choosing.expectations import posterior
from pitchpipe.choosing.lattices import best_paths, lattice_oracles
from pitchpipe.choosing.list_oracles import list_oracles
from pitchpipe.fitting.held_out import held_out
from pitchpipe.fitting.ranking import Learning
from pitchpipe.lang.annotation.defaults import default_annotator
from pitchpipe.lang.phrases import Extraction
from pitchpipe.nbest.lists import accumulate
from pitchpipe.nbest.reading import read_nbest
from pitchpipe.resampling.sampling import Sampling
from pitchpipe.tuning import mert, mira, pro
from pitchpipe.tuning.loop import Run
from pitchpipe.tuning.matrix import matrix
from pitchpipe.tuning.search import Search

#: Wherever they are asked for.
COMMON = {"seed": 12345, "unescape": False, "missing": "error", "threads": None}
MANY, FEWER = {"samples": 10_000}, {"samples": 1000}
BEST_OF = {"restarts": 2}
OWN: dict[Callable[..., object], dict[str, Any]] = {
    Sampling: {**MANY, "confidence": 95},
    pp.score: {**MANY, "confidence": None, "segments": False},
    pp.compare: {**MANY, "confidence": 95, "examples": 0},
    pp.audit: {**FEWER, "confidence": 95},
    pp.meta: {**FEWER, "confidence": None, "stop_early": True},
    pp.fit: {**FEWER, "confidence": 95, "restarts": 20, "folds": 5, "cost": 1.0},
    pp.mbr: {"aggregate": False, "temperature": 1.0},
    pp.oracle: {**BEST_OF, "paths": 100},
    pp.tune: {"iterations": 25},
    pp.stream: {"statistics": False},
    pp.align: {"further": False},
    pp.read_test_set: {},
    posterior: {"temperature": 1.0},
    list_oracles: BEST_OF,
    lattice_oracles: {"n": 100},
    best_paths: {"n": 1},
    contest: {**FEWER, "alpha": 0.05, "stop_early": True},
    permutation_test: {**FEWER, "stop_early": False},
    interval: {**FEWER, "confidence": 95},
    resampled: FEWER,
    held_out: {**FEWER, "confidence": 95},
    Learning: {"loss": "logistic", "penalty": "ridge", "signed": False, "cost": 1.0, "select": None},
    matrix: MANY,
    Run: {"iterations": 25, "least": 0.001, "tolerance": 1e-5},
    Search: {"restarts": 20},
    mert.optimise: {
        **{"restarts": 20, "l2": 0.0, "loss": 0.1, "random_directions": 0},
        **{"max_iterations": 100, "tolerance": 1e-6},
    },
    # Hopkins and May 2011: Γ = 5000, Ξ = 50, a difference of 0.05.
    pro.optimise: {"drawn": 5000, "kept": 50, "least": 0.05, "l2": 1.0, "interpolate": 1.0, "loss": 0.1},
    # Cherry and Foster 2012: C = 0.01, γ = 0.999, J = 60.
    mira.optimise: {"step": 0.01, "decay": 0.999, "epochs": 60, "l2": 0.0, "loss": 0.1},
    # Freitag et al. 2021.
    MQMWeights: {"major": 5.0, "critical": 5.0, "minor": 1.0, "punctuation": 0.1, "non_translation": 25.0},
    # Each format has its habit, which the tests of the readers know.
    JudgmentFile: {"first_segment": None, "weights": None, "fillers": None},
    Decoding: {"threshold": 0.3},
    Training: {"model1_iterations": 4, "hmm_iterations": 5, "joint": True},
    # As Moses extracts phrases.
    Extraction: {"longest": 7, "min_count": 1.0, "top": 20},
    default_annotator: {"cache": True},
    accumulate: {"merge_duplicates": True},
    read_nbest: {"merge_duplicates": False, "sort": False},
}


@pytest.mark.parametrize("called", OWN, ids=lambda one: f"{one.__module__}.{one.__qualname__}")
def test_what_is_done_where_nothing_is_said(called: Callable[..., object]) -> None:
    there = {name: one.default for name, one in signature(called).parameters.items()}
    expected = {**{name: value for name, value in COMMON.items() if name in there}, **OWN[called]}
    found = {name: there[name] for name in expected if there[name] is not Parameter.empty}
    assert found == {name: value for name, value in expected.items() if name in found}
    assert OWN[called].keys() <= found.keys()
