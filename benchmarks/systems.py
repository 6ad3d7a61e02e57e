"""Inputs and calls that the sacreBLEU metrics share: corpus and segment scores of one or more systems."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import pitchpipe as pp
from benchmarks.cases import Case, Peer
from benchmarks.data import Corpus, fresh


@dataclass(frozen=True)
class Outputs:
    """System outputs and their reference, as new strings."""

    systems: dict[str, list[str]]
    reference: list[str]

    @property
    def only(self) -> list[str]:
        """The output of the only system."""
        (lines,) = self.systems.values()
        return lines


Calls = Callable[[Outputs], Sequence[float]]


def one_system(corpus: Corpus, segments: int | None = None) -> Callable[[], Outputs]:
    """Makes the first system's output, or its first ``segments`` lines."""
    hyps, refs = corpus.first[:segments], corpus.reference[:segments]
    return lambda: Outputs({"first": fresh(hyps)}, fresh(refs))


def all_systems(corpus: Corpus, segments: int | None = None) -> Callable[[], Outputs]:
    """Makes the outputs of all systems, or their first ``segments`` lines."""
    return lambda: Outputs(
        {name: fresh(lines[:segments]) for name, lines in corpus.systems.items()},
        fresh(corpus.reference[:segments]),
    )


# -- ours ------------------------------------------------------------------------------------------


def corpus_score(spec: str) -> Calls:
    """One number: the score of the only system."""
    return lambda outputs: [pp.metrics.get(spec).corpus_score(outputs.only, [outputs.reference]).score]


def segment_scores(spec: str) -> Calls:
    """One number per segment of the only system."""

    def call(outputs: Outputs) -> list[float]:
        scores: list[float] = pp.metrics.get(spec).segment_scores(outputs.only, [outputs.reference]).tolist()
        return scores

    return call


def table_scores(spec: str) -> Calls:
    """One number per system."""

    def call(outputs: Outputs) -> list[float]:
        test_set = pp.TestSet(systems=outputs.systems, references={"ref": list(outputs.reference)})
        return [score.score for _, _, score in pp.score(test_set, [spec])]

    return call


def table_segments(spec: str) -> Calls:
    """One number per segment of every system."""

    def call(outputs: Outputs) -> list[float]:
        test_set = pp.TestSet(systems=outputs.systems, references={"ref": list(outputs.reference)})
        scores: list[float] = []
        for _, _, score in pp.score(test_set, [spec], segments=True):
            assert score.segments is not None
            scores += score.segments.tolist()
        return scores

    return call


# -- sacreBLEU -------------------------------------------------------------------------------------

Make = Callable[..., Any]


def sacrebleu_corpus(metric: Make) -> Calls:
    """Every system against references it prepares once, which is its fastest way."""

    def call(outputs: Outputs) -> list[float]:
        scorer = metric(references=[outputs.reference])
        return [float(scorer.corpus_score(lines, None).score) for lines in outputs.systems.values()]

    return call


def sacrebleu_segments(metric: Make) -> Calls:
    """Every segment with its ``sentence_score``."""

    def call(outputs: Outputs) -> list[float]:
        scorer = metric()
        return [
            float(scorer.sentence_score(hyp, [ref]).score)
            for lines in outputs.systems.values()
            for hyp, ref in zip(lines, outputs.reference, strict=True)
        ]

    return call


def beside_sacrebleu(
    subject: str,
    make: Callable[[], Outputs],
    ours: Calls,
    theirs: Calls,
    targets: Mapping[int, float],
    why: Mapping[int, str] = MappingProxyType({}),
) -> Case[Outputs]:
    """A case with sacreBLEU as the only peer."""
    return Case(subject, make, ours, [Peer("sacrebleu", theirs, targets, why=why)])
