"""chrF and chrF++ beside sacreBLEU, and pitch beside chrF."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from benchmarks import peers, systems
from benchmarks.cases import THREADS, Settings, run, use_threads
from benchmarks.results import Comparison, Results, merged
from benchmarks.timing import Contender, interleave

TARGETS = {1: 120.0, 2: 200.0}
WHY = {
    1: "counting the n-grams of characters takes five sixths of the time, less than in the bare loop",
    2: "waking a second core takes a tenth of a millisecond, and lists are checked and the score is made on "
    "one; with ten thousand segments two threads take 0.54 of the time of one",
}
#: Our own metric may take four times the time of chrF.
PITCH = 0.25


def measure(settings: Settings) -> Results:
    """Corpus and segment scores of one system, without and with words."""
    one = systems.one_system(settings.corpus)
    cases = []
    for title, spec, word_order in (("chrF", "chrf", 0), ("chrF++", "chrf++", 2)):
        scorer: Callable[..., object] = partial(sacrebleu_chrf, word_order=word_order)
        cases += [
            systems.beside_sacrebleu(
                f"{title}, corpus",
                one,
                systems.corpus_score(spec),
                systems.sacrebleu_corpus(scorer),
                TARGETS,
                WHY,
            ),
            systems.beside_sacrebleu(
                f"{title}, segments",
                one,
                systems.segment_scores(spec),
                systems.sacrebleu_segments(scorer),
                TARGETS,
                WHY,
            ),
        ]
    return merged([*(run(case, settings) for case in cases), _pitch(settings, one)])


def _pitch(settings: Settings, make: Callable[[], systems.Outputs]) -> Results:
    """Our own metric, one of whose parts is a chrF."""
    settings.progress("pitch, corpus")

    def contender(spec: str, count: int) -> Contender[systems.Outputs]:
        return Contender(f"{spec} on {count}", systems.corpus_score(spec), lambda: use_threads(count))

    contenders = [contender(spec, count) for spec in ("chrf", "pitch") for count in THREADS]
    times = interleave(contenders, make, settings.repetitions)
    return Results(
        comparisons=[
            Comparison(
                "pitch, corpus",
                "our chrF",
                count,
                times[f"pitch on {count}"],
                times[f"chrf on {count}"],
                PITCH,
                "other numbers, so nothing is compared",
            )
            for count in THREADS
        ]
    )


def sacrebleu_chrf(**options: object) -> object:
    """sacreBLEU's chrF."""
    sacrebleu = peers.find("sacrebleu.metrics")
    assert sacrebleu is not None
    return sacrebleu.CHRF(**options)
