"""BLEU, chrF and WER beyond English: Cyrillic, letters with marks, and scripts without spaces."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from benchmarks import bleu, chrf, peers, systems
from benchmarks.cases import Case, Peer, Settings, run
from benchmarks.data import Corpus, fresh, pair_of
from benchmarks.results import Results, merged
from pitchpipe import _core

#: The language pairs, each with the tokenizer of its target language.
PAIRS = {"en-ru": "13a", "en-cs": "13a", "en-zh": "zh", "en-ja": "char"}
#: At least 60 % of what is wanted into English.
_SHARE = 0.6
_UTF_8 = "Python writes its strings as UTF-8 first, which takes up to a third of the time"
_WHY = {1: _UTF_8, 2: f"{_UTF_8}, and runs on one thread"}


def measure(settings: Settings) -> Results:
    """Corpus scores of one system out of English."""
    results = []
    for pair, tokenizer in list(PAIRS.items())[: 1 if settings.quick else None]:
        corpus = pair_of("wmt22", pair)
        if corpus is None:
            return Results(skipped=["BLEU, chrF and WER out of English: no test set is at hand"])
        results += [run(case, settings) for case in _cases(pair, tokenizer, corpus)]
    return merged(results)


def _cases(pair: str, tokenizer: str, corpus: Corpus) -> list[Case[systems.Outputs]]:
    one = systems.one_system(corpus)
    sacre_bleu: Callable[..., object] = partial(bleu.sacrebleu_bleu, tokenize=tokenizer)
    return [
        systems.beside_sacrebleu(
            f"BLEU ({tokenizer}), corpus, {pair}",
            one,
            systems.corpus_score(f"bleu:tokenize={tokenizer}"),
            systems.sacrebleu_corpus(sacre_bleu),
            {count: _SHARE * target for count, target in bleu.TARGETS.items()},
            _WHY,
        ),
        systems.beside_sacrebleu(
            f"chrF, corpus, {pair}",
            one,
            systems.corpus_score("chrf"),
            systems.sacrebleu_corpus(chrf.sacrebleu_chrf),
            {count: _SHARE * target for count, target in chrf.TARGETS.items()},
            _WHY,
        ),
        Case(
            f"WER ({tokenizer}), corpus, {pair}",
            partial(_cut, corpus, tokenizer),
            systems.corpus_score("wer:tokenize=none"),
            [Peer("jiwer", _jiwer, {1: _SHARE * 20.0}, "words are between spaces for both", why=_WHY)],
        ),
    ]


def _cut(corpus: Corpus, tokenizer: str) -> systems.Outputs:
    """One system with spaces between the words."""
    hyps, refs = (
        _core.tokenize(_core.Texts(fresh(lines)), tokenizer) for lines in (corpus.first, corpus.reference)
    )
    # jiwer takes a wide space for what separates words, and words made of it for nothing.
    hyps, refs = ([" ".join(line.split()) for line in lines] for lines in (hyps, refs))
    return systems.Outputs({"first": hyps}, refs)


def _jiwer(outputs: systems.Outputs) -> list[float]:
    jiwer = peers.find("jiwer")
    assert jiwer is not None
    return [100.0 * jiwer.wer(outputs.reference, outputs.only)]
