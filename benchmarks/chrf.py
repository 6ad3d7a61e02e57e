"""chrF and chrF++ beside sacreBLEU."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from benchmarks import peers, systems
from benchmarks.cases import Settings, run
from benchmarks.results import Results, merged

TARGETS = {1: 30.0, 2: 50.0}


def measure(settings: Settings) -> Results:
    """Corpus and segment scores of one system, without and with words."""
    one = systems.one_system(settings.corpus)
    cases = []
    for title, spec, word_order in (("chrF", "chrf", 0), ("chrF++", "chrf++", 2)):
        scorer: Callable[..., object] = partial(_sacrebleu, word_order=word_order)
        cases += [
            systems.beside_sacrebleu(
                f"{title}, corpus",
                one,
                systems.corpus_score(spec),
                systems.sacrebleu_corpus(scorer),
                TARGETS,
            ),
            systems.beside_sacrebleu(
                f"{title}, segments",
                one,
                systems.segment_scores(spec),
                systems.sacrebleu_segments(scorer),
                TARGETS,
            ),
        ]
    return merged([run(case, settings) for case in cases])


def _sacrebleu(**options: object) -> object:
    sacrebleu = peers.find("sacrebleu.metrics")
    assert sacrebleu is not None
    return sacrebleu.CHRF(**options)
