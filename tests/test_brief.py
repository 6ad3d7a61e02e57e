"""Whatever people can get hold of shows itself in one short line."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from inspect import isclass
from typing import Any

import numpy as np
import pytest

import pitchpipe as pp
from pitchpipe import _NAMES, _ROOMS
from pitchpipe.brief import LONGEST, Brief, brief
from pitchpipe.measuring.measured import as_batch, measure
from pitchpipe.metrics.registry import find
from pitchpipe.tuning import DevSet, Problem, Scorer
from tests.results import MAKERS, SYSTEMS, result, sentences, small_list, small_set, small_task

#: Classes that nobody has an instance of, or a small one, whose line says all: protocols and settings.
SMALL = {
    *("Aligning", "Annotating", "Annotator", "Metric", "Fact", "Token", "Resources", "TextAnnotator"),
    *("Decoding", "Training", "Orderings", "Reading", "Search", "MQMWeights", "Annotators", "LinkAgreement"),
}


def things() -> list[Any]:
    """What every verb gives, and what verbs take."""
    lists, bleu = small_list(), pp.metrics.get("bleu")
    return [
        *map(result, MAKERS),
        *(small_set(), lists, small_task(), as_batch(small_set()), measure(small_set(), ["bleu", "nist"])),
        pp.Statistics.of(bleu, as_batch(small_set())),
        bleu.stream().update(sentences(1), [sentences(0)]),
        pp.align(sentences(0), sentences(1)),
        pp.aligning.Permutation(tuple(range(60)), tuple(range(60))),
        pp.aligning.TestSetAligner(bitext=(sentences(0), sentences(1))),
        DevSet([sentences(0)]),
        Problem.of(lists, [sentences(0)], "wer"),
        Scorer(bleu, [sentences(0)]),
        pp.metrics.get("+".join(f"1*{name}" for name in ("bleu", "chrf", "ter", "wer", "per", "cer"))),
    ]


def reachable(seeds: list[Any]) -> Iterator[Any]:
    """The objects of the package that these hold, however deep."""
    waiting, seen = deque(seeds), set()
    while waiting:
        one = waiting.popleft()
        if id(one) in seen:
            continue
        seen.add(id(one))
        if type(one).__module__.startswith("pitchpipe"):
            yield one
            waiting.extend(getattr(one, "__dict__", {}).values())
        elif isinstance(one, Mapping):
            waiting.extend(list(one.values())[:5])
        elif isinstance(one, list | tuple):
            waiting.extend(one[:5])


def public_classes() -> dict[str, type]:
    """The classes at the front door and in the rooms, by name."""
    places = [
        (pp, _NAMES),
        *((room, room.__all__) for room in map(_room, _ROOMS) if hasattr(room, "__all__")),
    ]
    named = {name: getattr(place, name) for place, names in places for name in names}
    return {name: one for name, one in named.items() if isclass(one)}


def _room(name: str) -> Any:
    return import_module(f"pitchpipe.{name}")


def test_all_that_people_can_reach_is_shown_in_a_line() -> None:
    visited = set()
    for one in reachable(things()):
        visited.add(type(one).__name__)
        shown = repr(one)
        assert len(shown) <= LONGEST, f"{type(one)} takes {len(shown)} characters"
        assert "\n" not in shown
    # What was not come across shows itself in the same way, or says all in a line.
    public = public_classes()
    others = {name for name in public if name not in visited | SMALL}
    assert all(issubclass(public[name], Brief | pp.Metric) for name in others), others


@pytest.mark.parametrize(
    "name", [name for name in pp.metrics.names() if not find(name).cls.needs & {"file", "program"}]
)
def test_metrics_show_what_they_are(name: str) -> None:
    metric = pp.metrics.get(name)
    assert repr(metric) == f"<{type(metric).__name__}: {metric.spec}>"


def test_lines_say_what_and_how_much() -> None:
    assert repr(small_set()) == "<TestSet: small, de-en, 60 segments, 3 systems, 1 reference, source>"
    assert repr(pp.TestSet()) == "<TestSet: 0 segments, 0 systems, 0 references>"
    assert repr(small_list()) == "<NBest: 60 segments, 120 candidates, 2 features>"
    assert repr(as_batch(small_set())) == "<Batch: 180 rows, 60 segments, 60 references>"
    assert repr(result("score")) == "<ScoreTable: 3 systems, 2 metrics, 60 segments>"
    assert repr(result("score")["good"]).startswith("<ScoresOfSystem: good, bleu ")
    assert repr(result("score")["good", "bleu"]).startswith("<Score: BLEU = ")
    assert repr(result("compare")) == "<ComparisonTable: baseline good, 3 systems, 2 metrics, 60 segments>"


def test_parts_that_are_large_are_counted() -> None:
    @dataclass(repr=False)
    class Thing(Brief):
        number: float
        name: str
        array: Any
        some: Any
        nothing: None = None

    shown = repr(Thing(1 / 3, "x" * 50, np.zeros((3, 4)), [1, 2]))
    assert shown == f"<Thing: number=0.333333, name='{'x' * 39}…', array=[3×4], some=[1, 2]>"
    assert repr(Thing(1.0, "a", np.float64(2.0), ["long" * 20])).endswith("array=2, some=[1]>")
    assert repr(Thing(1.0, "a", None, range(1000))).endswith("some=[1000]>")
    assert repr(Thing(1.0, "a", None, slice("x" * 50))).endswith("some=…>")


def test_a_line_is_one_line_whatever_it_is_about() -> None:
    assert brief(3, "a\nb\tc") == "<int: a b c>"
    assert len(brief(3, "word " * 100)) == LONGEST
    assert SYSTEMS[2] in repr(result("score")[SYSTEMS[2]])
