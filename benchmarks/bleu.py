"""BLEU with the 13a tokenizer, beside sacreBLEU and bleuscore."""

from __future__ import annotations

from benchmarks import peers, systems
from benchmarks.cases import Case, Peer, Settings, run
from benchmarks.results import Results, merged
from benchmarks.systems import Outputs

TARGETS = {1: 100.0, 2: 160.0}
SEGMENTS = {1: 70.0, 2: 110.0}
SYSTEMS = {1: 75.0, 2: 120.0}
WHY = {
    1: "cutting lines into words and numbering these takes half of the time, finding n-grams a sixth, "
    "checking Python's lists, which other work has driven from the caches, and making the score the rest",
    2: "as on one thread, and waking a second core takes a tenth of a millisecond each time; with ten "
    "thousand segments two threads take 0.6 of the time of one",
}


def measure(settings: Settings) -> Results:
    """Corpus and segment scores of one system and of all."""
    corpus = settings.corpus
    one, all_ = systems.one_system(corpus), systems.all_systems(corpus)
    count = len(corpus.systems)
    cases = [
        Case(
            "BLEU, corpus",
            one,
            systems.corpus_score("bleu"),
            [
                Peer("sacrebleu", systems.sacrebleu_corpus(sacrebleu_bleu), TARGETS, why=WHY),
                Peer("bleuscore", _bleuscore, note="uses all cores whatever ours uses"),
            ],
        ),
        systems.beside_sacrebleu(
            "BLEU, segments",
            one,
            systems.segment_scores("bleu"),
            systems.sacrebleu_segments(_sacrebleu_sentence),
            SEGMENTS,
            WHY,
        ),
    ]
    if not settings.quick:
        cases += [
            systems.beside_sacrebleu(
                f"BLEU, corpus, {count} systems",
                all_,
                systems.table_scores("bleu"),
                systems.sacrebleu_corpus(sacrebleu_bleu),
                SYSTEMS,
                WHY,
            ),
            systems.beside_sacrebleu(
                f"BLEU, segments, {count} systems",
                all_,
                systems.table_segments("bleu"),
                systems.sacrebleu_segments(_sacrebleu_sentence),
                SYSTEMS,
                WHY,
            ),
        ]
    return merged([run(case, settings) for case in cases])


def sacrebleu_bleu(**options: object) -> object:
    """sacreBLEU's BLEU."""
    sacrebleu = peers.find("sacrebleu.metrics")
    assert sacrebleu is not None
    return sacrebleu.BLEU(**options)


def _sacrebleu_sentence() -> object:
    return sacrebleu_bleu(effective_order=True)


def _bleuscore(outputs: Outputs) -> list[float]:
    bleuscore = peers.find("bleuscore")
    assert bleuscore is not None
    references = [[line] for line in outputs.reference]
    return [100.0 * bleuscore.compute(references, outputs.only, ref_len_method="closest")["bleu"]]
