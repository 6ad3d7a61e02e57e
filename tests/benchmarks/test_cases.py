"""How a case treats peers that agree, differ in definition, differ, fail or are not there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from benchmarks.cases import Case, Peer, Settings, run
from benchmarks.data import synthetic
from benchmarks.lexical import lexical_metrics
from benchmarks.results import Results
from benchmarks.timing import largest_difference

import pitchpipe as pp


@pytest.fixture(autouse=True)
def _usual_threads() -> Iterator[None]:
    yield
    pp.set_threads(0)


def measured(*peers: Peer[float]) -> Results:
    settings = Settings(synthetic(segments=1, systems=1), repetitions=1, progress=lambda _: None)
    return run(Case("work", lambda: 1.0, lambda x: [x, 2.0], peers), settings)


def of_the_first(ours: Sequence[float], theirs: Sequence[float]) -> float:
    return largest_difference(ours[:1], theirs)


def test_peers_that_agree_are_timed() -> None:
    results = measured(Peer("json", lambda x: [x, 2.0], {1: 3.0}))
    assert [(c.peer, c.threads, c.target) for c in results.comparisons] == [
        ("json", 1, 3.0),
        ("json", 2, None),
    ]
    assert not results.skipped
    assert not results.wrong


def test_a_part_may_be_compared() -> None:
    assert measured(Peer("json", lambda x: [x], difference=of_the_first)).comparisons
    assert measured(Peer("json", lambda _: [3.0], difference=of_the_first)).wrong


def test_another_definition_is_timed_only() -> None:
    assert measured(Peer("json", lambda _: [7.0], difference=None)).comparisons


def test_a_peer_that_differs_is_not_timed() -> None:
    results = measured(Peer("json", lambda x: [x, 2.5]))
    assert not results.comparisons
    assert results.wrong == ["work: json differs from ours by 0.5"]


def test_a_peer_that_fails_or_is_absent_is_named() -> None:
    results = measured(Peer("json", lambda _: [1.0 / 0.0]), Peer("no_such_peer", lambda _: []))
    assert not results.comparisons
    assert results.skipped == [
        "no_such_peer is not installed",
        "work: json fails with ZeroDivisionError('float division by zero')",
    ]


def test_lexical_metrics_need_references_alone() -> None:
    names = lexical_metrics()
    assert names[0] == "bleu"
    assert len(names) == len(set(names))
    assert {"chrf", "nist", "hlepor", "4-grr", "cder"} <= set(names)
    assert not {"ter", "external"} & set(names)
