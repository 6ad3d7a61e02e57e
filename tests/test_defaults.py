"""What is done where nothing is said: the same by every verb, and what papers and other programs do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from inspect import Parameter, isclass, signature
from pkgutil import walk_packages
from types import FunctionType, ModuleType
from typing import Any

import click
import pytest

import pitchpipe as pp
from pitchpipe.agreement.readers.judgment_file import JudgmentFile
from pitchpipe.agreement.readers.mqm_weights import MQMWeights
from pitchpipe.agreement.significance.bootstrap import interval, resampled
from pitchpipe.agreement.significance.contest import contest
from pitchpipe.agreement.significance.permutation import permutation_test
from pitchpipe.aligning.model import Decoding, Training
from pitchpipe.choosing.expectations import posterior
from pitchpipe.choosing.lattices import LatticeOracles, best_paths, lattice_oracles
from pitchpipe.choosing.list_oracles import Oracles, list_oracles
from pitchpipe.choosing.minimum_risk import MinimumRisk
from pitchpipe.choosing.reranking import Reranked
from pitchpipe.cli import cli
from pitchpipe.fitting.held_out import held_out
from pitchpipe.fitting.ranking import Learning
from pitchpipe.fitting.results import FitResult
from pitchpipe.lang.annotation.defaults import default_annotator
from pitchpipe.lang.phrases import Extraction
from pitchpipe.measuring.word_order import OrderTable
from pitchpipe.nbest.lists import accumulate
from pitchpipe.nbest.reading import read_nbest
from pitchpipe.resampling.sampling import Sampling
from pitchpipe.tuning import mert, mira, pro
from pitchpipe.tuning.loop import Run
from pitchpipe.tuning.matrix import Matrix, matrix
from pitchpipe.tuning.report import Tuned
from pitchpipe.tuning.search import Search
from pitchpipe.tuning.state import Loop

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


#: What may be said anywhere, and what is meant by every function where it is not.
EVERYWHERE: dict[str, set[object]] = {
    "ascii": {False},
    "bootstrap": {0},
    "colour": {False},
    "columns": {3},
    "confidence": {95},
    "ignore_unknown": {False},
    "lowercase": {False},
    "missing_allowed": {False},
    "optional": {False},
    "rounds": {0},
    "samples": {10_000, 1000},
    "seed": {12345},
    "segments": {False},
    "short": {False},
    "statistics": {False},
    "temperature": {1.0},
    "unescape": {False},
    "unreferenced": {False},
    "verbose": {False},
}


def called_in(module: ModuleType) -> Iterator[FunctionType]:
    """The functions of a module, and those of its classes."""
    for found in vars(module).values():
        if getattr(found, "__module__", None) == module.__name__:
            some = vars(found).values() if isclass(found) else [found]
            yield from (one for one in map(unwrap_method, some) if isinstance(one, FunctionType))


def unwrap_method(found: Any) -> Any:
    return found.__func__ if isinstance(found, classmethod | staticmethod) else found


def test_the_same_is_meant_everywhere() -> None:
    seen: dict[str, set[object]] = {name: set() for name in EVERYWHERE}
    for one in walk_packages(pp.__path__, "pitchpipe."):
        # What commands do where nothing is said is checked beside them, what metrics do beside their papers.
        if one.name.startswith(("pitchpipe.cli.", "pitchpipe.metrics.", "pitchpipe.__main__")):
            continue
        for function in called_in(import_module(one.name)):
            for name, parameter in signature(function).parameters.items():
                if name in EVERYWHERE and isinstance(parameter.default, int | float):
                    seen[name].add(parameter.default)
                    assert parameter.default in EVERYWHERE[name], f"{name} of {one.name}.{function.__name__}"
    # Nothing stands here for nothing.
    assert seen == EVERYWHERE


@pytest.mark.parametrize(
    ("verb", "results"),
    [
        ("score", [pp.ScoreTable, OrderTable]),
        ("compare", [pp.ComparisonTable]),
        ("audit", [pp.AuditTable]),
        ("meta", [pp.MetaTable]),
        ("fit", [FitResult]),
        ("oracle", [Oracles, LatticeOracles, MinimumRisk, Reranked]),
        ("tune", [Tuned, Loop, Matrix]),
    ],
)
def test_results_have_as_many_decimals_as_commands_print(verb: str, results: list[Any]) -> None:
    command = cli.get_command(click.Context(cli), verb)
    assert command is not None
    (printed,) = (one.default for one in command.params if one.name == "decimals")
    for result in results:
        assert signature(result.page).parameters["decimals"].default == printed
