"""TER beside sacreBLEU, on some segments only: sacreBLEU needs seconds for hundreds of them."""

from __future__ import annotations

from benchmarks import peers, systems
from benchmarks.cases import Settings, run
from benchmarks.results import Results, merged

TARGETS = {1: 100.0, 2: 150.0}


def measure(settings: Settings) -> Results:
    """Corpus and segment scores of one system."""
    segments = 100 if settings.quick else 400
    one = systems.one_system(settings.corpus, segments)
    cases = [
        systems.beside_sacrebleu(
            f"TER, corpus, {segments} segments",
            one,
            systems.corpus_score("ter"),
            systems.sacrebleu_corpus(_sacrebleu),
            TARGETS,
        ),
        systems.beside_sacrebleu(
            f"TER, segments, {segments} segments",
            one,
            systems.segment_scores("ter"),
            systems.sacrebleu_segments(_sacrebleu),
            TARGETS,
        ),
    ]
    return merged([run(case, settings) for case in cases])


def _sacrebleu(**options: object) -> object:
    sacrebleu = peers.find("sacrebleu.metrics")
    assert sacrebleu is not None
    return sacrebleu.TER(**options)
