"""The one list of metrics says what the modules define, and what type checkers are told."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from pitchpipe import metrics
from pitchpipe.metrics import Metric
from pitchpipe.metrics.catalogue import CATALOGUE, CLASSES, Family
from pitchpipe.metrics.registry import find, names


@pytest.mark.parametrize("family", CATALOGUE, ids=lambda family: family.module)
def test_a_module_defines_what_is_listed(family: Family) -> None:
    module = import_module(f"pitchpipe.metrics.{family.module}")
    own = {
        name
        for name, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, Metric) and value.__module__ == module.__name__
        # What several metrics share has no name of its own.
        if "name" in vars(value)
    }
    assert own == set(family.classes.split())
    registered = {name for cls in own for name in vars(getattr(module, cls)).get("variants", {})}
    assert registered == set(family.names.split())


def test_every_metric_of_ours_is_listed() -> None:
    ours = {name for name in names() if find(name).cls.__module__.startswith("pitchpipe.")}
    assert ours == {name for family in CATALOGUE for name in family.names.split()}
    modules = {
        path.stem for path in Path(metrics.__file__).parent.glob("*.py") if "@register(" in path.read_text()
    }
    assert modules == {family.module for family in CATALOGUE if family.names}


def test_type_checkers_are_told_of_every_class() -> None:
    tree = ast.parse(Path(metrics.__file__).read_bytes())
    (block,) = (node for node in tree.body if isinstance(node, ast.If))
    told = {
        alias.name: node.module
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    lazy = {**CLASSES, "Statistics": "statistics", "merge": "statistics"}
    assert told == {name: f"pitchpipe.metrics.{module}" for name, module in lazy.items()}
    assert set(told) <= set(dir(metrics))


def test_a_class_is_loaded_when_it_is_asked_for() -> None:
    code = (
        "import sys, pitchpipe.metrics as m; print('pitchpipe.metrics.gtm' in sys.modules); "
        "m.GTM; print('pitchpipe.metrics.gtm' in sys.modules, 'pitchpipe.metrics.ribes' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True", "False"]
