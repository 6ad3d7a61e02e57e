"""All lexical metrics at once, in the time sacreBLEU takes for BLEU alone."""

from __future__ import annotations

from collections.abc import Sequence

import pitchpipe as pp
from benchmarks import systems
from benchmarks.bleu import sacrebleu_bleu
from benchmarks.cases import Case, Peer, Settings, run
from benchmarks.results import Results
from benchmarks.systems import Outputs
from benchmarks.timing import largest_difference

TARGETS = {1: 1.0}
FIRST = "bleu"
#: Has a subject and targets of its own.
APART = "ter"


def measure(settings: Settings) -> Results:
    """The corpus scores of all systems."""
    corpus = settings.corpus
    count = len({pp.metrics.get(name).spec for name in lexical_metrics()})
    peer = Peer(
        "sacrebleu",
        systems.sacrebleu_corpus(sacrebleu_bleu),
        TARGETS,
        "BLEU alone, and that is compared",
        difference=_of_the_first,
    )
    case = Case(
        f"{count} lexical metrics, corpus, {len(corpus.systems)} systems",
        systems.all_systems(corpus, 200 if settings.quick else None),
        _ours,
        [peer],
    )
    return run(case, settings)


def lexical_metrics() -> list[str]:
    """The names of all metrics that need hypotheses and references only, BLEU first and TER left out."""
    found = [
        entry.name
        for entry in pp.metrics.entries()
        if entry.cls.needs == {"references"} and entry.cls.facts()["self_contained"].holds
    ]
    return [FIRST, *(name for name in found if name not in {FIRST, APART})]


def _ours(outputs: Outputs) -> list[float]:
    names = lexical_metrics()
    test_set = pp.TestSet(systems=outputs.systems, references={"ref": list(outputs.reference)})
    table = pp.score(test_set, names)
    return [table[system, name].score for name in names for system in outputs.systems]


def _of_the_first(ours: Sequence[float], theirs: Sequence[float]) -> float:
    return largest_difference(ours[: len(theirs)], theirs)
